import { setTimeout as sleep } from 'node:timers/promises';
import { type DistributionStep, distributionSteps, FIRST_TABLE, findUnplacedTables } from './distribution-rules.ts';
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

/** The lowest version of Citus that Platen was tested with. */
const CITUS_VERSION_MIN = 13;
/** The longest wait for closed connections, also our own, to leave PostgreSQL's list. */
const LEAVING_MS = 3_000;
const LEAVING_POLL_MS = 100;

/** The database cannot be distributed. The message is one line that says what to do. */
export class DistributionError extends Error {}

/** Returns the remaining steps to distribute the database. Throws DistributionError if this is impossible. */
export async function planDistribution(connection: Connection): Promise<DistributionStep[]> {
  const version = await findCitusVersion(connection);
  if (version === undefined) {
    throw new DistributionError(
      'This database does not have the Citus extension. Load citus in shared_preload_libraries of every node, run "create extension citus" in this database on each, and add the nodes (docs/scaling.md).',
    );
  }
  if (Number.parseInt(version, 10) < CITUS_VERSION_MIN)
    throw new DistributionError(`This database has Citus ${version}; Platen needs ${CITUS_VERSION_MIN} or newer.`);
  const tables = await listTables(connection);
  const undecided = findUnplacedTables(tables);
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

/** Throws DistributionError while others use the database. A running server would not notice the change. */
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

/** Throws DistributionError if the database is distributed only in part, by a killed or running command. */
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

/** Runs each step in a transaction without a time limit. The next run completes an aborted one. */
export async function runSteps(
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

/** Returns whether Citus has split the tables of this database over nodes. */
export async function isSplitOverNodes(connection: Connection): Promise<boolean> {
  const placements = await findPlacements(connection);
  return placements?.get(FIRST_TABLE) === 'by client';
}

/**
 * A prefix that makes `set local …` apply to all nodes. The text of the query may contain only such settings.
 * PostgreSQL without Citus ignores it.
 */
export const ON_ALL_NODES = `set local citus.propagate_set_commands = 'local';`;
