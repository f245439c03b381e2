import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commandOf, type FloorScene, newFloorScene } from '../../../../test/support/floor-scene.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';

let server: TestServer;
let floor: FloorScene;
before(async () => {
  server = await startTestServer();
  floor = await newFloorScene(server);
  await floor.operator.send('PUT', '/bins', { count: 3 });
});
after(() => server.close());

const read = async (path: string) => (await floor.operator.get(path)).json;
const lineOf = async (batchId: string, sku: string) =>
  (await read(`/batches/${batchId}/progress`)).lines.find(({ code }: { code: string }) => code === sku);

test('a batch lists the blanks to pick and the states of its pieces', async () => {
  await floor.order('FAR-1', { 'TEE-BLK-M': 3, 'TEE-SAND-L': 1, product: 2 });
  await floor.order('FAR-2', { 'TEE-BLK-M': 1 });
  await floor.order('FAR-3', { 'TEE-BLK-M': 1 });
  const { batchId, codes } = await floor.release('FAR-1', 'FAR-2', 'FAR-3');
  const [first = '', second = '', third = ''] = codes;
  await floor.scan('MAKE', first, second, commandOf('PASS'));
  await floor.scan('CHECK', first, commandOf('PASS'));
  await floor.scan('CHECK', third, commandOf('REJECT', 'HOLE'));
  await floor.operator.work(floor.customer.clientId, 'FAR-2', 'cancel');
  const { lines, customizations } = await read(`/batches/${batchId}/progress`);
  assert.deepEqual(
    lines.map(({ technology, code, pieces }: Record<string, unknown>) => [technology, code, pieces]),
    [
      ['DTG', 'TEE-BLK-M', 5],
      ['DTG', 'TEE-SAND-L', 1],
      [undefined, '4006381333931', 2],
    ],
  );
  const { toMake, made, checked, packed, stopped, replaced, onHand } = await lineOf(batchId, 'TEE-BLK-M');
  assert.deepEqual([toMake, made, checked, packed, stopped, replaced, onHand], [2, 1, 1, 0, 1, 1, 399]);
  assert.deepEqual(customizations, []);
  const shown = await read(`/batches/${batchId}/pieces?sku=TEE-BLK-M&limit=2`);
  assert.equal(shown.length, 2);
  const states = async (state: string) =>
    (await read(`/batches/${batchId}/pieces?state=${state}`)).map(({ orderId }: { orderId: string }) => orderId);
  assert.deepEqual(await states('STOPPED'), ['FAR-2']);
  assert.deepEqual(await states('ENDED'), ['FAR-1']);
  assert.deepEqual(await states('TO_MAKE'), ['FAR-1', 'FAR-1', 'FAR-3']);
  const events = await read(`/orders/${floor.customer.clientId}/FAR-1/piece-events`);
  assert.deepEqual(events.map(({ code, type, reason }: Record<string, unknown>) => [code, type, reason]).slice(0, 2), [
    [third, 'piece.rejected', 'HOLE'],
    [first, 'piece.checked', undefined],
  ]);
  assert.equal((await floor.operator.get('/batches/99999/progress')).json.error, 'batch_not_found');
});

test('pages of the pieces of a batch do not overlap', async () => {
  await floor.order('PAGE-1', { 'TEE-BLK-L': 5 });
  await floor.order('PAGE-2', { 'TEE-BLK-L': 2 });
  const { batchId, codes } = await floor.release('PAGE-1', 'PAGE-2');
  const seen: string[] = [];
  let path: string | undefined = `/batches/${batchId}/pieces?limit=3`;
  while (path !== undefined) {
    const answer = await floor.operator.get(path);
    seen.push(...answer.json.map(({ code }: { code: string }) => code));
    const link: string | undefined = /<[^>]*\/operator\/v1([^>]+)>; rel="next"/.exec(
      answer.headers.get('link') ?? '',
    )?.[1];
    path = link;
  }
  assert.deepEqual(seen, codes);
});

test('a bin is PACKING while all of its pieces lie in an open parcel', async () => {
  await floor.order('BIN-PACK', { 'TEE-SAND-M': 2, product: 1 });
  const { codes } = await floor.release('BIN-PACK');
  const stateOf = async () =>
    (await read('/bins/contents')).contents.find(({ orderId }: { orderId: string }) => orderId === 'BIN-PACK').state;
  await floor.scan('CHECK', ...codes, commandOf('PASS'));
  assert.equal(await stateOf(), 'COMPLETE');
  await floor.scan('PACK', ...codes);
  assert.equal(await stateOf(), 'PACKING');
  await floor.operator.work(floor.customer.clientId, 'BIN-PACK', 'ship', { parcels: [{ trackingNumber: 'T-0' }] });
});

test('an idle station reads what is next, how much is left and what is late', async () => {
  const queueOf = (work: string) => read(`/station-queue?work=${work}`);
  const before = await queueOf('MAKE');
  await floor.order('QUEUE-1', { 'TEE-BLK-L': 2 }, 24 * 400);
  const { codes, batchId } = await floor.release('QUEUE-1');
  const { next, ...counts } = await queueOf('MAKE');
  assert.deepEqual(counts, { tickets: before.tickets + 2, pieces: before.pieces + 2, late: before.late + 2 });
  assert.deepEqual(
    next.slice(0, 2).map(({ code }: { code: string }) => code),
    codes,
  );
  const { article, technology, due } = next[0];
  assert.deepEqual([article.sku, technology, next[0].batchId], ['TEE-BLK-L', 'DTG', batchId]);
  assert.ok(Date.parse(due) < Date.now());
  await floor.scan('MAKE', codes[0]!, commandOf('PASS'));
  assert.equal((await queueOf('MAKE')).tickets, before.tickets + 1);
  assert.equal((await queueOf('CHECK')).next[0].code, codes[0]);
});

test('a bin shows when its order took it, and its missing pieces', async () => {
  await floor.order('BIN-1', { 'TEE-SAND-M': 2 });
  await floor.order('BIN-2', { 'TEE-SAND-M': 2 });
  const { codes } = await floor.release('BIN-1', 'BIN-2');
  await floor.scan('CHECK', codes[0]!, codes[2]!, codes[3]!, commandOf('PASS'));
  const contents = async () => {
    const all = (await read('/bins/contents')).contents;
    return all.filter(({ orderId }: { orderId: string }) => orderId.startsWith('BIN-'));
  };
  const [waiting, complete] = await contents();
  assert.deepEqual([waiting.state, waiting.checked, waiting.pieces], ['WAITING', 1, 2]);
  assert.deepEqual(
    waiting.missing.map(({ code, state }: Record<string, unknown>) => [code, state]),
    [[codes[1], 'TO_MAKE']],
  );
  assert.deepEqual([complete.state, complete.missing], ['COMPLETE', []]);
  await floor.customer.cancel('BIN-2');
  assert.equal((await contents())[1].state, 'STOPPED');
  await floor.operator.work(floor.customer.clientId, 'BIN-1', 'ship', {
    parcels: [{ trackingNumber: 'T-1' }],
  });
  assert.equal((await contents())[0].state, 'SHIPPED');
});
