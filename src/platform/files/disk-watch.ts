import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { FaultLog } from '../observability/fault-log.ts';
import type { Config } from '../settings/config.ts';

/** How often the free space is read. */
const LOOK_INTERVAL_MS = 1_000;
/** A pause ends when so much of the floor is free above it again, so that it does not begin anew at once. */
const RESUME_SHARE = 1 / 20;
/** And lasts at least this long: what was broken off frees its own bytes, and would fill them again. */
const PAUSE_MS_MIN = 10_000;

/** What is known of the disk that files are fetched to. */
export interface DiskState {
  /** Bytes free to Platen, on the fullest of the file systems that it writes to; null when that cannot be read. */
  freeBytes: number | null;
  /** Below this no file is fetched. */
  floorBytes: number;
  /** Since when no file is fetched for want of space; null: files are fetched. */
  pausedSince: Date | null;
}

export interface DiskWatchOptions {
  floorBytes: number;
  /** Bytes free at the moment, on the fullest file system. */
  readFree: () => Promise<number>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  faults: Pick<FaultLog, 'failed' | 'worked'>;
}

/**
 * Keeps files from filling the disk that the database writes to. Whoever writes a file asks `claim` for each part of it; what is claimed
 * between two looks at the disk never exceeds what the last one found above the floor.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #state: DiskState;
  /** Bytes that may be written until the next look. */
  #room = Number.POSITIVE_INFINITY;
  #claimed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    this.#state = { freeBytes: null, floorBytes: options.floorBytes, pausedSince: null };
  }

  get state(): Readonly<DiskState> {
    return this.#state;
  }

  /** Whether a fetch may begin. */
  mayFetch(): boolean {
    return this.#state.pausedSince === null;
  }

  /** Whether so many more bytes may be written. Once they may not, no fetch begins until there is room again. */
  claim(bytes: number): boolean {
    if (!this.mayFetch()) return false;
    if (this.#claimed + bytes > this.#room) {
      this.#pause();
      return false;
    }
    this.#claimed += bytes;
    return true;
  }

  /** Looks once, and from then on every second. */
  async start(): Promise<void> {
    await this.look();
    // A file system that does not answer holds one thread, not one more every second.
    let underWay = false;
    this.#timer = setInterval(() => {
      if (underWay) return;
      underWay = true;
      void this.look().finally(() => {
        underWay = false;
      });
    }, LOOK_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the free space, and begins or ends a pause by it. */
  async look(): Promise<void> {
    // What is written while the disk is asked may not be in its answer.
    const before = this.#claimed;
    try {
      const free = await this.#options.readFree();
      this.#claimed -= before;
      this.#state.freeBytes = free;
      this.#room = free - this.#state.floorBytes;
      if (free < this.#state.floorBytes) return this.#pause();
      this.#options.faults.worked('disk');
      this.#resumeWhenDue(free);
    } catch (error) {
      this.#state.freeBytes = null;
      this.#options.faults.failed('disk', error);
    }
  }

  #resumeWhenDue(free: number): void {
    const { floorBytes, pausedSince } = this.#state;
    if (!pausedSince || free < floorBytes * (1 + RESUME_SHARE)) return;
    if (this.#options.clock().getTime() - pausedSince.getTime() < PAUSE_MS_MIN) return;
    this.#state.pausedSince = null;
    this.#options.log.info({ freeBytes: free, floorBytes }, 'there is disk space again: files are fetched');
  }

  #pause(): void {
    const { freeBytes, floorBytes, pausedSince } = this.#state;
    if (pausedSince) return;
    this.#state.pausedSince = this.#options.clock();
    this.#options.log.warn(
      { freeBytes, floorBytes },
      'disk space is low: no file is fetched until more is free than DISK_FREE_MIN_BYTES',
    );
  }
}

/** Bytes free on the fullest of the file systems below DATA_DIR, each of which may be one of its own. */
export async function readFreeBytes({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<number> {
  const folders = [DATA_DIR, ...['postgres', 'files', 'fetching'].map((name) => join(DATA_DIR, name))];
  const found = await Promise.all(
    folders.map((folder) =>
      statfs(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    ),
  );
  const free = found.flatMap((one) => (one ? one.bavail * one.bsize : []));
  if (free.length === 0) throw new Error('DATA_DIR is not there.');
  return Math.min(...free);
}
