/** From then on a fetch no longer keeps others from beginning: its host may be slow, or the file large. */
export const LONG_AFTER_MS = 3_000;
/** So many times the limit may be under way beside it as long fetches. */
export const LONG_FACTOR = 4;
/** So many fetches a client may always have, however many those of others are. */
export const ALWAYS_PER_CLIENT = 4;

/** Fetches at once, long ones not counted. */
export interface SlotLimits {
  /** Of all clients. */
  all: number;
  perClient: number;
  /** Of one client at one host: other clients have their own there. */
  perHost: number;
}

/** The right to one fetch. */
export interface FetchSlot {
  release(): void;
}

interface Held {
  host: string;
  began: number;
  isLong: boolean;
}

interface Count {
  short: number;
  long: number;
}

/**
 * Who may fetch now. A client has a share of its own at each host, so a host that is slow keeps up neither the client's other
 * hosts nor other clients; and a fetch that takes long makes room for a quick one. Nobody waits here: who gets no slot asks again.
 */
export class FetchSlots {
  readonly #limits: SlotLimits;
  readonly #now: () => number;
  readonly #held = new Map<string, Set<Held>>();
  readonly #counts = new Map<string, Count>();

  /** `now` answers milliseconds. */
  constructor(limits: SlotLimits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Fetches under way. */
  get underWay(): number {
    const { short, long } = this.#count(ALL);
    return short + long;
  }

  /** Undefined when the client has to wait, for this host or for any. */
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

  /** Whether the client waits for this host alone: it could fetch from others. */
  isHostBusy(clientId: string, host: string): boolean {
    this.#setLongOnesAside(clientId);
    return this.#count(hostKey(clientId, host)).short >= this.#limits.perHost;
  }

  /** Hosts that nothing more of the client can be fetched from now. */
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

  /** Sets are in the order of beginning, so the first that is not long yet ends the search. */
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
