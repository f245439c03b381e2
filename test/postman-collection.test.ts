import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { readDemoCatalog } from '../demo/demo-data.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

interface Item {
  name: string;
  item?: Item[];
  request?: {
    method: string;
    auth?: { type: string };
    url: { raw: string; path: string[]; variable: { key: string; value: string }[] };
    header: { key: string; value: string; disabled?: boolean }[];
    body?: { raw: string };
  };
}

interface Collection {
  event: { listen: string; script: { exec: string[] } }[];
  variable: { key: string; value: string }[];
  item: Item[];
}

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('the Postman collection gets a token itself, and the server understands each request', async () => {
  const { clientId, clientSecret } = await server.newClient();
  await importCatalog(server.pool, await readDemoCatalog(), { clientId });
  const answer = await fetch(`${server.url}/docs/sdk/platen.postman_collection.json`);
  const { event, variable, item } = (await answer.json()) as Collection;
  const variables = new Map(variable.map(({ key, value }) => [key, value]));
  assert.equal(variables.get('baseUrl'), server.config.BASE_URL);
  variables.set('baseUrl', server.url).set('clientId', clientId).set('clientSecret', clientSecret);
  await askForToken(event[0]!.script.exec.join('\n'), variables);

  const statuses = new Map<string, number>();
  for (const { name, request } of item.flatMap(({ item: items = [] }) => items)) {
    const { method, auth, url, header, body } = request!;
    const path = url.variable.reduce(
      (text, { key, value }) => text.replace(`:${key}`, encodeURIComponent(value)),
      url.raw,
    );
    const headers = header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
    if (auth?.type !== 'noauth') headers.push(['authorization', `Bearer ${variables.get('accessToken')}`]);
    const { status } = await fetch(path.replace('{{baseUrl}}', server.url), {
      method,
      headers: headers as [string, string][],
      ...(body && { body: body.raw }),
    });
    statuses.set(`${method} ${url.path.join('/')}`, status);
    // 404 means a missing resource, because all paths are from the document and so exist.
    assert.ok(status < 400 || [403, 404, 409].includes(status), `${name}: ${status}`);
  }
  assert.equal(statuses.get('POST v1/orders'), 200);
  assert.equal(statuses.get('GET v1/orders/:orderId'), 200);
  assert.equal(statuses.get('GET v1/products'), 200);
});

/** Runs the script as Postman does, with the used part of `pm`. */
function askForToken(script: string, variables: Map<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sendRequest = async (
      request: { url: string; method: string; header: Record<string, string>; body: { raw: string } },
      done: (error: Error | null, response: { json: () => unknown }) => void,
    ) => {
      const { url, method, header: headers, body } = request;
      const response = await fetch(url, { method, headers, body: body.raw });
      const json = await response.json();
      done(null, { json: () => json });
    };
    const collectionVariables = {
      get: (name: string) => variables.get(name),
      set: (name: string, value: string) => void variables.set(name, value),
    };
    const pm = {
      collectionVariables,
      sendRequest: (...given: Parameters<typeof sendRequest>) => void sendRequest(...given).then(resolve, reject),
    };
    runInNewContext(script, { pm, Date });
  });
}
