import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { findMachineJob, lockMachineJob, type MachineJob, markUnwanted, moveMachineJob } from './machine-job-store.ts';
import type { MachineJobState } from './machine-rules.ts';

export {
  deleteFailedJobs,
  eraseJobFiles,
  insertMachineJob,
  listJobsOfPiece,
  lockSheetJobs,
  type MachineJob,
  markUnwanted,
  type NewMachineJob,
} from './machine-job-store.ts';

/** send: puts the file into the queue again. take: a person took it, or knows that the machine has it. */
const MACHINE_JOB_VERBS = ['send', 'take', 'withdraw'] as const;
export type MachineJobVerb = (typeof MACHINE_JOB_VERBS)[number];

const FROM: Readonly<Record<MachineJobVerb, readonly MachineJobState[]>> = {
  send: ['TAKEN', 'DONE', 'WITHDRAWN', 'FAILED'],
  take: ['WAITING', 'FAILED'],
  withdraw: ['WAITING', 'WRITTEN', 'FAILED'],
};
const TO = { send: 'WAITING', take: 'TAKEN' } as const;

/**
 * Sends a file again, marks it as taken, or takes it back. Repeating the request changes nothing. Throws
 * `machine_job_not_found`, `machine_job_not_changeable`.
 */
export async function changeMachineJob(
  pool: Pool,
  jobId: string,
  verb: MachineJobVerb,
  { by, now }: Doing,
): Promise<MachineJob> {
  return inTransaction(pool, async (connection) => {
    const job = await lockMachineJob(connection, jobId);
    if (!job) throw machineJobNotFound();
    const isDone = verb === 'withdraw' ? job.unwanted !== null || job.state === 'WITHDRAWN' : job.state === TO[verb];
    if (isDone) return job;
    if (!FROM[verb].includes(job.state) || (verb === 'send' && job.sha256 === null)) throw notChangeable(job);
    if (verb === 'withdraw') await markUnwanted(connection, [{ jobId, reason: 'CANCELLED' }], now);
    else await moveMachineJob(connection, job, { state: TO[verb], now });
    const subject = ['machine', job.machineId] as const;
    const detail = { jobId, file: job.fileName };
    await recordAudit(connection, by, now, { action: `machine_job.${verb}`, subject, detail });
    return (await findMachineJob(connection, jobId)) ?? job;
  });
}

export function machineJobNotFound(): ApiError {
  return new ApiError('machine_job_not_found', 'There is no file with this jobId.');
}

function notChangeable({ state }: MachineJob): ApiError {
  return new ApiError('machine_job_not_changeable', `This is not possible for a file in state ${state}.`);
}
