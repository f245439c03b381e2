import { createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Pool } from 'pg';
import { CatalogCache } from '../catalog/catalog-cache.ts';
import { type Client, listClients } from '../clients/client-store.ts';
import { exportOrders } from '../orders/csv/export-orders.ts';
import { type ImportResult, importOrders } from '../orders/csv/import-orders.ts';
import { REFUSAL_COLUMN } from '../orders/csv/order-columns-rules.ts';
import type { CsvOrder, Refusal } from '../orders/csv/read-csv-orders.ts';
import type { OrderStatus } from '../orders/document/order-fields.ts';
import { openOrderBatches } from '../orders/rows/order-batches.ts';
import type { ExportFilter } from '../orders/rows/order-list-store.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { parseMoment } from '../platform/formats/moments.ts';
import { ENCODING_NAMES, type NamedEncoding, UnknownEncoding } from '../platform/formats/text-encoding.ts';
import { BYTE_ORDER_MARK, csvRow, removeGuard } from '../platform/formats/write-csv.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { StartError } from '../start/start-error.ts';
import { print, runWithDatabase, runWithProgressBar, unknownClient } from './command-line.ts';

const REFUSALS_PRINTED_MAX = 100;
export type ImportFlags = {
  client: string;
  rowByRow: boolean;
  dryRun: boolean;
  refused?: string;
  encoding?: NamedEncoding;
  json: boolean;
};

/** Creates the orders of a CSV file and prints the result. Sets exit code 1 if an order was refused. */
export async function runImport(path: string, flags: ImportFlags): Promise<void> {
  const { json, dryRun, rowByRow, refused } = flags;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new StartError(`There is no file ${path}.`);
  if (refused !== undefined) refuseExisting(refused);
  await runWithDatabase(async ({ pool, config }) => {
    const client = await requireActiveCustomer(pool, flags.client);
    const file = refused === undefined ? undefined : new RefusedFile(refused);
    const clock = () => new Date();
    const context = {
      catalog: new CatalogCache(pool),
      filesPerOrderMax: config.FILES_PER_ORDER_MAX,
      batches: openOrderBatches(pool),
      clock,
      // The server finds new orders within a second.
      onWork: () => {},
    };
    const result = await runWithProgressBar('Importing {bar} {percentage}% · {duration_formatted}', (bar) => {
      let bytes = 0;
      return importOrders(context, () => createReadStream(path), {
        client,
        allOrNothing: !rowByRow,
        dryRun,
        encoding: flags.encoding,
        currency: config.CURRENCY,
        onReadings: (readings) => bar.start(Math.max(1, found.size * readings), 0),
        onBytes: (more) => {
          bytes += more;
          bar.update(bytes);
        },
        onRefused: async (header, order, refusals) => file?.add(header, order, refusals),
      });
    }).catch((error: unknown) => {
      if (error instanceof UnknownEncoding)
        throw new StartError(`${path} cannot be imported. ${error.message} On the command line: --encoding.`);
      if (!isConnectionLost(error)) throw error;
      throw new StartError(
        'The connection to the database was lost. Import the file again: no order is created twice.',
      );
    });
    await file?.close();
    const { created, alreadyThere, refused: refusedOrders } = result;
    if (!dryRun && created > 0)
      await recordAudit(pool, COMMAND_LINE, clock(), {
        action: 'client.orders_imported',
        subject: ['client', client.clientId],
        detail: { created, alreadyThere, refused: refusedOrders },
      });
    printResult(result, flags, file);
    if (result.refusals.length > 0) process.exitCode = 1;
    if (!json) process.stderr.write(refusalText(result.refusals) + refusalText(result.warnings ?? [], 'Warning: '));
  });
}

function printResult(
  { orders, created, alreadyThere, refused, refusals, warnings = [], encoding }: ImportResult,
  { json, dryRun, rowByRow }: ImportFlags,
  file: RefusedFile | undefined,
): void {
  const refusedFile = file && file.rows > 0 ? file.path : undefined;
  const isNothing = refusals.length > 0 && !rowByRow && created === 0 && !dryRun;
  print(
    json,
    {
      orders,
      created,
      alreadyThere,
      refused,
      ...(dryRun && { dryRun }),
      ...(encoding !== 'utf-8' && { encoding: ENCODING_NAMES[encoding] }),
      ...(refusedFile && { refusedFile }),
      ...(warnings.length > 0 && { warnings }),
      refusals,
    },
    [
      ...(encoding === 'utf-8'
        ? []
        : [
            `Warning: the file is not UTF-8. It was read as ${ENCODING_NAMES[encoding]}. Check that umlauts and accents are right.`,
          ]),
      ...(dryRun ? ['Dry run, nothing was created.'] : []),
      `Orders         ${orders}`,
      `${dryRun ? 'Would create  ' : 'Created       '} ${created}`,
      `Already there  ${alreadyThere}`,
      `Refused        ${refused}`,
      ...(isNothing ? ['Nothing was created, because orders were refused; --row-by-row creates the others.'] : []),
      ...(refusedFile
        ? [
            rowByRow
              ? `Rows with their reasons are in ${refusedFile}; correct them there, and import that file.`
              : `Rows with their reasons are in ${refusedFile}.`,
          ]
        : []),
    ],
  );
}

