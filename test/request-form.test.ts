import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const SOME_ID = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';

let server: TestServer;
let token: string;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  ({ token } = await server.token({ mode: 'sandbox' }));
  operator = await newOperator(server);
});
after(() => server.close());

interface Violated {
  violations: { pointer: string; code: string }[];
}
const codesOf = ({ violations }: Violated) => violations.map(({ pointer, code }) => `${pointer} ${code}`);
const sendAsCustomer = async (method: string, path: string, body: unknown) =>
  codesOf((await server.send(`/v1${path}`, { token, method, body })).json);
const sendAsOperator = async (method: string, path: string, body: object) =>
  codesOf((await operator.send(method, path, body)).json);

test('null counts as absent in every body of both APIs', async () => {
  assert.deepEqual(await sendAsCustomer('POST', '/orders/x/simulate', { status: null }), [' required']);
  assert.deepEqual(await sendAsCustomer('POST', `/webhook-endpoints/${SOME_ID}/resend-failed`, { since: null }), [
    '/since required',
  ]);
  assert.deepEqual(await sendAsOperator('POST', '/clients', { name: null, mode: null }), ['/name required']);
});

test('both APIs report all faults of body and query in one answer', async () => {
  assert.deepEqual(await sendAsCustomer('POST', '/orders/x/simulate?dry=1', { status: 'LOST', by: 'me' }), [
    '/by unknown_property',
    '/status not_allowed',
    'dry unknown_parameter',
  ]);
  assert.deepEqual(
    await sendAsCustomer('POST', `/webhook-endpoints/${SOME_ID}/resend-failed?dry=1`, { since: 'yesterday' }),
    ['/since invalid_timestamp', 'dry unknown_parameter'],
  );
  assert.deepEqual(await sendAsCustomer('POST', '/webhook-endpoints?dry=1', { url: 'ftp://x', types: 1 }), [
    '/types wrong_type',
    'dry unknown_parameter',
    '/url invalid_url',
  ]);
  assert.deepEqual(await sendAsOperator('POST', '/clients?dry=1', { name: ' ', mode: 'test' }), [
    '/mode not_allowed',
    'dry unknown_parameter',
    '/name required',
  ]);
  assert.deepEqual(await sendAsCustomer('GET', '/orders?createdFrom=now&limit=0', undefined), [
    'createdFrom invalid_timestamp',
    'limit too_small',
  ]);
});

test('a rule does not repeat a fault that the schema reports', async () => {
  const url = `ftp://${'x'.repeat(5_000)}`;
  assert.deepEqual(await sendAsCustomer('POST', '/webhook-endpoints', { url }), ['/url too_long']);
});
