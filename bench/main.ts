import { once } from 'node:events';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type BackgroundResult, drainWebhooks, Outside, takeInFiles } from './background-cases.ts';
import { LoadGenerators, startScript } from './child-processes.ts';
import { LOAD_CASES, type LoadCase, REPLAYED_ITEMS, REPLAYED_ORDER } from './load-cases.ts';
import { requestText } from './load-job.ts';
import { PlatenServer } from './platen-server.ts';
import { placesOfProcesses, residentMiB } from './processor-time.ts';
import { type CaseResult, type Measurements, type Round, summarise } from './results.ts';
import { measureRound, type Target } from './rounds.ts';
import { makeWorld, orderBody, settle, type World } from './world.ts';
import { isFaster, printTable, writeReport } from './write-report.ts';

const HELP = `npm run bench -- [--quick] [--only TEXT[,TEXT…]] [--rounds N] [--seconds N] [--write]

  --quick    short rounds: to see that it works, not to judge by
  --only     only the cases whose name has one of these texts; "background" stands for webhooks and files
  --rounds   how often each case is measured (3)
  --seconds  how long each time (1.2)
  --processes  how many Platen has (1); with more nothing is pinned
  --write    write the table and the plots into docs/performance.md, and the figures beside them as JSON
`;
const CONNECTIONS = 64;
const IDLE_MS = 5_000;
const ORDERS_OF_BACKGROUND = { whole: 2_000, quick: 200 };
const CHECK_SECONDS = 1.5;
/** After a case that makes orders. */
const SETTLE_MS_MAX = 45_000;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    processes: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
const seconds = Number(options.seconds ?? (options.quick ? 0.4 : 1.2));
const wanted = options.only?.split(',');
const isWanted = (name: string) => !wanted || wanted.some((text) => name.includes(text));
const cases = LOAD_CASES.filter(({ name }) => isWanted(name));

const processes = Number(options.processes);
const places = processes > 1 ? undefined : placesOfProcesses();
let load = new LoadGenerators(1, places?.load);
const bare = startScript('bare-server.ts', places?.server);
const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }];
const outside = await Outside.open();
const server = await PlatenServer.start(places, [outside.address], { processes });
try {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idleMiB = residentMiB(server.pid);
  say(
    places
      ? `Node ${places.server}, PostgreSQL ${places.database}, load ${places.load}`
      : 'nothing is pinned',
  );
  const check = await checkGenerator();
  if (isFaster(check)) {
    load.close();
    load = new LoadGenerators(2, places?.load);
  }
  say('making the catalogue and the first orders');
  const world = await makeWorld(server, load, `http://${outside.address}`);
  await server.call(world.token, 'POST', '/v1/orders', orderBody(REPLAYED_ITEMS, REPLAYED_ORDER));
  for (const [index, token] of world.dayTokens.entries())
    await server.call(token, 'POST', '/v1/orders', orderBody(2, `MINE-${index}`));
  await settle(server);
  say('ready');
  const results = await measureCases(world);
  const background = await measureBackground(world);
  const measurements: Measurements = {
    date: new Date().toISOString().slice(0, 10),
    machine: { processor: cpus()[0]?.model ?? '', processors: cpus().length, node: process.version },
    places,
    processes,
    generators: load.count,
    rounds,
    seconds,
    check,
    memoryMiB: { idle: idleMiB, loaded: residentMiB(server.pid, 'VmHWM') },
    results,
    background,
  };
  printTable(measurements);
  if (options.write) await writeReport(measurements);
} finally {
  load.close();
  bare.disconnect();
  await server.stop();
  outside.close();
}

/** Each case in turn, round by round, beside the bare server right before or after it; first those that only read. */
async function measureCases(world: World): Promise<CaseResult[]> {
  const bareTarget: Target = { port: barePort };
  const platen: Target = {
    port: server.port,
    pid: server.pid,
    databasePid: server.databasePid,
    hasChildren: processes > 1,
  };
  const found = new Map<LoadCase, Round[]>(cases.map((one) => [one, []]));
  for (const isChange of [false, true]) {
    for (let round = 0; round < rounds; round++) {
      for (const one of cases.filter((each) => (each.isChange ?? false) === isChange)) {
        say(`round ${round + 1} of ${rounds}: ${one.name}`);
        const order = round % 2 === 0 ? [bareTarget, platen] : [platen, bareTarget];
        const connections = one.connections ?? CONNECTIONS;
        const { status, requestsMax } = one;
        const job = {
          ...{ requests: one.requests(world), status, seconds },
          ...(requestsMax !== undefined && { requestsMax }),
        };
        const plan = { order, bare: bareTarget, platen, connections };
        try {
          found.get(one)?.push(await measureRound(load, job, plan));
        } catch (error) {
          // The other cases are worth knowing all the same.
          say(`${one.name} failed: ${(error as Error).message}`);
          process.exitCode = 1;
        }
        if (isChange && !(await settle(server, SETTLE_MS_MAX)))
          say('orders still wait: the next case has them beside it');
      }
    }
  }
  return [...found]
    .filter(([, measured]) => measured.length > 0)
    .map(([one, measured]) => summarise(one, measured));
}

async function measureBackground(world: World): Promise<BackgroundResult[]> {
  if (!isWanted('background')) return [];
  say('background: webhooks and files');
  const orders = ORDERS_OF_BACKGROUND[options.quick ? 'quick' : 'whole'];
  const given = { server, load, world, outside, orders };
  return [await drainWebhooks(given), await takeInFiles(given)];
}

/** Whether two generators show the bare server any faster than one does, and how busy one is. */
async function checkGenerator(): Promise<Measurements['check']> {
  const job = {
    port: barePort,
    requests: [requestText('GET', '/', {})],
    status: 200,
    seconds: CHECK_SECONDS,
    connections: CONNECTIONS,
  };
  const two = new LoadGenerators(2, places?.load);
  await load.run(job);
  await two.run({ ...job, seconds: CHECK_SECONDS / 3 });
  const one = await load.run(job);
  const both = await two.run(job);
  two.close();
  return {
    one: one.requests / one.seconds,
    two: both.requests / both.seconds,
    busy: one.cpuSeconds / one.seconds,
  };
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
