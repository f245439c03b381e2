import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Connection } from '../../src/platform/database/transaction.ts';

type Queryable = Pick<Pool | PoolClient, 'query'>;

/**
 * Counts the blocks that PostgreSQL reads for statements. Unlike time, this number does not depend on the
 * load of the machine.
 */
export interface BlockCounter extends Connection {
  /** The same counter as a pool, for code that opens transactions. */
  pool: Pool;
  /** Returns the number of 8 KiB blocks since the last call. */
  takeBlocks(): number;
}

/** Runs each read twice, once with `explain`. Changes run once and are not counted. */
export function countBlocks(pool: Pool): BlockCounter {
  let blocks = 0;
  const explainFirst = (connection: Queryable) => async (statement: string | QueryConfig, given?: unknown[]) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement;
    if (/^\s*(with|select)\b/i.test(text)) {
      const { rows } = await connection.query(`explain (analyze, buffers, format json) ${text}`, values);
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    return connection.query(text, values);
  };
  const connect = async () => {
    const client = await pool.connect();
    return { query: explainFirst(client), release: () => client.release() };
  };
  const takeBlocks = () => {
    const taken = blocks;
    blocks = 0;
    return taken;
  };
  const query = explainFirst(pool);
  return { query, pool: { query, connect }, takeBlocks } as unknown as BlockCounter;
}
