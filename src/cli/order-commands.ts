import { Command, Option } from 'commander';
import { listClients } from '../clients/client-store.ts';
import { inTransaction } from '../database/transaction.ts';
import { recountAll, recountSums } from '../orders/change/recount-orders.ts';
import { ORDER_STATUSES } from '../orders/document/order-fields.ts';
import { StartError } from '../start-error.ts';
import type { ExportFlags } from './export-orders-command.ts';
import type { ImportFlags } from './import-orders-command.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

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
        if (client !== undefined && clients.length === 0)
          throw new StartError(
            `There is no client ${JSON.stringify(client)}; "platen client list" shows them.`,
          );
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
      const { runImport } = await import('./import-orders-command.ts');
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
      const { runExport } = await import('./export-orders-command.ts');
      await runExport(path, flags);
    });
}
