import { insertPieceEvent } from '../production/piece-store.ts';
import { type AtStation, StateChanged } from '../production/save-piece-scan.ts';
import { closeHandOver, openHandOver, takeOffList } from './change-hand-over.ts';
import type { HandOverChange } from './hand-over-scan-rules.ts';
import { changeParcelCount, type HandOver, type LeavingParcel, putOnHandOver } from './hand-over-store.ts';

/** Saves the change of a scan and returns the list after it. Throws `StateChanged`. */
export async function saveHandOver(at: AtStation, change: HandOverChange): Promise<HandOver> {
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
