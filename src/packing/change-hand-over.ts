import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { insertPieceEvent } from '../production/piece-store.ts';
import { takeScanNumbers } from '../production/scan-store.ts';
import { type MissingParcels, WAITING_COUNTED_MAX, WAITING_NAMED_MAX, waitingSince } from './hand-over-rules.ts';
import {
  changeParcelCount,
  countWaitingParcels,
  type HandOver,
  insertHandOver,
  type LeavingParcel,
  listWaitingParcels,
  lockOpenHandOver,
  takeOffHandOver,
  updateHandOverClosed,
} from './hand-over-store.ts';
import { requestManifests } from './manifest-store.ts';

/** Locks the open list of the carrier, or opens one. */
export async function openHandOver(connection: Connection, carrierId: string, { by, now }: Doing): Promise<HandOver> {
  for (;;) {
    const open = await lockOpenHandOver(connection, carrierId);
    if (open) return open;
    const handOverId = String((await takeScanNumbers(connection, 'handover', 1)) - 1);
    // If another transaction opens one at the same time, the next turn finds it, unless it is closed again.
    await insertHandOver(connection, { handOverId, carrierId, by, now });
  }
}

/** Takes a parcel off a locked list. Returns the list without it, or undefined if the parcel is not on it. */
export async function takeOffList(
  connection: Connection,
  parcel: LeavingParcel,
  list: HandOver,
): Promise<HandOver | undefined> {
  if (!(await takeOffHandOver(connection, parcel, list.handOverId))) return undefined;
  await changeParcelCount(connection, list.handOverId, -1);
  return { ...list, parcels: list.parcels - 1 };
}

/** Takes a parcel that stayed behind off a locked list, if it is on one. Throws `parcel_on_other_list`. */
export async function removeParcel(
  connection: Connection,
  parcel: LeavingParcel,
  list: HandOver,
  { by, now, reason }: Doing & { reason: string },
): Promise<HandOver> {
  const { clientId, orderId, code } = parcel;
  const without = await takeOffList(connection, parcel, list);
  if (!without) {
    if (parcel.handOverId === null) return list;
    const message = `Parcel ${code} is on list ${parcel.handOverId}, and not on list ${list.handOverId}.`;
    throw new ApiError('parcel_on_other_list', message);
  }
  await insertPieceEvent(
    connection,
    { piece: { clientId, orderId, code }, type: 'parcel.hand_over_removed', reason },
    { station: null, stationId: null, by, now },
  );
  await recordAudit(connection, by, now, {
    action: 'hand_over.parcel_removed',
    subject: ['hand_over', list.handOverId],
    detail: { parcel: code, reason, wasClosed: list.closed !== null },
  });
  return without;
}

export async function findMissing(connection: Connection, carrierId: string, now: Date): Promise<MissingParcels> {
  const since = waitingSince(now);
  const parcels = await listWaitingParcels(connection, carrierId, since, { limit: WAITING_NAMED_MAX });
  const count =
    parcels.length < WAITING_NAMED_MAX
      ? parcels.length
      : await countWaitingParcels(connection, carrierId, since, WAITING_COUNTED_MAX);
  return { count, parcels };
}

/** Closes a locked list: the driver has taken its parcels. Requests the manifests of label providers. */
export async function closeHandOver(
  connection: Connection,
  list: HandOver,
  missing: number,
  { by, now, printerId }: Doing & { printerId?: string | undefined },
): Promise<HandOver> {
  const { handOverId, carrierId, parcels } = list;
  await updateHandOverClosed(connection, handOverId, { missing, by, now });
  await requestManifests(connection, handOverId, { printerId, now });
  await recordAudit(connection, by, now, {
    action: 'hand_over.closed',
    subject: ['hand_over', handOverId],
    detail: { carrierId, parcels, missing },
  });
  return { ...list, closed: now, closedById: by.id, closedByName: by.name, missing };
}
