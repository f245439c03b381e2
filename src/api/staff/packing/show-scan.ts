import type { OrderKey } from '../../../orders/rows/order-row-store.ts';
import type { PackingAnswer, ParcelView } from '../../../packing/packing-answers.ts';
import type { PackedItem } from '../../../packing/parcel-rules.ts';
import { readParcel, readParcelDetails } from '../../../packing/show-parcel.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { parcelNotFound } from '../../../platform/errors/errors.ts';
import { describePiece, NOTES_MAX, readFloorFacts } from '../../../production/describe-piece.ts';
import { type ItemFacts, listItemFacts, type OrderFacts } from '../../../production/piece-facts-store.ts';
import type { ScannedOrder } from '../../../production/piece-scan-rules.ts';
import type { Piece } from '../../../production/piece-store.ts';
import type { Station } from '../../../production/save-piece-scan.ts';
import { withoutNulls } from '../fields/staff-requests.ts';
import { type PictureContext, type PieceContext, showDescribed, showPiece } from '../production/piece-schemas.ts';

/**
 * Returns the answer of a scan with the data that the station displays. A repeated scan gets current data. An
 * address is included only while its parcel is open at this station.
 */
export async function showScan(context: PieceContext, answer: PackingAnswer, at: Station) {
  const { piece, order, parcel, done, unfinished, ...rest } = answer;
  const { pool, printFileName } = context;
  const isOfOrder = piece?.clientId === order?.clientId && piece?.orderId === order?.orderId;
  const read = (key: OrderKey, of: Piece | undefined) => withRetry(() => readFloorFacts(pool, key, of, NOTES_MAX));
  const facts = order && (await read(order, isOfOrder ? piece : undefined));
  const described = piece && describePiece(piece, isOfOrder ? facts : await read(piece, piece));
  return {
    ...rest,
    ...(described && { piece: showDescribed(piece, described, printFileName) }),
    ...(order && { order: showOrder(order, facts) }),
    ...(done && {
      done: {
        ...done,
        piece: showPiece(done.piece),
        ...(done.successor && { successor: showPiece(done.successor) }),
      },
    }),
    ...(unfinished && { unfinished: { ...unfinished, piece: showPiece(unfinished.piece) } }),
    ...(parcel && { parcel: order ? await showOpenParcel(context, order, parcel, at) : parcel }),
  };
}

function showOrder(order: ScannedOrder, facts: OrderFacts | undefined) {
  return {
    ...order,
    ...(facts && { clientName: facts.clientName, pieces: facts.pieces }),
    ...(facts && facts.bin !== null && { bin: facts.bin }),
    ...(facts?.isRush && { isRush: true }),
    notes: (facts?.notes ?? []).map(({ text, created, author, manufacturerCode }) =>
      withoutNulls({ text, created: created.toISOString(), author, manufacturerCode }),
    ),
  };
}

/** Shows the parcel as it was scanned. If the station has lost it since, shows its present state. */
async function showOpenParcel(context: PieceContext, order: ScannedOrder, parcel: ParcelView, at: Station) {
  const { code, items } = parcel;
  const details = await readParcelDetails(context.pool, code, items, parcel.state === 'OPEN' ? at : undefined);
  if (!details?.lost) return { ...parcel, ...details, items: await showItems(context, order, code, items) };
  const { station: _, opened, packed, closed, clientId, orderId, ...now } = await showParcel(context, code);
  return { ...now, lost: details.lost };
}

/** Returns a parcel with its items and papers, without its address. Throws `parcel_not_found`. */
export async function showParcel(context: PictureContext, code: string) {
  const { pool } = context;
  const found = await readParcel(pool, code);
  const details = found && (await readParcelDetails(pool, code, found.items));
  if (!found || !details) throw parcelNotFound();
  const { clientId, orderId, parcel: number, state, station, opened, packed, closed } = found.parcel;
  const { problem, problemDetails, problemSentences, trackingNumber } = found.parcel;
  return {
    ...withoutNulls({ code, clientId, orderId, number, state, station, opened, packed, closed }),
    items: await showItems(context, found.parcel, code, found.items),
    ...details,
    ...(problem !== null && { problem, details: problemDetails ?? [] }),
    ...(problemSentences !== null && { detailSentences: JSON.parse(problemSentences) }),
    ...(trackingNumber !== null && { trackingNumber }),
  };
}

/** Adds titles and pictures to the items of a parcel. */
async function showItems(
  { pool, config }: PictureContext,
  order: OrderKey,
  parcel: string,
  items: readonly PackedItem[],
) {
  const facts = await withRetry(() => listItemFacts(pool, order));
  return items.map((item) => showItem(parcel, item, facts.get(item.itemId), config.IMAGE_BASE_URL));
}

function showItem(parcel: string, item: PackedItem, facts: ItemFacts | undefined, imagesUrl: string) {
  const { title, color, size, sha256, pictureUrl } = facts ?? {};
  const picture = pictureUrl ? URL.parse(pictureUrl, imagesUrl)?.href : undefined;
  const thumbnail = sha256 ? `/operator/v1/parcels/${parcel}/pictures/${sha256}/small` : picture;
  return {
    ...item,
    ...(title && { title }),
    ...(color && { color }),
    ...(size && { size }),
    ...(thumbnail !== undefined && { thumbnail }),
  };
}
