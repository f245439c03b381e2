import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchFailure } from '../../platform/network/fetch-failure.ts';
import { runInTrace } from '../../platform/observability/spans.ts';
import { type InternalFailureContext, recordInternalFailure } from '../change/internal-failures.ts';
import type { Order } from '../document/order-schemas.ts';
import { orderFiles } from '../files/order-files.ts';
import {
  type DueDocument,
  type DueOrder,
  findOrdersWithWork,
  findOrderVersions,
  findParkedOrders,
  parkOrders,
} from '../rows/order-queue-store.ts';
import { ASSIGNED_AT_ONCE_MAX, type AssignOrder, type DueContext, openAssignBatches } from './assign-orders.ts';
import { ClientFetches, type Need, type Ticket } from './client-fetches.ts';
import { type TakeInContext, takeInOrder } from './take-in-order.ts';

/** Orders that wait in memory, in total and for each busy host. Further orders are parked in the database. */
const WAITING_MAX = 500;
const WAITING_PER_HOST = 25;
/** Files of an order that decide whether it can start. */
const NEEDS_MAX = 8;
/** Queries in a row before the found orders start. */
const SEARCHES_MAX = 4;
/** Interval of the polling for orders that other processes take, change or cancel. */
const SEARCH_AGAIN_MS = 1_000;
const STORAGE_LOW: FetchFailure['code'] = 'storage_low';

export interface IntakeContext extends TakeInContext, InternalFailureContext, DueContext {
  ordersAtOnce: number;
  /** Returns false while the disk is almost full. Orders that wait for disk space are not tried meanwhile. */
  mayFetch: () => boolean;
  /** Milliseconds until a sandbox order takes its next step. Absent for live orders. */
  stepMs?: number;
}

/**
 * Runs the intake of the client's NEW orders, earliest due time first. Returns when no due order is left.
 * Slow or failing orders do not delay others. The intake of an order stops within a second after the order
 * is changed or cancelled. `waitForRequest` resolves at the next request for intake of new orders.
 */
export async function takeInOrders(
  context: IntakeContext,
  clientId: string,
  signal: AbortSignal,
  waitForRequest: () => Promise<void> = () => new Promise(() => {}),
): Promise<void> {
  await new IntakeRun(context, clientId, signal).run(waitForRequest);
}

interface WaitingOrder extends DueOrder {
  needs: readonly Need[];
  /** The order waits because the disk was almost full. */
  isWaitingForDisk: boolean;
}

interface OrderUnderWay {
  version: number;
  changed: AbortController;
  done: Promise<void>;
}

/** The state of the loop between two rounds. Times are of `performance.now`. */
interface Round {
  /** New orders were requested since the last query. */
  isRequested: boolean;
  searchedAt: number;
  checkedAt: number;
  /** The last query returned only a part of the due orders. */
  isMore: boolean;
  /** Orders of the client may be parked. */
  isParked: boolean;
  /** An order has ended since parked orders were read, so one of them has room. */
  hasRoom: boolean;
}

const FIRST_ROUND: Round = {
  isRequested: true,
  searchedAt: Number.NEGATIVE_INFINITY,
  checkedAt: Number.NEGATIVE_INFINITY,
  isMore: false,
  isParked: true,
  hasRoom: false,
};

class IntakeRun {
  readonly #context: IntakeContext;
  readonly #clientId: string;
  readonly #signal: AbortSignal;
  readonly #fetches: ClientFetches;
  readonly #assign: AssignOrder;
  readonly #underWay = new Map<string, OrderUnderWay>();
  readonly #waiting = new Map<string, WaitingOrder>();
  /** Orders that have ended since the last round. CHANGED: the next query finds the order again. */
  readonly #ended: ('DONE' | 'CHANGED')[] = [];

  constructor(context: IntakeContext, clientId: string, signal: AbortSignal) {
    this.#context = context;
    this.#clientId = clientId;
    this.#signal = signal;
    this.#fetches = new ClientFetches(context, clientId);
    const { pool, clock, stepMs } = context;
    const assign = openAssignBatches(pool, clientId, context);
    const nextStep = (ms: number) => ({ workDue: new Date(clock().getTime() + ms) });
    this.#assign = stepMs === undefined ? assign : (order) => assign({ ...order, ...nextStep(stepMs) });
  }

