import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { takeInOrders } from '../../../orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { newIntakeContext } from '../../../orders/test-support/intake-context.ts';
import { ADDRESS, ARTWORK, customItem, item, order } from '../../../orders/test-support/sample-orders.ts';
import { openBlobs } from '../../../platform/files/open-blobs.ts';
import { type FileServer, startFileServer } from '../../../platform/files/test-support/file-server.ts';
import { makePng } from '../../../platform/files/test-support/sample-files.ts';
import { commandSheet } from '../../../production/command-codes.ts';

const EAN = '4006381333931';
const SKU = customItem().customProduct?.sku ?? '';
const OTHER_SKU = 'ST-CREATOR-WHT-L';
const PRINT_AT_BACK = { dataUrl: ARTWORK, location: 'BACK', technology: 'DTG' };
const OTHER = { ...ADDRESS, street: 'Nebenweg 7' };
const REASON = 'The customer called.';
const NUMBER = 'JD014600006281230704';

let server: TestServer;
let operator: Operator;
let customer: Customer;
let files: FileServer;
const ends: (() => unknown)[] = [];
before(async () => {
  files = await startFileServer({ after: (end) => void ends.push(end) }, ({ url }, response) =>
    url === '/art.png' ? response.end(makePng({ width: 7 })) : response.writeHead(404).end(),
  );
  server = await startTestServer({ FILE_FETCH_ALLOW: files.host });
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 1_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1_000 });
  for (const [id, name] of [
    ['dhl-paket', 'DHL Paket'],
    ['ups', 'UPS Standard'],
  ]) {
    await operator.send('PUT', `/carriers/${id}`, { name });
    await operator.send('PUT', `/clients/${customer.clientId}/carriers/${id}`, { default: id === 'dhl-paket' });
  }
});
after(async () => {
  await server.close();
  for (const end of ends) await end();
});

type Piece = {
  position: number;
  copy: number;
  sku: string;
  state: string;
  batchId: string;
  steps: { location: string }[];
};
const codeOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code ?? '';
const PASS = codeOf('PASS');
const pathOf = (orderId: string) => `/orders/${customer.clientId}/${orderId}`;
const correct = (orderId: string, body: object, headers = {}) =>
  operator.send('PATCH', pathOf(orderId), { reason: REASON, ...body }, headers);
const toAddress = (address: object) => ({ shipping: { address } });
const piecesOf = async (orderId: string): Promise<{ code: string; state: string }[]> =>
  (await operator.get(`${pathOf(orderId)}/pieces`)).json;
const answerOf = ({ status, json }: { status: number; json: { error?: string; status?: string } }) => [
  status,
  json.error ?? json.status,
];

async function inProduction(orderId: string, pieces = 1): Promise<string[]> {
  await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity: pieces }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  return (await piecesOf(orderId)).map(({ code }) => code);
}

function station(work: string) {
  let context: object = { work };
  return async (code: string | undefined) => {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'desk', code, context });
    context = json.next;
    return json;
  };
}

