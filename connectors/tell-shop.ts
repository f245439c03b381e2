import { createHash } from 'node:crypto';
import type { Order, PlatenClient } from '../client/dist/platen-client.js';
import { shopIdOf } from './map-order.ts';
import type { Mapping } from './mapping.ts';
import type { Known, Message } from './message-store.ts';
import type { Parcel, ShopApi } from './shop.ts';

/** Types of the events that are reported to the shop. */
export const SHOP_EVENT_TYPES = [
  'order.shipped',
  'order.partially_shipped',
  'order.updated',
  'order.cancelled',
  'order.error',
  'order.cancellation_rejected',
] as const;

interface Telling {
  mapping: Mapping;
  platen: Pick<PlatenClient, 'orders'>;
  api: ShopApi;
  /** Stores the news that the shop has after each report, so that no later attempt repeats it. */
  save: (known: Known) => Promise<void>;
}

/** News of an order that the shop does not have. */
interface News {
  parcels: readonly (Parcel & { shipmentId: string; hash: string })[];
  isComplete: boolean;
  notes: readonly { tag: string; text: string; hash: string }[];
}

/**
 * Reports to the shop what it does not know about an order. Returns a short description, and the version of
 * the order. Idempotent. Throws ShopUnavailable, ShopRefused, ShopWaits and PlatenError.
 */
export async function tellShop(
  { mapping, platen, api, save }: Telling,
  message: Pick<Message, 'orderId' | 'known'>,
): Promise<{ report: string; version: string }> {
  const order = await platen.orders.get(message.orderId);
  const version = order.updated;
  const id = shopIdOf(message.orderId, mapping);
  if (id === undefined || order.personalDataErased) return { report: 'nothing to report', version };
  let { known } = message;
  const keep = (change: Known) => {
    known = { ...known, ...change };
    return save(known);
  };
  const withdrawn = (order.withdrawnShipments ?? []).filter((shipmentId) => known.parcels?.[shipmentId]);
  for (const shipmentId of withdrawn) {
    const { [shipmentId]: parcel, ...parcels } = known.parcels ?? {};
    const text = `The print shop has withdrawn parcel ${shipmentId}, which has not left.`;
    if (!api.withdrawParcel) await api.tellPeople(id, { tag: 'withdrawn', text });
    else if (parcel?.id) await api.withdrawParcel(id, parcel.id);
    await keep({ parcels, isComplete: false });
  }
  const news = findNews(order, known);
  let shippedByShop = 0;
  for (const { shipmentId, hash, ...parcel } of news.parcels) {
    const reported = known.parcels ?? {};
    const others = Object.entries(reported).filter(([other]) => other !== shipmentId);
    const toldId = await api.tellParcel(id, {
      parcel,
      shipmentId,
      toldId: reported[shipmentId]?.id || undefined,
      otherIds: new Set(others.map(([, { id: otherId }]) => otherId)),
      all: order.shipments ?? [parcel],
      ordered: order.items,
    });
    if (toldId === '') shippedByShop++;
    await keep({ parcels: { ...reported, [shipmentId]: { hash, id: toldId } } });
  }
  if (news.isComplete) {
    await api.tellComplete?.(id);
    await keep({ isComplete: true });
  }
  for (const { tag, text, hash } of news.notes) {
    await api.tellPeople(id, { tag, text });
    await keep({ notes: { ...known.notes, [tag]: hash } });
  }
  return { report: describe(news, { shippedByShop, withdrawn: withdrawn.length }), version };
}

/** Compares an order with what the shop has. */
function findNews(order: Order, known: Known): News {
  const { status, shipments = [], shipping } = order;
  // Orders of early versions of Platen have no list of parcels.
  const parcels = shipments.length > 0 || status !== 'SHIPPED' ? shipments : [{ ...shipping, items: [] }];
  return {
    parcels: parcels
      .map(({ trackingNumber, trackingCarrier, trackingUrl, items, ...rest }, index) => ({
        ...{ trackingNumber, trackingCarrier, trackingUrl, items },
        shipmentId: ('shipmentId' in rest ? rest.shipmentId : undefined) ?? String(index + 1),
        hash: hashOf([trackingNumber, trackingCarrier, trackingUrl]),
      }))
      .filter(({ shipmentId, hash }) => known.parcels?.[shipmentId]?.hash !== hash),
    isComplete: status === 'SHIPPED' && !known.isComplete,
    notes: notesOf(order)
      .map(({ tag, text }) => ({ tag, text, hash: hashOf([text]) }))
      .filter(({ tag, hash }) => known.notes?.[tag] !== hash),
  };
}

function notesOf({ status, statusReason, cancellation }: Order): { tag: string; text: string }[] {
  if (status === 'CANCELLED') return [{ tag: 'cancelled', text: 'The print shop has cancelled this order.' }];
  if (status === 'ERROR') {
    const text = `The print shop cannot make this order as it is: ${statusReason?.message ?? ''}`;
    return [{ tag: 'error', text: text.trim() }];
  }
  if (cancellation?.status !== 'REJECTED') return [];
  const text = 'The print shop could not cancel this order any more: it is made and shipped.';
  return [{ tag: 'cancellation-rejected', text }];
}

function describe(
  { parcels, isComplete, notes }: News,
  { shippedByShop, withdrawn }: { shippedByShop: number; withdrawn: number },
): string {
  const count = parcels.length - shippedByShop;
  const parts = [
    count > 0 && `${count} ${count === 1 ? 'parcel' : 'parcels'}`,
    withdrawn > 0 && `${withdrawn} withdrawn`,
    shippedByShop > 0 && `${shippedByShop} already shipped in the shop`,
    ...notes.map(({ tag }) => tag),
  ].filter(Boolean);
  return parts.join(', ') || (isComplete ? 'complete' : 'nothing to report');
}

function hashOf(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
