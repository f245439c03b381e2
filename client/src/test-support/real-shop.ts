import { readDemoCatalog } from '../../../demo/demo-data.ts';
import { importCatalog } from '../../../src/catalog/import-catalog.ts';
import type { ClientMode } from '../../../src/clients/client-store.ts';
import type { TestServer } from '../../../test/support/test-server.ts';
import { PlatenClient } from '../platen-client.ts';

export interface RealShop {
  clientId: string;
  platen: PlatenClient;
  /** Drops the response of the next request other than GET, after the server has executed it. */
  loseNextAnswer(): void;
}

/** Connects a client to the real server with the demo catalogue. Its retries do not wait. */
export async function newRealShop(server: TestServer, mode: ClientMode = 'live'): Promise<RealShop> {
  const { clientId, clientSecret } = await server.newClient({ mode });
  await importCatalog(server.pool, await readDemoCatalog(), { clientId });
  let isLost = false;
  const platen = new PlatenClient({
    baseUrl: server.url,
    clientId,
    clientSecret,
    sleep: async () => {},
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (!isLost || init.method === 'GET' || url.endsWith('/oauth/token')) return response;
      isLost = false;
      await response.arrayBuffer();
      throw new TypeError('The connection broke.');
    },
  });
  return {
    clientId,
    platen,
    loseNextAnswer: () => {
      isLost = true;
    },
  };
}
