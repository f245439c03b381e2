import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EASYPOST_KEY, type FakeEasypost, startFakeEasypost } from './support/fake-easypost.ts';
import { commandOf } from './support/floor-scene.ts';
import { newPostageScene, type PostageScene, SENDER } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

let server: TestServer;
let scene: PostageScene;
let easypost: FakeEasypost;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
  easypost = await startFakeEasypost(server);
});
after(() => server.close());

/** Packs and scans these orders into a hand-over list. Returns its number and the function that scans. */
async function loadList(orderIds: readonly string[]) {
  const hands = scene.packer('gate-1', 'HAND_OVER');
  let list = '';
  for (const orderId of orderIds) {
    const [piece] = await scene.produce(orderId);
    const { parcel } = await scene.packer()(piece);
    await scene.buy();
    const scanned = await hands(parcel.code);
    assert.equal(scanned.refusal, undefined, JSON.stringify(scanned.refusal));
    list = scanned.handOver.handOverId;
  }
  return { list, hands };
}

const readList = async (list: string) => (await scene.operator.get(`/hand-overs/${list}`)).json;

test('one request closes a list, and prints it and the manifest once, although the first answer was lost', async () => {
  const { list } = await loadList(['DAY-1', 'DAY-2']);
  const close = () =>
    scene.operator.send('POST', `/hand-overs/${list}/close`, { printerId: scene.sheets.printerId, leaveMissing: true });
  const closed = await close();
  assert.deepEqual([closed.status, closed.json.state], [200, 'CLOSED'], closed.text);
  assert.equal((await readList(list)).manifests[0].state, 'COMING');
  scene.provider.faults.set('POST /manifests', ['drop', 'refuse']);
  await scene.makeManifests();
  const [slow] = (await readList(list)).manifests;
  assert.deepEqual([slow.state, slow.sentence.code], ['COMING', 'label_provider_unreachable']);
  await scene.makeManifests(later(1));
  const [refused] = (await readList(list)).manifests;
  assert.deepEqual(
    [refused.state, refused.sentence.message],
    ['FAILED', 'Own labels has refused to make the manifest: 422: The postal code is wrong.'],
  );
  // The list is printed once, and its manifest is asked for again.
  const printed = await scene.operator.send('POST', `/hand-overs/${list}/print`, { printerId: scene.sheets.printerId });
  assert.equal(printed.status, 200, printed.text);
  await scene.makeManifests(later(2));
  await scene.makeManifests(later(3));
  assert.equal((await close()).status, 200);
  await scene.print();
  const { providerName, carrier, state } = (await readList(list)).manifests[0];
  assert.deepEqual([providerName, carrier, state], ['Own labels', 'Fake Post', 'PRINTED']);
  const { rows } = await server.pool.query(
    `select kind from print_jobs where kind in ('manifest', 'hand-over') order by kind`,
  );
  assert.deepEqual(rows, [{ kind: 'hand-over' }, { kind: 'manifest' }]);
  assert.deepEqual(
    scene.provider.manifests.map(({ labels }) => labels.length),
    [2],
  );
});

test('EasyPost makes one scan form for a list that a scan closed', async () => {
  const added = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'EasyPost', kind: 'EASYPOST', address: easypost.url, sender: SENDER },
    credentials: { secret: EASYPOST_KEY },
  });
  await scene.setRules([{ providerId: added.json.providerId, service: 'USPS:Priority' }]);
  const { list, hands } = await loadList(['DAY-3', 'DAY-4']);
  await hands(commandOf('PASS'));
  assert.equal((await readList(list)).state, 'CLOSED');
  easypost.faults.set('POST /scan_forms', ['drop']);
  await scene.makeManifests();
  await scene.makeManifests(later(1));
  assert.equal((await readList(list)).manifests[0].state, 'MADE');
  const printed = await scene.operator.send('POST', `/hand-overs/${list}/print`, { printerId: scene.sheets.printerId });
  assert.equal(printed.status, 200, printed.text);
  await scene.makeManifests(later(2));
  assert.equal((await readList(list)).manifests[0].state, 'PRINTED');
  assert.deepEqual(
    easypost.scanForms.map(({ shipments }) => shipments.length),
    [2],
  );
});
