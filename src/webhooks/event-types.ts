/** The types of order events, and when each is sent. Schemas, routes and documents derive from this list. */
const ORDER_EVENTS = {
  'order.created': 'you or the center created the order',
  'order.updated':
    'the order changed in another way: you replaced it, it is tried again, it waits for stock, or staff changed it (`reason`, `shipments`)',
  'order.assigned': 'its files are stored and its stock is reserved',
  'order.accepted': 'the center took it into production',
  'order.partially_shipped':
    'a part of the order was shipped, and other pieces remain; `shipments` has the parcels of this part',
  'order.shipped':
    'the whole order is shipped; see `trackingNumber`, `trackingCarrier`, `trackingUrl`, and `shipments` for the last parcels',
  'order.cancelled': 'the order was cancelled',
  'order.error': 'the order cannot continue; `statusReason` has the reason',
  'order.cancellation_requested': 'you requested the cancellation of an order in production',
  'order.cancellation_rejected':
    'your request to cancel was rejected: by staff, or because the order was shipped or failed in the meantime',
  'parcel.updated':
    'a shipped parcel is in transit, delivered, has a problem or returns, as its carrier reports; see `delivery` in `shipments`',
  'order.returned':
    'pieces of the order came back to the center, or a sandbox return was simulated; `return` has its id',
} as const;

const OTHER_EVENTS = {
  'product.stock_changed':
    'the available quantity of one of your variants changed: `ean13`, `productId`, `stockLevelQuantity`; at most once in 5 seconds for each variant',
} as const;

export type OrderEventType = keyof typeof ORDER_EVENTS;
export type EventType = OrderEventType | keyof typeof OTHER_EVENTS;

/** All types that an endpoint can choose, and when each is sent. A test event is sent on request only. */
export const EVENTS: Readonly<Record<EventType, string>> = { ...ORDER_EVENTS, ...OTHER_EVENTS };
export const ORDER_EVENT_TYPES = Object.keys(ORDER_EVENTS) as OrderEventType[];
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
export const TEST_EVENT_TYPE = 'webhook.test' as const;
