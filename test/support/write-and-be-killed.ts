import pg from 'pg';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { FolderWorker } from '../../src/printing/machines/folder-outlet.ts';
import { runMachineJobs } from '../../src/printing/machines/run-machine-jobs.ts';

// Writes the files of a machine, and kills itself before step number KILL_AT. A step is a statement, or an
// operation in the folder. Ends with the exit code 0 if there are fewer steps.
const { KILL_AT, MACHINE_ID = '', ENCRYPTION_KEY = '', CONNECTION = '{}', DATA_DIR } = process.env;
let count = 0;

function step(): void {
  if (++count !== Number(KILL_AT)) return;
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const call = FolderWorker.prototype.call as (...given: unknown[]) => Promise<unknown>;
FolderWorker.prototype.call = function (this: FolderWorker, ...given: unknown[]) {
  step();
  return call.apply(this, given);
} as never;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
  step();
  return query.apply(this, given);
} as never;

const pool = new pg.Pool({ ...JSON.parse(CONNECTION), max: 1 });
const folders = new FolderWorker();
const context = {
  ...{ pool, folders, blobs: openBlobs(readConfig({ DATA_DIR })), clock: () => new Date(), retrySeconds: [0] },
  ...{ encryptionKey: Buffer.from(ENCRYPTION_KEY, 'base64'), ownPorts: [], log: { warn: () => {} } },
};
await runMachineJobs(context, MACHINE_ID, new AbortController().signal);
folders.close();
await pool.end();