test('the address of an order in production is corrected: made pieces stay made, and printed papers are void', async () => {
  const [first, second] = await inProduction('FIX-1', 2);
  const make = station('MAKE');
  await make(first);
  await make(PASS);
  const pack = station('PACK');
  await pack(first);
  await pack(second);
  const { parcel } = await pack(PASS);
  const before = (await operator.get(pathOf('FIX-1'))).json;
  const fixed = await correct('FIX-1', { shipping: { address: { street: 'Nebenweg 7' }, carrierId: 'ups' } });
  assert.deepEqual(answerOf(fixed), [200, 'ACCEPTED']);
  assert.deepEqual(fixed.json.shipping, { address: OTHER, carrierId: 'ups' });
  assert.deepEqual(
    (await piecesOf('FIX-1')).map(({ code, state }) => [code, state]),
    [
      [first, 'PACKED'],
      [second, 'PACKED'],
    ],
  );
  const { json: parcels } = await operator.get(`${pathOf('FIX-1')}/parcels`);
  assert.deepEqual(
    parcels.map(
      ({ code, carrier, papers }: { code: string; carrier: string; papers: { kind: string; state: string }[] }) => [
        code,
        carrier,
        papers.map(({ kind, state }) => `${kind} ${state}`).sort(),
      ],
    ),
    [[parcel.code, 'UPS Standard', ['LABEL void', 'SLIP void']]],
  );
  const papers = ['LABEL', 'SLIP'];
  const printed = await operator.send('POST', `/parcels/${parcel.code}/reprint`, { papers, reason: REASON });
  assert.ok(printed.json.papers.every(({ state }: { state: string }) => state === 'drawing'));
  const shown = (await operator.get(pathOf('FIX-1'))).json;
  assert.equal(shown.version, before.version + 1);
  assert.deepEqual([shown.events.at(-1).type, shown.events.at(-1).reason], ['order.updated', 'corrected']);
  const { json: audit } = await operator.get('/audit?limit=20');
  assert.equal(audit.find(({ action }: { action: string }) => action === 'order.corrected').detail.reason, REASON);
  assert.deepEqual(answerOf(await correct('FIX-1', toAddress({ street: 'Nebenweg 7' }))), [200, 'ACCEPTED']);
  assert.equal((await operator.get(pathOf('FIX-1'))).json.version, shown.version);
});

test('staff correct the texts of an order: in production only its slip is void, and an empty text removes one', async () => {
  const orderId = 'FIX-15';
  const [only] = await inProduction(orderId);
  const pack = station('PACK');
  await pack(only);
  const { parcel } = await pack(PASS);
  const papers = async () =>
    (await operator.get(`${pathOf(orderId)}/parcels`)).json[0].papers
      .map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)
      .sort();
  const printed = await papers();
  const wish = await correct(orderId, { requestedDeliveryDate: '2001-02-03' });
  assert.deepEqual([...answerOf(wish), wish.json.requestedDeliveryDate], [200, 'ACCEPTED', '2001-02-03']);
  assert.deepEqual(
    wish.json.warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
    [['requested_date_past', '/requestedDeliveryDate']],
  );
  assert.deepEqual(await papers(), printed);
  const texts = { message: 'Thank you!', giftMessage: 'Happy birthday!\nGrace', customerReference: 'PO-7', gift: true };
  const fixed = await correct(orderId, texts);
  assert.deepEqual(answerOf(fixed), [200, 'ACCEPTED']);
  const { message, giftMessage, customerReference, gift } = fixed.json;
  assert.deepEqual({ message, giftMessage, customerReference, gift }, texts);
  assert.deepEqual(await papers(), ['LABEL drawing', 'SLIP void']);
  const { events } = (await operator.get(pathOf(orderId))).json;
  assert.deepEqual(
    events
      .at(-1)
      .changes.map(({ pointer }: { pointer: string }) => pointer)
      .sort(),
    ['/customerReference', '/gift', '/giftMessage', '/message'],
  );
  assert.deepEqual([events.at(-1).type, events.at(-1).reason], ['order.updated', 'corrected']);
  const removed = await correct(orderId, { message: '', giftMessage: '', requestedDeliveryDate: '' });
  assert.equal(removed.status, 200);
  for (const name of ['message', 'giftMessage', 'requestedDeliveryDate', 'warnings'])
    assert.equal(removed.json[name], undefined, name);
  const blank = await correct(orderId, { message: ' ', requestedDeliveryDate: '2026-02-30' });
  assert.deepEqual(
    [blank.status, blank.json.violations.map(({ pointer }: { pointer: string }) => pointer).sort()],
    [400, ['/message', '/requestedDeliveryDate']],
  );
  assert.equal(parcel.state, 'OPEN');
  await assigned(server, customer, { orderId: 'FIX-16', items: [item()] });
  assert.deepEqual(answerOf(await correct('FIX-16', { message: 'Thank you!' })), [200, 'NEW']);
});

