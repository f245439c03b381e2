import assert from 'node:assert/strict';
import type { Scene } from './example-states.ts';
import { assign } from './operator.ts';

const SKU = 'ST-CREATOR-BLK-M';

/** An order of two pieces of one blank that can be released. */
export async function releasable({ server, operator, token, clientId }: Scene): Promise<void> {
  const print = { dataUrl: 'https://files.example.com/a.png', location: 'REGULAR', technology: 'DTG' };
  const order = {
    orderId: 'SHOP-10001',
    items: [{ quantity: 2, customProduct: { sku: SKU, prints: [print] } }],
    shipping: { shippingLabelUrl: 'https://files.example.com/label.pdf' },
  };
  const answer = await server.send('/v1/orders', { token, body: order });
  assert.equal(answer.status, 200, answer.text);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 10_000 });
  await assign(server, clientId, 'SHOP-10001');
}

/** The same order in production. */
export async function released(scene: Scene): Promise<void> {
  await releasable(scene);
  const { operator, clientId } = scene;
  const orders = [{ clientId, orderId: 'SHOP-10001' }];
  scene.known.batchId = (await operator.send('POST', '/batches', { orders })).json.batch.batchId;
  const [, piece] = (await operator.get(`/orders/${clientId}/SHOP-10001/pieces`)).json;
  scene.known.code = piece.code;
}

/** One bin, which is free. */
export async function bins({ operator }: Scene): Promise<void> {
  await operator.send('PUT', '/bins', { count: 1 });
}
