import { randomUUIDv7 } from 'node:crypto';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import {
  decideMainPlaces,
  decideMove,
  decidePlaced,
  decideRename,
  type MainPlace,
  type Move,
  type PlaceDecision,
  type PlacedChange,
  type PlaceState,
  placeKeyOf,
} from './place-rules.ts';
import { listAtPlace, listPlaces, savePlaces } from './place-store.ts';
import { insertPlacedMovements } from './stock-ledger-store.ts';
import { distinctCodes, type StockCode, sumByCode } from './stock-rules.ts';
import { lockStock, updateLevels } from './stock-store.ts';
import { wakeWaits } from './stock-waits-store.ts';

/** Locks the variants, and reads their places. A place is changed only under the lock of its variant. */
export async function lockPlaces(connection: Connection, codes: readonly StockCode[]): Promise<PlaceState> {
  const distinct = distinctCodes(codes);
  const levels = await lockStock(connection, distinct);
  return { levels, places: await listPlaces(connection, distinct) };
}

/** Saves a decision: the levels, the places and the ledger. Wakes orders that wait for new pieces. */
async function savePlaceDecision(
  connection: Connection,
  { movements, ...places }: PlaceDecision,
  { by: actor, now: occurred }: Doing,
): Promise<void> {
  if (movements.length === 0) return;
  const changes = sumByCode(movements.map(({ kind, code, onHandChange: quantity }) => ({ kind, code, quantity })));
  const levels = changes
    .filter(({ quantity }) => quantity !== 0)
    .map(({ kind, code, quantity: onHandChange }) => ({ kind, code, onHandChange, reservedChange: 0 }));
  for (const [kind, some] of Map.groupBy(levels, (one) => one.kind)) await updateLevels(connection, kind, some);
  await savePlaces(connection, places);
  await insertPlacedMovements(
    connection,
    movements.map((one) => ({ ...one, occurred, actor })),
  );
  const more = levels.filter(({ onHandChange }) => onHandChange > 0);
  if (more.length > 0) await wakeWaits(connection, more, randomUUIDv7());
}

/** Changes the pieces on hand at places. Throws `stock_not_found`, `not_enough_stock`, `too_much_stock`. */
export async function changePlaced(
  connection: Connection,
  changes: readonly PlacedChange[],
  doing: Doing,
): Promise<void> {
  const state = await lockPlaces(connection, changes);
  await savePlaceDecision(connection, decidePlaced(state, changes), doing);
}

/** Takes spoiled pieces off a place, but none that orders have reserved. Throws `not_enough_stock`. */
export async function scrapPlaced(
  connection: Connection,
  { quantity, ...stock }: StockCode & { place?: string | undefined; quantity: number; note: string },
  doing: Doing,
): Promise<void> {
  const state = await lockPlaces(connection, [stock]);
  const [level] = state.levels;
  const free = level ? Math.max(0, level.onHand - level.reserved) : 0;
  if (level && quantity > free) {
    throw new ApiError('not_enough_stock', `Orders have reserved the rest. At most ${free} can be scrapped.`);
  }
  const scrapped = { ...stock, onHandChange: -quantity, reason: 'scrapped' as const };
  await savePlaceDecision(connection, decidePlaced(state, [scrapped]), doing);
}

/** Sets the main places of variants. Throws `stock_not_found`. */
export async function changeMainPlaces(
  connection: Connection,
  mains: readonly MainPlace[],
  doing: Doing,
): Promise<void> {
  const state = await lockPlaces(connection, mains);
  await savePlaceDecision(connection, decideMainPlaces(state, mains), doing);
}

/** Moves pieces of a variant between two of its places. Throws `stock_not_found`, `not_enough_stock`. */
export async function moveStock(connection: Connection, move: Move, doing: Doing): Promise<void> {
  const state = await lockPlaces(connection, [move]);
  await savePlaceDecision(connection, decideMove(state, move), doing);
}

/** Variants at one place. */
export const AT_PLACE_MAX = 5_000;

/** Gives a place another name, for all variants there. Returns how many variants have it. */
export async function renamePlace(connection: Connection, from: string, to: string, doing: Doing): Promise<number> {
  const at = await listAtPlace(connection, placeKeyOf(from), AT_PLACE_MAX);
  if (at.length === 0) return 0;
  // Read again under the locks: goods may have moved meanwhile.
  const decision = decideRename(await lockPlaces(connection, at), from, to);
  await savePlaceDecision(connection, decision, doing);
  await recordAudit(connection, doing.by, doing.now, {
    action: 'stock.place_renamed',
    subject: ['stock', from],
    detail: { place: to, variants: at.length },
  });
  return at.length;
}
