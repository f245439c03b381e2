import type { Connection } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { type AnsweredScan, answerScan, type ScanningContext, type ScanRequest } from '../production/answer-scan.ts';
import { insertPieceEvent } from '../production/piece-store.ts';
import { type AtStation, StateChanged } from '../production/save-piece-scan.ts';
import { type Answered, asksOf, type ReadScan, refusalAnswer } from '../production/scan-answers.ts';
import { refuse } from '../production/scan-rules.ts';
import { possibleNumbers } from '../shipping/tracking-rules.ts';
import { closeHandOver, findMissing, openHandOver, takeOffList } from './change-hand-over.ts';
import { carrierOrLabels, type MissingParcels, parcelRefusalOf } from './hand-over-rules.ts';
import { decideHandOver, type HandOverChange, type HandOverScan, type HandOverState } from './hand-over-scan-rules.ts';
import {
  changeParcelCount,
  findHandOver,
  findLeavingParcel,
  findParcelsByTracking,
  type HandOver,
  type LeavingParcel,
  lockHandOver,
  lockOpenHandOver,
  putOnHandOver,
} from './hand-over-store.ts';
import type { HandOverView, LeavingParcelView, PackingAnswer } from './packing-answers.ts';

/** Parcels with one tracking number that are read. */
const SAME_TRACKING_MAX = 50;

/** Answers a scan where parcels are given to drivers. */
export function answerHandOverScan(context: ScanningContext, request: ScanRequest): Promise<AnsweredScan> {
  return answerScan(context, request, (read) => ({ creates: undefined, run: (at) => runHandOverScan(at, read) }));
}

/** Loads, decides and saves a scan. */
async function runHandOverScan(at: AtStation, read: ReadScan): Promise<Answered> {
  const { context, command } = read;
  const { state, scan } = await loadHandOver(at, read);
  const { leaving, changes, refusal, ...decision } = decideHandOver(state, scan);
  const meaning = command ? 'COMMAND' : scan.kind === 'PARCEL' ? scan.meaning : 'UNKNOWN';
  const [change] = changes ?? [];
  const list = change ? await saveHandOver(at, change) : (state.list ?? state.closed);
  const missing = list && (state.missing ?? (await findMissing(at.connection, list.carrierId, at.now)));
  const next = { ...('next' in decision && decision.next) };
  const open = list?.closed ? {} : { handOver: list?.handOverId };
  const answer: PackingAnswer = {
    meaning,
    ...command,
    ...(leaving && { leaving: leavingViewOf(leaving) }),
    ...(list && missing && { handOver: handOverViewOf(list, missing) }),
    next: { work: 'HAND_OVER', ...open, ...next },
  };
  if (!('next' in decision) && refusal) return { answer: refusalAnswer(context, refusal, answer) };
  return { answer: { ...answer, ...asksOf(next.question), ...(refusal && { refusal }) } };
}

/** Locks the list that is open at the station, or the open list of the scanned parcel's carrier. */
async function loadHandOver(
  { connection, now }: AtStation,
  read: ReadScan,
): Promise<{ state: HandOverState; scan: HandOverScan }> {
  const { context } = read;
  const found = context.handOver === undefined ? undefined : await lockHandOver(connection, context.handOver);
  const list = found?.closed ? undefined : found;
  const scan = await lookUp(connection, read, list);
  const isUndo = scan.kind === 'UNDO' && context.last !== undefined;
  return {
    state: {
      context,
      list,
      closed: found?.closed ? found : undefined,
      missing: list && scan.kind === 'PASS' ? await findMissing(connection, list.carrierId, now) : undefined,
      last: isUndo ? await findLeavingParcel(connection, context.last as string) : undefined,
    },
    scan,
  };
}

async function lookUp(
  connection: Connection,
  { text, scanned, command, refusal }: ReadScan,
  list: HandOver | undefined,
): Promise<HandOverScan> {
  if (refusal) return { kind: 'UNKNOWN', refusal };
  if (scanned?.kind === 'command') {
    const kind = command?.command;
    return { kind: kind === 'PASS' || kind === 'UNDO' ? kind : 'OTHER_COMMAND' };
  }
  if (scanned && scanned.kind !== 'parcel') return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'scan_parcel_code') };
  const ofCode = scanned && (await findLeavingParcel(connection, scanCodeOf('parcel', scanned.number)));
  if (scanned && !ofCode) return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'parcel_unknown') };
  const found = ofCode ? [ofCode] : await findParcelsByTracking(connection, possibleNumbers(text), SAME_TRACKING_MAX);
  // Several parcels of one order may share a tracking number. The next one that can leave counts.
  const waiting = found.filter((one) => parcelRefusalOf(one, undefined, undefined) === undefined);
  const parcels = waiting.length > 0 ? waiting : found.slice(0, 1);
  const [first] = parcels;
  if (!first) return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'tracking_unknown') };
  return {
    kind: 'PARCEL',
    meaning: scanned ? 'PARCEL' : 'TRACKING',
    parcels,
    on: first.handOverId === null ? undefined : await findHandOver(connection, first.handOverId),
    ofCarrier: list ? undefined : await lockOpenHandOver(connection, first.carrierId),
  };
}

/** Saves the change of a scan and returns the list after it. Throws `StateChanged`. */
async function saveHandOver(at: AtStation, change: HandOverChange): Promise<HandOver> {
  const { connection } = at;
  if (change.type === 'CLOSE') return closeHandOver(connection, change.list, change.missing, at);
  const { parcel } = change;
  if (change.type === 'TAKE_OFF') {
    const without = await takeOffList(connection, parcel, change.list);
    if (!without) throw new StateChanged();
    await recordEvent(at, parcel, 'parcel.hand_over_undone');
    return without;
  }
  const list = change.list ?? (await openHandOver(connection, parcel.carrierId, at));
  if (!(await putOnHandOver(connection, parcel, list.handOverId, at.now))) throw new StateChanged();
  await changeParcelCount(connection, list.handOverId, 1);
  await recordEvent(at, parcel, 'parcel.handed_over');
  return { ...list, parcels: list.parcels + 1 };
}

function recordEvent(at: AtStation, { clientId, orderId, code }: LeavingParcel, type: string): Promise<void> {
  return insertPieceEvent(at.connection, { piece: { clientId, orderId, code }, type }, at);
}

function handOverViewOf(list: HandOver, { count, parcels }: MissingParcels): HandOverView {
  return {
    handOverId: list.handOverId,
    ...carrierOrLabels(list.carrierId),
    ...(list.carrierName !== null && { carrierName: list.carrierName }),
    state: list.closed ? 'CLOSED' : 'OPEN',
    parcels: list.parcels,
    missingCount: count,
    missing: parcels.map(leavingViewOf),
  };
}

function leavingViewOf({
  clientId,
  clientName,
  orderId,
  code,
  state,
  trackingNumber,
}: LeavingParcel): LeavingParcelView {
  return { clientId, clientName, orderId, code, state, ...(trackingNumber !== null && { trackingNumber }) };
}
