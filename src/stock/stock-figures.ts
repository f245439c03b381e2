import type { Connection } from '../platform/database/transaction.ts';
import { LEAD_DAYS_DEFAULT, REVIEW_DAYS, USE_DAYS } from './purchase-store.ts';
import { type PastMoment, sumChangesSince } from './stock-ledger-store.ts';
import type { StoredStock } from './stock-list-store.ts';
import { type StockCode, type StockLevel, stockKey } from './stock-rules.ts';

interface StockFigures {
  /** Days that the available pieces last with the use of the last weeks. Null: no use. */
  coverDays: number | null;
  /** Value of the pieces on hand. Null: the cost is unknown, or a client owns them. */
  value: number | null;
  /** The use until the next delivery. Null: no use. */
  proposedMinimum: number | null;
  proposedTarget: number | null;
}

export type ListedStock = StoredStock & StockFigures;

/** Adds the figures that follow from use, lead time and cost. */
export function withFigures(stock: StoredStock): ListedStock {
  const { used, available, onHand, cost, ownerId, leadDays } = stock;
  const daily = used / USE_DAYS;
  const minimum = Math.ceil(daily * ((leadDays ?? LEAD_DAYS_DEFAULT) + REVIEW_DAYS));
  return {
    ...stock,
    coverDays: used > 0 ? available / daily : null,
    value: cost !== null && ownerId === null ? onHand * cost : null,
    proposedMinimum: used > 0 ? minimum : null,
    proposedTarget: used > 0 ? minimum + used : null,
  };
}

export type LevelAt = StockLevel & { asOf: Date };

/**
 * Returns the levels at a past moment, by `stockKey`: the present ones without all later movements. Where
 * movements are summed by month, it is the end of the last month that had ended with the day, in UTC.
 */
export async function findLevelsAt(
  connection: Connection,
  stock: readonly (StockCode & StockLevel)[],
  { at, monthBegin, summedUntil }: PastMoment,
): Promise<Map<string, LevelAt>> {
  const isSummed = summedUntil !== undefined && at <= summedUntil;
  const asOf = isSummed ? monthBegin : at;
  const rows = await sumChangesSince(connection, stock, asOf, isSummed);
  const changed = new Map(rows.map((row) => [stockKey(row), row]));
  return new Map(
    stock.map((one) => {
      const { onHand = 0, reserved = 0 } = changed.get(stockKey(one)) ?? {};
      return [stockKey(one), { onHand: one.onHand - onHand, reserved: one.reserved - reserved, asOf }];
    }),
  );
}
