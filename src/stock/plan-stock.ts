import { type Deed, type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { invalidRequest, type Violation } from '../platform/errors/errors.ts';
import { changeMainPlaces } from './change-places.ts';
import { tidyPlace } from './place-rules.ts';
import { updateTargets } from './purchase-store.ts';
import { findClientIds, findStockByCodes, findWaited, type PlacedItem } from './stock-list-store.ts';
import { type StockCode, stockKey } from './stock-rules.ts';
import { lockStock, updateMinimums, updateOwners } from './stock-store.ts';

/** Values that people set for a variant. Null removes one. */
export interface StockPlan {
  place: string | null;
  minimum: number | null;
  target: number | null;
  /** The client that owns the pieces. Null: the center. */
  ownerId: string | null;
}
const PLAN_FIELDS = ['place', 'minimum', 'target', 'ownerId'] as const satisfies readonly (keyof StockPlan)[];

/** The given values of a variant. Absent ones stay as they are. */
export type PlanChange = StockCode & { [Field in keyof StockPlan]?: StockPlan[Field] | undefined };

export interface PlanDifference extends StockCode {
  name: string;
  /** The values that change. */
  before: Partial<StockPlan>;
  after: Partial<StockPlan>;
}

interface Planning extends Doing {
  /** Names a row, and a field of it, in a violation. */
  at: (index: number, field: keyof StockPlan | 'code') => string;
  /** Changes nothing. */
  isPreview?: boolean;
}

/**
 * Sets places, minimums, targets and owners of variants, all or none. Returns what changes. The owner of
 * pieces that orders have reserved, or wait for, cannot change. Throws `invalid_request`.
 */
export async function planStock(
  connection: Connection,
  changes: readonly PlanChange[],
  { at, isPreview = false, ...doing }: Planning,
): Promise<PlanDifference[]> {
  if (!isPreview) await lockStock(connection, changes);
  const known = new Map((await findStockByCodes(connection, changes)).map((one) => [stockKey(one), one]));
  const differences = changes.flatMap((change) => {
    const item = known.get(stockKey(change));
    return item ? (differenceOf(item, change) ?? []) : [];
  });
  const owned = differences.filter(({ after }) => 'ownerId' in after);
  const clients = await findClientIds(connection, [...new Set(owned.flatMap(({ after }) => after.ownerId ?? []))]);
  const waited = new Set((await findWaited(connection, owned)).map(stockKey));
  const changing = new Set(owned.map(stockKey));
  const faults = changes.flatMap((change, index): Violation[] => {
    const item = known.get(stockKey(change));
    const fault = (field: keyof StockPlan | 'code', code: string, message: string) => [
      { pointer: at(index, field), code, message },
    ];
    if (!item) return fault('code', 'unknown_variant', `There is no variant with the code ${change.code}.`);
    const minimum = change.minimum === undefined ? item.minimum : change.minimum;
    const target = change.target === undefined ? item.target : change.target;
    if (minimum !== null && target !== null && target < minimum)
      return fault('target', 'too_small', `The target of ${change.code} must not be below its minimum.`);
    if (!changing.has(stockKey(change))) return [];
    if (typeof change.ownerId === 'string' && !clients.has(change.ownerId))
      return fault('ownerId', 'unknown_client', 'No client has this clientId.');
    if (item.reserved > 0 || waited.has(stockKey(change)))
      return fault(
        'ownerId',
        'in_use',
        `Orders have reserved ${change.code}, or wait for it. Its owner cannot change.`,
      );
    return [];
  });
  if (faults.length > 0) throw invalidRequest(faults);
  if (!isPreview && differences.length > 0) await saveDifferences(connection, differences, doing);
  return differences;
}

function differenceOf(item: PlacedItem, change: PlanChange): PlanDifference | undefined {
  const { kind, code, name } = item;
  const given = { ...change, ...(typeof change.place === 'string' && { place: tidyPlace(change.place) }) };
  const changed = PLAN_FIELDS.filter((field) => given[field] !== undefined && given[field] !== item[field]);
  if (changed.length === 0) return undefined;
  const pick = (from: object) => Object.fromEntries(changed.map((field) => [field, from[field as never] ?? null]));
  return { kind, code, name, before: pick(item), after: pick(given) };
}

async function saveDifferences(
  connection: Connection,
  differences: readonly PlanDifference[],
  doing: Doing,
): Promise<void> {
  const having = (field: keyof StockPlan) => differences.filter(({ after }) => field in after);
  const mains = having('place').map(({ kind, code, after }) => ({ kind, code, place: after.place ?? null }));
  if (mains.length > 0) await changeMainPlaces(connection, mains, doing);
  await updateMinimums(connection, rowsOf(having('minimum'), 'minimum'));
  await updateOwners(connection, rowsOf(having('ownerId'), 'ownerId'));
  await updateTargets(connection, rowsOf(having('target'), 'target'));
  await recordAudit(connection, doing.by, doing.now, deedOf(differences));
}

function deedOf(differences: readonly PlanDifference[]): Deed {
  const [first] = differences;
  if (!first || differences.length > 1)
    return { action: 'stock.many_planned', subject: ['stock'], detail: { variants: differences.length } };
  const subject = ['stock', `${first.kind}/${first.code}`] as const;
  const { minimum, ...others } = first.after;
  if (minimum === undefined || Object.keys(others).length > 0)
    return { action: 'stock.planned', subject, detail: { ...first.after } };
  return minimum === null
    ? { action: 'stock.minimum_removed', subject, detail: {} }
    : { action: 'stock.minimum_set', subject, detail: { minimum } };
}

function rowsOf<Field extends keyof StockPlan>(differences: readonly PlanDifference[], field: Field) {
  return differences.map(({ kind, code, after }) => ({ kind, code, value: after[field] ?? null }));
}
