import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CatalogCache } from '../src/catalog/catalog-cache.ts';
import { ClientAuthenticator } from '../src/clients/client-authenticator.ts';
import { ClientRegistry } from '../src/clients/client-registry.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import { collectGarbage } from './support/collect-garbage.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const TIMES = 50;
/** What is remembered each time is some hundred bytes. */
const BYTES_MAX = 8_192;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

/** Bytes of buffers that are kept for each time. Between two of them others take what is left of the memory that small buffers share. */
async function keptFor(remember: (time: number) => Promise<unknown>): Promise<number> {
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

test('what is remembered of a client’s secrets takes no more memory than they need', async () => {
  const registry = new ClientRegistry(database.pool, (error) => assert.fail(String(error)));
  const authenticator = new ClientAuthenticator(database.pool, registry);
  const kept = await keptFor(async () => {
    const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
    const { clientId, clientSecret } = await createClient(database.pool, shop);
    assert.ok(await authenticator.authenticate(clientId, clientSecret));
  });
  assert.ok(kept < BYTES_MAX, `${kept} bytes for each client`);
});

test('an answer of the catalogue that is remembered takes no more memory than its bytes', async () => {
  const catalog = new CatalogCache(database.pool);
  const kept = await keptFor((time) =>
    catalog.findOrMakeAnswer(`page ${time}`, async () => ({
      json: Buffer.from('{"data":[]}'),
      empty: false,
    })),
  );
  assert.ok(kept < BYTES_MAX, `${kept} bytes for each answer`);
});
