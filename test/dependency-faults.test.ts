import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makePdf } from '../src/platform/files/test-support/sample-files.ts';
import { newOperator } from './support/operator.ts';
import { until } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const REQUESTS = 50;
/** Longer than the time that must pass without failures before a fault counts as over. */
const LATER_MS = 61_000;

let server: TestServer;
let customer: Awaited<ReturnType<typeof newCustomer>>;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
});
after(() => server.close());

/** Returns the lines that were logged since the last call. */
function takeLines(): { msg: string; [field: string]: unknown }[] {
  return server.logged.splice(0).map((line) => JSON.parse(line));
}

const failuresOf = (name: string) => server.faults.states().find(({ dependency }) => dependency === name)?.failures;

test('a full database disk logs one line at its start, one at its end, and a count', async () => {
  await customer.post(order({ orderId: 'BEFORE' }));
  // PostgreSQL refuses statements that need space, and still reads.
  await server.pool.query(
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  );
  await server.pool.query('create trigger refuse before insert on orders execute function refuse()');
  takeLines();
  for (let number = 1; number <= REQUESTS; number++) {
    const { status, headers } = await customer.post(order({ orderId: `FULL-${number}` }));
    assert.equal(status, 503);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await customer.read('BEFORE')).status, 200);
  }
  await until(
    () => server.logged.filter((line) => line.includes('"status":503')).length === REQUESTS,
    'all are logged',
  );
  const [begin, ...others] = takeLines().filter(({ msg }) => msg !== 'answered');
  assert.deepEqual([begin?.level, begin?.dependency], [50, 'database_writes']);
  assert.match(String((begin!.err as { stack: string }).stack), /No space left on device/);
  assert.deepEqual(others, []);
  assert.equal(failuresOf('database_writes'), REQUESTS);

  await server.pool.query('drop trigger refuse on orders');
  assert.equal((await customer.post(order({ orderId: 'AFTER' }))).status, 200);
  server.time.now = new Date(Date.now() + LATER_MS);
  await until(() => server.logged.some((line) => line.includes('a dependency works again')), 'it ended');
  const [end, ...more] = takeLines().filter(({ msg }) => msg !== 'answered');
  assert.deepEqual([end?.level, end?.dependency, end?.failures], [30, 'database_writes', REQUESTS]);
  assert.deepEqual(more, []);
  server.time.now = undefined;
});

test('an unreadable folder of files logs one line at its start, one at its end, and a count', async (t) => {
  const host = await startFileServer(t, (_request, response) => void response.end(makePdf()));
  await customer.post(order({ orderId: 'SLIP', packingSlip: `${host.url}/slip.pdf` }));
  const context = await newIntakeContext(t, server, {
    blobs: openBlobs(server.config),
    allow: [host.host],
    retrySeconds: [],
  });
  await takeInOrders(context, customer.clientId, new AbortController().signal);
  const operator = await newOperator(server);
  const path = `/orders/${customer.clientId}/SLIP`;
  const file = `${path}/files/${(await operator.get(path)).json.files[0].sha256}`;
  const folder = join(server.config.DATA_DIR, 'files');
  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
  takeLines();
  for (let number = 1; number <= REQUESTS; number++) assert.equal((await operator.get(file)).status, 503);
  const [begin, ...others] = takeLines().filter(({ msg }) => msg !== 'answered');
  assert.equal(begin?.dependency, 'file_store');
  assert.deepEqual(others, []);
  assert.equal(failuresOf('file_store'), REQUESTS);

  await rm(folder);
  await rename(`${folder}.away`, folder);
  server.time.now = new Date(Date.now() + LATER_MS);
  const { token } = await server.token({ scope: 'operator' });
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await fetch(`${server.url}/operator/v1${file}`, { headers })).status, 200);
  const [end, ...more] = takeLines().filter(({ msg }) => msg !== 'answered');
  assert.deepEqual([end?.dependency, end?.failures], ['file_store', REQUESTS]);
  assert.deepEqual(more, []);
});
