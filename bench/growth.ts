import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { GrownDatabase } from './grown-database.ts';
import { PRODUCTS_OF_SMALL } from './grown-orders.ts';
import { growthCases, ROUNDS_MAX } from './growth-cases.ts';
import { type Grown, type Growth, printGrowth, writeGrowth } from './growth-report.ts';
import { type AskedServer, GrowthRounds } from './growth-rounds.ts';

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

Where it fails half way, what was measured until then is printed and written to the file of --json, and what was filled is left as with --keep.
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
if (!(rounds < ROUNDS_MAX)) throw new Error(`--rounds is a number below ${ROUNDS_MAX}`);
const wanted = options.only?.split(',');
const products = numbers(options.products);

const grown: Grown[] = [];
const sizes = numbers(options.orders);
if (options.on !== undefined) {
  const databases: GrownDatabase[] = [];
  for (const dataDir of options.on.split(',')) databases.push(await GrownDatabase.open(dataDir));
  await measure(databases, { keep: true, areAll: true });
} else
  for (const clients of numbers(options.clients)) {
    const databases: GrownDatabase[] = [];
    try {
      for (const [place, orders] of sizes.entries()) {
        const many = (place === 0 ? products[0] : products.at(-1)) ?? PRODUCTS_OF_SMALL;
        databases.push(await fill(orders, clients, many));
      }
    } catch (error) {
      // What was filled until then, which may have taken an hour, is asked all the same.
      say(`it could not be filled: ${(error as Error).message}`);
      if (databases.length > 0) await measure(databases, { keep: true, areAll: false });
      throw error;
    }
    await measure(databases, { keep: options.keep, areAll: true });
  }

async function fill(orders: number, clients: number, many: number): Promise<GrownDatabase> {
  say(`${orders} orders of ${clients} clients, ${many} products`);
  const database = await GrownDatabase.fill(orders, clients, many);
  say(`ready ${Math.round(database.filled.readyMs ?? 0)} ms after kill -9, in ${database.dataDir}`);
  return database;
}

/** Asks the databases for everything, prints and writes what was measured until then, also where that fails half way, and stops them. */
async function measure(
  databases: readonly GrownDatabase[],
  { keep, areAll }: { keep: boolean; areAll: boolean },
): Promise<void> {
  const cases = growthCases(databases[0]?.filled.clients ?? 1).filter(
    ({ name }) => !wanted || wanted.some((text) => name.includes(text)),
  );
  const asking = new GrowthRounds(databases.map(serverOf), cases, rounds);
  const [before] = loadavg();
  let isWhole = false;
  try {
    for (const database of databases) await database.start(rounds + 1);
    await asking.ask((failure) => {
      say(failure);
      process.exitCode = 1;
    });
    isWhole = areAll;
  } finally {
    const load: Grown['load'] = [before as number, loadavg()[0] as number];
    const medians = asking.medians();
    for (const [index, { filled }] of databases.entries()) {
      const { orders, clients, fillSeconds, bytes, readyMs } = filled;
      grown.push({ orders, clients, fillSeconds, bytes, readyMs, load, medians: medians[index] ?? [] });
    }
    await report({ isWhole }).finally(() => stop(databases, { keep: keep || !isWhole }));
  }
}

async function stop(databases: readonly GrownDatabase[], { keep }: { keep: boolean }): Promise<void> {
  for (const database of databases) {
    await database.stop({ keep, rounds: rounds + 1 });
    if (keep) say(`kept in ${database.dataDir}`);
  }
}

function serverOf(database: GrownDatabase): AskedServer {
  const { filled } = database;
  return {
    name: `${filled.orders} orders`,
    ask: (one, round) => one.ask(database.world, filled.asked + round),
    processorMs: () => database.processorMs(),
  };
}

/** The page of the documents stays as it is where figures are missing. */
async function report({ isWhole }: { isWhole: boolean }): Promise<void> {
  const machine = { processor: cpus()[0]?.model ?? '', processors: cpus().length, node: process.version };
  const growth: Growth = { date: new Date().toISOString().slice(0, 10), machine, rounds, grown };
  printGrowth(growth);
  await writeGrowth(growth, { json: options.json, write: options.write && isWhole });
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
