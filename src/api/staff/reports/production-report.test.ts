import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { customItem } from '../../../orders/test-support/sample-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';
import { findDaysToKeep, keepProductionDays } from '../../../reports/production-days.ts';

/** An hour before UTC, all year. */
const ZONE = 'Etc/GMT-1';
const DAY_MS = 86_400_000;
const REPORT = '/reports/production';

/** Read once, because the test may run at midnight. */
const START = Date.now();
/** Days from tomorrow on: nobody has a token of yesterday. */
const day = (number: number) => new Date(START + number * DAY_MS).toISOString().slice(0, 10);
const moment = (number: number, time: string) => new Date(`${day(number)}T${time}:00.000Z`);

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer({ TIME_ZONE: ZONE, PRODUCTION_HOURS: '48', TOKEN_TTL_SECONDS: '86400' });
  server.time.now = moment(2, '07:00');
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${customItem().customProduct?.sku}/set`, { quantity: 1_000 });
  await operator.send('PUT', '/bins', { count: 20 });
});
after(() => server.close());

const codeOf = (name: string) =>
  commandSheet().find((one) => ('reason' in one ? one.reason : one.command) === name)?.code ?? '';

/** Scans at the given times. Each scan sends the context that the previous one returned. */
async function scans(station: string, work: string, list: [at: Date, code: string | undefined][]) {
  let context: object = { work };
  for (const [at, code] of list) {
    server.time.now = at;
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station, code, context });
    assert.equal(json.refusal, undefined, JSON.stringify(json.refusal));
    context = json.next;
  }
}
async function released(orderId: string, pieces: number): Promise<string[]> {
  await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity: pieces }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
  return json.map(({ code }: { code: string }) => code);
}
const ship = (orderId: string) =>
  operator.work(customer.clientId, orderId, 'ship', { parcels: [{ trackingNumber: orderId }] });

test('the report counts orders shipped on time, reasons of rejects, and pieces per hour, and past days are summed once', async () => {
  const [a, b, c, d] = await released('REP-1', 4);
  await released('REP-2', 1);
  // At the press two pieces are made in one quarter of an hour, one of them taken back, and one in another.
  await scans('press-1', 'MAKE', [
    [moment(2, '09:01'), a],
    [moment(2, '09:03'), b],
    [moment(2, '09:05'), codeOf('PASS')],
    [moment(2, '09:06'), codeOf('UNDO')],
    [moment(2, '09:20'), b],
    [moment(2, '09:21'), codeOf('PASS')],
    [moment(2, '09:22'), c],
    [moment(2, '09:23'), codeOf('PASS')],
  ]);
  await scans('desk-1', 'CHECK', [
    [moment(2, '10:00'), a],
    [moment(2, '10:01'), codeOf('SMEAR')],
    [moment(2, '10:02'), b],
    [moment(2, '10:03'), codeOf('PASS')],
  ]);
  // In the center this is the next day.
  await scans('desk-1', 'CHECK', [
    [moment(2, '23:30'), d],
    [moment(2, '23:31'), codeOf('HOLE')],
  ]);
  server.time.now = moment(3, '06:00');
  await ship('REP-1');
  server.time.now = moment(6, '09:00');
  const scanner = operator.clientId;
  operator = await newOperator(server);
  await ship('REP-2');
  const query = `${REPORT}?from=${day(2)}&to=${day(6)}`;
  const { json } = await operator.get(query);
  assert.deepEqual([json.timeZone, json.dueHours, json.shipping.shipped, json.shipping.onTime], [ZONE, 48, 2, 1]);
  assert.ok(Math.abs(json.shipping.p90Seconds / (98 * 3_600) - 1) < 0.06, json.shipping.p90Seconds);
  assert.deepEqual(json.pieces, { made: 3, checked: 1, packed: 0, rejected: 2 });
  assert.deepEqual(json.rejects, [
    { reason: 'HOLE', pieces: 1 },
    { reason: 'SMEAR', pieces: 1 },
  ]);
  assert.deepEqual(
    json.stations.filter(({ work }: { work: string }) => work === 'MAKE'),
    [{ station: 'press-1', work: 'MAKE', pieces: 3, hours: 0.5, piecesPerHour: 6 }],
  );
  assert.equal(json.people[0].actorId, scanner);
  assert.deepEqual(json.days[0].technologies, [{ technology: 'DTG', made: 3 }]);
  const ofClient = (await operator.get(`${query}&clientId=${customer.clientId}`)).json;
  assert.deepEqual(
    [ofClient.pieces, ofClient.rejects, ofClient.shipping.shipped, ofClient.people],
    [json.pieces, json.rejects, 2, []],
  );
  const ofOther = (await operator.get(`${query}&clientId=nobody`)).json;
  assert.deepEqual([ofOther.pieces.made, ofOther.rejects, ofOther.shipping.shipped], [0, [], 0]);
  assert.deepEqual(
    json.days.map((one: { day: string; shipped: number; rejected: number }) => [one.day, one.shipped, one.rejected]),
    [
      [day(2), 0, 1],
      [day(3), 1, 1],
      [day(4), 0, 0],
      [day(5), 0, 0],
      [day(6), 1, 0],
    ],
  );
  const breakdown = (await operator.get(`/reports/breakdown?from=${day(2)}&to=${day(6)}`)).json;
  assert.deepEqual(breakdown.machines, [
    { reason: 'HOLE', pieces: 1 },
    { station: 'press-1', reason: 'SMEAR', pieces: 1 },
  ]);
  assert.partialDeepStrictEqual(breakdown.clients, [{ shipped: 2, onTime: 1, rejected: 2 }]);
  assert.partialDeepStrictEqual(breakdown.articles, [{ sku: 'ST-CREATOR-BLK-M', made: 3, rejected: 2 }]);
  const make = breakdown.steps.find(({ step }: { step: string }) => step === 'MAKE');
  assert.deepEqual([make.orders, make.meanSeconds < 4 * 3_600], [1, true]);
  const now = server.time.now;
  assert.deepEqual(await findDaysToKeep(server.pool, now, ZONE), ['days']);
  for (let times = 0; times < 2; times += 1)
    await keepProductionDays(server.pool, now, ZONE, new AbortController().signal);
  assert.deepEqual(await findDaysToKeep(server.pool, now, ZONE), []);
  const { rows } = await server.pool.query('select count(*)::int as days from production_summed_days');
  assert.equal(rows[0].days, 4);
  // The stored sums return the same without the events.
  await server.pool.query('delete from piece_events');
  assert.deepEqual((await operator.get(query)).json, json);
  const stored = (await operator.get(`/reports/breakdown?from=${day(2)}&to=${day(6)}`)).json;
  assert.deepEqual({ ...stored, steps: [] }, { ...breakdown, steps: [] });
});

test('a report needs valid days and covers at most a year, and its tables are CSV without formulas', async () => {
  for (const [query, pointer] of [
    ['from=2026-02-30', 'from'],
    ['from=2026-03-06&to=2026-03-02', 'to'],
    ['from=2024-01-01&to=2026-03-02', 'from'],
  ]) {
    const { status, json } = await operator.get(`${REPORT}?${query}`);
    assert.deepEqual([status, json.violations[0].pointer], [400, pointer]);
  }
  await server.pool.query(
    `insert into production_days (day, station, actor_id, actor_name, type, reason, pieces, quarters)
     values ($1, '=1+1', 'x', '<script>', 'piece.made', '', 2, 1)`,
    [day(2)],
  );
  const { token } = await server.token({ scope: 'operator' });
  const read = async (table: string) => {
    const path = `/operator/v1${REPORT}.csv?from=${day(2)}&to=${day(6)}&table=${table}`;
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`production-${table}-${day(2)}`));
    return answer.text();
  };
  assert.match(await read('stations'), /\r\n"'=1\+1",MAKE,2,0\.25,8\r\n/);
  assert.equal((await read('days')).split('\r\n').length, 7);
});
