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

const PAGE_MAX = 500;
/** Blobs that one transaction locks and deletes. */
const DELETED_AT_ONCE_MAX = 20;
/** From the end of one sweep to the start of the next. */
const WALK_INTERVAL_MS = 24 * 3_600_000;
/** The pause after each page, which keeps the load low. */
const PAUSE_MS = 100;
/** An incomplete file older than this is abandoned. Storing a file takes minutes at most. */
const LEFTOVER_AFTER_MS = 3_600_000;

/** Finds and removes references to blobs. The sweep itself does not know the tables with references. */
export interface BlobNames {
  /** Returns the hashes that have references. A dry run ignores references that `forget` would remove. */
  find(connection: Connection, sha256s: readonly string[], dryRun: boolean): Promise<Set<string>>;
  /** Removes all other records about the blobs, in the transaction that deletes the blobs. */
  release(connection: Connection, sha256s: readonly string[]): Promise<void>;
  /** Removes a page of expired references, from `after` ('' at first). Returns the next `after`, if any. */
  forget(connection: Connection, after: string): Promise<string | undefined>;
}

export interface SweepContext {
  pool: Pool;
  blobs: BlobStore;
  names: BlobNames;
  clock: () => Date;
  /** The time without references after which a blob is deleted. */
  graceMs: number;
}

type Count = { files: number; bytes: number };

interface SweepCounts {
  /** Deleted, or in a dry run to be deleted. */
  deleted: Count;
  /** Without references, but within the grace period. */
  waiting: Count;
  /** With references. */
  kept: Count;
  leftovers: Count;
}

/** Works on one page. Returns the start of the next page, or undefined at the end. */
type Step = (run: SweepRun, after: string) => Promise<string | undefined>;

interface SweepRun extends SweepContext {
  dryRun: boolean;
  counts: SweepCounts;
}

const none = (): Count => ({ files: 0, bytes: 0 });
const noCounts = (): SweepCounts => ({ deleted: none(), waiting: none(), kept: none(), leftovers: none() });

const STEPS: readonly Step[] = [removeLeftovers, forgetNames, sweepPage];

/**
 * Deletes blobs without references for `graceMs`, or with `dryRun` counts them. `unrecorded` includes files
 * without a record.
 */
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

/** Runs the background sweep, if due, from its stored position to its end. Counts the deleted files. */
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

/** Deletes the blobs without references at once. A client that needs a deleted blob stores it again. */
export async function deleteUnnamed(
  { pool, blobs, names, clock }: Omit<SweepContext, 'graceMs'>,
  sha256s: readonly string[],
): Promise<void> {
  const now = clock();
  const usedHashes = await withRetry(() => names.find(pool, sha256s, false));
  const unnamed = sha256s.filter((sha256) => !usedHashes.has(sha256));
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

/** Records blobs that the store has and the table lacks. A dry run only counts them. */
async function adoptPage(run: SweepRun, after: string): Promise<string | undefined> {
  const { blobs, next } = await run.blobs.list(after);
  for (let first = 0; first < blobs.length; first += PAGE_MAX) {
    const some = blobs.slice(first, first + PAGE_MAX);
    const sha256s = some.map(({ sha256 }) => sha256);
    const recorded = await withRetry(() => findRecorded(run.pool, sha256s));
    const found: BlobRecord[] = [];
    for (const { sha256, findFile } of some) {
      const file = recorded.has(sha256) ? undefined : await findFile();
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
  const usedHashes = await withRetry(() => names.find(pool, sha256s, dryRun));
  const unnamed = page.filter(({ sha256 }) => !usedHashes.has(sha256));
  if (!dryRun) await markPage(pool, page, usedHashes, now);
  const due = unnamed.filter(({ unnamedSince }) => (unnamedSince ?? now) <= before);
  const deleted = dryRun ? new Set(due.map(({ sha256 }) => sha256)) : await deleteBlobs(run, due, before);
  for (const { sha256, bytes } of page) {
    const count = usedHashes.has(sha256) ? counts.kept : deleted.has(sha256) ? counts.deleted : counts.waiting;
    add(count, { files: 1, bytes });
  }
}

async function markPage(
  pool: Pool,
  page: readonly BlobRecord[],
  usedHashes: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const again = page.filter(({ sha256, unnamedSince }) => unnamedSince && usedHashes.has(sha256));
  const lately = page.filter(({ sha256, unnamedSince }) => !unnamedSince && !usedHashes.has(sha256));
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
 * Deletes blobs and their records, which stay locked until the blobs are gone: storing one of them waits, and
 * a new reference finds no record. References made before the lock are seen after it.
 */
async function deleteBlobs(
  { pool, blobs, names }: SweepRun,
  due: readonly BlobRecord[],
  before: Date,
): Promise<Set<string>> {
  const deleted = new Set<string>();
  for (let first = 0; first < due.length; first += DELETED_AT_ONCE_MAX) {
    const wanted = due.slice(first, first + DELETED_AT_ONCE_MAX).map(({ sha256 }) => sha256);
    // Repeating this is harmless, since deleting twice has the same effect.
    const gone = await inTransaction(pool, async (connection) => {
      const locked = await lockUnnamedBlobs(connection, wanted, before);
      const usedHashes = await names.find(connection, locked, false);
      const unnamed = locked.filter((sha256) => !usedHashes.has(sha256));
      await Promise.all(unnamed.map((sha256) => blobs.delete(sha256)));
      await names.release(connection, unnamed);
      await deleteBlobRecords(connection, unnamed);
      return unnamed;
    });
    for (const sha256 of gone) deleted.add(sha256);
  }
  return deleted;
}
