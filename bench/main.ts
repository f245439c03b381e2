import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drainWebhooks, takeInFiles } from './background-cases.ts';
import { flood } from './flood-cases.ts';
import { type Load, runLoad } from './load.ts';
import { createEach, LOAD_CASES, type LoadCase, ORDERS_READ } from './load-cases.ts';
import { Outside } from './outside.ts';
import { PlatenServer } from './platen-server.ts';
import { measurePrintFile } from './print-file-cases.ts';
import { formatRounded, median, printTables, type Row, reportProgress, tableOf } from './print-table.ts';
import { measureScans } from './scan-cases.ts';
import { getRequest, orderBody, postRequest } from './shop.ts';
import { makeWorld, type World } from './world.ts';

const HELP = `npm run bench -- [--quick] [--only TEXT[,TEXT…]] [--rounds N] [--seconds N] [--write]

  Measures Platen beside a handmade server of fastify and pg, on the same PostgreSQL, in the same run.

  --quick    Short rounds, to test the benchmark. The results are not reliable.
  --only     Only cases whose name contains one of these texts. "assigned", "webhooks", "files", "prints", "flood" and "stations" are names too.
  --rounds   Measurements of each case (3). The table has the median.
  --seconds  Seconds of each measurement (2).
  --write    Writes the tables into docs/performance.md.
`;
const CONNECTIONS = 64;
const WARM_UP_PART = 0.3;
const BACKGROUND_ORDERS = { whole: 2_000, quick: 200 };
const FLOOD_SECONDS = { whole: 8, quick: 2 };
const SCAN_HEAD = ['scans of 40 stations', 'statements', 'p50 ms', 'p99 ms', 'per second'];
const ORDERS_ASSIGNED = { whole: 4_000, quick: 400 };
const ASSIGN_TIMEOUT_SECONDS = 300;
/** Minimum ratio of assigned orders per second. */
const GOAL_ASSIGNED = 1.2;
const HANDMADE_TOKEN = 'handmade-token';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const size = options.quick ? 'quick' : 'whole';
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
const seconds = Number(options.seconds ?? (options.quick ? 0.5 : 2));
const wanted = options.only?.split(',');
const isWanted = (name: string) => !wanted || wanted.some((text) => name.includes(text));

/** Requests per second, as a ratio of Platen to the handmade server. */
interface Round {
  perSecond: number;
  p99: number;
  handmadeP99: number;
  many: number;
  one: number;
}

const outside = await Outside.open();
const server = await PlatenServer.start(outside.address);
const handmade = fork(join(import.meta.dirname, 'handmade-server.ts'), {
  env: { ...process.env, DATABASE_URL: server.databaseUrl },
});
try {
  const handmadePort = await startHandmade(handmade);
  reportProgress('making the catalogue and the first orders');
  const world = await makeWorld(server, `http://${outside.address}`);
  const tables = [
    ...(await measureLoad(world, handmadePort)),
    ...(await measureAssigned(world, handmadePort)),
    ...(await measureBackground(world)),
    ...(await measurePrints()),
    ...(await measureFlood()),
    ...(isWanted('stations') ? [tableOf(SCAN_HEAD, await measureScans(outside, size))] : []),
  ];
  await printTables('npm run bench', tables, options.write);
} finally {
  handmade.disconnect();
  await server.stop();
  outside.close();
}

async function startHandmade(child: ChildProcess): Promise<number> {
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const requests = Array.from({ length: ORDERS_READ }, (_, n) =>
    postRequest(HANDMADE_TOKEN, '/v1/orders', orderBody({ items: 2, orderId: `H-${n}` })),
  );
  await runLoad({ port, requests, status: 200, connections: 1, amount: ORDERS_READ, seconds });
  return port;
}

async function measureLoad(world: World, handmadePort: number): Promise<string[]> {
  const cases = LOAD_CASES.filter(({ name }) => isWanted(name));
  const measured = new Map<LoadCase, Round[]>(cases.map((one) => [one, []]));
  for (const isCreate of [false, true])
    for (let round = 0; round < rounds; round++)
      for (const one of cases.filter((each) => (each.isCreate ?? false) === isCreate)) {
        reportProgress(`round ${round + 1} of ${rounds}: ${one.name}`);
        measured.get(one)?.push(await measureRound(one, world, handmadePort, round));
        if (isCreate) await server.settle();
      }
  if (cases.length === 0) return [];
  const head = ['case', 'req/s', 'ratio', 'least–most', 'goal', 'one connection', 'goal', 'p99 ms (handmade)'];
  const rows = [...measured].map(([{ name, goals }, found]): Row => {
    const many = found.map((round) => round.many).toSorted((one, another) => one - another);
    const of = (pick: (round: Round) => number) => formatRounded(median(found.map(pick)));
    return [
      ...[name, of(({ perSecond }) => Math.round(perSecond)), of((round) => round.many)],
      ...[`${many[0]?.toFixed(2)}–${many.at(-1)?.toFixed(2)}`, goals?.many ?? ''],
      ...[of((round) => round.one), goals?.one ?? '', `${of(({ p99 }) => p99)} (${of((round) => round.handmadeP99)})`],
    ];
  });
  const memory = `Memory of the Node process: at most ${Math.round(server.readMemoryMiB())} MiB.`;
  return [tableOf(head, rows), memory];
}

