import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK } from '../src/orders/test-support/sample-orders.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { makeDataDir, startPlaten } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const KILL = join(import.meta.dirname, 'support/kill-at-statement.ts');
/** More statements than a change of stock has. */
const STATEMENTS_MAX = 40;
const SHELF = { kind: 'ARTICLE', code: BLANK };

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 100 });
  await operator.send('PUT', '/places/assignment', { place: 'A-1', variants: [SHELF] });
});
after(() => server.close());

/** Returns the level and the reserve place, after it has compared them with the ledger. */
async function readBooks(): Promise<{ onHand: number; reserve: number }> {
  const { rows } = await server.pool.query(
    `select stock_level_quantity as "onHand",
            (select sum(on_hand_change)::int from stock_movements where code = sku) as booked,
            coalesce((select sum(quantity)::int from stock_places where code = sku), 0) as reserve,
            coalesce((select sum(place_change)::int from stock_movements where code = sku), 0) as placed
     from article_variants where sku = $1`,
    [BLANK],
  );
  const { onHand, booked, reserve, placed } = rows[0];
  assert.deepEqual({ onHand, reserve }, { onHand: booked, reserve: placed });
  return { onHand, reserve };
}

interface Change {
  /** Returns path and body of the request that is killed. */
  prepare: () => Promise<{ path: string; body?: object }>;
  onHand: number;
  reserve: number;
}

const CHANGES: Record<string, Change> = {
  'the booking of a delivery': {
    prepare: async () => {
      const note = { sender: 'Textile Trade', reference: randomUUID() };
      const { json } = await operator.send('POST', '/deliveries', note);
      const counted = { ...SHELF, counted: 7, damaged: 1, place: 'R-1' };
      await operator.send('POST', `/deliveries/${json.deliveryId}/counted`, counted);
      return { path: `/deliveries/${json.deliveryId}/book` };
    },
    ...{ onHand: 7, reserve: 7 },
  },
  'a move': {
    prepare: async () => ({ path: `/stock/ARTICLE/${BLANK}/moves`, body: { to: 'R-1', quantity: 2 } }),
    ...{ onHand: 0, reserve: 2 },
  },
  'a count': {
    prepare: async () => {
      const { reserve } = await readBooks();
      const places = { title: 'Kill', isBlind: true, isConfirmed: false, places: ['R-1'] };
      const { json } = await operator.send('POST', '/counts', places);
      return { path: `/counts/${json.countId}/counted`, body: { ...SHELF, place: 'R-1', counted: reserve + 1 } };
    },
    ...{ onHand: 1, reserve: 1 },
  },
};

for (const [name, { prepare, ...effect }] of Object.entries(CHANGES)) {
  test(`${name} that is killed before each of its statements is done wholly or not at all, and once when it is repeated`, async (t) => {
    const { host, port, user, password, database } = server.pool.options;
    const settings = {
      DATA_DIR: await makeDataDir(t),
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${host && !host.startsWith('/') ? host : 'localhost'}:${port}/${database}${host?.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''}`,
      BASE_URL: server.config.BASE_URL,
      ENCRYPTION_KEY: Buffer.from(server.encryptionKey).toString('base64'),
      TIME_ZONE: 'UTC',
      RUN: 'api',
      NODE_OPTIONS: `--import=${KILL}`,
      KILL_LOCK: 'for no key update',
    };
    const { token } = await server.token({ scope: 'operator' });
    let kills = 0;
    let done = 0;
    for (let at = 1; at <= STATEMENTS_MAX; at++) {
      const { path, body } = await prepare();
      const key = randomUUID();
      const send = (url: string) =>
        fetch(`${url}/operator/v1${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'idempotency-key': key,
            ...(body && { 'content-type': 'application/json' }),
          },
          body: body ? JSON.stringify(body) : null,
        });
      const untouched = await readBooks();
      const whole = { onHand: untouched.onHand + effect.onHand, reserve: untouched.reserve + effect.reserve };
      const child = await startPlaten(t, { ...settings, KILL_AT: String(at) });
      const answer = await send(child.url).catch(() => undefined);
      if (answer) {
        assert.equal(answer.status, 200, await answer.text());
        await child.end('SIGTERM');
        break;
      }
      assert.equal((await child.ended).signal, 'SIGKILL');
      kills = at;
      const left = await readBooks();
      const isDone = left.reserve === whole.reserve;
      if (isDone) done++;
      assert.deepEqual(left, isDone ? whole : untouched, `killed at statement ${at}`);
      assert.equal((await send(server.url)).status, 200);
      assert.deepEqual(await readBooks(), whole, `repeated after a kill at statement ${at}`);
    }
    // The last kill is between the commit and the answer.
    assert.ok(kills >= 3 && kills < STATEMENTS_MAX, `${kills}`);
    assert.equal(done, 1);
  });
}
