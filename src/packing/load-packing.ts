import { readStoredEan13 } from '../catalog/variant-data.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { lockOrders } from '../orders/rows/order-row-store.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { expandUpcE, gtinKey, readGtin } from '../platform/formats/gtin.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { findBin } from '../production/bin-store.ts';
import { type SentenceCode, sentence } from '../production/floor-sentences.ts';
import { findPieceByCode, findStateBefore } from '../production/piece-store.ts';
import { findProductionOrderByCode } from '../production/production-order-store.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import type { ReadScan } from '../production/scan-answers.ts';
import { orderRefusalOf, refuse } from '../production/scan-rules.ts';
import { possibleNumbers, readTrackingNumber } from '../shipping/tracking-rules.ts';
import { parcelToOpen, withItems } from './packing-rules.ts';
import {
  type OrderParcel,
  openParcelOf,
  type PackedPiece,
  type PackingOrder,
  type PackingScan,
  type PackingState,
  type PackingTable,
  type PackStep,
  packingStateOf,
  type ScanKind,
  type Situation,
  stopOf,
} from './packing-state.ts';
import type { PaperSources } from './parcel-paper-rules.ts';
import { listLatestPapers } from './parcel-paper-store.ts';
import { loadPaperSources } from './parcel-papers.ts';
import { isEmpty } from './parcel-rules.ts';
import { findLastParcelAt, findOrderParcels, findParcelByCode, isTrackingUsed } from './parcel-store.ts';

const EAN13_LENGTH = 13;

/**
 * Locks the order of the open parcel and reads the state of the station. Without an open parcel, or if nobody
 * works on it, the code names the order to lock.
 */
export async function loadPacking(
  at: AtStation,
  read: ReadScan,
  { newCode, requires }: { newCode: string; requires: readonly PackStep[] },
): Promise<{ state: PackingState; scan: PackingScan }> {
  const { connection, station, stationId, by, now } = at;
  const { context } = read;
  const inContext = context.parcel === undefined ? undefined : await loadParcel(connection, context.parcel);
  const table: PackingTable = { context, requires, newCode, station, stationId, by, now };
  const state = packingStateOf(table, inContext);
  const scan = await lookUp(at, read, state);
  return { state: { ...state, papers: await loadPapers(at, scan, state) }, scan };
}

/** Locks the order and reads its parcels. Returns undefined if it never was in production. */
export async function loadOrder(connection: Connection, key: OrderKey): Promise<PackingOrder | undefined> {
  const [order] = await lockOrders(connection, key.clientId, [key.orderId]);
  const accepted = order?.status === 'ACCEPTED' ? order.statusSince : undefined;
  const found = order && (await findOrderParcels(connection, key, accepted));
  return found && { ...found, order };
}

/** Finds a parcel, locks its order and reads it with its contents. */
export async function loadParcel(connection: Connection, code: string): Promise<OrderParcel | undefined> {
  const found = await findParcelByCode(connection, code);
  const order = found && (await loadOrder(connection, found));
  const parcel = order?.parcels.find((one) => one.code === code);
  return order && parcel && withItems(order, parcel);
}

async function lookUp(at: AtStation, read: ReadScan, state: PackingState): Promise<PackingScan> {
  const { connection } = at;
  const { text, scanned, refusal } = read;
  if (refusal) return { kind: 'UNKNOWN', refusal };
  if (scanned?.kind === 'command') return lookUpCommand(at, read, state);
  if (!scanned) return lookUpText(connection, text, state);
  const code = scanCodeOf(scanned.kind, scanned.number);
  switch (scanned.kind) {
    case 'piece': {
      const piece = await findPieceByCode(connection, code);
      if (!piece) return unknown('piece_unknown');
      const order = await loadOrderToOpen(connection, piece, state);
      // Read again, because only now nobody else can change it.
      return { kind: 'PIECE', piece: (order && (await findPieceByCode(connection, code))) ?? piece, order };
    }
    case 'parcel': {
      const found = await findParcelByCode(connection, code);
      if (!found) return unknown('parcel_unknown');
      const parcel = state.situation === 'CONFIRM_TAKE_BACK' ? await loadAgain(connection, code, state) : undefined;
      return { kind: 'PARCEL', code, parcel, order: await loadOrderToOpen(connection, found, state) };
    }
    case 'order': {
      const order = await findProductionOrderByCode(connection, code);
      if (!order) return unknown('order_unknown');
      return { kind: 'ORDER', meaning: 'ORDER', order: await loadOrderToOpen(connection, order, state) };
    }
    case 'bin': {
      const { clientId = null, orderId = null } = (await findBin(connection, scanned.number)) ?? {};
      if (clientId === null || orderId === null) return unknown('nothing_to_pack');
      const order = await loadOrderToOpen(connection, { clientId, orderId }, state);
      return { kind: 'ORDER', meaning: 'BIN', order };
    }
    default:
      return unknown('nothing_to_pack');
  }
}

