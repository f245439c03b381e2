import { type ScanCode, scanCodeOf } from '../platform/text/scan-codes.ts';
import type { Command } from '../production/command-codes.ts';
import { insertPieceEvent } from '../production/piece-store.ts';
import { type Refusal, refuse } from '../production/scan-rules.ts';
import type { AtStation } from '../production/work-on-piece.ts';
import {
  closeHandOver,
  findMissing,
  handOverParcel,
  type Missing,
  takeBackParcel,
} from './change-hand-over.ts';
import { listParams, parcelRefusal } from './hand-over-rules.ts';
import {
  findLeavingParcel,
  findParcelsByTracking,
  type HandOver,
  type LeavingParcel,
  lockHandOver,
} from './hand-over-store.ts';
import type { ScanAnswer, ScanContext, ShownHandOver, ShownLeavingParcel } from './scan-answers.ts';

/** Parcels of one tracking number that are looked at. */
const SAME_TRACKING_MAX = 50;
/** So many parcels are named in a sentence. */
const NAMED_MAX = 3;

export interface AskedOfHandOver {
  /** As it came from the scanner. */
  text: string;
  /** One of our codes. */
  scanned: ScanCode | undefined;
  command: Command | undefined;
  open: ScanContext;
}

/**
 * What a scan means where parcels are handed over. The code of a parcel, or its tracking number, puts it on the open list of its carrier, which the first
 * one opens; PASS closes the list, and asks once where parcels are missing; UNDO takes the last one off.
 */
export async function answerHandOver(at: AtStation, asked: AskedOfHandOver): Promise<ScanAnswer> {
  const { scanned, open } = asked;
  const list = open.handOver === undefined ? undefined : await lockHandOver(at.connection, open.handOver);
  if (list?.closed) {
    const refusal = refuse('ALREADY_DONE', 'list_closed', { who: list.closedByName, ...listParams(list) });
    return { meaning: 'UNKNOWN', refusal, handOver: await shownList(at, list), next: { work: 'HAND_OVER' } };
  }
  if (scanned?.kind === 'command') return commanded(at, asked, list);
  const found = await findParcel(at, asked);
  const meaning = scanned?.kind === 'parcel' ? 'PARCEL' : found.parcel ? 'TRACKING' : 'UNKNOWN';
  const parcel = found.parcel && { leaving: shownParcel(found.parcel) };
  if (!found.parcel) return stays(at, asked.open, list, { meaning, refusal: found.refusal });
  const done = found.refusal
    ? { refusal: found.refusal }
    : await handOverParcel(at.connection, found.parcel, list, at);
  if ('refusal' in done) return stays(at, asked.open, list, { meaning, ...parcel, refusal: done.refusal });
  await record(at, found.parcel, 'parcel.handed_over');
  const next: ScanContext = {
    work: 'HAND_OVER',
    handOver: done.list.handOverId,
    last: found.parcel.code,
  };
  return { meaning, ...parcel, handOver: await shownList(at, done.list), next };
}

async function commanded(
  at: AtStation,
  { command, open }: AskedOfHandOver,
  list: HandOver | undefined,
): Promise<ScanAnswer> {
  const meaning = 'COMMAND' as const;
  const said = { meaning, ...(command && { command: command.command }) };
  if (!list) {
    const refusal = refuse('NO_PARCEL', 'no_list_open');
    return { ...said, refusal, next: { work: 'HAND_OVER' } };
  }
  if (command?.command === 'PASS') return { ...said, ...(await close(at, list, open)) };
  if (command?.command === 'UNDO') {
    const parcel = open.last === undefined ? undefined : await findLeavingParcel(at.connection, open.last);
    const without = parcel && (await takeBackParcel(at.connection, parcel, list));
    if (!without) {
      const refusal = refuse('NOTHING_IN_HAND', 'nothing_on_list');
      return { ...said, ...(await stays(at, open, list, { meaning, refusal })) };
    }
    await record(at, parcel, 'parcel.hand_over_undone');
    const next = { work: 'HAND_OVER' as const, handOver: list.handOverId };
    const leaving = shownParcel({ ...parcel, handOverId: null });
    return { ...said, leaving, handOver: await shownList(at, without), next };
  }
  const refusal = refuse('UNKNOWN', 'command_not_of_hand_over');
  return { ...said, ...(await stays(at, open, list, { meaning, refusal })) };
}

