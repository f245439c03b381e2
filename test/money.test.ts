import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { customItem, EAN, item, LABEL, type order } from '../src/orders/test-support/sample-orders.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { chargeOrders, chargeStorage, lastMonth } from '../src/reports/money/charge-orders.ts';
import { dueCharges, dueStorage } from '../src/reports/money/charge-store.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  Object.assign(server.config, { TIME_ZONE: 'Europe/Berlin' });
  const customer = await newCustomer(server);
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1_000 });
  await operator.send('POST', `/stock/ARTICLE/ST-CREATOR-BLK-M/set`, { quantity: 1_000 });
  await customer.get('/v1/orders');
});
after(() => server.close());

const LIST = { name: 'Prices', currency: 'EUR', validFrom: '2026-01-01' };
const PRICES = [
  { kind: 'ARTICLE', code: EAN, amount: 500, cost: 200 },
  { kind: 'ARTICLE', code: 'ST-CREATOR', amount: 640 },
  { kind: 'PRINT', technology: 'DTG', amount: 450 },
  { kind: 'PACKING_ORDER', amount: 90 },
  { kind: 'PACKING_PARCEL', amount: 120 },
  { kind: 'PACKING_PIECE', amount: 10 },
  { kind: 'POSTAGE', country: 'DE', amount: 490 },
];
type Row = Record<string, string | number | undefined>;

