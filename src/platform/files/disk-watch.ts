import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { FaultLog } from '../observability/fault-log.ts';
import type { Config } from '../settings/config.ts';

const LOOK_INTERVAL_MS = 1_000;
/** A pause ends when this fraction of the floor is free above it, to avoid another pause at once. */
const RESUME_SHARE = 1 / 20;
/** The shortest pause. Aborted fetches free their bytes, which would otherwise be filled again at once. */
const PAUSE_MS_MIN = 10_000;

export interface DiskState {
  /** Free bytes on the fullest file system; null if they cannot be read. */
  freeBytes: number | null;
  /** Below this, no file is fetched. */
  floorBytes: number;
  /** Since when fetches are paused; null if they are not. */
  pausedSince: Date | null;
}

interface DiskWatchOptions {
  floorBytes: number;
  readFree: () => Promise<number>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  faults: Pick<FaultLog, 'failed' | 'worked'>;
}

/**
 * Keeps fetched files from filling the disk of the database. A fetch calls `claim` for each part that it
 * writes. Between two measurements, claims never exceed the free space above the floor.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #state: DiskState;
  /** Bytes that may be written until the next measurement. */
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

  mayFetch(): boolean {
    return this.#state.pausedSince === null;
  }

  /** Returns whether the bytes may be written. If not, all fetches pause until there is room. */
  claim(bytes: number): boolean {
    if (!this.mayFetch()) return false;
    if (this.#claimed + bytes > this.#room) {
      this.#pause();
      return false;
    }
    this.#claimed += bytes;
    return true;
  }

  async start(): Promise<void> {
    await this.measure();
    // A file system that does not answer occupies one thread, instead of one more every second.
    let underWay = false;
    this.#timer = setInterval(() => {
      if (underWay) return;
      underWay = true;
      void this.measure().finally(() => {
        underWay = false;
      });
    }, LOOK_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async measure(): Promise<void> {
    // Bytes written during the measurement may be missing in its result.
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

/** Returns the free bytes on the fullest file system below DATA_DIR, where each folder may be a mount. */
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
  if (free.length === 0) throw new Error('DATA_DIR does not exist.');
  return Math.min(...free);
}
