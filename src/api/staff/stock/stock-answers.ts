import { withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest } from '../../../platform/errors/errors.ts';
import { gtinForms } from '../../../platform/formats/gtin.ts';
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
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  return {
    at: dayAfter(found, TIME_ZONE),
    monthBegin: new Date(Date.UTC(next.year, next.month - 1)),
    summedUntil: kept === undefined ? undefined : new Date(kept),
  };
}

const KINDS_OF_ROWS = ['ARTICLE', 'PRODUCT'] as const;
type Coded = { kind: StockKind | undefined; code: string };

/**
 * Finds the kinds that rows of a file leave out, and the stored form of a GTIN that a row writes in another
 * form. An unknown code counts as the code of an article, and so does a form of a code that another row has.
 */
export async function findRowVariants<Row extends Coded>(
  pool: StaffContext['pool'],
  rows: readonly Row[],
): Promise<(Row & { kind: StockKind })[]> {
  const find = async (given: readonly Coded[]) => {
    const wanted = given.flatMap(({ kind, code }) =>
      (kind ? [kind] : KINDS_OF_ROWS).map((one) => ({ kind: one, code })),
    );
    const found = wanted.length > 0 ? await withRetry(() => findStockByCodes(pool, wanted)) : [];
    return new Map(found.map((one) => [one.code, one.kind]));
  };
  const kinds = await find(rows.filter(({ kind }) => kind !== 'ARTICLE'));
  const missing = rows.filter(({ kind, code }) => kind !== 'ARTICLE' && !kinds.has(code));
  const forms = missing.flatMap(({ code }) => gtinForms(code).slice(1));
  const stored = await find(forms.map((code) => ({ kind: 'PRODUCT', code })));
  const taken = new Set(rows.map(({ code }) => code));
  return rows.map((row) => {
    const code = kinds.has(row.code) ? row.code : gtinForms(row.code).find((one) => stored.has(one));
    if (code !== undefined && code !== row.code && !taken.has(code)) {
      taken.add(code);
      return { ...row, kind: 'PRODUCT', code };
    }
    return { ...row, kind: row.kind ?? kinds.get(row.code) ?? 'ARTICLE' };
  });
}
