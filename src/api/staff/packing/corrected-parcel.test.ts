import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { commandOf, type FloorScene, newFloorScene } from '../../../../test/support/floor-scene.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { ADDRESS } from '../../../orders/test-support/sample-orders.ts';

const TRACKING = 'RR123456785DE';

let server: TestServer;
let scene: FloorScene;
before(async () => {
  server = await startTestServer();
  scene = await newFloorScene(server);
});
after(() => server.close());

function packer() {
  let context: object = { work: 'PACK' };
  return async (code: string | undefined) => {
    const body = { id: randomUUID(), station: 'pack-1', code, context };
    let { json } = await scene.operator.send('POST', '/scans', body);
    context = json.next;
    if (json.asks === 'CONFIRM_UNMADE') {
      const yes = { ...body, id: randomUUID(), code: commandOf('PASS'), context };
      ({ json } = await scene.operator.send('POST', '/scans', yes));
      context = json.next;
    }
    return json;
  };
}

async function inProduction(orderId: string, pieces: number): Promise<string[]> {
  await scene.order(orderId, { 'TEE-BLK-M': pieces }, 0, { shipping: { address: ADDRESS } });
  return (await scene.release(orderId)).codes;
}

async function correct(orderId: string, correction: object): Promise<void> {
  const path = `/orders/${scene.customer.clientId}/${orderId}`;
  const answer = await scene.operator.send('PATCH', path, { reason: 'The customer called.', ...correction });
  assert.equal(answer.status, 200, answer.text);
}

const papersOf = ({ parcel }: { parcel: { papers: { kind: string; copy: number; state: string }[] } }) =>
  parcel.papers.map(({ kind, copy, state }) => [kind, copy, state === 'void']);

test('a parcel whose address is corrected after printing gets new papers before it ships', async () => {
  const [piece] = await inProduction('LATE-ADDRESS', 1);
  const scan = packer();
  assert.equal((await scan(piece)).asks, 'TRACKING');
  await correct('LATE-ADDRESS', { shipping: { address: { street: 'Neue Straße 2' } } });
  const printed = await scan(TRACKING);
  assert.deepEqual([printed.refusal, printed.asks, printed.parcel.state], [undefined, 'TRACKING', 'OPEN']);
  assert.deepEqual(printed.voided, ['LABEL', 'SLIP']);
  assert.deepEqual(papersOf(printed), [
    ['LABEL', 2, false],
    ['SLIP', 2, false],
  ]);
  assert.equal((await scan(TRACKING)).parcel.state, 'SHIPPED');
});

test('a parcel that is full because a quantity was corrected gets its papers before it ships', async () => {
  const [piece] = await inProduction('FEWER', 2);
  const scan = packer();
  assert.equal((await scan(piece)).asks, undefined);
  await correct('FEWER', { items: [{ id: '1', quantity: 1 }] });
  const printed = await scan(commandOf('NO_TRACKING'));
  assert.deepEqual([printed.refusal, printed.asks, printed.parcel.state], [undefined, 'TRACKING', 'OPEN']);
  assert.equal(papersOf(printed).length, 2);
  assert.deepEqual([printed.voided, printed.doubt.code], [undefined, 'papers_void']);
  assert.equal((await scan(commandOf('NO_TRACKING'))).parcel.state, 'SHIPPED');
});

test('a parcel that waits for its label does not ship by API with papers that a correction made void', async () => {
  const { operator } = scene;
  const address = { ...ADDRESS, city: 'Zürich', postalCode: '8001', country: 'CH' };
  await scene.order('SWISS', { 'TEE-BLK-M': 1 }, 0, { shipping: { address }, unitPriceCurrency: 'EUR' });
  const [piece] = (await scene.release('SWISS')).codes;
  const { code, problem } = (await packer()(piece)).parcel;
  assert.equal(problem, 'customs_data_missing');
  const send = async (verb: 'label' | 'ship') => {
    const { status, json } = await operator.send('POST', `/parcels/${code}/${verb}`, {});
    return [status, json.error ?? json.state];
  };
  const setCode = (hsCode: string | null) =>
    operator.send('PUT', '/articles/TEE/customs', { hsCode, countryOfOrigin: 'BD', weightGrams: 180 });
  await setCode('610910');
  assert.deepEqual(await send('label'), [200, 'PACKED']);
  await correct('SWISS', { shipping: { address: { street: 'Neue Straße 2' } } });
  assert.deepEqual(await send('ship'), [409, 'papers_void']);
  assert.deepEqual(await send('label'), [200, 'PACKED']);
  await correct('SWISS', { shipping: { address: { street: 'Neue Straße 3' } } });
  await setCode(null);
  assert.deepEqual(await send('ship'), [409, 'papers_void']);
  // The label cannot be made: the parcel records it, and may leave with a label from elsewhere.
  assert.deepEqual(await send('label'), [409, 'label_not_made']);
  assert.deepEqual(await send('ship'), [200, 'SHIPPED']);
});

test('a parcel that is taken back and ships with another carrier goes on the list of that carrier', async () => {
  const { operator, customer } = scene;
  for (const carrier of ['first-post', 'second-post']) {
    await operator.send('PUT', `/carriers/${carrier}`, { name: carrier });
    await operator.send('PUT', `/clients/${customer.clientId}/carriers/${carrier}`, {
      default: carrier === 'first-post',
    });
  }
  const [piece] = await inProduction('OTHER-CARRIER', 2);
  const scan = packer();
  const shipPart = async () => {
    await scan(commandOf('NEXT_PARCEL'));
    await scan(commandOf('NO_TRACKING'));
    return scan(commandOf('PASS'));
  };
  await scan(piece);
  const { parcel } = await shipPart();
  await correct('OTHER-CARRIER', { shipping: { carrierId: 'second-post' } });
  await scan(commandOf('TAKE_BACK'));
  await scan(commandOf('PASS'));
  assert.equal((await shipPart()).parcel.state, 'SHIPPED');
  const body = { id: randomUUID(), station: 'door', code: parcel.code, context: { work: 'HAND_OVER' } };
  const { handOver } = (await operator.send('POST', '/scans', body)).json;
  assert.equal(handOver.carrierId, 'second-post');
});
