import { sentence } from '../production/floor-sentences.ts';
import { findPieceTransition, UNMADE } from '../production/piece-states.ts';
import type { Piece } from '../production/piece-store.ts';
import type { ScanContext } from '../production/scan-answers.ts';
import { orderRefusalOf, type Refusal, refusalOf, refuse } from '../production/scan-rules.ts';
import {
  type Accepted,
  type AnswerParts,
  type FreeState,
  type OpenState,
  type OrderParcel,
  openParcelOf,
  type PackingChange,
  type PackingDecision,
  type PackingOrder,
  type PackingState,
  type PackingStates,
  type PackingTable,
  type PackStep,
  type Refused,
  type ScanOf,
  stationRefusalOf,
  stopOf,
} from './packing-state.ts';
import { papersToRequest, voidKinds } from './parcel-paper-rules.ts';
import {
  isEmpty,
  isFull,
  itemForEan,
  itemsOf,
  NO_TABLE,
  openedAt,
  type PackedItem,
  packedAs,
  shipmentItems,
  shippedAs,
  withProblem,
} from './parcel-rules.ts';
import type { FilledParcel } from './parcel-store.ts';

/** Tracking numbers: 4 to 128 printable ASCII characters, with no space at either end. */
const TRACKING = /^[\x21-\x7E][\x20-\x7E]{2,126}[\x21-\x7E]$/;

/**
 * Returns a decision that changes no data. The next scan is read in the context `next`. An open parcel stays
 * in that context, with the code that was packed last. The station asks `next.question`.
 */
export function expectScan(
  state: PackingState,
  next: Omit<ScanContext, 'work'>,
  parts: AnswerParts & { screen?: OrderParcel | undefined } = {},
): Accepted {
  const { parcel, last } = state.context;
  const open = openParcelOf(state);
  return { changes: [], screen: open, ...parts, next: { ...(open && { parcel, last }), ...next } };
}

/** Decides to close the open question. If the open parcel is full, asks for its tracking number. */
export function closeQuestion(state: PackingState): Accepted {
  const open = openParcelOf(state);
  return expectScan(state, open && isFull(open.items) ? { question: 'TRACKING' } : {});
}

/** Decides to continue a parcel that was ended early. The papers that Platen has drawn for it are void. */
export function continueParcel(state: OpenState): Accepted {
  return { ...closeQuestion(state), changes: [{ type: 'VOID', parcel: state.open.parcel }] };
}

/** Refuses a scan without an open parcel. If the last parcel was closed without a label, says why. */
export function refuseWithoutParcel(state: FreeState): Refused {
  if (state.situation === 'FREE') return { refusal: refuse('NO_PARCEL', 'scan_order_first') };
  const why = (state.closed.problemDetails ?? []).join(' ');
  return { refusal: refuse('NO_LABEL', 'parcel_without_label', { why }) };
}

/** Decides to open another scanned order, and to leave the open parcel, which is empty or stopped. */
export function openOther(
  state: OpenState | PackingStates['STOPPED'],
  scan: ScanOf<'PIECE' | 'ORDER' | 'PARCEL'>,
): PackingDecision {
  const { order } = scan;
  const { open } = state;
  if (order?.clientId === open.clientId && order.orderId === open.orderId)
    return { refusal: state.situation === 'STOPPED' ? state.stopped : closeFirst(open) };
  const opened = scan.kind === 'PARCEL' ? openParcel(state, scan) : openOrder(state, scan);
  return 'refusal' in opened ? opened : { ...opened, changes: [...leaveOpen(state), ...opened.changes] };
}

export function closeFirst({ orderId }: OrderParcel): Refusal {
  return refuse('FOREIGN', 'close_parcel_first', { orderId });
}

/** Decides to free the table, whatever is open or asked. */
export function putAside(state: PackingState): Accepted {
  return { changes: leaveOpen(state), next: {} };
}

