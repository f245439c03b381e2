import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';

const S3 = {
  S3_BUCKET_URL: 'https://s3.example.com/b',
  S3_ACCESS_KEY_ID: 'id-of-key',
  S3_SECRET_ACCESS_KEY: 'hush',
};

let server: TestServer;
before(async () => {
  server = await startTestServer(
    { ...S3, TOKEN_TTL_SECONDS: '600', METRICS_HOST: '::1' },
    { checkHealth: async () => [{ name: 'disk', status: 'degraded', message: 'Disk space is low.' }] },
  );
});
after(() => server.close());

test('an admin reads the settings and the health of the service, without secrets', async () => {
  const admin = await signedIn(server);
  const { status, json, text } = await admin.send('GET', '/settings');
  assert.equal(status, 200);
  const named = (name: string) => json.settings.find((one: { name: string }) => one.name === name);
  const { doc, ...ttl } = named('TOKEN_TTL_SECONDS');
  assert.match(doc, /^Lifetime of an access token/);
  assert.deepEqual(ttl, {
    name: 'TOKEN_TTL_SECONDS',
    unit: 'seconds',
    default: '3600',
    value: '600',
    set: true,
    source: 'environment',
    secret: false,
  });
  assert.deepEqual([named('S3_SECRET_ACCESS_KEY').set, named('S3_SECRET_ACCESS_KEY').value], [true, undefined]);
  assert.ok(!text.includes('hush') && !text.includes('id-of-key'));
  assert.match(json.version, /^\d+\.\d+\.\d+/);
  assert.match(json.database.version, /^\d+(\.\d+)?$/);
  assert.ok(json.database.bytes > 1_000_000);
  assert.ok(json.disk.freeBytes > 0);
  assert.deepEqual(json.checks, [{ name: 'disk', status: 'degraded', message: 'Disk space is low.' }]);
  assert.equal(json.metrics, 'http://[::1]:9464/metrics');
});

test('without metrics no address of metrics is returned', async () => {
  const quiet = await startTestServer({ METRICS_PORT: 'off' });
  try {
    const admin = await signedIn(quiet);
    assert.equal((await admin.send('GET', '/settings')).json.metrics, undefined);
  } finally {
    await quiet.close();
  }
});
