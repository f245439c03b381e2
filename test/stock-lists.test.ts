import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { firstUuid } from '../src/platform/database/rising-ids.ts';
import { foldMovements, sumChangesSince } from '../src/stock/stock-ledger-store.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const OTHER = 'ST-CREATOR-NVY-M';
const DAY_MS = 86_400_000;

let server: TestServer;
let operator: Operator;
let customer: Customer;
let rival: Customer;
let token: string;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  rival = await newCustomer(server);
  token = (await server.token({ scope: 'operator' })).token;
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 100 });
  await operator.send('POST', `/stock/ARTICLE/${OTHER}/set`, { quantity: 5 });
});
after(() => server.close());

type Row = Record<string, unknown> & { code: string };
const plan = (...variants: object[]) => operator.send('PUT', '/stock-plans', { variants });
const blank = (more: object, code = BLANK) => ({ kind: 'ARTICLE', code, ...more });
const list = async (query: string): Promise<Row[]> => (await operator.get(`/stock?${query}`)).json;
const rowOf = async (code: string) => (await list(`code=${code}`))[0] as Row;
const csv = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/operator/v1/stock.csv${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  });
const importCsv = async (text: string, preview = false) => {
  const answer = await csv(preview ? '?preview=true' : '', { method: 'PUT', body: text });
  return { status: answer.status, json: await answer.json() };
};
const exported = async (query = '') => {
  const [head = '', ...rows] = (await (await csv(query)).text()).replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
};

test('minimum, target and place are set together, all or none', async () => {
  const refused = await plan(blank({ minimum: 10, target: 30 }), blank({ minimum: 20, target: 10 }, OTHER));
  assert.deepEqual([refused.status, refused.json.violations[0].pointer], [400, '/variants/1/target']);
  assert.equal((await rowOf(BLANK)).minimum, undefined);
  const { json } = await plan(blank({ minimum: 10, target: 30, place: 'A-2' }), blank({ minimum: 6 }, OTHER));
  assert.equal(json.changed, 2);
  assert.deepEqual(json.changes[1].after, { minimum: 6 });
  const { minimum, target, place } = await rowOf(BLANK);
  assert.deepEqual({ minimum, target, place }, { minimum: 10, target: 30, place: 'A-2' });
  assert.equal((await plan(blank({ minimum: 10 }))).json.changed, 0);
  await plan(blank({ target: 0 }));
  assert.equal((await rowOf(BLANK)).target, undefined);
});

