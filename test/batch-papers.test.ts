import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem, EAN, item } from '../src/orders/test-support/sample-orders.ts';
import { readCodes, readPages } from '../src/papers/test-support/read-papers.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import {
  type ListeningPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from './support/paper-bench.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
let bench: PaperBench;
let sheets: ListeningPrinter;
let token: string;
let batchId: string;
let pieces: string[];
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  token = (await server.token({ scope: 'operator' })).token;
  customer = await newCustomer(server);
  bench = openPaperBench(server, server);
  sheets = await officePrinter(server, operator);
  await stationWith(operator, 'check-1', [sheets]);
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(BLANK)}/set`, { quantity: 40 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 40 });
  for (const orderId of ['BATCH-1', 'BATCH-2'])
    await assigned(server, customer, {
      orderId,
      items: [{ ...customItem(), quantity: 5 }, item({ quantity: 2 })],
    });
  const orders = ['BATCH-1', 'BATCH-2'].map((orderId) => ({ clientId: customer.clientId, orderId }));
  batchId = (await operator.send('POST', '/batches', { orders })).json.batch.batchId;
  pieces = [];
  for (const { orderId } of orders) {
    const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
    pieces.push(...json.map(({ code }: { code: string }) => code));
  }
});
after(() => server.close());

/** Reads a PDF from a route. */
async function pdf(path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/operator/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf'], path);
  return Buffer.from(await answer.arrayBuffer());
}

async function codesOf(document: Buffer): Promise<string[]> {
  const codes: string[] = [];
  for (const { png } of await readPages(document)) codes.push(...(await readCodes(png)).bars);
  return codes;
}

test('the tickets of a batch are printed once, one for each piece, and reprinted only with a reason', async () => {
  const body = { paper: 'TICKETS', station: 'check-1' };
  const asked = await operator.send('POST', `/batches/${batchId}/papers`, body);
  assert.deepEqual([asked.json.paper, asked.json.form, asked.json.state], ['TICKETS', 'SHEET', 'drawing']);
  assert.equal((await operator.send('POST', `/batches/${batchId}/papers`, body)).json.runId, asked.json.runId);
  await bench.draw();
  await bench.print(sheets.printerId);
  await bench.draw();
  await bench.print(sheets.printerId);
  assert.equal(sheets.taken.length, 1);
  assert.deepEqual((await codesOf(sheets.taken[0]!)).sort(), [...pieces].sort());
  const [run] = (await operator.get(`/batches/${batchId}/papers`)).json;
  assert.deepEqual([run.state, run.jobs.length, run.jobs[0].state], ['enqueued', 1, 'printed']);
  const again = await operator.send('POST', `/batches/${batchId}/papers`, {
    ...body,
    reason: 'The printer was out of toner.',
  });
  assert.notEqual(again.json.runId, asked.json.runId);
  await bench.draw();
  await bench.print(sheets.printerId);
  assert.equal(sheets.taken.length, 2);
});

test('tickets, pick list and cover are valid PDF, and the pick list has required and available quantities', async () => {
  const stickers = await readPages(await pdf(`/batches/${batchId}/papers/tickets`));
  assert.equal(stickers.length, pieces.length);
  const { text } = stickers[0]!;
  assert.match(text, /Creator Tee/);
  assert.doesNotMatch(text, /Lovelace|Musterstraße/);
  const [list] = await readPages(await pdf(`/batches/${batchId}/papers/pick-list`));
  assert.match(list!.text, /Creator Tee.* 10 .*40/);
  assert.match(list!.text, new RegExp(`${EAN}.* 4 .*40`));
  const [cover] = await readPages(await pdf(`/batches/${batchId}/papers/cover`));
  assert.match(cover!.text, /Creator Tee DTG 10/);
  assert.deepEqual((await readCodes(cover!.png)).bars.length, 1);
});

test("the ticket of a piece is reprinted with a reason, and a rejected piece's successor gets its own ticket", async () => {
  const [piece = ''] = pieces;
  const count = sheets.taken.length;
  assert.equal((await operator.send('POST', `/pieces/${piece}/ticket`, {})).status, 400);
  const body = { reason: 'It fell off.', station: 'check-1' };
  const asked = await operator.send('POST', `/pieces/${piece}/ticket`, body, { 'idempotency-key': 'one' });
  const again = await operator.send('POST', `/pieces/${piece}/ticket`, body, { 'idempotency-key': 'one' });
  assert.equal(again.json.runId, asked.json.runId);
  await bench.draw();
  await bench.print(sheets.printerId);
  assert.deepEqual(await codesOf(sheets.taken[count]!), [piece]);
  let context: object = { work: 'CHECK' };
  const smear = commandSheet().find((one) => one.command === 'REJECT' && one.reason === 'SMEAR')?.code;
  let successor = '';
  for (const code of [piece, smear]) {
    const sent = { id: randomUUID(), station: 'check-1', code, context };
    const { json } = await operator.send('POST', '/scans', sent);
    context = json.next;
    successor = json.done?.successor?.code ?? successor;
  }
  assert.notEqual(successor, '');
  await bench.draw();
  await bench.print(sheets.printerId);
  assert.equal(sheets.taken.length, count + 2);
  const [ticket] = await readPages(sheets.taken.at(-1)!);
  assert.deepEqual((await readCodes(ticket!.png)).bars, [successor]);
  assert.match(ticket!.text, /R1/);
});

test('the sheets of commands, bins and scanner tests contain the codes that are scanned', async () => {
  await operator.send('PUT', '/bins', { count: 3 });
  assert.deepEqual(
    (await codesOf(await pdf('/papers/commands'))).sort(),
    commandSheet()
      .map(({ code }) => code)
      .sort(),
  );
  assert.equal((await codesOf(await pdf('/papers/bins'))).length, 3);
  assert.equal((await codesOf(await pdf('/papers/scanner-test'))).length, 1);
});
