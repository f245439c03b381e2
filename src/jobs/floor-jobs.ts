import { beginDue } from '../production/begin-production.ts';
import { drawPaperRun } from '../production/papers/draw-paper-run.ts';
import { drawParcelPapers } from '../production/papers/draw-parcel-papers.ts';
import { findRunsToDraw } from '../production/papers/paper-run-store.ts';
import { findParcelsToDraw } from '../production/papers/parcel-paper-store.ts';
import { findClientsToBegin } from '../production/production-order-store.ts';
import { deleteOldScans, findOldScans } from '../production/scan/remove-scans.ts';
import { findDaysToKeep, keepProductionDays } from '../reports/keep-production-days.ts';
import { seldom } from './aging-jobs.ts';
import type { JobContext } from './job-list.ts';
import type { Job } from './job-queue.ts';

/** What follows from work on the floor. One look brings at most `dueMax` keys. */
export function floorJobs({ pool, clock, timeZone, production, papers }: JobContext, dueMax: number): Job[] {
  return [
    {
      // Orders that were accepted: a row for each physical piece. Those that have ended: their pieces have too.
      name: 'begin-production',
      findDue: () => findClientsToBegin(pool, dueMax),
      run: (clientId, signal) => beginDue(production, clientId, signal),
      concurrency: 2,
    },
    {
      // Scans that nobody sends again any more.
      name: 'remove-scans',
      findDue: seldom(() => findOldScans(pool, clock())),
      run: (_key, signal) => deleteOldScans(pool, clock(), signal),
      concurrency: 1,
    },
    {
      // Papers of parcels that were packed: each becomes a print job.
      name: 'parcel-papers',
      findDue: () => findParcelsToDraw(pool, dueMax),
      run: (code, signal) => drawParcelPapers(papers, code, signal),
      concurrency: 4,
    },
    {
      // Papers of batches and tickets that somebody asked for: of many tickets several print jobs.
      name: 'paper-runs',
      findDue: () => findRunsToDraw(pool, dueMax),
      run: (runId, signal) => drawPaperRun(papers, runId, signal),
      concurrency: 2,
    },
    {
      // What was done on the floor on days that are over, for reports.
      name: 'keep-production-days',
      findDue: seldom(() => findDaysToKeep(pool, clock(), timeZone)),
      run: (_key, signal) => keepProductionDays(pool, clock(), timeZone, signal),
      concurrency: 1,
    },
  ];
}
