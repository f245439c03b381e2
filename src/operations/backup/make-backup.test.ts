import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { openBlobs } from '../../platform/files/open-blobs.ts';
import type { BlobNames } from '../../platform/files/sweep-blobs.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { openServerFolder } from './backup-folder.ts';
import { listBackups } from './backup-manifest.ts';
import { BackupError } from './backup-problems.ts';
import { makeBackup } from './make-backup.ts';

test('a backup that lost its connection, and so its lock, is given up', async (t) => {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'platen-backup-'));
  const blobs = openBlobs(readConfig({ DATA_DIR: join(folder, 'data') }));
  t.after(async () => {
    await blobs.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  await database.pool.query('insert into blobs (sha256, bytes, recorded) values ($1, 1, now())', [
    randomBytes(32).toString('hex'),
  ]);
  let failovers = 1;
  // Asked while the files are backed up: then the primary is lost.
  const names: BlobNames = {
    find: async () => {
      if (failovers-- > 0)
        await database.pool.query(
          `select pg_terminate_backend(pid, 5000) from pg_locks
           where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        );
      return new Set();
    },
    release: async () => {},
    forget: async () => undefined,
  };
  const dir = join(folder, 'backups');
  const context = {
    ...{ pool: database.pool, blobs, names, dataDir: undefined, isKeySet: true },
    ...{ encryptionKey: randomBytes(32), clock: () => new Date() },
  };
  const target = { folder: await openServerFolder(database.pool, dir), keep: 3, archiving: 'none' as const };
  const make = () => makeBackup(context, target, { signal: new AbortController().signal });
  await assert.rejects(make(), (error) => error instanceof BackupError && /was lost/.test(error.message));
  assert.deepEqual((await listBackups(dir)).good, []);

  const { name } = await make();
  assert.deepEqual(await readdir(join(dir, 'backups')), [name]);
});