const listsOf = ({ clientId }: Customer) => `/clients/${clientId}/price-lists`;
const agree = async (customer: Customer, body: object = {}) => {
  const answer = await operator.send('POST', listsOf(customer), { ...LIST, prices: PRICES, ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.priceListId as string;
};
/** Does the work of the job. */
async function charge({ clientId }: Customer, now = '2026-03-20T10:00:00Z'): Promise<void> {
  const { pool, log, faults } = server;
  const context = { pool, log, faults, clock: () => new Date(now), timeZone: () => server.config.TIME_ZONE };
  await chargeOrders(context, clientId, new AbortController().signal);
}
async function ready(customer: Customer, changes: Parameters<typeof order>[0]): Promise<string> {
  // Each change of an order is later than the one before.
  server.time.now = new Date('2026-02-20T10:00:00Z');
  const orderId = await assigned(server, customer, changes);
  const accepted = await operator.work(customer.clientId, orderId, 'accept');
  server.time.now = undefined;
  assert.equal(accepted.status, 200, accepted.text);
  return orderId;
}
async function ship(customer: Customer, orderId: string, parcels: object[], at = '2026-03-10T10:00:00Z') {
  server.time.now = new Date(at);
  const answer = await operator.work(customer.clientId, orderId, 'ship', { parcels });
  server.time.now = undefined;
  assert.equal(answer.status, 200, answer.text);
}
const statement = async ({ clientId }: Customer, month = '2026-03') =>
  (await operator.get(`/clients/${clientId}/statements/${month}`)).json;
const chargesOf = async ({ clientId }: Customer, orderId: string) =>
  (await operator.get(`/orders/${clientId}/${orderId}/charges`)).json as { charges: Row[]; missing: Row[] };
const short = (rows: Row[]) =>
  rows.map(({ kind, quantity, unitAmount, amount }) => `${kind} ${quantity} x ${unitAmount} = ${amount}`).sort();
const totalOf = async (customer: Customer, month?: string) => (await statement(customer, month)).totals[0]?.amount;
const codesOf = ({ json }: { json: { violations: { pointer: string; code: string }[] } }) =>
  json.violations.map(({ pointer, code }) => `${pointer} ${code}`);

test('a shipped order is charged once, however often the job runs', async () => {
  const customer = await newCustomer(server);
  await agree(customer);
  const orderId = await ready(customer, { items: [item(), customItem()] });
  await ship(customer, orderId, [{ trackingNumber: '1' }]);
  await charge(customer);
  const rows = [
    ...['ARTICLE 1 x 640 = 640', 'ARTICLE 2 x 500 = 1000', 'PACKING_ORDER 1 x 90 = 90', 'PACKING_PARCEL 1 x 120 = 120'],
    ...['PACKING_PIECE 3 x 10 = 30', 'POSTAGE 1 x 490 = 490', 'PRINT 1 x 450 = 450'],
  ];
  assert.deepEqual(short((await chargesOf(customer, orderId)).charges), rows);
  await server.pool.query('insert into charges_due (client_id, order_id, since) values ($1, $2, now())', [
    customer.clientId,
    orderId,
  ]);
  await Promise.all([charge(customer), charge(customer)]);
  assert.equal(await totalOf(customer), 2_820);
  const { totals, positions } = await statement(customer);
  assert.equal(totals[0].cost, 400);
  assert.equal(positions.find(({ code }: Row) => code === EAN).title, 'Logo Tee Black M');
  const { json } = await operator.get('/statements?month=2026-03');
  const listed = json.clients.find(({ clientId }: Row) => clientId === customer.clientId);
  assert.partialDeepStrictEqual(listed, { orders: 1, missing: 0, totals: [{ currency: 'EUR', amount: 2_820 }] });
});

test('each parcel of a partly shipped order is charged when it leaves, and the order once', async () => {
  const customer = await newCustomer(server);
  await agree(customer);
  const orderId = await ready(customer, { items: [item({ id: 'a', quantity: 5 })] });
  await ship(customer, orderId, [{ trackingNumber: '1', items: [{ id: 'a', quantity: 2 }] }]);
  await charge(customer);
  assert.equal(await totalOf(customer), 2 * 500 + 90 + 120 + 20 + 490);
  await ship(customer, orderId, [{ trackingNumber: '2' }], '2026-04-02T10:00:00Z');
  await charge(customer);
  assert.equal(await totalOf(customer, '2026-04'), 3 * 500 + 120 + 30 + 490);
  // Withdrawing the first parcel takes its charges back. The order fee stays once.
  server.time.now = new Date('2026-04-03T10:00:00Z');
  const withdrawn = await operator.work(customer.clientId, orderId, 'shipments/1/withdraw', {
    reason: 'It lies here.',
  });
  assert.equal(withdrawn.status, 200, withdrawn.text);
  server.time.now = undefined;
  await charge(customer);
  assert.equal(await totalOf(customer), 0);
  await ship(customer, orderId, [{ trackingNumber: '3' }], '2026-04-04T10:00:00Z');
  await charge(customer);
  const april = 3 * 500 + 120 + 30 + 490 + 2 * 500 + 90 + 120 + 20 + 490;
  assert.equal(await totalOf(customer, '2026-04'), april);
});

test('parcels of unknown contents share one charge for the goods', async () => {
  const customer = await newCustomer(server);
  await agree(customer);
  const orderId = await ready(customer, { items: [item({ quantity: 4 })] });
  await ship(customer, orderId, [{ trackingNumber: '1' }, { trackingNumber: '2' }]);
  await charge(customer);
  assert.equal(await totalOf(customer), 4 * 500 + 90 + 2 * 120 + 40 + 2 * 490);
});

test('an order without prices ships, and is charged when it has one', async () => {
  const customer = await newCustomer(server);
  const priceListId = await agree(customer, { prices: [{ kind: 'ARTICLE', code: 'ST-CREATOR-BLK-M', amount: 700 }] });
  const orderId = await ready(customer, { items: [item(), customItem()] });
  await ship(customer, orderId, [{}]);
  await charge(customer);
  const { missing } = await statement(customer);
  assert.deepEqual(
    missing.map(({ kind, problem, quantity, day }: Row) => [kind, problem, quantity, day]),
    [
      ['ARTICLE', 'NO_PRICE', 2, '2026-03-10'],
      ['PRINT', 'NO_PRICE', 1, '2026-03-10'],
    ],
  );
  const closed = await operator.send('POST', `/clients/${customer.clientId}/statements/2026-03/close`);
  assert.equal(closed.status, 200, closed.text);
  const changed = await operator.send('PUT', `${listsOf(customer)}/${priceListId}`, { ...LIST, prices: PRICES });
  assert.equal(changed.status, 200, changed.text);
  await charge(customer, '2026-05-02T10:00:00Z');
  const [march, may] = [await statement(customer), await statement(customer, '2026-05')];
  assert.deepEqual([march.missing, march.totals[0].amount, may.totals[0].amount], [[], 700, 2 * 500 + 450]);
});

test('a list that begins later charges nothing before its first day, and the gap after it is listed', async () => {
  const customer = await newCustomer(server);
  await agree(customer, { validFrom: '2026-03-01', validTo: '2026-03-31' });
  for (const [orderId, at] of [
    ['BEFORE', '2026-02-28T22:00:00Z'],
    ['FIRST', '2026-02-28T23:30:00Z'],
    ['GAP', '2026-04-01T10:00:00Z'],
  ] as const) {
    await ready(customer, { orderId });
    await ship(customer, orderId, [{}], at);
  }
  await charge(customer);
  assert.deepEqual(await chargesOf(customer, 'BEFORE'), { charges: [], missing: [] });
  assert.equal((await chargesOf(customer, 'FIRST')).charges[0]!.month, '2026-03');
  assert.equal((await chargesOf(customer, 'GAP')).missing[0]!.problem, 'NO_LIST');
});

test('the first list charges orders that were shipped since its first day', async () => {
  const customer = await newCustomer(server);
  const orderId = await ready(customer, {});
  await ship(customer, orderId, [{}]);
  await agree(customer, { validFrom: '2026-03-01' });
  await charge(customer);
  assert.equal(await totalOf(customer), 1_000 + 90 + 120 + 20 + 490);
});

test('a replacement that the center pays is free, and one that the client pays is charged', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  await agree(customer);
  await ready(customer, { orderId: 'TORN' });
  await ship(customer, 'TORN', [{}]);
  const base = { kind: 'REPLACEMENT', reason: 'DAMAGED', items: [{ id: '1', quantity: 1 }] };
  for (const [orderId, paidBy] of [
    ['FREE', 'CENTER'],
    ['PAID', 'CLIENT'],
  ]) {
    const made = await operator.work(clientId, 'TORN', 'repeat', { ...base, orderId, paidBy });
    assert.equal(made.status, 200, made.text);
    await server.pool.query(`update orders set status = 'ACCEPTED' where client_id = $1 and order_id = $2`, [
      clientId,
      orderId,
    ]);
    await ship(customer, orderId as string, [{}]);
  }
  await charge(customer);
  const free = (await chargesOf(customer, 'FREE')).charges;
  assert.deepEqual(
    new Set(free.map(({ amount, cause, reason }) => [amount, cause, reason].join())),
    new Set(['0,FREE,DAMAGED']),
  );
  assert.equal(free.find(({ kind }) => kind === 'ARTICLE')!.cost, 200);
  const paid = (await chargesOf(customer, 'PAID')).charges;
  assert.equal(
    paid.reduce((sum, { amount }) => sum + Number(amount), 0),
    500 + 90 + 120 + 10 + 490,
  );
});

test('postage is the cost of the label with a percentage, and an own label costs nothing', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  await agree(customer, {
    prices: [
      { kind: 'ARTICLE', amount: 100 },
      { kind: 'POSTAGE', plusBasisPoints: 1_250 },
    ],
  });
  const label = (orderId: string, currency: string) =>
    server.pool.query(
      `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, carrier, service, tracking_number, cost, currency)
       values ($1, $2, 1, 1, $2, $2, 'used', now(), now(), 'system', 'DHL', 'Paket', 'T1', 4.4500, $3)`,
      [clientId, orderId, currency],
    );
  for (const orderId of ['EURO', 'DOLLAR', 'NONE']) {
    await ready(customer, { orderId });
    if (orderId !== 'NONE') await label(orderId, orderId === 'EURO' ? 'EUR' : 'USD');
    await ship(customer, orderId, [{ trackingNumber: 'T1' }]);
  }
  await ready(customer, { orderId: 'OWN', shipping: { shippingLabelUrl: LABEL } });
  await ship(customer, 'OWN', [{ trackingNumber: 'T1' }]);
  await charge(customer);
  const postage = (await chargesOf(customer, 'EURO')).charges.find(({ kind }) => kind === 'POSTAGE')!;
  // 4.45 * 1.125 = 5.00625
  assert.partialDeepStrictEqual(postage, { amount: 501, cost: 445, title: 'DHL Paket' });
  assert.equal((await chargesOf(customer, 'DOLLAR')).missing[0]!.problem, 'OTHER_CURRENCY');
  assert.equal((await chargesOf(customer, 'NONE')).missing[0]!.problem, 'NO_COST');
  assert.deepEqual(short((await chargesOf(customer, 'OWN')).charges), ['ARTICLE 2 x 100 = 200']);
});

