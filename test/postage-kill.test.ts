import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { handleLabels } from '../src/packing/buy-labels.ts';
import { commandOf } from './support/floor-scene.ts';
import { newPostageScene, type PostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;
/** More statements than the purchase of a label has. */
const STATEMENTS_MAX = 60;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

let server: TestServer;
let scene: PostageScene;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
});
after(() => server.close());

class Killed extends Error {}

/**
 * Returns a pool that ends the work of a process before statement number `at`. The connection of an open
 * transaction breaks, as after kill -9.
 */
function dyingPool(pool: Pool, at: number): { pool: Pool; hasDied: () => boolean } {
  let count = 0;
  const step = () => {
    if (++count >= at) throw new Killed();
  };
  const dying = {
    query: async (...given: Parameters<Pool['query']>) => {
      step();
      return pool.query(...given);
    },
    connect: async () => {
      step();
      const client = await pool.connect();
      return {
        query: async (...given: Parameters<Pool['query']>) => {
          step();
          return client.query(...given);
        },
        release: () => client.release(count >= at),
      };
    },
  };
  return { pool: dying as unknown as Pool, hasDied: () => count >= at };
}

async function parcelOf(orderId: string) {
  const { json } = await scene.operator.get(`/orders/${scene.customer.clientId}/${orderId}/parcels`);
  return json.at(-1);
}

/** Asserts that the order has left with exactly one paid label, which was printed once. */
async function assertOneLabel(orderId: string, name: string): Promise<void> {
  const order = (await scene.customer.get(`/v1/orders/${orderId}`)).json;
  const paid = scene.provider.labels.filter(({ body, isVoid }) => body.orderId === orderId && !isVoid);
  assert.deepEqual([order.status, paid.length], ['SHIPPED', 1], name);
  assert.equal(order.shipping.trackingNumber, paid[0]?.trackingNumber, name);
  const { rows } = await server.pool.query(
    `select state, copy from parcel_papers where order_id = $1 and kind = 'LABEL' and state <> 'void'`,
    [orderId],
  );
  assert.equal(rows.length, 1, name);
  const open = await server.pool.query(
    `select 1 from parcel_labels where order_id = $1 and state not in ('used', 'void')`,
    [orderId],
  );
  assert.equal(open.rowCount, 0, name);
}

test('a process that is killed before each statement of a purchase leaves one paid label, which is printed once', async () => {
  const faults = [undefined, 'drop', 'half', 'busy'] as const;
  for (let at = 1; ; at++) {
    assert.ok(at < STATEMENTS_MAX);
    const orderId = `KILL-${at}`;
    const [piece] = await scene.produce(orderId);
    const packed = await scene.packer()(piece);
    const fault = faults[at % faults.length];
    if (fault) scene.provider.faults.set('POST /labels', [fault]);
    const { pool, hasDied } = dyingPool(server.pool, at);
    const signal = new AbortController().signal;
    await handleLabels({ ...scene.context, pool }, packed.parcel.code, signal).catch((error) =>
      assert.ok(error instanceof Killed, String(error)),
    );
    scene.provider.faults.clear();
    for (const minutes of [0, 2, 4, 6]) await scene.buy(later(minutes));
    await assertOneLabel(orderId, `killed at ${at}, ${fault}`);
    if (!hasDied()) break;
  }
});

test('a correction, a stop or a second packer during the purchase leaves one paid label', async () => {
  const { clientId } = scene.customer;
  const correct = async (orderId: string) => {
    const correction = { reason: 'The customer called.', shipping: { address: { street: 'Nebenweg 7' } } };
    const corrected = await scene.operator.send('PATCH', `/orders/${clientId}/${orderId}`, correction);
    assert.equal(corrected.status, 200, corrected.text);
  };
  const takeBack = async (orderId: string) => {
    const { code } = await parcelOf(orderId);
    const taken = await scene.operator.send('POST', `/parcels/${code}/take-back`, { reason: 'Forgot the slip.' });
    assert.equal(taken.status, 200, taken.text);
    const scan = scene.packer('pack-2');
    await scene.operator.send('POST', `/parcels/${code}/take-back`, { reason: 'Forgot the slip.' });
    const opened = await scene.packer('pack-1')(code);
    assert.equal(opened.parcel?.state, 'OPEN', JSON.stringify(opened));
    const other = await scan(code);
    assert.equal(other.refusal?.kind, 'IN_USE', JSON.stringify(other));
    await scan(commandOf('HAND_OVER_TO_ME'));
    const closed = await scan(commandOf('NEXT_PARCEL'));
    assert.equal(closed.parcel?.label?.state, 'COMING', JSON.stringify(closed));
  };
  const hold = async (orderId: string) => {
    assert.ok((await scene.operator.work(clientId, orderId, 'hold', { reason: 'Wait.' })).status < 300);
  };
  for (const [name, during, afterwards] of [
    ['CORRECTED', correct, undefined],
    ['REPACKED', takeBack, undefined],
    ['HELD', hold, (orderId: string) => scene.operator.work(clientId, orderId, 'release')],
  ] as const) {
    for (const call of ['POST /labels', 'never']) {
      const orderId = `${name}-${call === 'never' ? 'LATER' : 'DURING'}`;
      const [piece] = await scene.produce(orderId);
      await scene.packer()(piece);
      let isDone = false;
      scene.provider.beforeAnswer = async (made) => {
        if (made !== call || isDone) return;
        isDone = true;
        await during(orderId);
      };
      if (call === 'never') await during(orderId);
      await scene.buy();
      scene.provider.beforeAnswer = () => {};
      if (afterwards) {
        assert.equal((await scene.customer.get(`/v1/orders/${orderId}`)).json.status, 'ACCEPTED', orderId);
        await afterwards(orderId);
      }
      for (const minutes of [1, 2, 4, 6]) await scene.buy(later(minutes));
      await assertOneLabel(orderId, orderId);
    }
  }
  const corrected = scene.provider.labels.find(({ body, isVoid }) => body.orderId === 'CORRECTED-DURING' && !isVoid);
  assert.match(JSON.stringify(corrected?.body.recipient), /Nebenweg 7/);
});
