import type { OrderKey } from '../orders/document/order-store.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { type ScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import { findBin, freeBin } from '../production/bin-store.ts';
import type { Command } from '../production/command-codes.ts';
import { findPieceByCode, type Piece } from '../production/piece-store.ts';
import { findProductionOrderByCode, findProductionOrders } from '../production/production-order-store.ts';
import { orderRefusalOf, type Refusal, refuse } from '../production/scan-rules.ts';
import type { AtStation } from '../production/work-on-piece.ts';
import { reprintPapers } from './change-parcel.ts';
import {
  lockPackingOrder,
  lockParcel,
  type OpenParcel,
  openParcel,
  type PackingOrder,
  type ParcelWithItems,
  packPiece,
  packProduct,
  parcelViewOf,
  printPapers,
  readItems,
  shipParcel,
  stationRefusalOf,
  takeOverParcel,
  unpackPiece,
} from './pack-parcel.ts';
import { isFull } from './parcel-rules.ts';
import { findLastOfStation, findParcelByCode, isProduct, type Parcel } from './parcel-store.ts';
import type { ParcelView, ScanAnswer, ScanContext, ScannedOrder } from './scan-answers.ts';

const EAN13 = /^\d{13}$/;
/** Tracking numbers: 4 to 128 printable ASCII characters, with no space at either end. */
const TRACKING = /^[\x21-\x7E][\x20-\x7E]{2,126}[\x21-\x7E]$/;

interface PackingScan {
  /** The text from the scanner. */
  text: string;
  /** The text, if it is one of Platen's codes. */
  scanned: ScanCode | undefined;
  command: Command | undefined;
  context: ScanContext;
  /** Number for a new parcel, if this scan opens one. */
  number: number;
}

/** `printing` is the code of the parcel for which this scan requested papers. */
export interface PackingAnswer {
  answer: ScanAnswer;
  printing?: string | undefined;
}

/** The result of a scan, before papers are requested. */
interface Outcome extends Omit<ScanAnswer, 'next' | 'parcel' | 'asks'> {
  parcel?: ParcelWithItems;
  /** The parcel stays open at this station. */
  isHere: boolean;
  /** The parcel was closed, and is shown like this. */
  closed?: ParcelView;
  /** Papers were requested before the parcel was closed. */
  hasNewPapers?: boolean;
}

/**
 * Answers a scan at a packing station. A piece, an order or its bin opens the parcel of that order. Then each
 * piece, and the EAN-13 of each product, is packed. A full parcel gets its papers, and the next scan is its
 * tracking number, which ships it.
 */
export async function answerPacking(at: AtStation, scan: PackingScan): Promise<PackingAnswer> {
  const reprint = await answerReprint(at, scan);
  if (reprint) return reprint;
  const { context } = scan;
  const open = context.parcel === undefined ? undefined : await lockParcel(at, context.parcel);
  const outcome =
    open?.parcel.state === 'OPEN'
      ? { ...(await scanIntoParcel(at, scan, open)), order: scannedOrder(open) }
      : await scanWithoutParcel(at, scan, open?.parcel);
  return finishScan(at, outcome);
}

/** Requests the papers of a parcel that is full and stays here, and completes the answer. */
async function finishScan(at: AtStation, outcome: Outcome): Promise<PackingAnswer> {
  const { parcel, isHere, closed: closedBefore, hasNewPapers, ...rest } = outcome;
  const isComplete = parcel !== undefined && !closedBefore && isFull(parcel.items);
  const printed = isComplete && isHere ? await printPapers(at, parcel) : undefined;
  const closed = closedBefore ?? printed?.closed;
  const next: ScanContext = { work: 'PACK' };
  if (parcel && isHere && !closed) {
    next.parcel = parcel.parcel.code;
    if (rest.done) next.last = rest.done.piece.code;
  }
  if (rest.refusal?.kind === 'IN_USE' && rest.order) next.order = rest.order.code;
  const shown = closed ?? (parcel && parcelViewOf(parcel));
  return {
    answer: {
      ...rest,
      ...(shown && { parcel: shown }),
      ...(isComplete && !closed && { asks: 'TRACKING' as const }),
      next,
    },
    printing: hasNewPapers || printed?.hasNew ? parcel?.parcel.code : undefined,
  };
}

