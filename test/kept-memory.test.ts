import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CatalogCache } from '../src/catalog/catalog-cache.ts';
import { ClientAuthenticator } from '../src/clients/client-authenticator.ts';
import { ClientRegistry } from '../src/clients/client-registry.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import { collectGarbage } from './support/collect-garbage.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const TIMES = 50;
/** Each cached entry has some hundred bytes. */
const BYTES_MAX = 8_192;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

/**
 * Returns the bytes of buffers kept per call of `remember`. Other buffers use up the shared pool between two
 * calls, because a small buffer would keep all of it.
 */
async function measureKeptBytes(remember: (time: number) => Promise<unknown>): Promise<number> {
  await remember(0);
  await collectGarbage();
  const { arrayBuffers } = process.memoryUsage();
  for (let time = 1; time <= TIMES; time++) {
    await remember(time);
    for (let bytes = 0; bytes < Buffer.poolSize; bytes += 1_024) Buffer.from('x'.repeat(1_024));
  }
  await collectGarbage();
  return (process.memoryUsage().arrayBuffers - arrayBuffers) / TIMES;
}

test('a cached client secret keeps no more memory than its size', async () => {
  const registry = new ClientRegistry(database.pool, (error) => assert.fail(String(error)));
  const authenticator = new ClientAuthenticator(database.pool, registry);
  const kept = await measureKeptBytes(async () => {
    const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
    const { clientId, clientSecret } = await createClient(database.pool, shop);
    assert.ok(await authenticator.authenticate(clientId, clientSecret));
  });
  assert.ok(kept < BYTES_MAX, `${kept} bytes for each client`);
});

test('a cached catalogue answer keeps no more memory than its size', async () => {
  const catalog = new CatalogCache(database.pool);
  const kept = await measureKeptBytes((time) =>
    catalog.findOrMakeAnswer(`page ${time}`, async () => ({
      json: Buffer.from('{"data":[]}'),
      empty: false,
    })),
  );
  assert.ok(kept < BYTES_MAX, `${kept} bytes for each answer`);
});
