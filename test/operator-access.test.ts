import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readDocument } from './support/documented-operations.ts';
import { newOperator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** Valid values of parameters that do not accept every text. */
const PARAMETERS: Readonly<Record<string, string>> = {
  paper: 'cover',
  kind: 'PRODUCT',
  month: '2026-01',
  size: 'small',
  sha256: 'ab'.repeat(32),
};

/** Returns every operation of a document, with values for its path parameters. */
function operationsOf(file: Parameters<typeof readDocument>[0]): [method: string, path: string][] {
  const { paths } = readDocument(file);
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations)
      // Signing in needs no credentials.
      .filter(([, { security }]) => !(security && template.startsWith('/operator/')))
      .map(([method]): [string, string] => [
        method.toUpperCase(),
        template.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? 'x'),
      ]),
  );
}

test('the routes for staff are in the staff document only', async () => {
  const operations = operationsOf('operator-openapi.json');
  assert.ok(operations.length >= 25);
  for (const [method, path] of operations) assert.match(path, /^\/operator\/v1\//, method);
  const ofCustomers = await server.send('/openapi.json');
  assert.ok(!ofCustomers.text.includes('/operator/'));
  assert.ok(!ofCustomers.text.includes('"OperatorOrder"'));
});

test('customers get 403 on every staff operation, and staff on every customer operation', async () => {
  const customer = await server.token();
  for (const [method, path] of operationsOf('operator-openapi.json')) {
    const { status, json, headers } = await server.send(path, { method, token: customer.token });
    assert.deepEqual([status, json.error], [403, 'insufficient_scope'], `${method} ${path}`);
    assert.match(headers.get('www-authenticate') ?? '', /scope="operator"/);
    assert.equal((await server.send(path, { method })).json.error, 'missing_token', `${method} ${path}`);
  }
  const staff = await server.token({ scope: 'operator' });
  for (const [method, path] of operationsOf('openapi.json')) {
    if (!path.startsWith('/v1/')) continue;
    const { status } = await server.send(path, { method, token: staff.token });
    assert.equal(status, 403, `${method} ${path}`);
  }
});

test('every staff route refuses unknown parameters', async () => {
  const operator = await newOperator(server);
  for (const [method, path] of operationsOf('operator-openapi.json')) {
    const answer = await operator.send(method, `${path.replace('/operator/v1', '')}?nope=1`);
    if (path.endsWith('bulk-ship')) continue;
    assert.equal(answer.status, 400, `${method} ${path}`);
    assert.ok(
      answer.json.violations.some(({ pointer }: { pointer: string }) => pointer === 'nope'),
      `${method} ${path}`,
    );
  }
});
