import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a token opens the API', async () => {
  const { token } = await server.token();
  const answer = await server.send('/v1/carriers', { token });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json, []);
});
