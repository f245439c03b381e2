import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChaosModel, type Violation } from './chaos-model.ts';
import { CODES, openWorld, type World } from './chaos-world.ts';
import { doFault } from './do-faults.ts';
import { EventTrace, WORLD } from './event-trace.ts';
import { type FaultKind, planFaults } from './fault-schedule.ts';
import { awaitFirstBackup, judgeBackups } from './judge-backups.ts';
import { countWaiting, lookAtWorld } from './look-at-world.ts';
import { runOrderLife } from './order-lives.ts';
import { SeededRandom } from './seeded-random.ts';
import { SureRequests, WrongAnswer } from './sure-requests.ts';

/** Maximum time after the faults until every order ends and every webhook arrives. */
const SETTLE_MS_MAX = 480_000;
const ROUND_MS = 60_000;
const LOOK_AGAIN_MS = 250;
const SHOPS = 2;
/** Concurrent orders of one shop. */
const LIVES_AT_ONCE = 8;
const STOCK_PAUSE_MS = 700;
const STOCK_MAX = 8;
/** A violation counts if this many consecutive checks find it, because webhooks may still be under way. */
const LOOKS = 3;

export interface ChaosOptions {
  seed: number;
  lengthMs: number;
  processes: number;
  /** Folder of the world, see chaos-world. */
  folder: string;
  dataDir?: string;
  /** True if Platen runs the embedded database and makes backups. */
  isBackedUp: boolean;
  kinds: readonly FaultKind[];
  tell: (line: string) => void;
  signal: AbortSignal;
}

export interface ChaosReport {
  violations: Violation[];
  /** Events of the first violation's order, and of the world during that time. */
  trace: string[];
  orders: number;
  faults: number;
  webhooks: number;
  /** Number of requests without an answer, or with 503. */
  unanswered: number;
}

