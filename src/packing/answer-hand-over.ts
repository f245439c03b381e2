import { type ScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import type { Command } from '../production/command-codes.ts';
import { insertPieceEvent } from '../production/piece-store.ts';
import { type Refusal, refuse } from '../production/scan-rules.ts';
import type { AtStation } from '../production/work-on-piece.ts';
import { closeHandOver, findMissing, handOverParcel, type MissingParcels, takeOffList } from './change-hand-over.ts';
import { listParams, parcelRefusalOf } from './hand-over-rules.ts';
import {
  findLeavingParcel,
  findParcelsByTracking,
  type HandOver,
  type LeavingParcel,
  lockHandOver,
} from './hand-over-store.ts';
import type { HandOverView, LeavingParcelView, ScanAnswer, ScanContext } from './scan-answers.ts';

/** Parcels with one tracking number that are read. */
const SAME_TRACKING_MAX = 50;
/** Parcels that a message names. */
const NAMED_MAX = 3;

interface HandOverScan {
  /** The text from the scanner. */
  text: string;
  /** The text, if it is one of Platen's codes. */
  scanned: ScanCode | undefined;
  command: Command | undefined;
  context: ScanContext;
}

/**
 * Answers a scan at the hand-over. The code of a parcel, or its tracking number, puts the parcel on the open
 * list of its carrier; the first parcel opens the list. PASS closes the list, after a question if parcels are
 * missing. UNDO takes the last parcel off.
 */
export async function answerHandOver(at: AtStation, scan: HandOverScan): Promise<ScanAnswer> {
  const { scanned, context } = scan;
  const list = context.handOver === undefined ? undefined : await lockHandOver(at.connection, context.handOver);
  if (list?.closed) {
    const refusal = refuse('ALREADY_DONE', 'list_closed', { who: list.closedByName, ...listParams(list) });
    return {
      meaning: 'UNKNOWN',
      refusal,
      handOver: await readHandOverView(at, list),
      next: { work: 'HAND_OVER' },
    };
  }
  if (scanned?.kind === 'command') return doHandOverCommand(at, scan, list);
  const found = await findScannedParcel(at, scan);
  const meaning = scanned?.kind === 'parcel' ? 'PARCEL' : found.parcel ? 'TRACKING' : 'UNKNOWN';
  if (!found.parcel) return keepList(at, context, list, { meaning, refusal: found.refusal });
  const leaving = parcelViewOf(found.parcel);
  const done = found.refusal ? { refusal: found.refusal } : await handOverParcel(at.connection, found.parcel, list, at);
  if ('refusal' in done) return keepList(at, context, list, { meaning, leaving, refusal: done.refusal });
  await recordEvent(at, found.parcel, 'parcel.handed_over');
  const next: ScanContext = {
    work: 'HAND_OVER',
    handOver: done.list.handOverId,
    last: found.parcel.code,
  };
  return { meaning, leaving, handOver: await readHandOverView(at, done.list), next };
}

async function doHandOverCommand(
  at: AtStation,
  { command, context }: HandOverScan,
  list: HandOver | undefined,
): Promise<ScanAnswer> {
  const said = { meaning: 'COMMAND' as const, ...(command && { command: command.command }) };
  if (!list) return { ...said, refusal: refuse('NO_PARCEL', 'no_list_open'), next: { work: 'HAND_OVER' } };
  if (command?.command === 'PASS') return { ...said, ...(await closeList(at, list, context)) };
  if (command?.command !== 'UNDO')
    return keepList(at, context, list, { ...said, refusal: refuse('UNKNOWN', 'command_not_of_hand_over') });
  const parcel = context.last === undefined ? undefined : await findLeavingParcel(at.connection, context.last);
  const without = parcel && (await takeOffList(at.connection, parcel, list));
  if (!without) return keepList(at, context, list, { ...said, refusal: refuse('NOTHING_IN_HAND', 'nothing_on_list') });
  await recordEvent(at, parcel, 'parcel.hand_over_undone');
  const next = { work: 'HAND_OVER' as const, handOver: list.handOverId };
  return { ...said, leaving: parcelViewOf(parcel), handOver: await readHandOverView(at, without), next };
}

/** Closes the list. If parcels are missing, the first PASS names them, and the second closes without them. */
async function closeList(at: AtStation, list: HandOver, context: ScanContext): Promise<Omit<ScanAnswer, 'meaning'>> {
  const missing = await findMissing(at.connection, list.carrierId, at.now);
  const handOver = handOverViewOf(list, missing);
  const next: ScanContext = { work: 'HAND_OVER', handOver: list.handOverId };
  if (list.parcels === 0) return { handOver, next, refusal: refuse('NOTHING_IN_HAND', 'list_empty', listParams(list)) };
  if (missing.count > 0 && !context.isClosing) {
    const refusal = refuse('NOT_COMPLETE', 'list_incomplete', missingParams(list, missing));
    return { handOver, asks: 'CLOSE', refusal, next: { ...next, isClosing: true } };
  }
  const closed = await closeHandOver(at.connection, list, missing.count, at);
  return { handOver: handOverViewOf(closed, missing), next: { work: 'HAND_OVER' } };
}

function missingParams(list: HandOver, { count, parcels }: MissingParcels) {
  const named = parcels.slice(0, NAMED_MAX);
  const more = count > named.length ? ` + ${count - named.length}` : '';
  return { ...listParams(list), parcels: `${namesOf(named)}${more}` };
}

/** Names parcels by code and order, which reads the same in each language. */
function namesOf(parcels: readonly LeavingParcel[]): string {
  return parcels.map(({ code, orderId }) => `${code} (${orderId})`).join(', ');
}

/** Finds the scanned parcel. Several of one order may share a tracking number; the next one is returned. */
async function findScannedParcel(
  at: AtStation,
  { text, scanned }: HandOverScan,
): Promise<{ parcel: LeavingParcel; refusal?: Refusal } | { parcel?: undefined; refusal: Refusal }> {
  if (scanned?.kind === 'parcel') {
    const parcel = await findLeavingParcel(at.connection, scanCodeOf('parcel', scanned.number));
    return parcel ? { parcel } : { refusal: refuse('UNKNOWN', 'parcel_unknown') };
  }
  if (scanned) return { refusal: refuse('UNKNOWN', 'scan_parcel_code') };
  const found = await findParcelsByTracking(at.connection, text, SAME_TRACKING_MAX);
  const waiting = found.filter((one) => parcelRefusalOf(one, undefined, undefined) === undefined);
  const [first] = waiting;
  const isOfOneOrder = waiting.every(
    ({ clientId, orderId }) => clientId === first?.clientId && orderId === first.orderId,
  );
  if (first && isOfOneOrder) return { parcel: first };
  if (first) {
    const parcels = namesOf(waiting.slice(0, NAMED_MAX));
    return { parcel: first, refusal: refuse('UNKNOWN', 'tracking_of_several', { parcels }) };
  }
  const [listed] = found;
  if (listed) return { parcel: listed };
  return { refusal: refuse('UNKNOWN', 'tracking_unknown') };
}

/** Completes a refused answer: the list stays open at this station. */
async function keepList(
  at: AtStation,
  { last }: ScanContext,
  list: HandOver | undefined,
  answer: Omit<ScanAnswer, 'next'>,
): Promise<ScanAnswer> {
  const open = list && { handOver: list.handOverId, ...(last !== undefined && { last }) };
  const next: ScanContext = { work: 'HAND_OVER', ...open };
  return { ...answer, ...(list && { handOver: await readHandOverView(at, list) }), next };
}

async function readHandOverView({ connection, now }: AtStation, list: HandOver): Promise<HandOverView> {
  return handOverViewOf(list, await findMissing(connection, list.carrierId, now));
}

function handOverViewOf(list: HandOver, { count, parcels }: MissingParcels): HandOverView {
  return {
    handOverId: list.handOverId,
    ...(list.carrierId !== '' && { carrierId: list.carrierId }),
    ...(list.carrierName !== null && { carrierName: list.carrierName }),
    state: list.closed ? 'CLOSED' : 'OPEN',
    parcels: list.parcels,
    missingCount: count,
    missing: parcels.map(parcelViewOf),
  };
}

function parcelViewOf({
  clientId,
  clientName,
  orderId,
  code,
  state,
  trackingNumber,
}: LeavingParcel): LeavingParcelView {
  return { clientId, clientName, orderId, code, state, ...(trackingNumber !== null && { trackingNumber }) };
}

function recordEvent(at: AtStation, { clientId, orderId, code }: LeavingParcel, type: string): Promise<void> {
  return insertPieceEvent(at.connection, { piece: { clientId, orderId, code }, type }, at);
}
