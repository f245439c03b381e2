import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { createWebhookEndpoint } from './manage-webhooks.ts';
import { newWebhookShop } from './test-support/webhook-shop.ts';
import { insertWebhookEndpoint, rotateWebhookSecret } from './webhook-endpoint-store.ts';

// A statement whose answer is lost with the connection is carried out again, though it may have been the
// first time.

const URL = 'https://shop.example.com/hooks';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const TOMORROW = new Date('2026-03-02T12:00:00.000Z');

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a rotation that is repeated keeps the secret before it', async () => {
  const { clientId, newEndpoint } = await newWebhookShop(server);
  const { endpointId } = await newEndpoint(URL);
  const find = async () => (await server.pool.query('select * from webhook_endpoints')).rows[0];
  const { secret: first } = await find();
  const second = Buffer.from('second');
  const rotate = () => rotateWebhookSecret(server.pool, clientId, endpointId, second, TOMORROW, NOW);
  const once = await rotate();
  assert.deepEqual(await rotate(), once);
  const { secret, previous_secret, previous_secret_until } = await find();
  assert.deepEqual([secret, previous_secret, previous_secret_until], [second, first, TOMORROW]);
  const third = Buffer.from('third');
  const again = () => rotateWebhookSecret(server.pool, clientId, endpointId, third, TOMORROW, NOW);
  assert.deepEqual(await again(), await again());
  const { older_secrets, older_secrets_until, ...row } = await find();
  assert.deepEqual([row.secret, row.previous_secret], [third, second]);
  assert.deepEqual([older_secrets, older_secrets_until], [[first], [TOMORROW]]);
});

test('a creation that is repeated makes one endpoint, also as the last that can be', async () => {
  const { clientId, send } = await newWebhookShop(server);
  const make = (endpointId: string, max: number) =>
    insertWebhookEndpoint(
      server.pool,
      clientId,
      { endpointId, url: URL, description: null, types: null, secret: Buffer.from('secret'), created: NOW },
      max,
    );
  const endpointId = randomUUIDv7();
  const once = await make(endpointId, 1);
  assert.equal(once?.endpointId, endpointId);
  assert.deepEqual(await make(endpointId, 1), once);
  assert.equal(await make(randomUUIDv7(), 1), undefined);
  assert.equal((await send('/v1/webhook-endpoints')).json.length, 1);
});

test('a creation whose commit answer is lost makes one endpoint', async () => {
  const { clientId, send } = await newWebhookShop(server);
  const wanted = { url: URL, description: null, types: null };
  const pool = losingACommit(server.pool);
  const { endpoint } = await createWebhookEndpoint(pool, server.encryptionKey, clientId, wanted, NOW);
  const listed: { endpointId: string }[] = (await send('/v1/webhook-endpoints')).json;
  assert.deepEqual(
    listed.map(({ endpointId }) => endpointId),
    [endpoint.endpointId],
  );
});

/** The pool, whose connection is lost once, after a commit and before the answer to it. */
function losingACommit(pool: Pool): Pool {
  let isLost = false;
  const connect = async () => {
    const connection = await pool.connect();
    const query = async (text: string, values?: unknown[]) => {
      const result = await connection.query(text, values);
      if (isLost || text !== 'commit') return result;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    };
    return { query, release: () => connection.release() };
  };
  return { connect } as unknown as Pool;
}
