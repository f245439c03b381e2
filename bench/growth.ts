import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { GrownDatabase } from './grown-database.ts';
import { PRODUCTS_OF_SMALL } from './grown-orders.ts';
import { type GrowthCase, growthCases } from './growth-cases.ts';
import { type Grown, type Growth, printGrowth, writeGrowth } from './growth-report.ts';

const HELP = `npm run bench:growth -- [--orders N,N…] [--clients N,N…] [--products N,N…] [--rounds N] [--only TEXT] [--json FILE] [--write] [--keep] [--on FOLDER,FOLDER…]

  --orders    numbers of orders, from the least to the most (10000,1000000,10000000)
  --clients   numbers of clients; the first has half of all orders, and the products (1,1000,10000)
  --products  of that client: the first with the least orders, the last with all others (200,100000)
  --rounds    how often each operation is asked for (9); the median counts
  --only      only the operations whose name has one of these texts
  --json      a file that the figures are written to
  --write     writes the table into docs/performance.md, and the figures to docs/pictures/growth.json
  --keep      leaves the folders of the databases, and says where each is
  --on        such folders, from the least to the most orders, of as many clients: asks these, and fills nothing
`;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,1000000,10000000' },
    clients: { type: 'string', default: '1,1000,10000' },
    products: { type: 'string', default: '200,100000' },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    on: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const numbers = (text: string) => text.split(',').map(Number);
const rounds = Number(options.rounds);
const wanted = options.only?.split(',');
const products = numbers(options.products);

const grown: Grown[] = [];
const sizes = numbers(options.orders);
if (options.on !== undefined) {
  const databases: GrownDatabase[] = [];
  for (const dataDir of options.on.split(',')) databases.push(await GrownDatabase.open(dataDir));
  await measure(databases, true);
} else
  for (const clients of numbers(options.clients)) {
    const databases: GrownDatabase[] = [];
    for (const [place, orders] of sizes.entries()) {
      const many = (place === 0 ? products[0] : products.at(-1)) ?? PRODUCTS_OF_SMALL;
      say(`${orders} orders of ${clients} clients, ${many} products`);
      const database = await GrownDatabase.fill(orders, clients, many);
      say(`ready ${Math.round(database.filled.readyMs ?? 0)} ms after kill -9, in ${database.dataDir}`);
      databases.push(database);
    }
    await measure(databases, options.keep);
  }

/** Asks databases of all sizes for everything, each operation of all of them in turn, so that what else uses the machine is the same for all. */
async function measure(databases: readonly GrownDatabase[], keep: boolean): Promise<void> {
  // The first round fills caches.
  const asked = rounds + 1;
  try {
    for (const database of databases) await database.start(asked);
    const [before] = loadavg();
    const medians = await ask(databases);
    const load: Grown['load'] = [before as number, loadavg()[0] as number];
    for (const [index, { filled }] of databases.entries()) {
      const { orders, clients, fillSeconds, bytes, readyMs } = filled;
      grown.push({ orders, clients, fillSeconds, bytes, readyMs, load, medians: medians[index] ?? [] });
    }
  } finally {
    for (const database of databases) {
      await database.stop({ keep, rounds: asked });
      if (keep) say(`kept in ${database.dataDir}`);
    }
  }
  const machine = { processor: cpus()[0]?.model ?? '', processors: cpus().length, node: process.version };
  const growth: Growth = { date: new Date().toISOString().slice(0, 10), machine, rounds, grown };
  printGrowth(growth);
  await writeGrowth(growth, options);
}

/** The median time of each operation in milliseconds, and what of it is processor time, by database. */
async function ask(databases: readonly GrownDatabase[]): Promise<Grown['medians'][]> {
  const cases = growthCases(databases[0]?.filled.clients ?? 1).filter(
    ({ name }) => !wanted || wanted.some((text) => name.includes(text)),
  );
  const worlds = databases.map((database) => database.world);
  const found = databases.map(
    () => new Map(cases.map((one) => [one, { ms: [] as number[], processorMs: [] as number[] }])),
  );
  for (let round = 0; round <= rounds; round++)
    for (const one of cases)
      for (const [index, database] of databases.entries()) {
        const times = found[index]?.get(one);
        if (!times) continue;
        const before = await database.processorMs();
        const started = performance.now();
        try {
          await one.ask(worlds[index] as (typeof worlds)[0], database.filled.asked + round);
        } catch (error) {
          say(`${database.filled.orders} orders, ${one.name}: ${(error as Error).message}`);
          found[index]?.delete(one);
          process.exitCode = 1;
          continue;
        }
        if (round === 0) continue;
        times.ms.push(performance.now() - started);
        times.processorMs.push((await database.processorMs()) - before);
      }
  return found.map((each) => [...each].map(([one, times]) => mediansOf(one, times)));
}

function mediansOf(
  { name, mayGrow }: GrowthCase,
  { ms, processorMs }: { ms: number[]; processorMs: number[] },
) {
  return { name, ms: median(ms), processorMs: median(processorMs), ...(mayGrow && { mayGrow }) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
