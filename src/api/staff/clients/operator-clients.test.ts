import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { nextOf } from '../../../orders/test-support/customer.ts';
import { order } from '../../../orders/test-support/sample-orders.ts';

/**
 * Processor time of the server's thread while one request is answered; reading that body in it takes several
 * times as much.
 */
const OTHERS_WAIT_MS_MAX = 1_000;

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer({ TOKEN_RATE_LIMIT: 'off' });
  operator = await newOperator(server);
});
after(() => server.close());

const tokenAnswer = (client: { clientId: string; clientSecret: string }) =>
  server.send('/oauth/token', {
    body: {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    },
  });
const create = async (body: object = {}) =>
  (await operator.send('POST', '/clients', { name: 'New Shop', ...body })).json;

test('a client is created with a secret that is returned once and works', async () => {
  const made = await operator.send('POST', '/clients', { name: 'New Shop', mode: 'sandbox' });
  const { clientId, clientSecret } = made.json;
  assert.deepEqual(
    [made.status, made.headers.get('location'), made.headers.get('cache-control')],
    [201, `http://platen.test/operator/v1/clients/${clientId}`, 'no-store'],
  );
  assert.equal((await tokenAnswer(made.json)).json.scope, 'fulfillment');
  const read = await operator.get(`/clients/${clientId}`);
  const { created, ...client } = read.json;
  assert.deepEqual(client, {
    clientId,
    name: 'New Shop',
    mode: 'sandbox',
    scope: 'fulfillment',
    status: 'active',
    products: 0,
    productVariants: 0,
    secrets: 1,
    carriers: [],
    contract: { mayRush: false, showsCharges: false },
  });
  assert.ok(created);
  assert.ok(!read.text.includes(clientSecret));
});

test('all violations of a new client are returned at once', async () => {
  const { status, json } = await operator.send('POST', '/clients', { mode: 'test', scope: 'all', nme: 'x' });
  assert.equal(status, 400);
  assert.deepEqual(json.violations.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '/mode',
    '/name',
    '/nme',
    '/scope',
  ]);
  assert.equal((await operator.send('POST', '/clients', { name: '  ' })).json.violations[0].pointer, '/name');
});

test('clients are listed in the order of their creation, page by page', async () => {
  for (const name of ['One', 'Two', 'Three']) await create({ name });
  const whole = (await operator.get('/clients')).json;
  const paged: unknown[] = [];
  for (let path: string | undefined = '/operator/v1/clients?limit=2'; path; ) {
    const page = await operator.get(path.replace('/operator/v1', ''));
    paged.push(...page.json);
    path = nextOf(page);
  }
  assert.deepEqual(paged, whole);
  assert.deepEqual(
    whole.slice(-3).map(({ name }: { name: string }) => name),
    ['One', 'Two', 'Three'],
  );
});

test('a rotated secret works beside the previous one, unless that is revoked', async () => {
  const first = await create();
  const rotate = async (body?: object) =>
    (await operator.send('POST', `/clients/${first.clientId}/rotate-secret`, body)).json;
  const second = await rotate();
  assert.deepEqual([(await tokenAnswer(first)).status, (await tokenAnswer(second)).status], [200, 200]);
  const third = await rotate({ revokeOthers: true });
  assert.deepEqual(
    [(await tokenAnswer(first)).status, (await tokenAnswer(second)).status, (await tokenAnswer(third)).status],
    [401, 401, 200],
  );
  assert.equal((await operator.get(`/clients/${first.clientId}`)).json.secrets, 1);
});

test('a disabled client gets no tokens until it is enabled', async () => {
  const client = await create();
  for (const [verb, status, tokenStatus] of [
    ['disable', 'disabled', 401],
    ['disable', 'disabled', 401],
    ['enable', 'active', 200],
  ] as const) {
    const answer = await operator.send('POST', `/clients/${client.clientId}/${verb}`);
    assert.deepEqual([answer.status, answer.json.status], [200, status]);
    assert.equal((await tokenAnswer(client)).status, tokenStatus);
  }
});

test('an unknown client is not found', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/disable'],
    ['POST', '/enable'],
    ['POST', '/rotate-secret'],
    ['PUT', '/carriers/dhl'],
    ['DELETE', '/carriers/dhl'],
    ['PUT', '/products/P'],
    ['DELETE', '/products/P'],
  ] as const) {
    for (const id of ['nobody', "'"]) {
      const { json } = await operator.send(method, `/clients/${id}${path}`);
      assert.equal(json.error, 'client_not_found', `${method} ${path}`);
    }
  }
});

