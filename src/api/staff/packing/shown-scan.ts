import type { Pool } from 'pg';
import type { OrderKey } from '../../../orders/document/order-store.ts';
import { detailsOf } from '../../../packing/papers/show-parcel.ts';
import type { PackedItem } from '../../../packing/parcel-rules.ts';
import type { ScanAnswer, ScannedOrder, ShownParcel } from '../../../packing/scan/scan-answers.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { describePiece } from '../../../production/describe-piece.ts';
import {
  type FloorNote,
  findOrderFacts,
  type ItemFacts,
  listFloorNotes,
  listItemFacts,
  type OrderFacts,
} from '../../../production/piece-facts-store.ts';
import type { Piece } from '../../../production/piece-store.ts';
import type { Station } from '../../../production/scan/work-on-piece.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import { describedPiece, shownPiece } from '../production/piece-schemas.ts';

/** Notes that a station shows with one scan. */
const NOTES_MAX = 20;

export interface ShowingContext {
  pool: Pool;
  /** Hours after which an order should have left, from when it was made. */
  dueHours: number;
  /** Pattern of the names under which files are saved. */
  printFileName: string;
}

/**
 * An answer with all that the station shows: as it is now, also where the scan was answered before. Nothing personal but what a parcel needs that is open
 * at this station.
 */
export async function shownScan(context: ShowingContext, told: ScanAnswer, at: Station) {
  const { piece, order, parcel, done, ...rest } = told;
  const { pool } = context;
  const facts = order && (await withRetry(() => findOrderFacts(pool, order)));
  const isOfOrder = piece?.clientId === order?.clientId && piece?.orderId === order?.orderId;
  return {
    ...rest,
    ...(piece && { piece: await shownInHand(context, piece, isOfOrder ? facts : undefined) }),
    ...(order && { order: await shownOrder(pool, order, facts, isOfOrder ? piece : undefined) }),
    ...(done && {
      done: {
        ...done,
        piece: shownPiece(done.piece),
        ...(done.successor && { successor: shownPiece(done.successor) }),
      },
    }),
    ...(parcel && { parcel: order ? await shownParcel(pool, order, parcel, at) : parcel }),
  };
}

function shownInHand(
  { pool, dueHours, printFileName }: ShowingContext,
  piece: Piece,
  facts: OrderFacts | undefined,
) {
  return withRetry(async () =>
    describedPiece(piece, await describePiece(pool, piece, { dueHours, facts }), printFileName),
  );
}

async function shownOrder(
  pool: Pool,
  order: ScannedOrder,
  facts: OrderFacts | undefined,
  piece: Piece | undefined,
) {
  const skus = piece && [piece.sku, ...piece.steps.flatMap(({ sku }) => (sku === undefined ? [] : [sku]))];
  const notes = await withRetry(() => listFloorNotes(pool, order, skus, NOTES_MAX));
  return {
    ...order,
    ...(facts && { clientName: facts.clientName, pieces: facts.pieces }),
    ...(facts && facts.bin !== null && { bin: facts.bin }),
    notes: notes.map(shownNote),
  };
}

function shownNote({ text, created, author, manufacturerCode }: FloorNote) {
  return withoutNulls({ text, created: created.toISOString(), author, manufacturerCode });
}

async function shownParcel(pool: Pool, order: ScannedOrder, parcel: ShownParcel, at: Station) {
  const { code, items } = parcel;
  const details = await detailsOf(pool, code, items, at);
  return { ...parcel, ...details, items: await shownItems(pool, order, code, items) };
}

/** Returns the items of a parcel with their titles and pictures. */
export async function shownItems(pool: Pool, order: OrderKey, parcel: string, items: readonly PackedItem[]) {
  const facts = await withRetry(() => listItemFacts(pool, order));
  return items.map((item) => shownItem(parcel, item, facts.get(item.itemId)));
}

function shownItem(parcel: string, item: PackedItem, facts: ItemFacts | undefined) {
  const { title, color, size, sha256, pictureUrl } = facts ?? {};
  const thumbnail = sha256
    ? `/operator/v1/parcels/${parcel}/pictures/${sha256}/small`
    : (pictureUrl ?? undefined);
  return {
    ...item,
    ...(title && { title }),
    ...(color && { color }),
    ...(size && { size }),
    ...(thumbnail !== undefined && { thumbnail }),
  };
}
