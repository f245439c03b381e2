import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { AREAS_EXAMPLE, RULES_EXAMPLE } from '../../src/api/staff/catalog/print-settings-routes.ts';
import { CorrectionRequest, PriceListRequest } from '../../src/api/staff/money/money-schemas.ts';
import { AlertChoiceRequest } from '../../src/api/staff/operations/alert-schemas.ts';
import { ShopSettingsRequest } from '../../src/api/staff/operations/shop-settings-schemas.ts';
import { OrderViewRequest } from '../../src/api/staff/orders/order-view-routes.ts';
import {
  LabelRulesRequest,
  NewProviderRequest,
  PackagesRequest,
} from '../../src/api/staff/shipping/label-provider-schemas.ts';
import { NewShopRequest } from '../../src/api/staff/shops/shop-schemas.ts';
import { OpenRequest } from '../../src/api/staff/stock/delivery-routes.ts';
import { urlHash } from '../../src/orders/files/client-file-store.ts';
import { takeInOrders } from '../../src/orders/intake/intake-orders.ts';
import { newIntakeContext } from '../../src/orders/test-support/intake-context.ts';
import { waitUntil } from '../../src/orders/test-support/wait-until.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { startFileServer } from '../../src/platform/files/test-support/file-server.ts';
import { makePdf } from '../../src/platform/files/test-support/sample-files.ts';
import { shopSecretOf } from '../../src/shops/manage-shops.ts';
import { asBytes, type Scene, type States, sendAsBytes } from './example-scene.ts';
import { startFakeLabelProvider } from './fake-label-provider.ts';
import {
  closeHandOver,
  createBin,
  forgetScans,
  listForHandOver,
  listParcel,
  openWaitingParcel,
  packPiece,
  placeReleasable,
  releaseBatch,
  returnPiece,
  scanPiece,
  shipPiece,
  storePieceFiles,
} from './floor-states.ts';
import { addMachine, addSheet, makePrintFile, queueFile } from './machine-states.ts';
import { assign, newOperator } from './operator.ts';
import {
  createBrowserJob,
  createDoubtfulJob,
  createPrintJob,
  prepareHandOverPrint,
  prepareParcelPicture,
  preparePiecePicture,
  preparePrintFile,
  requestPapers,
} from './paper-states.ts';
import {
  createAccount,
  createBadge,
  createWelcomeLink,
  findSecret,
  prepareOwnStation,
  signIn,
  startOthersSession,
  startOthersStation,
  startSession,
  startStation,
} from './people-states.ts';

const ORDER = '/orders/{clientId}/SHOP-10001';

const storePrintAreas = async ({ operator }: Scene) => {
  await operator.send('PUT', '/articles/ST-CREATOR/print-areas', AREAS_EXAMPLE);
};
const storeFittingRules = async ({ operator }: Scene) => {
  await operator.send('PUT', '/fitting-rules', RULES_EXAMPLE);
};

async function placeOrder({ server, token, order }: Scene): Promise<void> {
  const answer = await server.send('/v1/orders', { token, body: order });
  assert.equal(answer.status, 200, answer.text);
}

/** Places an order, and waits for its event. Open transactions of other databases delay it. */
async function placeOrderInFeed(scene: Scene): Promise<void> {
  await placeOrder(scene);
  await waitUntil(async () => (await scene.server.send('/v1/events', { token: scene.token })).json.data.length > 0);
}

/** Places an order for an address outside the EU. */
async function placeOrderAbroad(scene: Scene): Promise<void> {
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Bern', postalCode: '3000', country: 'CH' };
  await placeOrder({ ...scene, order: { ...scene.order, shipping: { address } } });
}

/** Places an order and runs staff actions: `hold`, or `ship` with its body. */
const placeAndWork =
  (...verbs: (string | readonly [verb: string, body: object])[]) =>
  async (scene: Scene) => {
    await placeOrder(scene);
    for (const one of verbs) {
      const [verb, body] = typeof one === 'string' ? [one] : one;
      if (verb === 'assign') {
        await scene.operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 400 });
        await assign(scene.server, scene.clientId, 'SHOP-10001');
        continue;
      }
      const answer =
        verb === 'wish'
          ? await scene.server.send('/v1/orders/SHOP-10001/cancel', {
              token: scene.token,
              body: { reason: 'The customer changed their mind.' },
            })
          : await scene.operator.work(scene.clientId, 'SHOP-10001', verb, body);
      assert.ok(answer.status < 300, `${verb}: ${answer.text}`);
    }
  };

async function assignWithPrint(scene: Scene): Promise<void> {
  await placeAndWork('assign')(scene);
  await makePrintFile(scene);
}

const ERROR = ['error', { message: 'The artwork cannot be printed.', code: 'production_problem' }] as const;
const SHIPMENT = [
  'ship',
  { parcels: [{ trackingNumber: '1', trackingCarrier: 'D', trackingUrl: 'https://a.example/1' }] },
] as const;