test('a parcel that waits for its tracking number does not leave with the label of the old address', async () => {
  const [first, second] = await inProduction('FIX-10', 2);
  const pack = station('PACK');
  const scanVoid = async (street: string, code: string) => {
    assert.deepEqual(answerOf(await correct('FIX-10', toAddress({ street }))), [200, 'ACCEPTED']);
    const { asks, voided, doubt, parcel, refusal } = await pack(code);
    assert.deepEqual([refusal, asks, voided, doubt?.code], [undefined, 'TRACKING', ['LABEL', 'SLIP'], 'papers_void']);
    assert.equal(parcel.state, 'OPEN');
    assert.ok(parcel.papers.every(({ state }: { state: string }) => state !== 'void'));
  };
  // A number without the form of the carrier asks, and so does an incomplete parcel.
  for (const code of [first, PASS, codeOf('NEXT_PARCEL'), 'ODD-1', PASS]) await pack(code);
  await scanVoid('Nebenweg 1', PASS);
  for (const code of [second, PASS]) await pack(code);
  await scanVoid('Nebenweg 2', NUMBER);
  await scanVoid('Nebenweg 3', codeOf('NO_TRACKING'));
  assert.equal((await pack('ODD-1')).asks, 'CONFIRM_TRACKING');
  await scanVoid('Nebenweg 4', PASS);
  const left = await pack(NUMBER);
  assert.deepEqual([left.parcel.state, left.parcel.trackingNumber, left.voided], ['SHIPPED', NUMBER, undefined]);
});

test('after the first part the address is corrected for the rest, and after the last a shipment is withdrawn first', async () => {
  const [first, second] = await inProduction('FIX-2', 2);
  const part = { parcels: [{ trackingNumber: 'PART', items: [{ id: '1', quantity: 1 }] }] };
  await operator.work(customer.clientId, 'FIX-2', 'ship', part);
  const fixed = await correct('FIX-2', toAddress({ street: 'Nebenweg 8' }));
  const { status, shipments, shipping } = fixed.json;
  assert.deepEqual([status, shipments.length, shipping.trackingNumber], ['ACCEPTED', 1, 'PART']);
  assert.equal(shipping.address.street, 'Nebenweg 8');
  const quantity = await correct('FIX-2', { items: [{ id: '1', quantity: 1 }] });
  assert.deepEqual(answerOf(quantity), [409, 'order_not_changeable']);
  const pack = station('PACK');
  await pack(first);
  await pack(second);
  await operator.work(customer.clientId, 'FIX-2', 'ship', { parcels: [{}] });
  const late = await correct('FIX-2', toAddress({ street: 'Nebenweg 9' }));
  assert.deepEqual(answerOf(late), [409, 'order_not_changeable']);
  assert.match(late.json.message, /withdraw a shipment/);
});

test('items change until a piece is begun, in the status NEW again; the rules of creation apply', async () => {
  const [code] = await inProduction('FIX-3');
  const wrong = await correct('FIX-3', { items: [{ id: '9', quantity: 2 }], ...toAddress({ postalCode: '' }) });
  assert.deepEqual(
    [wrong.status, wrong.json.violations.map(({ pointer }: { pointer: string }) => pointer).sort()],
    [400, ['/items/0/id', '/shipping/address/postalCode']],
  );
  assert.equal((await operator.send('PATCH', pathOf('FIX-3'), toAddress(OTHER))).status, 400);
  const more = await correct('FIX-3', { items: [{ id: '1', quantity: 2 }] });
  assert.deepEqual(answerOf(more), [200, 'NEW']);
  assert.equal((await station('MAKE')(code)).refusal.kind, 'STOPPED');
  const [again = ''] = await inProduction('FIX-4');
  const make = station('MAKE');
  await make(again);
  await make(PASS);
  const { customProduct } = customItem({ sku: OTHER_SKU });
  const begun = await correct('FIX-4', { items: [{ id: '1', customProduct }] });
  assert.deepEqual(answerOf(begun), [409, 'order_not_changeable']);
  assert.match(begun.json.message, /of item "1" more pieces are begun than may stay/);
  const twice = await correct('FIX-4', {
    items: [
      { id: '1', quantity: 2 },
      { id: '1', quantity: 3 },
    ],
  });
  assert.deepEqual(
    twice.json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/items/1/id', 'duplicate_item_id']],
  );
});