  async run(waitForRequest: () => Promise<void>): Promise<void> {
    const wait = () => waitForRequest().then(() => 'REQUESTED' as const);
    try {
      // The promise is kept between rounds, because several calls would all wake at the same time.
      let request = wait();
      let round = FIRST_ROUND;
      while (!this.#signal.aborted) {
        round = await this.#keepUp(this.#recordEnded(round));
        this.#beginWaiting();
        const ms = this.#msUntilWork(round);
        if (this.#underWay.size + this.#waiting.size === 0 && !round.isParked && !round.isRequested && ms > 0) break;
        const done = [...this.#underWay.values()].map((order) => order.done);
        const requests = round.isRequested ? [] : [request];
        const woken = await Promise.race([...requests, ...done, pause(ms, this.#signal)]);
        if (woken !== 'REQUESTED') continue;
        request = wait();
        round = { ...round, isRequested: true };
      }
    } finally {
      for (const { changed } of this.#underWay.values()) changed.abort();
      await Promise.all([...this.#underWay.values()].map(({ done }) => done));
    }
  }

  #recordEnded(round: Round): Round {
    const ended = this.#ended.splice(0);
    if (ended.length === 0) return round;
    const searchedAt = ended.includes('CHANGED') ? Number.NEGATIVE_INFINITY : round.searchedAt;
    return { ...round, hasRoom: true, searchedAt };
  }

  /** Drops changed orders and finds due ones. While orders run, a failure is logged and retried. */
  async #keepUp(round: Round): Promise<Round> {
    try {
      const isSearchDue = msUntilSearch(round) <= 0;
      const isCheckDue = (isSearchDue && round.isRequested) || performance.now() - round.checkedAt >= SEARCH_AGAIN_MS;
      const checkedAt = isCheckDue ? await this.#dropChanged() : round.checkedAt;
      if (isSearchDue) return { ...(await this.#search(round)), checkedAt };
      if (!this.#isUnparkDue(round)) return { ...round, checkedAt };
      return { ...round, checkedAt, hasRoom: false, isParked: await this.#unpark() };
    } catch (error) {
      if (this.#underWay.size === 0 || this.#signal.aborted) throw error;
      const { log, faults } = this.#context;
      if (!faults.caught(error))
        log.warn({ err: error, clientId: this.#clientId }, 'the search for due orders failed and is repeated');
      await pause(SEARCH_AGAIN_MS, this.#signal);
      return round;
    }
  }

  #msUntilWork(round: Round): number {
    return this.#ended.length > 0 || this.#isUnparkDue(round) ? 0 : msUntilSearch(round);
  }

  #isUnparkDue({ isParked, hasRoom }: Round): boolean {
    return isParked && hasRoom && this.#waiting.size < WAITING_MAX;
  }

  #hasFreeTurns(): boolean {
    return this.#underWay.size < this.#context.ordersAtOnce;
  }

  /** Drops orders that have changed since they were found. The next query finds them again. */
  async #dropChanged(): Promise<number> {
    const checkedAt = performance.now();
    const known = this.#listKnown();
    if (known.length === 0) return checkedAt;
    const versions = await findOrderVersions(this.#context.pool, this.#clientId, known);
    for (const [orderId, { version, changed }] of this.#underWay) {
      if (versions.get(orderId) !== version) changed.abort();
    }
    for (const [orderId, { version }] of this.#waiting) {
      if (versions.get(orderId) !== version) this.#waiting.delete(orderId);
    }
    return checkedAt;
  }

  /** Finds due orders, and assigns those without files. The others wait in memory, or are parked if many. */
  async #search(round: Round): Promise<Round> {
    const { pool, clock } = this.#context;
    const searchedAt = performance.now();
    let { isParked } = round;
    let isMore: boolean;
    let searches = 0;
    do {
      const found = await findOrdersWithWork(pool, this.#clientId, clock(), {
        areNew: true,
        except: this.#listKnown(),
        limit: ASSIGNED_AT_ONCE_MAX,
        bytes: SEARCH_BYTES_MAX,
      });
      isParked = (await this.#distribute(found)) || isParked;
      isMore = isCut(found);
    } while (isMore && ++searches < SEARCHES_MAX && !this.#signal.aborted);
    const searched = { ...round, isRequested: false, searchedAt, isMore };
    if (!isParked || this.#waiting.size >= WAITING_MAX) return { ...searched, isParked };
    return { ...searched, hasRoom: false, isParked: await this.#unpark() };
  }

  /** Assigns or starts the found orders, or keeps them waiting. Returns whether some were parked. */
  async #distribute(found: readonly DueDocument[]): Promise<boolean> {
    const plain: Promise<void>[] = [];
    const toPark: { orderId: string; version: number; host: string }[] = [];
    this.#beginWaiting();
    for (const { document, ...order } of found) {
      const waiting = await this.#read(order, document);
      if (!waiting) continue;
      const { orderId, version, needs } = waiting;
      if (needs.length === 0) {
        const assigned = tracedIntake(this.#clientId, order, () => this.#assign({ orderId, version }));
        plain.push(assigned.catch((error) => this.#recordFailure(order, error)));
      } else if (this.#waiting.size < WAITING_MAX && !this.#isCrowded(needs)) {
        // The first orders of a host start before the next check whether the host is busy. Waiting orders
        // were checked already.
        if (this.#hasFreeTurns()) this.#beginIfItMay(waiting);
        if (!this.#underWay.has(orderId)) this.#waiting.set(orderId, waiting);
      } else {
        const host = needs.every((need) => this.#fetches.isHostBusy(need.host)) ? needs[0]?.host : undefined;
        toPark.push({ orderId, version, host: host ?? '' });
      }
    }
    if (toPark.length > 0) await parkOrders(this.#context.pool, this.#clientId, toPark);
    await Promise.all(plain);
    return toPark.length > 0;
  }

  #isCrowded(needs: readonly Need[]): boolean {
    const countWaiting = (host: string) =>
      [...this.#waiting.values()].filter((order) => order.needs[0]?.host === host).length;
    return needs.every(({ host }) => this.#fetches.isHostBusy(host) && countWaiting(host) >= WAITING_PER_HOST);
  }

  /** Reads parked orders for which there is room. Returns whether others may be parked. */
  async #unpark(): Promise<boolean> {
    const hosts = [...this.#waiting.values()].map(({ needs }) => needs[0]?.host ?? '');
    const busyHosts = [...new Set([...this.#fetches.busyHosts(), ...hosts])];
    const found = await findParkedOrders(this.#context.pool, this.#clientId, {
      busyHosts,
      except: this.#listKnown(),
      perHost: WAITING_PER_HOST,
      limit: WAITING_MAX - this.#waiting.size,
    });
    for (const { document, host: _, ...order } of found) {
      const waiting = await this.#read(order, document);
      if (waiting) this.#waiting.set(order.orderId, waiting);
    }
    return found.length > 0 || busyHosts.length > 0;
  }

  async #read(order: DueOrder, document: string): Promise<WaitingOrder | undefined> {
    try {
      const content: Order = JSON.parse(document);
      const urls = new Set(orderFiles(content).map(({ url }) => url));
      const needs = [...urls].slice(0, NEEDS_MAX).map((url) => this.#fetches.need(url));
      const isWaitingForDisk = content.statusReason?.details?.some(({ code }) => code === STORAGE_LOW) ?? false;
      return { ...order, needs, isWaitingForDisk };
    } catch (error) {
      await this.#recordFailure(order, error);
      return undefined;
    }
  }

  #beginWaiting(): void {
    for (const order of this.#waiting.values()) {
      if (!this.#hasFreeTurns()) return;
      this.#beginIfItMay(order);
    }
  }

  #beginIfItMay(order: WaitingOrder): void {
    if (order.isWaitingForDisk && !this.#context.mayFetch()) return;
    const isThere = order.needs.some((need) => this.#fetches.hasNews(need));
    const ticket = isThere ? undefined : this.#beginFirst(order.needs);
    if (!isThere && !ticket) return;
    this.#waiting.delete(order.orderId);
    this.#begin(order, ticket);
  }

  #beginFirst(needs: readonly Need[]): Ticket | undefined {
    const tickets = needs.values().map((need) => this.#fetches.begin(need));
    return tickets.find((ticket) => ticket !== undefined);
  }

  #begin(order: WaitingOrder, ticket: Ticket | undefined): void {
    const changed = new AbortController();
    const signal = AbortSignal.any([this.#signal, changed.signal]);
    const work = tracedIntake(this.#clientId, order, () =>
      takeInOrder(this.#context, this.#fetches, this.#clientId, order, ticket, this.#assign, signal),
    );
    const done = work
      .then((needs) => {
        if (needs.length > 0 && !signal.aborted)
          this.#waiting.set(order.orderId, { ...order, needs: needs.slice(0, NEEDS_MAX) });
      })
      .catch((error) => (signal.aborted ? undefined : this.#recordFailure(order, error)))
      .finally(() => {
        ticket?.finish();
        this.#underWay.delete(order.orderId);
        this.#ended.push(changed.signal.aborted ? 'CHANGED' : 'DONE');
      });
    this.#underWay.set(order.orderId, { version: order.version, changed, done });
  }

  /** Records an internal failure, except while the intake is stopping. */
  async #recordFailure(order: DueOrder, error: unknown): Promise<void> {
    if (!this.#signal.aborted) await recordInternalFailure(this.#context, this.#clientId, order, error);
  }

  #listKnown(): string[] {
    return [...this.#underWay.keys(), ...this.#waiting.keys()];
  }
}

/** Runs the intake of one order in the trace of the request that last changed it. */
function tracedIntake<T>(clientId: string, { traceParent, attempts }: DueOrder, work: () => Promise<T>): Promise<T> {
  const attributes = { 'platen.client.id': clientId, 'platen.attempt': attempts + 1 };
  return runInTrace('take in order', traceParent, { attributes }, work);
}

/** Documents of one query. A single document may be larger. */
const SEARCH_BYTES_MAX = 4 * 1_048_576;
/** Requests within this time share one query, because a query costs about 10 ms for any number of orders. */
export const SEARCH_INTERVAL_MS = 250;

/** Milliseconds until the next query of due orders, which is earlier after a request. */
function msUntilSearch({ isMore, isRequested, searchedAt }: Round): number {
  if (isMore) return 0;
  return searchedAt + (isRequested ? SEARCH_INTERVAL_MS : SEARCH_AGAIN_MS) - performance.now();
}

function isCut(found: readonly { document: string }[]): boolean {
  const bytes = found.reduce((sum, { document }) => sum + Buffer.byteLength(document), 0);
  return found.length === ASSIGNED_AT_ONCE_MAX || bytes > SEARCH_BYTES_MAX;
}

/** Ends early when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => {});
}
