import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Connection } from '../../src/platform/database/transaction.ts';

type Queryable = Pick<Pool | PoolClient, 'query'>;

/** Counts how many blocks of tables and indexes PostgreSQL looks at for what it is asked, which no load of the machine changes. */
export interface BlockCounter extends Connection {
  /** The same as a pool, for whoever asks in transactions of its own. */
  pool: Pool;
  /** Blocks of 8 KiB of all that was asked since this was called last. */
  takeBlocks(): number;
}

/** What reads is asked twice, once to be explained; all else once, and is not counted. */
export function countBlocks(pool: Pool): BlockCounter {
  let blocks = 0;
  const explaining = (asked: Queryable) => async (statement: string | QueryConfig, given?: unknown[]) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement;
    if (/^\s*(with|select)\b/i.test(text)) {
      const { rows } = await asked.query(`explain (analyze, buffers, format json) ${text}`, values);
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    return asked.query(text, values);
  };
  const connect = async () => {
    const client = await pool.connect();
    return { query: explaining(client), release: () => client.release() };
  };
  const takeBlocks = () => {
    const taken = blocks;
    blocks = 0;
    return taken;
  };
  const query = explaining(pool);
  return { query, pool: { query, connect }, takeBlocks } as unknown as BlockCounter;
}
