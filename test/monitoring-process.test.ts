import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { freePort } from './support/free-ports.ts';
import { demoOrder, makeUsedDataDir, startPlaten, tokenOf, until } from './support/platen-process.ts';

const EXABYTE = 1e15;

/** Number of requests for files. */
let asked = 0;
const host = createHttpServer((_request, response) => {
  asked++;
  response.end();
}).listen(0, '127.0.0.1');
after(() => host.close());
await once(host, 'listening');
const files = `127.0.0.1:${(host.address() as AddressInfo).port}`;
const port = await freePort();
const metrics = `http://127.0.0.1:${port}`;

/** A server with metrics and an almost full disk. */
const { dataDir, demo } = await makeUsedDataDir({ after });
const server = await startPlaten(
  { after },
  {
    DATA_DIR: dataDir,
    FILE_FETCH_ALLOW: files,
    DISK_FREE_MIN_BYTES: String(EXABYTE),
    METRICS_PORT: String(port),
  },
);
const token = await tokenOf(server.url, demo);

async function send(path: string, body?: object): Promise<{ status: string }> {
  const response = await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as { status: string };
}

test('metrics, health and log show the work and the problems of a server', async () => {
  await send('/v1/orders', demoOrder('SHOP-1'));
  let text = '';
  await until(async () => {
    text = await (await fetch(`${metrics}/metrics`)).text();
    return text.includes('platen_jobs_look_age_seconds{job_name="intake"}') && text.includes('platen_disk_paused 1');
  }, 'the jobs looked for work, and the disk was measured');
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    );
  assert.equal(value('platen_disk_floor_bytes'), EXABYTE);
  assert.ok(value('platen_disk_free_bytes') > 0);
  assert.equal(value('platen_batch_size_count{batch="create"}'), 1);
  assert.ok(value('platen_database_connections{pool="requests",state="idle"}') >= 0);
  assert.ok(value('platen_jobs_look_age_seconds{job_name="intake"}') < 30);
  assert.equal(value('platen_jobs_failing_keys{job_name="deliver"}'), 0);
  assert.match(text, /^platen_orders\{status="NEW"\} \d+$/m);

  const ready = async (query: string) => (await fetch(`${server.url}/health/ready${query}`)).json();
  const verbose = (await ready('?verbose')) as { status: string; checks: { name: string; status: string }[] };
  assert.equal(verbose.status, 'degraded');
  assert.deepEqual(
    verbose.checks.map(({ name, status }) => [name, status]),
    [
      ['database', 'ok'],
      ['backups', 'ok'],
      ['disk', 'degraded'],
      ['intake', 'ok'],
      ['jobs', 'ok'],
      ['keys', 'ok'],
      ['webhooks', 'ok'],
    ],
  );
  assert.equal(((await ready('')) as { status: string }).status, 'ok');
});

test('metrics have their own port and are labelled by method, route and status', async () => {
  assert.equal((await fetch(`${server.url}/v1/orders/SHOP-1`)).status, 401);
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
  const answer = await fetch(`${metrics}/metrics`);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  assert.match(
    text,
    /^http_request_duration_seconds_count\{method="GET",route="\/v1\/orders\/:orderId",status="401"\} 1$/m,
  );
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
  assert.equal((await fetch(`${metrics}/`)).status, 404);
});

test('below the minimum of free disk space orders without files continue, and orders with files wait', async () => {
  await server.waitForOutput(/disk space is low/);
  await send('/v1/orders', { ...demoOrder('WITH-FILE'), packingSlip: `http://${files}/slip.pdf` });
  await send('/v1/orders', demoOrder('PLAIN'));
  const statusOf = async (orderId: string) => (await send(`/v1/orders/${orderId}`)).status;
  await until(async () => (await statusOf('PLAIN')) === 'ASSIGNED', 'the order without files is assigned');
  assert.equal(await statusOf('WITH-FILE'), 'NEW');
});

test('the disk warning is logged once, and the server stops in order', async () => {
  assert.equal((await server.end('SIGTERM')).code, 0);
  assert.equal(asked, 0);
  assert.equal(server.stdout().match(/disk space is low/g)?.length, 1);
});
