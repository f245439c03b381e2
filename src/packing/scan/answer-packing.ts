import type { OrderKey } from '../../orders/document/order-store.ts';
import { type ScanCode, scanCodeOf } from '../../platform/text/scan-codes.ts';
import { findPieceByCode, type Piece } from '../../production/piece-store.ts';
import { findProductionOrderByCode } from '../../production/production-order-store.ts';
import { findBin, freeBin } from '../../production/scan/bin-store.ts';
import type { Command } from '../../production/scan/command-codes.ts';
import { orderRefusalOf, refuse } from '../../production/scan/scan-rules.ts';
import type { AtStation } from '../../production/scan/work-on-piece.ts';
import { findParcelByCode, isProduct } from '../parcel-store.ts';
import { answerReprint } from './answer-reprint.ts';
import {
  inUse,
  lockOrder,
  lockParcel,
  type OpenParcel,
  openParcel,
  type PackingOrder,
  packPiece,
  packProduct,
  printPapers,
  shipParcel,
  takeOver,
  told,
  unpackPiece,
} from './pack-parcel.ts';
import type { Refusal, ScanAnswer, ScanContext, ScannedOrder } from './scan-answers.ts';

const EAN13 = /^\d{13}$/;
/** What carriers print: letters, digits and what they put between them. */
const TRACKING = /^[\x21-\x7E][\x20-\x7E]{2,126}[\x21-\x7E]$/;

export interface AskedOfPacking {
  /** As it came from the scanner. */
  text: string;
  /** One of our codes. */
  scanned: ScanCode | undefined;
  command: Command | undefined;
  open: ScanContext;
  /** Of the parcel, if one is begun. */
  number: number;
}

/**
 * What a scan means where parcels are packed. A piece, the order's code or its bin opens the parcel of that order; then each piece is scanned into it, and the
 * EAN-13 of each product. When all is in, the next scan is the tracking number, and the parcel leaves.
 */
export async function answerPacking(at: AtStation, asked: AskedOfPacking): Promise<ScanAnswer> {
  const { open } = asked;
  const again = await answerReprint(at, asked);
  if (again) return again;
  const parcel = open.parcel === undefined ? undefined : await lockParcel(at, open.parcel);
  const told = parcel
    ? { ...(await intoParcel(at, asked, parcel)), order: orderOfParcel(parcel) }
    : await openFor(at, asked);
  const answer = await withPapers(at, told);
  const isOpen = answer.parcel?.state === 'OPEN' && answer.isHere;
  const { isHere: _, order, ...rest } = answer;
  const next: ScanContext = { work: 'PACK' };
  if (isOpen && rest.parcel) next.parcel = rest.parcel.code;
  if (isOpen && rest.done) next.last = rest.done.piece.code;
  if (rest.refusal?.kind === 'IN_USE' && order) next.order = order.code;
  return { ...rest, ...(order && { order }), next };
}

/** `isHere`: the parcel stays open at this station. */
type Told = Omit<ScanAnswer, 'next'> & { isHere: boolean };

/** With the last piece the papers are printed. */
async function withPapers(at: AtStation, answer: Told): Promise<Told> {
  if (!answer.asks || !answer.isHere || !answer.parcel) return answer;
  const open = await lockParcel(at, answer.parcel.code);
  if (!open) return answer;
  const { asks: _, ...rest } = answer;
  return { ...rest, ...(await printPapers(at, open)) };
}

async function intoParcel(at: AtStation, asked: AskedOfPacking, open: OpenParcel): Promise<Told> {
  const { scanned, command, text } = asked;
  // The station is free for other orders, and whoever scans this one again goes on with its parcel.
  const refusal = orderRefusalOf(open.order) ?? inUse(at, open.parcel);
  if (refusal) return { meaning: 'UNKNOWN', ...(await told(at, open)), refusal, isHere: false };
  if (scanned?.kind === 'piece') {
    const piece = await findPieceByCode(at.connection, scanCodeOf('piece', scanned.number));
    if (!piece) return stays(at, open, 'UNKNOWN', refuse('UNKNOWN', 'piece_unknown'));
    return { meaning: 'PIECE', piece, ...(await packPiece(at, open, piece)), isHere: true };
  }
  if (scanned?.kind === 'command') return commanded(at, asked, open, command);
  if (scanned) {
    const refusal = refuse('FOREIGN', 'close_parcel_first', { orderId: open.order.orderId });
    return stays(at, open, 'UNKNOWN', refusal);
  }
  const { asks } = await told(at, open);
  if (EAN13.test(text) && (!asks || (await isProduct(at.connection, text))))
    return { meaning: 'PRODUCT', ...(await packProduct(at, open, text)), isHere: true };
  if (!asks) return stays(at, open, 'UNKNOWN', refuse('UNKNOWN', 'code_or_product_unknown'));
  if (!TRACKING.test(text)) return stays(at, open, 'UNKNOWN', refuse('MISREAD', 'tracking_misread'));
  return { meaning: 'TRACKING', ...(await shipParcel(at, open, text)), isHere: true };
}

