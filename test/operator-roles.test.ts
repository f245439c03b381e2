import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mayDo, ROLES, VERBS, VERBS_OF, type Verb } from '../src/people/role-rules.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/** What anybody may ask who is not signed in yet. */
const OPEN = [
  'DELETE session',
  'DELETE station-session',
  'GET session',
  'GET sign-in-options',
  'GET station-session',
  'POST session',
  'POST session/welcome',
  'POST station-session/activity',
  'POST station-session/badge',
  'POST station-session/pin',
  'POST station-session/sign-off',
];

interface Operation {
  method: string;
  path: string;
  /** Undefined: it is open. */
  verb: Verb | undefined;
}

let server: TestServer;
let operations: Operation[];
before(async () => {
  server = await startTestServer();
  operations = await readOperations();
});
after(() => server.close());

/** Every operation of staff, with something in place of its parameters. */
async function readOperations(): Promise<Operation[]> {
  const { paths } = (await server.send('/operator/openapi.json')).json as {
    paths: Record<string, Record<string, { description: string; security?: unknown[] }>>;
  };
  return Object.entries(paths).flatMap(([template, ofPath]) =>
    Object.entries(ofPath).map(([method, { description, security }]) => ({
      method: method.toUpperCase(),
      path: template.replaceAll('{kind}', 'PRODUCT').replaceAll(/\{\w+\}/g, 'x'),
      verb: security ? undefined : (/ Needs `([a-z.]+)`\.$/.exec(description)?.[1] as Verb),
    })),
  );
}

test('every route of staff names its verb, but for those that open a session', () => {
  assert.ok(operations.length > 30);
  const open = operations.filter(({ verb }) => verb === undefined);
  assert.deepEqual(
    open.map(({ method, path }) => `${method} ${path.replace('/operator/v1/', '')}`).sort(),
    OPEN,
  );
  for (const { verb, path } of operations) if (verb) assert.ok(VERBS.includes(verb), `${path} ${verb}`);
});

for (const role of ROLES) {
  test(`${role}: a token and a session are refused (403) exactly where the table of roles says so`, async () => {
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

test('the office has no accounts and no secrets, viewers change nothing, and the floor has no lists', () => {
  const ofOffice = VERBS_OF.office.map((verb) => verb.split('.'));
  assert.ok(ofOffice.every(([subject, action]) => subject !== 'operators' && action !== 'secrets'));
  const changes = VERBS_OF.viewer.filter((verb) => !verb.endsWith('.read') && verb !== 'me.change');
  assert.deepEqual(changes, []);
  assert.ok(VERBS_OF.floor.every((verb) => !/^(orders|clients|audit|operators)\./.test(verb)));
  assert.deepEqual(VERBS_OF.admin, VERBS);
});

test('only programs of the center have a role', async () => {
  const { token } = await server.token({ scope: 'operator' });
  const make = (body: object) =>
    server.send('/operator/v1/clients', { token, body: { name: 'Robot', ...body } });
  const refused = await make({ role: 'viewer' });
  assert.deepEqual([refused.status, refused.json.violations[0].pointer], [400, '/role']);
  const viewer = await make({ scope: 'operator', role: 'viewer' });
  const read = await server.send(`/operator/v1/clients/${viewer.json.clientId}`, { token });
  assert.deepEqual([read.json.scope, read.json.role], ['operator', 'viewer']);
  const customer = await make({});
  const shown = await server.send(`/operator/v1/clients/${customer.json.clientId}`, { token });
  assert.ok(!('role' in shown.json));
});
