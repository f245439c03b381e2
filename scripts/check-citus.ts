import { execFileSync, execSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPool } from '../src/platform/database/pool.ts';
import { openCitusDatabase } from '../test/support/citus-database.ts';
import { listRefusedStatements } from '../test/support/citus-statements.ts';
import { COMMAND, ROOT, type Server, startPlaten } from '../test/support/platen-process.ts';

const HELP = `DATABASE_URL=… npm run check:citus -- [--stop COMMAND --start COMMAND] [--only PART]

  Checks Platen on the Citus whose coordinator DATABASE_URL names. Deletes the content of its database.
  The database needs the extension and at least two workers (docs/scaling.md).

  --stop, --start  Shell commands that stop and start one worker. The check then prints the answers while it is down.
  --only           statements, tests or walk.
`;
/** Tests of the project that need one database at a time, and break no connections. */
const TESTS = [
  'announced-returns',
  'bulk-verbs',
  'cancellation-wishes',
  'counts',
  'credentials',
  'deliveries',
  'documented-examples',
  'end-of-day',
  'event-feed',
  'gang-sheets',
  'hold-and-prefer',
  'money',
  'operator-overview',
  'order-jobs',
  'order-marks',
  'places',
  'quotes',
  'retired-variants',
  'return-labels',
  'scan-tables',
  'ship-in-parts',
  'shop-verbs',
  'shops',
  'statement-budgets',
  'stock-lists',
].map((name) => `test/${name}.test.ts`);
const EAN = '4006381333931';
const STOCK = 10_000;
/** Before, during and after the time without the worker. */
const PHASES = 3;
const WITHOUT_STOCK = Array.from({ length: 2 * PHASES }, (_, n) => withCheckDigit(`40000000000${n}0`));
const IDLE_MS = 10_000;
const ANSWER_MS_MAX = 40_000;
const EVENT_MS_MAX = 30_000;