test('carriers are created, contracted, made the default and ended, and orders use this at once', async () => {
  const { token, client } = await server.token();
  const contract = (carrierId: string, body?: object) =>
    operator.send('PUT', `/clients/${client.clientId}/carriers/${carrierId}`, body);
  const seen = async () => (await server.send('/v1/carriers', { token })).json;
  assert.equal((await contract('a/b')).json.error, 'not_found');
  assert.equal((await contract('a%2Fb')).json.error, 'carrier_not_found');
  for (const name of ['First', 'Renamed']) await operator.send('PUT', '/carriers/a%2Fb', { name });
  await operator.send('PUT', '/carriers/c', { name: 'C' });
  await contract('a%2Fb', { default: true });
  const both = await contract('c');
  assert.deepEqual(both.json.carriers, await seen());
  assert.deepEqual(await seen(), [
    { carrierId: 'a/b', name: 'Renamed', default: true },
    { carrierId: 'c', name: 'C', default: false },
  ]);
  await contract('c', { default: true });
  await contract('c');
  assert.deepEqual(
    (await seen()).map((carrier: { default: boolean }) => carrier.default),
    [false, true],
  );
  await contract('c', { default: false });
  assert.ok((await seen()).every((carrier: { default: boolean }) => !carrier.default));
  const end = () => operator.send('DELETE', `/clients/${client.clientId}/carriers/c`);
  assert.deepEqual([(await end()).status, (await end()).json.error], [200, 'carrier_not_found']);
  assert.equal((await seen()).length, 1);
  const listed = (await operator.get('/carriers?limit=1')).json;
  assert.deepEqual(listed, [{ carrierId: 'a/b', name: 'Renamed', customsForm: 'BY_VALUE', trackingUrlPattern: '' }]);
  assert.equal((await operator.send('PUT', '/carriers/x', {})).json.violations[0].pointer, '/name');
});

test('a carrier whose id or name is blank is refused', async () => {
  for (const [id, name, pointers] of [
    ['%20', 'DHL', ['carrierId']],
    ['x', ' \u00a0', ['/name']],
    ['%20', ' ', ['carrierId', '/name']],
  ] as const) {
    const { status, json } = await operator.send('PUT', `/carriers/${id}`, { name });
    assert.equal(status, 400);
    assert.deepEqual(
      json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      pointers.map((pointer) => [pointer, 'required']),
    );
  }
});

test('a catalogue is imported for a client, and its products are assigned and withdrawn', async () => {
  const variant = { name: 'Tee', color: 'Black', size: 'M', stockLevelQuantity: 3 };
  const catalog = {
    products: [
      { productId: 'P/1', name: 'Tee', variants: [{ ean13: '4006381333931', ...variant }] },
      { productId: 'P2', name: 'Mug', previewImageUrls: null },
    ],
    carriers: [{ carrierId: 'dhl', name: 'DHL', default: true }],
  };
  const { token, client } = await server.token();
  const imported = await operator.send('POST', `/catalog/import?clientId=${client.clientId}`, catalog);
  assert.deepEqual([imported.status, imported.json.products, imported.json.assignedProductVariants], [200, 2, 1]);
  const post = (orderId: string) => server.send('/v1/orders', { token, body: order({ orderId }) });
  assert.equal((await post('1')).status, 200);
  const withdraw = () => operator.send('DELETE', `/clients/${client.clientId}/products/P%2F1`);
  const withdrawn = await withdraw();
  assert.deepEqual([withdrawn.status, withdrawn.json.products, withdrawn.json.productVariants], [200, 1, 0]);
  assert.equal((await withdraw()).json.error, 'product_not_found');
  assert.equal((await post('2')).json.violations[0].code, 'unknown_product_variant');
  for (let time = 0; time < 2; time++) {
    const assigned = await operator.send('PUT', `/clients/${client.clientId}/products/P%2F1`);
    assert.deepEqual([assigned.status, assigned.json.productVariants], [200, 1]);
  }
  assert.equal((await post('2')).status, 200);
  const unknown = await operator.send('PUT', `/clients/${client.clientId}/products/nothing`);
  assert.equal(unknown.json.error, 'product_not_found');
});

test('all violations of a catalogue are returned at once, and nothing is imported', async () => {
  const products = [{ productId: 'BAD', name: 'Tee', variants: [{ ean13: 'x', name: 7 }] }, { nme: 'x' }];
  const { status, json } = await operator.send('POST', '/catalog/import', { products });
  assert.deepEqual([status, json.error], [400, 'invalid_request']);
  const pointers = json.violations.map(({ pointer }: { pointer: string }) => pointer);
  for (const pointer of ['/products/0/variants/0/ean13', '/products/0/variants/0/name', '/products/1/productId'])
    assert.ok(pointers.includes(pointer), pointer);
  const { rows } = await server.pool.query(`select from products where product_id = 'BAD'`);
  assert.equal(rows.length, 0);
  const nobody = await operator.send('POST', '/catalog/import?clientId=nobody', { carriers: [] });
  assert.equal(nobody.json.error, 'client_not_found');
  for (const body of ['', '[]', '{}', 'x']) {
    const answer = await operator.send('POST', '/catalog/import', body);
    assert.equal(answer.status, 400, body);
  }
});

