import { hash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { DueQuery } from '../../platform/database/due-query.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import { nextPrintAttempt } from '../printing-rules.ts';
import { failMachineJob, listQueuedMachineJobs, type MachineJob, moveMachineJob } from './machine-job-store.ts';
import {
  type BucketOutlet,
  type FolderOutlet,
  MachineError,
  type Outlet,
  type SendOutlet,
  type SentPart,
} from './machine-outlet.ts';
import { type MachineJobState, type MachineSettings, temporaryNameOf } from './machine-rules.ts';
import {
  dueMachines,
  findMachine,
  type ListedMachine,
  recordMachineCheck,
  recordMachineFailure,
} from './machine-store.ts';
import { type OutletContext, requireMark, workWithOutlet } from './open-outlet.ts';

/** A run ends after this time, so that other machines get their turn. */
const RUN_MS_MAX = 30_000;
const PAGE_JOBS = 200;
/** Time between two looks at which files a machine has taken. */
const LOOK_MS = 5_000;
const DAY_MS = 86_400_000;

export interface MachineContext extends OutletContext {
  pool: Pool;
  blobs: Pick<BlobStore, 'read'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: () => Date;
  retrySeconds: readonly number[];
}

/** Returns the query for machines with due work, as keys of `runMachineJobs`. */
export function dueMachineJobs({ clock }: Pick<MachineContext, 'clock'>): DueQuery {
  const now = clock();
  return dueMachines({ now, lookedBefore: new Date(now.getTime() - LOOK_MS) });
}

/** A run at one machine, whose lease no other process holds. */
interface Run extends MachineContext {
  machine: ListedMachine;
  signal: AbortSignal;
  isOver: () => boolean;
}

/**
 * Completes what a killed process began. Looks which files the machine has taken, and removes unwanted files.
 * Then writes the waiting files, oldest first. While the machine fails, its files wait.
 */
export async function runMachineJobs(context: MachineContext, machineId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock, log, retrySeconds } = context;
  const machine = await withRetry(() => findMachine(pool, machineId));
  if (!machine) return;
  const end = performance.now() + RUN_MS_MAX;
  const run = { ...context, machine, signal, isOver: () => signal.aborted || performance.now() > end };
  try {
    await workWithOutlet(context, machine, signal, async (outlet) => {
      await requireMark(outlet, machine.looked === null);
      await eachJob(run, ['WRITING', 'PLACING'], (job) => completeJob(run, outlet, job));
      if (outlet.kind !== 'send') await checkFiles(run, outlet);
      await withRetry(() => recordMachineCheck(pool, machineId, clock()));
      if (machine.stopped === null) await eachJob(run, ['WAITING'], (job) => writeJob(run, outlet, job));
    });
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    if (signal.aborted) return;
    const now = clock();
    const nextAttempt = nextPrintAttempt(machine.failures + 1, retrySeconds, now);
    await withRetry(() => recordMachineFailure(pool, machineId, { error: error.reason, now, nextAttempt }));
    if (machine.failures === 0)
      log.warn({ machineId, reason: error.reason }, 'files cannot be put to a machine; they wait');
  }
}

async function eachJob(run: Run, states: MachineJobState[], work: (job: MachineJob) => Promise<void>): Promise<void> {
  const { pool, machine, isOver } = run;
  for (let after = ''; ; ) {
    const page = await withRetry(() =>
      listQueuedMachineJobs(pool, machine.machineId, { states, after, limit: PAGE_JOBS }),
    );
    for (const job of page) {
      if (isOver()) return;
      await work(job);
      after = job.jobId;
    }
    if (page.length < PAGE_JOBS) return;
  }
}

/** Changes the state of a job, and returns the job. Throws if another process has changed it. */
async function move(
  run: Run,
  job: MachineJob,
  state: MachineJobState,
  cause: string | null = null,
): Promise<MachineJob> {
  const now = run.clock();
  if (!(await withRetry(() => moveMachineJob(run.pool, job, { state, cause, now }))))
    throw new Error(`The machine job ${job.jobId} was changed by another process.`);
  return { ...job, state, cause, changed: now, attempts: job.attempts + (state === 'WRITING' ? 1 : 0) };
}

async function writeJob(run: Run, outlet: Outlet, job: MachineJob): Promise<void> {
  const { sha256 } = job;
  if (sha256 === null) return void (await move(run, job, 'FAILED', 'no_file'));
  const writing = await move(run, job, 'WRITING');
  const parts = partsOf(run, writing, sha256);
  try {
    if (outlet.kind === 'folder') return await writeToFolder(run, outlet, writing, parts);
    const placing = await move(run, writing, 'PLACING');
    if (outlet.kind === 'bucket') return await putParts(run, outlet, placing, { parts, isNew: true });
    await sendJob(run, outlet, placing, parts);
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    if (outlet.kind === 'folder') for (const { temporary } of parts) await outlet.remove(temporary);
    await withRetry(() => failMachineJob(run.pool, job.jobId, { cause: 'file_lost', now: run.clock() }));
  }
}

interface NamedPart {
  name: string;
  temporary: string;
  part: SentPart;
}

