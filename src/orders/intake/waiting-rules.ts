import { stockPlaces } from '../../stock/stock-needs.ts';
import { stockKey } from '../../stock/stock-rules.ts';
import type { StockCode } from '../../stock/stock-store.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';

/** Places of one order that are told to be short. */
const DETAILS_MAX = 100;

/** Why the order waits: each place in it that names something of which there is too little for it. */
export function waitingForStock({ items }: Pick<Order, 'items'>, short: readonly StockCode[]): StatusReason {
  const keys = new Set(short.map(stockKey));
  const places = stockPlaces(items).filter((place) => keys.has(stockKey(place)));
  return {
    code: 'waiting_for_stock',
    message: 'Something in the order is out of stock; the order waits until there is enough of everything.',
    details: places.slice(0, DETAILS_MAX).map(({ pointer }) => ({
      pointer,
      code: 'out_of_stock',
      message: 'There is too little of this for the order, or others have waited for it longer.',
    })),
  };
}