/** Locks the order of a scanned code. Returns undefined while an open parcel or a question comes first. */
async function loadOrderToOpen(
  connection: Connection,
  key: OrderKey,
  state: PackingState,
): Promise<PackingOrder | undefined> {
  if (state.context.question?.startsWith('CONFIRM')) return undefined;
  const open = openParcelOf(state);
  if (!open) return loadOrder(connection, key);
  if (!isEmpty(open.parcel) && stopOf(state, open) === undefined) return undefined;
  return key.clientId === open.clientId && key.orderId === open.orderId ? open : loadOrder(connection, key);
}

const unknown = (code: SentenceCode): PackingScan => ({ kind: 'UNKNOWN', refusal: refuse('UNKNOWN', code) });

/** Reads the piece, order or parcel that a command is about in this situation. */
async function lookUpCommand(
  { connection, station, stationId }: AtStation,
  { command, context }: ReadScan,
  state: PackingState,
): Promise<PackingScan> {
  if (!command) return unknown('command_unknown');
  if ('reason' in command)
    return { kind: 'REASON', reason: command.reason, parcel: await loadAgain(connection, context.reprint, state) };
  const { command: kind } = command;
  const { situation } = state;
  const isFree = situation === 'FREE' || situation === 'CLOSED';
  const findLast = async () => (await findLastParcelAt(connection, stationId ?? station))?.code;
  switch (kind) {
    case 'PASS': {
      const { pending } = context;
      if (situation === 'CONFIRM_TAKE_BACK') return { kind, parcel: await loadAgain(connection, pending, state) };
      const isOfPiece = situation === 'CONFIRM_UNMADE' && pending !== undefined;
      return { kind, piece: isOfPiece ? await findPieceByCode(connection, pending) : undefined };
    }
    case 'UNDO': {
      if (isFree) return { kind, parcel: await loadAgain(connection, context.pending ?? (await findLast()), state) };
      return { kind, packed: await loadPacked(connection, context.last) };
    }
    case 'TAKE_BACK': {
      const code = isFree ? (context.pending ?? (await findLast())) : undefined;
      return { kind, parcel: await loadAgain(connection, code, state) };
    }
    case 'REPRINT_LABEL': {
      const code = openParcelOf(state)?.parcel.code ?? (await findLast());
      return { kind, parcel: await loadAgain(connection, code, state) };
    }
    case 'HAND_OVER_TO_ME':
      return { kind, order: (await loadInUse(connection, context.order)) ?? openParcelOf(state) };
    case 'STOP_ORDER':
    case 'REJECT_PIECE':
      return { kind: 'OTHER_COMMAND' };
    default:
      return { kind };
  }
}

async function loadPacked(connection: Connection, code: string | undefined): Promise<PackedPiece | undefined> {
  const piece = code === undefined ? undefined : await findPieceByCode(connection, code);
  if (!piece) return undefined;
  return { piece, before: piece.state === 'PACKED' ? await findStateBefore(connection, piece) : undefined };
}

/** Loads the parcel that is printed again or taken back. */
async function loadAgain(
  connection: Connection,
  code: string | undefined,
  state: PackingState,
): Promise<OrderParcel | undefined> {
  const open = openParcelOf(state);
  if (code === undefined) return undefined;
  return code === open?.parcel.code ? open : loadParcel(connection, code);
}

