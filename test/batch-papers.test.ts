import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem, EAN, item, NECK_LABEL } from '../src/orders/test-support/sample-orders.ts';
import { readCodes, readPages } from '../src/papers/test-support/read-papers.ts';
import { drawFirstLabel } from '../src/platform/files/draw-label.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import {
  type ListeningPrinter,
  labelPrinter,
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
  const orders = [await another('BATCH-1'), await another('BATCH-2')];
  batchId = (await operator.send('POST', '/batches', { orders })).json.batch.batchId;
  pieces = [];
  for (const { orderId } of orders) {
    const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
    pieces.push(...json.map(({ code }: { code: string }) => code));
  }
});
after(() => server.close());

async function another(orderId: string) {
  await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity: 5 }, item({ quantity: 2 })] });
  return { clientId: customer.clientId, orderId };
}

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

test('tickets are drawn as ZPL for a sticker printer, and a printer is refused papers that it cannot print', async (t) => {
  const stickers = await labelPrinter(t, operator);
  const path = `/printers/${stickers.printerId}`;
  const paper = { mediaWidthMm: 100, mediaHeightMm: 50 };
  assert.deepEqual((await operator.send('PATCH', path, paper)).json.papers, ['TICKETS', 'LABEL']);
  const { printerId } = stickers;
  const papers = `/batches/${batchId}/papers`;
  const refused = await operator.send('POST', papers, { paper: 'PICK_LIST', printerId });
  assert.deepEqual([refused.status, refused.json.error], [409, 'document_not_printable']);
  const sheet = await operator.send('POST', papers, { paper: 'TICKETS', printerId, form: 'SHEET', reason: 'Lost.' });
  assert.equal(sheet.status, 409);
  const asked = await operator.send('POST', papers, { paper: 'TICKETS', printerId, reason: 'Lost.' });
  assert.deepEqual([asked.status, asked.json.form], [200, 'STICKER']);
  await bench.draw();
  await bench.print(printerId);
  const zpl = Buffer.concat(stickers.taken).toString('latin1');
  const living = (await operator.get(`/batches/${batchId}/pieces`)).json;
  const drawn: string[] = [];
  for (const [label] of zpl.matchAll(/\^XA.*?\^XZ/gs)) {
    const png = await drawFirstLabel(Buffer.from(label));
    drawn.push(...(await readCodes(png)).bars);
  }
  const open = living.filter(({ state }: { state: string }) => !['REPLACED', 'CANCELLED'].includes(state));
  assert.deepEqual(drawn.sort(), open.map(({ code }: { code: string }) => code).sort());
  const [run] = (await operator.get(papers)).json;
  assert.equal(run.printer.kind, 'raw');
});

test('papers that the browser prints here have no print job, and never wait for the browser of another station', async (t) => {
  const browser = { name: 'Bench browser', kind: 'browser', mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const { printerId } = (await operator.send('POST', '/printers', browser)).json;
  t.after(() => operator.send('DELETE', `/printers/${printerId}`));
  await stationWith(operator, 'check-browser', [{ printerId } as ListeningPrinter]);
  const papers = `/batches/${batchId}/papers`;
  const here = await operator.send('POST', papers, { paper: 'COVER', here: true });
  assert.deepEqual([here.json.state, here.json.printerId, here.json.jobs], ['here', undefined, []]);
  await bench.draw();
  assert.equal((await operator.get(papers)).json[0].state, 'here');
  const other = await operator.send('POST', papers, { paper: 'PICK_LIST', station: 'nowhere' });
  assert.notEqual(other.json.printerId, printerId);
  const own = await operator.send('POST', papers, { paper: 'PICK_LIST', station: 'check-browser', reason: 'Lost.' });
  assert.equal(own.json.printerId, printerId);
  await bench.draw();
  const jobs = (await operator.get(`/print-jobs?printer=${printerId}`)).json;
  for (const { jobId } of jobs.data ?? jobs) await operator.send('POST', `/print-jobs/${jobId}/cancel`);
});

test('batch, cover, pick list and tickets count the same pieces, and name what is counted beside them', async () => {
  const neck = { sku: NECK_LABEL, location: 'NECK', technology: 'HEAT_PRESS' };
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(NECK_LABEL)}/set`, { quantity: 40 });
  const items = [{ ...customItem({ customizations: [neck] }), quantity: 3 }, item({ quantity: 2 })];
  await assigned(server, customer, { orderId: 'COUNT-1', items });
  const order = { clientId: customer.clientId, orderId: 'COUNT-1' };
  const offered = (await operator.get('/release-orders')).json;
  assert.equal(offered.find(({ orderId }: { orderId: string }) => orderId === 'COUNT-1').pieces, 5);
  const { batch } = (await operator.send('POST', '/batches', { orders: [order] })).json;
  assert.equal(batch.pieces, 5);
  const path = `/batches/${batch.batchId}/papers`;
  const [cover] = await readPages(await pdf(`${path}/cover`));
  assert.match(cover!.text, /3 tickets · 5 pieces · 1 order/);
  assert.match(cover!.text, /of them 2 finished products, and 3 customizations/);
  const [list] = await readPages(await pdf(`${path}/pick-list`));
  assert.match(list!.text, /Take 5 pieces in all, and 3 customizations \(such as neck labels\)/);
  assert.equal((await readPages(await pdf(`${path}/tickets`))).length, 3);
  const short = await operator.send('POST', `/batches/${batch.batchId}/shorts`, { sku: BLANK, missing: 1 });
  assert.equal(short.status, 200, short.text);
  assert.equal((await operator.get(`/batches/${batch.batchId}`)).json.pieces, 4);
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(BLANK)}/set`, { quantity: 40 });
});

test('papers whose printer is gone say so, and can be requested again', async (t) => {
  const gone = await officePrinter(t, operator);
  const { batch } = (await operator.send('POST', '/batches', { orders: [await another('BATCH-3')] })).json;
  const papers = `/batches/${batch.batchId}/papers`;
  const { printerId } = gone;
  const first = await operator.send('POST', papers, { paper: 'COVER', printerId });
  await operator.send('DELETE', `/printers/${printerId}`);
  await bench.draw();
  const [run] = (await operator.get(papers)).json;
  assert.deepEqual([run.state, run.problem], ['not_made', 'printer_not_found']);
  const again = await operator.send('POST', papers, { paper: 'COVER', printerId: sheets.printerId });
  assert.deepEqual([again.json.runId, again.json.state], [first.json.runId, 'drawing']);
  await bench.draw();
  assert.deepEqual((await operator.get(papers)).json[0].state, 'enqueued');
  await bench.print(sheets.printerId);
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
