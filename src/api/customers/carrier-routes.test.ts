import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import type { CatalogCarrier } from '../../catalog/catalog-file.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** Contracts the carriers for the client of the token, who then reads them. */
async function newClient() {
  const { token, client } = await server.token();
  return {
    contract: (...carriers: CatalogCarrier[]) =>
      importCatalog(server.pool, { articles: [], products: [], carriers }, { clientId: client.clientId }),
    list: () => server.send('/v1/carriers', { token }),
  };
}

test('a client without carriers has an empty list', async () => {
  const { list } = await newClient();
  const { status, json } = await list();
  assert.deepEqual([status, json], [200, []]);
});

test('a client reads its contracted carriers, sorted by carrierId, with its default', async () => {
  const [one, other] = [await newClient(), await newClient()];
  await one.contract(
    { carrierId: 'ups', name: 'UPS' },
    { carrierId: 'DHL', name: 'DHL', default: true },
    { carrierId: 'dhl', name: 'DHL too' },
  );
  await other.contract({ carrierId: 'ups', name: 'UPS', default: true });
  assert.deepEqual((await one.list()).json, [
    { carrierId: 'DHL', name: 'DHL', default: true },
    { carrierId: 'dhl', name: 'DHL too', default: false },
    { carrierId: 'ups', name: 'UPS', default: false },
  ]);
  assert.deepEqual((await other.list()).json, [{ carrierId: 'ups', name: 'UPS', default: true }]);
});

test('a client has at most one default carrier, the last that was set', async () => {
  const { contract, list } = await newClient();
  await contract({ carrierId: 'a', name: 'A', default: true }, { carrierId: 'b', name: 'B' });
  await contract({ carrierId: 'b', name: 'B', default: true });
  assert.deepEqual(
    (await list()).json.map((carrier: CatalogCarrier) => [carrier.carrierId, carrier.default]),
    [
      ['a', false],
      ['b', true],
    ],
  );
});

test('the list takes no parameters', async () => {
  const { token } = await server.token();
  const { status, json } = await server.send('/v1/carriers?limit=1', { token });
  assert.deepEqual([status, json.violations[0].pointer], [400, 'limit']);
});
