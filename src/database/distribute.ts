import { type DistributionStep, distributionSteps, undecidedTables } from './distribution-rules.ts';
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
  const others = await countOtherSessions(connection);
  if (others === 0) return;
  throw new DistributionError(
    `Platen has ${others} other connections to this database. Stop every server, and run this again.`,
  );
}

/** Carries the steps out, one transaction each; what an abort leaves undone is done by the next run. The connection has no time limit from then on. */
export async function carryOut(
  connection: Connection,
  steps: readonly DistributionStep[],
  onStep: (step: DistributionStep) => void,
): Promise<void> {
  await connection.query('set statement_timeout = 0');
  for (const step of steps) {
    onStep(step);
    await connection.query('begin');
    try {
      for (const statement of step) await connection.query(statement);
      await connection.query('commit');
    } catch (error) {
      await connection.query('rollback').catch(() => {});
      throw error;
    }
  }
}
