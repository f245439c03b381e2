import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mayDo, ROLES, VERBS, VERBS_OF, type Verb } from '../src/staff/role-rules.ts';
import { readDocument } from './support/documented-operations.ts';
import { commandOf, newFloorScene } from './support/floor-scene.ts';
import { signedIn } from './support/signed-in.ts';
import { type Answer, startTestServer, type TestServer } from './support/test-server.ts';

/** Operations that need no sign-in. */
const OPEN = [
  'DELETE session',
  'DELETE station-session',
  'GET session',
  'GET sign-in-options',
  'GET station-session',
  // Each has a secret of its own.
  'GET wall-board',
  'POST parcel-news/x/x',
  'POST session',
  'POST session/welcome',
  'POST session/welcome/check',
  'POST shop-news/x/x/x',
  'POST shop-rates/x/x/x',
  'POST station-session/activity',
  'POST station-session/badge',
  'POST station-session/pin',
  'POST station-session/sign-off',
];

/** The role floor may search pieces only by a feature. */
const QUERIES: Readonly<Record<string, string>> = { '/operator/v1/pieces': '?color=black' };

interface Operation {
  method: string;
  /** True if the path has no parameter. */
  isOfAll: boolean;
  path: string;
  /** Undefined for an open operation. */
  verb: Verb | undefined;
}

let server: TestServer;
let operations: Operation[];
before(async () => {
  server = await startTestServer();
  operations = readOperations();
});
after(() => server.close());

/** Returns every operation for staff, with values for its path parameters. */
function readOperations(): Operation[] {
  const { paths } = readDocument('operator-openapi.json');
  return Object.entries(paths).flatMap(([template, ofPath]) =>
    Object.entries(ofPath).map(([method, { description, security }]) => ({
      method: method.toUpperCase(),
      isOfAll: !template.includes('{'),
      path: template.replaceAll('{kind}', 'PRODUCT').replaceAll(/\{\w+\}/g, 'x') + (QUERIES[template] ?? ''),
      verb: security ? undefined : (/ Needs `([a-z.]+)`\.$/.exec(description)?.[1] as Verb),
    })),
  );
}

test('every staff route names its permission, except those that start a session', () => {
  assert.ok(operations.length > 30);
  const open = operations.filter(({ verb }) => verb === undefined);
  assert.deepEqual(open.map(({ method, path }) => `${method} ${path.replace('/operator/v1/', '')}`).sort(), OPEN);
  for (const { verb, path } of operations) if (verb) assert.ok(VERBS.includes(verb), `${path} ${verb}`);
});

for (const role of ROLES) {
  test(`${role}: a token and a session get 403 exactly where the table of roles forbids it`, async () => {
    const { token } = await server.token({ scope: 'operator', role });
    const person = await signedIn(server, role);
    let refused = 0;
    for (const { method, path, verb } of operations) {
      if (!verb) continue;
      const byToken = await server.send(path, { method, token });
      const bySession = await person.send(method, path.replace('/operator/v1', ''));
      for (const { status, json } of [byToken, bySession]) {
        const isRefused = status === 403 && json.error === 'not_permitted';
        assert.equal(isRefused, !mayDo(role, verb), `${role} ${method} ${path}: ${status}`);
      }
      if (byToken.json?.error === 'not_permitted') refused++;
    }
    assert.equal(refused === 0, role === 'admin');
    const shown = (await person.send('GET', '/session')).json;
    assert.deepEqual([shown.operator.role, shown.verbs], [role, VERBS_OF[role]]);
  });
}

/** Prices and statements, and what people with a scanner read for their work. */
const NOT_OF_VIEWERS: readonly (string | undefined)[] = ['money.read', 'stock.work'];

test('a viewer may read everything that the office may read, with two exceptions', () => {
  for (const { method, path, verb } of operations)
    if (method === 'GET' && verb && !NOT_OF_VIEWERS.includes(verb) && mayDo('office', verb))
      assert.ok(mayDo('viewer', verb), `${path} ${verb}`);
  assert.ok(VERBS_OF.viewer.includes('stations.read'));
});