test('the list is filtered, sorted and paged', async () => {
  await plan(blank({ place: 'A-10' }, OTHER));
  assert.deepEqual(
    (await list('belowMinimum=true')).map(({ code }) => code),
    [OTHER],
  );
  assert.deepEqual((await list('place=a')).map(({ code }) => code).sort(), [BLANK, OTHER].sort());
  assert.deepEqual(
    (await list('place=A-2')).map(({ code }) => code),
    [BLANK],
  );
  const byPlace = await list('sort=place&limit=2');
  assert.deepEqual(
    byPlace.map(({ code }) => code),
    [BLANK, OTHER],
  );
  for (const sort of ['code', 'name', 'place', 'available', 'cover', 'value', 'waiting']) {
    const whole = (await list(`sort=${sort}&limit=500`)).map(({ kind, code }) => `${kind} ${code}`);
    const paged: string[] = [];
    for (let query: string | undefined = `sort=${sort}&limit=4`; query !== undefined; ) {
      const { json, headers } = await operator.get(`/stock?${query}`);
      assert.ok(Array.isArray(json), JSON.stringify([query, json]));
      paged.push(...json.map(({ kind, code }: Row) => `${kind} ${code}`));
      query = /\?([^>]*)>/.exec(headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(paged, whole, sort);
  }
  const cheapest = await list('sort=available&limit=500');
  const available = cheapest.map((one) => Number(one.onHand) - Number(one.reserved));
  assert.deepEqual(
    available,
    available.toSorted((one, other) => one - other),
  );
});

test('use gives days of cover and proposals, and the cost gives a value', async () => {
  await server.pool.query(
    `insert into stock_plans (kind, code, used, cost) values ('ARTICLE', $1, 56, 2.5)
     on conflict (kind, code) do update set used = 56, cost = 2.5`,
    [BLANK],
  );
  const { coverDays, value, proposedMinimum, proposedTarget } = await rowOf(BLANK);
  assert.deepEqual({ coverDays, value }, { coverDays: 50, value: 250 });
  // 2 pieces a day, for a lead time of 7 days and a week.
  assert.deepEqual({ proposedMinimum, proposedTarget }, { proposedMinimum: 28, proposedTarget: 84 });
});

test('the file of the list is read again, with a preview and the faults of each row', async () => {
  const rows = await exported('?q=creator');
  assert.equal(rows.find(({ code }) => code === BLANK)?.value, '250');
  const preview = await importCsv(`code,place,minimum,target\r\n${BLANK},B-1,12,40\r\n`, true);
  assert.deepEqual(preview.json.changes[0].after, { place: 'B-1', minimum: 12, target: 40 });
  assert.equal((await rowOf(BLANK)).minimum, 10);
  const refused = await importCsv(`code,minimum\r\n${BLANK},x\r\nNONE,3\r\n,4\r\n`);
  assert.deepEqual(
    refused.json.violations.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    [
      ['2/minimum', 'invalid'],
      ['4/code', 'required'],
    ],
  );
  const unknown = await importCsv(`code,minimum\r\n${BLANK},3\r\nNONE,3\r\n`);
  assert.deepEqual(
    [unknown.json.violations[0].pointer, unknown.json.violations[0].code],
    ['3/code', 'unknown_variant'],
  );
  assert.equal((await rowOf(BLANK)).minimum, 10);
  assert.equal((await importCsv(`kind;code;place;minimum\r\nARTICLE;${BLANK};;12\r\n`)).json.changed, 1);
  assert.deepEqual([(await rowOf(BLANK)).minimum, (await rowOf(BLANK)).place], [12, undefined]);
  const whole = await (await csv('')).text();
  assert.equal((await importCsv(whole)).json.changed, 0);
  assert.equal((await importCsv('x,y\r\n1,2\r\n')).json.violations[0].code, 'unknown_column');
});

test('the level at the end of a past day comes from the ledger, also where it is summed by month', async () => {
  const past = async (day: string) => (await operator.get(`/stock/ARTICLE/${OTHER}/days/${day}`)).json;
  const now = Date.now();
  const momentOf = (ago: number) => new Date(now - ago * DAY_MS);
  const dayOf = (ago: number) => momentOf(ago).toISOString().slice(0, 10);
  await operator.send('POST', `/stock/ARTICLE/${OTHER}/adjust`, { by: 20, reason: 'Found.' });
  const old = (await operator.get(`/stock/ARTICLE/${OTHER}/movements`)).json.slice(1);
  // All but the last movement are 1,200 days old.
  for (const { movementId } of old.toReversed()) {
    const id = `${firstUuid(momentOf(1_200)).slice(0, 18)}${movementId.slice(18)}`;
    await server.pool.query(`update stock_movements set movement_id = $2, occurred = $3 where movement_id = $1`, [
      movementId,
      id,
      momentOf(1_200),
    ]);
  }
  const expected = { [dayOf(0)]: 25, [dayOf(1)]: 5, [dayOf(600)]: 5, [dayOf(1_300)]: 0 };
  const found = async () =>
    Object.fromEntries(await Promise.all(Object.keys(expected).map(async (day) => [day, (await past(day)).onHand])));
  assert.deepEqual(await found(), expected);
  assert.ok((await foldMovements(server.pool, firstUuid(momentOf(1_095)), 100)) > 0);
  assert.deepEqual(await found(), expected);
  const { asOf } = await past(dayOf(1_300));
  assert.match(asOf, /-01T00:00:00.000Z$/);
  const rows = await exported(`?day=${dayOf(1)}&code=${OTHER}`);
  assert.deepEqual([rows[0]?.onHand, rows[0]?.waiting, rows[0]?.asOf], ['5', '', `${dayOf(0)}T00:00:00.000Z`]);
  assert.equal((await exported(`?code=${OTHER}`))[0]?.asOf, '');
  // A file of a summed day says that its levels are those of a month's end.
  assert.equal((await exported(`?day=${dayOf(1_300)}&code=${OTHER}`))[0]?.asOf, asOf);
  const lastOfMonth = momentOf(1_300).toISOString().slice(0, 8).concat('01');
  const before = new Date(Date.parse(lastOfMonth) - DAY_MS).toISOString().slice(0, 10);
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York']) {
    Object.assign(server.config, { TIME_ZONE: zone });
    assert.equal((await past(before)).asOf, `${lastOfMonth}T00:00:00.000Z`, zone);
  }
  Object.assign(server.config, { TIME_ZONE: 'UTC' });
  for (const day of ['2999-01-01', 'nonsense'])
    assert.equal((await operator.get(`/stock/ARTICLE/${OTHER}/days/${day}`)).status, 400);
});

test('stock of a client is for its orders only, and only the client sees it', async () => {
  assert.equal((await plan(blank({ ownerId: 'nobody' }, OTHER))).json.violations[0].code, 'unknown_client');
  assert.equal((await plan(blank({ ownerId: customer.clientId }, OTHER))).json.changed, 1);
  assert.deepEqual(
    (await list(`owner=${customer.clientId}`)).map(({ code }) => code),
    [OTHER],
  );
  assert.equal(
    (await list('owner=center&limit=500')).some(({ code }) => code === OTHER),
    false,
  );
  const read = async (one: Customer, path: string) => (await one.get(path)).json;
  const given = (orderId: string) => ({ orderId, items: [customItem({ sku: OTHER })] });
  assert.equal((await read(rival, `/v1/article-variants/${OTHER}`)).error, 'article_variant_not_found');
  assert.deepEqual(await read(rival, '/v1/stock'), []);
  const [own] = await read(customer, '/v1/stock');
  assert.deepEqual([own.code, own.onHand, own.available], [OTHER, 25, 25]);
  assert.match((await customer.get('/v1/stock.csv')).text, new RegExp(`ARTICLE,${OTHER},.*,25,0,25,0`));
  const refused = await rival.post(order(given('FOREIGN')));
  assert.equal(refused.json.violations[0].code, 'unknown_article_variant');
  await assigned(server, customer, given('OWN'));
  assert.equal((await rowOf(OTHER)).reserved, 1);
  const inUse = await plan(blank({ ownerId: 'center' }, OTHER));
  assert.deepEqual([inUse.status, inUse.json.violations[0].code], [400, 'in_use']);
});

test('levels of past days are summed from an index alone', async () => {
  const connection = await server.pool.connect();
  const plans: string[] = [];
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await connection.query(`explain ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [] };
    },
  } as unknown as typeof connection;
  await connection.query('begin');
  await connection.query(
    `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, occurred)
     select gen_random_uuid(), 'ARTICLE', 'SKU-' || n % 500, 0, 1, 'reserved', now() from generate_series(1, 5000) n`,
  );
  await connection.query('analyze stock_movements');
  await connection.query('set local enable_bitmapscan = off');
  await sumChangesSince(explaining, [{ kind: 'ARTICLE', code: OTHER }], new Date(0), false);
  await connection.query('rollback');
  connection.release();
  assert.match(plans.join(), /Index Only Scan using stock_movements_by_code/);
});
