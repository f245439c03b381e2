import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { demoClientOf, demoOrder, makeDataDir, startPlaten, tokenOf } from './support/platen-process.ts';

const EXABYTE = 1e15;

test('a server tells what it does and what is degraded, to whoever watches it', {
  timeout: 120_000,
}, async (t) => {
  const port = await freePort();
  const server = await startPlaten(t, {
    DATA_DIR: await makeDataDir(t),
    DISK_FREE_MIN_BYTES: String(EXABYTE),
    METRICS_PORT: String(port),
  });
  const [said] = await server.said(/Client secret[\s\S]*unitPriceCurrency":"EUR"}'\n/);
  const token = await tokenOf(server.url, demoClientOf(said ? server.stdout() : ''));
  const created = await fetch(`${server.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(demoOrder('SHOP-1')),
  });
  assert.equal(created.status, 200);

  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = (series: string) =>
    Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    );
  assert.equal(value('platen_disk_floor_bytes'), EXABYTE);
  assert.equal(value('platen_disk_paused'), 1);
  assert.ok(value('platen_disk_free_bytes') > 0);
  assert.equal(value('platen_batch_size_count{batch="create"}'), 1);
  assert.ok(value('platen_database_connections{pool="requests",state="idle"}') >= 0);
  assert.ok(value('platen_jobs_look_age_seconds{job_name="intake"}') < 30);
  assert.equal(value('platen_jobs_failing_keys{job_name="deliver"}'), 0);
  assert.match(metrics, /^platen_orders\{status="NEW"\} \d+$/m);

  const ready = async (query: string) => (await fetch(`${server.url}/health/ready${query}`)).json();
  const verbose = (await ready('?verbose')) as { status: string; checks: { name: string; status: string }[] };
  assert.equal(verbose.status, 'degraded');
  assert.deepEqual(
    verbose.checks.map(({ name, status }) => [name, status]),
    [
      ['database', 'ok'],
      ['disk', 'degraded'],
      ['intake', 'ok'],
      ['jobs', 'ok'],
      ['keys', 'ok'],
      ['webhooks', 'ok'],
    ],
  );
  assert.equal(((await ready('')) as { status: string }).status, 'ok');
  assert.equal((await server.end('SIGTERM')).code, 0);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
