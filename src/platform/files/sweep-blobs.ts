import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Connection, inTransaction, withRetry } from '../database/transaction.ts';
import {
  adoptBlobs,
  type BlobRecord,
  deleteBlobRecords,
  endSweep,
  findBlobs,
  findRecorded,
  findSweepState,
  lockUnnamedBlobs,
  markUnnamed,
  saveSweepState,
} from './blob-record-store.ts';
import type { BlobStore } from './blobs.ts';

/** Blobs that are looked at together. */
const PAGE_MAX = 500;
/** Blobs that are deleted in one transaction, which locks them meanwhile. */
const DELETED_AT_ONCE_MAX = 20;
/** From the end of one walk to the begin of the next. */
const WALK_INTERVAL_MS = 24 * 3_600_000;
/** Between two pages of the background's walk, so that nobody notices it. */
const PAUSE_MS = 100;
/** A file that has been half written for so long is abandoned: keeping one takes minutes at most. */
const LEFTOVER_AFTER_MS = 3_600_000;

/** Who names blobs; the sweep itself knows nothing of orders. */
export interface BlobNames {
  /** Those of the hashes that somebody names; those who name them only to forget them soon (`forget`) count no more for a dry run. */
  find(connection: Connection, sha256s: readonly string[], dryRun: boolean): Promise<Set<string>>;
  /** Forgets whatever else points to blobs that are being deleted, in the transaction that does. */
  release(connection: Connection, sha256s: readonly string[]): Promise<void>;
  /** Forgets names that are kept no longer, some from `after` ('' at first) on. Answers where to go on, or undefined at the end. */
  forget(connection: Connection, after: string): Promise<string | undefined>;
}

export interface SweepContext {
  pool: Pool;
  blobs: BlobStore;
  names: BlobNames;
  clock: () => Date;
  /** How long nobody must have named a blob. */
  graceMs: number;
}

interface Count {
  files: number;
  bytes: number;
}

export interface SweepCounts {
  /** Deleted, or, for a dry run, to be deleted. */
  deleted: Count;
  /** Named by nobody, but not for so long. */
  waiting: Count;
  /** Named by somebody. */
  kept: Count;
  /** Half written when a process was killed; removed like the deleted ones. */
  leftovers: Count;
}

/** One kind of work, a page at a time: answers where to go on, or undefined at the end. */
type Step = (run: SweepRun, after: string) => Promise<string | undefined>;

interface SweepRun extends SweepContext {
  dryRun: boolean;
  counts: SweepCounts;
}

const none = (): Count => ({ files: 0, bytes: 0 });
const noCounts = (): SweepCounts => ({ deleted: none(), waiting: none(), kept: none(), leftovers: none() });

/** The walk of the background. */
const STEPS: readonly Step[] = [removeLeftovers, forgetNames, sweepPage];

/** Deletes, all at once, what the background would delete; `unrecorded` also what no record tells of. For a dry run only counts. */
export async function sweepBlobs(
  context: SweepContext,
  { dryRun, unrecorded }: { dryRun: boolean; unrecorded: boolean },
): Promise<SweepCounts> {
  const run: SweepRun = { ...context, dryRun, counts: noCounts() };
  for (const step of unrecorded ? [adoptPage, ...STEPS] : STEPS) {
    for (let after: string | undefined = ''; after !== undefined; ) after = await step(run, after);
  }
  return run.counts;
}