/** Returns the changes that free the table: an empty parcel ends, and another one waits for any table. */
function leaveOpen(state: PackingState): PackingChange[] {
  const open = openParcelOf(state);
  if (!open || stopOf(state, open)?.kind === 'IN_USE') return [];
  const aside = { ...open.parcel, station: NO_TABLE, stationId: null };
  return [{ type: 'PARCEL', parcel: isEmpty(open.parcel) ? { ...aside, state: 'DROPPED' } : aside, order: null }];
}

/** Decides to open the scanned parcel. A parcel that has left is only shown, until TAKE_BACK opens it. */
export function openParcel(state: PackingState, scan: ScanOf<'PARCEL'>): PackingDecision {
  const parcel = scan.order?.parcels.find(({ code }) => code === scan.code);
  if (!scan.order || parcel?.state !== 'SHIPPED') return openOrder(state, scan);
  return { changes: [], next: { pending: parcel.code }, screen: withItems(scan.order, parcel) };
}

/** Decides to open a parcel of the order at this station, and to pack the scanned piece into the parcel. */
export function openOrder(state: PackingState, scan: ScanOf<'PIECE' | 'ORDER' | 'PARCEL'>): PackingDecision {
  const { order } = scan;
  const piece = scan.kind === 'PIECE' ? { piece: scan.piece } : {};
  if (!order) return { refusal: refuse('UNKNOWN', 'order_unknown'), ...piece };
  const known = order.parcels.find((one) => one.state === 'OPEN');
  const refusal = orderRefusalOf(order.order) ?? (known && stationRefusalOf(state, known));
  if (refusal) {
    const { clientId, orderId } = order;
    const isEmptied = scan.kind === 'ORDER' && scan.meaning === 'BIN' && order.order.status === 'CANCELLED';
    return {
      refusal,
      order,
      ...piece,
      ...(isEmptied && { changes: [{ type: 'FREE_BIN', clientId, orderId }] }),
    };
  }
  const parcel = parcelToOpen(state, order, scan.kind === 'PARCEL' ? scan.code : undefined);
  // A second scan of the last piece must not give up the label that is being bought.
  const stored = order.parcels.find(({ code }) => code === parcel.code);
  if (stored?.state === 'PACKED' && stored.isLabelComing && stored.problem === null)
    return { refusal: refuse('NO_LABEL', 'label_coming'), order, ...piece };
  const changes: PackingChange[] =
    parcel === known ? [] : [{ type: 'PARCEL', parcel, order: known ? null : order.order }];
  const opened = withItems(order, parcel);
  // A piece inside names the parcel, as its code does.
  const isInside =
    scan.kind === 'PIECE' &&
    scan.piece.state === 'PACKED' &&
    scan.piece.run === order.run &&
    scan.piece.parcel === parcel.parcel;
  if (scan.kind === 'PIECE' && !isInside) {
    const packed = packPiece(state, opened, scan.piece, { before: changes });
    return 'refusal' in packed ? { ...packed, order } : packed;
  }
  return completeOpening(state, opened, changes);
}

/**
 * Completes a decision that opened a parcel without packing anything. The label of a full parcel is bought
 * when NEXT_PARCEL closes it. Until then, pieces can be taken out, or a tracking number scanned.
 */
export function completeOpening(table: PackingTable, open: OrderParcel, changes: readonly PackingChange[]): Accepted {
  const { papers } = table;
  if (!papers || !isFull(open.items) || !papersToRequest(open.order, open.items, papers).buysLabel)
    return completeDecision(table, open, changes, {});
  return { changes, next: { parcel: open.parcel.code, question: 'TRACKING' }, screen: open };
}

/**
 * Returns the order's open parcel, or else the scanned parcel if it waits for its label. Without these: if
 * everything else is packed, returns the first parcel that waits for its label. Otherwise returns a new
 * parcel, or one that was left empty.
 */
