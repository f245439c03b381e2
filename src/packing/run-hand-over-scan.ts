import { insertPieceEvent } from '../production/piece-store.ts';
import { type AtStation, StateChanged } from '../production/save-piece-scan.ts';
import { closeHandOver, findMissing, openHandOver, takeOffList } from './change-hand-over.ts';
import { carrierOrLabels, type MissingParcels } from './hand-over-rules.ts';
import { decideHandOver, type HandOverChange } from './hand-over-scan-rules.ts';
import { changeParcelCount, type HandOver, type LeavingParcel, putOnHandOver } from './hand-over-store.ts';
import { loadHandOver } from './load-hand-over.ts';
import {
  type Answered,
  asksOf,
  commandOfScan,
  type HandOverView,
  type LeavingParcelView,
  type ReadScan,
  refusedAnswer,
} from './scan-answers.ts';

/** Loads, decides and saves a scan where parcels are given to drivers. */
export async function runHandOverScan(at: AtStation, read: ReadScan): Promise<Answered> {
  const { context } = read;
  const { state, scan } = await loadHandOver(at, read);
  const { leaving, changes, refusal, ...decision } = decideHandOver(state, scan);
  const said = commandOfScan(read);
  const meaning = said.command ? 'COMMAND' : scan.kind === 'PARCEL' ? scan.meaning : 'UNKNOWN';
  const [change] = changes ?? [];
  const list = change ? await saveHandOver(at, change) : (state.list ?? state.closed);
  const missing = list && (state.missing ?? (await findMissing(at.connection, list.carrierId, at.now)));
  const shown = {
    ...said,
    ...(leaving && { leaving: leavingViewOf(leaving) }),
    ...(list && missing && { handOver: handOverViewOf(list, missing) }),
  };
  if (!('next' in decision) && refusal)
    return { answer: refusedAnswer({ meaning }, { next: context }, refusal, shown) };
  const next = { ...('next' in decision && decision.next) };
  const open = list?.closed ? {} : { handOver: list?.handOverId };
  return {
    answer: {
      meaning,
      ...shown,
      ...asksOf(next.question),
      ...(refusal && { refusal }),
      next: { work: 'HAND_OVER', ...open, ...next },
    },
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
