import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assign, markMade, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { takeInOrders } from '../../../orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { newIntakeContext } from '../../../orders/test-support/intake-context.ts';
import { customItem, EAN, item, NECK_LABEL, order } from '../../../orders/test-support/sample-orders.ts';
import type { BlobStore } from '../../../platform/files/blobs.ts';
import { openBlobs } from '../../../platform/files/open-blobs.ts';
import { startFileServer } from '../../../platform/files/test-support/file-server.ts';
import { makeJpeg, makePdf, makePng } from '../../../platform/files/test-support/sample-files.ts';
import { commandSheet } from '../../../production/command-codes.ts';

const FILES: Record<string, Buffer> = {
  '/front.png': makePng({ width: 2_000, height: 1_000 }),
  '/check.jpg': makeJpeg(),
  '/slip.pdf': makePdf(),
};
const ORDER_NOTE = 'The customer calls back.';
const ARTICLE_NOTE = 'Pretreat twice.';

let server: TestServer;
let operator: Operator;
let customer: Customer;
let blobs: BlobStore;
let host: Awaited<ReturnType<typeof startFileServer>>;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  blobs = openBlobs(server.config);
  host = await startFileServer(server, ({ url }, response) => response.end(FILES[url!]));
  const { sku = '' } = customItem().customProduct ?? {};
  for (const path of [`ARTICLE/${sku}`, `ARTICLE/${NECK_LABEL}`, `PRODUCT/${EAN}`])
    await operator.send('POST', `/stock/${path}/set`, { quantity: 1_000 });
  await operator.send('POST', '/articles/ST-CREATOR/notes', { text: ARTICLE_NOTE });
});
after(async () => {
  await blobs.close();
  await server.close();
});

/** An order with its files kept, in production; the codes of its pieces. */
async function inProduction(orderId: string, pieces: number, { isPreferred = false } = {}): Promise<string[]> {
  const print = {
    dataUrl: `${host.url}/front.png`,
    location: 'FRONT',
    technology: 'DTG',
    qualityControlImageUrl: `${host.url}/check.jpg`,
  };
  const customizations = [{ sku: NECK_LABEL, location: 'NECK', technology: 'DTF' }];
  const items = [{ ...customItem({ prints: [print], customizations }), quantity: pieces }, item({ quantity: 1 })];
  const made = await customer.post(order({ orderId, items, packingSlip: `${host.url}/slip.pdf` } as never));
  assert.equal(made.status, 200, made.text);
  if (isPreferred) assert.equal((await operator.work(customer.clientId, orderId, 'prefer')).status, 200);
  const intake = await newIntakeContext(server, server, { blobs, allow: [host.host], retrySeconds: [] });
  await takeInOrders(intake, customer.clientId, new AbortController().signal);
  await assign(server, customer.clientId, orderId);
  const { clientId } = customer;
  await operator.send('POST', `/orders/${clientId}/${orderId}/notes`, { text: ORDER_NOTE });
  await operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
  const { json } = await operator.get(`/orders/${clientId}/${orderId}/pieces`);
  return json.map(({ code }: { code: string }) => code);
}

