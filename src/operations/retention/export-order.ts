import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { findKeptFiles } from '../../orders/files/order-file-store.ts';
import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { orderNotFound } from '../../platform/errors/errors.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import { readOrderRecord, readPrintedDocuments } from './order-record-store.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/zpl': '.zpl',
  'text/plain': '.txt',
};

/** Writes order.json and the order's files into a new or empty folder. Throws `order_not_found`. */
export async function exportOrder(
  { pool, blobs }: { pool: Pool; blobs: BlobStore },
  { clientId, orderId }: OrderKey,
  folder: string,
): Promise<{ folder: string; rows: Record<string, number>; files: string[]; missing: string[] }> {
  const records = await withRetry(() => readOrderRecord(pool, clientId, orderId));
  const stored = records.find(({ table }) => table === 'orders')?.rows[0];
  if (!stored) throw orderNotFound();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: string[] = [];
  const missing: string[] = [];
  for (const { pointer, sha256, mediaType } of await withRetry(() => findKeptFiles(pool, clientId, orderId))) {
    const name = `${pointer.slice(1).replaceAll(/[^\w.-]+/g, '-')}${ENDINGS[mediaType] ?? ''}`;
    try {
      const content = await blobs.read(sha256);
      await pipeline(content, createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }));
      files.push(name);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      missing.push(pointer);
    }
  }
  for (const { jobId, contentType, document } of await readPrintedDocuments(pool, clientId, orderId)) {
    const name = `printed-${jobId}${ENDINGS[contentType] ?? ''}`;
    await writeFile(join(folder, name), document, { flag: 'wx', mode: 0o600 });
    files.push(name);
  }
  const tables = Object.fromEntries(records.map(({ table, rows }) => [table, rows]));
  const whole = { order: JSON.parse(String(stored.document)), files, missing, tables };
  const text = `${JSON.stringify(whole, undefined, 2)}\n`;
  await writeFile(join(folder, 'order.json'), text, { flag: 'wx', mode: 0o600 });
  const rows = Object.fromEntries(records.map((record) => [record.table, record.rows.length]));
  return { folder, rows, files: ['order.json', ...files], missing };
}
