import { lockForProduction } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { findBin } from '../production/bin-store.ts';
import type { Command } from '../production/command-codes.ts';
import { type SentenceCode, sentence } from '../production/floor-sentences.ts';
import { findPieceByCode, findStateBefore, type Piece } from '../production/piece-store.ts';
import { findProductionOrderByCode } from '../production/production-order-store.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import { orderRefusalOf, refuse } from '../production/scan-rules.ts';
import { possibleNumbers, readTrackingNumber } from '../shipping/tracking-rules.ts';
import { parcelToOpen, stationRefusalOf, withItems } from './packing-rules.ts';
import type { OrderParcel, PackingOrder, PackingScan, PackingState, PackStep } from './packing-state.ts';
import { type Situation, situationOf } from './packing-table-rules.ts';
import type { PaperSources } from './parcel-paper-rules.ts';
import { listLatestPapers } from './parcel-paper-store.ts';
import { loadPaperSources } from './parcel-papers.ts';
import { findLastParcelAt, findOrderParcels, findParcelByCode, isProduct, isTrackingUsed } from './parcel-store.ts';
import type { ReadScan } from './scan-answers.ts';

const EAN13 = /^\d{13}$/;

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
  const { context, command } = read;
  const inContext = context.parcel === undefined ? undefined : await loadParcel(connection, context.parcel);
  const isOpen = inContext?.parcel.state === 'OPEN';
  const open = isOpen ? inContext : undefined;
  const stopped = open && (orderRefusalOf(open.order) ?? stationRefusalOf(at, open.parcel));
  const known = { context, open, stopped, closed: isOpen ? undefined : inContext?.parcel };
  const loaded: PackingState = { ...known, requires, newCode, station, stationId, by, now };
  const scan = await lookUp(connection, read, loaded);
  const pieceCode = command?.command === 'UNDO' ? context.last : context.pending;
  const isOfPiece =
    command?.command === 'UNDO' || (command?.command === 'PASS' && context.question === 'CONFIRM_UNMADE');
  const piece = isOfPiece && pieceCode !== undefined ? await findPieceByCode(connection, pieceCode) : undefined;
  const state: PackingState = {
    ...loaded,
    piece,
    stateBefore: piece?.state === 'PACKED' ? await findStateBefore(connection, piece) : undefined,
    inUse: command?.command === 'HAND_OVER_TO_ME' ? await loadInUse(connection, context.order) : undefined,
    left: await loadLeft(at, scan, loaded),
  };
  return { state: { ...state, papers: await loadPapers(at, scan, state) }, scan };
}

