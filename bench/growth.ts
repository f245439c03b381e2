import { parseArgs } from 'node:util';
import { type GrownWorld, growDatabase } from './grown-database.ts';
import { type GrowthCase, listGrowthCases, ROUNDS_MAX } from './growth-cases.ts';
import { Outside } from './outside.ts';
import { PlatenServer } from './platen-server.ts';
import { formatRounded, median, printTables, type Row, reportProgress, tableOf } from './print-table.ts';

const HELP = `npm run bench:growth -- [--orders N,N…] [--clients N] [--products N,N] [--rounds N] [--only TEXT[,TEXT…]] [--write]

  Measures how the time of each operation grows with the number of orders.

  --orders    Numbers of orders, in ascending order (10000,1000000).
  --clients   Number of clients (1000). The first has half of all orders, and all products.
  --products  Numbers of products in the smallest database and in the others (200,100000).
  --rounds    Measurements of each operation (9). The table has the median.
  --only      Only operations whose name contains one of these texts.
  --write     Writes the table into docs/performance.md.
`;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,1000000' },
    clients: { type: 'string', default: '1000' },
    products: { type: 'string', default: '200,100000' },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const rounds = Number(options.rounds);
if (!(rounds < ROUNDS_MAX)) throw new Error(`--rounds is a number below ${ROUNDS_MAX}`);
const clients = Number(options.clients);
const products = options.products.split(',').map(Number);
const wanted = options.only?.split(',');
const cases = listGrowthCases(clients).filter(({ name }) => !wanted || wanted.some((text) => name.includes(text)));

/** Operations whose time grows by more than this factor are listed on the page. */
const NOTABLE_GROWTH = 1.4;

const outside = await Outside.open();
const servers: PlatenServer[] = [];
try {
  const worlds: GrownWorld[] = [];
  for (const [index, orders] of options.orders.split(',').map(Number).entries()) {
    const server = await PlatenServer.start(outside.address);
    servers.push(server);
    reportProgress(`filling ${orders} orders of ${clients} clients`);
    const size = { orders, clients, products: products[Math.min(index, products.length - 1)] ?? 0 };
    worlds.push(await growDatabase(server, outside, size));
  }
  const { head, rows } = await measureGrowth(worlds);
  process.stdout.write(`${tableOf(head, rows)}\n\n`);
  const notable = rows.filter(([, , ...figures]) => Number(figures.at(-1)) > NOTABLE_GROWTH);
  const others = `The other ${rows.length - notable.length} operations take at most ${NOTABLE_GROWTH} times as long.`;
  await printTables('npm run bench:growth', [tableOf(head, notable), others], options.write);
} finally {
  for (const server of servers) await server.stop();
  outside.close();
}

/** Measures each operation on every server in turn, so that other load affects all servers alike. */
async function measureGrowth(worlds: readonly GrownWorld[]): Promise<{ head: string[]; rows: Row[] }> {
  const times = new Map<GrowthCase, number[][]>(cases.map((one) => [one, worlds.map(() => [])]));
  // The first round fills caches and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const one of cases)
      for (const [index, world] of worlds.entries()) {
        const started = performance.now();
        await one.ask(world, round).catch((error: Error) => {
          throw new Error(`${world.orders} orders, ${one.name}: ${error.message}`, { cause: error });
        });
        if (round > 0) times.get(one)?.[index]?.push(performance.now() - started);
      }
  const rows = [...times].map(([{ name, mayGrow }, found]): Row => {
    const medians = found.map(median);
    const growth = medians.slice(1).map((one) => formatRounded(one / (medians[0] ?? Number.NaN)));
    return [mayGrow ? `${name} (may grow)` : name, ...medians.map(formatRounded), ...growth];
  });
  const sizes = worlds.map(({ orders }) => orders.toLocaleString('en'));
  const head = ['ms', ...sizes, ...sizes.slice(1).map((size) => `times at ${size}`)];
  return { head, rows };
}
