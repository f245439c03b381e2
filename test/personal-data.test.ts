import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import {
  CancelByStaffRequest,
  ErrorRequest,
  HoldRequest,
  ReasonRequest,
  ShipRequest,
  TrackingRequest,
} from '../src/api/staff/orders/order-transition-schemas.ts';
import { dueOldErasures, eraseOldOrders } from '../src/operations/retention/erase-order.ts';
import { exportOrder } from '../src/operations/retention/export-order.ts';
import { OrderRequestSchema } from '../src/orders/document/order-request-schemas.ts';
import { orderBlobNames } from '../src/orders/files/order-blob-names.ts';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { BLANK, EAN, NECK_LABEL } from '../src/orders/test-support/sample-orders.ts';
import { COMMAND_LINE } from '../src/platform/audit/actor.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { type FileServer, startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makePdf, makePng, pngChunk } from '../src/platform/files/test-support/sample-files.ts';
import { enqueuePrintJob } from '../src/printing/manage-print-jobs.ts';
import { deliverWebhooks } from '../src/webhooks/deliver-webhooks.ts';
import { startReceiver } from '../src/webhooks/test-support/receiver.ts';
import { openDeliverer } from '../src/webhooks/test-support/webhook-shop.ts';
import { markMade, newOperator, type Operator } from './support/operator.ts';
import { removeAllOld } from './support/remove-old.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';
import { CLEARED, SAFE_COLUMNS, SAFE_NAMES, SAFE_TABLES } from './support/text-columns.ts';

const DAY_MS = 24 * 3_600_000;
/** Every canary begins with this, in a form that text search keeps. */
const CANARY = 'canaryzq';

/** Properties that identify, count or price an order. They are kept. All other texts get a canary. */
const STAYS: Readonly<Record<string, string>> = {
  requestedDeliveryDate: '2026-12-23',
  id: 'first',
  ean13: EAN,
  location: 'FRONT',
  technology: 'DTG',
  country: 'DE',
  unitPriceCurrency: 'EUR',
  carrierId: 'dhl-paket',
  priority: 'STANDARD',
  // A short name of an error, which orders are counted by.
  code: 'artwork_unreadable',
  pointer: '/packingSlip',
  item: 'first',
};

let server: TestServer;
let operator: Operator;
let customer: Customer;
let files: FileServer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  files = await startFileServer(server, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const content = `${CANARY}file${searchParams.get('in')}`;
    const png = makePng({ extra: [pngChunk('tEXt', Buffer.from(`Comment\0${content}`))] });
    const body = pathname.endsWith('.pdf') ? Buffer.concat([makePdf(), Buffer.from(`%${content}\n`)]) : png;
    response.writeHead(200, { etag: `"${CANARY}etag${searchParams.get('in')}"` }).end(body);
  });
});
after(() => server.close());

/** Converts a pointer to the text of a canary. */
const plain = (pointer: string) => pointer.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Returns a value of the schema with a canary in every text that is not kept. `more` has fixed values for
 * some properties.
 */
function fill(schema: TSchema, name: string, at: string, more: Record<string, unknown> = {}): unknown {
  const { type, properties = {}, additionalProperties, items, readOnly } = schema as TSchema & Record<string, never>;
  if (readOnly) return undefined;
  if (type === 'object') {
    if (typeof additionalProperties === 'object') return { text: fill(additionalProperties, 'text', `${at}/text`) };
    const values = Object.entries<TSchema>(properties).map(([property, of]) => {
      const place = `${at}/${property}`;
      return [property, property in more ? more[property] : fill(of, property, place, more)];
    });
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }
  if (type === 'array') return [fill(items as unknown as TSchema, name, `${at}/0`, more)];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return undefined;
  if (name === 'sku') return at.includes('customizations') ? NECK_LABEL : BLANK;
  if (name in STAYS) return at.includes('customizations') && name === 'technology' ? 'DTF' : STAYS[name];
  assert.equal(type, 'string', `${at} is of a type that this test does not know`);
  const text = `${CANARY}${plain(at)}`;
  if (name === 'ioss') return 'IM2760000742';
  if (name === 'eori' || name === 'vat') return `DE${CANARY}`;
  if (name === 'trackingUrl') return `https://follow.example/${text}`;
  const ending = /label|slip/i.test(name) ? 'pdf' : 'png';
  return /Url$|^packingSlip$/.test(name) ? `${files.url}/${text}.${ending}?in=${plain(at)}` : text;
}