const DOUBTS = { CHECK_DIGIT: 'tracking_check_digit', FORMAT: 'tracking_format' } as const;

/**
 * Looks up a GTIN as a product, unless the parcel waits for a tracking number and no product has it. Eight
 * digits that no product has may be a UPC-E.
 */
async function lookUpText(connection: Connection, text: string, state: PackingState): Promise<PackingScan> {
  const open = openParcelOf(state);
  const isTracking = state.situation === 'TRACKING' || state.situation === 'CONFIRM_TRACKING';
  const gtin = readGtin(text);
  if (gtin !== undefined) {
    const inOrder = (code: string) => open?.items.find(({ ean13 = '' }) => gtinKey(ean13) === gtinKey(code))?.ean13;
    const isUnknown = !isTracking && gtin.length === EAN13_LENGTH;
    const known = inOrder(gtin) ?? (isUnknown ? gtin : await readStoredEan13(connection, gtin));
    const upcA = known === undefined ? expandUpcE(gtin) : undefined;
    const ean13 = upcA === undefined ? known : (inOrder(upcA) ?? (await readStoredEan13(connection, upcA)));
    if (ean13 !== undefined) return { kind: 'PRODUCT', ean13 };
  }
  if (!isTracking || !open) return { kind: 'TEXT', text };
  const { carrier, knownCarrier } = open.order;
  const { number, doubt } = readTrackingNumber(knownCarrier ?? { carrierId: carrier ?? undefined }, text);
  if (doubt) return { kind: 'TEXT', text: number, doubt: sentence(DOUBTS[doubt]) };
  const isUsed = await isTrackingUsed(connection, possibleNumbers(number), open.parcel.code);
  return { kind: 'TEXT', text: number, ...(isUsed && { doubt: sentence('tracking_used') }) };
}

async function loadInUse(connection: Connection, code: string | undefined): Promise<PackingOrder | undefined> {
  const key = code === undefined ? undefined : await findProductionOrderByCode(connection, code);
  return key && loadOrder(connection, key);
}

const MAY_FILL: readonly ScanKind[] = ['PIECE', 'ORDER', 'PARCEL', 'PRODUCT', 'HAND_OVER_TO_ME', 'PASS'];

const SHIPPING: readonly Situation[] = ['TRACKING', 'CONFIRM_TRACKING', 'CONFIRM_INCOMPLETE'];
const MAY_SHIP: readonly ScanKind[] = ['TEXT', 'NO_TRACKING', 'PASS'];

/** Reads the sources of papers, if the scan may fill a parcel, prints papers, or needs valid ones to ship. */
async function loadPapers(at: AtStation, scan: PackingScan, state: PackingState): Promise<PaperSources | undefined> {
  if (scan.kind === 'REASON') return scan.parcel && loadPaperSources(at, scan.parcel.parcel, scan.parcel.order);
  const open = openParcelOf(state);
  if (open && SHIPPING.includes(state.situation) && MAY_SHIP.includes(scan.kind)) {
    const latest = await listLatestPapers(at.connection, open.parcel);
    const isReady = latest.length > 0 && latest.every(({ state }) => state !== 'void');
    return isReady ? undefined : loadPaperSources(at, open.parcel, open.order);
  }
  if (scan.kind === 'PASS' && !scan.piece) return undefined;
  const order = 'order' in scan ? scan.order : undefined;
  const code = scan.kind === 'PARCEL' ? scan.code : undefined;
  const filled = order ? withItems(order, parcelToOpen(state, order, code)) : open;
  if (!filled || orderRefusalOf(filled.order)) return undefined;
  const quantity = ('piece' in scan && scan.piece?.quantity) || 1;
  const missing = filled.items.reduce((sum, one) => sum + one.of - one.packed, 0);
  const isNeeded = scan.kind === 'NEXT_PARCEL' || (MAY_FILL.includes(scan.kind) && missing <= quantity);
  return isNeeded ? loadPaperSources(at, filled.parcel, filled.order) : undefined;
}
