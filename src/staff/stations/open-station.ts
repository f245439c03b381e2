import type { Pool } from 'pg';
import { type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteSession } from '../session-store.ts';
import { type Browser, planSession } from '../sign-in.ts';
import type { StationNow } from './station-registry.ts';
import {
  deleteOldStationSessions,
  deleteStationSessions,
  insertStationSession,
} from './station-session-store.ts';

/** Browsers that are one station; past that the oldest is none any more. */
const SESSIONS_PER_STATION_MAX = 10;

export interface Opening {
  pool: Pool;
  now: Date;
  by: Actor;
  /** The session of whoever does it, which ends: the device is for everybody now. */
  own: { operatorId: string; sessionId: string };
}

/** Makes the browser a station. Answers what goes into its cookie; undefined when there is no such station that is in use. */
export async function openStation(
  { pool, now, by, own }: Opening,
  stationId: string,
  browser: Browser,
): Promise<{ token: string } | undefined> {
  const { token, hash, sessionId, userAgent } = planSession(own.operatorId, now, browser);
  const session = { hash, sessionId, stationId, openedBy: own.operatorId, created: now, userAgent };
  return inTransaction(pool, async (connection) => {
    if (!(await insertStationSession(connection, session))) return undefined;
    await deleteOldStationSessions(connection, stationId, SESSIONS_PER_STATION_MAX);
    await deleteSession(connection, own.operatorId, own.sessionId);
    await recordAudit(connection, by, now, {
      entryId: sessionId,
      action: 'station.opened',
      subject: ['station', stationId],
    });
    return { token };
  });
}

/** The browser is no station any more; doing it again changes nothing. */
export async function closeStation(pool: Pool, now: Date, station: StationNow): Promise<void> {
  const { stationId, sessionId, operator } = station;
  const by: Actor = operator ? { kind: 'operator', id: operator.operatorId, name: operator.name } : SYSTEM;
  await inTransaction(pool, async (connection) => {
    const ended = await deleteStationSessions(connection, stationId, sessionId);
    if (ended > 0)
      await recordAudit(connection, by, now, { action: 'station.closed', subject: ['station', stationId] });
  });
}
