import { withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest } from '../../../platform/errors/errors.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { dayAfter, daysFromTo } from '../../../reports/report-rules.ts';
import type { PastMoment } from '../../../stock/stock-ledger-store.ts';
import { findStockByCodes } from '../../../stock/stock-list-store.ts';
import type { StockKind } from '../../../stock/stock-rules.ts';
import type { StaffContext } from '../fields/staff-requests.ts';

export type StockContext = StaffContext & {
  config: Pick<Config, 'IMAGE_BASE_URL' | 'TIME_ZONE' | 'STOCK_MOVEMENT_DAYS'>;
};

export const STOCK_PATH = '/operator/v1/stock';
const DAY_MS = 86_400_000;

export function pictureOf(picture: string | null, { IMAGE_BASE_URL }: Pick<Config, 'IMAGE_BASE_URL'>) {
  const pictureUrl = picture && URL.parse(picture, IMAGE_BASE_URL)?.href;
  return pictureUrl ? { pictureUrl } : {};
}

/** Returns the end of a past day. Throws `invalid_request`. */
export function pastMoment(
  day: string,
  { TIME_ZONE, STOCK_MOVEMENT_DAYS }: Pick<Config, 'TIME_ZONE' | 'STOCK_MOVEMENT_DAYS'>,
  now: Date,
): PastMoment {
  const days = daysFromTo({ from: day, to: day, daysDefault: 1 }, TIME_ZONE, 1);
  const [found] = typeof days === 'string' ? [] : days;
  if (!found || found.begins > now) {
    const message = '"day" must be a day that has begun, such as 2026-01-31.';
    throw invalidRequest([{ pointer: 'day', code: 'invalid', message }]);
  }
  const kept = STOCK_MOVEMENT_DAYS === undefined ? undefined : now.getTime() - (STOCK_MOVEMENT_DAYS - 1) * DAY_MS;
  return { at: dayAfter(found, TIME_ZONE), summedUntil: kept === undefined ? undefined : new Date(kept) };
}

type Coded = { kind: StockKind | undefined; code: string };

/** Finds the kinds that rows of a file leave out. An unknown code is taken for that of an article. */
export async function addKinds<Row extends Coded>(
  pool: StaffContext['pool'],
  rows: readonly Row[],
): Promise<(Row & { kind: StockKind })[]> {
  const both = rows.flatMap(({ kind, code }) =>
    kind ? [] : (['ARTICLE', 'PRODUCT'] as const).map((one) => ({ kind: one, code })),
  );
  const found = both.length > 0 ? await withRetry(() => findStockByCodes(pool, both)) : [];
  const kinds = new Map(found.map((one) => [one.code, one.kind]));
  return rows.map((row) => ({ ...row, kind: row.kind ?? kinds.get(row.code) ?? 'ARTICLE' }));
}