test('a catalogue may be larger than other bodies, up to 32 MiB', async () => {
  const name = 'x'.repeat(150);
  const carriers = Array.from({ length: 10_000 }, (_, index) => ({ carrierId: `big-${index}`, name }));
  const { status, json } = await operator.send('POST', '/catalog/import', { carriers });
  assert.deepEqual([status, json.carriers], [200, 10_000]);
  const tooLarge = await operator.send('POST', '/catalog/import', 'x'.repeat(33_554_433));
  assert.deepEqual([tooLarge.status, tooLarge.json.error], [413, 'body_too_large']);
  assert.match(tooLarge.json.message, /32 MiB/);
});

test('other requests are answered while a catalogue of 32 MiB is read and refused', async () => {
  const { token } = await server.token();
  const nonsense = `{"articles":[${'{"a":1},'.repeat(4_000_000)}{}]}`;
  let isRefused = false;
  const refused = operator.send('POST', '/catalog/import', nonsense).finally(() => {
    isRefused = true;
  });
  let worstMs = 0;
  while (!isRefused) {
    const before = process.threadCpuUsage();
    assert.equal((await server.send('/v1/orders', { token })).status, 200);
    const { user, system } = process.threadCpuUsage(before);
    worstMs = Math.max(worstMs, (user + system) / 1_000);
  }
  assert.equal((await refused).json.error, 'invalid_request');
  assert.ok(worstMs < OTHERS_WAIT_MS_MAX, `${worstMs} ms`);
});

test('clients are found by a part of their name, their id, their mode, scope and status', async () => {
  const found = async (query: Record<string, string>) =>
    (await operator.send('GET', `/clients?${new URLSearchParams(query)}`)).json.map(
      ({ name }: { name: string }) => name,
    );
  const { clientId } = await create({ name: 'Müller 100% Cotton_Ltd' });
  await create({ name: 'Müller 1000 Cotton', mode: 'sandbox' });
  await create({ name: 'Müller warehouse system', scope: 'operator', role: 'office' });
  assert.deepEqual(await found({ q: ' 100% cotton_l' }), ['Müller 100% Cotton_Ltd']);
  assert.deepEqual(await found({ q: clientId }), ['Müller 100% Cotton_Ltd']);
  assert.deepEqual(await found({ q: 'müller', mode: 'sandbox' }), ['Müller 1000 Cotton']);
  assert.deepEqual(await found({ q: 'Müller', scope: 'operator' }), ['Müller warehouse system']);
  await operator.send('POST', `/clients/${clientId}/disable`);
  assert.deepEqual(await found({ q: 'MÜLLER', status: 'disabled' }), ['Müller 100% Cotton_Ltd']);
  assert.equal((await operator.send('GET', '/clients?q=%00')).status, 400);
  const first = await operator.send('GET', '/clients?q=m%C3%BCller&limit=2');
  assert.equal(first.json.length, 2);
  const next = nextOf(first);
  assert.deepEqual(
    (await operator.send('GET', String(next).replace('/operator/v1', ''))).json.map(
      ({ name }: { name: string }) => name,
    ),
    ['Müller warehouse system'],
  );
});

test('a client is renamed only in the version that was read, and the change is recorded', async () => {
  const { clientId } = await create({ name: 'Before' });
  const path = `/clients/${clientId}`;
  const seen = (await operator.send('GET', path)).headers.get('etag') ?? '';
  const renamed = await operator.send('PATCH', path, { name: 'After' }, { 'if-match': seen });
  assert.deepEqual([renamed.status, renamed.json.name], [200, 'After']);
  const late = await operator.send('PATCH', path, { name: 'Too late' }, { 'if-match': seen });
  assert.deepEqual([late.status, late.json.error], [412, 'precondition_failed']);
  assert.equal((await operator.send('PATCH', path, { name: 'After' })).status, 200);
  assert.equal((await operator.send('PATCH', path, { name: '  ' })).json.violations[0].pointer, '/name');
  assert.equal((await operator.send('PATCH', '/clients/nobody', { name: 'X' })).status, 404);
  const { json } = await operator.send('GET', `/audit?subject=client:${clientId}`);
  assert.deepEqual(
    json.map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
    [
      ['client.renamed', { before: 'Before', name: 'After' }],
      ['client.created', { name: 'Before', mode: 'live', scope: 'fulfillment' }],
    ],
  );
});