/** An order with every property of the schema, for one of the two ways of shipping. */
function orderOf(orderId: string, way: 'address' | 'label'): Record<string, unknown> {
  const other = { existingProduct: undefined, ean13: EAN };
  const whole = fill(OrderRequestSchema, '', plain(orderId), { orderId, ...other }) as {
    items: { id: string; customProduct: { customizations: { location: string }[] } }[];
    shipping: Record<string, unknown>;
  };
  for (const one of whole.items) for (const part of one.customProduct.customizations) part.location = 'NECK';
  const { address, carrierId, shippingLabelUrl, returnLabelUrl } = whole.shipping;
  const shipping = way === 'address' ? { address, carrierId } : { shippingLabelUrl, returnLabelUrl };
  const product = { id: 'second', quantity: 1, unitPrice: 1, existingProduct: { ean13: EAN } };
  return { ...whole, shipping, items: [...whole.items, product] };
}

const body = (schema: TSchema, at: string, more: Record<string, unknown> = {}) => fill(schema, '', at, more);

async function work(orderId: string, verb: string, sent?: unknown): Promise<void> {
  const answer = await operator.work(customer.clientId, orderId, verb, sent);
  assert.ok(answer.status < 300, `${orderId} ${verb}: ${answer.text}`);
}

async function takeIn(): Promise<void> {
  const settings = { blobs: openBlobs(server.config), allow: [files.host], retrySeconds: [10] };
  const context = await newIntakeContext(server, server, settings);
  await takeInOrders(context, customer.clientId, new AbortController().signal);
}

const statusOf = async (orderId: string) => (await customer.read(orderId)).json.status;

