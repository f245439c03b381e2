import { sentence } from '../production/floor-sentences.ts';
import { findPieceTransition } from '../production/piece-states.ts';
import type { Piece } from '../production/piece-store.ts';
import { orderRefusalOf, type Refusal, refusalOf, refuse } from '../production/scan-rules.ts';
import type {
  Accepted,
  AnswerParts,
  OpenState,
  OrderParcel,
  PackingChange,
  PackingDecision,
  PackingOrder,
  PackingState,
  PackStep,
  Refused,
  ScanOf,
} from './packing-state.ts';
import { noPaper, type ParcelProblem, papersToReprint, papersToRequest, voidKinds } from './parcel-paper-rules.ts';
import { isFull, isPackedAt, itemForEan, itemsOf, type PackedItem, shipmentItems } from './parcel-rules.ts';
import type { FilledParcel, Parcel } from './parcel-store.ts';
import type { ScanContext } from './scan-answers.ts';

/** Tracking numbers: 4 to 128 printable ASCII characters, with no space at either end. */
const TRACKING = /^[\x21-\x7E][\x20-\x7E]{2,126}[\x21-\x7E]$/;
/** The event reason of a packed piece that no station has recorded as made. */
export const UNMADE = 'UNMADE';

/**
 * Returns a decision that changes no data. The next scan is read in the context `next`. While a parcel is
 * open, this context also names the parcel and the code packed last. The station asks `next.question`.
 */
export function ask(
  { context: { parcel, last }, open }: PackingState,
  next: Omit<ScanContext, 'work'>,
  parts: AnswerParts & { screen?: OrderParcel | undefined } = {},
): Accepted {
  return { changes: [], screen: open, ...parts, next: { ...(open && { parcel, last }), ...next } };
}

/** Decides to close the open question. If the open parcel is full, asks for its tracking number. */
export function closeQuestion(state: PackingState): Accepted {
  return ask(state, state.open && isFull(state.open.items) ? { question: 'TRACKING' } : {});
}

/** Refuses a scan without an open parcel. If the last parcel was closed without a label, says why. */
export function scanOrderFirst({ closed }: PackingState): Refused {
  if (closed?.state !== 'PACKED') return { refusal: refuse('NO_PARCEL', 'scan_order_first') };
  const why = (closed.problemDetails ?? []).join(' ');
  return { refusal: refuse('NO_LABEL', 'parcel_without_label', { why }) };
}

/** Refuses a scan of the order that is stopped or taken over. Decides to open another scanned order. */
export function openOther(state: PackingState, scan: ScanOf<'PIECE' | 'ORDER' | 'PARCEL'>): PackingDecision {
  const { named } = scan;
  const isSame = named?.clientId === state.open?.clientId && named?.orderId === state.open?.orderId;
  if (isSame) return { refusal: state.stopped as Refusal };
  return scan.kind === 'PARCEL' ? openParcel(state, scan) : openOrder(state, scan);
}

/** Decides to open the scanned parcel. A parcel that has left is only shown, until TAKE_BACK opens it. */
export function openParcel(state: PackingState, scan: ScanOf<'PARCEL'>): PackingDecision {
  const parcel = scan.named?.parcels.find(({ code }) => code === scan.code);
  if (!scan.named || parcel?.state !== 'SHIPPED') return openOrder(state, scan);
  return { changes: [], next: { pending: parcel.code }, screen: withItems(scan.named, parcel) };
}

/** Decides to open a parcel of the order at this station, and to pack the scanned piece into the parcel. */
export function openOrder(state: PackingState, scan: ScanOf<'PIECE' | 'ORDER' | 'PARCEL'>): PackingDecision {
  const { named } = scan;
  const piece = scan.kind === 'PIECE' ? { piece: scan.piece } : {};
  if (!named) return { refusal: refuse('UNKNOWN', 'order_unknown'), ...piece };
  const known = named.parcels.find((one) => one.state === 'OPEN');
  const refusal = orderRefusalOf(named.order) ?? (known && stationRefusalOf(state, known));
  if (refusal) {
    const { clientId, orderId } = named;
    const isEmptied = scan.kind === 'ORDER' && scan.meaning === 'BIN' && named.order.status === 'CANCELLED';
    return {
      refusal,
      order: named,
      ...piece,
      ...(isEmptied && { changes: [{ type: 'FREE_BIN', clientId, orderId }] }),
    };
  }
  const parcel = parcelToOpen(state, named, scan.kind === 'PARCEL' ? scan.code : undefined);
  const changes: PackingChange[] = known ? [] : [{ type: 'PARCEL', parcel, order: named.order }];
  const opened = withItems(named, parcel);
  if (scan.kind === 'PIECE') {
    const packed = packPiece(state, opened, scan.piece, { before: changes });
    return 'refusal' in packed ? { ...packed, order: named } : packed;
  }
  return settle(state, opened, changes, {});
}