const scanned = async (
  send: (method: string, path: string, body: unknown) => ReturnType<Operator['send']>,
  code: string | undefined,
  context: object,
  rest: object = { station: 'press' },
) => {
  const answer = await send('POST', '/scans', { id: randomUUID(), code, context, ...rest });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

test('a scan returns the data that a station displays of a piece, without the recipient', async () => {
  const [, second = ''] = await inProduction('SHOWN-1', 2);
  const { piece, order: shown, ...rest } = await scanned(operator.send, second, { work: 'MAKE' });
  assert.deepEqual(
    [piece.number, piece.of, piece.article, piece.isPreferred],
    [
      2,
      2,
      {
        sku: 'ST-CREATOR-BLK-M',
        title: 'Creator Tee',
        color: 'Black',
        size: 'M',
        dtgType: 'WHITE_UNDERBASE',
      },
      false,
    ],
  );
  const at = `/operator/v1/pieces/${second}`;
  const [print, label] = piece.steps;
  assert.deepEqual([print.widthMm, print.heightMm], [355.6, 177.8]);
  const sha = print.artwork.thumbnail.split('/').at(-2);
  assert.deepEqual(print.artwork, {
    thumbnail: `${at}/pictures/${sha}/small`,
    preview: `${at}/pictures/${sha}/large`,
    file: `${at}/files/1`,
    fileName: `${second}_FRONT_DTG.png`,
  });
  assert.deepEqual([label.kind, label.title, label.isDone], ['CUSTOMIZATION', 'Printed Neck Label', false]);
  assert.deepEqual(piece.qualityControl, print.qualityControl);
  assert.equal(piece.due, (await orderOf('SHOWN-1')).expectedShipDate);
  assert.deepEqual([piece.batch.place, piece.batch.of], [2, 2]);
  assert.deepEqual([shown.clientId, shown.orderId, shown.pieces], [customer.clientId, 'SHOWN-1', 2]);
  assert.ok(shown.clientName.length > 0);
  assert.deepEqual(
    shown.notes.map(({ text, manufacturerCode }: Record<string, string>) => [text, manufacturerCode]).sort(),
    [
      [ARTICLE_NOTE, 'ST-CREATOR'],
      [ORDER_NOTE, undefined],
    ],
  );
  assert.doesNotMatch(JSON.stringify([piece, shown, rest]), /Lovelace|Musterstra|Berlin/);
});

test('a parcel shows its items with colour, size and picture', async () => {
  const [first] = await inProduction('SHOWN-2', 1);
  await markMade(server);
  const { parcel, order: shown } = await scanned(operator.send, first, { work: 'PACK' });
  const [custom, product] = parcel.items;
  assert.deepEqual(
    [custom.title, custom.color, custom.size, custom.sku, custom.packed, custom.of],
    ['Creator Tee', 'Black', 'M', 'ST-CREATOR-BLK-M', 1, 1],
  );
  assert.match(custom.thumbnail, new RegExp(`^/operator/v1/parcels/${parcel.code}/pictures/[0-9a-f]{64}/small$`));
  assert.deepEqual([product.ean13, product.packed], [EAN, 0]);
  assert.deepEqual([shown.orderId, shown.notes.length], ['SHOWN-2', 2]);
});

const orderOf = async (orderId: string) => (await customer.get(`/v1/orders/${orderId}`)).json;

const PASS = commandSheet().find(({ command }) => command === 'PASS')?.code;

/** A browser that is a new station, and people with badges. */
async function newStation(name: string) {
  const admin = await signedIn(server);
  const { stationId } = (await admin.send('POST', '/stations', { name, kinds: ['make'] })).json;
  const browser = await signedIn(server, 'office');
  await browser.send('POST', '/station-session', { stationId });
  const signOn = async () => {
    const { account } = await signedIn(server, 'floor');
    const { badgeCode } = (await admin.send('POST', `/operators/${account.operatorId}/badge`)).json;
    const answer = await browser.send('POST', '/station-session/badge', { badge: badgeCode });
    assert.equal(answer.status, 200, answer.text);
    return { ...account, badge: badgeCode as string };
  };
  return { ...browser, stationId, signOn };
}

test('a scan at a station records the station and the person, and is refused when nobody is signed on', async () => {
  const codes = await inProduction('STATION-1', 2);
  const station = await newStation('Press 7');
  const sent = { id: randomUUID(), code: codes[0], context: { work: 'MAKE' } };
  const locked = await station.send('POST', '/scans', sent);
  assert.deepEqual([locked.status, locked.json.error], [401, 'station_locked']);

  const ada = await station.signOn();
  const opened = await scanned(station.send, codes[0], { work: 'MAKE' }, {});
  const passing = { id: randomUUID(), code: PASS, context: opened.next };
  const passed = await station.send('POST', '/scans', { ...passing, station: 'Press 7' });
  assert.deepEqual([passed.status, passed.json.done.piece.code], [200, codes[0]]);
  const other = await station.send('POST', '/scans', { ...sent, station: 'Press 8' });
  assert.deepEqual(
    [other.status, other.json.violations[0].pointer, other.json.violations[0].allowed],
    [400, '/station', ['Press 7']],
  );
  const unnamed = await operator.send('POST', '/scans', sent);
  assert.deepEqual([unnamed.status, unnamed.json.violations[0].code], [400, 'required']);
  const { rows } = await server.pool.query(
    'select station, station_id, actor_id from piece_events where order_id = $1',
    ['STATION-1'],
  );
  assert.deepEqual(rows, [{ station: 'Press 7', station_id: station.stationId, actor_id: ada.operatorId }]);

  const bea = await station.signOn();
  const again = await station.send('POST', '/scans', passing);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
  assert.deepEqual(again.json.done, passed.json.done);
  const badge = await scanned(station.send, bea.badge, { work: 'MAKE' }, {});
  assert.deepEqual([badge.meaning, badge.refusal], ['PERSON', undefined]);
  const kept = await server.pool.query('select from scans where answer like $1', ['%PERSON%']);
  assert.equal(kept.rowCount, 0);
  await station.send('POST', '/station-session/sign-off');
  assert.equal((await station.send('POST', '/scans', passing)).status, 401);
});

const sentBack = async (token: string, path: string, headers = {}) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

test('the floor reads the pictures and the print file of a piece, and no other data of its order', async () => {
  const [code] = await inProduction('FILES-1', 2);
  const { piece } = await scanned(operator.send, code, { work: 'MAKE' });
  const { token } = await server.token({ scope: 'operator', role: 'floor' });
  const { artwork, qualityControl } = piece.steps[0];
  for (const path of [artwork.thumbnail, artwork.preview, qualityControl.thumbnail]) {
    const answer = await sentBack(token, path);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/webp'], path);
    assert.match(answer.headers.get('cache-control') ?? '', /^private, max-age=\d+/);
    await answer.arrayBuffer();
    const known = await sentBack(token, path, { 'if-none-match': answer.headers.get('etag') ?? '' });
    assert.equal(known.status, 304);
  }
  const file = await sentBack(token, artwork.file);
  assert.equal(file.headers.get('content-disposition'), `attachment; filename="${code}_FRONT_DTG.png"`);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), FILES['/front.png']);

  const { json: whole } = await operator.get(`/orders/${customer.clientId}/FILES-1/files`);
  const slip = whole.files.find(({ role }: { role: string }) => role === 'packing_slip');
  for (const path of [
    `/operator/v1/pieces/${code}/pictures/${slip.sha256}/small`,
    `/operator/v1/pieces/${code}/files/2`,
    `/operator/v1/pieces/${code}/files/0`,
    `/operator/v1/pieces/${code}/files/9`,
    `/operator/v1/pieces/${code}/pictures/x/small`,
  ])
    assert.equal((await sentBack(token, path)).status, 404, path);
  assert.equal((await sentBack(token, slip.url.replace('http://platen.test', ''))).status, 403);

  const station = await newStation('Press 9');
  await station.signOn();
  const cookie = [...station.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const path of [artwork.preview, artwork.file, `/operator/v1/pieces/${code}`]) {
    const shared = await fetch(`${server.url}${path}`, { headers: { cookie } });
    await shared.arrayBuffer();
    assert.deepEqual([shared.status, shared.headers.get('cache-control')], [200, 'no-store'], path);
  }

  const { parcel } = await scanned(operator.send, code, { work: 'PACK' });
  assert.equal((await sentBack(token, parcel.items[0].thumbnail)).status, 200);
  const inParcel = `/operator/v1/parcels/${parcel.code}/pictures`;
  assert.equal((await sentBack(token, `${inParcel}/${slip.sha256}/small`)).status, 404);
  assert.equal((await sentBack(token, `${inParcel}/x/small`)).status, 404);
});

