import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { freePort } from './support/free-ports.ts';
import {
  makeDataDir,
  platen,
  ROOT,
  run,
  type Server,
  startPlaten,
  tokenOf,
  until,
  waitForServer,
} from './support/platen-process.ts';
import type { Scope } from './support/scope.ts';
import { openTestDatabase } from './support/test-database.ts';

const CUSTOMERS = 2;
/** Number of requests of each kind that must be answered between two steps. */
const ANSWERS_BETWEEN = 40;
const NEXT_MIGRATION = '9999-next.sql';
const NEXT_COLUMNS = `
  alter table orders add column next_note text;
  alter table order_events add column next_note text;
  alter table clients add column next_note text not null default 'none';
  create table next_things (client_id text not null, thing text not null, primary key (client_id, thing));`;

test('replacing one of two processes by a newer release under load fails no request, and older releases refuse to start', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const settings = {
    BASE_URL: 'https://api.example.com',
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_POOL_SIZE: '6',
  };
  const withFolder = async () => ({ ...settings, DATA_DIR: await makeDataDir(t) });
  const first = await startPlaten(t, await withFolder());
  const second = await startPlaten(t, await withFolder());
  const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const client = await createClient(database.pool, shop);
  await importCatalog(database.pool, sampleCatalog, { clientId: client.clientId });
  const load = new Load([first, second], await tokenOf(first.url, client));
  t.after(() => {
    load.isOver = true;
  });
  const working = Promise.all(Array.from({ length: CUSTOMERS }, (_, number) => load.send(number)));

  await load.answersMore();
  const copy = await makeNextRelease(t);
  const starting = run(t, process.execPath, [join(copy, 'bin/platen.js'), 'start'], {
    ...(await withFolder()),
    PORT: String(await freePort()),
    RATE_LIMIT: 'off',
  });
  await starting.waitForOutput(/Platen is ready.*\n/);
  assert.match(starting.stdout(), new RegExp(`database migrated|${NEXT_MIGRATION}`));
  await load.answersMore();
  load.servers.push(await waitForServer(starting));
  const ended = await first.end('SIGTERM');
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
  await load.answersMore();
  load.servers.shift();
  await load.answersMore();

  const applied = () => database.pool.query('select name, sha256, applied from migrations order by name');
  const before = (await applied()).rows;
  const says =
    /^platen: The database is newer than this program \(it has 9999-next\.sql\), and was left as it is\. .*\n$/;
  for (const args of [['start'], ['start', '--only', 'jobs'], ['start', '--only', 'api'], ['client', 'list']]) {
    const { code, stderr, stdout } = await platen(t, args, { ...(await withFolder()), PORT: '0' });
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, says);
    assert.doesNotMatch(stdout, /listening|is ready/);
  }
  assert.deepEqual((await applied()).rows, before);

  load.isOver = true;
  await working;
  assert.deepEqual(load.refused, []);
  const { rows } = await database.pool.query<{ orders: number }>(
    'select count(*)::int as orders from orders where order_id = any($1)',
    [load.made],
  );
  assert.deepEqual(rows, [{ orders: load.made.length }]);
  await until(async () => {
    const due = 'select count(*)::int as due from orders where work_due is not null';
    return (await database.pool.query<{ due: number }>(due)).rows[0]?.due === 0;
  }, 'the intake of all has taken place');
  for (const server of [second, await waitForServer(starting)]) assert.deepEqual((await server.end('SIGTERM')).code, 0);
});

/**
 * Customers with open connections that send one request after the other, alternating between the servers. A
 * broken connection makes them repeat the request on the other server.
 */
class Load {
  readonly servers: Server[];
  readonly #token: string;
  /** Acknowledged orders. */
  readonly made: string[] = [];
  /** Answers that no customer should get. */
  readonly refused: string[] = [];
  isOver = false;
  #answers = 0;

  constructor(servers: Server[], token: string) {
    this.servers = servers;
    this.#token = token;
  }

  async answersMore(): Promise<void> {
    const wanted = this.#answers + ANSWERS_BETWEEN;
    await until(() => this.#answers >= wanted, 'more was answered');
  }

  async send(customer: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    let turn = customer;
    const ask = async (method: string, path: string, body?: object): Promise<void> => {
      while (!this.isOver) {
        const server = this.servers[turn++ % this.servers.length] as Server;
        const answer = await sendOnce(agent, server.url + path, method, this.#token, body);
        if (!answer) continue;
        this.#answers += 1;
        if (answer.status !== 200) this.refused.push(`${method} ${path}: ${answer.status} ${answer.body}`);
        return;
      }
    };
    for (let number = 0; !this.isOver; number++) {
      const orderId = `ROLL-${customer}-${number}`;
      await ask('POST', '/v1/orders', order({ orderId }));
      if (this.isOver) break;
      this.made.push(orderId);
      await ask('GET', `/v1/orders/${orderId}`);
      await ask('GET', '/v1/orders?limit=5');
      await ask('GET', `/v1/orders/${orderId}/events`);
      await ask('GET', '/v1/product-variants?limit=5');
    }
    agent.destroy();
  }
}

/** Returns undefined if the connection broke or failed. */
async function sendOnce(
  agent: Agent,
  url: string,
  method: string,
  token: string,
  body?: object,
): Promise<{ status: number | undefined; body: string } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ status: number | undefined; body: string } | undefined>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sending = request(url, { agent, method, headers }, (response) => {
    text(response).then(
      (read) => resolve({ status: response.statusCode, body: read }),
      () => resolve(undefined),
    );
  });
  sending.on('error', () => resolve(undefined));
  sending.end(body && JSON.stringify(body));
  return promise;
}

/** Copies this program to a separate folder and adds one migration. */
async function makeNextRelease(t: Scope): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'platen-next-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  const own = new Set(['bin', 'src', 'migrations', 'package.json']);
  await mkdir(copy, { recursive: true });
  for (const name of await readdir(ROOT)) {
    if (own.has(name)) await cp(join(ROOT, name), join(copy, name), { recursive: true });
    else if (!name.startsWith('.') && name !== 'data') await symlink(join(ROOT, name), join(copy, name));
  }
  await writeFile(join(copy, 'migrations', NEXT_MIGRATION), NEXT_COLUMNS);
  return copy;
}