test('a correction is a new charge, in the present month once its month is closed', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  const person = await signedIn(server, 'office');
  await agree(customer);
  const orderId = await ready(customer, {});
  await ship(customer, orderId, [{}]);
  await charge(customer);
  const before = await totalOf(customer);
  const body = { orderId, amount: -500, currency: 'EUR', reason: 'The print was pale.', month: '2026-03' };
  const path = `/clients/${clientId}/charges`;
  const key = { 'idempotency-key': 'k1' };
  server.time.now = new Date('2026-04-05T10:00:00Z');
  const corrected = await operator.send('POST', path, body, key);
  assert.partialDeepStrictEqual(corrected.json, { month: '2026-03', amount: -500, reason: 'The print was pale.' });
  assert.equal((await operator.send('POST', path, body, key)).headers.get('idempotent-replayed'), 'true');
  assert.equal(await totalOf(customer), before - 500);
  const early = await operator.send('POST', `/clients/${clientId}/statements/2026-04/close`);
  assert.deepEqual(codesOf(early), ['month month_not_over']);
  await operator.send('POST', `/clients/${clientId}/statements/2026-03/close`);
  const late = await person.send('POST', path, body);
  assert.equal(late.json.month, '2026-04');
  assert.equal(late.json.createdByName, 'Ada Lovelace');
  assert.equal(await totalOf(customer), before - 500);
  for (const [changes, found] of [
    [{ amount: 0 }, '/amount too_small'],
    [{ currency: 'EURO' }, '/currency unknown_currency'],
    [{ month: '2026-05' }, '/month too_large'],
    [{ reason: ' ' }, '/reason required'],
  ] as const)
    assert.deepEqual(codesOf(await operator.send('POST', path, { ...body, ...changes })), [found]);
  assert.equal((await operator.send('POST', path, { ...body, orderId: 'NONE' })).json.error, 'order_not_found');
  server.time.now = undefined;
  const csv = (await operator.get(`/clients/${clientId}/statements/2026-03/charges.csv`)).text.trim().split('\r\n');
  assert.equal(csv.length, 1 + 6);
  assert.match(csv.find((line) => line.includes('CORRECTION')) ?? '', /,-5\.00,EUR,,The print was pale\./);
  const pdf = await operator.get(`/clients/${clientId}/statements/2026-03/statement.pdf`);
  assert.match(pdf.text, /^%PDF/);
});