/** Takes both orders through every action that accepts text, and to their ends. */
async function live(): Promise<void> {
  const receiver = await startReceiver(server, (response, { body: told }) =>
    response.writeHead(500).end(`${CANARY}excerpt of ${told}`),
  );
  const { context } = openDeliverer(server, server, { allow: [receiver.host] });
  for (const [kind, code] of [
    ['ARTICLE', BLANK],
    ['ARTICLE', NECK_LABEL],
    ['PRODUCT', EAN],
  ])
    await operator.send('POST', `/stock/${kind}/${code}/set`, { quantity: 1_000 });
  const endpoint = await customer.send('/v1/webhook-endpoints', { url: receiver.url });
  assert.equal(endpoint.status, 200, endpoint.text);
  for (const [orderId, way] of [
    ['PERSON-1', 'address'],
    ['PERSON-2', 'label'],
  ] as const) {
    const answer = await customer.post(orderOf(orderId, way));
    assert.equal(answer.status, 200, answer.text);
  }
  await takeIn();
  for (const orderId of ['PERSON-1', 'PERSON-2']) {
    assert.equal(await statusOf(orderId), 'ASSIGNED', (await customer.read(orderId)).text);
    const at = plain(orderId);
    await work(orderId, 'hold', body(HoldRequest, `${at}/hold`));
    await work(orderId, 'release');
    await work(orderId, 'error', body(ErrorRequest, `${at}/error`, { scrapped: undefined }));
    await work(orderId, 'reopen');
    await takeIn();
    const note = await operator.work(customer.clientId, orderId, 'notes', { text: `${CANARY}${at}note` });
    assert.equal(note.status, 201, note.text);
    const { clientId } = customer;
    const marked = { orders: [{ clientId, orderId }], addTags: [`${CANARY}${at}tag`] };
    assert.equal((await operator.send('POST', '/orders/bulk-mark', marked)).status, 200);
    const batch = await operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
    assert.equal(batch.status, 200, batch.text);
    const [piece] = (await operator.get(`/orders/${clientId}/${orderId}/pieces`)).json;
    await markMade(server);
    const scan = { id: randomUUID(), station: 'pack-1', code: piece.code, context: { work: 'PACK' } };
    const scanned = await operator.send('POST', '/scans', scan);
    assert.deepEqual([scanned.status, scanned.json.refusal], [200, undefined], scanned.text);
    const wish = await customer.send(`/v1/orders/${orderId}/cancel`, { reason: `${CANARY}${at}wish` });
    assert.equal(wish.status, 202, wish.text);
    await print(orderId);
  }
  const rejection = body(ReasonRequest, 'person1/reject');
  await work('PERSON-1', 'cancellation/reject', rejection);
  await work('PERSON-1', 'ship', body(ShipRequest, 'person1/ship', { items: undefined }));
  await work('PERSON-1', 'shipments/1/tracking', body(TrackingRequest, 'person1/tracking'));
  const announced = await customer.send('/v1/returns', {
    orderId: 'PERSON-1',
    items: [{ id: 'first', quantity: 1, reason: 'OTHER' }],
    reference: `${CANARY}person1reference`,
    note: `${CANARY}person1announced`,
  });
  assert.equal(announced.status, 200, announced.text);
  const note = `${CANARY}person1return`;
  const back = { itemId: 'first', condition: 'WASTE', reason: 'PRINT_DEFECT', note };
  const returned = { clientId: customer.clientId, orderId: 'PERSON-1', items: [back] };
  const booked = await operator.send('POST', '/returns', returned, { 'idempotency-key': randomUUID() });
  assert.ok(booked.status < 300, booked.text);
  const credit = { orderId: 'PERSON-1', amount: -1, currency: 'EUR', reason: `${CANARY}person1credit` };
  const corrected = await operator.send('POST', `/clients/${customer.clientId}/charges`, credit, {
    'idempotency-key': randomUUID(),
  });
  assert.equal(corrected.status, 200, corrected.text);
  await work('PERSON-2', 'cancel', body(CancelByStaffRequest, 'person2/cancel'));
  await deliverWebhooks(
    context,
    'orders',
    `${customer.clientId} ${endpoint.json.endpointId}`,
    new AbortController().signal,
  );
  // No request can fill these columns here, but a later release might.
  for (const statement of [
    `update pieces set reason = '${CANARY}piece'`,
    `update piece_events set reason = '${CANARY}event'`,
    `update parcels set tracking_number = '${CANARY}parcel', carrier_id = '${CANARY}carrier'`,
    `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind,
                                document, tracking_number, tracking_url, last_error, delivery_words)
     values ('${customer.clientId}', 'PERSON-1', 1, 1, 'T-', 'key', 'used', now(), now(), 'operator',
             '${CANARY}label', '${CANARY}number', '${CANARY}page', '${CANARY}words', '${CANARY}delivery')`,
    `update scans set answer = jsonb_set(answer::jsonb, '{order,note}', '"${CANARY}scan"')::text`,
    `update orders set reason_message = '${CANARY}message' where order_id = 'PERSON-1'`,
    `update print_jobs set last_error = '${CANARY}print'`,
    `update webhook_deliveries set last_error = '${CANARY}delivery', attempt_log = '[{"error":"${CANARY}attempt"}]'`,
    `insert into shop_messages
       (client_id, connection, order_id, direction, content, last_error, known, next_at, received, changed)
     values ('${customer.clientId}', 'P-', 'PERSON-1', 'from_shop', '${CANARY}order', '${CANARY}why',
             '{"parcels":{"1":{"hash":"h","id":"${CANARY}tracking"}}}', now(), now(), now())`,
  ])
    await server.pool.query(statement);
}

/** Prints a document of the order, and reprints it with a reason. */
async function print(orderId: string): Promise<void> {
  const { clientId } = customer;
  const printer = {
    name: `P ${orderId}`,
    kind: 'browser',
    mediaWidthMm: 210,
    mediaHeightMm: 297,
    dotsPerInch: 300,
  };
  const { printerId } = (await operator.send('POST', '/printers', printer)).json;
  const { jobId } = await inTransaction(server.pool, (connection) =>
    enqueuePrintJob(connection, {
      ...{ printerId, kind: 'slip', key: orderId, contentType: 'application/pdf' },
      ...{ bytes: Buffer.from(`%PDF-1.4 ${CANARY}printed`) },
      ...{ order: { clientId, orderId }, by: COMMAND_LINE, now: new Date() },
    }),
  );
  await operator.send('POST', `/print-jobs/${jobId}/take`);
  await operator.send('POST', `/print-jobs/${jobId}/confirm`);
  const again = await operator.send(
    'POST',
    `/print-jobs/${jobId}/reprint`,
    { reason: `${CANARY}reprint` },
    { 'idempotency-key': randomUUID() },
  );
  assert.equal(again.status, 200, again.text);
}

