import { isRounded, roundedMessage, wholeNumber } from '../platform/formats/read-csv.ts';
import { readSheet, type SheetRow } from '../platform/formats/read-sheet.ts';
import { csvRow, writeCsv } from '../platform/formats/write-csv.ts';
import type { OpenedPurchase } from './buy-stock.ts';
import { PLACE_LENGTH_MAX } from './place-rules.ts';
import type { PlanChange } from './plan-stock.ts';
import { ON_HAND_MAX } from './stock-change-rules.ts';
import type { LevelAt, ListedStock } from './stock-figures.ts';
import type { StockKind } from './stock-rules.ts';

const COLUMNS = [
  ...['kind', 'code', 'name', 'color', 'size', 'owner', 'place', 'onHand', 'reserved', 'available', 'waiting'],
  ...['minimum', 'target', 'used', 'coverDays', 'cost', 'value', 'proposedMinimum', 'proposedTarget', 'asOf'],
] as const;
export const PLAN_ROWS_MAX = 50_000;
const KINDS: readonly string[] = ['ARTICLE', 'PRODUCT'] satisfies StockKind[];

export const stockHead = () => csvRow([...COLUMNS]);

/**
 * Writes a row of the list. With the level of a past day, what only holds today is empty. The moment of the
 * levels is empty if they are the present ones.
 */
export function stockRow(one: ListedStock, past?: LevelAt): string {
  const { onHand, reserved } = past ?? one;
  const today = (value: number | null) => (past || value === null ? undefined : value);
  const digits = (value: number | null, count: number) => (value === null ? null : Number(value.toFixed(count)));
  return csvRow([
    ...[one.kind, one.code, one.name, one.color, one.size, one.ownerId ?? '', one.place ?? ''],
    ...[onHand, reserved, Math.max(0, onHand - reserved), today(one.waiting)],
    ...[today(one.minimum), today(one.target), today(one.used), today(digits(one.coverDays, 1))],
    ...[today(one.cost), today(digits(one.value, 2)), today(one.proposedMinimum), today(one.proposedTarget)],
    past?.asOf.toISOString(),
  ]);
}

/** A row of a file, which may leave the kind of its variant to the catalogue. */
type PlanRow = Omit<PlanChange, 'kind'> & { kind: StockKind | undefined };

/**
 * Reads places, minimums, targets and owners from the file of the list. Absent columns stay as they are, and
 * an empty cell removes a value. Throws `invalid_request`.
 */
export async function readPlans(bytes: Buffer, mediaType?: string): Promise<{ rows: PlanRow[]; lines: number[] }> {
  const form = { columns: COLUMNS, required: 'code', rowsMax: PLAN_ROWS_MAX, mediaType };
  const seen = new Set<string>();
  return readSheet(bytes, form, (row) => {
    const plan = planOf(row);
    const key = `${plan.kind} ${plan.code}`;
    if (seen.has(key)) row.fault('code', 'duplicate', 'Each variant can be listed once.');
    seen.add(key);
    return plan;
  });
}

/** Reads the variant of a row. */
function keyOf({ cell, fault }: SheetRow): { kind: StockKind | undefined; code: string } {
  const kind = cell('kind').toUpperCase() || undefined;
  if (kind !== undefined && !KINDS.includes(kind)) fault('kind', 'invalid', `"kind" is ${KINDS.join(' or ')}.`, KINDS);
  const code = cell('code');
  if (code === '') fault('code', 'required', '"code" is required.');
  if (isRounded(code)) fault('code', 'invalid', roundedMessage('code'));
  return { kind: kind as StockKind | undefined, code };
}

function planOf(row: SheetRow): PlanRow {
  const { cell, has, fault } = row;
  const pieces = (name: string) => {
    if (!has(name)) return undefined;
    if (cell(name) === '') return null;
    const value = wholeNumber(cell(name));
    const isRight = value !== undefined && value >= 1 && value <= ON_HAND_MAX;
    return isRight ? value : fault(name, 'invalid', `"${name}" must be a whole number from 1 to ${ON_HAND_MAX}.`);
  };
  const place = has('place') ? cell('place') || null : undefined;
  if (place && place.length > PLACE_LENGTH_MAX)
    fault('place', 'too_long', `"place" has at most ${PLACE_LENGTH_MAX} characters.`);
  return {
    ...{ ...keyOf(row), place },
    ...{ minimum: pieces('minimum'), target: pieces('target') },
    ownerId: has('owner') ? cell('owner') || null : undefined,
  };
}

const PURCHASE_COLUMNS = ['supplierCode', 'code', 'name', 'color', 'size', 'quantity', 'price', 'currency'] as const;

/** A line of a delivery note, which may leave the kind of its variant to the catalogue. */
type NoteRow = { kind: StockKind | undefined; code: string; expected: number };

/** Reads a delivery note with the columns of a purchase order. Throws `invalid_request`. */
export async function readNote(
  bytes: Buffer,
  rowsMax: number,
  mediaType?: string,
): Promise<{ rows: NoteRow[]; lines: number[] }> {
  const form = { columns: ['kind', ...PURCHASE_COLUMNS], required: 'quantity', rowsMax, mediaType };
  const seen = new Set<string>();
  return readSheet(bytes, form, (row) => {
    const { kind, code } = keyOf(row);
    if (seen.has(code)) row.fault('code', 'duplicate', 'Each variant can be listed once.');
    seen.add(code);
    const expected = wholeNumber(row.cell('quantity')) ?? 0;
    if (expected < 1 || expected > ON_HAND_MAX)
      row.fault('quantity', 'invalid', `"quantity" must be a whole number from 1 to ${ON_HAND_MAX}.`);
    return { kind, code, expected };
  });
}

/** Writes the lines of a purchase order. */
export function purchaseCsv({ lines, currency }: Pick<OpenedPurchase, 'lines' | 'currency'>): string {
  return writeCsv([
    [...PURCHASE_COLUMNS],
    ...lines.map(({ supplierCode, code, name, color, size, ordered, price }) => [
      ...[supplierCode ?? '', code, name, color, size, ordered, price ?? '', price === null ? '' : (currency ?? '')],
    ]),
  ]);
}
