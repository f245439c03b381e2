import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { loginKey } from '../login-rules.ts';
import { deleteStationSessions } from './station-session-store.ts';
import {
  findStation,
  insertStation,
  isNameTaken,
  lockStation,
  type Station,
  type StationChange,
  updateStation,
} from './station-store.ts';

interface Managing {
  pool: Pool;
  now: Date;
  by: Actor;
}

/** Makes a station. Throws `station_name_taken`. */
export async function createStation(
  { pool, now, by }: Managing,
  { name, kinds }: Pick<Station, 'name' | 'kinds'>,
): Promise<Station> {
  // Made once: the transaction may run again after it was committed.
  const stationId = randomUUIDv7();
  const wanted = { stationId, name: name.trim(), nameKey: loginKey(name), kinds, created: now };
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await findStation(connection, stationId) : undefined;
    const made = done ?? (await insertStation(connection, wanted));
    if (!made) throw nameTaken();
    if (!done) {
      const detail = { name: made.name, kinds };
      await recordAudit(connection, by, now, {
        action: 'station.created',
        subject: ['station', stationId],
        detail,
      });
    }
    return made;
  });
}

/**
 * Renames a station, changes what is done there, disables or enables it; being disabled ends its sessions. Undefined when there is no such
 * station; throws `station_name_taken`.
 */
export async function changeStation(
  { pool, now, by }: Managing,
  stationId: string,
  { name, kinds, status }: Omit<StationChange, 'nameKey'>,
): Promise<Station | undefined> {
  const wanted: StationChange = {
    ...(name !== undefined && { name: name.trim(), nameKey: loginKey(name) }),
    ...(kinds && { kinds }),
    ...(status && { status }),
  };
  return inTransaction(pool, async (connection) => {
    const before = await lockStation(connection, stationId);
    if (!before) return undefined;
    if (wanted.nameKey && (await isNameTaken(connection, wanted.nameKey, stationId))) throw nameTaken();
    const isRenamed = wanted.name !== undefined && wanted.name !== before.name;
    const hasOtherKinds = kinds !== undefined && kinds.join() !== before.kinds.join();
    const isSwitched = status !== undefined && status !== before.status;
    if (!isRenamed && !hasOtherKinds && !isSwitched) return before;
    const subject = ['station', stationId] as const;
    const detail = { ...(isRenamed && { name: wanted.name }), ...(hasOtherKinds && { kinds }) };
    if (isRenamed || hasOtherKinds)
      await recordAudit(connection, by, now, { action: 'station.changed', subject, detail });
    if (isSwitched) {
      const action = status === 'disabled' ? 'station.disabled' : 'station.enabled';
      await recordAudit(connection, by, now, { action, subject });
      if (status === 'disabled') await deleteStationSessions(connection, stationId, undefined);
    }
    return updateStation(connection, stationId, wanted);
  });
}

/** Ends one session of the station: that browser is no station any more. Answers whether it did. */
export async function endStationSession(
  { pool, now, by }: Managing,
  stationId: string,
  sessionId: string,
): Promise<boolean> {
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const ended = await deleteStationSessions(connection, stationId, sessionId);
    if (ended > 0)
      await recordAudit(connection, by, now, { action: 'station.closed', subject: ['station', stationId] });
    return ended > 0 || mayBeDone;
  });
}

function nameTaken(): ApiError {
  return new ApiError('station_name_taken', 'There is a station with this name already.');
}