/** Returns every database column with a canary, and one of its canaries. */
async function findCanaries(): Promise<Map<string, string>> {
  const { rows: columns } = await server.pool.query<{ table: string; column: string; type: string }>(
    `select format('%I.%I', table_schema, table_name) as table, column_name as column, udt_name as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  assert.ok(columns.length > 300);
  const found = new Map<string, string>();
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rows } = await server.pool.query<{ text: string }>(
      `select substring(${text} from '.{0,30}${CANARY}.{0,40}') as text from ${table} where strpos(lower(${text}), $1) > 0 limit 1`,
      [CANARY],
    );
    if (rows[0]) found.set(`${table.replace(/^\w+\./, '')}.${column}`, rows[0].text);
  }
  return found;
}

/** Returns the files below the folder whose content has a canary. */
async function filesWithCanaries(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const));
  return contents.filter(([, content]) => content.includes(CANARY)).map(([path]) => path);
}

test('every text column is erased, or listed as free of recipient data', async () => {
  const { rows } = await server.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and udt_name in ('text', '_text', 'varchar', 'bytea', 'json', 'jsonb', 'tsvector')
     order by 1, 2`,
  );
  const named = ({ table, column }: { table: string; column: string }) =>
    table in SAFE_TABLES ||
    SAFE_NAMES.has(column) ||
    CLEARED[table]?.includes(column) ||
    SAFE_COLUMNS[`${table}.${column}`] !== undefined;
  assert.deepEqual(
    rows.filter((one) => !named(one)).map(({ table, column }) => `${table}.${column}`),
    [],
    'test/support/text-columns.ts says what becomes of each column, and src/operations/retention/erase-order.ts erases it',
  );
});

