import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { takeInOrders } from '../../src/orders/intake/intake-orders.ts';
import { newIntakeContext } from '../../src/orders/test-support/intake-context.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { startFileServer } from '../../src/platform/files/test-support/file-server.ts';
import { makePdf, makePng } from '../../src/platform/files/test-support/sample-files.ts';
import { commandSheet } from '../../src/production/command-codes.ts';
import type { Scene } from './example-scene.ts';
import { assign, markMade } from './operator.ts';

const SKU = 'ST-CREATOR-BLK-M';

const LABEL_URL = 'https://files.example.com/label.pdf';
const PRINT = { dataUrl: 'https://files.example.com/a.png', location: 'REGULAR', technology: 'DTG' };

/** Places an order of two pieces of one blank that can be released. */
export async function placeReleasable(scene: Scene): Promise<void> {
  await placeOrder(scene, PRINT);
  await assign(scene.server, scene.clientId, 'SHOP-10001');
}

async function placeOrder(
  { server, operator, token }: Scene,
  print: object,
  shippingLabelUrl = LABEL_URL,
): Promise<void> {
  const order = {
    orderId: 'SHOP-10001',
    items: [{ quantity: 2, customProduct: { sku: SKU, prints: [print] } }],
    shipping: { shippingLabelUrl },
  };
  const answer = await server.send('/v1/orders', { token, body: order });
  assert.equal(answer.status, 200, answer.text);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 10_000 });
}

/** The same order in production. */
export async function releaseBatch(scene: Scene): Promise<void> {
  await placeReleasable(scene);
  await release(scene);
}

/** The same with stored files and a note about its article. */
export async function storePieceFiles(scene: Scene): Promise<void> {
  const { t, server, operator, clientId } = scene;
  const host = await startFileServer(t, ({ url }, response) =>
    response.end(url === '/label.pdf' ? makePdf() : makePng()),
  );
  const [dataUrl, qualityControlImageUrl] = [`${host.url}/a.png`, `${host.url}/check.png`];
  await placeOrder(scene, { ...PRINT, dataUrl, qualityControlImageUrl }, `${host.url}/label.pdf`);
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  const context = await newIntakeContext(t, server, { blobs, allow: [host.host], retrySeconds: [] });
  await takeInOrders(context, clientId, new AbortController().signal);
  await assign(server, clientId, 'SHOP-10001');
  await operator.send('POST', '/articles/ST-CREATOR/notes', { text: 'Pretreat twice.' });
  await release(scene);
}

async function release(scene: Scene): Promise<void> {
  const { operator, clientId } = scene;
  const orders = [{ clientId, orderId: 'SHOP-10001' }];
  scene.known.batchId = (await operator.send('POST', '/batches', { orders })).json.batch.batchId;
  const [, piece] = (await operator.get(`/orders/${clientId}/SHOP-10001/pieces`)).json;
  scene.known.code = piece.code;
}

/** Creates one free bin. */
export async function createBin({ operator }: Scene): Promise<void> {
  await operator.send('PUT', '/bins', { count: 1 });
}

/** Packs one of its pieces in a parcel that is on no hand-over list. */
export async function packPiece(scene: Scene): Promise<void> {
  const { server, operator, known } = scene;
  // Other examples' parcels must not wait for this list.
  await server.pool.query(`update parcels set opened = '2020-01-01' where hand_over_id is null`);
  await server.pool.query(`update hand_overs set closed = opened where closed is null`);
  await releaseBatch(scene);
  await removeOwnLabel(scene);
  await markMade(server);
  const scan = async (code: string | undefined, context: object) =>
    (await operator.send('POST', '/scans', { id: randomUUID(), station: 'packing', code, context })).json;
  const opened = await scan(known.code, { work: 'PACK' });
  let { next } = opened;
  for (const name of ['NEXT_PARCEL', 'NO_TRACKING', 'PASS'])
    next = (await scan(commandSheet().find(({ command }) => command === name)?.code, next)).next;
  known.parcel = opened.parcel.code;
  await server.pool.query(`update parcels set carrier_id = 'dhl-paket', tracking_number = $2 where code = $1`, [
    known.parcel,
    'JD014600006281230704',
  ]);
}

/** The same parcel on a hand-over list. */
export async function listForHandOver(scene: Scene): Promise<void> {
  await packPiece(scene);
  const { operator, known } = scene;
  const sent = { id: randomUUID(), station: 'door', code: known.parcel, context: { work: 'HAND_OVER' } };
  const { json } = await operator.send('POST', '/scans', sent);
  known.handOverId = json.handOver.handOverId;
}

/** The same. The examples' code is the parcel's. */
export async function listParcel(scene: Scene): Promise<void> {
  await listForHandOver(scene);
  scene.known.code = scene.known.parcel ?? '';
}

/** The same order in a parcel that waits for its label. */
export async function openWaitingParcel(scene: Scene): Promise<void> {
  await releaseBatch(scene);
  const { server, operator, clientId, known } = scene;
  await markMade(server);
  let context: object = { work: 'PACK' };
  for (const { code } of (await operator.get(`/orders/${clientId}/SHOP-10001/pieces`)).json) {
    const body = { id: randomUUID(), station: 'pack-1', code, context };
    const { json, text } = await operator.send('POST', '/scans', body);
    assert.ok(json.parcel, text);
    context = json.next;
    known.code = json.parcel.code;
  }
  await removeOwnLabel(scene);
}

/** Removes the label from the order's document, because no label file is stored. */
async function removeOwnLabel({ server, clientId }: Scene): Promise<void> {
  await server.pool.query(
    `update orders set document = replace(document, 'shippingLabelUrl', 'trackingUrl') where client_id = $1`,
    [clientId],
  );
}

/** Ships one of its pieces. */
export async function shipPiece(scene: Scene): Promise<void> {
  await packPiece(scene);
  scene.known.code = 'SHOP-10001';
}

/** Returns the shipped piece. */
export async function returnPiece(scene: Scene): Promise<void> {
  await packPiece(scene);
  const { operator, clientId } = scene;
  const items = [{ itemId: '1', condition: 'WASTE', reason: 'PRINT_DEFECT', note: 'The print came off in the wash.' }];
  const { status, text } = await operator.send('POST', '/returns', {
    clientId,
    orderId: 'SHOP-10001',
    items,
  });
  assert.equal(status, 200, text);
}

/** The same parcel on a closed hand-over list. */
export async function closeHandOver(scene: Scene): Promise<void> {
  await listForHandOver(scene);
  const { operator, known } = scene;
  const { status, text } = await operator.send('POST', `/hand-overs/${known.handOverId}/close`, {
    leaveMissing: true,
  });
  assert.equal(status, 200, text);
}

/** A piece in hand at the station without a name. */
export async function scanPiece(scene: Scene): Promise<void> {
  await storePieceFiles(scene);
  const { server, operator, known } = scene;
  const id = randomUUID();
  const { status, text } = await operator.send('POST', '/scans', {
    id,
    station: 's',
    code: known.code,
    context: { work: 'MAKE' },
  });
  assert.equal(status, 200, text);
  await server.pool.query(`update latest_scans set station = '', work = 'PACK' where scan_id = $1`, [id]);
}

/** No station has an accepted scan. */
export async function forgetScans({ server }: Scene): Promise<void> {
  await server.pool.query('delete from latest_scans');
}
