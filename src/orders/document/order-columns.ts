import type { Order } from './order-schemas.ts';

/** What of an order's content stands in columns, so that lists read no document. */
export interface OrderColumns {
  itemCount: number;
  recipient: string | null;
  country: string | null;
  /** The code and the message of its statusReason. */
  reasonCode: string | null;
  reasonMessage: string | null;
}

export function orderColumns({
  items,
  shipping: { address },
  statusReason,
}: Pick<Order, 'items' | 'shipping' | 'statusReason'>): OrderColumns {
  return {
    itemCount: items.length,
    recipient: address?.personName ?? address?.company ?? null,
    country: address?.country ?? null,
    reasonCode: statusReason?.code ?? null,
    reasonMessage: statusReason?.message ?? null,
  };
}

/** Who is to carry the order: the carrier it names, else its client's default; nobody where it has its own label. */
export function carrierOf(
  { address, carrierId }: Order['shipping'],
  defaultCarrier: string | null,
): string | null {
  return carrierId ?? (address ? defaultCarrier : null);
}