/**
 * Returns the order's open parcel, or else the scanned parcel if it waits for its label. Without these,
 * returns the first parcel that waits for its label if everything else is packed, and otherwise a new parcel.
 */
export function parcelToOpen(
  state: PackingState,
  { clientId, orderId, parcels, order }: PackingOrder,
  code: string | undefined,
): FilledParcel {
  const known = parcels.find((one) => one.state === 'OPEN');
  if (known) return known;
  const waiting = parcels.filter((one) => one.state === 'PACKED');
  const [first] = waiting;
  const rest = first && isFull(itemsOf(order.content, parcels, first)) ? first : undefined;
  const again = waiting.find((one) => one.code === code) ?? rest;
  if (again) return openedAt(again, state);
  const parcel = Math.max(0, ...parcels.map((one) => one.parcel)) + 1;
  const fresh = { clientId, orderId, parcel, code: state.newCode, opened: state.now, inside: [] };
  return openedAt(fresh, state);
}

export function openedAt<P extends Pick<Parcel, 'code'>>(
  parcel: P,
  { station, stationId, by }: Pick<PackingState, 'station' | 'stationId' | 'by'>,
) {
  const here = { station, stationId, openedById: by.id, openedByName: by.name, state: 'OPEN' as const };
  return { ...parcel, ...here, trackingNumber: null, closed: null, ...NO_PROBLEM };
}

const NO_PROBLEM = { packed: null, problem: null, problemDetails: null, problemSentences: null };

export function withItems(of: PackingOrder, parcel: FilledParcel): OrderParcel {
  return { ...of, parcel, items: itemsOf(of.order.content, of.parcels, parcel) };
}

/** Returns a refusal if the parcel is being packed at another station. */
export function stationRefusalOf(at: Pick<PackingState, 'station' | 'stationId'>, parcel: Parcel): Refusal | undefined {
  if (isPackedAt(parcel, at)) return undefined;
  return refuse('IN_USE', 'order_in_use', { who: parcel.openedByName, station: parcel.station });
}

/** Decides to move the open parcel of an order from another station to this one. */
export function takeOver(state: PackingState): PackingDecision {
  const { inUse, stopped, station, stationId, by } = state;
  const parcel = inUse?.parcels.find((one) => one.state === 'OPEN');
  if (!inUse || !parcel) return stopped ? { refusal: stopped } : scanOrderFirst(state);
  const refusal = orderRefusalOf(inUse.order);
  if (refusal) return { refusal, order: inUse };
  const here = { ...parcel, station, stationId, openedById: by.id, openedByName: by.name };
  return settle(state, withItems(inUse, here), [{ type: 'PARCEL', parcel: here, order: null }], {});
}

export function packPiece(
  state: PackingState,
  open: OrderParcel,
  piece: Piece,
  { before = [], isConfirmed = false }: { before?: readonly PackingChange[]; isConfirmed?: boolean } = {},
): PackingDecision {
  const refusal = packRefusalOf(open, piece) ?? stepRefusalOf(piece, state.requires);
  if (refusal) return { refusal, piece };
  const { parcel, items } = open;
  if (piece.state === 'TO_MAKE' && !isConfirmed) {
    const last = state.context.parcel === parcel.code ? state.context.last : undefined;
    const next = { parcel: parcel.code, last, question: 'CONFIRM_UNMADE' as const, pending: piece.code };
    return { changes: before, next, screen: open, piece };
  }
  const packed: Piece = { ...piece, state: 'PACKED', stateSince: state.now, parcel: parcel.parcel };
  const reason = piece.state === 'TO_MAKE' ? UNMADE : undefined;
  const change: PackingChange = { type: 'PIECE', before: piece, piece: packed, event: 'piece.packed', reason };
  const after = { ...open, items: countItem(items, piece.itemId, piece.quantity) };
  return settle(state, after, [...before, change], { piece, done: { piece: packed } });
}

function packRefusalOf({ clientId, orderId, order, run, items }: OrderParcel, piece: Piece): Refusal | undefined {
  if (piece.clientId !== clientId || piece.orderId !== orderId)
    return refuse('FOREIGN', 'piece_of_other_order', { orderId: piece.orderId, open: orderId });
  const refusal = refusalOf(piece, order, run);
  if (refusal) return refusal;
  if (!findPieceTransition(piece.state, 'pack'))
    return refuse('ALREADY_DONE', 'in_parcel_of_order', { parcel: piece.parcel });
  if (!piece.hasBlank) return refuse('NO_BLANK', 'blank_not_counted', { sku: piece.sku });
  const item = items.find(({ itemId }) => itemId === piece.itemId);
  return item && item.packed < item.of ? undefined : refuse('TOO_MANY', 'enough_of_item');
}