async function scanIntoParcel(at: AtStation, scan: PackingScan, open: OpenParcel): Promise<Outcome> {
  const { scanned, text } = scan;
  const parcel = await readItems(at, open);
  const refusal = orderRefusalOf(open.order) ?? stationRefusalOf(at, open.parcel);
  // The station is free for other orders. A scan of this order opens its parcel again.
  if (refusal) return { meaning: 'UNKNOWN', parcel, refusal, isHere: false };
  const unknown = (refusal: Refusal): Outcome => ({ meaning: 'UNKNOWN', parcel, refusal, isHere: true });
  if (scanned?.kind === 'piece') {
    const piece = await findPieceByCode(at.connection, scanCodeOf('piece', scanned.number));
    if (!piece) return unknown(refuse('UNKNOWN', 'piece_unknown'));
    return { meaning: 'PIECE', piece, ...(await packPiece(at, parcel, piece)), isHere: true };
  }
  if (scanned?.kind === 'command') return doPackingCommand(at, scan, parcel);
  if (scanned) return unknown(refuse('FOREIGN', 'close_parcel_first', { orderId: open.order.orderId }));
  const isComplete = isFull(parcel.items);
  if (EAN13.test(text) && (!isComplete || (await isProduct(at.connection, text))))
    return { meaning: 'PRODUCT', ...(await packProduct(at, parcel, text)), isHere: true };
  if (!isComplete) return unknown(refuse('UNKNOWN', 'code_or_product_unknown'));
  if (!TRACKING.test(text)) return unknown(refuse('MISREAD', 'tracking_misread'));
  return { meaning: 'TRACKING', ...(await shipParcel(at, parcel, text)), isHere: true };
}

async function doPackingCommand(
  at: AtStation,
  { command, context }: PackingScan,
  parcel: ParcelWithItems,
): Promise<Outcome> {
  const said = { meaning: 'COMMAND' as const, ...(command && { command: command.command }), isHere: true };
  const refused = (refusal: Refusal): Outcome => ({ ...said, parcel, refusal });
  switch (command?.command) {
    case 'NEXT_PARCEL': {
      const hasItems = parcel.items.some(({ packed }) => packed > 0);
      const printed = hasItems ? await printPapers(at, parcel) : undefined;
      const hasNewPapers = printed?.hasNew === true;
      if (printed?.closed) return { ...said, parcel, closed: printed.closed, hasNewPapers };
      return { ...said, ...(await shipParcel(at, parcel, null)), hasNewPapers };
    }
    case 'NO_TRACKING':
      if (!isFull(parcel.items)) return refused(refuse('NOT_COMPLETE', 'parcel_not_complete'));
      return { ...said, ...(await shipParcel(at, parcel, null)) };
    case 'UNDO': {
      const piece = context.last === undefined ? undefined : await findPieceByCode(at.connection, context.last);
      if (!piece) return refused(refuse('NOTHING_IN_HAND', 'nothing_packed'));
      return { ...said, ...(await unpackPiece(at, parcel, piece)) };
    }
    default:
      return refused(refuse('UNKNOWN', 'command_not_of_packing'));
  }
}

/**
 * Answers a scan while no parcel is open here: the code names the order to pack. `closed` is the parcel of
 * the last scan.
 */
async function scanWithoutParcel(
  at: AtStation,
  { scanned, command, context, number }: PackingScan,
  closed: Parcel | undefined,
): Promise<Outcome> {
  if (command?.command === 'HAND_OVER_TO_ME' && context.order !== undefined) {
    const key = await findProductionOrderByCode(at.connection, context.order);
    const order = key && (await lockPackingOrder(at, key));
    const open = order && (await takeOverParcel(at, order));
    if (open)
      return {
        meaning: 'COMMAND',
        command: 'HAND_OVER_TO_ME',
        order: scannedOrder(open),
        parcel: await readItems(at, open),
        isHere: true,
      };
  }
  const scanOrder = labelRefusalOf(closed) ?? refuse('NO_PARCEL', 'scan_order_first');
  if (scanned?.kind === 'command') {
    const said = command && { command: command.command };
    return { meaning: 'COMMAND', ...said, refusal: scanOrder, isHere: false };
  }
  const found = scanned && (await findOrderToPack(at, scanned));
  if (!found) {
    const refusal = scanned ? refuse('UNKNOWN', 'nothing_to_pack') : scanOrder;
    return { meaning: 'UNKNOWN', refusal, isHere: false };
  }
  const { meaning, key, piece } = found;
  const order = await lockPackingOrder(at, key);
  if (!order) return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', 'order_unknown'), isHere: false };
  const shown = scannedOrder(order);
  const opened = await openParcel(at, order, number, scanned);
  // The person empties the bin of a cancelled order, because the answer says that it was cancelled.
  if (meaning === 'BIN' && order.order.status === 'CANCELLED') await freeBin(at.connection, key);
  if ('refusal' in opened)
    return { meaning, ...(piece && { piece }), order: shown, refusal: opened.refusal, isHere: false };
  const parcel = await readItems(at, opened.parcel);
  if (!piece) return { meaning, order: shown, parcel, isHere: true };
  const locked = (await findPieceByCode(at.connection, piece.code)) ?? piece;
  return {
    meaning,
    piece: locked,
    order: shown,
    ...(await packPiece(at, parcel, locked)),
    isHere: true,
  };
}

