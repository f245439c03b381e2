import { type AnsweredScan, answerScan, type ScanningContext, type ScanRequest } from '../production/answer-scan.ts';
import { insertPieceEvent } from '../production/piece-store.ts';
import { type AtStation, StateChanged } from '../production/save-piece-scan.ts';
import { type Answered, asksOf, type ReadScan, refusalAnswer } from '../production/scan-answers.ts';
import { closeHandOver, findMissing, openHandOver, takeOffList } from './change-hand-over.ts';
import { carrierOrLabels, type MissingParcels } from './hand-over-rules.ts';
import { decideHandOver, type HandOverChange } from './hand-over-scan-rules.ts';
import { changeParcelCount, type HandOver, type LeavingParcel, putOnHandOver } from './hand-over-store.ts';
import { loadHandOver } from './load-hand-over.ts';
import type { HandOverView, LeavingParcelView, PackingAnswer } from './packing-answers.ts';

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
