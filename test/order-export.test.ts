import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { readCsv } from '../src/platform/formats/read-csv.ts';
import { recordStatements } from './support/count-statements.ts';
import { fillWithOrders } from './support/many-orders.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { until } from './support/platen-process.ts';
import { openSocket, portOf } from './support/raw-socket.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/** More than the 20,000 rows at which the list's export once ended. */
const ORDERS = 20_050;
/** Documents that one statement reads. */
const ORDERS_AT_ONCE = 50;
const FORMULA = '=HYPERLINK("https://example.com")';
const EXPORT = '/operator/v1/orders/export';

let server: TestServer;
let operator: Operator;
let token: string;
before(async () => {
  server = await startTestServer({ TIME_ZONE: 'Asia/Kathmandu', PRODUCTION_HOURS: '24', PAPER_LANGUAGE: 'de' });
  operator = await newOperator(server);
  token = (await server.token({ scope: 'operator' })).token;
  await fillWithOrders(server.pool, 0, ORDERS);
  await operator.send('PUT', '/carriers/carrier-0', { name: 'Post' });
  // Rows of 2 KB, because the system buffers some megabytes for a reader that stops.
  await server.pool.query(
    `update orders set document = replace(document, 'Musterstraße 1', rpad('Musterstraße 1', 2000, ' x'))`,
  );
  await server.pool.query(
    `update orders set document = jsonb_set(jsonb_set(document::jsonb, '{shipping,address,personName}', to_jsonb($1::text)),
       '{shipments}', '[{"trackingNumber": "0034", "items": [], "shipped": "2024-01-02T20:00:00.000Z"}, {"trackingNumber": "0035", "items": [], "shipped": "2024-01-03T20:00:00.000Z"}]')::text
     where order_id = 'SHOP-7'`,
    [FORMULA],
  );
});
after(() => server.close());

async function rowsOf(text: string): Promise<Record<string, string>[]> {
  const rows: string[][] = [];
  for await (const { cells } of readCsv([text], { rowCharactersMax: 10_000 })) rows.push(cells);
  const [head = [], ...others] = rows;
  return others.map((cells) => Object.fromEntries(cells.map((cell, index) => [head[index], cell])));
}

test('every matching order is exported, also beyond twenty thousand', async () => {
  const answer = await operator.get('/orders/export?language=en');
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')],
    [200, 'text/csv; charset=utf-8', 'attachment; filename="orders.csv"'],
  );
  const rows = await rowsOf(answer.text);
  assert.equal(rows.length, ORDERS);
  assert.equal(new Set(rows.map(({ Order }) => Order)).size, ORDERS);
  const { Order, Client, Status, Created, Due, Value, Currency, City, Carrier } = rows.at(-1)!;
  assert.deepEqual(
    { Order, Client, Status, Created, Due, Value, Currency, City, Carrier },
    {
      ...{ Order: 'SHOP-0', Client: 'Growth 0', Status: 'Error', Created: '2024-01-01 05:45', Due: '' },
      ...{ Value: '49.8', Currency: 'EUR', City: 'Berlin', Carrier: 'Post' },
    },
  );
});

test('filters, the semicolon with decimal commas and the language of the center apply, and formulas are guarded', async () => {
  const { text } = await operator.get('/orders/export?status=ERROR&format=csv_semicolon');
  // fetch removes the byte order mark.
  assert.match(text, /^Auftrag;Kunde;/);
  const errors = await rowsOf(text);
  assert.equal(errors.length, Math.ceil(ORDERS / 1_000));
  assert.deepEqual([errors[0]?.Status, errors[0]?.Grund, errors[0]?.Wert], ['Fehler', 'Datei nicht gefunden', '49,8']);
  const one = await operator.get('/orders/export?orderIds=SHOP-7&language=en');
  assert.ok(one.text.includes(`"'${FORMULA.replaceAll('"', '""')}"`));
  const [row] = await rowsOf(one.text);
  assert.deepEqual([row?.['Tracking numbers'], row?.['Last shipped']], ['0034, 0035', '2024-01-04 01:45']);
  const searched = await rowsOf((await operator.get('/orders/export?q=shop-7')).text);
  assert.equal(searched.length, 1_111, 'SHOP-7, SHOP-70 to SHOP-79, and so on');
  assert.equal((await operator.get('/orders/export?clientId=unknown')).text.split('\r\n').length, 2);
});

test('a workbook opens with times, numbers and text, and a formula is text in it', async () => {
  const answer = await fetch(`${server.url}${EXPORT}?format=xlsx&language=en&clientId=growth-7`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="orders.xlsx"');
  const workbook = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  const [head = [], ...rows] = workbook.sheets[0]!.rows;
  assert.equal(rows.length, Math.ceil((ORDERS - 7) / 20));
  const row = rows.find(([orderId]) => orderId === 'SHOP-7')!;
  const cell = (name: string) => row[head.indexOf(name)];
  assert.deepEqual(
    [cell('Created'), cell('Value'), cell('SKU or EAN'), cell('Recipient')],
    [new Date('2024-01-01T05:48:30.000Z'), 49.8, '4006381333931', FORMULA],
  );
});

test('a reader that stops holds no connection and no pages, delays nobody, and has a share of two', async (t) => {
  const request = `GET ${EXPORT} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const again = () =>
    fetch(`${server.url}${EXPORT}?orderIds=SHOP-7`, { headers: { authorization: `Bearer ${token}` } });
  const sockets = [await openSocket(t, portOf(server.url)), await openSocket(t, portOf(server.url))];
  for (const socket of sockets) {
    socket.write(request);
    socket.once('data', () => socket.pause());
  }
  let pages = 0;
  for (let more = 1; more > 0; pages += more) {
    const statements = await recordStatements(async () => {
      for (let index = 0; index < 20; index++) assert.equal((await operator.get('/orders?limit=5')).status, 200);
    });
    more = statements.filter((text) => text.includes('select o.document')).length;
  }
  assert.ok(pages < ORDERS / ORDERS_AT_ONCE, `${pages} reads for two readers that take nothing`);
  assert.equal((await again()).status, 429, 'two exports of one person are open');
  assert.equal((await operator.get('/orders/export?orderIds=SHOP-7')).status, 200, 'others have their own share');
  for (const socket of sockets) socket.destroy();
  await until(async () => (await again()).status === 200, 'the share is free again');
});

test('who may not read orders gets no export, and each export is in the audit log', async () => {
  const floor = await signedIn(server, 'floor');
  assert.equal((await floor.send('GET', '/orders/export')).json.error, 'not_permitted');
  const viewer = await signedIn(server, 'viewer');
  assert.match((await viewer.send('GET', '/orders/export?orderIds=SHOP-7')).text, /Musterstraße/);
  const { rows } = await server.pool.query(
    `select actor_name, detail from audit where action = 'orders.exported' order by entry_id desc limit 1`,
  );
  assert.deepEqual([rows[0].actor_name, JSON.parse(rows[0].detail)], ['Ada Lovelace', { format: 'csv' }]);
});