export function parcelToOpen(
  table: PackingTable,
  { clientId, orderId, parcels, order }: PackingOrder,
  code: string | undefined,
): FilledParcel {
  const known = parcels.find((one) => one.state === 'OPEN');
  if (known) return known.station === NO_TABLE ? openedAt(known, table) : known;
  const waiting = parcels.filter((one) => one.state === 'PACKED');
  const [first] = waiting;
  const rest = first && isFull(itemsOf(order.content, parcels, first)) ? first : undefined;
  const empty = parcels.find((one) => one.state === 'DROPPED' && one.station === NO_TABLE);
  const again = waiting.find((one) => one.code === code) ?? rest ?? empty;
  if (again) return openedAt(again, table);
  const parcel = Math.max(0, ...parcels.map((one) => one.parcel)) + 1;
  const fresh = { clientId, orderId, parcel, code: table.newCode, opened: table.now, inside: [] };
  return openedAt(fresh, table);
}

export function withItems(of: PackingOrder, parcel: FilledParcel): OrderParcel {
  return { ...of, parcel, items: itemsOf(of.order.content, of.parcels, parcel) };
}

/** Decides to move the open parcel of an order from another station to this one. */
export function takeOver(
  state: FreeState | PackingStates['STOPPED'],
  { order }: ScanOf<'HAND_OVER_TO_ME'>,
): PackingDecision {
  const parcel = order?.parcels.find((one) => one.state === 'OPEN');
  if (!order || !parcel) return state.situation === 'STOPPED' ? { refusal: state.stopped } : refuseWithoutParcel(state);
  const refusal = orderRefusalOf(order.order);
  if (refusal) return { refusal, order };
  const { station, stationId, by } = state;
  const here = { ...parcel, station, stationId, openedById: by.id, openedByName: by.name };
  return completeOpening(state, withItems(order, here), [{ type: 'PARCEL', parcel: here, order: null }]);
}

