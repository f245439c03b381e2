import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { BYTE_ORDER_MARK, csvRow, type Separator } from '../../../platform/formats/write-csv.ts';
import { csvCell, SHEET_COLUMNS, type SheetCell } from '../../../reports/order-sheet-rules.ts';
import { OpenDownloads } from './order-file-answers.ts';

export const SHEET_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export const SEPARATORS = { comma: ',', semicolon: ';' } as const satisfies Record<string, Separator>;

const downloads = new OpenDownloads(
  { perOperator: 2, all: 6 },
  'Too many exports are running. Wait until one is done.',
);

type Pages = AsyncIterable<SheetCell[][]>;

/** Sends the pages as a file, the head first. Reads a page when the reader has taken the previous one. */
export async function sendSheet(
  reply: FastifyReply,
  pages: Pages,
  { format, separator }: { format: keyof typeof SHEET_TYPES; separator: keyof typeof SEPARATORS },
): Promise<FastifyReply> {
  const { clientId } = reply.request.caller;
  const release = downloads.take(clientId);
  const parts = yieldEachFor(clientId, pages);
  const file = format === 'csv' ? Readable.from(csvOf(parts, SEPARATORS[separator])) : await xlsxOf(parts);
  file.once('close', release);
  return reply
    .header('content-disposition', `attachment; filename="orders.${format}"`)
    .header('cache-control', 'no-store')
    .type(format === 'csv' ? `${SHEET_TYPES.csv}; charset=utf-8` : SHEET_TYPES.xlsx)
    .send(file);
}

async function* csvOf(pages: Pages, separator: Separator): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const rows of pages) yield rows.map((row) => csvRow(row.map(csvCell), separator)).join('');
}

/** Text stays text in a workbook, so formulas need no guard. */
async function xlsxOf(pages: Pages): Promise<Readable> {
  // Loaded late, because a process that exports nothing needs none of it.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const workbook = writeXlsxStream(rowsOf(pages), { name: 'Orders', columns: SHEET_COLUMNS, freezePane: { rows: 1 } });
  return Readable.fromWeb(workbook as ReadableStream);
}

async function* rowsOf(pages: Pages) {
  for await (const rows of pages) for (const row of rows) yield row.map((cell) => cell ?? null);
}
