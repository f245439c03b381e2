import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { makePng } from '../platform/files/test-support/sample-files.ts';
import { BODY_BYTES_MAX } from '../platform/http/json-body.ts';
import { newCustomer } from './test-support/customer.ts';
import { newIntakeHost, serve } from './test-support/intake-context.ts';
import { BLANK, customItem, order } from './test-support/sample-orders.ts';

/** Items of the order, limited by 1 MiB. */
const ITEMS = 220;
const PRINTS = 50;
/**
 * Processor time that passes while somebody else waits for one answer, most of it the test's own; the time on
 * the clock is the machine's.
 */
const OTHERS_WAIT_MS_MAX = 1_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('the largest order goes from the request to ASSIGNED without delaying others', async (t) => {
  const host = await newIntakeHost(t, server, { '/a.png': serve(makePng({ width: 100, height: 100 })) }, [10]);
  const large = await newCustomer(server);
  const small = await newCustomer(server);
  await server.pool.query('update article_variants set stock_level_quantity = 100000 where sku = $1', [BLANK]);
  const print = { dataUrl: `${host.files.url}/a.png`, location: 'FRONT', technology: 'DTG' };
  const items = Array.from({ length: ITEMS }, () => customItem({ prints: Array(PRINTS).fill(print) }));
  const body = JSON.stringify(order({ orderId: 'LARGE', items }));
  assert.ok(body.length > BODY_BYTES_MAX * 0.85 && body.length <= BODY_BYTES_MAX, `${body.length} bytes`);

  let isDone = false;
  const done = (async () => {
    assert.equal((await large.post(body)).status, 200);
    await host.takeIn(large.clientId);
    const { json } = await large.read('LARGE');
    assert.equal(json.status, 'ASSIGNED', JSON.stringify(json.statusReason));
    assert.equal(json.warnings.length, 100);
    assert.equal((await large.put('LARGE', body)).status, 200);
    assert.equal((await large.cancel('LARGE')).status, 200);
  })().finally(() => {
    isDone = true;
  });
  let worstMs = 0;
  while (!isDone) {
    const before = process.threadCpuUsage();
    assert.equal((await small.get('/v1/carriers')).status, 200);
    const { user, system } = process.threadCpuUsage(before);
    worstMs = Math.max(worstMs, (user + system) / 1_000);
  }
  await done;
  assert.ok(worstMs < OTHERS_WAIT_MS_MAX, `${worstMs} ms`);
});
