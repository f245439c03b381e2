import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnknownWebhookEvent, WebhookEvent } from './platen-client.ts';

/** Never called. Only the compiler checks it. */
function compiled(event: WebhookEvent): string | number | undefined {
  // @ts-expect-error: not every event has an order.
  event.data.orderId.trim();
  switch (event.type) {
    case 'order.shipped':
      return event.data.trackingUrl ?? event.data.orderId;
    case 'order.partially_shipped':
      return event.data.shipments?.at(-1)?.trackingNumber;
    case 'parcel.updated':
      return event.data.shipments?.[0]?.delivery?.status;
    case 'order.error':
      return event.data.statusReason?.message;
    case 'order.cancellation_rejected':
      return event.data.cancellation?.rejectionReason;
    case 'product.stock_changed':
      return event.data.stockLevelQuantity;
    case 'webhook.test':
      return event.data.endpointId;
    case 'order.created':
    case 'order.updated':
    case 'order.assigned':
    case 'order.accepted':
    case 'order.cancelled':
    case 'order.cancellation_requested':
      return event.data.version;
    default: {
      // A type that is newer than this client.
      const unknown: UnknownWebhookEvent = event;
      return String(unknown.data.anything);
    }
  }
}

test('the type of an event determines its data, and unknown types can be read', () => {
  // `npm run check` compiles this file and fails if an @ts-expect-error line has no error.
  assert.equal(typeof compiled, 'function');
});