function stepRefusalOf({ state }: Piece, requires: readonly PackStep[]): Refusal | undefined {
  if (state === 'TO_MAKE' && requires.length > 0) return refuse('NOT_MADE', 'not_made');
  if (state === 'MADE' && requires.includes('CHECKED')) return refuse('NOT_MADE', 'not_checked');
  return undefined;
}

export function packUnmade(state: OpenState): PackingDecision {
  const { piece, open } = state;
  if (!piece) return { refusal: refuse('UNKNOWN', 'piece_unknown') };
  return packPiece(state, open, piece, { isConfirmed: true });
}

export function packProduct(state: OpenState, { ean13 }: ScanOf<'PRODUCT'>): PackingDecision {
  const { open } = state;
  const item = itemForEan(open.items, ean13);
  if (item === undefined)
    return { refusal: refuse('FOREIGN', 'product_not_of_order', { orderId: open.orderId, ean13 }) };
  if (item === 'full') return { refusal: refuse('TOO_MANY', 'enough_of_product', { ean13 }) };
  const after = { ...open, items: countItem(open.items, item.itemId, 1) };
  return settle(state, after, [{ type: 'PRODUCT', parcel: open.parcel, itemId: item.itemId, count: 1 }], {}, ean13);
}

function countItem(items: readonly PackedItem[], itemId: string, count: number): PackedItem[] {
  return items.map((one) => (one.itemId === itemId ? { ...one, packed: Math.min(one.packed + count, one.of) } : one));
}

/**
 * Completes a decision on the open parcel. A full parcel gets its papers, and its tracking number is asked
 * for. `last` is the code that UNDO takes out.
 */
export function settle(
  state: PackingState,
  open: OrderParcel,
  changes: readonly PackingChange[],
  parts: AnswerParts,
  last = parts.done?.piece.code,
): Accepted {
  const next = { parcel: open.parcel.code, last };
  if (!isFull(open.items)) return { changes, next, screen: open, ...parts };
  return requestPapers(state, open, { changes, next, ...parts });
}

export function endParcel(state: OpenState): PackingDecision {
  const { open, context } = state;
  if (shipmentItems(open.items).length === 0) return { refusal: refuse('NOT_COMPLETE', 'parcel_empty') };
  const last = context.last === undefined ? {} : { last: context.last };
  return requestPapers(state, open, { changes: [], next: { parcel: open.parcel.code, ...last } });
}

/** Decides to request the papers. A parcel without a label is closed until it has one. */
function requestPapers({ papers: sources, now }: PackingState, open: OrderParcel, accepted: Accepted): Accepted {
  const { changes, next } = accepted;
  const { parcel, order, items } = open;
  if (!sources) throw new Error('The sources of papers were not read.');
  const { papers, problem } = papersToRequest(order, items, sources);
  const printed = papers.length > 0 ? [...changes, { type: 'PAPERS' as const, parcel, papers }] : changes;
  if (!problem) return { ...accepted, changes: printed, next: { ...next, question: 'TRACKING' }, screen: open };
  const closed = withProblem(parcel, problem, now);
  return {
    ...accepted,
    changes: [...printed, { type: 'PARCEL', parcel: closed, order }, ...freeBinOf(open)],
    next: {},
    screen: { ...open, parcel: closed },
  };
}

function withProblem(parcel: FilledParcel, { code, details }: ParcelProblem, now: Date): FilledParcel {
  return {
    ...parcel,
    state: 'PACKED',
    packed: parcel.packed ?? now,
    problem: code,
    problemDetails: details.map(({ message }) => message),
    problemSentences: JSON.stringify(details),
  };
}

function freeBinOf({ clientId, orderId, items }: OrderParcel): PackingChange[] {
  return isFull(items) ? [{ type: 'FREE_BIN', clientId, orderId }] : [];
}

export function unpackLast(state: OpenState): PackingDecision {
  const { open, piece, stateBefore, now } = state;
  if (!piece) return unpackProduct(state);
  const { clientId, orderId, parcel: number } = open.parcel;
  const isInside = piece.clientId === clientId && piece.orderId === orderId && piece.parcel === number;
  if (!isInside || !findPieceTransition(piece.state, 'unpack'))
    return { refusal: refuse('FOREIGN', 'piece_not_in_parcel') };
  const to = stateBefore ?? (piece.stepsDone < piece.steps.length ? 'TO_MAKE' : 'CHECKED');
  const unpacked: Piece = { ...piece, state: to, stateSince: now, parcel: null };
  return {
    changes: [
      {
        type: 'PIECE',
        before: piece,
        piece: unpacked,
        event: 'piece.unpacked',
        reason: to === 'TO_MAKE' ? UNMADE : undefined,
      },
    ],
    next: { parcel: open.parcel.code },
    screen: { ...open, items: countItem(open.items, piece.itemId, -piece.quantity) },
    done: { piece: unpacked },
  };
}

