/** A fetch that runs longer than this counts as long: it no longer takes the place of short ones. */
export const LONG_AFTER_MS = 3_000;
/** Long fetches may number this many times the limit, in addition. */
export const LONG_FACTOR = 4;
/** Fetches that each client may always have, regardless of other clients. */
export const ALWAYS_PER_CLIENT = 4;

/** Limits of concurrent fetches. Long ones do not count. */
interface SlotLimits {
  all: number;
  perClient: number;
  /** Limits one client. Other clients have separate slots at the same host. */
  perHost: number;
}

export type FetchSlot = { release(): void };
type Held = { host: string; began: number; isLong: boolean };
type Count = { short: number; long: number };

/**
 * Limits concurrent fetches for each host, each client and in total. A slow host delays neither other hosts
 * nor other clients. Long fetches make room for short ones. A caller without a slot tries again, because
 * slots have no queue.
 */
export class FetchSlots {
  readonly #limits: SlotLimits;
  readonly #now: () => number;
  readonly #held = new Map<string, Set<Held>>();
  readonly #counts = new Map<string, Count>();

  constructor(limits: SlotLimits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get underWay(): number {
    const { short, long } = this.#count(ALL);
    return short + long;
  }

  /** Takes a slot. Returns undefined if this client or host has reached its limit. */
  take(clientId: string, host: string): FetchSlot | undefined {
    this.#setLongOnesAside(clientId);
    if (!this.#hasRoom(clientId, host)) return undefined;
    const one: Held = { host, began: this.#now(), isLong: false };
    const held = this.#held.get(clientId) ?? new Set();
    this.#held.set(clientId, held.add(one));
    this.#add(clientId, host, 'short', 1);
    return {
      release: () => {
        if (!held.delete(one)) return;
        this.#add(clientId, host, one.isLong ? 'long' : 'short', -1);
        if (held.size === 0) this.#held.delete(clientId);
      },
    };
  }

  /** Whether the limit of this host is reached. The client may still fetch from other hosts. */
  isHostBusy(clientId: string, host: string): boolean {
    this.#setLongOnesAside(clientId);
    return this.#count(hostKey(clientId, host)).short >= this.#limits.perHost;
  }

  busyHosts(clientId: string): string[] {
    const hosts = new Set([...(this.#held.get(clientId) ?? [])].map(({ host }) => host));
    return [...hosts].filter((host) => this.isHostBusy(clientId, host));
  }

  #hasRoom(clientId: string, host: string): boolean {
    const { all, perClient, perHost } = this.#limits;
    const own = this.#count(clientKey(clientId)).short;
    if (own >= perClient || this.#count(hostKey(clientId, host)).short >= perHost) return false;
    if (own < ALWAYS_PER_CLIENT || this.#count(ALL).short < all) return true;
    for (const other of this.#held.keys()) this.#setLongOnesAside(other);
    return this.#count(ALL).short < all;
  }

  /** Sets are ordered by start, so the first short fetch ends the loop. */
  #setLongOnesAside(clientId: string): void {
    const { all, perClient, perHost } = this.#limits;
    const begin = this.#now() - LONG_AFTER_MS;
    for (const one of this.#held.get(clientId) ?? []) {
      if (one.began > begin) break;
      const isRoom = (key: string, limit: number) => this.#count(key).long < limit * LONG_FACTOR;
      if (one.isLong || !isRoom(ALL, all) || !isRoom(clientKey(clientId), perClient)) continue;
      if (!isRoom(hostKey(clientId, one.host), perHost)) continue;
      one.isLong = true;
      this.#add(clientId, one.host, 'short', -1);
      this.#add(clientId, one.host, 'long', 1);
    }
  }

  #count(key: string): Count {
    return this.#counts.get(key) ?? { short: 0, long: 0 };
  }

  #add(clientId: string, host: string, kind: keyof Count, change: 1 | -1): void {
    for (const key of [ALL, clientKey(clientId), hostKey(clientId, host)]) {
      const count = this.#count(key);
      const changed = { ...count, [kind]: count[kind] + change };
      if (changed.short + changed.long === 0) this.#counts.delete(key);
      else this.#counts.set(key, changed);
    }
  }
}

const ALL = 'all';
const clientKey = (clientId: string) => `client ${clientId}`;
const hostKey = (clientId: string, host: string) => `host ${clientId} ${host}`;
