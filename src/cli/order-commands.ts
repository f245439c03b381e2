import { mkdtemp, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { ORDER_STATUSES } from '../orders/document/order-fields.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { recountOrderDays } from '../reports/order-days.ts';
import { StartError } from '../start/start-error.ts';
import { encodingOption, explainErrors, print, runWithDatabase, withBlobs } from './command-line.ts';
import type { ExportFlags, ImportFlags } from './order-csv-commands.ts';

export function ordersCommand(): Command {
  const orders = new Command('orders').description('import, export and count orders');

  orders
    .command('recount')
    .description('count the orders of each finished day again, for reports; the server may run meanwhile')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      runWithDatabase(async ({ pool, config }) => {
        const days = await recountOrderDays(pool, new Date(), config.TIME_ZONE);
        print(json, { days }, [`Days counted  ${days}`]);
      }),
    );
  addCsvCommands(orders);
  return orders;
}

function addCsvCommands(orders: Command): void {
  orders
    .command('import <file>')
    .description('create the orders of a CSV file, by the rules of POST /v1/orders (docs/order-files.md)')
    .requiredOption('--client <id>', 'the client of the orders')
    .addOption(new Option('--all-or-nothing', 'create no order if one is refused (the default)').conflicts('rowByRow'))
    .option('--row-by-row', 'create all orders that are not refused', false)
    .option('--dry-run', 'create no order, and print the result that the import would have', false)
    .addOption(encodingOption())
    .option('--refused <file>', 'write the rows of refused orders, with their reasons, to a new CSV file')
    .option('--json', 'print JSON', false)
    .action(async (path: string, flags: ImportFlags) => {
      const { runImport } = await import('./order-csv-commands.ts');
      await runImport(path, flags);
    });

  orders
    .command('export [file]')
    .description('write the orders of a client as CSV, to a new file or to standard output')
    .requiredOption('--client <id>', 'the client of the orders')
    .addOption(new Option('--status <status>', 'only orders in this status').choices(ORDER_STATUSES))
    .option('--created-from <time>', 'only orders created after this time: ISO 8601 with a time zone')
    .option('--created-to <time>', 'only orders created at or before this time')
    .option('--updated-from <time>', 'only orders changed after this time')
    .option('--updated-to <time>', 'only orders last changed at or before this time')
    .option('--json', 'print JSON; needs a file', false)
    .action(async (path: string | undefined, flags: ExportFlags) => {
      const { runExport } = await import('./order-csv-commands.ts');
      await runExport(path, flags);
    });
}

export function personalDataCommand(): Command {
  const order = new Command('order').description('export or erase the personal data of an order');

  order
    .command('erase <client> <orderId>')
    .description('erase the personal data of an order in status SHIPPED or CANCELLED; this cannot be undone')
    .option('--json', 'print JSON', false)
    .action((clientId: string, orderId: string, { json }: { json: boolean }) =>
      withBlobs(async ({ pool, config, blobs }) => {
        const { eraseOrder } = await import('../operations/retention/erase-order.ts');
        const clock = () => new Date();
        const context = { pool, blobs, clock, names: orderBlobNames(config.CANCELLED_FILES_DAYS, clock) };
        const { document } = await explainErrors(() =>
          eraseOrder(context, { clientId, orderId }, { by: COMMAND_LINE }),
        );
        const { personalDataErased, status } = JSON.parse(document);
        print(json, { clientId, orderId, status, personalDataErased }, [
          `Order                 ${orderId} of ${clientId}, ${status}`,
          `Personal data erased  ${personalDataErased}`,
        ]);
      }),
    );

  order
    .command('export <client> <orderId> [dir]')
    .description('write all data of an order, as JSON and files, into an empty or new folder')
    .option('--json', 'print JSON', false)
    .action((clientId: string, orderId: string, dir: string | undefined, { json }: { json: boolean }) =>
      withBlobs(async ({ pool, blobs }) => {
        const { exportOrder } = await import('../operations/retention/export-order.ts');
        const folder = dir === undefined ? await mkdtemp(resolve('order-')) : resolve(dir);
        if ((await readdir(folder).catch(() => [])).length > 0)
          throw new StartError(`${folder} is not empty; name another folder.`);
        const written = await explainErrors(() => exportOrder({ pool, blobs }, { clientId, orderId }, folder));
        print(json, written, [
          `Written to  ${written.folder}`,
          ...written.files.map((name) => `            ${name}`),
          ...written.missing.map((pointer) => `The store has lost the file at ${pointer}`),
        ]);
      }),
    );
  return order;
}
