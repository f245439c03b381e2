import type { Pool } from 'pg';
import type { FileContent } from '../../platform/files/file-content.ts';
import type { FetchFailure } from '../../platform/network/fetch-failure.ts';
import { addFetchedBytes, findFetchedBytes, urlHash } from '../files/client-file-store.ts';
import type { FetchSlot, FetchSlots } from './fetch-slots.ts';

/** Outcomes that are kept for orders that wait for the same file. */
const RECENT_MAX = 1_000;
const DAY_MS = 86_400_000;

export interface Need {
  key: string;
  host: string;
  /** The number of the newest outcome that the order knows. A later outcome may have the file. */
  seen: number;
}

export type Outcome = { kept: true } | { failure: FetchFailure } | { content: FileContent };

/** The permission to fetch one file, which only one order has at a time. */
export interface Ticket {
  key: string;
  began: Date;
  endFetch(): void;
  /** Publishes the outcome to waiting orders. Without an outcome, another order may fetch the file. */
  finish(outcome?: Outcome): void;
}

export interface ClientFetchesContext {
  pool: Pool;
  clock: () => Date;
  slots: FetchSlots;
  /** Per client and day (UTC). */
  clientBytesPerDayMax: number;
}

/** Running fetches of one client and their recent outcomes. Only one order at a time fetches a URL. */
export class ClientFetches {
  readonly #context: ClientFetchesContext;
  readonly #clientId: string;
  readonly #underWay = new Set<string>();
  readonly #recent = new Map<string, { outcome: Outcome; began: Date; number: number }>();
  #number = 0;
  #today = '';
  #bytesToday = 0;

  constructor(context: ClientFetchesContext, clientId: string) {
    this.#context = context;
    this.#clientId = clientId;
  }

  need(url: string): Need {
    const { protocol, hostname, port } = new URL(url);
    const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    return { key: urlHash(url).toString('base64url'), host, seen: this.#number };
  }

  /** Returns a ticket; undefined if the file is being fetched, has an outcome, or no slot is free. */
  begin({ key, host, seen }: Need): Ticket | undefined {
    if (this.#underWay.has(key) || this.hasNews({ key, seen })) return undefined;
    const slot = this.#context.slots.take(this.#clientId, host);
    return slot && this.#ticket(key, slot);
  }

  hasNews({ key, seen }: Pick<Need, 'key' | 'seen'>): boolean {
    return (this.#recent.get(key)?.number ?? 0) > seen;
  }

  busyHosts(): string[] {
    return this.#context.slots.busyHosts(this.#clientId);
  }

  isHostBusy(host: string): boolean {
    return this.#context.slots.isHostBusy(this.#clientId, host);
  }

  /** Returns the failure of a fetch that began after `since`, if there is one. */
  failureSince({ key }: Need, since: Date): Exclude<Outcome, { kept: true }> | undefined {
    const recent = this.#recent.get(key);
    return recent && !('kept' in recent.outcome) && recent.began >= since ? recent.outcome : undefined;
  }

  /** Returns when the client may fetch again; undefined if it may now. */
  async quotaReachedUntil(): Promise<Date | undefined> {
    const { pool, clock, clientBytesPerDayMax } = this.#context;
    const now = clock();
    const today = dayOf(now);
    if (today !== this.#today) {
      this.#bytesToday = await findFetchedBytes(pool, this.#clientId, today);
      this.#today = today;
    }
    return this.#bytesToday < clientBytesPerDayMax ? undefined : new Date(Date.parse(today) + DAY_MS);
  }

  async countBytes(bytes: number): Promise<void> {
    if (bytes === 0) return;
    this.#bytesToday += bytes;
    const { pool, clock } = this.#context;
    await addFetchedBytes(pool, this.#clientId, dayOf(clock()), bytes);
  }

  #ticket(key: string, slot: FetchSlot): Ticket {
    this.#underWay.add(key);
    let isFinished = false;
    const began = this.#context.clock();
    return {
      key,
      began,
      endFetch: () => slot.release(),
      finish: (outcome) => {
        slot.release();
        if (isFinished) return;
        isFinished = true;
        this.#underWay.delete(key);
        if (outcome) this.#remember(key, outcome, began);
      },
    };
  }

  #remember(key: string, outcome: Outcome, began: Date): void {
    this.#recent.delete(key);
    this.#recent.set(key, { outcome, began, number: ++this.#number });
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > RECENT_MAX && oldest !== undefined) this.#recent.delete(oldest);
  }
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
