import type { Connection } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import type { ReadScan } from '../production/scan-answers.ts';
import { refuse } from '../production/scan-rules.ts';
import { possibleNumbers } from '../shipping/tracking-rules.ts';
import { findMissing } from './change-hand-over.ts';
import { parcelRefusalOf } from './hand-over-rules.ts';
import type { HandOverScan, HandOverState } from './hand-over-scan-rules.ts';
import {
  findHandOver,
  findLeavingParcel,
  findParcelsByTracking,
  type HandOver,
  lockHandOver,
  lockOpenHandOver,
} from './hand-over-store.ts';

/** Parcels with one tracking number that are read. */
const SAME_TRACKING_MAX = 50;

/** Locks the list that is open at the station, or the open list of the scanned parcel's carrier. */
export async function loadHandOver(
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
