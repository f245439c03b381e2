import type { PlatenClient, WebhookEvent } from '../client/dist/platen-client.js';
import { shopIdOf } from './map-order.ts';
import type { Mapping } from './mapping.ts';
import type { ShopApi } from './shop.ts';

/** Types of the events that are reported to the shop. */
export const SHOP_EVENT_TYPES = [
  'order.shipped',
  'order.partially_shipped',
  'order.updated',
  'order.cancelled',
  'order.error',
  'order.cancellation_rejected',
] as const;

const NOTES: Readonly<Record<string, { tag: string; text: string }>> = {
  'order.cancelled': { tag: 'cancelled', text: 'The print shop has cancelled this order.' },
  'order.error': { tag: 'error', text: 'The print shop cannot make this order as it is:' },
  'order.cancellation_rejected': {
    tag: 'cancellation-rejected',
    text: 'The print shop could not cancel this order any more: it is made and shipped.',
  },
};

/**
 * Reports an event to the shop. Returns a short description of the report. Idempotent. Throws
 * ShopUnavailable, ShopRefused and PlatenError.
 */
export async function tellShop(
  { mapping, platen, api }: { mapping: Mapping; platen: Pick<PlatenClient, 'orders'>; api: ShopApi },
  event: WebhookEvent,
): Promise<string> {
  const data = event.data as { orderId?: string; statusReason?: { message?: string } };
  const id = data.orderId === undefined ? undefined : shopIdOf(data.orderId, mapping);
  if (data.orderId === undefined || id === undefined) return 'not of this shop';
  const note = NOTES[event.type];
  if (note) {
    const reason = event.type === 'order.error' ? ` ${data.statusReason?.message ?? ''}` : '';
    await api.tellPeople(id, { tag: note.tag, text: `${note.text}${reason}`.trim() });
    return note.tag;
  }
  if (!(SHOP_EVENT_TYPES as readonly string[]).includes(event.type)) return 'nothing to tell';
  const { shipments = [], status, shipping } = await platen.orders.get(data.orderId);
  const parcels = shipments.length > 0 || status !== 'SHIPPED' ? shipments : [{ ...shipping, items: [] }];
  if (parcels.length === 0) return 'nothing to tell';
  await api.tellShipped(id, parcels, status === 'SHIPPED');
  return `${parcels.length} ${parcels.length === 1 ? 'parcel' : 'parcels'}`;
}
