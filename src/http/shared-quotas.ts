import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { askingFor } from '../database/asker.ts';
import { addToQuotas, sayServing, stopServing, type Used } from './quota-store.ts';

/** What was let through is told this often at the latest. */
const TELL_INTERVAL_MS = 500;
/** Processes say this often that they serve. */
const SERVING_INTERVAL_MS = 2_000;
const SILENT_SECONDS = 7;
/** What a database that does not answer is waited for; then each process counts for itself. */
const ANSWER_MS_MAX = 2_000;
const ALONE_AFTER_FAILURE_MS = 1_000;
/** Of a quota all processes together let through no more than this without knowing of each other. */
const UNTOLD_PART = 1 / 20;
/** Clients in one statement at most. */
const TOLD_AT_ONCE_MAX = 1_000;

/** The window of a client's quota, as this process knows it. */
export interface QuotaWindow {
  clientId: string;
  quota: string;
  pointsMax: number;
  /** What was told, by whatever process. */
  told: number;
  /** What this process is telling now. */
  telling: number;
  /** What it has let through since. */
  untold: number;
  /** As performance.now() has it. */
  ends: number;
}

/**
 * Makes quotas hold over all processes that share a database, without a statement per request: each tells what it has let through, of all
 * clients in one statement, twice a second, or sooner where one uses much, and learns what the others have. What it lets through between is bounded: past that,
 * requests wait for the statement that is under way, a few milliseconds. Where the database does not answer, each counts for itself.
 */
export class SharedQuotas {
  readonly #pool: Pool;
  readonly #onError: (error: unknown) => void;
  readonly #processId = randomUUID();
  readonly #untold = new Set<QuotaWindow>();
  readonly #timers: NodeJS.Timeout[] = [];
  #telling: Promise<void> | undefined;
  #aloneUntil = 0;
  #processes = 1;

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#onError = onError;
  }

  /** Begins to share; the others know of this process when it resolves. */
  async start(): Promise<void> {
    await this.#sayServing();
    this.#timers.push(
      setInterval(() => void this.#sayServing().catch(this.#onError), SERVING_INTERVAL_MS).unref(),
      setInterval(() => void this.tell(), TELL_INTERVAL_MS).unref(),
    );
  }

  /** Tells what is left to tell. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.tell();
    await stopServing(this.#pool, this.#processId, SILENT_SECONDS).catch(() => {});
  }

  /** Whether so much more may be let through before the others know of what there is. */
  mayTake({ pointsMax, telling, untold }: QuotaWindow, points: number): boolean {
    const unknown = telling + untold;
    return (
      unknown === 0 || unknown + points <= this.#share(pointsMax) || performance.now() < this.#aloneUntil
    );
  }

  /** Something was let through. */
  taken(window: QuotaWindow): void {
    this.#untold.add(window);
    if (window.untold * 2 >= this.#share(window.pointsMax)) void this.tell();
  }

  /** Tells what was let through; resolves when what is under way has ended. Never rejects. */
  tell(): Promise<void> {
    this.#telling ??= this.#tellAll()
      .catch((error) => {
        this.#aloneUntil = performance.now() + ALONE_AFTER_FAILURE_MS;
        this.#onError(error);
      })
      .finally(() => {
        this.#telling = undefined;
      });
    return this.#telling;
  }

  #share(pointsMax: number): number {
    if (this.#processes === 1) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor((pointsMax * UNTOLD_PART) / this.#processes));
  }

  async #tellAll(): Promise<void> {
    const now = performance.now();
    const windows: QuotaWindow[] = [];
    for (const window of this.#untold) {
      if (windows.length === TOLD_AT_ONCE_MAX) break;
      this.#untold.delete(window);
      // What was used of a window that is over means nothing any more.
      if (window.ends <= now) continue;
      windows.push(window);
      window.telling = window.untold;
      window.untold = 0;
    }
    if (windows.length === 0) return;
    try {
      const known = await this.#ask(windows, now);
      for (const window of windows) {
        const { used, leftMs } = known.get(keyOf(window)) as Used;
        window.told = used;
        window.ends = performance.now() + leftMs;
      }
    } catch (error) {
      // They may have been told; that they were not counts for this process alone.
      for (const window of windows) window.told += window.telling;
      throw error;
    } finally {
      for (const window of windows) window.telling = 0;
    }
  }

  async #ask(windows: readonly QuotaWindow[], now: number): Promise<Map<string, Used>> {
    const used = windows.map(({ clientId, quota, telling, ends }) => ({
      clientId,
      quota,
      used: telling,
      leftMs: ends - now,
    }));
    const answered = await askingFor({ until: now + ANSWER_MS_MAX }, () => addToQuotas(this.#pool, used));
    return new Map(answered.map((one) => [keyOf(one), one]));
  }

  async #sayServing(): Promise<void> {
    const until = performance.now() + SILENT_SECONDS * 1_000;
    this.#processes = await askingFor({ until }, () =>
      sayServing(this.#pool, this.#processId, SILENT_SECONDS),
    );
  }
}

function keyOf({ clientId, quota }: { clientId: string; quota: string }): string {
  return `${quota} ${clientId}`;
}
