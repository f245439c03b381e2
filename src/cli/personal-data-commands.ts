import { mkdtemp, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { COMMAND_LINE } from '../audit/actor.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import type { BlobStore } from '../files/blobs.ts';
import { openBlobs } from '../files/open-blobs.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { StartError } from '../start-error.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

interface Flags {
  json: boolean;
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
    .action((clientId: string, orderId: string, { json }: Flags) =>
      withBlobs(async ({ pool, config, blobs }) => {
        const { eraseOrder } = await import('../retention/erase-order.ts');
        const clock = () => new Date();
        const context = { pool, blobs, clock, names: orderBlobNames(config.CANCELLED_FILES_DAYS, clock) };
        const { document } = await told(() =>
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
    .action((clientId: string, orderId: string, dir: string | undefined, { json }: Flags) =>
      withBlobs(async ({ pool, blobs }) => {
        const { exportOrder } = await import('../retention/export-order.ts');
        const folder = dir === undefined ? await mkdtemp(resolve('order-')) : resolve(dir);
        if ((await readdir(folder).catch(() => [])).length > 0)
          throw new StartError(`${folder} is not empty; name another folder.`);
        const written = await told(() => exportOrder({ pool, blobs }, { clientId, orderId }, folder));
        print(json, written, [
          `Written to  ${written.folder}`,
          ...written.files.map((name) => `            ${name}`),
          ...written.missing.map((pointer) => `The store has lost the file at ${pointer}`),
        ]);
      }),
    );
  return order;
}

function withBlobs(
  work: (context: { pool: Pool; config: Config; blobs: BlobStore }) => Promise<void>,
): Promise<void> {
  return withDatabase(async ({ pool, config }) => {
    const blobs = openBlobs(config);
    try {
      await work({ pool, config, blobs });
    } finally {
      await blobs.close();
    }
  });
}

/** What the service would answer, in one line. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new StartError(error.message) : error;
  }
}
