import { Command } from 'commander';
import type { Pool } from 'pg';
import { listSigningKeys } from '../clients/signing-key-store.ts';
import { rotateSigningKey } from '../clients/signing-keys.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { DistributionError, planDistribution, refuseWhileUsed, runSteps } from '../platform/database/distribution.ts';
import { sweepBlobs } from '../platform/files/sweep-blobs.ts';
import { readConfig } from '../platform/settings/config.ts';
import { loadEncryptionKey } from '../platform/settings/encryption-key.ts';
import { StartError } from '../start/start-error.ts';
import { print, runWithDatabase, runWithProgressBar, withBlobs } from './command-line.ts';

type DistributeFlags = { dryRun: boolean; json: boolean };

export function databaseCommand(): Command {
  const database = new Command('db').description('maintain the database');

  database
    .command('distribute')
    .description(
      'distribute a database with the Citus extension over its nodes, by client; after an abort, run the command again to continue',
    )
    .option('--dry-run', 'change nothing, and print the SQL', false)
    .option('--json', 'print JSON', false)
    .action(async ({ dryRun, json }: DistributeFlags) => {
      if (readConfig(process.env).DATABASE_URL === undefined) {
        throw new DistributionError(
          'The embedded PostgreSQL cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
        );
      }
      await runWithDatabase(({ pool }) => distribute(pool, { dryRun, json }), { isInPart: true });
    });
  return database.addCommand(upgradeCommand());
}

async function distribute(pool: Pool, { dryRun, json }: DistributeFlags): Promise<void> {
  const connection = await pool.connect();
  try {
    const steps = await planDistribution(connection);
    const statements = steps.flat();
    if (dryRun) {
      const lines = steps.flatMap((step) => ['begin;', ...step.map((statement) => `${statement};`), 'commit;']);
      return print(json, { dryRun, statements }, steps.length > 0 ? lines : ['-- Nothing is left to do.']);
    }
    if (steps.length > 0) {
      await refuseWhileUsed(connection);
      await runSteps(connection, steps, ([statement]) => {
        if (!json) process.stderr.write(`${statement}\n`);
      });
    }
    print(json, { dryRun, statements }, [
      steps.length > 0
        ? 'The database is distributed.'
        : 'The database is already distributed; nothing was left to do.',
    ]);
  } finally {
    connection.release(true);
  }
}

function upgradeCommand(): Command {
  return new Command('upgrade')
    .description(
      'upgrade the database in DATA_DIR to the PostgreSQL of this version of Platen; the old database is kept',
    )
    .option(
      '--programs <dir>',
      'the folder with the programs of the old PostgreSQL; when absent, they are loaded from npm',
    )
    .option('--json', 'print JSON', false)
    .action(async ({ programs, json }: { programs?: string; json: boolean }) => {
      const config = readConfig(process.env);
      if (config.DATABASE_URL !== undefined)
        throw new StartError(
          'DATABASE_URL names a PostgreSQL of your own; upgrade it with its own tools. Platen needs PostgreSQL 15 or newer.',
        );
      const { listChangedSettings, upgradeCluster } = await import('../platform/database/upgrade-cluster.ts');
      const stopping = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
      const upgraded = await runWithProgressBar('{bar} {percentage}% {table}', (bar) => {
        bar.start(1, 0, { table: '' });
        return upgradeCluster({
          dataDir: config.DATA_DIR,
          programs,
          signal: stopping.signal,
          log: (message) => process.stderr.write(json ? '' : `${message}\n`),
          onTable: (table, done, all) => {
            bar.setTotal(Math.max(all, 1));
            bar.update(done, { table });
          },
        });
      });
      if (!upgraded) return print(json, { upgraded: false }, ['The database is up to date: nothing to do.']);
      const { from, to, tables, kept } = upgraded;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const settings = await listChangedSettings(kept, `${config.DATA_DIR}/postgres`);
      print(json, { upgraded: true, from, to, tables: tables.length, rows, kept, settings }, [
        `PostgreSQL  ${from} to ${to}`,
        `Rows        ${rows} in ${tables.length} tables, compared one by one`,
        `Kept        ${kept}; delete this folder when the upgraded database works`,
        ...settings.map((line) => `Setting     ${line} (only in the old database; add it if you need it)`),
      ]);
    });
}

export function filesCommand(): Command {
  const files = new Command('files').description('maintain the files of orders');

  files
    .command('sweep')
    .description('delete files that no order uses any more, as the server does once a day')
    .option('--dry-run', 'delete nothing, and count the files', false)
    .option(
      '--unrecorded',
      'also delete files in DATA_DIR/files that this database does not know; use it only if no other database uses the folder',
      false,
    )
    .option('--json', 'print JSON', false)
    .action(({ dryRun, unrecorded, json }: { dryRun: boolean; unrecorded: boolean; json: boolean }) =>
      withBlobs(async ({ pool, config, blobs }) => {
        const clock = () => new Date();
        const names = orderBlobNames(config.CANCELLED_FILES_DAYS, clock);
        const context = { pool, blobs, names, clock, graceMs: config.FILE_GRACE_SECONDS * 1_000 };
        const counts = await sweepBlobs(context, { dryRun, unrecorded });
        const line = (label: string, { files: n, bytes }: { files: number; bytes: number }) =>
          `${label.padEnd(30)} ${n} files, ${bytes} bytes`;
        print(json, { dryRun, ...counts }, [
          line(dryRun ? 'Would be deleted' : 'Deleted', counts.deleted),
          line(dryRun ? 'Half written, would be deleted' : 'Half written, deleted', counts.leftovers),
          line('Unused only since recently', counts.waiting),
          line('Kept', counts.kept),
        ]);
      }),
    );
  return files;
}

export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'maintain the keys that sign access tokens; the server rotates them every 90 days',
  );

  keys
    .command('list')
    .description('list the keys')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      runWithDatabase(async ({ pool }) => {
        const stored = await listSigningKeys(pool);
        print(
          json,
          stored.map(({ keyId, created, signsFrom, retired }) => ({ keyId, created, signsFrom, retired })),
          stored.map(({ keyId, signsFrom, retired }) => {
            return `${keyId}  signs from ${signsFrom.toISOString()}${retired ? ` until ${retired.toISOString()}` : ''}`;
          }),
        );
      }),
    );

  keys
    .command('rotate')
    .description(
      'create the next key, which is published now and signs after ten minutes; tokens of the old key stay valid until they expire',
    )
    .option('--revoke-others', 'end all other keys and their tokens at once, after a key has leaked', false)
    .option('--json', 'print JSON', false)
    .action(({ revokeOthers, json }: { revokeOthers: boolean; json: boolean }) =>
      runWithDatabase(async ({ pool, config }) => {
        const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
        const key = await rotateSigningKey(pool, encryptionKey, { now: new Date(), revokeOthers });
        print(json, key, [`Key ${key.keyId} signs from ${key.signsFrom.toISOString()}.`]);
      }),
    );
  return keys;
}
