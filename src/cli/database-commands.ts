import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { carryOut, DistributionError, planDistribution, refuseWhileUsed } from '../database/distribute.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

interface DistributeFlags {
  dryRun: boolean;
  json: boolean;
}

/** platen db distribute */
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
  return database;
}

async function distribute(
  pool: Parameters<Parameters<typeof withDatabase>[0]>[0]['pool'],
  { dryRun, json }: DistributeFlags,
): Promise<void> {
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
