import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../audit/record-audit.ts';
import { risingId } from '../database/rising-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../errors.ts';
import { printJobNotFound } from './change-print-job.ts';
import { enqueuePrintJob, printerNotFound } from './enqueue-print-job.ts';
import { findPrintJob, type PrintJob } from './print-job-store.ts';
import { findPrinter } from './printer-store.ts';
import { makeTestPage } from './test-page.ts';

/** Prints a test page. Throws `printer_not_found`, `document_not_printable`. */
export async function printTestPage(pool: Pool, printerId: string, { by, now }: Doing): Promise<PrintJob> {
  // Made once: the transaction may run again after it was committed.
  const key = risingId();
  return inTransaction(pool, async (connection) => {
    const printer = await findPrinter(connection, printerId);
    if (!printer) throw printerNotFound();
    const page = makeTestPage(printer, now);
    if (!page) {
      const message = 'A test page is ZPL or PDF, and this printer takes neither.';
      throw new ApiError('document_not_printable', message);
    }
    const request = { printerId, kind: 'test', key, title: `Test page of ${printer.name}`, ...page, by, now };
    const { jobId, isNew } = await enqueuePrintJob(connection, request);
    if (isNew) {
      const subject = ['printer', printerId] as const;
      await recordAudit(connection, by, now, { action: 'print.tested', subject, detail: { jobId } });
    }
    const job = await findPrintJob(connection, jobId);
    if (!job) throw printJobNotFound();
    return job;
  });
}
