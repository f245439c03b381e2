import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { dueAlertMessages, type SendContext, sendAlertMessage } from '../src/operations/alerts/send-alerts.ts';
import { watchAlerts } from '../src/operations/alerts/watch-alerts.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { EAN } from '../src/orders/test-support/sample-orders.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { safeAgent } from '../src/platform/network/safe-agent.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { until } from './support/platen-process.ts';
import { newBrowser, signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let operator: Operator;
let customer: Customer;
let mails: MailServer;
let slack: { texts: string[]; status: number };
let context: SendContext;
let ada: Awaited<ReturnType<typeof signedIn>>;

before(async () => {
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    slack.texts.push(JSON.parse(body).text);
    response.writeHead(slack.status).end('ok');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  slack = { texts: [], status: 200 };
  const mailing = { after: (end: () => unknown) => void ends.push(end) };
  mails = await startMailServer(mailing);
  server = await startTestServer({
    SMTP_URL: mails.url,
    MAIL_FROM: 'Platen <platen@example.com>',
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/T000/B000/secret`,
    TOKEN_TTL_SECONDS: '86400',
    TIME_ZONE: 'UTC',
  });
  for (const end of ends) server.after(end);
  server.after(() => receiver.close());
  const agent = safeAgent({ allow: [`127.0.0.1:${port}`] });
  context = {
    pool: server.pool,
    clock: () => server.time.now ?? new Date(),
    config: server.config,
    log: server.log,
    agent,
  };
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
const ends: (() => unknown)[] = [];
after(() => server.close());

beforeEach(async () => {
  server.time.now = undefined;
  mails.received.length = 0;
  slack.texts.length = 0;
  await server.pool.query(`delete from alerts; delete from alert_messages; delete from alert_choices;
    update orders set status = 'CANCELLED'; update product_variants set minimum = null`);
  ada = await signedIn(server);
  // The webhook gets alerts from its first look on.
  await pass();
  server.time.now = undefined;
});

/** Lets time pass, looks for causes, and sends what is due. */
async function pass(minutes = 0): Promise<void> {
  server.time.now = new Date((server.time.now ?? new Date()).getTime() + minutes * MINUTE_MS);
  await watchAlerts(context);
  for (const key of await findDue(server.pool, dueAlertMessages(context))) await sendAlertMessage(context, key);
}

const choose = (choice: object, person = ada) =>
  person.send('PUT', '/me/alerts', { bell: [], mail: [], times: 'AT_ONCE', ...choice });
async function chosen(choice: object, person = ada): Promise<void> {
  assert.equal((await choose(choice, person)).status, 200);
}
const bell = async (person = ada) => (await person.send('GET', '/alerts')).json;

async function fail(orderId: string): Promise<void> {
  await assigned(server, customer, { orderId });
  const answer = await operator.work(customer.clientId, orderId, 'error', {
    message: 'Ada: no artwork.',
    code: 'file_not_found',
  });
  assert.equal(answer.status, 200, answer.text);
}

test('an order in error is in the bell, is read, and ends by itself', async () => {
  await fail('ALERT-1');
  await pass();
  await pass();
  const { unread, alerts } = await bell();
  assert.equal(unread, 1);
  assert.partialDeepStrictEqual(alerts, [
    {
      kind: 'ORDER_ERROR',
      unread: true,
      path: `/orders/${customer.clientId}/ALERT-1`,
      facts: { orderId: 'ALERT-1', reason: 'file_not_found' },
    },
  ]);
  assert.equal((await ada.send('POST', '/alerts/read', { until: alerts[0].begun })).status, 204);
  assert.deepEqual([(await bell()).unread, (await bell()).open], [0, 1]);
  await operator.work(customer.clientId, 'ALERT-1', 'cancel', {});
  await pass();
  assert.deepEqual(await bell(), { unread: 0, open: 0, alerts: [] });
});

test('a person gets the chosen kinds only, and the alert has no data of the recipient', async () => {
  await chosen({ bell: ['STOCK_LOW'], mail: ['ORDER_ERROR'], address: 'ada@example.com' });
  await fail('ALERT-2');
  await pass();
  assert.equal((await bell()).open, 0);
  assert.equal(mails.received.length, 0, 'further alerts may join the message for half a minute');
  await pass(6);
  await pass(6);
  assert.deepEqual(
    mails.received.map(({ to }) => to),
    [['ada@example.com']],
  );
  const [{ text } = { text: '' }] = mails.received;
  assert.match(text, /Subject: Platen: Orders in error: ALERT-2/);
  assert.match(text, /Auto-Submitted: auto-generated/);
  assert.ok(
    text.replaceAll(/=\r\n/g, '').includes(`http://platen.test/console/orders/${customer.clientId}/ALERT-2`),
    text,
  );
  assert.equal(slack.texts.length, 1);
  const { rows } = await server.pool.query(
    `select row_to_json(a)::text as row from alerts a union all select row_to_json(m)::text from alert_messages m`,
  );
  for (const one of [...rows.map(({ row }) => row), text, ...slack.texts])
    for (const secret of ['Lovelace', 'no artwork', 'Street', 'Berlin']) assert.ok(!one.includes(secret), one);
});

test('a burst of 1,000 causes is one message to each recipient', async () => {
  await chosen({ mail: ['ORDER_ERROR'], address: 'ada@example.com' });
  await pass();
  await server.pool.query(
    `insert into orders (client_id, order_id, status, status_since, created, updated, request_hash, document, summary)
     select $1, 'BURST-' || n, 'ERROR', now(), now(), now(), '', '{}', '{}' from generate_series(1, 1000) n`,
    [customer.clientId],
  );
  for (let times = 0; times < 8; times += 1) await pass(3);
  await server.pool.query(`delete from orders where order_id like 'BURST-%'`);
  assert.deepEqual([mails.received.length, slack.texts.length], [1, 1]);
  assert.match(mails.received[0]?.text ?? '', /Subject: Platen: Orders in error: 1,000/);
  assert.match(slack.texts[0] ?? '', /and 990 more/);
});

test('while the mail server is down, one message waits, and is sent once under the same Message-ID', async () => {
  await chosen({ mail: ['ORDER_ERROR'], address: 'ada@example.com' });
  await fail('ALERT-3');
  await pass();
  mails.refusal = 451;
  await pass(6);
  await mails.close();
  await fail('ALERT-4');
  for (let times = 0; times < 4; times += 1) await pass(31);
  const waiting = await server.pool.query(
    `select attempts, last_error from alert_messages where recipient <> 'webhook'`,
  );
  assert.equal(waiting.rows.length, 1, 'the second alert waits for the first message');
  assert.equal(waiting.rows[0].attempts, 5);
  assert.match((await ada.send('GET', '/me/alerts')).json.lastMail.lastError, /ECONNREFUSED/);
  const { received, port } = mails;
  mails = await startMailServer(server, port);
  await pass(31);
  assert.equal(mails.received.length, 1);
  assert.equal(received.length, 0);
  await pass(6);
  await pass(6);
  assert.equal(mails.received.length, 2);
  assert.match(mails.received[1]?.text ?? '', /ALERT-4/);
  assert.doesNotMatch(mails.received[1]?.text ?? '', /ALERT-3/);
});

test('a process that is killed while it sends repeats the same message', async () => {
  await chosen({ mail: ['ORDER_ERROR'], address: 'ada@example.com' });
  await fail('ALERT-5');
  await pass();
  const now = new Date((server.time.now ?? new Date()).getTime() + 6 * MINUTE_MS);
  server.time.now = now;
  await watchAlerts(context);
  const { rows } = await server.pool.query(`select message_id as id from alert_messages where recipient <> 'webhook'`);
  const messageId = rows[0].id as string;
  const { host, port, user, password, database } = server.pool.options;
  const { MAIL, BASE_URL } = server.config;
  const given = { database: { host, port, user, password, database }, config: { MAIL, BASE_URL }, now, messageId };
  const answering = Promise.withResolvers<void>();
  mails.hold = answering.promise;
  const script = join(import.meta.dirname, '../src/operations/alerts/test-support/send-and-be-killed.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: 'inherit' });
  await until(() => mails.received.length === 1, 'the mail server has the message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  answering.resolve();
  mails.hold = undefined;
  await pass(2);
  await pass(2);
  const ids = mails.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  assert.deepEqual(ids, [`<${messageId}@platen.test>`, `<${messageId}@platen.test>`]);
  assert.equal(mails.received[0]?.text, mails.received[1]?.text);
});

test('a daily message comes at seven on a working day, with what is still open', async () => {
  await operator.send('PUT', '/settings/shop', { timeZone: 'Europe/Berlin', workingDays: ['MON', 'TUE'] });
  // A Monday, 8:00 in Berlin.
  server.time.now = new Date('2027-03-01T07:00:00Z');
  await chosen(
    { mail: ['STOCK_LOW', 'ORDER_ERROR'], address: 'ada@example.com', times: 'DAILY' },
    await signedIn(server),
  );
  await server.pool.query(`update product_variants set minimum = 1000000 where ean13 = $1`, [EAN]);
  await pass(1);
  await pass(30);
  assert.equal(mails.received.length, 0);
  server.time.now = new Date('2027-03-02T05:59:00Z');
  await pass();
  assert.equal(mails.received.length, 0);
  await pass(2);
  assert.match(mails.received[0]?.text ?? '', new RegExp(`Stock below its minimum: ${EAN}`));
  // No working day.
  await server.pool.query('update product_variants set minimum = null');
  await pass();
  await server.pool.query(`update product_variants set minimum = 2000000 where ean13 = $1`, [EAN]);
  await pass(120);
  await pass(24 * 60);
  assert.equal(mails.received.length, 1);
  server.time.now = new Date('2027-03-08T06:01:00Z');
  await pass();
  assert.equal(mails.received.length, 2);
  server.time.now = undefined;
  await operator.send('PUT', '/settings/shop', {});
});

test('a cause that returns within the hour opens its alert again without another message', async () => {
  await chosen({ mail: ['STOCK_LOW'], address: 'ada@example.com' });
  const set = (minimum?: number) => operator.send('PUT', `/stock/PRODUCT/${EAN}/minimum`, minimum ? { minimum } : {});
  assert.equal((await set(5_000_000)).json.minimum, 5_000_000);
  assert.deepEqual(
    (await operator.get('/stock?belowMinimum=true')).json.map(({ code }: { code: string }) => code),
    [EAN],
  );
  await pass();
  await pass(6);
  assert.equal((await set()).json.minimum, undefined);
  await pass(6);
  assert.equal((await bell(await signedIn(server, 'viewer'))).open, 0);
  await set(5_000_000);
  await pass(6);
  await pass(6);
  assert.equal(mails.received.length, 1);
  await set();
  await pass(6);
  await pass(61);
  await set(5_000_000);
  await pass(6);
  await pass(6);
  await set();
  assert.equal(mails.received.length, 2);
  const { json } = await operator.get('/audit?subject=stock');
  assert.equal(json[0].action, 'stock.minimum_removed');
});

test('the webhook gets every kind, and no name can mention people in the chat', async () => {
  const { clientId } = await server.newClient();
  await server.pool.query(`update clients set name = '<!channel> & Co' where client_id = $1`, [clientId]);
  await server.pool.query(
    `insert into webhook_endpoints (client_id, endpoint_id, url, status, disabled_reason, secret, created, updated)
     values ($1, gen_random_uuid(), 'https://a.example/secret', 'disabled', 'gone', '', now(), now())`,
    [clientId],
  );
  await server.pool.query(
    `insert into printers (printer_id, name, kind, address, media_types, media_width_mm, media_height_mm, dots_per_inch, created, failures, failing_since)
     values ('x', 'Zebra', 'raw', '127.0.0.1:9', '{}', 100, 150, 203, now(), 3, now() - interval '3 minutes')`,
  );
  await server.pool.query(
    `insert into shop_connections (client_id, connection, shop, run_id, seen)
     values ($1, 'SHOPIFY-', 'shopify', gen_random_uuid(), now() - interval '20 minutes')`,
    [clientId],
  );
  // Of the shops of the console, a failing one stopped. A stopped one was stopped on purpose.
  await server.pool.query(
    `insert into shop_connections (client_id, connection, shop, run_id, seen, state, faults, created)
     values ($1, 'WOO-', 'woocommerce', gen_random_uuid(), now(), 'ACTIVE', '{"look": {"failures": 3}}', now() - interval '20 minutes'),
            ($1, 'SW-', 'shopware', gen_random_uuid(), now() - interval '20 minutes', 'STOPPED', '{}', now() - interval '20 minutes')`,
    [clientId],
  );
  await server.pool.query(`update backup_state set problem = 'x', problem_message = '/secret/path'`);
  slack.status = 500;
  await pass();
  await pass(6);
  slack.status = 200;
  await pass(1);
  const [, text = ''] = slack.texts;
  assert.equal(slack.texts.length, 2);
  assert.equal(slack.texts[0], text);
  assert.match(text, /&lt;!channel&gt; &amp; Co/);
  assert.match(text, /Webhooks and shop connections that stopped \(3\)/);
  assert.match(text, /- Zebra/);
  assert.match(text, /Backups that fail/);
  assert.doesNotMatch(text, /secret/);
  await server.pool.query(`delete from printers; delete from shop_connections; delete from webhook_endpoints;
    update backup_state set problem = null, problem_message = null`);
  await pass(1);
  assert.equal((await bell()).open, 0);
});

test('late orders are reported once in the morning', async () => {
  await assigned(server, customer, { orderId: 'LATE-1' });
  await server.pool.query(`update orders set due = now() - interval '1 day' where order_id = 'LATE-1'`);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  server.time.now = new Date(`${tomorrow}T06:59:00Z`);
  const early = await signedIn(server);
  await pass();
  assert.equal((await bell(early)).open, 0);
  await pass(2);
  await pass(60);
  const { open, alerts } = await bell(early);
  assert.deepEqual([open, alerts[0].kind, alerts[0].facts.orders >= 1], [1, 'ORDERS_LATE', true]);
  await server.pool.query(`update orders set status = 'CANCELLED'`);
  await pass(1);
  assert.equal((await bell(early)).open, 0);
});

test('a restored copy sends nothing until staff resume it', async () => {
  await chosen({ bell: ['ORDER_ERROR'], mail: ['ORDER_ERROR'], address: 'ada@example.com' });
  await fail('ALERT-6');
  await server.pool.query('insert into restore_pause (singleton, since) values (true, now())');
  await pass();
  await pass(6);
  await pass(6);
  assert.deepEqual([mails.received.length, slack.texts.length], [0, 0]);
  assert.equal((await bell()).open, 1);
  await operator.send('POST', '/resume', {});
  await pass(1);
  assert.deepEqual([mails.received.length, slack.texts.length], [1, 1]);
});

test('people without the permission, programs and bad choices are refused, and leavers get nothing', async () => {
  const floor = await signedIn(server, 'floor');
  assert.equal((await floor.send('GET', '/alerts')).json.error, 'not_permitted');
  assert.equal((await operator.get('/alerts')).json.error, 'people_only');
  assert.equal((await newBrowser(server).send('GET', '/alerts')).status, 401);
  assert.equal((await choose({ mail: ['ORDER_ERROR'] })).json.violations[0].pointer, '/address');
  for (const address of ['ada', 'ada@x.de, eve@x.de', 'Ada <ada@x.de>', 'ada@x.de\nBcc: eve@x.de'])
    assert.equal((await choose({ mail: ['ORDER_ERROR'], address })).status, 400, address);
  const leaver = await signedIn(server, 'office');
  await chosen({ mail: ['ORDER_ERROR'], address: 'leaver@example.com' }, leaver);
  await fail('ALERT-7');
  await pass();
  mails.refusal = 451;
  await pass(6);
  mails.refusal = undefined;
  await operator.send('PATCH', `/operators/${leaver.account.operatorId}`, { disabled: true });
  await pass(6);
  assert.equal(mails.received.length, 0);
  const { rows } = await server.pool.query(`select state from alert_messages where recipient <> 'webhook'`);
  assert.deepEqual(rows, [{ state: 'failed' }]);
});
