import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { sentence } from '../production/floor-sentences.ts';
import { insertPieceEvent } from '../production/piece-store.ts';
import { takeScanNumbers } from '../production/scan-store.ts';
import {
  type HandOverRefusal,
  parcelRefusal,
  WAITING_COUNTED_MAX,
  WAITING_NAMED_MAX,
  waitingSince,
} from './hand-over-rules.ts';
import {
  changeParcelCount,
  countWaitingParcels,
  findHandOver,
  type HandOver,
  insertHandOver,
  type LeavingParcel,
  listWaitingParcels,
  lockOpenHandOver,
  putOnHandOver,
  takeOffHandOver,
  updateHandOverClosed,
} from './hand-over-store.ts';

/** The open list of the carrier, locked; there is one afterwards. */
export async function openHandOver(
  connection: Connection,
  carrierId: string,
  { by, now }: Doing,
): Promise<HandOver> {
  for (;;) {
    const open = await lockOpenHandOver(connection, carrierId);
    if (open) return open;
    const handOverId = String((await takeScanNumbers(connection, 'handover', 1)) - 1);
    // Of two who open one at once the second finds the first one's, unless that is closed again already.
    await insertHandOver(connection, { handOverId, carrierId, by, now });
  }
}

/**
 * Puts a parcel on the list that is open where it is scanned (locked), or without one on the open list of its carrier, which is opened if there
 * is none. Once, however many scan it.
 */
export async function handOverParcel(
  connection: Connection,
  parcel: LeavingParcel,
  open: HandOver | undefined,
  doing: Doing,
): Promise<{ list: HandOver } | { refusal: HandOverRefusal }> {
  const on = parcel.handOverId === null ? undefined : await findHandOver(connection, parcel.handOverId);
  const refusal = parcelRefusal(parcel, on, open);
  if (refusal) return { refusal };
  const list = open ?? (await openHandOver(connection, parcel.carrierId, doing));
  const isFull = parcelRefusal(parcel, undefined, list);
  if (isFull) return { refusal: isFull };
  if (!(await putOnHandOver(connection, parcel, list.handOverId, doing.now))) {
    const { code, orderId } = parcel;
    return { refusal: { kind: 'ALREADY_DONE', ...sentence('parcel_just_listed', { code, orderId }) } };
  }
  await changeParcelCount(connection, list.handOverId, 1);
  return { list: { ...list, parcels: list.parcels + 1 } };
}

/** Takes a parcel off an open list that is locked; undefined: it is not on it. */
export async function takeBackParcel(
  connection: Connection,
  parcel: LeavingParcel,
  list: HandOver,
): Promise<HandOver | undefined> {
  if (!(await takeOffHandOver(connection, parcel, list.handOverId))) return undefined;
  await changeParcelCount(connection, list.handOverId, -1);
  return { ...list, parcels: list.parcels - 1 };
}

/**
 * Takes a parcel off a list that is locked, for the reason given: it stayed behind, or was scanned by mistake. Also off one that is closed, for who finds the
 * parcel finds it later. One that is on no list stays as it is; throws `parcel_on_other_list`.
 */
export async function removeParcel(
  connection: Connection,
  parcel: LeavingParcel,
  list: HandOver,
  { by, now, reason }: Doing & { reason: string },
): Promise<HandOver> {
  const { clientId, orderId, code } = parcel;
  const without = await takeBackParcel(connection, parcel, list);
  if (!without) {
    if (parcel.handOverId === null) return list;
    const message = `Parcel ${code} is on list ${parcel.handOverId}, and not on list ${list.handOverId}.`;
    throw new ApiError('parcel_on_other_list', message);
  }
  const where = { station: null, stationId: null };
  await insertPieceEvent(
    connection,
    { piece: { clientId, orderId, code }, type: 'parcel.hand_over_removed', reason },
    { ...where, by, now },
  );
  await recordAudit(connection, by, now, {
    action: 'hand_over.parcel_removed',
    subject: ['hand_over', list.handOverId],
    detail: { parcel: code, reason, wasClosed: list.closed !== null },
  });
  return without;
}

/** The parcels of the carrier that are packed and on no list. */
export interface Missing {
  /** Counted up to a limit. */
  count: number;
  /** The oldest of them. */
  parcels: LeavingParcel[];
}

export async function findMissing(connection: Connection, carrierId: string, now: Date): Promise<Missing> {
  const since = waitingSince(now);
  const parcels = await listWaitingParcels(connection, carrierId, since, { limit: WAITING_NAMED_MAX });
  const count =
    parcels.length < WAITING_NAMED_MAX
      ? parcels.length
      : await countWaitingParcels(connection, carrierId, since, WAITING_COUNTED_MAX);
  return { count, parcels };
}

/** Closes an open list that is locked: the driver has what is on it. */
export async function closeHandOver(
  connection: Connection,
  list: HandOver,
  missing: number,
  { by, now }: Doing,
): Promise<HandOver> {
  const { handOverId, carrierId, parcels } = list;
  await updateHandOverClosed(connection, handOverId, { missing, by, now });
  await recordAudit(connection, by, now, {
    action: 'hand_over.closed',
    subject: ['hand_over', handOverId],
    detail: { carrierId, parcels, missing },
  });
  return { ...list, closed: now, closedById: by.id, closedByName: by.name, missing };
}