async function commanded(
  at: AtStation,
  asked: AskedOfPacking,
  open: OpenParcel,
  command: Command | undefined,
): Promise<Told> {
  const meaning = 'COMMAND' as const;
  const said = command && { command: command.command };
  const { asks } = await told(at, open);
  switch (command?.command) {
    case 'NEXT_PARCEL': {
      const printed = await printOfSome(at, open);
      if (printed) return { meaning, ...said, ...printed, isHere: true };
      return { meaning, ...said, ...(await shipParcel(at, open, null)), isHere: true };
    }
    case 'NO_TRACKING':
      if (asks) return { meaning, ...said, ...(await shipParcel(at, open, null)), isHere: true };
      return {
        ...(await stays(at, open, meaning, refuse('NOT_COMPLETE', 'parcel_not_complete'))),
        ...said,
      };
    case 'UNDO': {
      const piece =
        asked.open.last === undefined ? undefined : await findPieceByCode(at.connection, asked.open.last);
      if (piece) return { meaning, ...said, ...(await unpackPiece(at, open, piece)), isHere: true };
      const refusal = refuse('NOTHING_IN_HAND', 'nothing_packed');
      return { ...(await stays(at, open, meaning, refusal)), ...said };
    }
    default:
      return {
        ...(await stays(at, open, meaning, refuse('UNKNOWN', 'command_not_of_packing'))),
        ...said,
      };
  }
}

/** Prints the papers of a parcel that leaves with what is in it; answers how it stands where it cannot leave yet. */
async function printOfSome(at: AtStation, open: OpenParcel) {
  const { parcel } = await told(at, open);
  if (!parcel?.items.some(({ packed }) => packed > 0)) return undefined;
  const printed = await printPapers(at, open);
  return printed.parcel?.problem === undefined ? undefined : printed;
}

async function stays(
  at: AtStation,
  open: OpenParcel,
  meaning: ScanAnswer['meaning'],
  refusal: Refusal,
): Promise<Told> {
  return { meaning, ...(await told(at, open)), refusal, isHere: true };
}

/** Nothing is open here: the code says which order is to be packed. */
async function openFor(at: AtStation, { scanned, command, open, number }: AskedOfPacking): Promise<Told> {
  const waits = open.parcel === undefined ? undefined : await waitingForLabel(at, open.parcel);
  if (command?.command === 'HAND_OVER_TO_ME' && open.order !== undefined) {
    const key = await findProductionOrderByCode(at.connection, open.order);
    const order = key && (await lockOrder(at, key));
    const parcel = order && (await takeOver(at, order));
    if (parcel)
      return {
        meaning: 'COMMAND',
        command: 'HAND_OVER_TO_ME',
        order: orderOfParcel(parcel),
        ...(await told(at, parcel)),
        isHere: true,
      };
  }
  if (scanned?.kind === 'command')
    return {
      meaning: 'COMMAND',
      ...(command && { command: command.command }),
      refusal: waits ?? refuse('NO_PARCEL', 'scan_order_first'),
      isHere: false,
    };
  const found = scanned && (await orderOf(at, scanned));
  if (!found) {
    const refusal = scanned
      ? refuse('UNKNOWN', 'nothing_to_pack')
      : (waits ?? refuse('NO_PARCEL', 'scan_order_first'));
    return { meaning: 'UNKNOWN', refusal, isHere: false };
  }
  const { meaning, key, piece } = found;
  const order = await lockOrder(at, key);
  if (!order) return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', 'order_unknown'), isHere: false };
  const shown = orderOfParcel(order);
  const opened = await openParcel(at, order, number, scanned);
  // Whoever scans the bin of an order that was cancelled is told so, and empties it.
  if (meaning === 'BIN' && order.order.status === 'CANCELLED') await freeBin(at.connection, key);
  if ('refusal' in opened)
    return { meaning, ...(piece && { piece }), order: shown, refusal: opened.refusal, isHere: false };
  if (!piece) return { meaning, order: shown, ...(await told(at, opened.open)), isHere: true };
  const now = (await findPieceByCode(at.connection, piece.code)) ?? piece;
  return { meaning, piece: now, order: shown, ...(await packPiece(at, opened.open, now)), isHere: true };
}

function orderOfParcel({ clientId, order, code }: PackingOrder): ScannedOrder {
  return { clientId, orderId: order.orderId, code };
}

/** The parcel was closed without a label meanwhile. */
async function waitingForLabel({ connection }: AtStation, code: string): Promise<Refusal | undefined> {
  const parcel = await findParcelByCode(connection, code);
  if (parcel?.state !== 'PACKED') return undefined;
  const why = (parcel.problemDetails ?? []).join(' ');
  return refuse('NO_LABEL', 'parcel_without_label', { why });
}

async function orderOf(
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
