import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { describeSchema } from '../platform/database/migrate.ts';
import { peerAddress, siteOf } from '../platform/http/peer-address.ts';
import { readConfig, VERSION } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { backupCommand, restoreCommand, resumeCommand } from './backup-commands.ts';
import { catalogCommand } from './catalog-commands.ts';
import { clientCommand } from './client-commands.ts';
import { describeCommandFailure, print, runWithDatabase } from './command-line.ts';
import { listenCommand } from './listen-command.ts';
import { databaseCommand, filesCommand, keysCommand } from './maintenance-commands.ts';
import { operatorCommand } from './operator-commands.ts';
import { ordersCommand, personalDataCommand } from './order-commands.ts';
import { stockCommand } from './stock-commands.ts';

// Modules that only one command needs and that load slowly are imported by that command.
const program = new Command('platen')
  .description('The fulfillment-partner API that a print shop or warehouse runs itself. Settings: docs/settings.md.')
  .version(VERSION)
  .showHelpAfterError()
  .showSuggestionAfterError();

program
  .command('start')
  .description('run the server')
  .addOption(
    new Option('--only <part>', 'only answer requests (api), or only do the background work (jobs)').choices([
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
  .description('migrate the database to this version of Platen, and exit')
  .option('--schema <file>', 'also write the resulting tables and indexes to this file')
  .action(({ schema }: { schema?: string }) =>
    runWithDatabase(async ({ pool }) => {
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
program.addCommand(listenCommand());
program.addCommand(personalDataCommand());
program.addCommand(keysCommand());
program.addCommand(filesCommand());
program.addCommand(backupCommand());
program.addCommand(restoreCommand());
program.addCommand(resumeCommand());

program
  .command('openapi')
  .description('write openapi.json and the files that are generated from it')
  .option('--check', 'write nothing, and fail if a file is stale', false)
  .action(async ({ check }: { check: boolean }) => {
    const { writeOpenApi } = await import('./openapi-command.ts');
    await writeOpenApi(check);
  });

program
  .command('demo')
  .description('manage the demo')
  .command('reset')
  .description('reset the demo to its initial orders and catalogue, with a new secret')
  .action(async () => {
    if (readConfig(process.env).DATABASE_URL) {
      throw new StartError('The demo is for the embedded database only; unset DATABASE_URL.');
    }
    const { resetDemo } = await import('../../demo/seed-demo.ts');
    const { pino } = await import('pino');
    const { FaultLog } = await import('../platform/observability/fault-log.ts');
    const log = pino({ level: 'error' }, pino.destination(2));
    const { signal } = new AbortController();
    await runWithDatabase(async ({ pool, config }) => {
      const context = { pool, config, log, faults: new FaultLog(log), signal };
      print(false, {}, [await resetDemo(context)]);
    });
  });

const json = process.argv.includes('--json');
if (json) throwUsageErrors(program);
// The reader of our output may close it early, as `head` does.
process.stdout.on('error', () => {});
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(describeCommandFailure(error, json));
  process.exitCode = 1;
}

/** Makes a wrong command throw, to be reported like any failure. Help and the version still exit. */
function throwUsageErrors(command: Command): void {
  command.exitOverride((error) => {
    if (error.exitCode === 0) process.exit(0);
    throw error;
  });
  command.configureOutput({ writeErr: () => {} });
  for (const sub of command.commands) throwUsageErrors(sub);
}

function connectCommand(): Command {
  return new Command('connect')
    .description(
      'import the orders of a shop by its webhooks, and report status and tracking to it (docs/connectors.md)',
    )
    .argument('<file>', "the mapping file, which names the shop and maps the shop's SKUs to ours")
    .option('--check', "change nothing, and check whether the mapping covers the shop's open orders", false)
    .option('--json', 'print JSON, with --check', false)
    .action(async (file: string, { check, json }: { check: boolean; json: boolean }) => {
      const { checkConnector, startConnector } = await import('../../connectors/connect.ts');
      const { ConnectError } = await import('../../connectors/mapping.ts');
      const { ShopRefused, ShopUnavailable } = await import('../../connectors/shop.ts');
      try {
        if (check) return printCheck(await checkConnector(file, process.env), json);
        await runWithDatabase(async ({ pool, config }) => {
          const { port, ended } = await startConnector(file, {
            environment: process.env,
            pool,
            log: (line) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`),
            // A signal ends the process at once. The next one continues where it was.
            signal: new AbortController().signal,
            addressOf: ({ socket, headers }) =>
              siteOf(peerAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], config.TRUSTED_PROXIES)),
          });
          process.stdout.write(
            `The connector listens on port ${port}. The shop sends to /shop, Platen sends to /platen.\n`,
          );
          await ended;
        });
      } catch (error) {
        const isExpected = [ConnectError, ShopRefused, ShopUnavailable].some((kind) => error instanceof kind);
        throw isExpected ? new StartError((error as Error).message) : error;
      }
    });
}

function printCheck(
  { orders, problems }: { orders: number; problems: ReadonlyMap<string, readonly string[]> },
  json: boolean,
): void {
  const refused = [...problems].map(([id, sentences]) => ({ id, problems: sentences }));
  print(json, { orders, refused }, [
    `Open orders in the shop  ${orders}`,
    `Cannot be imported       ${problems.size}`,
    ...refused.flatMap(({ id, problems: sentences }) => sentences.map((one) => `order ${id}: ${one}`)),
  ]);
  if (problems.size > 0) process.exitCode = 1;
}
