import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const EAN13 = '4006381333931';
const STOCK = `/stock/PRODUCT/${EAN13}`;

let server: TestServer;
let operator: Operator;
let clientId: string;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  const variants = [{ ean13: EAN13, name: 'Tee', color: 'Black', size: 'M', stockLevelQuantity: 1 }];
  const products = [{ productId: 'P-1', name: 'Tee', previewImageUrls: [], variants }];
  assert.equal((await operator.send('POST', '/catalog/import', { products })).status, 200);
  clientId = (await operator.send('POST', '/clients', { name: 'Shop' })).json.clientId;
  for (const carrierId of ['dhl', 'ups']) await operator.send('PUT', `/carriers/${carrierId}`, { name: 'One' });
});
after(() => server.close());

interface Change {
  of: () => string;
  /** Changes the resource, differently for each turn. The request returns the new version. */
  change: (turn: number) => [method: string, path: string, body?: unknown];
}

const client = () => `/clients/${clientId}`;
const CHANGES: Record<string, Change> = {
  'a carrier is renamed': {
    of: () => '/carriers/dhl',
    change: (turn) => ['PUT', '/carriers/dhl', { name: `Name ${turn}` }],
  },
  'a carrier is contracted': {
    of: client,
    change: (turn) => ['PUT', `${client()}/carriers/dhl`, { default: turn % 2 === 0 }],
  },
  'a contract ends': {
    of: client,
    change: (turn) => (turn % 2 === 0 ? ['PUT', `${client()}/carriers/ups`] : ['DELETE', `${client()}/carriers/ups`]),
  },
  'a product is assigned and withdrawn': {
    of: client,
    change: (turn) => [turn % 2 === 0 ? 'PUT' : 'DELETE', `${client()}/products/P-1`],
  },
  'a client is disabled and enabled': {
    of: client,
    change: (turn) => ['POST', `${client()}/${turn % 2 === 0 ? 'disable' : 'enable'}`],
  },
  'a secret is rotated': {
    of: client,
    change: (turn) => ['POST', `${client()}/rotate-secret`, { revokeOthers: turn % 2 === 0 }],
  },
  'stock is set': { of: () => STOCK, change: (turn) => ['POST', `${STOCK}/set`, { quantity: 1_000 + turn }] },
  'stock is adjusted': { of: () => STOCK, change: () => ['POST', `${STOCK}/adjust`, { by: 1 }] },
};

for (const [name, { of, change }] of Object.entries(CHANGES)) {
  test(`${name} only if If-Match has the current version`, async () => {
    let turn = 0;
    const send = (ifMatch: string) => {
      const [method, path, body] = change(turn);
      return operator.send(method, path, body, { 'if-match': ifMatch });
    };
    const read = () => operator.get(of());
    for (const stale of ['"another"', 'W/"1"', '"1"']) {
      const before = await read();
      const { status, json } = await send(stale);
      assert.deepEqual([status, json.error], [412, 'precondition_failed'], stale);
      assert.match(json.message, /^The (carrier|client|stock) has changed since you read it; read it again\./);
      assert.equal((await read()).text, before.text);
    }
    const seen = (await read()).headers.get('etag')!;
    assert.equal((await send(seen)).status, 200);
    turn += 1;
    if ((await read()).headers.get('etag') !== seen) assert.equal((await send(seen)).status, 412);
    assert.equal((await send('*')).status, 200);
  });
}

test('changes of a carrier, a contract and stock return an ETag for the next change', async () => {
  for (const name of ['a carrier is renamed', 'a carrier is contracted', 'stock is set']) {
    const { of, change } = CHANGES[name]!;
    const changed = await operator.send(...change(10));
    assert.equal(changed.headers.get('etag'), (await operator.get(of())).headers.get('etag'), name);
  }
});

test('a change without effect succeeds with any If-Match', async () => {
  await operator.send('PUT', '/carriers/gls', { name: 'GLS' });
  const stale = { 'if-match': '"another"' };
  assert.equal((await operator.send('PUT', '/carriers/gls', { name: 'GLS' }, stale)).status, 200);
  await operator.send('PUT', `${client()}/carriers/gls`);
  assert.equal((await operator.send('PUT', `${client()}/carriers/gls`, undefined, stale)).status, 200);
});

test('If-None-Match creates a carrier only if it is missing, and If-Match does not create one', async () => {
  const none = { 'if-none-match': '*' };
  assert.equal((await operator.send('PUT', '/carriers/fresh', { name: 'Fresh' }, none)).status, 200);
  assert.equal((await operator.send('PUT', '/carriers/fresh', { name: 'Other' }, none)).status, 412);
  const any = { 'if-match': '*' };
  assert.equal((await operator.send('PUT', '/carriers/absent', { name: 'Absent' }, any)).status, 412);
  assert.equal((await operator.get('/carriers/absent')).json.error, 'carrier_not_found');
});

test('one of two concurrent renames of a carrier with the same version succeeds', async () => {
  const headers = { 'if-match': (await operator.get('/carriers/ups')).headers.get('etag')! };
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => operator.send('PUT', '/carriers/ups', { name: `Nr ${index}` }, headers)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412, 412]);
});
