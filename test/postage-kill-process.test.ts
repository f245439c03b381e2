import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ADDRESS } from '../src/orders/test-support/sample-orders.ts';
import { EASYPOST_KEY, type FakeEasypost, startFakeEasypost } from './support/fake-easypost.ts';
import { makeDataDir, type Settings, startPlaten, until } from './support/platen-process.ts';
import { newPostageScene, type PostageScene, SENDER } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const KILL = join(import.meta.dirname, 'support/kill-at-label.ts');
/** More statements than the way from a scan to the printed label has. */
const STATEMENTS_MAX = 30;

let server: TestServer;
let scene: PostageScene;
let easypost: FakeEasypost;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
  easypost = await startFakeEasypost(server);
  const added = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'EasyPost', kind: 'EASYPOST', address: easypost.url, sender: SENDER },
    credentials: { secret: EASYPOST_KEY },
  });
  await scene.setRules([
    { providerId: added.json.providerId, service: 'USPS:Priority', when: { countries: ['FR'] } },
    { providerId: scene.providerId, service: 'standard' },
  ]);
});
after(() => server.close());

async function pack(orderId: string, country: string): Promise<void> {
  const [piece] = await scene.produce(orderId, { shipping: { address: { ...ADDRESS, country } } });
  const packed = await scene.packer()(piece);
  assert.equal(packed.parcel?.label?.state, 'COMING', JSON.stringify(packed));
}

/** Returns the paid labels of an order at both providers, by the text on them. */
function paidFor(orderId: string): string[] {
  const own = scene.provider.labels.filter(({ body, isVoid }) => body.orderId === orderId && !isVoid);
  const others = easypost.shipments.filter(
    ({ body, service, refund }) => body.options.invoice_number === orderId && service && !refund,
  );
  return [...own.map(({ trackingNumber }) => `Postage ${trackingNumber}`), ...others.map(({ id }) => `Easy ${id}.zpl`)];
}

const timesPrinted = (text: string) =>
  scene.labels.taken.filter((taken) => String(taken).includes(`${text}^FS`)).length;
const statusOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json.status;
const isDone = async (orderId: string) =>
  (await statusOf(orderId)) === 'SHIPPED' && paidFor(orderId).every((text) => timesPrinted(text) > 0);

/** Does what a person does after an interrupted print job: looks whether the label lies there. */
async function repeatLostPrints(): Promise<void> {
  const { rows } = await server.pool.query(
    `select job_id, order_id from print_jobs where kind = 'label' and state = 'unknown'`,
  );
  for (const { job_id: jobId, order_id: orderId } of rows) {
    const verb = paidFor(orderId).every((text) => timesPrinted(text) > 0) ? 'confirm' : 'retry';
    await scene.operator.send('POST', `/print-jobs/${jobId}/${verb}`, {});
  }
}

test('a process that is killed before each statement from the scan to the printer leaves one paid label, printed once', async (t) => {
  const { host, port, user, password, database } = server.pool.options;
  const settings: Settings = {
    DATA_DIR: await makeDataDir(t),
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    ENCRYPTION_KEY: Buffer.from(server.encryptionKey).toString('base64url'),
    SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY',
    DEMO: 'off',
  };
  const orderIds: string[] = [];
  for (let at = 1; at <= STATEMENTS_MAX; at++) {
    const orderId = `KILL-${at}`;
    await pack(orderId, at % 2 === 0 ? 'FR' : 'DE');
    orderIds.push(orderId);
    const { NODE_OPTIONS = '' } = process.env;
    const child = await startPlaten(t, {
      ...settings,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${KILL}`,
      KILL_AT: String(at),
      KILL_ORDER: orderId,
    });
    const killed = child.ended.then(({ signal }) => signal === 'SIGKILL');
    const hasEnded = await Promise.race([killed, until(() => isDone(orderId), `${orderId} left`).then(() => false)]);
    if (!hasEnded) {
      await child.end('SIGTERM');
      break;
    }
  }
  assert.ok(orderIds.length > 6, `only ${orderIds.length} statements`);
  // Two processes finish what the killed ones began.
  const both = await Promise.all([startPlaten(t, settings), startPlaten(t, settings)]);
  await until(async () => {
    await repeatLostPrints();
    return (await Promise.all(orderIds.map(isDone))).every(Boolean);
  }, 'all orders left');
  for (const one of both) await one.end('SIGTERM');
  for (const orderId of orderIds) {
    const paid = paidFor(orderId);
    assert.deepEqual([paid.length, paid.map(timesPrinted)], [1, [1]], orderId);
  }
  const { rows } = await server.pool.query(`select state, count(*)::int as labels from parcel_labels group by state`);
  assert.deepEqual(rows, [{ state: 'used', labels: orderIds.length }]);
});