function refusalText(refusals: ImportResult['refusals'], prefix = ''): string {
  const lines = refusals
    .slice(0, REFUSALS_PRINTED_MAX)
    .map(({ line, column, message }) => `${prefix}line ${line}${column ? `, column ${column}` : ''}: ${message}`);
  const more = refusals.length - lines.length;
  if (more > 0) lines.push(`and ${more} more; --json lists them.`);
  return lines.map((line) => `${line}\n`).join('');
}

/** Writes refused rows unchanged, with the reasons in a further column. The first row creates the file. */
class RefusedFile {
  readonly path: string;
  rows = 0;
  #stream: WriteStream | undefined;

  constructor(path: string) {
    this.path = path;
  }

  async add(header: readonly string[], { rows }: CsvOrder, refusals: readonly Refusal[]): Promise<void> {
    const kept = header.map((name, index) => ({ name, index })).filter(({ name }) => name !== REFUSAL_COLUMN);
    if (!this.#stream) {
      this.#stream = createWriteStream(this.path, { flags: 'wx', mode: OWNER_ONLY });
      const names = [REFUSAL_COLUMN, ...kept.map(({ name }) => name)];
      await writeText(this.#stream, BYTE_ORDER_MARK + csvRow(names));
    }
    for (const [place, { cells, line }] of rows.entries()) {
      // A refusal without a row is written to the first row.
      const here = refusals.filter(
        (one) => one.line === line || (place === 0 && !rows.some((row) => row.line === one.line)),
      );
      const reason = here.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' ');
      this.rows++;
      // `csvRow` guards the cells again.
      const own = kept.map(({ index }) => removeGuard(cells[index] ?? ''));
      await writeText(this.#stream, csvRow([reason, ...own]));
    }
  }

  async close(): Promise<void> {
    if (!this.#stream) return;
    this.#stream.end();
    await finished(this.#stream);
  }
}

export interface ExportFlags {
  client: string;
  status?: OrderStatus;
  createdFrom?: string;
  createdTo?: string;
  updatedFrom?: string;
  updatedTo?: string;
  json: boolean;
}

/** Writes a client's orders as CSV to standard output, or to `path`. The file appears when it is complete. */
export async function runExport(path: string | undefined, flags: ExportFlags): Promise<void> {
  if (flags.json && path === undefined) throw new StartError('--json needs a file to write the orders to.');
  if (path !== undefined) refuseExisting(path);
  const filter = filterOf(flags);
  await runWithDatabase(async ({ pool }) => {
    const client = await requireActiveCustomer(pool, flags.client);
    const partial = path === undefined ? undefined : `${path}.partial`;
    const output = partial === undefined ? process.stdout : createWriteStream(partial, { mode: OWNER_ONLY });
    try {
      const written = await runWithProgressBar('Exporting {value} orders · {duration_formatted}', (bar) => {
        bar.start(0, 0);
        // Each order is read twice.
        const onOrders = (orders: number) => bar.update(Math.floor(orders / 2));
        return exportOrders(pool, client.clientId, { filter, write: (text) => writeText(output, text), onOrders });
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

/** File mode, because the files have addresses of people. */
const OWNER_ONLY = 0o600;

async function requireActiveCustomer(pool: Pool, clientId: string): Promise<Client> {
  const client = (await listClients(pool)).find((one) => one.clientId === clientId);
  if (!client) throw unknownClient(clientId);
  if (client.scope !== 'fulfillment')
    throw new StartError(`The client ${clientId} is a program of the center, and has no orders; name a customer.`);
  if (client.status !== 'active')
    throw new StartError(`The client ${clientId} is disabled; run "platen client enable" first.`);
  return client;
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StartError(`The file ${path} already exists; name another file.`);
}

async function writeText(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.writable) return;
  if (!stream.write(text)) await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve));
}
