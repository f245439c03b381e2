import { mkdtemp, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { listClients } from '../clients/client-store.ts';
import { recountAll, recountSums } from '../orders/change/count-orders.ts';
import { ORDER_STATUSES } from '../orders/document/order-fields.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { StartError } from '../start/start-error.ts';
import { print, unknownClient, withBlobs, withDatabase, withPlainErrors } from './command-line.ts';
import type { ExportFlags, ImportFlags } from './order-csv-commands.ts';

/** platen orders recount, platen orders import, platen orders export */
export function ordersCommand(): Command {
  const orders = new Command('orders').description('the orders of clients, many at once');

  orders
    .command('recount')
    .description(
      'count the orders anew by status and reason, by day and by technology, while work goes on, and mend what differs',
    )
    .option('--client <id>', 'only those of this client')
    .option('--json', 'print JSON', false)
    .action(({ client, json }: { client?: string; json: boolean }) =>
      withDatabase(async ({ pool, config }) => {
        const clients = (await listClients(pool)).filter(
          ({ clientId }) => client === undefined || clientId === client,
        );
        if (client !== undefined && clients.length === 0) throw unknownClient(client);
        let mended = 0;
        for (const { clientId } of clients) {
          mended += await inTransaction(pool, (connection) =>
            recountAll(connection, clientId, config.TIME_ZONE, new Date()),
          );
        }
        mended += await recountSums(pool, config.TIME_ZONE, new Date());
        print(json, { clients: clients.length, mended }, [
          `Clients        ${clients.length}`,
          `Counts mended  ${mended}`,
        ]);
      }),
    );
  addCsvCommands(orders);
  return orders;
}

/** platen orders import, platen orders export */
function addCsvCommands(orders: Command): void {
  orders
    .command('import <file>')
    .description('make the orders of a CSV file, by the rules of POST /v1/orders (docs/order-files.md)')
    .requiredOption('--client <id>', 'whose orders they are')
    .addOption(
      new Option('--all-or-nothing', 'make none unless all can be made (the default)').conflicts('rowByRow'),
    )
    .option('--row-by-row', 'make those that can be made', false)
    .option('--dry-run', 'make nothing, and print what would be', false)
    .option('--refused <file>', 'write the rows of refused orders, each with the reason, to a new CSV file')
    .option('--json', 'print JSON', false)
    .action(async (path: string, flags: ImportFlags) => {
      const { runImport } = await import('./order-csv-commands.ts');
      await runImport(path, flags);
    });

  orders
    .command('export [file]')
    .description('write the orders of a client as CSV, to a new file or to standard output')
    .requiredOption('--client <id>', 'whose orders')
    .addOption(new Option('--status <status>', 'only those in this status').choices(ORDER_STATUSES))
    .option('--created-from <time>', 'only those made after this moment: ISO 8601 with a time zone')
    .option('--created-to <time>', 'only those made up to and at this moment')
    .option('--updated-from <time>', 'only those changed after this moment')
    .option('--updated-to <time>', 'only those last changed up to and at this moment')
    .option('--json', 'print JSON; needs a file', false)
    .action(async (path: string | undefined, flags: ExportFlags) => {
      const { runExport } = await import('./order-csv-commands.ts');
      await runExport(path, flags);
    });
}

/** platen order erase, platen order export */
export function personalDataCommand(): Command {
  const order = new Command('order').description('what one order tells of people');

  order
    .command('erase <client> <orderId>')
    .description(
      'erase everything about people from an order that is SHIPPED or CANCELLED, at once and for good',
    )
    .option('--json', 'print JSON', false)
    .action((clientId: string, orderId: string, { json }: { json: boolean }) =>
      withBlobs(async ({ pool, config, blobs }) => {
        const { eraseOrder } = await import('../operations/retention/erase-order.ts');
        const clock = () => new Date();
        const context = { pool, blobs, clock, names: orderBlobNames(config.CANCELLED_FILES_DAYS, clock) };
        const { document } = await withPlainErrors(() =>
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
    .description('write all that is known of an order, as JSON and files, into a folder that is empty or new')
    .option('--json', 'print JSON', false)
    .action((clientId: string, orderId: string, dir: string | undefined, { json }: { json: boolean }) =>
      withBlobs(async ({ pool, blobs }) => {
        const { exportOrder } = await import('../operations/retention/export-order.ts');
        const folder = dir === undefined ? await mkdtemp(resolve('order-')) : resolve(dir);
        if ((await readdir(folder).catch(() => [])).length > 0)
          throw new StartError(`${folder} is not empty; name another folder.`);
        const written = await withPlainErrors(() =>
          exportOrder({ pool, blobs }, { clientId, orderId }, folder),
        );
        print(json, written, [
          `Written to  ${written.folder}`,
          ...written.files.map((name) => `            ${name}`),
          ...written.missing.map((pointer) => `The store has lost the file at ${pointer}`),
        ]);
      }),
    );
  return order;
}
