import type { Doing } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { AT_PLACE_MAX, changePlaced, lockPlaces } from './change-places.ts';
import {
  type CountLine,
  findCount,
  insertCount,
  insertCountLines,
  listCountLines,
  listOldestCounted,
  lockCount,
  markCounted,
  replacePending,
  type StockCount,
  saveCountLine,
  sumInWork,
  updateCountEnded,
} from './count-store.ts';
import { placeKeyOf, tidyPlace } from './place-rules.ts';
import { listAtPlace, listPlaces } from './place-store.ts';
import { type StockCode, stockKey } from './stock-rules.ts';

interface NewCount {
  countId: string;
  title: string;
  isBlind: boolean;
  isConfirmed: boolean;
  places: readonly string[];
  variants: readonly StockCode[];
  /** Variants that were counted longest ago. */
  oldest: number;
}

/** Begins a count of places, of variants, or of the variants that were counted longest ago. */
export async function beginCount(connection: Connection, given: NewCount, doing: Doing): Promise<StockCount> {
  await insertCount(connection, given, doing);
  const at = [];
  for (const place of given.places) at.push(...(await listAtPlace(connection, placeKeyOf(place), AT_PLACE_MAX)));
  const oldest = given.oldest > 0 ? await listOldestCounted(connection, given.oldest) : [];
  const variants = [...given.variants, ...oldest];
  const places = variants.length > 0 ? await listPlaces(connection, variants) : [];
  const known = new Set(places.filter(({ quantity }) => quantity === null).map(stockKey));
  const unplaced = variants.filter((one) => !known.has(stockKey(one))).map((one) => ({ ...one, ...NO_PLACE }));
  await insertCountLines(connection, given.countId, [...at, ...places, ...unplaced]);
  return (await findCount(connection, given.countId)) as StockCount;
}

const NO_PLACE = { place: '', placeKey: '' };
type CountedPieces = StockCode & { place?: string | undefined; counted: number };

/**
 * Records the counted pieces at a place. The difference to the level of this moment is booked, or waits for
 * another person; it stays right while work goes on.
 * Throws `count_not_found`, `count_ended`, `stock_not_found`.
 */
export async function recordCounted(
  connection: Connection,
  countId: string,
  { kind, code, place: named = '', counted }: CountedPieces,
  doing: Doing,
): Promise<CountLine> {
  const count = await requireOpenCount(connection, countId);
  const stock = { kind, code };
  const { levels, places } = await lockPlaces(connection, [stock]);
  const [level] = levels;
  if (!level) throw new ApiError('stock_not_found', `There is no variant with the code ${code}.`);
  const main = places.find(({ quantity }) => quantity === null);
  const place = tidyPlace(named) || (main?.place ?? '');
  const at = places.find(({ placeKey }) => placeKey === placeKeyOf(place));
  const reserves = places.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  // The place of a variant without one becomes its main place.
  const isMain = at ? at.quantity === null : main === undefined;
  const expected = isMain ? level.onHand - reserves - (await sumInWork(connection, stock)) : (at?.quantity ?? 0);
  const line: CountLine = {
    ...{ kind, code, place, placeKey: placeKeyOf(place), expected, counted },
    ...{ countedAt: doing.now, countedById: doing.by.id, countedByName: doing.by.name },
    state: count.isConfirmed && counted !== expected ? 'PENDING' : 'BOOKED',
  };
  await replacePending(connection, line);
  if (line.state === 'BOOKED') await bookDifference(connection, count, line, doing);
  await saveCountLine(connection, countId, line);
  return line;
}

async function bookDifference(connection: Connection, { title }: StockCount, line: CountLine, doing: Doing) {
  const { kind, code, place, expected, counted } = line;
  const onHandChange = (counted ?? 0) - (expected ?? 0);
  const note = `${expected} → ${counted}`;
  const change = { kind, code, onHandChange, reason: 'counted' as const, note, document: title };
  if (onHandChange !== 0) await changePlaced(connection, [{ ...change, place: place || undefined }], doing);
  await markCounted(connection, line, doing.now);
}

/**
 * Books or rejects a difference that another person counted. Throws `count_not_found`,
 * `count_line_not_found`, `not_permitted`, `not_enough_stock`.
 */
export async function confirmCounted(
  connection: Connection,
  countId: string,
  { kind, code, place = '', isRight }: StockCode & { place?: string | undefined; isRight: boolean },
  doing: Doing,
): Promise<CountLine> {
  const count = await lockCount(connection, countId);
  if (!count) throw countNotFound();
  // Locked before its lines, as a further count does.
  await lockPlaces(connection, [{ kind, code }]);
  const key = placeKeyOf(place);
  const lines = await listCountLines(connection, countId);
  const line = lines.find((one) => one.kind === kind && one.code === code && one.placeKey === key);
  if (!line) throw new ApiError('count_line_not_found', 'The count has no such variant at this place.');
  if (line.state !== 'PENDING') return line;
  if (line.countedById === doing.by.id) throw new ApiError('not_permitted', 'Another person must confirm your count.');
  const decided: CountLine = { ...line, state: isRight ? 'BOOKED' : 'REJECTED' };
  if (isRight) await bookDifference(connection, count, line, doing);
  await saveCountLine(connection, countId, decided);
  return decided;
}

/** Ends a count. Lines that nobody counted stay as they are. */
export async function endCount(connection: Connection, countId: string, { now }: Doing): Promise<StockCount> {
  if (!(await lockCount(connection, countId))) throw countNotFound();
  await updateCountEnded(connection, countId, now);
  return (await findCount(connection, countId)) as StockCount;
}

async function requireOpenCount(connection: Connection, countId: string): Promise<StockCount> {
  const count = await lockCount(connection, countId);
  if (!count) throw countNotFound();
  if (count.ended) throw new ApiError('count_ended', 'The count has ended. Begin another one.');
  return count;
}

export function countNotFound(): ApiError {
  return new ApiError('count_not_found', 'There is no count with this countId.');
}
