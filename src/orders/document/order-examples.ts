import { PROBLEM_MESSAGES } from '../../platform/errors/problem-messages.ts';

// The example orders of both API documents. They name the demo's catalogue, so each can be sent;
// test/documented-examples.test.ts sends them.

const existingItem = { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } };
const print = {
  dataUrl: 'https://files.example.com/artwork/10001-front.png',
  location: 'REGULAR',
  technology: 'DTG',
};
const neckLabel = { sku: 'CZ-NECK-LABEL-WHT-60X60MM', location: 'NECK', technology: 'DTF' };
const customItem = {
  quantity: 1,
  unitPrice: 34.5,
  customProduct: { sku: 'ST-CREATOR-BLK-M', prints: [print], customizations: [neckLabel] },
};
const address = {
  personName: 'Ada Lovelace',
  street: 'Musterstraße 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
};
const toAddress = { orderId: 'SHOP-10001', items: [existingItem], shipping: { address }, unitPriceCurrency: 'EUR' };

/** To an address and with an own label, with both kinds of items. */
export const ORDER_REQUEST_EXAMPLES = [
  toAddress,
  {
    orderId: 'SHOP-10002',
    items: [existingItem, customItem],
    shipping: { address, carrierId: 'dhl-paket' },
    packingSlip: 'https://files.example.com/slips/10002.pdf',
    unitPriceCurrency: 'EUR',
  },
  {
    orderId: 'SHOP-10003',
    items: [{ quantity: 1, existingProduct: { ean13: '4006381333931' } }],
    shipping: { shippingLabelUrl: 'https://files.example.com/labels/10003.pdf' },
  },
];

export const AMENDMENT_EXAMPLES = [
  { ...toAddress, items: [{ ...existingItem, quantity: 3 }] },
  { ...toAddress, items: [existingItem, customItem] },
];

const CREATED = '2026-01-31T12:00:00.000Z';
const ASSIGNED = '2026-01-31T12:00:02.000Z';
const CHANGED = '2026-01-31T14:30:00.000Z';
const ERASED = '2028-01-31T03:00:00.000Z';
const SHIPPED = '2026-02-02T09:15:00.000Z';
export const EXPECTED_SHIP_DATE = '2026-02-03T13:00:00.000Z';

const answeredItem = {
  id: '1',
  quantity: 2,
  unitPrice: 24.9,
  existingProduct: { ean13: '4006381333931', name: 'Logo Tee Black M' },
};
const answerIn = (status: string, updated: string, more: object = {}) => ({
  orderId: 'SHOP-10001',
  status,
  items: [answeredItem],
  shipping: { address },
  unitPriceCurrency: 'EUR',
  created: CREATED,
  updated,
  ...(['ASSIGNED', 'ACCEPTED', 'SHIPPED'].includes(status) && { expectedShipDate: EXPECTED_SHIP_DATE }),
  ...more,
});

const tracking = {
  trackingNumber: '00340434161094042557',
  trackingCarrier: 'DHL',
  trackingUrl: 'https://www.dhl.de/track?id=00340434161094042557',
};
const simulatedTracking = {
  trackingNumber: 'SANDBOX-SHOP-10001',
  trackingCarrier: 'Sandbox Carrier',
  trackingUrl: 'https://tracking.example.com/SHOP-10001',
};
const shippedOrder = (how: object) =>
  answerIn('SHIPPED', SHIPPED, {
    shipping: { address, ...how },
    shipments: [{ shipmentId: '1', ...how, items: [{ id: '1', quantity: 2 }], shipped: SHIPPED }],
  });
const wish = { reason: 'The customer changed their mind.' };

export const ORDER_EXAMPLES = {
  created: answerIn('NEW', CREATED),
  amended: answerIn('NEW', CHANGED, { items: [{ ...answeredItem, quantity: 3 }] }),
  triedAgain: answerIn('NEW', CHANGED),
  assigned: answerIn('ASSIGNED', ASSIGNED),
  accepted: answerIn('ACCEPTED', CHANGED),
  shipped: shippedOrder(tracking),
  withdrawn: answerIn('ACCEPTED', SHIPPED, { withdrawnShipments: ['1'] }),
  simulated: shippedOrder(simulatedTracking),
  cancelled: answerIn('CANCELLED', CHANGED),
  erased: answerIn('CANCELLED', ERASED, {
    shipping: { address: { personName: 'erased', street: 'erased', city: 'erased', country: 'DE' } },
    personalDataErased: ERASED,
  }),
  failed: answerIn('ERROR', CHANGED, {
    statusReason: {
      code: 'production_problem',
      message: 'The artwork has a white background; send one that is transparent.',
    },
  }),
  held: answerIn('ASSIGNED', CHANGED, {
    statusReason: { code: 'on_hold', message: 'We are asking you about the colours.' },
  }),
  heldByClient: answerIn('ASSIGNED', CHANGED, {
    statusReason: { code: 'on_hold', message: PROBLEM_MESSAGES.held_by_shop, heldBy: 'client' },
  }),
  rushed: answerIn('ASSIGNED', CHANGED, { priority: 'RUSH' }),
  itemsCancelled: answerIn('NEW', CHANGED, { items: [{ ...answeredItem, quantity: 1 }] }),
  released: answerIn('ASSIGNED', CHANGED),
  cancellationRequested: answerIn('ACCEPTED', CHANGED, { cancellation: { status: 'REQUESTED', ...wish } }),
  cancellationAccepted: answerIn('CANCELLED', CHANGED, { cancellation: { status: 'ACCEPTED', ...wish } }),
  cancellationRejected: answerIn('ACCEPTED', CHANGED, {
    cancellation: { status: 'REJECTED', ...wish, rejectionReason: 'Already packed.' },
  }),
};

export const EVENT_EXAMPLES = [
  { type: 'order.created', occurred: CREATED, status: 'NEW', version: 1, actor: 'client' },
  {
    type: 'order.assigned',
    occurred: ASSIGNED,
    status: 'ASSIGNED',
    previousStatus: 'NEW',
    version: 2,
    actor: 'system',
  },
];
