import type { PrintJob } from '../../printing/print-job-store.ts';
import { withoutNulls } from '../fields/without-nulls.ts';

/** A print job as it is answered. */
export function shownJob(job: PrintJob) {
  const {
    printerId,
    printerName,
    printerKind,
    createdByKind,
    createdById,
    createdByName,
    takenBy: _,
    ...rest
  } = job;
  const { jobId, ...more } = rest;
  return {
    jobId,
    printer: withoutNulls({ printerId, name: printerName, kind: printerKind }),
    ...withoutNulls(more),
    createdBy: withoutNulls({ kind: createdByKind, id: createdById, name: createdByName }),
  };
}
