import type { Connection } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { findBin } from '../production/bin-store.ts';
import { loadPieceScan, type ReadPieceScan } from '../production/load-piece-scan.ts';
import { findPiecesOfBlank } from '../production/piece-facts-store.ts';
import { decidePieceScan, type PieceScan, type PieceWork, type ScannedOrder } from '../production/piece-scan-rules.ts';
import { findPieceByCode } from '../production/piece-store.ts';
import { findProductionOrderByCode, findProductionOrders } from '../production/production-order-store.ts';
import { type AtStation, savePieceScan } from '../production/save-piece-scan.ts';
import { refuse } from '../production/scan-rules.ts';
import { findParcelByCode } from './parcel-store.ts';
import {
  type Answered,
  asksOf,
  commandOfScan,
  type ReadScan,
  refusedAnswer,
  type ScanAnswer,
  type ScanContext,
} from './scan-answers.ts';

/** Loads, decides and saves a scan where pieces are made, checked or looked up. */
export async function runPieceScan(
  at: AtStation,
  read: ReadScan,
  { work, newCode }: { work: PieceWork; newCode: string },
): Promise<Answered> {
  const { context } = read;
  const { state, scan, orders } = await loadPieceScan(
    at,
    { ...context, work },
    await readPieceScan(at.connection, read),
    newCode,
  );
  const decision = decidePieceScan(state, scan);
  const said = commandOfScan(read);
  const meaning =
    scan.kind === 'ORDER' ? scan.meaning : scan.kind === 'UNKNOWN' ? 'UNKNOWN' : said.command ? 'COMMAND' : 'PIECE';
  if ('refusal' in decision) {
    const { refusal, shown = {} } = decision;
    return { answer: refusedAnswer({ meaning }, { next: context }, refusal, { ...said, ...shown }) };
  }
  const { changes, next, shown, done, stopped, isAgain, unfinished } = decision;
  const successor = await savePieceScan(at, orders, changes);
  const answer: ScanAnswer = {
    meaning,
    ...said,
    ...(shown?.piece && { piece: shown.piece }),
    ...(shown?.order && { order: shown.order }),
    ...(done && { done: { ...done, ...(successor && { successor }) } }),
    ...(stopped && { stopped }),
    ...(isAgain && { isAgain }),
    ...(unfinished && { unfinished }),
    ...asksOf(next.question),
    next: { work, ...next },
  };
  return { answer };
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
    case 'command':
      if (!command) return unknown('UNKNOWN', 'command_unknown');
      if (command.command === 'REJECT') return { kind: 'REASON', reason: command.reason };
      return { kind: isOfPieces(command.command) ? command.command : 'OTHER_COMMAND' };
    case 'order': {
      const order = await findProductionOrderByCode(connection, code);
      if (!order) return unknown('UNKNOWN', 'order_unknown');
      return { kind: 'ORDER', meaning: 'ORDER', order: orderOf(order) };
    }
    case 'parcel':
    case 'bin': {
      const isBin = scanned.kind === 'bin';
      const found = isBin ? await findBin(connection, scanned.number) : await findParcelByCode(connection, code);
      if (!found) return unknown('UNKNOWN', isBin ? 'bin_unknown' : 'parcel_unknown');
      const { clientId, orderId } = found;
      if (clientId === null || orderId === null) return unknown('UNKNOWN', 'bin_free', { bin: scanned.number });
      const [order] = await findProductionOrders(connection, clientId, [orderId]);
      return { kind: 'ORDER', meaning: isBin ? 'BIN' : 'PARCEL', order: order && orderOf(order) };
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
