import type { Pool } from 'pg';
import { listRemovals, type Removal, removeOld } from '../../src/jobs/removals.ts';
import { findDue } from '../../src/platform/database/due-query.ts';

/** Retention of stock movements in days, and of printed documents in hours. */
const SETTINGS = { movementDays: 365, printKeepHours: 72 };

export function findRemoval(name: string, settings = SETTINGS): Removal {
  return listRemovals(settings).find((removal) => removal.name === name) as Removal;
}

/** Returns true if the job would remove something. */
export async function isOld(pool: Pool, name: string, now: Date): Promise<boolean> {
  return (await findDue(pool, findRemoval(name).due(now))).length > 0;
}

/** Removes all old rows and returns their number. */
export async function removeAllOld(pool: Pool, name: string, now: Date): Promise<number> {
  return removeOld(pool, findRemoval(name), now, new AbortController().signal);
}