test('charges are in the order that the client reads, if its contract says so', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  await agree(customer);
  await operator.send('PUT', `/clients/${clientId}/contract`, { mayRush: false, showsCharges: true });
  const orderId = await ready(customer, {});
  await ship(customer, orderId, [{}]);
  await charge(customer);
  const shown = (await customer.read(orderId)).json.charges;
  assert.deepEqual(short(shown), short((await chargesOf(customer, orderId)).charges));
  assert.equal(shown[0].cost, undefined);
  const body = { orderId, amount: 50, currency: 'EUR', reason: 'Gift wrap' };
  await operator.send('POST', `/clients/${clientId}/charges`, body);
  const corrected = (await customer.read(orderId)).json;
  assert.deepEqual(corrected.charges.at(-1), {
    kind: 'CORRECTION',
    quantity: 1,
    unitAmount: 50,
    amount: 50,
    currency: 'EUR',
  });
  // The client may send the order as it was read.
  assert.equal((await customer.post(corrected)).headers.get('idempotent-replayed'), 'true');
});

test('faulty price lists are refused with the place of each fault', async () => {
  const customer = await newCustomer(server);
  await agree(customer, { validFrom: '2026-01-01', validTo: '2026-06-30' });
  const faults = async (body: object) =>
    codesOf(await operator.send('POST', listsOf(customer), { ...LIST, prices: [], ...body }));
  assert.deepEqual(await faults({ validFrom: '2026-06-30' }), ['/validFrom overlapping']);
  assert.deepEqual(await faults({ validFrom: '2025-01-01' }), ['/validTo overlapping']);
  assert.deepEqual(await faults({ validFrom: '2026-07-10', validTo: '2026-07-09' }), ['/validTo too_small']);
  assert.deepEqual(await faults({ validFrom: '2026-02-30' }), ['/validFrom invalid_day']);
  assert.deepEqual(await faults({ validFrom: '2026-07-01', currency: 'EURO' }), ['/currency unknown_currency']);
  assert.deepEqual(await faults({ currency: undefined }), ['/currency required']);
  const prices = [
    { kind: 'ARTICLE', code: 'NO-SUCH', amount: 1 },
    { kind: 'PRINT', technology: 'MAGIC', amount: 1 },
    { kind: 'PRINT', technology: 'DTG', widthMm: 200, amount: 1 },
    { kind: 'PACKING_PARCEL', code: EAN, amount: 1 },
    { kind: 'PACKING_PARCEL' },
    { kind: 'PACKING_PARCEL', amount: 2 },
    { kind: 'POSTAGE', amount: 1, plusBasisPoints: 5 },
    { kind: 'POSTAGE', country: 'QQ', amount: 1 },
  ];
  const all = await operator.send('POST', listsOf(customer), {
    ...LIST,
    validFrom: '2026-07-01',
    prices: prices.slice(0, 7),
  });
  assert.deepEqual(codesOf(all), [
    ...['/prices/0/code unknown_article', '/prices/1/technology unknown_technology', '/prices/2/heightMm required'],
    ...['/prices/3/code not_allowed', '/prices/4/amount required', '/prices/5 duplicate_price'],
    '/prices/6/amount not_allowed',
  ]);
  assert.deepEqual(await faults({ validFrom: '2026-07-01', prices: prices.slice(7) }), [
    '/prices/0/country unknown_country',
  ]);
  assert.deepEqual(await faults({ validFrom: '2026-07-01', prices: [{ kind: 'ARTICLE', amount: -1 }] }), [
    '/prices/0/amount too_small',
  ]);
});