/** Returns the file and its ticket in the order in which the machine wants them. */
function partsOf({ blobs, machine, signal }: Run, job: MachineJob, sha256: string): NamedPart[] {
  const { jobId, attempts, fileName, mediaType, bytes, ticketName, ticket } = job;
  const file = {
    name: fileName,
    temporary: temporaryNameOf(jobId, attempts, 'file'),
    part: { bytes, mediaType, sha256, open: async () => addAbortSignal(signal, await blobs.read(sha256)) },
  };
  if (ticketName === null || ticket === null) return [file];
  const content = Buffer.from(ticket);
  const ofTicket = {
    name: ticketName,
    temporary: temporaryNameOf(jobId, attempts, 'ticket'),
    part: {
      ...{ bytes: content.length, mediaType: 'application/octet-stream', sha256: hash('sha256', content) },
      open: async () => Readable.from([content]),
    },
  };
  return machine.settings.ticket?.isFirst ? [ofTicket, file] : [file, ofTicket];
}

/**
 * Writes temporary files, and gives them their names. The row is in state PLACING before the first name. A
 * temporary file that is gone has therefore got its name, even if the machine took the file at once.
 */
async function writeToFolder(
  run: Run,
  outlet: FolderOutlet,
  job: MachineJob,
  parts: readonly NamedPart[],
): Promise<void> {
  const missing: NamedPart[] = [];
  for (const one of parts) {
    const found = await outlet.digest(one.name);
    if (found === undefined) missing.push(one);
    else if (found !== one.part.sha256) return void (await move(run, job, 'FAILED', 'name_taken'));
  }
  if (missing.length === 0) return void (await move(run, job, 'WRITTEN', 'was_there'));
  for (const { temporary, part } of missing) await outlet.write(temporary, await part.open());
  await place(run, outlet, await move(run, job, 'PLACING'), missing);
}

async function place(run: Run, outlet: FolderOutlet, job: MachineJob, parts: readonly NamedPart[]): Promise<void> {
  for (const { temporary, name } of parts) await outlet.rename(temporary, name);
  await outlet.flush();
  await move(run, job, 'WRITTEN');
}

/** Puts objects into a bucket. Nothing is there if the first one of a new job cannot be sent. */
async function putParts(
  run: Run,
  outlet: BucketOutlet,
  job: MachineJob,
  { parts, isNew }: { parts: readonly NamedPart[]; isNew: boolean },
): Promise<void> {
  for (const [index, { name, part }] of parts.entries()) {
    try {
      await outlet.put(name, part);
    } catch (error) {
      const isUnsent = error instanceof MachineError && error.fault === 'unavailable';
      if (isNew && index === 0 && isUnsent) await move(run, job, 'WAITING');
      throw error;
    }
  }
  await move(run, job, 'WRITTEN');
}

async function sendJob(run: Run, outlet: SendOutlet, job: MachineJob, parts: readonly NamedPart[]): Promise<void> {
  const { part } = parts.find(({ name }) => name === job.fileName) as NamedPart;
  try {
    await outlet.send({ ...job, ...part, key: `${job.jobId}-${job.requests}` });
    await move(run, job, 'TAKEN');
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    if (error.fault !== 'unavailable')
      return void (await move(run, job, 'FAILED', error.fault === 'unknown' ? 'outcome_unknown' : error.reason));
    await move(run, job, 'WAITING');
    throw error;
  }
}

/** Completes the writing of a process that was killed or cut off. */
async function completeJob(run: Run, outlet: Outlet, job: MachineJob): Promise<void> {
  const { state, sha256 } = job;
  if (sha256 === null) return void (await move(run, job, 'FAILED', 'no_file'));
  const parts = partsOf(run, job, sha256);
  if (state === 'WRITING') {
    // Nothing has its name yet.
    if (outlet.kind === 'folder') for (const { temporary } of parts) await outlet.remove(temporary);
    return void (await move(run, job, 'WAITING'));
  }
  if (outlet.kind === 'folder') return place(run, outlet, job, parts);
  if (outlet.kind === 'send') return void (await move(run, job, 'FAILED', 'outcome_unknown'));
  const found = await outlet.list();
  const there = parts.filter(({ name, part }) => found.get(name) === part.bytes);
  // The machine may have taken the whole job already.
  if (there.length === 0) return void (await move(run, job, 'FAILED', 'outcome_unknown'));
  await putParts(run, outlet, job, { parts: parts.filter((one) => !there.includes(one)), isNew: false });
}

/** Records which written files the machine has taken, and removes files that should leave it. */
async function checkFiles(run: Run, outlet: FolderOutlet | BucketOutlet): Promise<void> {
  const { machine, clock } = run;
  let names: Map<string, number> | undefined;
  await eachJob(run, ['WRITTEN'], async (job) => {
    names ??= await outlet.list();
    const wanted = [job.fileName, ...(job.ticketName === null ? [] : [job.ticketName])];
    const isTaken = wanted.some((name) => !names!.has(name));
    const end = removalCause(job, machine.settings, clock());
    if (!isTaken && !end) return;
    const removed: boolean[] = [];
    // A file that the machine leaves stays until the piece is made, because the machine may still read it.
    if (end) for (const name of wanted) removed.push(await outlet.remove(name));
    if (job.unwanted === 'MADE') await move(run, job, 'DONE');
    else if (isTaken || removed.includes(false)) await move(run, job, 'TAKEN', end ? 'taken_before' : null);
    else await move(run, job, 'WITHDRAWN', end ?? null);
  });
}

/** Returns why the files should be removed now; undefined: they stay. */
function removalCause(
  { unwanted, changed }: MachineJob,
  { removesMade, keepDays }: MachineSettings,
  now: Date,
): string | undefined {
  if (now.getTime() - changed.getTime() > keepDays * DAY_MS) return 'expired';
  if (unwanted === null || (unwanted === 'MADE' && !removesMade)) return undefined;
  return unwanted.toLowerCase();
}