const { values: options } = parseArgs({
  options: {
    stop: { type: 'string' },
    start: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const { DATABASE_URL } = process.env;
if (options.help || !DATABASE_URL) {
  process.stdout.write(HELP);
  process.exit(options.help ? 0 : 1);
}
const isWanted = (part: string) => options.only === undefined || options.only === part;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const ends: (() => unknown)[] = [];
const scope = { after: (end: () => unknown) => void ends.push(end) };
const folder = mkdtempSync(join(tmpdir(), 'platen-citus-'));
scope.after(() => rmSync(folder, { recursive: true, force: true }));

try {
  if (isWanted('statements')) await checkStatements();
  if (isWanted('tests')) runTests();
  if (isWanted('walk')) await walk();
} finally {
  for (const end of ends.reverse()) await end();
}

async function checkStatements(): Promise<void> {
  const database = await openCitusDatabase(DATABASE_URL as string);
  const refused = await listRefusedStatements(database.pool);
  await database.close();
  for (const line of refused) print(line);
  if (refused.length > 0) throw new Error(`Citus refuses ${refused.length} statements.`);
  print('Citus carries out every statement of every store.');
}

function runTests(): void {
  execFileSync(process.execPath, ['test/run.ts', '--test-concurrency=1', ...TESTS], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TEST_CITUS_URL: DATABASE_URL },
  });
}

interface Shop {
  clientId: string;
  node: number;
  token: string;
  /** Numbers of created and of cancelled orders. */
  orders: number;
  cancelled: number;
  /** EAN-13s without stock, each with an order that waits for it. */
  waiting: string[];
}

/** Starts Platen with a client on each of two workers, sends orders, and stops one worker if it may. */
async function walk(): Promise<void> {
  const database = await openCitusDatabase(DATABASE_URL as string);
  await database.close();
  const pool = openPool({ connectionString: DATABASE_URL as string }, 2, () => {});
  scope.after(() => pool.end());
  const events = await listenForEvents();
  const server = await startPlaten(scope, {
    DATABASE_URL,
    DATA_DIR: folder,
    WEBHOOK_ALLOW: events.host,
    WEBHOOK_RETRY_SECONDS: '1,2,5',
  });
  scope.after(() => server.end('SIGTERM'));
  const staff = platen('client', 'create', '--name', 'Staff', '--scope', 'operator', '--json');
  const staffToken = await tokenOf(server, staff);
  const shops = await makeShops(server, events.url, async (clientId) => {
    const { rows } = await pool.query<{ nodeport: number }>(
      `select nodeport from citus_shards where shardid = get_shard_id_for_distribution_column('orders', $1::text) limit 1`,
      [clientId],
    );
    return rows[0]?.nodeport ?? 0;
  });
  const rate = await measureIdleRate(pool);
  print(`An idle process sends ${rate} transactions a second to the workers.`);
  for (const shop of shops)
    if ((await ask(server, shop.token, 'POST', '/v1/orders', orderOf(`CITUS-${++shop.orders}`, EAN))).status >= 300)
      throw new Error('An order was not created.');
  const both = await measure(server, shops, staffToken, events.orders);
  if (Object.values(both).some((answer) => !/^2|^works/.test(answer))) throw new Error(JSON.stringify(both, null, 2));
  printTable('all nodes run', both);
  if (!options.stop || !options.start) return;
  execSync(options.stop);
  printTable('one worker is down', await measure(server, shops, staffToken, events.orders));
  execSync(options.start);
  const back = performance.now();
  for (;;) {
    const after = await measure(server, shops, staffToken, events.orders);
    if (Object.values(after).every((answer) => /^2|^works/.test(answer))) break;
    if (performance.now() - back > 2 * EVENT_MS_MAX) throw new Error(JSON.stringify(after, null, 2));
  }
  for (const { clientId, token, orders } of shops) {
    const { totalItems } = (await ask(server, token, 'GET', '/v1/orders?limit=1')).json as { totalItems?: number };
    if (totalItems !== undefined && totalItems < orders) throw new Error(`${clientId} lost orders`);
  }
  print(`Everything worked again ${Math.round((performance.now() - back) / 1000)} s after the worker was started.`);
}

async function makeShops(server: Server, hook: string, nodeOf: (clientId: string) => Promise<number>) {
  const file = join(folder, 'catalog.json');
  const variantOf = (ean13: string, stockLevelQuantity: number) => {
    return { ean13, name: ean13, color: 'Black', size: 'M', stockLevelQuantity };
  };
  const variants = [variantOf(EAN, STOCK), ...WITHOUT_STOCK.map((ean13) => variantOf(ean13, 0))];
  writeFileSync(file, JSON.stringify({ articles: [], products: [{ productId: 'P', name: 'Tee', variants }] }));
  const shops: Shop[] = [];
  for (let tries = 0; shops.length < 2 && tries < 20; tries++) {
    const client = platen('client', 'create', '--name', `Shop ${tries}`, '--json');
    const node = await nodeOf(client.clientId);
    if (shops.some((shop) => shop.node === node)) continue;
    platen('catalog', 'import', file, '--client', client.clientId, '--json');
    const shop = {
      clientId: client.clientId,
      node,
      token: await tokenOf(server, client),
      orders: 0,
      cancelled: 0,
      waiting: [] as string[],
    };
    await ask(server, shop.token, 'POST', '/v1/webhook-endpoints', { url: `${hook}/${node}` });
    shops.push(shop);
    shop.waiting.push(...WITHOUT_STOCK.splice(0, PHASES));
    for (const ean13 of shop.waiting)
      await ask(server, shop.token, 'POST', '/v1/orders', orderOf(`WAITING-${ean13}`, ean13));
  }
  if (shops.length < 2) throw new Error('All clients are on one node: the cluster needs a second worker.');
  return shops.sort((one, other) => one.node - other.node);
}

/** Returns what each action of each client and of staff answers, and how long it took. */
async function measure(server: Server, shops: readonly Shop[], staff: string, events: ReadonlySet<string>) {
  const answers: Record<string, string> = {};
  for (const shop of shops) {
    const name = `client on ${shop.node}`;
    const at = async (action: string, method: string, path: string, body?: object) => {
      const { status, ms } = await ask(server, shop.token, method, path, body);
      answers[`${name}: ${action}`] = `${status} (${ms} ms)`;
      return status;
    };
    const hear = async (action: string, event: string) => {
      const begun = performance.now();
      const hasCome = () => events.has(`${shop.node} ${event}`);
      while (!hasCome() && performance.now() - begun < EVENT_MS_MAX) await sleep(50);
      answers[`${name}: ${action}`] = hasCome()
        ? `works (${Math.round(performance.now() - begun)} ms)`
        : `not within ${EVENT_MS_MAX / 1000} s`;
    };
    await at('list orders', 'GET', '/v1/orders?limit=10');
    const orderId = `CITUS-${shop.orders + 1}`;
    if ((await at('create an order', 'POST', '/v1/orders', orderOf(orderId, EAN))) < 300) {
      shop.orders++;
      await hear('assignment and its webhook', `${orderId} ASSIGNED`);
    }
    const earlier = `CITUS-${shop.cancelled + 1}`;
    await at('read an order', 'GET', `/v1/orders/${earlier}`);
    if ((await at('cancel an order', 'POST', `/v1/orders/${earlier}/cancel`, {})) < 300) {
      shop.cancelled++;
      await hear('webhook of the cancellation', `${earlier} CANCELLED`);
    }
    const waiting = shop.waiting.shift();
    if (!waiting) continue;
    const path = `/operator/v1/stock/PRODUCT/${waiting}/adjust`;
    const { status } = await ask(server, staff, 'POST', path, { by: 1 });
    answers[`staff: add stock for the client on ${shop.node}`] = String(status);
    await hear('assignment of a waiting order, and its webhook', `WAITING-${waiting} ASSIGNED`);
  }
  for (const [action, path] of [
    ['stock', '/operator/v1/stock?limit=5'],
    ['products', '/operator/v1/products?limit=5'],
    ['clients', '/operator/v1/clients'],
    ['order list of all clients', '/operator/v1/orders?limit=5'],
    ['order list of the first client', `/operator/v1/orders?limit=5&clientId=${shops[0]?.clientId}`],
    ['order list of the second client', `/operator/v1/orders?limit=5&clientId=${shops[1]?.clientId}`],
    ['search', '/operator/v1/orders?q=ada'],
    ['overview', '/operator/v1/overview'],
    ['pieces', '/operator/v1/pieces?limit=5'],
    ['batches', '/operator/v1/batches?limit=5'],
  ] as const) {
    const { status, ms } = await ask(server, staff, 'GET', path);
    answers[`staff: ${action}`] = `${status} (${ms} ms)`;
  }
  return answers;
}

function orderOf(orderId: string, ean13: string): object {
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Köln', postalCode: '50667', country: 'DE' };
  const items = [{ quantity: 1, unitPrice: 1, existingProduct: { ean13 } }];
  return { orderId, items, shipping: { address }, unitPriceCurrency: 'EUR' };
}

function withCheckDigit(digits: string): string {
  const first = digits.slice(0, 12);
  const sum = [...first].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${first}${(10 - (sum % 10)) % 10}`;
}

function printTable(title: string, answers: Record<string, string>): void {
  print(`\n| ${title} | answer |\n|---|---|`);
  for (const [action, answer] of Object.entries(answers)) print(`| ${action} | ${answer} |`);
  print('');
}

/** Counts the transactions of the workers while nothing happens. */
async function measureIdleRate(pool: ReturnType<typeof openPool>): Promise<number> {
  const count = async () => {
    const { rows } = await pool.query<{ sum: string }>(
      `select sum(result::bigint) as sum from run_command_on_workers(
         'select xact_commit + xact_rollback from pg_stat_database where datname = current_database()')`,
    );
    return Number(rows[0]?.sum ?? 0);
  };
  await sleep(IDLE_MS / 2);
  const before = await count();
  await sleep(IDLE_MS);
  return Math.round(((await count()) - before) / (IDLE_MS / 1000));
}

/** Receives webhooks. `orders` has the last part of the address, the order and the status of each event. */
async function listenForEvents() {
  const orders = new Set<string>();
  const listener = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => void parts.push(part));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString() || '{}');
      const { orderId, status } = data ?? {};
      orders.add(`${request.url?.split('/').at(-1)} ${orderId} ${status}`);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  scope.after(() => listener.close());
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return { orders, host, url: `http://${host}/hook` };
}

function platen(...args: string[]) {
  const env = { ...process.env, DATA_DIR: folder };
  return JSON.parse(execFileSync(process.execPath, [COMMAND, ...args], { cwd: ROOT, env, encoding: 'utf8' }));
}

async function tokenOf(server: Server, client: { clientId: string; clientSecret: string }): Promise<string> {
  const answer = await ask(server, undefined, 'POST', '/oauth/token', {
    ...{ grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret },
  });
  return (answer.json as { access_token: string }).access_token;
}

async function ask(server: Server, token: string | undefined, method: string, path: string, body?: object) {
  const begun = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    ms: Math.round(performance.now() - begun),
    json: (isJson && text ? JSON.parse(text) : undefined) as unknown,
  };
}
