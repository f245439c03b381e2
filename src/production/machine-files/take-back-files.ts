import type { Pool } from 'pg';
import { risingId } from '../../platform/database/rising-ids.ts';
import { inTransaction, withRetry } from '../../platform/database/transaction.ts';
import type { Unwanted } from '../../printing/machines/machine-rules.ts';
import { markUnwanted } from '../../printing/machines/manage-machine-jobs.ts';
import {
  findStandings,
  insertMachineRequest,
  listOpenMachineJobs,
  type StandingAtMachine,
} from './machine-request-store.ts';

const PAGE_JOBS = 500;

type Wanted = Awaited<ReturnType<typeof listOpenMachineJobs>>[number];

/**
 * Marks files at machines that must be removed: of pieces that are made, rejected or cancelled, of stopped
 * orders, and of corrected artwork. A corrected file is put into the queue of the same machine.
 */
export async function takeBackFiles(
  { pool, clock }: { pool: Pool; clock: () => Date },
  signal: AbortSignal,
): Promise<void> {
  for (let after = { piece: '', jobId: '' }; !signal.aborted; ) {
    const jobs = await withRetry(() => listOpenMachineJobs(pool, { after, limit: PAGE_JOBS }));
    const codes = [...new Set(jobs.map(({ piece }) => piece))];
    const standings = new Map((await withRetry(() => findStandings(pool, codes))).map((one) => [one.code, one]));
    const unwanted = jobs.flatMap((job) => {
      const standing = standings.get(job.piece);
      const reason = standing && reasonOf(job, standing);
      return reason ? [{ job, jobId: job.jobId, reason }] : [];
    });
    if (unwanted.length > 0) await save(pool, unwanted, clock());
    const last = jobs.at(-1);
    if (!last || jobs.length < PAGE_JOBS) return;
    after = last;
  }
}

async function save(
  pool: Pool,
  unwanted: readonly { job: Wanted; jobId: string; reason: Unwanted }[],
  now: Date,
): Promise<void> {
  const requests = unwanted.flatMap(({ job: { piece, machineId }, reason }) =>
    reason === 'CORRECTED' ? [{ requestId: risingId(), piece, machineId }] : [],
  );
  await inTransaction(pool, async (connection) => {
    await markUnwanted(connection, unwanted, now);
    for (const request of requests)
      await insertMachineRequest(connection, {
        ...{ ...request, batchId: null, cause: 'BY_HAND', stationId: null, requested: now },
      });
  });
}

function reasonOf(
  { key, location, technology, sha256 }: Wanted,
  { state, stepsDone, status, files }: StandingAtMachine,
): Unwanted | undefined {
  const step = Number(key.split('/')[1]?.split('.')[0] ?? 0);
  switch (state) {
    case 'REPLACED':
    case 'SCRAPPED':
      return 'REJECTED';
    case 'CANCELLED':
      return 'CANCELLED';
    case 'TO_MAKE':
      break;
    default:
      return 'MADE';
  }
  if (stepsDone >= step || status === 'SHIPPED') return 'MADE';
  if (status !== 'ACCEPTED') return status === 'ERROR' ? 'STOPPED' : 'CANCELLED';
  const present = files.filter((file) => file.location === location && file.technology === technology);
  return present.length > 0 && !present.some((file) => file.sha256 === sha256) ? 'CORRECTED' : undefined;
}
