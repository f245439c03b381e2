import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Actor, SYSTEM } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { loginKey } from './name-rules.ts';
import type { StationNow } from './session-registry.ts';
import { deleteOldSessions, deleteSession, deleteSessions, insertStationSession } from './session-store.ts';
import { actorOfOperator, type Browser, planSession } from './sign-in.ts';
import {
  findStation,
  insertStation,
  isNameTaken,
  lockStation,
  type Station,
  type StationChange,
  updateStation,
} from './station-store.ts';

/** When more browsers than this are one station, the oldest stops being one. */
const SESSIONS_PER_STATION_MAX = 10;
type ManageStations = { pool: Pool; now: Date; by: Actor };

/** Creates a station. Throws `station_name_taken`. */
export async function createStation(
  { pool, now, by }: ManageStations,
  { name, kinds }: Pick<Station, 'name' | 'kinds'>,
): Promise<Station> {
  // The id is made once, because the transaction may run again after it was committed.
  const stationId = randomUUIDv7();
  const wanted = { stationId, name: name.trim(), nameKey: loginKey(name), kinds, created: now };
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await findStation(connection, stationId) : undefined;
    if (done) return done;
    const made = await insertStation(connection, wanted);
    if (!made) throw nameTaken();
    await recordAudit(connection, by, now, {
      action: 'station.created',
      subject: ['station', stationId],
      detail: { name: made.name, kinds },
    });
    return made;
  });
}

/** Changes a station. Disabling it ends its sessions. Undefined if unknown; throws `station_name_taken`. */
export async function changeStation(
  { pool, now, by }: ManageStations,
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
      if (status === 'disabled') await deleteSessions(connection, subject);
    }
    return updateStation(connection, stationId, wanted);
  });
}

/**
 * Makes the browser a station, and ends the session `own` of the person who asks, because others will use the
 * browser. Returns the token of its cookie; undefined unless the station is active.
 */
export async function openStation(
  { pool, now, by, own }: ManageStations & { own: { operatorId: string; sessionId: string } },
  stationId: string,
  browser: Browser,
): Promise<{ token: string } | undefined> {
  const { token, hash, sessionId, userAgent } = planSession(own.operatorId, now, browser);
  const session = { hash, sessionId, stationId, openedBy: own.operatorId, created: now, userAgent };
  const station = ['station', stationId] as const;
  return inTransaction(pool, async (connection) => {
    if (!(await insertStationSession(connection, session))) return undefined;
    await deleteOldSessions(connection, station, SESSIONS_PER_STATION_MAX);
    await deleteSession(connection, ['operator', own.operatorId], own.sessionId);
    await recordAudit(connection, by, now, { entryId: sessionId, action: 'station.opened', subject: station });
    return { token };
  });
}

export async function closeStation(pool: Pool, now: Date, station: StationNow): Promise<void> {
  const by = station.operator ? actorOfOperator(station.operator) : SYSTEM;
  await endStationSession({ pool, now, by }, station.stationId, station.sessionId);
}

/** Makes the browser of a session stop being a station. Returns false when the session does not exist. */
export async function endStationSession(
  { pool, now, by }: ManageStations,
  stationId: string,
  sessionId: string,
): Promise<boolean> {
  const station = ['station', stationId] as const;
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const isEnded = await deleteSession(connection, station, sessionId);
    if (isEnded) await recordAudit(connection, by, now, { action: 'station.closed', subject: station });
    return isEnded || mayBeDone;
  });
}

function nameTaken(): ApiError {
  return new ApiError('station_name_taken', 'Another station has this name. Choose another name.');
}
