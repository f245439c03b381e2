import { findPlacements } from './distribution-store.ts';
import { FIRST_TABLE } from './table-placements.ts';
import type { Connection } from './transaction.ts';

/** Of the one database that this process speaks to. It changes only while no server runs. */
let isSplit = false;

/** Whether orders are split over several nodes, so that a statement which crosses clients has to take its other form. */
export function isDistributed(): boolean {
  return isSplit;
}

/** Learns it from the database, before anything else is asked of it. */
export async function learnDistribution(connection: Connection): Promise<boolean> {
  const placements = await findPlacements(connection);
  isSplit = placements?.get(FIRST_TABLE) === 'by client';
  return isSplit;
}

/**
 * To be put before a `set local …`, so that in a distributed database it holds on the other nodes too; by default it holds on the coordinator alone. They are sent the
 * whole text of the query, so it may hold nothing but such settings.
 */
export function onAllNodes(): string {
  return isSplit ? `set local citus.propagate_set_commands = 'local'; ` : '';
}

/** For tests, which try both forms of a statement on one database. */
export function pretendDistributed(value: boolean): void {
  isSplit = value;
}