function scannedOrder({ clientId, order, code }: PackingOrder): ScannedOrder {
  return { clientId, orderId: order.orderId, code };
}

/** Returns a refusal if the parcel of the last scan was closed meanwhile, without a label. */
function labelRefusalOf(parcel: Parcel | undefined): Refusal | undefined {
  if (parcel?.state !== 'PACKED') return undefined;
  const why = (parcel.problemDetails ?? []).join(' ');
  return refuse('NO_LABEL', 'parcel_without_label', { why });
}

async function findOrderToPack(
  { connection }: AtStation,
  { kind, number }: ScanCode,
): Promise<{ meaning: 'PIECE' | 'ORDER' | 'BIN' | 'PARCEL'; key: OrderKey; piece?: Piece } | undefined> {
  if (kind === 'piece') {
    const piece = await findPieceByCode(connection, scanCodeOf('piece', number));
    return piece && { meaning: 'PIECE', key: piece, piece };
  }
  if (kind === 'order') {
    const key = await findProductionOrderByCode(connection, scanCodeOf('order', number));
    return key && { meaning: 'ORDER', key };
  }
  if (kind === 'parcel') {
    const parcel = await findParcelByCode(connection, scanCodeOf('parcel', number));
    return parcel && { meaning: 'PARCEL', key: parcel };
  }
  if (kind !== 'bin') return undefined;
  const bin = await findBin(connection, number);
  return bin?.clientId != null && bin.orderId !== null
    ? { meaning: 'BIN', key: { clientId: bin.clientId, orderId: bin.orderId } }
    : undefined;
}

/**
 * Answers REPRINT_LABEL, which asks for a reason, and the code of a reason, which prints again. It is the
 * label of the open parcel, or of the last one that left this station. Returns undefined for other scans.
 */
async function answerReprint(at: AtStation, { command, context }: PackingScan): Promise<PackingAnswer | undefined> {
  const { parcel, last, reprint } = context;
  const rest: ScanContext = {
    work: 'PACK',
    ...(parcel !== undefined && { parcel }),
    ...(last !== undefined && { last }),
  };
  const meaning = 'COMMAND' as const;
  if (command?.command === 'REPRINT_LABEL') {
    const found = await findParcelToReprint(at, parcel);
    const said = { meaning, command: command.command };
    if (!found) return { answer: { ...said, refusal: refuse('NO_PARCEL', 'no_parcel_left'), next: rest } };
    return {
      answer: {
        ...said,
        asks: 'REASON',
        ...(await findScannedOrder(at, found)),
        parcel: emptyViewOf(found),
        next: { ...rest, reprint: found.code },
      },
    };
  }
  if (reprint === undefined || command?.command !== 'REJECT') return undefined;
  const { reason } = command;
  const refusal = await reprintLabel(at, reprint, reason);
  const open = parcel === undefined ? undefined : await lockParcel(at, parcel);
  const withItems = open?.parcel.state === 'OPEN' ? await readItems(at, open) : undefined;
  const found = await findParcelByCode(at.connection, reprint);
  const shown = withItems ? parcelViewOf(withItems) : found && emptyViewOf(found);
  const answer: ScanAnswer = {
    meaning,
    command: 'REPRINT_LABEL',
    reason,
    ...(found && (await findScannedOrder(at, found))),
    ...(shown && { parcel: shown }),
    ...(withItems && isFull(withItems.items) && { asks: 'TRACKING' as const }),
    ...(refusal && { refusal }),
    next: rest,
  };
  return { answer, printing: refusal ? undefined : reprint };
}

async function reprintLabel(at: AtStation, code: string, reason: string): Promise<Refusal | undefined> {
  try {
    await reprintPapers(at, code, { kinds: ['LABEL', 'CUSTOMS'], reason });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse('NO_LABEL', 'label_not_printed_again', { message: error.message });
  }
}

function findParcelToReprint(
  { connection, station }: AtStation,
  open: string | undefined,
): Promise<Parcel | undefined> {
  return open === undefined ? findLastOfStation(connection, station) : findParcelByCode(connection, open);
}

async function findScannedOrder(
  { connection }: AtStation,
  { clientId, orderId }: Parcel,
): Promise<Pick<ScanAnswer, 'order'>> {
  const [begun] = await findProductionOrders(connection, clientId, [orderId]);
  return begun ? { order: { clientId, orderId, code: begun.code } } : {};
}

function emptyViewOf({ code, parcel, state }: Parcel): ParcelView {
  return { code, number: parcel, state, items: [] };
}