export function packPiece(
  table: PackingTable,
  open: OrderParcel,
  piece: Piece,
  { before = [], isConfirmed = false }: { before?: readonly PackingChange[]; isConfirmed?: boolean } = {},
): PackingDecision {
  const refusal = packRefusalOf(open, piece) ?? stepRefusalOf(piece, table.requires);
  if (refusal) return { refusal, piece };
  const { parcel, items } = open;
  if (piece.state === 'TO_MAKE' && !isConfirmed) {
    const last = table.context.parcel === parcel.code ? table.context.last : undefined;
    const next = { parcel: parcel.code, last, question: 'CONFIRM_UNMADE' as const, pending: piece.code };
    return { changes: before, next, screen: open, piece };
  }
  const packed: Piece = { ...piece, state: 'PACKED', stateSince: table.now, parcel: parcel.parcel };
  const reason = piece.state === 'TO_MAKE' ? UNMADE : undefined;
  const change: PackingChange = { type: 'PIECE', before: piece, piece: packed, event: 'piece.packed', reason };
  const after = { ...open, items: countItem(items, piece.itemId, piece.quantity) };
  return completeDecision(table, after, [...before, change], { piece, done: { piece: packed } });
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

export function packUnmade(state: OpenState, { piece }: ScanOf<'PASS'>): PackingDecision {
  if (!piece) return { refusal: refuse('UNKNOWN', 'piece_unknown') };
  return packPiece(state, state.open, piece, { isConfirmed: true });
}

export function packProduct(state: OpenState, { ean13 }: ScanOf<'PRODUCT'>): PackingDecision {
  const { open } = state;
  const item = itemForEan(open.items, ean13);
  if (item === undefined)
    return { refusal: refuse('FOREIGN', 'product_not_of_order', { orderId: open.orderId, ean13 }) };
  if (item === 'full') return { refusal: refuse('TOO_MANY', 'enough_of_product', { ean13 }) };
  const after = { ...open, items: countItem(open.items, item.itemId, 1) };
  return completeDecision(
    state,
    after,
    [{ type: 'PRODUCT', parcel: open.parcel, itemId: item.itemId, count: 1 }],
    {},
    ean13,
  );
}

function countItem(items: readonly PackedItem[], itemId: string, count: number): PackedItem[] {
  return items.map((one) => (one.itemId === itemId ? { ...one, packed: Math.min(one.packed + count, one.of) } : one));
}

/**
 * Completes a decision on the open parcel. A full parcel gets its papers, and its tracking number is asked
 * for. `last` is the code that UNDO takes out.
 */
function completeDecision(
  table: PackingTable,
  open: OrderParcel,
  changes: readonly PackingChange[],
  parts: AnswerParts,
  last = parts.done?.piece.code,
): Accepted {
  const next = { parcel: open.parcel.code, last };
  if (!isFull(open.items)) return { changes, next, screen: open, ...parts };
  return requestPapers(table, open, { changes, next, ...parts });
}

export function endParcel(state: OpenState): PackingDecision {
  const { open, context } = state;
  if (isEmpty(open.parcel)) return putAside(state);
  if (shipmentItems(open.items).length === 0) return { refusal: refuse('NOT_COMPLETE', 'parcel_empty') };
  const last = context.last === undefined ? {} : { last: context.last };
  return requestPapers(state, open, { changes: [], next: { parcel: open.parcel.code, ...last } });
}

/** Decides to request the papers. A parcel is closed if its label is bought, or cannot be made. */
function requestPapers({ papers: sources, now }: PackingTable, open: OrderParcel, accepted: Accepted): Accepted {
  const { changes, next } = accepted;
  const { parcel, order, items } = open;
  if (!sources) throw new Error('The sources of papers were not read.');
  const { papers, problem, buysLabel } = papersToRequest(order, items, sources);
  const printed = papers.length > 0 ? [...changes, { type: 'PAPERS' as const, parcel, papers }] : changes;
  const replaced = papers.flatMap(({ kind, repeats }) => (repeats === null ? [] : [kind]));
  const voided = replaced.length > 0 && { voided: replaced };
  if (!problem && !buysLabel)
    return { ...accepted, ...voided, changes: printed, next: { ...next, question: 'TRACKING' }, screen: open };
  const closed = problem ? withProblem(parcel, problem, now) : packedAs(parcel, now);
  const wanted: PackingChange[] = problem ? [] : [{ type: 'LABEL', parcel: closed }];
  return {
    ...accepted,
    changes: [...printed, { type: 'PARCEL', parcel: closed, order }, ...wanted, ...freeBinOf(open)],
    next: {},
    screen: { ...open, parcel: closed },
  };
}

function freeBinOf({ clientId, orderId, items }: OrderParcel): PackingChange[] {
  return isFull(items) ? [{ type: 'FREE_BIN', clientId, orderId }] : [];
}

export function unpackLast(state: OpenState, { packed }: ScanOf<'UNDO'>): PackingDecision {
  const { open, now } = state;
  if (!packed || isEmpty(open.parcel)) return unpackProduct(state);
  const { piece, before } = packed;
  const { clientId, orderId, parcel: number } = open.parcel;
  const isInside = piece.clientId === clientId && piece.orderId === orderId && piece.parcel === number;
  if (!isInside || !findPieceTransition(piece.state, 'unpack'))
    return { refusal: refuse('FOREIGN', 'piece_not_in_parcel') };
  const to = before ?? (piece.stepsDone < piece.steps.length ? 'TO_MAKE' : 'CHECKED');
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

/** Takes one product of the last scanned EAN-13 out, or leaves an empty parcel. */
function unpackProduct(state: OpenState): PackingDecision {
  const { open, context } = state;
  const { last } = context;
  if (isEmpty(open.parcel)) return putAside(state);
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
  return expectScan(state, { question: 'CONFIRM_TRACKING', pending: text }, { doubt });
}

export function shipOrAsk(state: OpenState, trackingNumber: string | null): PackingDecision {
  if (isFull(state.open.items)) return ship(state, trackingNumber);
  return expectScan(state, {
    question: 'CONFIRM_INCOMPLETE',
    ...(trackingNumber !== null && { pending: trackingNumber }),
  });
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