/** The driver has all that is on the list. Where parcels are missing it is said once which, and the next PASS closes without them. */
async function close(at: AtStation, list: HandOver, open: ScanContext): Promise<Omit<ScanAnswer, 'meaning'>> {
  const missing = await findMissing(at.connection, list.carrierId, at.now);
  const handOver = withMissing(list, missing);
  const next: ScanContext = { work: 'HAND_OVER', handOver: list.handOverId };
  if (list.parcels === 0)
    return { handOver, next, refusal: refuse('NOTHING_IN_HAND', 'list_empty', listParams(list)) };
  if (missing.count > 0 && !open.isClosing) {
    const refusal = refuse('NOT_COMPLETE', 'list_incomplete', missingParams(list, missing));
    return { handOver, asks: 'CLOSE', refusal, next: { ...next, isClosing: true } };
  }
  const closed = await closeHandOver(at.connection, list, missing.count, at);
  return { handOver: withMissing(closed, missing), next: { work: 'HAND_OVER' } };
}

function missingParams(list: HandOver, { count, parcels }: Missing) {
  const named = parcels.slice(0, NAMED_MAX);
  const more = count > named.length ? ` + ${count - named.length}` : '';
  return { ...listParams(list), parcels: `${namedShort(named)}${more}` };
}

/** By code and order, in no language. */
function namedShort(parcels: readonly LeavingParcel[]): string {
  return parcels.map(({ code, orderId }) => `${code} (${orderId})`).join(', ');
}

/** The parcel that was meant; of several with one tracking number the next one of the order. */
async function findParcel(
  at: AtStation,
  { text, scanned }: AskedOfHandOver,
): Promise<{ parcel: LeavingParcel; refusal?: Refusal } | { parcel?: undefined; refusal: Refusal }> {
  if (scanned?.kind === 'parcel') {
    const parcel = await findLeavingParcel(at.connection, scanCodeOf('parcel', scanned.number));
    return parcel ? { parcel } : { refusal: refuse('UNKNOWN', 'parcel_unknown') };
  }
  if (scanned) {
    return { refusal: refuse('UNKNOWN', 'scan_parcel_code') };
  }
  const found = await findParcelsByTracking(at.connection, text, SAME_TRACKING_MAX);
  const waiting = found.filter((one) => parcelRefusal(one, undefined, undefined) === undefined);
  const [first] = waiting;
  const isOfOneOrder = waiting.every(
    ({ clientId, orderId }) => clientId === first?.clientId && orderId === first.orderId,
  );
  if (first && isOfOneOrder) return { parcel: first };
  if (first) {
    const parcels = namedShort(waiting.slice(0, NAMED_MAX));
    return { parcel: first, refusal: refuse('UNKNOWN', 'tracking_of_several', { parcels }) };
  }
  const [other] = found;
  if (other) return { parcel: other };
  return { refusal: refuse('UNKNOWN', 'tracking_unknown') };
}

/** Nothing was changed, and the list stays open here. */
async function stays(
  at: AtStation,
  { last }: ScanContext,
  list: HandOver | undefined,
  told: Omit<ScanAnswer, 'next'>,
): Promise<ScanAnswer> {
  const open = list && { handOver: list.handOverId, ...(last !== undefined && { last }) };
  const next: ScanContext = { work: 'HAND_OVER', ...open };
  return { ...told, ...(list && { handOver: await shownList(at, list) }), next };
}

async function shownList({ connection, now }: AtStation, list: HandOver): Promise<ShownHandOver> {
  return withMissing(list, await findMissing(connection, list.carrierId, now));
}

function withMissing(list: HandOver, { count, parcels }: Missing): ShownHandOver {
  return {
    handOverId: list.handOverId,
    ...(list.carrierId !== '' && { carrierId: list.carrierId }),
    ...(list.carrierName !== null && { carrierName: list.carrierName }),
    state: list.closed ? 'CLOSED' : 'OPEN',
    parcels: list.parcels,
    missingCount: count,
    missing: parcels.map(shownParcel),
  };
}

function shownParcel({
  clientId,
  clientName,
  orderId,
  code,
  state,
  trackingNumber,
}: LeavingParcel): ShownLeavingParcel {
  return { clientId, clientName, orderId, code, state, ...(trackingNumber !== null && { trackingNumber }) };
}

function record(at: AtStation, { clientId, orderId, code }: LeavingParcel, type: string): Promise<void> {
  return insertPieceEvent(at.connection, { piece: { clientId, orderId, code }, type }, at);
}
