import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startProxiedTestServer, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';

const ASKING = 40;

let server: TestServer;
let checks: HealthCheck[] = [];
before(async () => {
  server = await startTestServer({}, { checkHealth: async () => checks });
});
after(() => server.close());

test('concurrent readiness checks query the database once at a time', async () => {
  let most = 0;
  server.pool.on('acquire', () => {
    most = Math.max(most, server.pool.totalCount - server.pool.idleCount);
  });
  const answers = await Promise.all(Array.from({ length: ASKING }, () => server.send('/health/ready')));
  assert.ok(answers.every(({ status }) => status === 200));
  // The server may also read its keys and clients at the same time.
  assert.ok(most > 0 && most <= 4, `${most} at once`);
});

test('only ?verbose returns every check', async (t) => {
  t.after(() => {
    checks = [];
  });
  checks = [{ name: 'disk', status: 'ok' }];
  const verbose = await server.send('/health/ready?verbose');
  const database = { name: 'database', status: 'ok' };
  assert.deepEqual([verbose.json.status, verbose.json.checks], ['ok', [database, ...checks]]);
  checks = [{ name: 'disk', status: 'degraded', message: 'Disk space is low.' }];
  const degraded = await server.send('/health/ready?verbose=1&more=2');
  assert.deepEqual([degraded.status, degraded.json.status], [200, 'degraded']);
  assert.deepEqual(degraded.json.checks, [database, ...checks]);
  const plain = await server.send('/health/ready?other');
  assert.deepEqual(Object.keys(plain.json), ['status', 'version']);
  assert.equal(plain.json.status, 'ok');
});

test('without a database ?verbose answers 503 with the degraded checks', async (t) => {
  const away = await startProxiedTestServer({}, { checkHealth: async () => checks });
  t.after(() => away.close());
  t.after(() => {
    checks = [];
  });
  checks = [
    { name: 'disk', status: 'degraded', message: 'Disk space is low.' },
    { name: 'keys', status: 'ok' },
  ];
  away.proxy.freeze();
  const verbose = await away.send('/health/ready?verbose');
  assert.equal(verbose.status, 503);
  assert.equal(verbose.json.message, 'The database does not answer. Degraded are also: disk.');
  const plain = await away.send('/health/ready');
  assert.deepEqual([plain.status, plain.json.message], [503, 'The database does not answer.']);
});
