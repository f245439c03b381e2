import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { ZipFile } from 'yazl';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../platform/formats/write-csv.ts';
import { chooseMachineRule } from '../../printing/machines/machine-rules.ts';
import { fileNameOf } from '../../printing/machines/machine-templates.ts';
import { listMachineRules, listMachines, USUAL_SETTINGS } from '../../printing/machines/manage-machines.ts';
import { findPieceByCode } from '../piece-store.ts';
import { listCodesToPrint } from './machine-request-store.ts';
import { mediaTypeOf, readPrints } from './send-to-machines.ts';

interface ArchiveContext {
  pool: Pool;
  blobs: Pick<BlobStore, 'read'>;
}

const HEAD = ['file', 'code', 'order', 'technology', 'location', 'sku', 'width mm', 'height mm', 'copies', 'state'];

/**
 * Returns the print files of a batch as a ZIP archive, in picking order, with a list. Each piece and each
 * file is read after the previous one was sent, so the memory does not depend on the size of the batch.
 */
export function archiveBatch(context: ArchiveContext, batchId: string): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error) => output.destroy(error as Error));
  pipeline(zip.outputStream, output).catch(() => {});
  addFiles(context, batchId, zip, output).catch((error) => output.destroy(error));
  return output;
}

async function addFiles({ pool, blobs }: ArchiveContext, batchId: string, zip: ZipFile, output: PassThrough) {
  const rules = await withRetry(() => listMachineRules(pool));
  const machines = new Map((await withRetry(() => listMachines(pool))).map((one) => [one.machineId, one]));
  const rows: string[] = [csvRow(HEAD)];
  const names = new Set<string>();
  let current: Readable | undefined;
  // Closed before its end: the reader disconnected.
  output.once('close', () => current?.destroy());
  for (const code of await withRetry(() => listCodesToPrint(pool, batchId))) {
    const piece = await withRetry(() => findPieceByCode(pool, code));
    for (const { step, manufacturerCode, file, view } of piece ? await readPrints(pool, piece) : []) {
      if (output.destroyed) return;
      const { technology, location } = step;
      const rule = chooseMachineRule(rules, { technology, manufacturerCode, stationId: null });
      const { nameTemplate } = machines.get(rule?.machineId ?? '')?.settings ?? USUAL_SETTINGS;
      const mediaType = file && mediaTypeOf(file);
      const name = fileNameOf(nameTemplate, view, mediaType ?? 'image/png');
      let state = mediaType ? 'ready' : (file?.state ?? 'no file');
      if (mediaType && file?.sha256 && !names.has(name.toLowerCase())) {
        names.add(name.toLowerCase());
        current = await blobs
          .read(file.sha256)
          .catch((error) => (error instanceof BlobMissingError ? undefined : Promise.reject(error)));
        if (output.destroyed) return void current?.destroy();
        if (current) {
          zip.addReadStream(current, name, {
            mtime: file.updated,
            compress: false,
            ...(file.bytes !== null && { size: file.bytes }),
          });
          await finished(current, { writable: false });
        } else {
          state = 'lost';
        }
      }
      rows.push(
        csvRow([
          state === 'ready' ? name : '',
          code,
          view.order,
          technology,
          location,
          view.sku,
          view.width,
          view.height,
          view.copies,
          state,
        ]),
      );
    }
  }
  zip.addBuffer(Buffer.from(BYTE_ORDER_MARK + rows.join('')), 'list.csv');
  zip.end();
}
