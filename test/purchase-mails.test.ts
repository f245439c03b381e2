import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PurchaseMailContext, sendPurchaseMail } from '../src/operations/mail-purchases.ts';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK } from '../src/orders/test-support/sample-orders.ts';
import { PaperPress } from '../src/papers/paper-press.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { duePurchaseMails } from '../src/stock/purchase-mail-store.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;
const ADDRESS = { address: 'orders@textile.example' };
const press = new PaperPress();

let server: TestServer;
let operator: Operator;
let mails: MailServer;
let context: PurchaseMailContext;
before(async () => {
  const ends: (() => unknown)[] = [];
  mails = await startMailServer({ after: (end: () => unknown) => void ends.push(end) });
  server = await startTestServer({
    SMTP_URL: mails.url,
    MAIL_FROM: 'Platen <platen@example.com>',
    TOKEN_TTL_SECONDS: '86400',
  });
  for (const end of ends) server.after(end);
  Object.assign(server.config, { CURRENCY: 'EUR' });
  server.after(() => press.close());
  operator = await newOperator(server);
  await newCustomer(server);
  const clock = () => server.time.now ?? new Date();
  context = { pool: server.pool, clock, press, log: server.log, config: server.config };
});
after(() => server.close());

async function draftOf(reference: string): Promise<string> {
  const { json } = await operator.send('PUT', '/suppliers', { name: 'Textile Trade', leadDays: 5 });
  const lines = [{ kind: 'ARTICLE', code: BLANK, quantity: 24, price: 3.45 }];
  const made = await operator.send('POST', '/purchases', { supplierId: json.supplierId, reference, lines });
  return made.json.purchaseId;
}

/** Lets time pass, and sends what is due. */
async function pass(minutes = 0): Promise<void> {
  const now = new Date((server.time.now ?? new Date()).getTime() + minutes * MINUTE_MS);
  server.time.now = now;
  for (const key of await findDue(server.pool, duePurchaseMails(now))) await sendPurchaseMail(context, key);
}

test('a purchase order is sent once, as PDF and CSV, and is then marked as sent', async () => {
  const purchaseId = await draftOf('PO-1');
  const paper = await operator.get(`/purchases/${purchaseId}/pdf`);
  assert.deepEqual([paper.status, paper.text.slice(0, 5)], [200, '%PDF-']);
  const request = () => operator.send('POST', `/purchases/${purchaseId}/mail`, ADDRESS);
  assert.deepEqual((await request()).json.mail, { ...ADDRESS, state: 'WAITING' });
  assert.equal((await request()).status, 200);
  await Promise.all([pass(), pass()]);
  assert.deepEqual(
    mails.received.map(({ to }) => to),
    [['orders@textile.example']],
  );
  const [{ text } = { text: '' }] = mails.received;
  assert.match(text, /filename=PO-1.pdf/);
  assert.match(text, /filename=PO-1.csv/);
  assert.match(text, /Total: 82\.80 EUR/);
  const { json } = await operator.get(`/purchases/${purchaseId}`);
  assert.deepEqual([json.state, json.mail.state], ['SENT', 'SENT']);
  await pass(10);
  assert.equal(mails.received.length, 1);
  assert.equal((await operator.send('POST', `/purchases/${purchaseId}/mail`, { address: 'nobody' })).status, 400);
});

test('a refused e-mail is tried again under the same Message-ID, and the order stays a draft', async () => {
  mails.received.length = 0;
  mails.refusal = 451;
  const purchaseId = await draftOf('PO-2');
  await operator.send('POST', `/purchases/${purchaseId}/mail`, ADDRESS);
  await pass();
  const { json } = await operator.get(`/purchases/${purchaseId}`);
  assert.deepEqual([json.state, json.mail.state, mails.received.length], ['DRAFT', 'WAITING', 0]);
  assert.ok(json.mail.error);
  mails.refusal = undefined;
  await pass(120);
  assert.equal(mails.received.length, 1);
  assert.equal((await operator.get(`/purchases/${purchaseId}`)).json.state, 'SENT');
});

test('without a mail server, the request says so', async () => {
  const { MAIL } = server.config;
  server.config.MAIL = undefined;
  try {
    const refused = await operator.send('POST', `/purchases/${await draftOf('PO-3')}/mail`, ADDRESS);
    assert.deepEqual([refused.status, refused.json.error], [409, 'mail_not_set_up']);
  } finally {
    server.config.MAIL = MAIL;
  }
});

test('labels have the text of the shelf or the code of the article', async () => {
  const labels = [{ place: 'A-12-3' }, { code: BLANK, copies: 2 }];
  const drawn = await operator.send('POST', '/papers/stock-labels', { labels });
  assert.deepEqual([drawn.status, drawn.text.slice(0, 5)], [200, '%PDF-']);
  const unknown = await operator.send('POST', '/papers/stock-labels', { labels: [{ code: 'NONE' }] });
  assert.equal(unknown.json.error, 'stock_not_found');
});
