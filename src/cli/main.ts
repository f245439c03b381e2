import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { describeSchema } from '../database/describe-schema.ts';
import { resetDemo } from '../demo/seed-demo.ts';
import { isExpected, StartError } from '../start-error.ts';
import { catalogCommand } from './catalog-commands.ts';
import { clientCommand } from './client-commands.ts';
import { keysCommand } from './key-commands.ts';
import { writeOpenApi } from './openapi-command.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

const program = new Command('platen')
  .description(
    'The fulfillment-partner API that a print shop or warehouse runs itself. Settings: docs/operating.md.',
  )
  .showHelpAfterError()
  .showSuggestionAfterError();

program
  .command('start')
  .description('run the server')
  .action(async () => {
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

program.addCommand(clientCommand());
program.addCommand(catalogCommand());
program.addCommand(keysCommand());

program
  .command('openapi')
  .description('write openapi.json and the types made from it')
  .option('--check', 'write nothing; fail when they are stale', false)
  .action(({ check }: { check: boolean }) => writeOpenApi(check));

program
  .command('demo')
  .description('the demo client and catalogue')
  .command('reset')
  .description('no demo orders, the demo catalogue as shipped, a new secret')
  .action(async () => {
    if (readConfig(process.env).DATABASE_URL) {
      throw new StartError('The demo is for the embedded database only; unset DATABASE_URL.');
    }
    await withDatabase(async ({ pool, config }) => print(false, {}, [await resetDemo(pool, config)]));
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(
    isExpected(error) ? `platen: ${error.message}\n` : `platen: ${(error as Error).stack}\n`,
  );
  process.exitCode = 1;
}