/**
 * Measures both servers in turn, with many connections and with one. Rounds alternate which server comes
 * first.
 */
async function measureRound(one: LoadCase, world: World, handmadePort: number, round: number): Promise<Round> {
  const { status, amount, connections = CONNECTIONS } = one;
  const platen = { port: server.port, requests: one.requests(world), status, amount, seconds };
  const yardstick = {
    port: handmadePort,
    status: 200,
    requests: one.isCreate
      ? createEach(HANDMADE_TOKEN)
      : Array.from({ length: ORDERS_READ }, (_, n) => getRequest(HANDMADE_TOKEN, `/v1/orders/H-${n}`)),
    seconds,
  };
  const measureBoth = async (count: number) => {
    const loads: Omit<Load, 'connections'>[] = round % 2 === 0 ? [yardstick, platen] : [platen, yardstick];
    const results = [];
    for (const load of loads) {
      await runLoad({ ...load, connections: count, seconds: seconds * WARM_UP_PART });
      results.push(await runLoad({ ...load, connections: count }));
    }
    if (round % 2 !== 0) results.reverse();
    const [handmadeResult, platenResult] = results;
    if (!handmadeResult || !platenResult) throw new Error('both servers are measured');
    return { handmadeResult, platenResult, ratio: platenResult.perSecond / handmadeResult.perSecond };
  };
  const many = await measureBoth(connections);
  const single = await measureBoth(1);
  const { perSecond, p99 } = many.platenResult;
  return { perSecond, p99, handmadeP99: many.handmadeResult.p99, many: many.ratio, one: single.ratio };
}

/** Compares orders per second, from the first of many creates until the last order is ASSIGNED. */
async function measureAssigned({ token }: World, handmadePort: number): Promise<string[]> {
  if (!isWanted('assigned')) return [];
  const ratios: number[] = [];
  const amount = ORDERS_ASSIGNED[size];
  const load = { connections: CONNECTIONS, amount, status: 200, seconds: ASSIGN_TIMEOUT_SECONDS };
  const secondsOf = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1_000;
  };
  await server.settle();
  for (let round = 0; round < rounds; round++) {
    reportProgress(`round ${round + 1} of ${rounds}: orders assigned`);
    const works = [
      () => runLoad({ ...load, port: handmadePort, requests: createEach(HANDMADE_TOKEN) }),
      () => runLoad({ ...load, port: server.port, requests: createEach(token) }).then(() => server.settle()),
    ];
    const first = round % 2;
    const taken: number[] = [];
    for (const at of [first, 1 - first]) taken[at] = await secondsOf(works[at]!);
    ratios.push(taken[0]! / taken[1]!);
  }
  const row: Row = [
    'orders assigned',
    formatRounded(median(ratios)),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    GOAL_ASSIGNED,
  ];
  return [tableOf(['from POST to ASSIGNED', 'ratio', 'least–most', 'goal'], [row])];
}

async function measureBackground(world: World): Promise<string[]> {
  const given = { server, world, outside, orders: BACKGROUND_ORDERS[size] };
  const rows: Row[] = [];
  for (const [name, measure] of [
    ['webhooks delivered', drainWebhooks],
    ['orders with files taken in', takeInFiles],
  ] as const) {
    if (!isWanted(name)) continue;
    reportProgress(name);
    rows.push([name, formatRounded(await measure(given))]);
  }
  return rows.length > 0 ? [tableOf(['background', 'per second'], rows)] : [];
}

async function measurePrints(): Promise<string[]> {
  if (!isWanted('prints')) return [];
  reportProgress('prints');
  const { ms, ratio } = await measurePrintFile();
  const head = ['print file', 'ms', 'ratio to decoding and encoding alone'];
  return [tableOf(head, [['300 x 400 mm at 300 dpi, mirrored', formatRounded(ms), formatRounded(ratio)]])];
}

async function measureFlood(): Promise<string[]> {
  if (!isWanted('flood')) return [];
  reportProgress('floods of one client');
  const head = ['flood of one client', 'answered/s', 'of peak', 'refused', 'other client ms: alone, flooded', 'times'];
  const rows = (await flood(server, FLOOD_SECONDS[size])).map(
    (one): Row => [
      ...[one.name, formatRounded(one.answered), formatRounded(one.ofPeak), one.refused],
      ...[
        `${formatRounded(one.otherQuiet)}, ${formatRounded(one.otherFlooded)}`,
        formatRounded(one.otherFlooded / one.otherQuiet),
      ],
      ...[formatRounded(one.staff), formatRounded(one.health)],
      one.orders ? `${one.orders.answered} / ${one.orders.stored}` : '',
    ],
  );
  return [tableOf([...head, "staff's list ms", '/health/ready ms', 'orders answered / stored'], rows)];
}