/** The body of SimulateRequest decides how far the order must be. */
async function prepareSimulation(scene: Scene): Promise<void> {
  await placeOrder(scene);
  if (!Object.hasOwn(Object(scene.body), 'cancellation')) return;
  await scene.server.send('/v1/orders/SHOP-10001/simulate', {
    token: scene.token,
    body: { status: 'ACCEPTED' },
  });
}

async function endpoint(scene: Scene): Promise<void> {
  const body = { url: 'https://shop.example.com/hooks/platen', types: ['order.shipped', 'order.error'] };
  const { json } = await scene.server.send('/v1/webhook-endpoints', { token: scene.token, body });
  scene.known.endpointId = json.endpointId;
}

async function createList(scene: Scene): Promise<void> {
  const path = `/clients/${scene.clientId}/price-lists`;
  const answer = await scene.operator.send('POST', path, exampleOf<object>(PriceListRequest));
  assert.equal(answer.status, 201, answer.text);
  scene.known.priceListId = answer.json.priceListId;
}

async function connectShop({ server, clientId }: Scene): Promise<void> {
  await server.pool.query(
    `insert into shop_connections (client_id, connection, shop, run_id, seen)
     values ($1, 'SHOPIFY-', 'shopify', gen_random_uuid(), now())`,
    [clientId],
  );
  await server.pool.query(
    `insert into shop_messages (client_id, connection, order_id, direction, state, next_at, received, changed)
     values ($1, 'SHOPIFY-', 'SHOPIFY-1001', 'from_shop', 'refused', now(), now(), now())`,
    [clientId],
  );
}

/** Connects a shop in the console, which nobody asks. It has the product of the examples. */
async function connectConsoleShop({ server, operator, clientId, known }: Scene): Promise<void> {
  const shop = { ...exampleOf<object>(NewShopRequest), shopUrl: 'https://127.0.0.1:9000' };
  const { json, text } = await operator.send('POST', `/clients/${clientId}/shop-connections`, shop);
  assert.ok(json.newsUrl, text);
  known.secret = json.newsUrl.split('/').at(-1);
  await server.pool.query(
    `insert into shop_products (client_id, connection, sku, name, target, seen)
     values ($1, 'SHOPIFY-', 'TEE-LOGO-M', 'Logo Tee - M', '{"ean13": "4006381333931"}', now())`,
    [clientId],
  );
}

/** Lets the shop of the console ask for rates, which a label provider has. */
async function offerRates(scene: Scene): Promise<void> {
  await connectConsoleShop(scene);
  const { server, operator, clientId, known } = scene;
  const settings = `settings = settings || '{"offersRates": true}', state = 'ACTIVE'`;
  const { rows } = await server.pool.query(
    `update shop_connections set ${settings} where client_id = $1 returning created`,
    [clientId],
  );
  known.secret = shopSecretOf(server.encryptionKey, 'rates', {
    ...{ clientId, connection: 'SHOPIFY-', created: rows[0].created },
  });
  const provider = await startFakeLabelProvider(scene.t);
  provider.token = 'secret-token';
  provider.rates = [{ service: 'parcel', carrier: 'DHL', cost: { amount: 5.9, currency: 'EUR' }, days: 2 }];
  const { json } = await operator.send('POST', '/label-providers', {
    ...{ name: 'Rates', kind: 'HTTP', address: provider.url, credentials: { secret: 'secret-token' } },
    sender: { street: 'Werkstraße 1', city: 'Hamburg', postalCode: '20095', country: 'DE' },
  });
  await operator.send('PUT', '/label-rules', { rules: [{ providerId: json.providerId, service: 'parcel' }] });
  scene.t.after(() => operator.send('PUT', '/label-rules', { rules: [] }));
  await server.pool.query('update products set weight_grams = 200');
  await operator.send('PUT', `/clients/${clientId}/contract`, { mayRush: false, showsCharges: true });
  await operator.send('POST', `/clients/${clientId}/price-lists`, {
    ...{ name: 'Postage', currency: 'EUR', validFrom: '2020-01-01' },
    prices: [{ kind: 'POSTAGE', plusBasisPoints: 0 }],
  });
}

/** Sets an order to ERROR, which creates a delivery for its endpoint. */
async function delivery(scene: Scene): Promise<void> {
  await endpoint(scene);
  await placeAndWork(ERROR)(scene);
  const path = `/v1/webhook-endpoints/${scene.known.endpointId}/deliveries`;
  const { json } = await scene.server.send(path, { token: scene.token });
  scene.known.deliveryId = json[0].deliveryId;
}

async function note(scene: Scene): Promise<void> {
  await placeOrder(scene);
  const path = ORDER.replace('{clientId}', scene.clientId);
  const { json } = await scene.operator.send('POST', `${path}/notes`, { text: 'Ada calls back.' });
  scene.known.noteId = json.noteId;
}

async function articleNote(scene: Scene): Promise<void> {
  const { json } = await scene.operator.send('POST', '/articles/ST-CREATOR/notes', {
    text: 'Pretreat twice.',
  });
  scene.known.noteId = json.noteId;
}

