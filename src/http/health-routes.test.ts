import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';

const ASKING = 200;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('however many ask whether it is ready, the database is asked once at a time', async () => {
  let statements = 0;
  let underWay = 0;
  let most = 0;
  server.pool.on('acquire', () => {
    statements++;
    most = Math.max(most, ++underWay);
  });
  server.pool.on('release', () => underWay--);
  const answers = await Promise.all(Array.from({ length: ASKING }, () => server.send('/health/ready')));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.ok(statements > 0 && statements < ASKING / 2, `${statements} statements`);
  // What the server reads by itself, its keys and its clients, may come beside.
  assert.ok(most <= 4, `${most} at once`);
});