/** Causes faults in a new Platen while shops and staff work, and checks the acknowledged changes. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { folder, dataDir, isBackedUp, processes, tell, lengthMs } = options;
  const trace = new EventTrace(tell);
  const model = new ChaosModel();
  const world = await openWorld({ folder, dataDir, isBackedUp, processes, shops: SHOPS, trace, model });
  const run = new ChaosRun(options, world, model, trace);
  try {
    await world.platen.start();
    await awaitFirstBackup(world);
    await run.nameEndpoints();
    for (let passed = 0, round = 0; passed < lengthMs && run.violations.length === 0; round++) {
      await run.round(round, Math.min(ROUND_MS, lengthMs - passed));
      passed += ROUND_MS;
    }
    if (run.violations.length === 0) run.violations.push(...(await judgeBackups(world, model, folder)));
    await world.platen.stop();
    return run.report();
  } finally {
    run.abort();
    await world.close();
  }
}

class ChaosRun {
  violations: Violation[] = [];
  readonly #options: ChaosOptions;
  readonly #world: World;
  readonly #model: ChaosModel;
  readonly #trace: EventTrace;
  readonly #shops: SureRequests[];
  readonly #staff: SureRequests;
  readonly #abort = new AbortController();
  #faults = 0;

  constructor(options: ChaosOptions, world: World, model: ChaosModel, trace: EventTrace) {
    this.#options = options;
    this.#world = world;
    this.#model = model;
    this.#trace = trace;
    const signal = AbortSignal.any([this.#abort.signal, options.signal]);
    const requests = (client: (typeof world.shops)[number]) => new SureRequests(world.url, client, trace, signal);
    this.#shops = world.shops.map(requests);
    this.#staff = requests(world.staff);
  }

  abort(): void {
    this.#abort.abort();
  }

  async nameEndpoints(): Promise<void> {
    for (const shop of this.#shops) {
      const url = `http://${this.#world.hosts.name}/hooks/${encodeURIComponent(shop.clientId)}`;
      await shop.send({ key: WORLD, method: 'POST', path: '/v1/webhook-endpoints', body: { url } });
    }
  }

  /** Runs orders during faults, then waits for their ends and checks them. */
  async round(round: number, lengthMs: number): Promise<void> {
    const seed = this.#options.seed + round;
    const random = new SeededRandom(seed);
    this.#trace.add(WORLD, `round ${round + 1}, as with --seed ${seed}`);
    const until = performance.now() + lengthMs;
    const places = this.#shops.flatMap((shop) => Array.from({ length: LIVES_AT_ONCE }, () => shop));
    const lives = places.map((shop, place) =>
      this.#lives(shop, `${seed}-${place}`, new SeededRandom(random.integer(0, 2 ** 31)), until),
    );
    const ended = Promise.all(lives);
    const stocked = this.#putStock(random, ended);
    const faults = this.#doFaults(seed, lengthMs);
    const signal = AbortSignal.any([this.#abort.signal, this.#options.signal]);
    const tooLate = sleep(lengthMs + SETTLE_MS_MAX, 'late', { signal }).catch(() => 'stopped');
    try {
      const how = await Promise.race([Promise.all([ended, stocked, faults]), tooLate]);
      if (how === 'late') this.#tellUnended();
      if (this.violations.length > 0 || signal.aborted) return;
      this.#trace.add(WORLD, 'all orders have come to their ends');
      await this.#judge();
    } catch (error) {
      if (!(error instanceof WrongAnswer)) throw error;
      this.violations.push({ key: error.key, what: error.message });
      this.abort();
    }
  }

  report(): ChaosReport {
    const key = this.violations.find((violation) => violation.key !== undefined)?.key;
    return {
      violations: this.violations,
      trace: key ? this.#trace.of(key) : this.#trace.world(),
      orders: this.#model.orders.size,
      faults: this.#faults,
      webhooks: this.#world.hosts.webhooks.length,
      unanswered: [...this.#shops, this.#staff].reduce((sum, one) => sum + one.unanswered, 0),
    };
  }

  async #lives(shop: SureRequests, name: string, random: SeededRandom, until: number): Promise<void> {
    const context = {
      model: this.#model,
      trace: this.#trace,
      random,
      shop,
      staff: this.#staff,
      host: this.#world.hosts.name,
      signal: AbortSignal.any([this.#abort.signal, this.#options.signal]),
    };
    for (let number = 1; performance.now() < until; number++) await runOrderLife(context, `${name}-${number}`);
  }

  /** Adds stock of scarce articles, once per piece, until no order waits. */
  async #putStock(random: SeededRandom, ended: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    ended.then(over, over);
    const path = `/operator/v1/stock/PRODUCT/${CODES.scarce}/adjust`;
    while (!isOver) {
      const by = random.integer(1, STOCK_MAX);
      const headers = { 'idempotency-key': randomUUID() };
      const body = { by, reason: 'Chaos' };
      const answer = await this.#staff.send({ key: CODES.scarce, method: 'POST', path, body, headers });
      if (answer.status !== 200)
        throw new WrongAnswer(CODES.scarce, `stock: ${answer.status} ${JSON.stringify(answer.body)}`);
      this.#model.put(CODES.scarce, by);
      await sleep(STOCK_PAUSE_MS);
    }
  }

  async #doFaults(seed: number, lengthMs: number): Promise<void> {
    const planned = planFaults(seed, { lengthMs, kinds: this.#options.kinds });
    const began = performance.now();
    const under: Promise<void>[] = [];
    for (const fault of planned) {
      await sleep(Math.max(0, began + fault.at - performance.now()));
      if (this.#abort.signal.aborted) break;
      this.#faults++;
      under.push(doFault(this.#world, fault, this.#trace));
    }
    await Promise.all(under);
  }

  #tellUnended(): void {
    const unended = this.#model.waiting().filter(({ end }) => end === undefined);
    for (const { key } of unended)
      this.violations.push({ key, what: `it did not come to its end within ${SETTLE_MS_MAX / 1_000} s` });
    if (unended.length === 0) this.violations.push({ what: 'requests are not answered any more' });
    this.abort();
  }

  async #judge(): Promise<void> {
    for (const end = performance.now() + SETTLE_MS_MAX; ; await sleep(LOOK_AGAIN_MS)) {
      const waiting = await countWaiting(this.#world).catch(() => -1);
      if (waiting === 0 || performance.now() > end) break;
    }
    let violations: Violation[] = [];
    for (let look = 1; look <= LOOKS; look++) {
      violations = this.#model.judge(await lookAtWorld(this.#world, this.#model, this.#shops));
      if (violations.length === 0) break;
      if (look < LOOKS) await sleep(look * 1_000);
    }
    this.violations.push(
      ...violations,
      ...this.#world.platen.faults.map((line) => ({
        what: `the log tells of a fault: ${line.slice(0, 500)}`,
      })),
    );
    if (violations.length === 0) this.#trace.add(WORLD, `${this.#model.orders.size} orders are as acknowledged`);
  }
}
