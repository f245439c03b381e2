import { planDistribution, runSteps } from '../../src/platform/database/distribution.ts';
import { listTables } from '../../src/platform/database/distribution-store.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openPool } from '../../src/platform/database/pool.ts';

const POOL_SIZE = 12;
/** Fewer than in production, because each test file splits all tables anew. */
const SHARDS = 4;

/** Empties the database of the coordinator, migrates it and splits its tables. Only one is open at a time. */
export async function openCitusDatabase(url: string) {
  const preparing = openPool({ connectionString: url }, 1, () => {}, { statementTimeoutMs: 0 });
  for (const table of await listTables(preparing)) await preparing.query(`drop table if exists ${table} cascade`);
  await migrate(preparing);
  const connection = await preparing.connect();
  await connection.query(`set citus.shard_count = ${SHARDS}`);
  await runSteps(connection, await planDistribution(connection), () => {});
  connection.release(true);
  await preparing.end();
  const pool = openPool({ connectionString: url }, POOL_SIZE, () => {});
  return {
    pool,
    url,
    superuserUrl: url,
    openProxied: (): never => {
      throw new Error('A test that breaks connections runs on one PostgreSQL only.');
    },
    close: () => pool.end(),
  };
}
