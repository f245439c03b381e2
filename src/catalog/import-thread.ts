import { parentPort, workerData } from 'node:worker_threads';
import type { Pool } from 'pg';
import { connectionTo } from '../platform/database/database-hosts.ts';
import { openPool } from '../platform/database/pool.ts';
import { type ImportRequest, importBody } from './import-body.ts';

// Imports one body on a separate connection, posts the answer, and ends.
const { body, connection, options }: ImportRequest = workerData;
let pool: Pool | undefined;
const open = () => {
  const { address } = connection;
  pool = openPool({ ...connection, ...(address && connectionTo(address)) }, 1, () => {});
  return pool;
};
const answer = await importBody(open, body, options);
await pool?.end();
parentPort?.postMessage(answer);
