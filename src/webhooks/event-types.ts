/** What can happen to an order, and when that is said; the one list that everything else derives from. */
const ORDER_EVENTS = {
  'order.created': 'you made the order',
  'order.updated':
    'it changed without another of these: you replaced it, it is tried again, it waits for stock, the tracking of a parcel was corrected (`shipments`)',
  'order.assigned': 'its files are kept and its stock is reserved',
  'order.accepted': 'the center took it into production',
  'order.partially_shipped':
    'some of its pieces left, and others are still to leave; `shipments` has the parcels of this part',
  'order.shipped':
    'all of it is on its way; `trackingNumber`, `trackingCarrier`, `trackingUrl`, and `shipments` with the last parcels',
  'order.cancelled': 'it is cancelled',
  'order.error': 'it cannot go on; `statusReason` tells why',
  'order.cancellation_requested': 'you asked to cancel an order in production',
  'order.cancellation_rejected':
    'the order is not cancelled as you asked: staff decided so, or it was shipped or failed meanwhile',
} as const;

/** The same of everything else that endpoints are told. */
const OTHER_EVENTS = {
  'product.stock_changed':
    'the pieces of a variant of yours that are available have changed: `ean13`, `productId`, `stockLevelQuantity`; at most one in 5 seconds for each variant',
} as const;

export type OrderEventType = keyof typeof ORDER_EVENTS;
export type EventType = OrderEventType | keyof typeof OTHER_EVENTS;

/** What an endpoint can be told, and when it is; a test event comes besides when it is asked for. */
export const EVENTS: Readonly<Record<EventType, string>> = { ...ORDER_EVENTS, ...OTHER_EVENTS };
export const ORDER_EVENT_TYPES = Object.keys(ORDER_EVENTS) as OrderEventType[];
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
export const TEST_EVENT_TYPE = 'webhook.test' as const;