/** Locks the order and reads its parcels. Returns undefined if it never was in production. */
export async function loadOrder(connection: Connection, key: OrderKey): Promise<PackingOrder | undefined> {
  const [order] = await lockForProduction(connection, key.clientId, [key.orderId]);
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

async function lookUp(connection: Connection, read: ReadScan, state: PackingState): Promise<PackingScan> {
  const { text, scanned, command, refusal } = read;
  if (refusal) return { kind: 'UNKNOWN', refusal };
  if (scanned?.kind === 'command') return commandScan(command);
  if (!scanned) return lookUpText(connection, text, state);
  // Only without a parcel to work on, the code names another order.
  const situation = situationOf(state);
  const load = async (key: OrderKey | undefined) => {
    if (!key || (situation !== 'CLOSED' && situation !== 'STOPPED')) return undefined;
    const { open } = state;
    const isSame = key.clientId === open?.clientId && key.orderId === open.orderId;
    return isSame ? open : loadOrder(connection, key);
  };
  const code = scanCodeOf(scanned.kind, scanned.number);
  switch (scanned.kind) {
    case 'piece': {
      const piece = await findPieceByCode(connection, code);
      if (!piece) return unknown('piece_unknown');
      const named = await load(piece);
      // Read again, because only now nobody else can change it.
      return { kind: 'PIECE', piece: named ? ((await findPieceByCode(connection, code)) as Piece) : piece, named };
    }
    case 'parcel': {
      const parcel = await findParcelByCode(connection, code);
      if (!parcel) return unknown('parcel_unknown');
      return { kind: 'PARCEL', code, named: await load(parcel) };
    }
    case 'order': {
      const order = await findProductionOrderByCode(connection, code);
      if (!order) return unknown('order_unknown');
      return { kind: 'ORDER', meaning: 'ORDER', named: await load(order) };
    }
    case 'bin': {
      const { clientId = null, orderId = null } = (await findBin(connection, scanned.number)) ?? {};
      if (clientId === null || orderId === null) return unknown('nothing_to_pack');
      return { kind: 'ORDER', meaning: 'BIN', named: await load({ clientId, orderId }) };
    }
    default:
      return unknown('nothing_to_pack');
  }
}

const unknown = (code: SentenceCode): PackingScan => ({ kind: 'UNKNOWN', refusal: refuse('UNKNOWN', code) });

function commandScan(command: Command | undefined): PackingScan {
  if (!command) return unknown('command_unknown');
  if (command.command === 'REJECT') return { kind: 'REASON', reason: command.reason };
  const { command: named } = command;
  return { kind: named === 'STOP_ORDER' || named === 'REJECT_PIECE' ? 'OTHER_COMMAND' : named };
}

const DOUBTS = { CHECK_DIGIT: 'tracking_check_digit', FORMAT: 'tracking_format' } as const;

/** Looks up an EAN-13 as a product, unless the parcel waits for a tracking number and no product has it. */
async function lookUpText(connection: Connection, text: string, state: PackingState): Promise<PackingScan> {
  const { open } = state;
  const waits = ['TRACKING', 'CONFIRM_TRACKING'].includes(situationOf(state));
  if (EAN13.test(text)) {
    const isOfOrder = !waits || open?.items.some(({ ean13 }) => ean13 === text);
    if (isOfOrder || (await isProduct(connection, text))) return { kind: 'PRODUCT', ean13: text };
  }
  if (!waits || !open) return { kind: 'TEXT', text };
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

/** Finds the parcel that is printed again or taken back, if the scan is about one. */
async function loadLeft(
  { connection, station }: AtStation,
  scan: PackingScan,
  state: PackingState,
): Promise<OrderParcel | undefined> {
  const { context, open } = state;
  const situation = situationOf(state);
  const last = async () => (await findLastParcelAt(connection, station))?.code;
  let code: string | undefined;
  if (scan.kind === 'REASON') code = context.reprint;
  else if (situation === 'CONFIRM_TAKE_BACK') code = scan.kind === 'PARCEL' ? scan.code : context.pending;
  else if (scan.kind === 'REPRINT_LABEL') code = open?.parcel.code ?? (await last());
  else if (situation === 'CLOSED' && (scan.kind === 'TAKE_BACK' || scan.kind === 'UNDO'))
    code = context.pending ?? (await last());
  if (code === undefined) return undefined;
  return code === open?.parcel.code ? open : loadParcel(connection, code);
}

const MAY_FILL: readonly PackingScan['kind'][] = ['PIECE', 'ORDER', 'PARCEL', 'PRODUCT', 'HAND_OVER_TO_ME', 'PASS'];

const SHIPPING: readonly Situation[] = ['TRACKING', 'CONFIRM_TRACKING', 'CONFIRM_INCOMPLETE'];
const MAY_SHIP: readonly PackingScan['kind'][] = ['TEXT', 'NO_TRACKING', 'PASS'];

/** Reads the sources of papers, if the scan may fill a parcel, prints papers, or needs valid ones to ship. */
async function loadPapers(at: AtStation, scan: PackingScan, state: PackingState): Promise<PaperSources | undefined> {
  const { open, left, inUse, piece } = state;
  if (scan.kind === 'REASON') return left && loadPaperSources(at, left.parcel, left.order);
  if (open && SHIPPING.includes(situationOf(state)) && MAY_SHIP.includes(scan.kind)) {
    const latest = await listLatestPapers(at.connection, open.parcel);
    const isReady = latest.length > 0 && latest.every(({ state }) => state !== 'void');
    return isReady ? undefined : loadPaperSources(at, open.parcel, open.order);
  }
  if (scan.kind === 'PASS' && !piece) return undefined;
  const named = scan.kind === 'HAND_OVER_TO_ME' ? inUse : 'named' in scan ? scan.named : undefined;
  const code = scan.kind === 'PARCEL' ? scan.code : undefined;
  const of = named ? withItems(named, parcelToOpen(state, named, code)) : open;
  if (!of || orderRefusalOf(of.order)) return undefined;
  const { quantity } = (scan.kind === 'PIECE' ? scan.piece : piece) ?? { quantity: 1 };
  const missing = of.items.reduce((sum, one) => sum + one.of - one.packed, 0);
  const isNeeded = scan.kind === 'NEXT_PARCEL' || (MAY_FILL.includes(scan.kind) && missing <= quantity);
  return isNeeded ? loadPaperSources(at, of.parcel, of.order) : undefined;
}