test('once a piece is begun, each item changes by what nobody has made of it: pieces, batch and stock follow', async () => {
  const orderId = 'FIX-11';
  const other = customItem({ sku: OTHER_SKU });
  await assigned(server, customer, {
    orderId,
    items: [{ ...customItem(), quantity: 2 }, { ...other, quantity: 2 }, item()],
  });
  const { json: released } = await operator.send('POST', '/batches', {
    orders: [{ clientId: customer.clientId, orderId }],
  });
  const [first = ''] = (await piecesOf(orderId)).map(({ code }) => code);
  const make = station('MAKE');
  await make(first);
  await make(PASS);
  const reservedOf = async (path: string) => (await operator.get(`/stock/${path}`)).json.reserved;
  const paths = [`ARTICLE/${SKU}`, `ARTICLE/${OTHER_SKU}`, `PRODUCT/${EAN}`];
  const before = await Promise.all(paths.map(reservedOf));
  const fixed = await correct(orderId, {
    items: [
      { id: '1', quantity: 3 },
      { id: '2', quantity: 1, customProduct: customItem({ prints: [PRINT_AT_BACK] }).customProduct },
      { id: '3', quantity: 5 },
    ],
  });
  assert.deepEqual(answerOf(fixed), [200, 'ACCEPTED']);
  const pieces = (await operator.get(`${pathOf(orderId)}/pieces`)).json;
  assert.deepEqual(
    pieces.map(({ position, copy, sku, state, batchId, steps }: Piece) => [
      position,
      copy,
      sku,
      state,
      batchId,
      steps[0]?.location,
    ]),
    [
      [1, 1, SKU, 'MADE'],
      [1, 2, SKU, 'TO_MAKE'],
      [1, 3, SKU, 'TO_MAKE'],
      [2, 1, OTHER_SKU, 'CANCELLED'],
      [2, 2, OTHER_SKU, 'CANCELLED'],
      [2, 3, SKU, 'TO_MAKE', 'BACK'],
    ].map(([position, copy, sku, state, location = 'FRONT']) => [
      position,
      copy,
      sku,
      state,
      released.batch.batchId,
      location,
    ]),
  );
  const after = await Promise.all(paths.map(reservedOf));
  assert.deepEqual(
    after.map((reserved, index) => reserved - before[index]),
    [2, -2, 3],
  );
  assert.equal((await station('MAKE')(pieces[3].code)).refusal.kind, 'CANCELLED');
  const { json: batch } = await operator.get(`/batches/${released.batch.batchId}/progress`);
  assert.equal(batch.lines.find(({ code }: { code: string }) => code === SKU).toMake, 3);
  const { places } = (
    await server.pool.query('select max(batch_place) as places from pieces where batch_id = $1', [
      released.batch.batchId,
    ])
  ).rows[0];
  assert.equal(places, 6);
  const make2 = station('MAKE');
  for (const code of [pieces[1].code, PASS, pieces[2].code, PASS, pieces[5].code, PASS])
    assert.equal((await make2(code)).refusal, undefined);
});

