import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { describeSchema } from '../platform/database/migrate.ts';
import { readConfig, VERSION } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { backupCommand } from './backup-commands.ts';
import { catalogCommand } from './catalog-commands.ts';
import { clientCommand } from './client-commands.ts';
import { commandFailure, print, withDatabase } from './command-line.ts';
import { connectCommand } from './connect-command.ts';
import { databaseCommand } from './database-commands.ts';
import { filesCommand } from './file-commands.ts';
import { keysCommand } from './key-commands.ts';
import { operatorCommand } from './operator-commands.ts';
import { ordersCommand, personalDataCommand } from './order-commands.ts';
import { restoreCommand, resumeCommand } from './restore-commands.ts';
import { stockCommand } from './stock-commands.ts';

// What only one command needs, and takes long to load, is imported by that command.
const program = new Command('platen')
  .description(
    'The fulfillment-partner API that a print shop or warehouse runs itself. Settings: docs/operating.md.',
  )
  .version(VERSION)
  .showHelpAfterError()
  .showSuggestionAfterError();

program
  .command('start')
  .description('run the server')
  .addOption(
    new Option('--only <what>', 'answer requests alone, or do the background work alone').choices([
      'api',
      'jobs',
    ]),
  )
  .action(async ({ only }: { only?: string }) => {
    if (only) process.env.RUN = only;
    await import('../main.ts');
  });

program
  .command('migrate')
  .description('bring the database up to date and stop')
  .option('--schema <file>', 'also write the tables and indexes that result to this file')
  .action(({ schema }: { schema?: string }) =>
    withDatabase(async ({ pool }) => {
      if (schema) await writeFile(schema, await describeSchema(pool));
      print(false, {}, ['The database is up to date.']);
    }),
  );

program.addCommand(databaseCommand());
program.addCommand(clientCommand());
program.addCommand(operatorCommand());
program.addCommand(catalogCommand());
program.addCommand(stockCommand());
program.addCommand(ordersCommand());
program.addCommand(connectCommand());
program.addCommand(personalDataCommand());
program.addCommand(keysCommand());
program.addCommand(filesCommand());
program.addCommand(backupCommand());
program.addCommand(restoreCommand());
program.addCommand(resumeCommand());

program
  .command('openapi')
  .description('write openapi.json and the types made from it')
  .option('--check', 'write nothing; fail when they are stale', false)
  .action(async ({ check }: { check: boolean }) => {
    const { writeOpenApi } = await import('./openapi-command.ts');
    await writeOpenApi(check);
  });

program
  .command('demo')
  .description('the demo: its clients, orders and catalogue')
  .command('reset')
  .description('the demo as at its beginning: its orders, its catalogue, a new secret')
  .action(async () => {
    if (readConfig(process.env).DATABASE_URL) {
      throw new StartError('The demo is for the embedded database only; unset DATABASE_URL.');
    }
    const { resetDemo } = await import('../../demo/seed-demo.ts');
    const { pino } = await import('pino');
    const { FaultLog } = await import('../platform/observability/fault-log.ts');
    const log = pino({ level: 'error' }, pino.destination(2));
    const { signal } = new AbortController();
    await withDatabase(async ({ pool, config }) => {
      const context = { pool, config, log, faults: new FaultLog(log), signal };
      print(false, {}, [await resetDemo(context)]);
    });
  });

const json = process.argv.includes('--json');
if (json) throwUsageErrors(program);
// The reader of our output may stop, as `head` does.
process.stdout.on('error', () => {});
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(commandFailure(error, json));
  process.exitCode = 1;
}

/** Makes a wrong command throw, so that it is reported as every other failure. Help and the version still exit by themselves. */
function throwUsageErrors(command: Command): void {
  command.exitOverride((error) => {
    if (error.exitCode === 0) process.exit(0);
    throw error;
  });
  command.configureOutput({ writeErr: () => {} });
  for (const sub of command.commands) throwUsageErrors(sub);
}