test('the code of a bin, a parcel or an order shows its order and changes nothing', async () => {
  await operator.send('PUT', '/bins', { count: 5 });
  const [first, second] = await inProduction('LOOK-1', 2, { isPreferred: true });
  const opened = await scanned(operator.send, first, { work: 'CHECK' });
  // Its claim to stock has ended, and not that it is urgent.
  assert.equal(opened.piece.isPreferred, true);
  const asked = await scanned(operator.send, second, opened.next);
  assert.equal(asked.next.question, 'CONFIRM_UNMADE');
  const { done, order: shown } = await scanned(operator.send, PASS, asked.next);
  const bins = (await operator.get('/bins')).json;
  const { parcel } = await scanned(operator.send, first, { work: 'PACK' });
  for (const [meaning, code] of [
    ['BIN', bins.find(({ bin }: { bin: number }) => bin === done.bin).code],
    ['PARCEL', parcel.code],
    ['ORDER', shown.code],
  ]) {
    const found = await scanned(operator.send, code, { work: 'FIND' });
    assert.deepEqual([found.meaning, found.order.orderId, found.order.bin], [meaning, 'LOOK-1', done.bin]);
  }
  const free = bins.find(({ bin }: { bin: number }) => bin !== done.bin);
  assert.match((await scanned(operator.send, free.code, { work: 'FIND' })).refusal.message, /is free/);
});

test('a scan shows the recipient while the parcel is open at the station, and a later repeated scan does not', async () => {
  const [first] = await inProduction('WHOM-1', 1);
  await markMade(server);
  const opening = { id: randomUUID(), station: 'bench-1', code: first, context: { work: 'PACK' } };
  const opened = (await operator.send('POST', '/scans', opening)).json;
  assert.match(opened.parcel.recipient.join(), /Ada Lovelace/);
  const other = await scanned(operator.send, first, { work: 'PACK' }, { station: 'bench-2' });
  assert.deepEqual([other.refusal.kind, other.parcel?.recipient], ['IN_USE', undefined]);
  assert.match((await operator.send('POST', '/scans', opening)).json.parcel.recipient.join(), /Ada/);
  const kept = await server.pool.query('select from scans where answer like $1', ['%Lovelace%']);
  assert.equal(kept.rowCount, 0);
  let next = opened.next;
  for (const name of ['NEXT_PARCEL', 'NO_TRACKING', 'PASS']) {
    const leave = commandSheet().find(({ command }) => command === name)?.code;
    next = (await scanned(operator.send, leave, next, { station: 'bench-1' })).next;
  }
  const again = (await operator.send('POST', '/scans', opening)).json;
  assert.deepEqual([again.parcel.code, again.parcel.recipient], [opened.parcel.code, undefined]);
});