test('prices leave as CSV and come back, and a faulty row names its line and column', async () => {
  const customer = await newCustomer(server);
  const priceListId = await agree(customer, { prices: [...PRICES, { kind: 'POSTAGE', plusBasisPoints: 1_250 }] });
  const path = `${listsOf(customer)}/${priceListId}`;
  const before = (await operator.get(path)).json;
  const { text } = await operator.get(`${path}/prices.csv`);
  assert.match(text, /POSTAGE,,,,,,,12\.50,/);
  const csv = { 'content-type': 'text/csv' };
  const put = (body: string) => operator.send('PUT', `${path}/prices.csv`, body, csv);
  assert.deepEqual((await put(text)).json.prices, before.prices);
  const faulty = 'kind;code;price;plusPercent\nARTICLE;NO-SUCH;1,50;\nARTICLE;;-1;\nNONSENSE;;1;\nPOSTAGE;;;a\n';
  assert.deepEqual(codesOf(await put(faulty)), ['3/price too_small', '4/kind invalid', '5/plusPercent invalid']);
  assert.deepEqual(codesOf(await put('kind;code;price\nARTICLE;NO-SUCH;1,50\n')), ['2/code unknown_article']);
  assert.deepEqual(codesOf(await put('kind;prize\n')), ['1 unknown_column']);
  assert.equal((await operator.get(path)).json.prices.length, PRICES.length + 1);
  const old = (await operator.get(path)).headers.get('etag') ?? '';
  await put('kind,price\nARTICLE,2.00\n');
  const late = await operator.send('PUT', path, { ...LIST, prices: [] }, { 'if-match': old });
  assert.equal(late.json.error, 'precondition_failed');
  assert.equal((await operator.send('DELETE', path)).status, 204);
  assert.equal((await operator.get(path)).json.error, 'price_list_not_found');
});

test('storage is charged once after the end of the month', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  await agree(customer, {
    prices: [
      { kind: 'STORAGE_MONTH', amount: 2_500 },
      { kind: 'STORAGE_PIECE', amount: 3 },
    ],
  });
  const { rows } = await server.pool.query(
    `select sum(stock_level_quantity)::int as pieces from product_variants
     where ean13 in (select ean13 from client_product_variants where client_id = $1)`,
    [clientId],
  );
  const now = new Date('2026-04-01T00:30:00+02:00');
  const context = { pool: server.pool, clock: () => now, timeZone: () => 'Europe/Berlin' };
  const { month, lastDay } = lastMonth(now, 'Europe/Berlin');
  assert.deepEqual([month, lastDay], ['2026-03', '2026-03-31']);
  const due = () => findDue(server.pool, dueStorage(month, lastDay));
  assert.deepEqual(await due(), [clientId]);
  await Promise.all([chargeStorage(context, clientId), chargeStorage(context, clientId)]);
  assert.deepEqual(await due(), []);
  const { pieces } = rows[0];
  const { positions } = await statement(customer);
  assert.deepEqual(short(positions), ['STORAGE_MONTH 1 x 2500 = 2500', `STORAGE_PIECE ${pieces} x 3 = ${3 * pieces}`]);
});