test('a correction that needs more than is available, or less than is packed, changes nothing', async () => {
  const orderId = 'FIX-12';
  await assigned(server, customer, { orderId, items: [customItem(), item()] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const [piece] = await piecesOf(orderId);
  const pack = station('PACK');
  for (const code of [piece?.code, PASS, EAN, EAN]) await pack(code);
  const before = (await operator.get(pathOf(orderId))).json;
  const { json: level } = await operator.get(`/stock/ARTICLE/${SKU}`);
  for (const [items, message] of [
    [[{ id: '2', quantity: 1 }], /of item "2" more pieces are packed or have left than may stay/],
    [[{ id: '1', quantity: 90_000 }], new RegExp(`too few of ${SKU} are available`)],
  ] as const) {
    const refused = await correct(orderId, { items });
    assert.deepEqual(answerOf(refused), [409, 'order_not_changeable']);
    assert.match(refused.json.message, message);
  }
  assert.equal((await operator.get(pathOf(orderId))).json.version, before.version);
  assert.deepEqual((await operator.get(`/stock/ARTICLE/${SKU}`)).json, level);
});

test('new artwork of an order in production is uploaded or fetched at once, and a file that cannot be used is refused', async () => {
  const orderId = 'FIX-13';
  await assigned(server, customer, { orderId, items: [customItem(), customItem({ sku: OTHER_SKU })] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const [first] = await piecesOf(orderId);
  const make = station('MAKE');
  for (const code of [first?.code, PASS]) await make(code);
  const upload = (role: string, body: Buffer) =>
    operator.send('POST', `${pathOf(orderId)}/files?role=${role}`, body, {
      'content-type': 'application/octet-stream',
    });
  const wrong = await upload('artwork', Buffer.from('plain text'));
  assert.deepEqual([wrong.status, wrong.json.violations[0].code], [400, 'wrong_file_type']);
  const MIB = 1_048_576;
  assert.equal((await upload('artwork', Buffer.alloc(20 * MIB))).status, 400);
  const large = await upload('artwork', Buffer.alloc(32 * MIB + 1));
  assert.deepEqual([large.status, /32 MiB/.test(large.json.message)], [413, true]);
  const png = makePng();
  const uploaded = await upload('artwork', png);
  assert.deepEqual([uploaded.status, uploaded.json.mediaType, uploaded.json.bytes], [200, 'image/png', png.length]);
  const withArtwork = (dataUrl: string) =>
    correct(orderId, {
      items: [
        {
          id: '2',
          customProduct: customItem({ sku: OTHER_SKU, prints: [{ ...PRINT_AT_BACK, dataUrl }] }).customProduct,
        },
      ],
    });
  const missing = await withArtwork(`${files.url}/missing.png`);
  assert.deepEqual(
    [missing.status, missing.json.violations[0].pointer, missing.json.violations[0].code],
    [400, '/items/1/customProduct/prints/0/dataUrl', 'file_not_found'],
  );
  for (const url of [uploaded.json.url, `${files.url}/art.png`]) {
    assert.deepEqual(answerOf(await withArtwork(url)), [200, 'ACCEPTED']);
    const { json: kept } = await operator.get(`${pathOf(orderId)}/files`);
    assert.deepEqual(
      kept.files.map(({ pointer, mediaType }: { pointer: string; mediaType: string }) => [pointer, mediaType]),
      [['/items/1/customProduct/prints/0/dataUrl', 'image/png']],
    );
    const content = await operator.get(`${pathOf(orderId)}/files/${kept.files[0].sha256}`);
    assert.equal(content.status, 200);
    const { order } = (await operator.get(pathOf(orderId))).json;
    assert.deepEqual(
      order.warnings?.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
      ['artwork_empty', 'low_resolution'].map((code) => [code, '/items/1/customProduct/prints/0/dataUrl']),
    );
  }
  assert.equal((await piecesOf(orderId)).filter(({ state }) => state === 'TO_MAKE').length, 1);
  await operator.work(customer.clientId, orderId, 'cancel');
});

test('a quantity falls by pieces that nobody has begun: they are cancelled and their stock is free', async () => {
  const [first = ''] = await inProduction('FIX-8', 3);
  const make = station('MAKE');
  await make(first);
  await make(PASS);
  const reservedOf = async () => (await operator.get(`/stock/ARTICLE/${SKU}`)).json.reserved;
  const reserved = await reservedOf();
  const fixed = await correct('FIX-8', { items: [{ id: '1', quantity: 1 }] });
  assert.deepEqual([...answerOf(fixed), fixed.json.items[0].quantity], [200, 'ACCEPTED', 1]);
  assert.deepEqual(
    (await piecesOf('FIX-8')).map(({ state }) => state),
    ['MADE', 'CANCELLED', 'CANCELLED'],
  );
  assert.equal(await reservedOf(), reserved - 2);
  const pack = station('PACK');
  assert.equal((await pack(first)).asks, 'TRACKING');
  const [one = '', two = ''] = await inProduction('FIX-9', 2);
  for (const code of [one, two]) {
    const scan = station('MAKE');
    await scan(code);
    await scan(PASS);
  }
  const made = await correct('FIX-9', { items: [{ id: '1', quantity: 1 }] });
  assert.deepEqual(answerOf(made), [409, 'order_not_changeable']);
  assert.deepEqual(
    (await piecesOf('FIX-9')).map(({ state }) => state),
    ['MADE', 'MADE'],
  );
});

test('staff correct the subject of an error, and the order continues', async () => {
  await assigned(server, customer, { orderId: 'FIX-5', items: [customItem()] });
  const message = 'The artwork is not found.';
  await operator.work(customer.clientId, 'FIX-5', 'error', { message, pointer: '/items/0' });
  const dataUrl = 'https://files.example.com/artwork/back.png';
  const { customProduct } = customItem({ prints: [{ dataUrl, location: 'FRONT', technology: 'DTG' }] });
  const fixed = await correct('FIX-5', { items: [{ id: '1', customProduct }] });
  assert.deepEqual(answerOf(fixed), [200, 'NEW']);
  assert.deepEqual(
    [fixed.json.statusReason, fixed.json.items[0].customProduct.prints[0].dataUrl],
    [undefined, dataUrl],
  );
  const { rows } = await server.pool.query(`select work_due is not null as due from orders where order_id = 'FIX-5'`);
  assert.deepEqual(rows, [{ due: true }]);
});

test('an uploaded file mends an error, and is fetched from nowhere, also when all files are fetched again', async () => {
  const orderId = 'FIX-14';
  const { clientId } = customer;
  const scope = { after: (end: () => unknown) => void ends.push(end) };
  const stores = { blobs: openBlobs(server.config), allow: [files.host], retrySeconds: [] };
  const context = await newIntakeContext(scope, server, stores);
  const printed = (dataUrl: string) => customItem({ prints: [{ ...PRINT_AT_BACK, dataUrl }] });
  const takeIn = async () => {
    await takeInOrders(context, clientId, new AbortController().signal);
    return (await operator.get(pathOf(orderId))).json.order;
  };
  await customer.post(order({ orderId, items: [printed(`${files.url}/missing.png`)] }));
  const broken = await takeIn();
  assert.deepEqual([broken.status, broken.statusReason.code], ['ERROR', 'file_not_found']);
  const body = makePng({ width: 11 });
  const binary = { 'content-type': 'application/octet-stream' };
  const { json: uploaded } = await operator.send('POST', `${pathOf(orderId)}/files`, body, binary);
  const { customProduct } = printed(uploaded.url);
  assert.deepEqual(answerOf(await correct(orderId, { items: [{ id: '1', customProduct }] })), [200, 'NEW']);
  assert.equal((await takeIn()).status, 'ASSIGNED');
  await operator.work(clientId, orderId, 'error', { message: 'Look again.', pointer: '/items/0' });
  await operator.work(clientId, orderId, 'reopen', { refetch: true });
  assert.equal((await takeIn()).status, 'ASSIGNED');
  const { json: kept } = await operator.get(`${pathOf(orderId)}/files`);
  assert.deepEqual(
    kept.files.map(({ width }: { width: number }) => width),
    [11],
  );
});

test('of corrections and scans at the same moment, one waits for the other, and nothing is half done', async () => {
  for (let round = 1; round <= 5; round++) {
    const orderId = `RACE-${round}`;
    const [code] = await inProduction(orderId, 2);
    const make = station('MAKE');
    await make(code);
    const two = { items: [{ id: '1', quantity: 1 + (round % 3) }], ...toAddress({ street: `Weg ${round}` }) };
    const [scan, change] = await Promise.all([make(PASS), correct(orderId, two)]);
    const { order: now, reservations } = (await operator.get(pathOf(orderId))).json;
    const states = (await piecesOf(orderId)).map(({ state }) => state);
    const living = states.filter((state) => state !== 'CANCELLED');
    assert.equal(change.status, 200);
    assert.equal(now.shipping.address.street, `Weg ${round}`);
    // Before a piece is begun, more pieces take the order out of production, and the scan is refused.
    if (now.status === 'NEW') assert.equal(scan.refusal.kind, 'STOPPED');
    else
      assert.deepEqual([living.length, living.includes('MADE')], [now.items[0].quantity, scan.refusal === undefined]);
    const reserved = reservations.find(({ code: sku }: { code: string }) => sku === SKU).quantity;
    assert.equal(reserved, now.status === 'NEW' ? 2 : now.items[0].quantity);
  }
});

test('of two corrections of one version, and of a correction and a scan, one wins and the other hears why', async () => {
  const [code = ''] = await inProduction('FIX-6');
  const etag = (await operator.get(pathOf('FIX-6'))).headers.get('etag') ?? '';
  const answers = await Promise.all(
    ['Weg 1', 'Weg 2'].map((street) => correct('FIX-6', toAddress({ street }), { 'if-match': etag })),
  );
  assert.deepEqual(answers.map(answerOf).sort(), [
    [200, 'ACCEPTED'],
    [412, 'precondition_failed'],
  ]);
  const make = station('MAKE');
  await make(code);
  const [scan, change] = await Promise.all([make(PASS), correct('FIX-6', { items: [{ id: '1', quantity: 3 }] })]);
  const isMade = scan.refusal === undefined;
  assert.deepEqual(answerOf(change), [200, isMade ? 'ACCEPTED' : 'NEW']);
  const states = (await piecesOf('FIX-6')).map(({ state }) => state);
  assert.deepEqual(states, isMade ? ['MADE', 'TO_MAKE', 'TO_MAKE'] : ['TO_MAKE']);
  const sandbox = await newCustomer(server, 'sandbox');
  await sandbox.post(order({ orderId: 'SAND-1' }));
  const refused = await operator.send('PATCH', `/orders/${sandbox.clientId}/SAND-1`, {
    reason: REASON,
    ...toAddress(OTHER),
  });
  assert.deepEqual(answerOf(refused), [409, 'sandbox_order']);
});

test("a customer's PUT of another address is accepted in production until the first parcel is packed", async () => {
  const [first, second] = await inProduction('FIX-7', 2);
  const sent = order({ orderId: 'FIX-7', items: [{ ...customItem(), quantity: 2 }], shipping: { address: OTHER } });
  const changed = await customer.put('FIX-7', sent);
  assert.deepEqual([...answerOf(changed), changed.json.shipping.address.street], [200, 'ACCEPTED', 'Nebenweg 7']);
  const states = (await piecesOf('FIX-7')).map(({ code, state }) => [code, state]);
  assert.deepEqual(states, [
    [first, 'TO_MAKE'],
    [second, 'TO_MAKE'],
  ]);
  const other = await customer.put('FIX-7', { ...sent, items: [...sent.items, item()] });
  assert.deepEqual(answerOf(other), [409, 'order_not_changeable']);
  const pack = station('PACK');
  for (const code of [first, PASS, codeOf('NEXT_PARCEL'), codeOf('NO_TRACKING'), PASS]) await pack(code);
  const late = await customer.put('FIX-7', { ...sent, shipping: { address: ADDRESS } });
  assert.deepEqual(answerOf(late), [409, 'order_not_changeable']);
  const again = await customer.put('FIX-7', sent);
  assert.deepEqual([...answerOf(again), again.json.shipping.address], [200, 'ACCEPTED', OTHER]);
  assert.equal((await customer.put('FIX-7', sent)).headers.get('etag'), again.headers.get('etag'));
});