/** Places an order whose packing slip is stored. */
async function storeFile(scene: Scene): Promise<void> {
  const { t, server, order, clientId } = scene;
  const host = await startFileServer(t, (_, response) => response.end(makePdf()));
  await placeOrder({ ...scene, order: { ...order, packingSlip: `${host.url}/slip.pdf` } });
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  const context = await newIntakeContext(t, server, { blobs, allow: [host.host], retrySeconds: [] });
  await takeInOrders(context, clientId, new AbortController().signal);
  const { json } = await scene.operator.get(ORDER.replace('{clientId}', clientId));
  scene.known.sha256 = json.files[0].sha256;
}

/** The same for a binary response. It skips the check of responses, which expects JSON. */
async function storeBinaryFile(scene: Scene): Promise<void> {
  await storeFile(scene);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

async function makeAuditEntry(scene: Scene): Promise<void> {
  const { clientId, operator, known } = scene;
  await operator.send('POST', `/clients/${clientId}/disable`);
  Object.assign(known, { person: operator.clientId, subject: `client:${clientId}` });
}

/** Prepares the state that an example needs, by operationId. Other operations need only the scene. */
/** Stores the settings of the example until the end of the test. */
async function storeShop({ t, operator }: Scene): Promise<void> {
  t.after(() => operator.send('PUT', '/settings/shop', {}));
  await operator.send('PUT', '/settings/shop', ShopSettingsRequest.examples[0]);
}

/** Creates a printer for each size of paper. */
async function createPrinters({ operator }: Scene): Promise<void> {
  const media = { kind: 'browser', mediaTypes: ['application/pdf'], dotsPerInch: 300 };
  for (const [mediaWidthMm, mediaHeightMm] of [
    [210, 297],
    [100, 150],
  ]) {
    const name = `Paper ${randomUUID()}`;
    const answer = await operator.send('POST', '/printers', { ...media, name, mediaWidthMm, mediaHeightMm });
    assert.ok(answer.status < 300, answer.text);
  }
}

const exampleOf = <T>(schema: object) => (schema as { examples: T[] }).examples[0] as T;

/** Adds a label provider without a server, with the rules and packages of the examples. */
async function addLabelProvider({ t, operator, known }: Scene): Promise<void> {
  const wanted = {
    ...exampleOf<object>(NewProviderRequest),
    name: `Labels ${randomUUID()}`,
    address: 'http://127.0.0.1:9000',
  };
  const { json, text } = await operator.send('POST', '/label-providers', wanted);
  assert.ok(json.providerId, text);
  known.providerId = json.providerId;
  known.secret = json.newsUrl.split('/').at(-1);
  const { rules } = exampleOf<{ rules: object[] }>(LabelRulesRequest);
  await operator.send('PUT', '/label-rules', {
    rules: rules.map((rule) => ({ ...rule, providerId: json.providerId })),
  });
  await operator.send('PUT', '/packages', exampleOf(PackagesRequest));
  t.after(async () => {
    await operator.send('PUT', '/packages', { packages: [] });
    await operator.send('DELETE', `/label-providers/${json.providerId}`);
  });
}

/** Packs a parcel and records that the provider has refused its label. */
async function refuseLabel(scene: Scene): Promise<void> {
  await openWaitingParcel(scene);
  await scene.server.pool.query(
    `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, attempts, problem)
     select client_id, order_id, parcel, 1, code, code, 'failed', now(), now(), 'operator', 1, 'label_refused' from parcels
     where client_id = $1`,
    [scene.clientId],
  );
}

/** Ships a parcel of an order with an address. */
async function shipToAddress(scene: Scene): Promise<void> {
  await listParcel(scene);
  await scene.server.pool.query(
    `update orders set document = jsonb_set(document::jsonb, '{shipping,address}', '{"country":"DE"}')::text where client_id = $1`,
    [scene.clientId],
  );
}

/** Ships a parcel, and records that the label of its return was bought. */
async function buyReturn(scene: Scene): Promise<void> {
  await listParcel(scene);
  await scene.server.pool.query(
    `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, is_return, document)
     select client_id, order_id, parcel, 9, code, code, 'used', now(), now(), 'operator', true, '%PDF-1.4' from parcels
     where client_id = $1`,
    [scene.clientId],
  );
}

/** A person who wants e-mails sends the example, while an order is in ERROR. */
async function makeAlert(scene: Scene): Promise<void> {
  const { server, clientId } = scene;
  await placeAndWork(ERROR)(scene);
  const alert = [
    `${randomUUID()}`,
    `${clientId}/SHOP-10001`,
    { clientId, clientName: 'Test Shop', orderId: 'SHOP-10001' },
  ];
  await server.pool.query(
    `insert into alerts (alert_id, kind, cause, facts, begun) values ($1, 'ORDER_ERROR', $2, $3, now())`,
    alert,
  );
  await startSession(scene);
}

async function createBoard({ t, server, operator, known }: Scene): Promise<void> {
  await server.pool.query('delete from wall_boards');
  const { json } = await operator.send('POST', '/wall-boards', { name: 'Packing hall' });
  const { boardId } = json.board;
  Object.assign(known, { boardId, 'x-wall-token': json.link.split('#')[1] });
  t.after(() => operator.send('DELETE', `/wall-boards/${boardId}`));
}

/** Gives the variant of the examples its places, with pieces in both. */
async function placeStock({ t, server, operator }: Scene): Promise<void> {
  t.after(() => server.pool.query('delete from stock_places'));
  const path = '/stock/PRODUCT/4006381333931';
  await operator.send('POST', `${path}/set`, { quantity: 400 });
  const variants = [{ kind: 'PRODUCT', code: '4006381333931' }];
  await operator.send('PUT', '/places/assignment', { place: 'A-12-3', variants });
  const { reserves } = (await operator.get(path)).json;
  if (reserves.length === 0) await operator.send('POST', `${path}/moves`, { to: 'R-1', quantity: 48 });
}

const forgetPlans = async ({ t, server }: Scene): Promise<void> => {
  const forget = () =>
    server.pool.query(`delete from stock_plans; delete from stock_places; update product_variants set minimum = null;
      update article_variants set owner_id = null`);
  await forget();
  t.after(forget);
};

/** Gives the variant of the examples places and a use. */
async function useStock(scene: Scene): Promise<void> {
  await forgetPlans(scene);
  await placeStock(scene);
  await scene.server.pool.query(`insert into stock_plans (kind, code, used) values ('PRODUCT', '4006381333931', 56)`);
}

/** Gives a blank to the client. */
async function ownStock(scene: Scene): Promise<void> {
  await forgetPlans(scene);
  await scene.server.pool.query(
    `update article_variants set owner_id = $1, reserved = 0 where sku = 'ST-CREATOR-BLK-L'`,
    [scene.clientId],
  );
}

/** Releases a batch whose blank has a place. */
async function preparePicks(scene: Scene): Promise<void> {
  scene.t.after(() => scene.server.pool.query('delete from stock_places'));
  await releaseBatch(scene);
  const variants = [{ kind: 'ARTICLE', code: 'ST-CREATOR-BLK-M' }];
  await scene.operator.send('PUT', '/places/assignment', { place: 'A-12-3', variants });
  delete scene.known.code;
}

/** A view that the sender saved, and a bulk change that it started. */
async function saveView({ t, operator, known }: Scene): Promise<void> {
  const { json } = await operator.send('POST', '/order-views', exampleOf(OrderViewRequest));
  Object.assign(known, { viewId: json.viewId });
  t.after(() => operator.send('DELETE', `/order-views/${json.viewId}`));
}

async function startBulkChange(scene: Scene): Promise<void> {
  const { operator, known } = scene;
  await placeOrder(scene);
  const { json } = await operator.send('POST', '/order-jobs', { action: 'ship', query: { orderIds: 'SHOP-10001' } });
  Object.assign(known, { jobId: json.jobId });
}

/** Empties the tables of receiving, buying and counting, whose examples have fixed names. */
async function forgetGoods({ t, server }: Scene): Promise<void> {
  const forget = () =>
    server.pool.query(`delete from delivery_lines; delete from deliveries; delete from purchase_lines; delete from purchase_mails;
      delete from purchase_orders; delete from supplier_items; delete from suppliers; delete from stock_count_lines;
      delete from stock_counts`);
  await forget();
  t.after(forget);
}

/** Opens the delivery of the example. */
async function openNote(scene: Scene): Promise<void> {
  await placeStock(scene);
  await forgetGoods(scene);
  const { json, text } = await scene.operator.send('POST', '/deliveries', exampleOf(OpenRequest));
  assert.ok(json.deliveryId, text);
  scene.known.deliveryId = json.deliveryId;
}

/** Saves the supplier of the example, with a variant that is below its minimum. */
async function supply(scene: Scene): Promise<void> {
  const { t, server, operator, known } = scene;
  await forgetGoods(scene);
  const path = '/stock/PRODUCT/4006381333931';
  t.after(async () => {
    await operator.send('PUT', `${path}/minimum`, {});
    await operator.send('POST', `${path}/set`, { quantity: 400 });
  });
  const supplier = { name: 'Textile Trade', email: 'orders@textile.example', leadDays: 5 };
  const { supplierId } = (await operator.send('PUT', '/suppliers', supplier)).json;
  const lines = [{ kind: 'PRODUCT', code: '4006381333931', supplierCode: 'TT-1001-BLK-M', packSize: 12, price: 3.45 }];
  await operator.send('PUT', `/suppliers/${supplierId}/items`, { lines });
  await operator.send('POST', `${path}/set`, { quantity: 4 });
  await operator.send('PUT', `${path}/minimum`, { minimum: 20 });
  await server.pool.query('update product_variants set reserved = 0 where ean13 = $1', ['4006381333931']);
  known.supplierId = supplierId;
}

/** Creates the purchase order of the example. */
async function createDraft(scene: Scene): Promise<void> {
  await supply(scene);
  const { supplierId } = scene.known;
  const lines = [{ kind: 'PRODUCT', code: '4006381333931', quantity: 24 }];
  const draft = { supplierId, reference: 'PO-2026-17', currency: 'EUR', lines };
  scene.known.purchaseId = (await scene.operator.send('POST', '/purchases', draft)).json.purchaseId;
}

/** Begins a count of both places of the example. */
async function beginExampleCount(scene: Scene): Promise<void> {
  await placeStock(scene);
  await forgetGoods(scene);
  const count = { title: 'Aisle A', isBlind: true, isConfirmed: false, places: ['A-12-3'] };
  scene.known.countId = (await scene.operator.send('POST', '/counts', count)).json.countId;
}

/** Counts a difference that another person confirms. */
async function countForConfirmation(scene: Scene): Promise<void> {
  await placeStock(scene);
  await forgetGoods(scene);
  const other = await newOperator(scene.server);
  const count = { title: 'Aisle A', isBlind: true, isConfirmed: true, places: ['R-1'] };
  const { countId } = (await other.send('POST', '/counts', count)).json;
  await other.send('POST', `/counts/${countId}/counted`, { ...VARIANT, place: 'R-1', counted: 47 });
  scene.known.countId = countId;
}

const VARIANT = { kind: 'PRODUCT', code: '4006381333931' };

async function markOrder(scene: Scene): Promise<void> {
  const { operator, clientId, server } = scene;
  await placeOrder(scene);
  await operator.send('POST', '/orders/bulk-mark', {
    orders: [{ clientId, orderId: 'SHOP-10001' }],
    addTags: ['gift'],
  });
  await server.pool.query(`update operators set status = 'disabled'`);
  await startSession(scene);
}

async function chooseMail(scene: Scene): Promise<void> {
  await startSession(scene);
  await scene.send('PUT', '/operator/v1/me/alerts', exampleOf(AlertChoiceRequest));
}

async function holdAsShop(scene: Scene): Promise<void> {
  await placeAndWork('assign')(scene);
  await scene.send('POST', '/v1/orders/SHOP-10001/hold');
}

async function allowRush(scene: Scene): Promise<void> {
  await placeAndWork('assign')(scene);
  await scene.server.pool.query('update clients set may_rush = true where client_id = $1', [scene.clientId]);
}

async function credential(scene: Scene): Promise<void> {
  await scene.server.pool.query('delete from client_secrets where client_id = $1 and name is not null', [
    scene.clientId,
  ]);
  const { json } = await scene.send('POST', '/v1/credentials', { name: 'accounting', scopes: ['orders:read'] });
  await scene.server.pool.query('update client_secrets set last_used = created where client_id = $1', [scene.clientId]);
  scene.known.credentialId = json.credentialId;
}

/** Announces the return of a shipped order. */
async function announceReturn(scene: Scene): Promise<void> {
  await placeAndWork('assign', 'accept', SHIPMENT)(scene);
  const body = {
    orderId: 'SHOP-10001',
    items: [{ id: '1', quantity: 1, reason: 'WRONG_SIZE' }],
    reference: 'RMA-2041',
  };
  const { json } = await scene.send('POST', '/v1/returns', body);
  scene.known.returnId = json.returnId;
}

/** Announces a return whose label was bought. */
async function buyAnnouncedReturn(scene: Scene): Promise<void> {
  await placeOrder(scene);
  const { server, clientId } = scene;
  await server.pool.query(
    `insert into parcels (client_id, order_id, parcel, code, state, opened, station)
     values ($1, 'SHOP-10001', 1, 'K' || substr(md5($1), 1, 10), 'SHIPPED', now(), 'none')`,
    [clientId],
  );
  await server.pool.query(
    `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, is_return, document)
     select client_id, order_id, parcel, 9, code, code, 'used', now(), now(), 'client', true, '%PDF-1.4' from parcels
     where client_id = $1`,
    [clientId],
  );
  const { rows } = await server.pool.query(
    `insert into announced_returns (client_id, order_id, return_id, announced, parcel_code)
     select client_id, order_id, gen_random_uuid(), now(), code from parcels where client_id = $1 returning return_id`,
    [clientId],
  );
  scene.known.returnId = rows[0].return_id;
  sendAsBytes(scene, scene.token);
}

const PRINT = { dataUrl: 'https://files.example.com/front.png', location: 'REGULAR', technology: 'DTG' };

/** Remembers the artwork of the example, as if it was just fetched. */
async function rememberArtwork({ server, clientId, body }: Scene): Promise<void> {
  const content = { mediaType: 'image/png', bytes: 248_310, width: 3_600, height: 4_800, dpi: 300, hasAlpha: true };
  await server.pool.query(
    `insert into client_files (client_id, url_hash, sha256, content, fetched) values ($1, $2, 'x', $3, now())`,
    [clientId, urlHash((body as { url: string }).url), content],
  );
}

async function uploadFile(scene: Scene): Promise<void> {
  const { server, token } = scene;
  const sent = {
    method: 'POST',
    token,
    body: '^XA^FO40,40^FDBox 1^FS^XZ',
    headers: { 'content-type': 'application/octet-stream' },
  };
  scene.known.fileId = (await server.send('/v1/files', sent)).json.fileId;
}

export const CUSTOMER_STATES: States = {
  listOwnStock: ownStock,
  exportOwnStock: async (scene) => {
    await ownStock(scene);
    sendAsBytes(scene, scene.token);
  },
  checkFile: rememberArtwork,
  getFile: async (scene) => {
    await uploadFile(scene);
    sendAsBytes(scene, scene.token);
  },
  listPreviews: async (scene) => {
    const items = [
      { id: '1', quantity: 1, unitPrice: 20, customProduct: { sku: 'ST-CREATOR-BLK-M', prints: [PRINT] } },
    ];
    await placeOrder({ ...scene, order: { ...scene.order, items } });
    await scene.server.pool.query(
      `insert into order_files (client_id, order_id, pointer, role, url, sha256, media_type, bytes, fetched)
       values ($1, 'SHOP-10001', '/items/0/customProduct/prints/0/dataUrl', 'artwork', $2, 'x', 'image/png', 1, now())`,
      [scene.clientId, PRINT.dataUrl],
    );
  },
  announceReturn: placeAndWork('assign', 'accept', SHIPMENT),
  listReturns: announceReturn,
  getReturn: announceReturn,
  withdrawReturn: announceReturn,
  getReturnLabel: buyAnnouncedReturn,
  holdOrder: placeAndWork('assign'),
  releaseOrder: holdAsShop,
  rushOrder: allowRush,
  listCredentials: credential,
  revokeCredential: credential,
  listOrders: placeOrder,
  listEvents: placeOrderInFeed,
  getOrder: placeOrder,
  amendOrder: placeOrder,
  cancelOrder: placeOrder,
  'cancelOrder 202': placeAndWork('assign', 'accept'),
  simulateOrder: prepareSimulation,
  listOrderEvents: placeAndWork('assign'),
  listWebhookEndpoints: endpoint,
  getWebhookEndpoint: endpoint,
  updateWebhookEndpoint: endpoint,
  deleteWebhookEndpoint: endpoint,
  rotateWebhookSecret: endpoint,
  testWebhookEndpoint: endpoint,
  listWebhookDeliveries: delivery,
  getWebhookDelivery: delivery,
  resendWebhookDelivery: delivery,
  resendFailedWebhooks: endpoint,
};

/** The same for the staff document. */
export const STAFF_STATES: States = {
  getShopSettings: storeShop,
  listPriceLists: createList,
  getPriceList: createList,
  replacePriceList: createList,
  deletePriceList: createList,
  exportPrices: createList,
  importPrices: createList,
  correctCharges: placeOrder,
  listCharges: async (scene) => {
    await placeOrder(scene);
    const correction = { ...exampleOf<object>(CorrectionRequest), month: '2026-01' };
    await scene.operator.send('POST', `/clients/${scene.clientId}/charges`, correction);
  },
  listWallBoards: createBoard,
  createWallBoard: async () => {},
  revokeWallBoard: createBoard,
  readWallBoard: createBoard,
  listAlerts: makeAlert,
  readAlerts: makeAlert,
  endAlert: makeAlert,
  listOrderViews: saveView,
  countOrderViews: saveView,
  changeOrderView: saveView,
  deleteOrderView: saveView,
  chooseOrderView: saveView,
  unchooseOrderView: saveView,
  startOrderJob: placeOrder,
  listOrderJobs: startBulkChange,
  getOrderJob: startBulkChange,
  listOrderJobRows: startBulkChange,
  exportOrderJob: asBytes(startBulkChange),
  stopOrderJob: startBulkChange,
  markOrders: placeOrder,
  listOrderMarks: markOrder,
  getAlertChoice: chooseMail,
  chooseAlerts: startSession,
  setStockMinimum: async () => {},
  getChecklist: createPrinters,
  dismissChecklist: createPrinters,
  saveShopSettings: storeShop,
  listShopConnections: connectShop,
  resendShopMessages: connectShop,
  listShops: connectConsoleShop,
  changeShop: connectConsoleShop,
  disconnectShop: connectConsoleShop,
  testShop: connectConsoleShop,
  offerShopRates: connectConsoleShop,
  askShopRates: offerRates,
  readShopProducts: connectConsoleShop,
  listShopProducts: connectConsoleShop,
  mapShopProduct: connectConsoleShop,
  acceptShopProposals: connectConsoleShop,
  previewShopText: connectConsoleShop,
  receiveShopNews: connectConsoleShop,
  getSession: startSession,
  signIn,
  signOut: startSession,
  setFirstPassword: createWelcomeLink,
  checkLink: createWelcomeLink,
  listOrders: placeAndWork('assign'),
  getOrder: placeAndWork('assign'),
  getOrderCustoms: placeOrderAbroad,
  listReleaseGroups: placeReleasable,
  listReleasableOrders: placeReleasable,
  countReleasableOrders: placeReleasable,
  releaseBatch: placeReleasable,
  listBatches: releaseBatch,
  getBatch: releaseBatch,
  getBatchProgress: releaseBatch,
  listBatchPieces: releaseBatch,
  listBinContents: createBin,
  getFloorCounts: createBin,
  listPieceEvents: releaseBatch,
  listOrderPieces: releaseBatch,
  getPiece: storePieceFiles,
  getStationQueue: releaseBatch,
  scan: storePieceFiles,
  'readLatestScan 200': scanPiece,
  'readLatestScan 204': forgetScans,
  stopOrderOfPiece: storePieceFiles,
  findPieces: storePieceFiles,
  reportShort: releaseBatch,
  listPicks: preparePicks,
  recordPick: preparePicks,
  listStock: useStock,
  getStock: forgetPlans,
  setStock: forgetPlans,
  adjustStock: forgetPlans,
  setStockPlans: forgetPlans,
  importStockPlans: forgetPlans,
  exportStock: asBytes(async () => {}),
  listPlaces: placeStock,
  findStockCode: placeStock,
  assignPlace: placeStock,
  renamePlace: placeStock,
  moveStock: placeStock,
  scrapStock: placeStock,
  openDeliveryNote: async (scene) => {
    await placeStock(scene);
    await forgetGoods(scene);
  },
  listDeliveries: openNote,
  getDelivery: openNote,
  openDelivery: openNote,
  countDelivered: openNote,
  bookDelivery: openNote,
  cancelDelivery: openNote,
  listSuppliers: supply,
  saveSupplier: forgetGoods,
  saveSupplierItems: supply,
  listBuyProposals: supply,
  createPurchase: supply,
  listPurchases: createDraft,
  getPurchase: createDraft,
  exportPurchase: asBytes(createDraft),
  readPurchasePaper: asBytes(createDraft),
  mailPurchase: async (scene) => {
    await createDraft(scene);
    scene.server.config.MAIL = { url: 'smtp://127.0.0.1:1', from: 'platen@example.com' };
  },
  drawStockLabels: asBytes(async () => {}),
  setPurchaseState: createDraft,
  listCounts: beginExampleCount,
  getCount: beginExampleCount,
  beginCount: async (scene) => {
    await placeStock(scene);
    await forgetGoods(scene);
  },
  recordCounted: beginExampleCount,
  confirmCounted: countForConfirmation,
  endCount: beginExampleCount,
  getPiecePicture: preparePiecePicture,
  getPieceFile: preparePiecePicture,
  getPiecePrintFile: preparePrintFile,
  getPrintAreas: storePrintAreas,
  getFittingRules: storeFittingRules,
  getParcelPicture: prepareParcelPicture,
  listProblems: openWaitingParcel,
  countProblems: openWaitingParcel,
  printBatchPapers: releaseBatch,
  listBatchPapers: requestPapers,
  readBatchPaper: asBytes(releaseBatch),
  readTicket: asBytes(releaseBatch),
  readOrderTickets: asBytes(releaseBatch),
  printTicket: releaseBatch,
  readCommandSheet: asBytes(createBin),
  readBinLabels: asBytes(createBin),
  readScannerTest: asBytes(createBin),
  readBadge: asBytes(createBadge),
  reprintParcelPapers: openWaitingParcel,
  getParcel: openWaitingParcel,
  printParcelLabel: openWaitingParcel,
  shipParcel: openWaitingParcel,
  listBins: createBin,
  listHandOverCarriers: packPiece,
  listWaitingParcels: packPiece,
  openHandOver: listForHandOver,
  listHandOvers: listForHandOver,
  getHandOver: listForHandOver,
  listHandedOverParcels: listForHandOver,
  closeHandOver: listForHandOver,
  removeHandedOverParcel: listParcel,
  takeParcelBack: listParcel,
  buyReturnLabel: shipToAddress,
  readReturnLabel: asBytes(buyReturn),
  exportProductionReport: asBytes(async () => {}),
  readHandOverPaper: asBytes(closeHandOver),
  exportHandOverCustoms: asBytes(closeHandOver),
  printHandOver: prepareHandOverPrint,
  bookReturn: packPiece,
  listReturns: returnPiece,
  listAnnouncedReturns: async (scene) => {
    const { server, token } = scene;
    const send: Scene['send'] = (method, path, body) => server.send(path, { method, token, body });
    await announceReturn({ ...scene, send });
  },
  findReturnable: shipPiece,
  listLabelProviders: addLabelProvider,
  changeLabelProvider: addLabelProvider,
  deleteLabelProvider: addLabelProvider,
  testLabelProvider: addLabelProvider,
  reportParcelNews: addLabelProvider,
  listLabelRules: addLabelProvider,
  replaceLabelRules: addLabelProvider,
  tryLabelRules: placeAndWork('assign'),
  listPackages: addLabelProvider,
  setParcelPackage: openWaitingParcel,
  listOpenLabels: refuseLabel,
  exportLabelCosts: asBytes(async () => {}),
  listMachines: addMachine,
  getMachine: addMachine,
  changeMachine: addMachine,
  deleteMachine: addMachine,
  testMachine: addMachine,
  stopMachine: addMachine,
  resumeMachine: addMachine,
  listMachineRules: addMachine,
  replaceMachineRules: addMachine,
  listMachineJobs: queueFile('WRITTEN'),
  sendMachineJobAgain: queueFile('TAKEN'),
  takeMachineJob: queueFile('FAILED', 'outcome_unknown'),
  withdrawMachineJob: queueFile('WRITTEN'),
  getMachineJobFile: asBytes(queueFile('WAITING')),
  sendPieceFiles: async (scene) => {
    await releaseBatch(scene);
    await addMachine(scene);
  },
  sendBatchFiles: async (scene) => {
    await releaseBatch(scene);
    await addMachine(scene);
  },
  makeGangSheets: addMachine,
  getGangSheet: addSheet,
  getGangSheetPicture: asBytes(addSheet),
  downloadBatchFiles: asBytes(releaseBatch),
  listPrinters: createPrintJob('raw'),
  getPrinter: createPrintJob('raw'),
  changePrinter: createPrintJob('raw', 'none'),
  deletePrinter: createPrintJob('raw', 'none'),
  testPrinter: createPrintJob('raw', 'none'),
  listPrintJobs: createPrintJob('raw'),
  getPrintJob: createPrintJob('raw'),
  getPrintJobDocument: createBrowserJob,
  takePrintJob: createPrintJob('browser'),
  confirmPrintJob: createPrintJob('browser', 'take'),
  retryPrintJob: createDoubtfulJob,
  cancelPrintJob: createPrintJob('raw'),
  reprint: createPrintJob('browser', 'take', 'confirm'),
  getOrderFile: storeBinaryFile,
  getOrderFileThumbnail: storeBinaryFile,
  listOrderPrintFiles: assignWithPrint,
  getOrderPrintFile: asBytes(assignWithPrint),
  getOrderPrintPicture: asBytes(assignWithPrint),
  remakeOrderPrintFiles: assignWithPrint,
  listOrderFiles: storeFile,
  downloadOrderFiles: storeBinaryFile,
  downloadFilesOfOrders: storeBinaryFile,
  acceptOrder: placeAndWork('assign'),
  shipOrder: placeAndWork('assign', 'accept'),
  failOrder: placeAndWork('assign'),
  reopenOrder: placeAndWork('assign', ERROR),
  retryOrder: placeAndWork('assign', ERROR),
  eraseOrder: placeAndWork('cancel'),
  cancelOrder: placeOrder,
  acceptCancellation: placeAndWork('assign', 'accept', 'wish'),
  rejectCancellation: placeAndWork('assign', 'accept', 'wish'),
  holdOrder: placeAndWork('assign'),
  releaseOrder: placeAndWork('assign', 'hold'),
  repeatOrder: placeAndWork('assign', 'accept', SHIPMENT),
  rushOrder: placeOrder,
  unrushOrder: placeAndWork('rush'),
  preferOrder: placeOrder,
  unpreferOrder: placeAndWork('prefer'),
  correctTracking: placeAndWork('assign', 'accept', SHIPMENT),
  correctOrder: placeOrder,
  uploadOrderFile: placeOrder,
  listOrderParcels: openWaitingParcel,
  withdrawShipment: placeAndWork('assign', 'accept', SHIPMENT),
  listOrderNotes: note,
  addOrderNote: placeOrder,
  correctOrderNote: note,
  deleteOrderNote: note,
  listArticleNotes: articleNote,
  correctArticleNote: articleNote,
  deleteArticleNote: articleNote,
  countOrders: placeAndWork(ERROR),
  listOrderEvents: placeAndWork('assign'),
  bulkAccept: placeAndWork('assign'),
  bulkCancel: placeOrder,
  bulkRetry: placeAndWork(ERROR),
  bulkHold: placeAndWork('assign'),
  bulkRelease: placeAndWork('assign', 'hold'),
  bulkRush: placeAndWork('assign'),
  bulkUnrush: placeAndWork('assign', 'rush'),
  bulkPrefer: placeOrder,
  bulkUnprefer: placeAndWork('prefer'),
  bulkShip: placeAndWork('assign', 'accept'),
  listStockMovements: placeAndWork('assign'),
  listOperators: createAccount,
  getOperator: createAccount,
  changeOperator: createAccount,
  resetOperator: createAccount,
  listOperatorSessions: startOthersSession,
  endOperatorSessions: startOthersSession,
  endOperatorSession: startOthersSession,
  revokeSecret: findSecret,
  giveBadge: createAccount,
  takeBadge: createAccount,
  givePin: createAccount,
  takePin: createAccount,
  listStations: startOthersStation,
  getStation: startOthersStation,
  changeStation: startOthersStation,
  listStationSessions: startOthersStation,
  endStationSession: startOthersStation,
  openStation: prepareOwnStation,
  getStationSession: startStation,
  closeStation: startStation,
  signOnByBadge: startStation,
  signOnByPin: startStation,
  stayAtStation: startStation,
  signOff: startStation,
  changeMe: startSession,
  changePassword: startSession,
  listMySessions: startSession,
  endMyOtherSessions: startSession,
  endMySession: startSession,
  listStaffWebhookEndpoints: endpoint,
  getStaffWebhookEndpoint: endpoint,
  enableWebhookEndpoint: endpoint,
  disableWebhookEndpoint: endpoint,
  resendFailedOfEndpoint: endpoint,
  listStaffWebhookDeliveries: delivery,
  getStaffWebhookDelivery: delivery,
  resendStaffWebhookDelivery: delivery,
  skipWebhookDelivery: delivery,
  listAudit: makeAuditEntry,
};
