import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { COMMAND_LINE } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { parseMoment } from '../http/moments.ts';
import { exportOrders } from '../orders/csv/export-orders.ts';
import type { ExportFilter } from '../orders/csv/order-export-store.ts';
import type { OrderStatus } from '../orders/document/order-fields.ts';
import { StartError } from '../start-error.ts';
import { clientOf, OWNER_ONLY, refuseExisting, withBar, write } from './order-csv-files.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

export interface ExportFlags {
  client: string;
  status?: OrderStatus;
  createdFrom?: string;
  createdTo?: string;
  updatedFrom?: string;
  updatedTo?: string;
  json: boolean;
}

/** Writes the orders to the file, which is there when it is whole, or to standard output. */
export async function runExport(path: string | undefined, flags: ExportFlags): Promise<void> {
  if (flags.json && path === undefined) throw new StartError('--json needs a file to write the orders to.');
  if (path !== undefined) refuseExisting(path);
  const filter = filterOf(flags);
  await withDatabase(async ({ pool }) => {
    const client = await clientOf(pool, flags.client);
    const partial = path === undefined ? undefined : `${path}.partial`;
    const output = partial === undefined ? process.stdout : createWriteStream(partial, { mode: OWNER_ONLY });
    try {
      const written = await withBar('Exporting {value} orders · {duration_formatted}', (bar) => {
        bar.start(0, 0);
        // They are read twice.
        const onOrders = (orders: number) => bar.update(Math.floor(orders / 2));
        return exportOrders(pool, client.clientId, {
          filter,
          write: (text) => write(output, text),
          onOrders,
        });
      });
      await recordAudit(pool, COMMAND_LINE, new Date(), {
        action: 'client.orders_exported',
        subject: ['client', client.clientId],
        detail: { orders: written.orders },
      });
      if (path === undefined || partial === undefined) return;
      output.end();
      await finished(output);
      await rename(partial, path);
      print(flags.json, { file: path, ...written }, [
        `Written to  ${path}`,
        `Orders      ${written.orders}`,
        `Rows        ${written.rows}`,
      ]);
    } catch (error) {
      if (partial !== undefined) await rm(partial, { force: true });
      throw error;
    }
  });
}

function filterOf(flags: ExportFlags): ExportFilter {
  const moment = (option: string, value: string | undefined) => {
    const time = value === undefined ? undefined : parseMoment(value);
    if (value !== undefined && !time)
      throw new StartError(`${option} takes a time with its zone, such as 2026-01-31T12:00:00Z.`);
    return time;
  };
  return {
    status: flags.status,
    createdFrom: moment('--created-from', flags.createdFrom),
    createdTo: moment('--created-to', flags.createdTo),
    updatedFrom: moment('--updated-from', flags.updatedFrom),
    updatedTo: moment('--updated-to', flags.updatedTo),
  };
}
