import type { ShortStock } from '../../stock/reserve-stock.ts';
import { stockPlaces } from '../../stock/stock-needs.ts';
import { stockKey } from '../../stock/stock-rules.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';

/** Places of one order that are told to be short. */
const DETAILS_MAX = 100;

const OUT_OF_STOCK =
  'Something in the order is out of stock; the order waits until there is enough of everything.';
const RETIRED =
  'Something in the order is out of stock and retired: no more of it is expected. Change or cancel the order.';
const OUT_OF_STOCK_DETAIL = {
  code: 'out_of_stock',
  message: 'There is too little of this for the order, or others have waited for it longer.',
};
const RETIRED_DETAIL = {
  code: 'retired',
  message:
    'This is retired: there is too little of it for the order, and no more is expected. The order waits in case some comes.',
};

/** Why the order waits: each place in it that names something of which there is too little for it. */
export function waitingForStock(
  { items }: Pick<Order, 'items'>,
  short: readonly Omit<ShortStock, 'quantity'>[],
): StatusReason {
  const isRetired = new Map(short.map((one) => [stockKey(one), one.isRetired]));
  const places = stockPlaces(items).filter((place) => isRetired.has(stockKey(place)));
  return {
    code: 'waiting_for_stock',
    message: short.some((one) => one.isRetired) ? RETIRED : OUT_OF_STOCK,
    details: places.slice(0, DETAILS_MAX).map((place) => ({
      pointer: place.pointer,
      ...(isRetired.get(stockKey(place)) ? RETIRED_DETAIL : OUT_OF_STOCK_DETAIL),
    })),
  };
}