test('the report of money sums charges by client, technology and article, as JSON, CSV and a workbook', async () => {
  const customer = await newCustomer(server);
  await agree(customer);
  const orderId = await ready(customer, { items: [item(), customItem()] });
  await ship(customer, orderId, [{}]);
  await charge(customer);
  const query = `from=2026-03-01&to=2026-03-31&clientId=${customer.clientId}`;
  const { json } = await operator.get(`/reports/money?${query}`);
  assert.partialDeepStrictEqual(json.clients, [{ currency: 'EUR', amount: 2_820, cost: 400 }]);
  assert.partialDeepStrictEqual(json.kinds.slice(0, 2), [
    { kind: 'ARTICLE', amount: 1_640 },
    { kind: 'POSTAGE', amount: 490 },
  ]);
  assert.deepEqual(json.articles[0], {
    sku: EAN,
    title: 'Logo Tee Black M',
    currency: 'EUR',
    amount: 1_000,
    pieces: 2,
  });
  const csv = (await operator.get(`/reports/money/table?${query}&table=kinds`)).text;
  assert.match(csv, /\r\nDTG,EUR,4\.5,/);
  const workbook = await operator.get(`/reports/table?${query}&table=clients&format=xlsx`);
  assert.match(workbook.headers.get('content-disposition') ?? '', /report-clients-2026-03-01-2026-03-31\.xlsx/);
  assert.match(workbook.text, /^PK/);
  const viewer = await signedIn(server, 'viewer');
  assert.equal((await viewer.send('GET', `/reports/money?${query}`)).status, 403);
});

test('an order with a damaged document is set aside, its month closes, and the other orders are charged', async () => {
  const customer = await newCustomer(server);
  await agree(customer);
  const damaged = await ready(customer, { orderId: 'DAMAGED', items: [item()] });
  const whole = await ready(customer, { orderId: 'WHOLE', items: [item()] });
  await ship(customer, damaged, [{ trackingNumber: '1' }]);
  await ship(customer, whole, [{ trackingNumber: '2' }], '2026-03-11T10:00:00Z');
  const values = [customer.clientId, damaged];
  const key = 'client_id = $1 and order_id = $2';
  const { rows } = await server.pool.query(`select document from orders where ${key}`, values);
  const store = (document: string) =>
    server.pool.query(`update orders set document = $3 where ${key}`, [...values, document]);
  await store('Ada Lovelace, no JSON');
  await charge(customer);
  assert.deepEqual(
    [await chargesOf(customer, damaged), (await chargesOf(customer, whole)).charges.length > 0],
    [{ charges: [], missing: [] }, true],
  );
  const problems = async () =>
    (await operator.get('/problems?kind=WORK_FAILED')).json.map(({ orderId, reason }: Row) => `${reason} ${orderId}`);
  assert.deepEqual(await problems(), [`CHARGES ${damaged}`]);
  assert.deepEqual(
    server.logged.filter((line) => line.includes('Ada')),
    [],
  );
  const isDue = async (now: string) =>
    (await findDue(server.pool, dueCharges(new Date(now)))).includes(customer.clientId);
  assert.deepEqual([await isDue('2026-03-20T10:00:09Z'), await isDue('2026-03-20T10:00:10Z')], [false, true]);
  await charge(customer, '2026-03-20T10:00:10Z');
  assert.deepEqual([await isDue('2026-03-20T10:00:39Z'), await isDue('2026-03-20T10:00:40Z')], [false, true]);
  const closed = await operator.send('POST', `/clients/${customer.clientId}/statements/2026-03/close`);
  assert.equal(closed.status, 200, closed.text);
  await store(rows[0].document);
  await charge(customer, '2999-01-01T00:00:00Z');
  assert.deepEqual(
    short((await chargesOf(customer, damaged)).charges),
    short((await chargesOf(customer, whole)).charges),
  );
  assert.deepEqual(await problems(), []);
});
