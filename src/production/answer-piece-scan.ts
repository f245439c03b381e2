import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, sendTogether } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { type AnsweredScan, answerScan, type ScanningContext, type ScanRequest } from './answer-scan.ts';
import { findBin } from './bin-store.ts';
import { loadPieceScan, type ReadPieceScan } from './load-piece-scan.ts';
import { insertMachineRequest } from './machine-files/machine-request-store.ts';
import { findPiecesOfBlank } from './piece-facts-store.ts';
import { decidePieceScan, type PieceScan, type PieceWork, type ScannedOrder } from './piece-scan-rules.ts';
import { findPieceByCode } from './piece-store.ts';
import { findOrderOfParcel, findProductionOrderByCode, findProductionOrders } from './production-order-store.ts';
import { type AtStation, savePieceScan } from './save-piece-scan.ts';
import {
  type Answered,
  asksOf,
  type ReadScan,
  refusalAnswer,
  type ScanAnswer,
  type ScanContext,
} from './scan-answers.ts';
import { refuse } from './scan-rules.ts';

/** Answers a scan where pieces are made, checked or looked up. */
export function answerPieceScan(
  context: ScanningContext,
  request: ScanRequest,
  work: PieceWork,
): Promise<AnsweredScan> {
  return answerScan(context, request, (read) => ({
    creates: read.command?.command === 'REJECT' ? 'piece' : undefined,
    run: (at, newCode) => runPieceScan(at, read, { work, newCode }),
  }));
}

/** Loads, decides and saves a scan. */
async function runPieceScan(
  at: AtStation,
  read: ReadScan,
  { work, newCode }: { work: PieceWork; newCode: string },
): Promise<Answered> {
  const { context, command } = read;
  const found = await readPieceScan(at.connection, read);
  const { state, scan, orders } = await loadPieceScan(at, { ...context, work }, found, newCode);
  const decision = decidePieceScan(state, scan);
  const meaning =
    scan.kind === 'ORDER'
      ? scan.meaning
      : scan.kind === 'UNKNOWN' || scan.kind === 'SHEET'
        ? scan.kind
        : command
          ? 'COMMAND'
          : 'PIECE';
  if ('refusal' in decision) {
    const { refusal, screen, sheet } = decision;
    return { answer: refusalAnswer(context, refusal, { meaning, ...command, ...screen, ...(sheet && { sheet }) }) };
  }
  const { changes, next, screen, done, stopped, isAgain, unfinished, sheet } = decision;
  const taken = work === 'MAKE' && next.piece !== context.piece ? next.piece : undefined;
  const saving = savePieceScan(at, orders, changes);
  const requesting = requestFiles(at, taken);
  await sendTogether<unknown>([saving, requesting]);
  const remade = await saving;
  const sending = await requesting;
  const answer: ScanAnswer = {
    meaning,
    ...command,
    ...(screen?.piece && { piece: screen.piece }),
    ...(screen?.order && { order: screen.order }),
    ...(done && { done: { ...done, ...remade } }),
    ...(stopped && { stopped }),
    ...(isAgain && { isAgain }),
    ...(unfinished && { unfinished }),
    ...(sheet && { sheet }),
    ...asksOf(next.question),
    next: { work, ...next },
  };
  return { answer, sending };
}

/** Requests the files of a piece that is taken in hand, for machines that get them at this scan. */
async function requestFiles({ connection, stationId, now }: AtStation, piece: string | undefined) {
  if (piece === undefined) return undefined;
  const request = { requestId: risingId(), batchId: null, piece, stationId, machineId: null, requested: now };
  return (await insertMachineRequest(connection, { ...request, cause: 'MAKE_SCAN' })) ? request.requestId : undefined;
}

/** Looks up the order of a code that names an order, a parcel or a bin. */
async function readPieceScan(
  connection: Connection,
  { text, scanned, command, refusal, context }: ReadScan,
): Promise<ReadPieceScan> {
  if (refusal) return { kind: 'UNKNOWN', refusal };
  if (!scanned) return readBlank(connection, text, context);
  const code = scanCodeOf(scanned.kind, scanned.number);
  const orderOf = (order: ScannedOrder) => ({ clientId: order.clientId, orderId: order.orderId, code: order.code });
  const unknown = (...given: Parameters<typeof refuse>): PieceScan & { kind: 'UNKNOWN' } => ({
    kind: 'UNKNOWN',
    refusal: refuse(...given),
  });
  switch (scanned.kind) {
    case 'piece':
      return { kind: 'CODE', code };
    case 'sheet':
      return context.work === 'MAKE' ? { kind: 'SHEET', code } : unknown('UNKNOWN', 'sheet_only_at_make');
    case 'command':
      if (!command) return unknown('UNKNOWN', 'command_unknown');
      if (command.command === 'REJECT') return { kind: 'REASON', reason: command.reason };
      return { kind: isOfPieces(command.command) ? command.command : 'OTHER_COMMAND' };
    case 'order': {
      const order = await findProductionOrderByCode(connection, code);
      if (!order) return unknown('UNKNOWN', 'order_unknown');
      return { kind: 'ORDER', meaning: 'ORDER', order: orderOf(order) };
    }
    case 'parcel': {
      const order = await findOrderOfParcel(connection, code);
      if (!order) return unknown('UNKNOWN', 'parcel_unknown');
      return { kind: 'ORDER', meaning: 'PARCEL', order };
    }
    case 'bin': {
      const bin = await findBin(connection, scanned.number);
      if (!bin) return unknown('UNKNOWN', 'bin_unknown');
      const { clientId, orderId } = bin;
      if (clientId === null || orderId === null) return unknown('UNKNOWN', 'bin_free', { bin: scanned.number });
      const [order] = await findProductionOrders(connection, clientId, [orderId]);
      return { kind: 'ORDER', meaning: 'BIN', order: order && orderOf(order) };
    }
    default:
      return unknown('UNKNOWN', 'code_means_nothing');
  }
}

const PIECE_COMMANDS = ['PASS', 'UNDO', 'REJECT_PIECE', 'STOP_ORDER'] as const;
const isOfPieces = (command: string): command is (typeof PIECE_COMMANDS)[number] =>
  (PIECE_COMMANDS as readonly string[]).includes(command);

/**
 * Finds the piece for a scanned SKU, which is on the label of its blank: the piece in hand, if it is made of
 * it. Otherwise there must be only one such piece on the floor. At MAKE, only pieces that are still to be
 * made count.
 */
async function readBlank(connection: Connection, sku: string, { work, piece }: ScanContext): Promise<ReadPieceScan> {
  const unknown = { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'code_unknown') } as const;
  if (work === 'CHECK') return unknown;
  const inHand = piece === undefined ? undefined : await findPieceByCode(connection, piece);
  if (inHand?.sku === sku) return { kind: 'CODE', code: inHand.code };
  const [first, second] = await findPiecesOfBlank(connection, sku, { toMake: work !== 'FIND', limit: 2 });
  if (second !== undefined) return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'several_pieces', { sku }) };
  return first === undefined ? unknown : { kind: 'CODE', code: first };
}
