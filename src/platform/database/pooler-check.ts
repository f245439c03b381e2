import type { Pool, PoolClient } from 'pg';

/** SQLSTATE protocol_violation: PgBouncer's answer to what it does not allow. */
const PROTOCOL_VIOLATION = '08P01';
/** SQLSTATE: a statement of this name is not there, or there already. */
const NAME_FAULTS = new Set(['26000', '42P05']);
/** Of a pooler that gives its sessions out in turn the same one comes again only after some others. */
const ROUNDS = 3;
const WHO_ANSWERS = { name: 'who-answers', text: 'select pg_backend_pid() as pid' };

/**
 * What a pooler between Platen and PostgreSQL takes from us that we need, with what to do; undefined: nothing, or there is none. One that has
 * many sessions and many who use them may hide it.
 */
export async function poolerFault(
  pools: readonly [Pool, Pool],
  areStatementsNamed: boolean,
): Promise<string | undefined> {
  const taken: PoolClient[] = [];
  try {
    for (const pool of pools) taken.push(await pool.connect());
    return await faultBetween(taken as [PoolClient, PoolClient], areStatementsNamed);
  } finally {
    // Nobody else needs what was prepared here.
    for (const one of taken) one.release(true);
  }
}

async function faultBetween(
  [first, second]: readonly [PoolClient, PoolClient],
  areStatementsNamed: boolean,
): Promise<string | undefined> {
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (areStatementsNamed) await first.query(WHO_ANSWERS);
      // It has the session now that answered the other, where that was only lent.
      await second.query('begin');
      if (areStatementsNamed) {
        await second.query(WHO_ANSWERS);
        await first.query(WHO_ANSWERS);
      }
      await second.query('commit');
    }
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (NAME_FAULTS.has(code ?? ''))
      return 'a pooler such as PgBouncer stands in between, and does not keep statements that are prepared by name. Set DATABASE_NAMED_STATEMENTS=off; or, with PgBouncer 1.21 or newer, max_prepared_statements above 0 there';
    if (code === PROTOCOL_VIOLATION && /statement pooling/.test(message))
      return `${message}. Set pool_mode = transaction in PgBouncer, or session`;
    throw error;
  }
}
