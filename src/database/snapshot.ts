import type { Pool } from 'pg';
import type { Connection } from './transaction.ts';

export interface Snapshot {
  connection: Connection;
  end(): Promise<void>;
}

/** A connection that sees everything as it is now, for as long as it is read from; nothing can be changed by it. */
export async function beginSnapshot(pool: Pool): Promise<Snapshot> {
  const connection = await pool.connect();
  try {
    await connection.query('begin isolation level repeatable read read only');
  } catch (error) {
    connection.release(error as Error);
    throw error;
  }
  return {
    connection,
    end: async () => {
      let broken: Error | undefined;
      await connection.query('rollback').catch((error) => {
        broken = error;
      });
      connection.release(broken);
    },
  };
}
