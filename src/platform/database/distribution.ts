import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DistributionStep,
  distributionSteps,
  FIRST_TABLE,
  undecidedTables,
} from './distribution-rules.ts';
import {
  countOtherSessions,
  findCitusVersion,
  findDatabase,
  findPlacements,
  listForeignKeys,
  listLeftovers,
  listPostponedKeys,
  listTables,
} from './distribution-store.ts';
import type { Connection } from './transaction.ts';

/** First of the versions of Citus that this was tried with. */
const CITUS_VERSION_MIN = 13;
/** Connections that were ended a moment ago, our own before this one among them, are seen for so long. */
const LEAVING_MS = 3_000;
const LEAVING_POLL_MS = 100;

/** The database cannot be distributed as things are; the message is one line that says what to do. */
export class DistributionError extends Error {}

/** What is still to be done to distribute the database, each step in a transaction of its own. Throws DistributionError where that cannot be. */
export async function planDistribution(connection: Connection): Promise<DistributionStep[]> {
  const version = await findCitusVersion(connection);
  if (version === undefined) {
    throw new DistributionError(
      'This database does not have the Citus extension. Load citus in shared_preload_libraries of every node, run "create extension citus" in this database on each, and add the nodes (docs/scaling.md).',
    );
  }
  if (Number.parseInt(version, 10) < CITUS_VERSION_MIN)
    throw new DistributionError(
      `This database has Citus ${version}; Platen needs ${CITUS_VERSION_MIN} or newer.`,
    );
  const tables = await listTables(connection);
  const undecided = undecidedTables(tables);
  if (undecided.length > 0) {
    throw new DistributionError(
      `This database has tables in the schema public that are not Platen's (${undecided.join(', ')}). Move them to another schema.`,
    );
  }
  return distributionSteps({
    tables,
    database: await findDatabase(connection),
    placements: (await findPlacements(connection)) ?? new Map(),
    foreignKeys: await listForeignKeys(connection),
    postponed: await listPostponedKeys(connection),
    leftovers: await listLeftovers(connection),
  });
}

/** Refuses while anybody else uses the database, who would not know that it is distributed. */
export async function refuseWhileUsed(connection: Connection): Promise<void> {
  const until = performance.now() + LEAVING_MS;
  let others = await countOtherSessions(connection);
  while (others > 0 && performance.now() < until) {
    await sleep(LEAVING_POLL_MS);
    others = await countOtherSessions(connection);
  }
  if (others === 0) return;
  throw new DistributionError(
    `Platen has ${others} other connections to this database. Stop every server, and the pooler if there is one, and run this again past it.`,
  );
}

/** Refuses a database of which a part is distributed and the rest is not: whoever began that was killed, or is still at it. */
export async function refuseInPart(connection: Connection): Promise<void> {
  const placements = await findPlacements(connection);
  if (!placements) return;
  const areSpread = [...placements.values()].some((placement) => placement !== 'in one place');
  if (!areSpread && (await listPostponedKeys(connection)).length === 0) return;
  const left = (await planDistribution(connection)).length;
  if (left === 0) return;
  throw new DistributionError(
    `This database is distributed in part only: "platen db distribute" was broken off, or has not come to its end (${left} steps are left). Stop every server, run "platen db distribute" until it says that the database is distributed, and start again.`,
  );
}

/** Carries the steps out, one transaction each; what an abort leaves undone is done by the next run. None has a time limit. */
export async function carryOut(
  connection: Connection,
  steps: readonly DistributionStep[],
  onStep: (step: DistributionStep) => void,
): Promise<void> {
  for (const step of steps) {
    onStep(step);
    await connection.query('begin');
    try {
      await connection.query('set local statement_timeout = 0');
      for (const statement of step) await connection.query(statement);
      await connection.query('commit');
    } catch (error) {
      await connection.query('rollback').catch(() => {});
      throw error;
    }
  }
}

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