test('after an order is erased no typed text remains anywhere, and the order is still counted', async () => {
  await live();
  const { clientId } = customer;
  const key = `/orders/${clientId}/PERSON-1`;
  const { token } = await server.token({ scope: 'operator' });
  const headers = { authorization: `Bearer ${token}` };
  const { files: kept } = (await operator.get(`${key}/files`)).json;
  for (const { thumbnails } of kept as { thumbnails: { large: string } }[]) {
    const picture = await fetch(server.url + new URL(thumbnails.large).pathname, { headers });
    assert.equal(picture.status, 200);
  }
  const before = await findCanaries();
  const expected = Object.entries(CLEARED).flatMap(([table, columns]) => columns.map((one) => `${table}.${one}`));
  assert.deepEqual(
    expected.filter((column) => !before.has(column) && !column.endsWith('*')),
    [],
    'the orders fill every column that is erased',
  );
  assert.deepEqual(
    [...before.keys()].filter((column) => !expected.includes(column)),
    [],
    'a canary stands where nothing is erased',
  );
  const store = join(server.config.DATA_DIR, 'files');
  assert.ok((await filesWithCanaries(store)).length >= 5);
  const exported = await mkdtemp(join(tmpdir(), 'platen-export-'));
  server.after(() => rm(exported, { recursive: true }));
  const written = await exportOrder(
    { pool: server.pool, blobs: openBlobs(server.config) },
    { clientId, orderId: 'PERSON-1' },
    exported,
  );
  assert.deepEqual(written.missing, []);
  assert.ok(written.files.includes('packingSlip.pdf') && written.files.some((name) => name.startsWith('printed-')));
  const told = await readFile(join(exported, 'order.json'), 'utf8');
  for (const part of ['shippingaddressstreet', 'note', 'wish', 'tracking', 'hold', 'excerpt', 'reprint', 'scan'])
    assert.ok(told.includes(part), part);
  const counts = async () =>
    (await server.pool.query('select status, count(*)::int as orders from orders group by 1 order by 1')).rows;
  const countedBefore = await counts();

  const live1 = await customer.read('PERSON-1');
  const newest = orderOf('PERSON-3', 'address');
  await customer.post(newest);
  const early = await operator.work(clientId, 'PERSON-3', 'erase');
  assert.deepEqual([early.status, early.json.error], [409, 'order_not_changeable']);
  assert.match(early.json.message, /NEW.*SHIPPED or CANCELLED/);
  await customer.cancel('PERSON-3');
  const stale = await operator.send('POST', `${key}/erase`, undefined, { 'if-match': '"1"' });
  assert.equal(stale.status, 412);
  const erased = await operator.work(clientId, 'PERSON-1', 'erase');
  assert.equal(erased.status, 200, erased.text);
  assert.equal((await operator.work(clientId, 'PERSON-3', 'erase')).status, 200);
  const retention = {
    ...{
      pool: server.pool,
      blobs: openBlobs(server.config),
      log: server.log,
      faults: server.faults,
      retentionDays: 730,
    },
    names: orderBlobNames(30, () => new Date()),
    clock: () => server.time.now ?? new Date(),
  };
  assert.deepEqual(await findDue(server.pool, dueOldErasures(retention)), []);
  server.time.now = new Date(Date.now() + 731 * DAY_MS);
  assert.equal(await eraseOldOrders(retention, clientId, new AbortController().signal), 1);
  assert.equal(await eraseOldOrders(retention, clientId, new AbortController().signal), 0);
  // Scans are kept for days only.
  await removeAllOld(server.pool, 'remove-scans', server.time.now);
  server.time.now = undefined;

  assert.deepEqual([...(await findCanaries())], []);
  assert.deepEqual(await filesWithCanaries(server.config.DATA_DIR), []);
  const { rows: blobs } = await server.pool.query('select sha256 from blobs');
  assert.deepEqual(blobs, [], 'nor are pictures of the files');
  assert.deepEqual(
    server.logged.filter((line) => line.includes(CANARY)),
    [],
  );
  assert.deepEqual(
    (await counts()).filter(({ status }) => status !== 'CANCELLED'),
    countedBefore.filter(({ status }) => status !== 'CANCELLED'),
  );

  const order = (await customer.read('PERSON-1')).json;
  assert.deepEqual(
    order.items.map(({ id, quantity }: { id: string; quantity: number }) => [id, quantity]),
    [
      ['first', 1],
      ['second', 1],
    ],
  );
  assert.deepEqual(
    [order.status, order.created, order.shipping.address, order.shipping.carrierId],
    [
      'SHIPPED',
      live1.json.created,
      { personName: 'erased', street: 'erased', city: 'erased', country: 'DE' },
      'dhl-paket',
    ],
  );
  assert.match(order.personalDataErased, /^2\d{3}-/);
  const events = (await customer.get('/v1/orders/PERSON-1/events')).json;
  assert.equal(events.at(-1).reason, 'personal_data_erased');
  assert.deepEqual(
    events.slice(0, -1).filter(({ reason }: { reason?: string }) => reason !== undefined),
    [],
  );
  const audit = await operator.get(`/audit?subject=${encodeURIComponent(`order:${clientId}/PERSON-1`)}`);
  assert.equal(audit.json[0].action, 'order.erased', audit.text);

  // Sending the order again recognizes it and restores nothing.
  const replay = await customer.post(orderOf('PERSON-1', 'address'));
  assert.deepEqual([replay.status, replay.headers.get('idempotent-replayed')], [200, 'true']);
  assert.deepEqual(replay.json, order);
  const different = await customer.post({ ...orderOf('PERSON-1', 'address'), packingSlip: undefined });
  assert.deepEqual([different.status, different.json.error], [409, 'order_already_exists']);
  const read = await customer.post({ ...order, orderId: 'PERSON-4' });
  assert.equal(read.status, 400);
  assert.ok(
    read.json.violations.some(({ code }: { code: string }) => code === 'erased_order'),
    read.text,
  );
  assert.equal((await customer.put('PERSON-1', orderOf('PERSON-1', 'address'))).status, 409);
  assert.equal((await operator.work(clientId, 'PERSON-1', 'notes', { text: 'more' })).status, 409);
  assert.equal(
    (await operator.work(clientId, 'PERSON-1', 'shipments/1/tracking', { trackingNumber: '1' })).status,
    409,
  );
  const again = await operator.work(clientId, 'PERSON-1', 'erase');
  assert.deepEqual([again.status, again.headers.get('etag')], [200, erased.headers.get('etag')]);
  assert.deepEqual([...(await findCanaries())], []);
  const found = await operator.get('/orders?q=PERSON-1');
  assert.deepEqual(
    found.json.map(({ orderId }: { orderId: string }) => orderId),
    ['PERSON-1'],
  );
});