/** Takes up the walk where a stop or a kill left it, page by page to its end. Answers what it deleted. */
export async function walkBlobs(
  context: SweepContext,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<Pick<SweepCounts, 'deleted' | 'leftovers'>> {
  const { pool, clock } = context;
  const total = noCounts();
  for (let state = await findSweepState(pool); !signal.aborted && state.next <= clock(); ) {
    const step = STEPS[state.step];
    if (!step) {
      await withRetry(() => endSweep(pool, new Date(clock().getTime() + WALK_INTERVAL_MS)));
      break;
    }
    const run: SweepRun = { ...context, dryRun: false, counts: noCounts() };
    const reached = await step(run, state.reached);
    add(total.deleted, run.counts.deleted);
    add(total.leftovers, run.counts.leftovers);
    state = {
      ...state,
      step: reached === undefined ? state.step + 1 : state.step,
      reached: reached ?? '',
      walkedFiles: state.walkedFiles + run.counts.kept.files,
      walkedBytes: state.walkedBytes + run.counts.kept.bytes,
    };
    await withRetry(() => saveSweepState(pool, state));
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return total;
}

/** Deletes those of the blobs that nobody names, without waiting. Who is about to name one finds it gone, and brings it anew. */
export async function deleteUnnamed(
  { pool, blobs, names, clock }: Omit<SweepContext, 'graceMs'>,
  sha256s: readonly string[],
): Promise<void> {
  const now = clock();
  const named = await withRetry(() => names.find(pool, sha256s, false));
  const unnamed = sha256s.filter((sha256) => !named.has(sha256));
  if (unnamed.length === 0) return;
  await withRetry(() => markUnnamed(pool, unnamed, now));
  const due = unnamed.map((sha256) => ({ sha256, bytes: 0, unnamedSince: now }));
  const run = { pool, blobs, names, clock, graceMs: 0, dryRun: false, counts: noCounts() };
  await deleteBlobs(run, due, now);
}

function add(to: Count, { files, bytes }: Count): void {
  to.files += files;
  to.bytes += bytes;
}

async function removeLeftovers({ blobs, clock, dryRun, counts }: SweepRun): Promise<undefined> {
  const before = new Date(clock().getTime() - LEFTOVER_AFTER_MS);
  counts.leftovers = await blobs.removeLeftovers(before, dryRun);
}

async function forgetNames({ pool, names, dryRun }: SweepRun, after: string): Promise<string | undefined> {
  return dryRun ? undefined : withRetry(() => names.forget(pool, after));
}

async function sweepPage(run: SweepRun, after: string): Promise<string | undefined> {
  const page = await withRetry(() => findBlobs(run.pool, after, PAGE_MAX));
  await sweepRecords(run, page);
  return page.length < PAGE_MAX ? undefined : page.at(-1)?.sha256;
}

/** Records what lies in the store and no record tells of; for a dry run sweeps it as if it were recorded. */
async function adoptPage(run: SweepRun, after: string): Promise<string | undefined> {
  const { blobs, next } = await run.blobs.list(after);
  for (let first = 0; first < blobs.length; first += PAGE_MAX) {
    const some = blobs.slice(first, first + PAGE_MAX);
    const sha256s = some.map(({ sha256 }) => sha256);
    const recorded = await withRetry(() => findRecorded(run.pool, sha256s));
    const found: BlobRecord[] = [];
    for (const { sha256, look } of some) {
      const file = recorded.has(sha256) ? undefined : await look();
      if (file) found.push({ sha256, bytes: file.bytes, unnamedSince: file.modified });
    }
    if (run.dryRun) await sweepRecords(run, found);
    else if (found.length > 0) await withRetry(() => adoptBlobs(run.pool, found));
  }
  return next;
}

async function sweepRecords(run: SweepRun, page: readonly BlobRecord[]): Promise<void> {
  const { pool, names, clock, graceMs, dryRun, counts } = run;
  if (page.length === 0) return;
  const now = clock();
  const before = new Date(now.getTime() - graceMs);
  const sha256s = page.map(({ sha256 }) => sha256);
  const named = await withRetry(() => names.find(pool, sha256s, dryRun));
  const unnamed = page.filter(({ sha256 }) => !named.has(sha256));
  if (!dryRun) await markPage(pool, page, named, now);
  const due = unnamed.filter(({ unnamedSince }) => (unnamedSince ?? now) <= before);
  const deleted = dryRun ? new Set(due.map(({ sha256 }) => sha256)) : await deleteBlobs(run, due, before);
  for (const { sha256, bytes } of page) {
    const count = named.has(sha256) ? counts.kept : deleted.has(sha256) ? counts.deleted : counts.waiting;
    add(count, { files: 1, bytes });
  }
}

/** Notes what has come to be named by nobody, or by somebody again. */
async function markPage(
  pool: Pool,
  page: readonly BlobRecord[],
  named: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const again = page.filter(({ sha256, unnamedSince }) => unnamedSince && named.has(sha256));
  const lately = page.filter(({ sha256, unnamedSince }) => !unnamedSince && !named.has(sha256));
  const mark = (records: readonly BlobRecord[], since: Date | null) =>
    withRetry(() =>
      markUnnamed(
        pool,
        records.map(({ sha256 }) => sha256),
        since,
      ),
    );
  if (again.length > 0) await mark(again, null);
  if (lately.length > 0) await mark(lately, now);
}

/**
 * Deletes blobs with their records. The records stay locked until the blobs are gone: who is about to put one of them waits, and who is
 * about to name one finds no record. What was named before the lock is seen after it.
 */
async function deleteBlobs(
  { pool, blobs, names }: SweepRun,
  due: readonly BlobRecord[],
  before: Date,
): Promise<Set<string>> {
  const deleted = new Set<string>();
  for (let first = 0; first < due.length; first += DELETED_AT_ONCE_MAX) {
    const wanted = due.slice(first, first + DELETED_AT_ONCE_MAX).map(({ sha256 }) => sha256);
    // That it may run twice does no harm: deleting is the same the second time.
    const gone = await inTransaction(pool, async (connection) => {
      const locked = await lockUnnamedBlobs(connection, wanted, before);
      const named = await names.find(connection, locked, false);
      const unnamed = locked.filter((sha256) => !named.has(sha256));
      await Promise.all(unnamed.map((sha256) => blobs.delete(sha256)));
      await names.release(connection, unnamed);
      await deleteBlobRecords(connection, unnamed);
      return unnamed;
    });
    for (const sha256 of gone) deleted.add(sha256);
  }
  return deleted;
}
