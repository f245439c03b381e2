import { Command } from 'commander';
import { listClients } from '../clients/client-store.ts';
import { inTransaction } from '../database/transaction.ts';
import { recountAll, recountSums } from '../orders/change/recount-orders.ts';
import { StartError } from '../start-error.ts';
import { addCsvCommands } from './order-csv-commands.ts';
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
