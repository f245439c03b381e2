import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { customItem } from '../src/orders/test-support/sample-orders.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { shareFigures } from '../src/reports/wall-board.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer({ CENTER_NAME: 'Print House', TIME_ZONE: 'UTC' });
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

const codeOf = (name: string) => commandSheet().find((one) => 'command' in one && one.command === name)?.code ?? '';

async function createBoard(name = 'Packing hall'): Promise<{ boardId: string; token: string }> {
  const { status, json } = await operator.send('POST', '/wall-boards', { name });
  assert.equal(status, 201);
  const [address, token] = json.link.split('#');
  assert.equal(address, 'http://platen.test/console/wall');
  return { boardId: json.board.boardId, token };
}
const read = (token: string) => server.send('/operator/v1/wall-board', { headers: { 'x-wall-token': token } });

test('the link opens the figures and nothing else, and stops at once when it is revoked', async () => {
  const { boardId, token } = await createBoard();
  const { status, json, headers, text } = await read(token);
  assert.deepEqual([status, json.center, headers.get('cache-control')], [200, 'Print House', 'no-store']);
  assert.ok(!text.includes(customer.clientId));
  for (const path of ['/orders', '/overview', '/wall-boards', '/session'])
    for (const given of [
      { authorization: `Bearer ${token}` },
      { 'x-wall-token': token },
      { cookie: `platen=${token}` },
    ])
      assert.ok((await server.send(`/operator/v1${path}`, { headers: given })).status >= 401, path);
  const { rows } = await server.pool.query('select row_to_json(b)::text as row from wall_boards b');
  assert.ok(rows.every(({ row }) => !row.includes(token)));
  const [listed] = (await operator.get('/wall-boards')).json;
  assert.deepEqual([listed.name, typeof listed.seen], ['Packing hall', 'string']);
  assert.equal((await operator.send('DELETE', `/wall-boards/${boardId}`)).status, 204);
  assert.deepEqual([(await read(token)).status, (await read(token)).json.error], [404, 'wall_board_not_found']);
  assert.equal((await operator.send('DELETE', `/wall-boards/${boardId}`)).status, 404);
  const entries = (await operator.get('/audit?subject=service')).json.map(({ action }: { action: string }) => action);
  assert.deepEqual(entries.slice(0, 2), ['wall_board.revoked', 'wall_board.created']);
});

test('wrong tokens are refused, only an admin creates boards, and there is a limit', async () => {
  for (const token of ['', 'x', 'q3Xz7Lr0-1fJa5H4TG2smICGKf_LUP_GsfXDCRlhtx4'])
    assert.equal((await read(token)).status, 404, token);
  assert.equal((await server.send('/operator/v1/wall-board')).status, 400);
  const office = await signedIn(server, 'office');
  assert.equal((await office.send('POST', '/wall-boards', { name: 'Hall' })).json.error, 'not_permitted');
  assert.equal((await office.send('GET', '/wall-boards')).status, 200);
  assert.equal((await operator.send('POST', '/wall-boards', { name: '  ' })).status, 400);
  for (let made = 0; made < 50; made += 1) await createBoard(`Hall ${made}`);
  assert.equal((await operator.send('POST', '/wall-boards', { name: 'One more' })).json.error, 'too_many_wall_boards');
  await server.pool.query('delete from wall_boards');
});

test('the figures follow the pieces, also when work is undone', async () => {
  await operator.send('POST', `/stock/ARTICLE/${customItem().customProduct?.sku}/set`, { quantity: 100 });
  await operator.send('PUT', '/bins', { count: 5 });
  const orderId = await assigned(server, customer, { orderId: 'WALL-1', items: [{ ...customItem(), quantity: 3 }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const pieces = (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json as { code: string }[];
  const [a, b] = pieces.map(({ code }) => code);
  let context: object = { work: 'MAKE' };
  for (const code of [a, codeOf('PASS'), b, codeOf('PASS'), codeOf('UNDO')]) {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'Press 1', code, context });
    assert.equal(json.refusal, undefined, JSON.stringify(json.refusal));
    context = json.next;
  }
  const now = new Date();
  const figures = () => shareFigures(server.pool, () => now, server.config).read();
  const { technologies, stations, late } = await figures();
  assert.deepEqual(technologies, [{ technology: 'DTG', toMake: 2, made: 1, checked: 0, packedToday: 0 }]);
  assert.deepEqual(stations, [{ station: 'Press 1', work: 'MAKE', pieces: 1 }]);
  assert.equal(late, 0);
  await server.pool.query(
    `insert into piece_events (client_id, order_id, event_id, code, type, occurred)
    select client_id, order_id, gen_random_uuid(), code, type, $1::timestamptz - ago from pieces,
      (values ('piece.packed', interval '0'), ('piece.packed', interval '2 days')) e (type, ago) where state = 'MADE'`,
    [now],
  );
  await server.pool.query(`update orders set due = now() - interval '1 day'`);
  const later = await figures();
  assert.deepEqual([later.technologies[0]?.packedToday, later.late], [1, 1]);
});