/** Takes one product of the last scanned EAN-13 out. */
function unpackProduct({ open, context: { last } }: OpenState): PackingDecision {
  const item = open.items.findLast(({ ean13, packed }) => ean13 !== undefined && ean13 === last && packed > 0);
  if (!item) return { refusal: refuse('NOTHING_IN_HAND', 'nothing_packed') };
  return {
    changes: [{ type: 'PRODUCT', parcel: open.parcel, itemId: item.itemId, count: -1 }],
    next: { parcel: open.parcel.code },
    screen: { ...open, items: countItem(open.items, item.itemId, -1) },
  };
}

/** Decides to ship, or to ask for a confirmation if the tracking number has a wrong form or check digit. */
export function shipOrDoubt(state: OpenState, { text, doubt }: ScanOf<'TEXT'>): PackingDecision {
  if (!TRACKING.test(text)) return { refusal: refuse('MISREAD', 'tracking_misread') };
  if (!doubt) return shipOrAsk(state, text);
  return ask(state, { question: 'CONFIRM_TRACKING', pending: text }, { doubt });
}

export function shipOrAsk(state: OpenState, trackingNumber: string | null): PackingDecision {
  if (isFull(state.open.items)) return ship(state, trackingNumber);
  return ask(state, { question: 'CONFIRM_INCOMPLETE', ...(trackingNumber !== null && { pending: trackingNumber }) });
}

/** Decides to ship. If papers are void or missing, prints them and asks for the new tracking number. */
export function ship(state: OpenState, trackingNumber: string | null): PackingDecision {
  const { open, papers, now } = state;
  if (shipmentItems(open.items).length === 0) return { refusal: refuse('NOT_COMPLETE', 'parcel_empty') };
  const voided = papers ? voidKinds(open, papers) : [];
  // If a correction filled the parcel, no scan has printed its papers.
  if (voided.length > 0 || papers?.latest.length === 0)
    return { ...endParcel(state), ...(voided.length > 0 && { voided }), doubt: sentence('papers_void') };
  const of = { ...open, parcel: shippedAs(open.parcel, trackingNumber, now) };
  return { changes: [{ type: 'SHIP', of }], next: {}, screen: of };
}

export function shippedAs(parcel: FilledParcel, trackingNumber: string | null, now: Date): FilledParcel {
  return { ...parcel, state: 'SHIPPED', trackingNumber, closed: now, ...NO_PROBLEM };
}

/** Asks for the reason to reprint the label of the open parcel, or of the last parcel of this station. */
export function askReprint(state: PackingState): PackingDecision {
  const { left } = state;
  if (!left) return { refusal: refuse('NO_PARCEL', 'no_parcel_left') };
  return ask(state, { question: 'REPRINT_REASON', reprint: left.parcel.code }, { screen: left });
}

export function reprint(state: PackingState, { reason }: ScanOf<'REASON'>): PackingDecision {
  const { left, papers: sources, open } = state;
  if (!left || !sources) return { refusal: refuse('NO_PARCEL', 'no_parcel_left') };
  const { papers, problem } = papersToReprint(left.order, left.items, sources, { kinds: ['LABEL', 'CUSTOMS'], reason });
  if (papers.length === 0) return { refusal: notPrintedAgain(problem) };
  const { parcel } = left;
  return {
    ...closeQuestion(state),
    changes: [
      { type: 'PAPERS', parcel, papers },
      { type: 'REPRINT', parcel, reason },
    ],
    screen: open ?? left,
    command: 'REPRINT_LABEL',
    reason,
  };
}

/** A single cause is the sentence itself, because the console translates sentences. */
function notPrintedAgain(problem: ParcelProblem | undefined): Refusal {
  const [cause, ...others] = problem?.details ?? [];
  if (cause && others.length === 0) return { kind: 'NO_LABEL', ...cause };
  return refuse('NO_LABEL', 'label_not_printed_again', { message: noPaper(problem) });
}

/** Asks for a confirmation to take back the scanned parcel, or the last shipped parcel of this station. */
export function askTakeBack(state: PackingState): PackingDecision {
  const { left } = state;
  if (left?.parcel.state !== 'SHIPPED') return { refusal: refuse('NO_PARCEL', 'no_parcel_left') };
  return ask(state, { question: 'CONFIRM_TAKE_BACK', pending: left.parcel.code }, { screen: left });
}

export function takeBack({ left }: PackingState): PackingDecision {
  if (left?.parcel.state !== 'SHIPPED') return { refusal: refuse('NO_PARCEL', 'no_parcel_left') };
  const { code } = left.parcel;
  return { changes: [{ type: 'TAKE_BACK', code }], next: { parcel: code }, screen: left };
}
