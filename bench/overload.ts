import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LoadGenerators } from './child-processes.ts';
import { type Latencies, type LoadResult, requestText } from './load-job.ts';
import { PlatenServer } from './platen-server.ts';
import { cpuSecondsOf, placesOfProcesses, residentMiB } from './processor-time.ts';
import { orderBody, postOf, products } from './world.ts';
import { milliseconds, percent, table, writeSection } from './write-report.ts';

const HELP = `npm run bench:overload -- [--quick] [--only TEXT] [--factor N] [--connections N] [--write]

  Sends more than the server carries, whether it is answered or not, and tells what became of it, of another client, of staff and of probes.

  --quick        short runs: to see that it works, not to judge by
  --only         only the kinds of requests whose name has this text
  --factor       so many times what the server carries (4)
  --connections  over so many connections (1500)
  --write        write the table into docs/performance.md
`;
const CONNECTIONS_OF_PEAK = 64;
const PRODUCTS = 50;
const ORDERS_BEFORE = 200;
/** What others send meanwhile, in a second. */
const RATES = { quiet: 20, staff: 5, health: 10 };
const CONNECTIONS_OF_OTHERS = 8;
/** The fastest of them counts. */
const PEAK_RUNS = 3;
/** The flood begins when the others have begun, and ends before them. */
const LEAD_MS = 300;
const MEMORY_POLL_MS = 100;
const COUNT_TIMEOUT_MS = 60_000;
const COUNT_POLL_MS = 250;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    factor: { type: 'string', default: '4' },
    connections: { type: 'string', default: '1500' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const seconds = options.quick ? { peak: 1, flood: 2 } : { peak: 4, flood: 10 };
const factor = Number(options.factor);
const connections = Number(options.connections);

interface Shop {
  clientId: string;
  token: string;
}

interface Kind {
  name: string;
  request: (shop: Shop) => string;
  /** Each makes an order, which must be there afterwards. */
  isCreate: boolean;
}

const KINDS: readonly Kind[] = [
  {
    name: 'list 20 orders',
    request: ({ token }) => requestText('GET', '/v1/orders', { authorization: `Bearer ${token}` }),
    isCreate: false,
  },
  { name: 'create', request: ({ token }) => postOf(token, '/v1/orders', orderBody(1)), isCreate: true },
];

interface Outcome {
  kind: string;
  peakPerSecond: number;
  sentPerSecond: number;
  unsentPerSecond: number;
  servedPerSecond: number;
  /** Seconds of a processor that Node took for each, all else that it did meanwhile included. */
  nodeSeconds: { ofPeak: number; ofFlood: number };
  served: Latencies;
  refused: Latencies;
  others: Record<keyof typeof RATES, { part: number; times: Latencies }>;
  memoryMiB: number;
  /** Orders that were answered 200 and those that are there. */
  orders: { answered: number; stored: number } | undefined;
}

const NONE: Latencies = { requests: 0, p50: 0, p99: 0, p999: 0 };

const places = placesOfProcesses();
const flood = new LoadGenerators(1, places?.load);
const others = {
  quiet: new LoadGenerators(1, places?.load),
  staff: new LoadGenerators(1, places?.load),
  health: new LoadGenerators(1, places?.load),
};
const server = await PlatenServer.start(places, []);
try {
  const [flooding, quiet] = [await openShop('Flooding'), await openShop('Quiet')];
  const outcomes: Outcome[] = [];
  for (const kind of KINDS.filter(({ name }) => name.includes(options.only)))
    outcomes.push(await overload(kind, flooding, quiet));
  const text = tableOf(outcomes);
  process.stdout.write(`${text}\n`);
  if (options.write) await writeSection('bench:overload', text);
} finally {
  for (const generators of [flood, ...Object.values(others)]) generators.close();
  await server.stop();
}

async function openShop(name: string): Promise<Shop> {
  const shop = await server.makeClient(name);
  await server.operator('POST', `/catalog/import?clientId=${shop.clientId}`, {
    products: products(PRODUCTS),
  });
  const requests = [postOf(shop.token, '/v1/orders', orderBody(1))];
  const job = { port: server.port, requests, status: 200, connections: CONNECTIONS_OF_OTHERS };
  await flood.run({ ...job, seconds: seconds.flood, requestsMax: ORDERS_BEFORE });
  return shop;
}

/** First how much the server carries, then so many times as much, and beside it what others send. */
async function overload(kind: Kind, flooding: Shop, quiet: Shop): Promise<Outcome> {
  const { port, pid } = server;
  const requests = [kind.request(flooding)];
  const before = kind.isCreate ? await countOrders(flooding) : 0;
  // What V8 has not compiled yet is several times as slow.
  const runs: LoadResult[] = [];
  const cpuBefore = cpuSecondsOf(pid);
  for (let run = 0; run < PEAK_RUNS; run++) {
    const job = { port, requests, status: 200, connections: CONNECTIONS_OF_PEAK };
    runs.push(await flood.run({ ...job, seconds: seconds.peak }));
    if (kind.isCreate) await countOrders(flooding, before + sumOf(runs));
  }
  const ofPeak = (cpuSecondsOf(pid) - cpuBefore) / sumOf(runs);
  const peakPerSecond = Math.max(...runs.map((run) => run.requests / run.seconds));
  let memoryMiB = 0;
  const watching = setInterval(() => {
    memoryMiB = Math.max(memoryMiB, residentMiB(pid));
  }, MEMORY_POLL_MS);
  const beside = Promise.all([
    runOther('quiet', [kind.request(quiet)]),
    runOther('staff', [
      requestText('GET', '/operator/v1/orders', { authorization: `Bearer ${server.operatorToken}` }),
    ]),
    runOther('health', [requestText('GET', '/health/ready', {})]),
  ]);
  await sleep(LEAD_MS);
  const cpuBeforeFlood = cpuSecondsOf(pid);
  const result = await flood.run({
    ...{ port, requests, seconds: seconds.flood, connections },
    rate: Math.round(peakPerSecond * factor),
    givesUpLate: true,
  });
  const cpuOfFlood = cpuSecondsOf(pid) - cpuBeforeFlood;
  const [ofQuiet, ofStaff, ofHealth] = await beside;
  clearInterval(watching);
  const served = result.byStatus[200] ?? NONE;
  const answered = before + sumOf(runs) + served.requests;
  return {
    kind: kind.name,
    peakPerSecond,
    sentPerSecond: result.requests / result.seconds,
    unsentPerSecond: result.unsent / result.seconds,
    servedPerSecond: served.requests / result.seconds,
    nodeSeconds: { ofPeak, ofFlood: cpuOfFlood / served.requests },
    served,
    refused: result.byStatus[503] ?? NONE,
    others: { quiet: fateOf(ofQuiet), staff: fateOf(ofStaff), health: fateOf(ofHealth) },
    memoryMiB,
    orders: kind.isCreate ? { answered, stored: await countOrders(flooding, answered) } : undefined,
  };
}

function sumOf(runs: readonly LoadResult[]): number {
  return runs.reduce((sum, { requests }) => sum + requests, 0);
}

function runOther(name: keyof typeof RATES, requests: string[]): Promise<LoadResult> {
  const job = { port: server.port, requests, seconds: seconds.flood, connections: CONNECTIONS_OF_OTHERS };
  return others[name].run({ ...job, rate: RATES[name] });
}

/** Which part was answered 200, and how soon all were answered. */
function fateOf({ requests, byStatus, p50, p99, p999 }: LoadResult): { part: number; times: Latencies } {
  return { part: (byStatus[200]?.requests ?? 0) / requests, times: { requests, p50, p99, p999 } };
}

/** The client's orders of all statuses; waits a while for as many as are expected. */
async function countOrders({ clientId }: Shop, expected = 0): Promise<number> {
  const until = Date.now() + COUNT_TIMEOUT_MS;
  for (;;) {
    const path = `/orders/counts?clientId=${clientId}`;
    const { body } = await server.operator<{ statuses: Record<string, number> }>('GET', path);
    const count = Object.values(body.statuses).reduce((sum, one) => sum + one, 0);
    if (count >= expected || Date.now() > until) return count;
    await sleep(COUNT_POLL_MS);
  }
}

function tableOf(outcomes: readonly Outcome[]): string {
  const times = ({ p50, p99 }: Latencies) => `${milliseconds(p50)} / ${milliseconds(p99)}`;
  const fate = ({ part, times: of }: { part: number; times: Latencies }) => `${percent(part)}, ${times(of)}`;
  const rows: [string, (outcome: Outcome) => string][] = [
    ['most in a second, 64 connections', (one) => String(Math.round(one.peakPerSecond))],
    ['sent in a second', (one) => String(Math.round(one.sentPerSecond))],
    ['due, and no connection free', (one) => String(Math.round(one.unsentPerSecond))],
    ['answered 200 in a second', (one) => String(Math.round(one.servedPerSecond))],
    [
      'processor time of Node for each of these, at the most and now, µs',
      ({ nodeSeconds: { ofPeak, ofFlood } }) => `${Math.round(ofPeak * 1e6)}, ${Math.round(ofFlood * 1e6)}`,
    ],
    ['of the most', (one) => (one.servedPerSecond / one.peakPerSecond).toFixed(2)],
    ['time of these, p50 / p99 ms', (one) => times(one.served)],
    ['answered 503', (one) => String(one.refused.requests)],
    ['time of these, p50 / p99 ms', (one) => times(one.refused)],
    [`another client, ${RATES.quiet}/s: answered 200, p50 / p99 ms`, (one) => fate(one.others.quiet)],
    [`staff's list, ${RATES.staff}/s`, (one) => fate(one.others.staff)],
    [`/health/ready, ${RATES.health}/s`, (one) => fate(one.others.health)],
    ['memory of Node at most, MiB', (one) => String(Math.round(one.memoryMiB))],
    ['orders answered 200 / stored', ({ orders }) => (orders ? `${orders.answered} / ${orders.stored}` : '')],
  ];
  const head = ['', ...outcomes.map(({ kind }) => kind)];
  return [
    `${new Date().toISOString().slice(0, 10)}: ${factor} times the most, over ${connections} connections, for ${seconds.flood} s, of one client.`,
    table(
      head,
      rows.map(([name, of]) => [name, ...outcomes.map(of)]),
    ),
  ].join('\n\n');
}
