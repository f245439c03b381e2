import type { AtStation } from '../production/save-piece-scan.ts';
import { findMissing } from './change-hand-over.ts';
import type { MissingParcels } from './hand-over-rules.ts';
import { decideHandOver } from './hand-over-scan-rules.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';
import { loadHandOver } from './load-hand-over.ts';
import { saveHandOver } from './save-hand-over.ts';
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

function handOverViewOf(list: HandOver, { count, parcels }: MissingParcels): HandOverView {
  return {
    handOverId: list.handOverId,
    ...(list.carrierId !== '' && { carrierId: list.carrierId }),
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