test('HEAD of a file that is made at GET makes none, and leaves no audit record', async () => {
  const { paths } = readDocument('operator-openapi.json');
  const made = Object.entries(paths).filter(([, { get }]) => {
    const types = Object.keys(get?.responses[200]?.content ?? {});
    return types.some((type) => type !== 'application/json') && !get?.responses[304];
  });
  assert.ok(made.length >= 8, String(made.map(([path]) => path)));
  const { token } = await server.token({ scope: 'operator' });
  const count = async () => (await server.pool.query('select count(*) from audit')).rows[0].count;
  const before = await count();
  for (const [template] of made) {
    const path = template.replaceAll(/\{\w+\}/g, 'x');
    const head = (headers = {}) => fetch(`${server.url}${path}`, { method: 'HEAD', headers });
    const { status, headers } = await head({ authorization: `Bearer ${token}` });
    // A path or query that GET refuses is refused here too.
    if (status !== 400) assert.deepEqual([status, headers.get('content-disposition')], [200, null], path);
    assert.equal((await head()).status, 401, path);
  }
  assert.equal(await count(), before);
});

test('the office has no accounts or secrets, viewers change nothing, and the floor has no lists', () => {
  const ofOffice = VERBS_OF.office.map((verb) => verb.split('.'));
  assert.ok(ofOffice.every(([subject, action]) => subject !== 'operators' && action !== 'secrets'));
  const changes = VERBS_OF.viewer.filter((verb) => !verb.endsWith('.read') && verb !== 'me.change');
  assert.deepEqual(changes, []);
  assert.ok(VERBS_OF.floor.every((verb) => !/^(orders|clients|audit|operators)\./.test(verb)));
  assert.deepEqual(VERBS_OF.admin, VERBS);
});

test('lists that the floor can read without a code name no order and no client', async () => {
  const floor = await newFloorScene(server);
  const { operator, customer } = floor;
  await operator.send('PUT', '/bins', { count: 2 });
  await floor.order('SECRET-1', { 'TEE-BLK-M': 2 });
  const { batchId, codes } = await floor.release('SECRET-1');
  await floor.scan('CHECK', ...codes, commandOf('PASS'));
  const { token } = await server.token({ scope: 'operator', role: 'floor' });
  const ask = (path: string) => server.send(`/operator/v1${path}`, { token });
  const searches = ['/pieces?size=M', '/pieces?sku=TEE-BLK-M&limit=1', `/pieces?batchId=${batchId}`];
  const lists = operations
    .filter(({ method, isOfAll, verb }) => method === 'GET' && isOfAll && verb && mayDo('floor', verb))
    .map(({ path }) => path.replace('/operator/v1', ''));
  assert.ok(lists.includes('/bins') && lists.includes('/pieces?color=black'), lists.join());
  const read = new Map<string, Answer>();
  for (const path of [...lists, ...searches]) read.set(path, await ask(path));
  for (const [path, { text }] of read)
    for (const told of ['SECRET-1', customer.clientId, 'Test Shop'])
      assert.ok(!text.includes(told), `${path} tells ${told}`);

  for (const path of ['/pieces', '/pieces?state=CHECKED', `/pieces?color=black&cursor=${'x'}`]) {
    const { status, json } = await ask(path);
    assert.deepEqual([status, json.error], [403, 'not_permitted'], path);
  }
  assert.equal((await ask('/waiting-parcels')).status, 403);
  for (const path of searches) {
    const { status, json, headers } = read.get(path) as Answer;
    assert.deepEqual([status, json[0].code, headers.get('link')], [200, codes[0], null], path);
    assert.match(json[0].article.title, /tee/);
  }
  const bins = read.get('/bins')?.json as { bin: number; taken?: string }[];
  assert.deepEqual(
    bins.map(({ bin, taken }) => [bin, taken !== undefined]),
    [
      [1, true],
      [2, false],
    ],
  );

  const [found] = (await operator.get('/pieces')).json;
  assert.deepEqual([found.clientId, found.clientName, found.orderId], [customer.clientId, 'Test Shop', 'SECRET-1']);
  assert.equal((await operator.get('/bins')).json[0].orderId, 'SECRET-1');
});

test('only programs of the center can have a role', async () => {
  const { token } = await server.token({ scope: 'operator' });
  const make = (body: object) => server.send('/operator/v1/clients', { token, body: { name: 'Robot', ...body } });
  const refused = await make({ role: 'viewer' });
  assert.deepEqual([refused.status, refused.json.violations[0].pointer], [400, '/role']);
  const viewer = await make({ scope: 'operator', role: 'viewer' });
  const read = await server.send(`/operator/v1/clients/${viewer.json.clientId}`, { token });
  assert.deepEqual([read.json.scope, read.json.role], ['operator', 'viewer']);
  const customer = await make({});
  const shown = await server.send(`/operator/v1/clients/${customer.json.clientId}`, { token });
  assert.ok(!('role' in shown.json));
});
