import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { listCarriersAfter } from '../../../catalog/assignment-store.ts';
import { findArticleVariants } from '../../../catalog/catalog-store.ts';
import type { readAllPages } from '../../../orders/staff/list-orders.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../platform/formats/write-csv.ts';
import {
  csvCell,
  rowsOfOrder,
  SHEET_COLUMNS,
  type SheetOptions,
  sheetHead,
} from '../../../reports/order-sheet-rules.ts';
import { sendAttachment } from '../fields/staff-requests.ts';
import { OpenDownloads } from './order-file-answers.ts';

const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const SHEET_TYPES = ['text/csv', XLSX];
export const SHEET_FORMATS = ['csv', 'csv_semicolon', 'xlsx'] as const;

/** More carriers than a center works with. */
const CARRIERS_NAMED_MAX = 1_000;

const downloads = new OpenDownloads(
  { perOperator: 2, all: 6 },
  'Too many exports are running. Wait until one is done.',
);

type Orders = ReturnType<typeof readAllPages>;

/**
 * Sends the orders as a file. Reads more orders only when the reader has taken the previous ones. The
 * statements use the operator's share of connections.
 */
export async function sendSheet(
  reply: FastifyReply,
  orders: Orders,
  { format, pool, ...options }: SheetOptions & { format: (typeof SHEET_FORMATS)[number]; pool: Pool },
): Promise<FastifyReply> {
  const { clientId } = reply.request.caller;
  const release = downloads.take(clientId);
  const rows = yieldEachFor(clientId, rowsOf(pool, orders, options));
  const isWorkbook = format === 'xlsx';
  const file = isWorkbook ? await workbookOf(rows) : Readable.from(csvOf(rows, format === 'csv' ? ',' : ';'));
  file.once('close', release);
  return isWorkbook ? sendAttachment(reply, 'orders.xlsx', XLSX, file) : sendAttachment(reply, 'orders.csv', CSV, file);
}

type Rows = ReturnType<typeof rowsOf>;

async function* rowsOf(pool: Pool, orders: Orders, options: SheetOptions) {
  yield [sheetHead(options.language)];
  const found = await withRetry(() => listCarriersAfter(pool, { after: undefined, limit: CARRIERS_NAMED_MAX }));
  const carriers = new Map(found.map(({ carrierId, name }) => [carrierId, name]));
  for await (const some of orders) {
    const skus = some.flatMap(([, { items }]) => items.flatMap(({ customProduct }) => customProduct?.sku ?? []));
    const variants = await withRetry(() => findArticleVariants(pool, [...new Set(skus)]));
    const articles = new Map(variants.map(({ sku, title, color, size }) => [sku, `${title}, ${color}, ${size}`]));
    yield some.flatMap(([listed, order]) => rowsOfOrder(listed, order, options, { carriers, articles }));
  }
}

async function* csvOf(rows: Rows, separator: ',' | ';') {
  yield BYTE_ORDER_MARK;
  for await (const some of rows) yield some.map((row) => csvRow(row.map(csvCell), separator)).join('');
}

/** Returns an Excel workbook. Its cells keep text as text, so formulas need no guard. */
async function workbookOf(rows: Rows): Promise<Readable> {
  // The import takes 20 MB, which only a process with exports needs.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const cells = async function* () {
    for await (const some of rows) for (const row of some) yield row.map((cell) => cell ?? null);
  };
  const options = { name: 'Orders', columns: SHEET_COLUMNS, freezePane: { rows: 1 } };
  return Readable.fromWeb(writeXlsxStream(cells(), options) as ReadableStream);
}
