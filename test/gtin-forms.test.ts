import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { CatalogError } from '../src/catalog/catalog-file.ts';
import { readCatalogJson } from '../src/catalog/catalog-rules.ts';
import { assignProduct } from '../src/catalog/contract-clients.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { SearchTermsWriter } from '../src/orders/search/write-search-terms.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { SYSTEM } from '../src/platform/audit/actor.ts';
import { ApiError } from '../src/platform/errors/errors.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const STORED = '0012345678905';
const FORMS = ['012345678905', '0012345678905', '00012345678905'];
const EAN8 = '96385074';
const CASE = '10012345678902';
/** Its check digit is wrong. */
const INTERNAL = '0098765432100';

let server: TestServer;
let operator: Operator;
let customer: Customer;
const variant = (ean13: string) => ({ ean13, name: `Mug ${ean13}`, color: 'White', size: 'M', stockLevelQuantity: 9 });
const productOf = (productId: string, ...ean13s: string[]) => ({
  products: [{ productId, name: productId, previewImageUrls: [], variants: ean13s.map(variant) }],
});
const importProducts = (json: object, clientId?: string) =>
  importCatalog(server.pool, readCatalogJson(json).file, clientId === undefined ? {} : { clientId });

before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await importProducts(productOf('P-MUG', STORED, EAN8, CASE, INTERNAL), customer.clientId);
});
after(() => server.close());

const orderOf = (orderId: string, ean13: string) => order({ orderId, items: [item({ existingProduct: { ean13 } })] });

test('an order may name a GTIN in any form, and is answered in the stored form', async () => {
  const pairs: [given: string, stored: string][] = [
    ...FORMS.map((form): [string, string] => [form, STORED]),
    [`00000${EAN8}`, EAN8],
    [CASE, CASE],
    ['098765432100', INTERNAL],
  ];
  for (const [index, [given, stored]] of pairs.entries()) {
    const made = await customer.post(orderOf(`FORM-${index}`, given));
    assert.equal(made.status, 200, given);
    const { existingProduct } = (await customer.read(`FORM-${index}`)).json.items[0];
    assert.deepEqual(existingProduct, { ean13: stored, name: `Mug ${stored}` });
  }
  const unknown = await customer.post(orderOf('FORM-X', '0112345678905'));
  assert.equal(unknown.json.violations[0].code, 'unknown_product_variant');
});

test('the same order in 12 and 13 digits is the same order, also when it is replaced', async () => {
  await customer.post(orderOf('SAME-1', '012345678905'));
  for (const form of FORMS) {
    const { status, headers } = await customer.post(orderOf('SAME-1', form));
    assert.deepEqual([status, headers.get('idempotent-replayed') ?? 'true'], [200, 'true'], form);
  }
  const version = (await customer.read('SAME-1')).headers.get('etag');
  assert.equal((await customer.put('SAME-1', orderOf('SAME-1', '00012345678905'))).status, 200);
  assert.equal((await customer.read('SAME-1')).headers.get('etag'), version);
  assert.equal((await customer.post(orderOf('SAME-1', EAN8))).status, 409);
});

test('filters and searches find a GTIN in any form', async () => {
  await assigned(server, customer, { orderId: 'FIND-1', items: [item({ existingProduct: { ean13: STORED } })] });
  const writer = new SearchTermsWriter(server.pool, () => new Date(), { error: assert.fail });
  await writer.write(customer.clientId, new AbortController().signal);
  for (const form of [...FORMS, `]E0${FORMS[0]}`, '0100012345678905']) {
    const [plain] = FORMS.includes(form) ? [form] : [STORED];
    const { json } = await customer.get(`/v1/product-variants?ean13=${plain}`);
    assert.deepEqual([json.totalItems, json.data[0].ean13], [1, STORED], form);
    const asked = encodeURIComponent(form);
    const orders = await operator.get(`/orders?code=${asked}&clientId=${customer.clientId}`);
    assert.ok(
      orders.json.some(({ orderId }: { orderId: string }) => orderId === 'FIND-1'),
      `code ${form}`,
    );
    const found = await operator.get(`/orders?q=${asked}`);
    assert.ok(
      found.json.some(({ orderId }: { orderId: string }) => orderId === 'FIND-1'),
      `q ${form}`,
    );
    const stock = await operator.get(`/stock?q=${asked}`);
    assert.deepEqual(
      stock.json.map(({ code }: { code: string }) => code),
      [STORED],
      form,
    );
    const products = await operator.get(`/products?q=${asked}`);
    assert.deepEqual(
      products.json.map(({ productId }: { productId: string }) => productId),
      ['P-MUG'],
      form,
    );
  }
});

test('stock and customs data of a GTIN are read and changed in any form', async () => {
  for (const form of FORMS) {
    const set = await operator.send('POST', `/stock/PRODUCT/${form}/set`, { quantity: 50 });
    assert.deepEqual([set.status, set.json.code, set.json.onHand], [200, STORED, 50]);
    assert.equal((await operator.get(`/stock/PRODUCT/${form}`)).json.code, STORED);
    assert.equal((await operator.get(`/stock/PRODUCT/${form}/movements`)).status, 200);
    assert.equal((await operator.send('PUT', `/product-variants/${form}/customs`, { hsCode: '691110' })).status, 200);
  }
  assert.equal((await operator.get(`/product-variants/${STORED}/customs`)).json.hsCode, '691110');
});

test('a product is packed by a scan of its GTIN in any form', async () => {
  const scans = ['012345678905', ']E00012345678905', ']C10100012345678905', ']d2010001234567890510LOT', STORED];
  const items = [item({ quantity: scans.length, existingProduct: { ean13: STORED } })];
  await operator.send('POST', `/stock/PRODUCT/${STORED}/set`, { quantity: 100 });
  await assigned(server, customer, { orderId: 'PACK-1', items });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId: 'PACK-1' }] });
  const { rows } = await server.pool.query('select code from production_orders where order_id = $1', ['PACK-1']);
  let context: object = { work: 'PACK' };
  const scan = async (code: string) => {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'pack-1', code, context });
    context = json.next;
    return json;
  };
  await scan(rows[0].code);
  for (const [index, code] of scans.entries()) {
    const { meaning, parcel } = await scan(code);
    assert.deepEqual([meaning, parcel.items[0].packed, parcel.items[0].ean13], ['PRODUCT', index + 1, STORED], code);
  }
});

test('a product is packed by a scan of its UPC-E, unless the digits are an EAN-8 of the catalogue', async () => {
  const [upcE, upcA] = ['04252614', '0042100005264'];
  await importProducts(productOf('P-SODA', upcA), customer.clientId);
  await operator.send('POST', `/stock/PRODUCT/${upcA}/set`, { quantity: 10 });
  const items = [item({ quantity: 3, existingProduct: { ean13: upcA } })];
  await assigned(server, customer, { orderId: 'PACK-2', items });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId: 'PACK-2' }] });
  const { rows } = await server.pool.query('select code from production_orders where order_id = $1', ['PACK-2']);
  let context: object = { work: 'PACK' };
  const scan = async (code: string) => {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'pack-2', code, context });
    context = json.next;
    return json;
  };
  await scan(rows[0].code);
  const { meaning, parcel } = await scan(upcE);
  assert.deepEqual([meaning, parcel.items[0].packed, parcel.items[0].ean13], ['PRODUCT', 1, upcA]);
  assert.ok((await scan('04252615')).refusal);
  await importProducts(productOf('P-SWEET', upcE), customer.clientId);
  assert.ok((await scan(upcE)).refusal);
  assert.equal((await scan(upcA)).parcel.items[0].packed, 2);
});

test('the catalogue refuses two forms of one GTIN in a file, and beside a stored one of the client', async () => {
  const both = readCatalogJson(productOf('P-TWO', '0055555555550', '055555555550'));
  assert.deepEqual(
    both.violations.map(({ pointer, code }) => [pointer, code]),
    [['/products/0/variants/1/ean13', 'duplicate']],
  );
  assert.match(both.violations[0]!.message, /\/products\/0\/variants\/0\/ean13/);
  const refused = (error: unknown) => {
    assert.ok(error instanceof CatalogError);
    assert.deepEqual(
      error.violations.map(({ pointer }) => pointer),
      ['/products/0/variants/0/ean13'],
    );
    assert.match(error.violations[0]!.message, /012345678905 .*0012345678905 of the product P-MUG/);
    return true;
  };
  await assert.rejects(importProducts(productOf('P-OTHER', '012345678905'), customer.clientId), refused);
  await assert.rejects(importProducts(productOf('P-MUG', '012345678905')), refused);
  await importProducts(productOf('P-MUG', STORED), customer.clientId);
  // Another client may have the other form, until both have it.
  const { clientId } = (await server.token()).client;
  await importProducts(productOf('P-OTHER', '012345678905'), clientId);
  const doing = { by: SYSTEM, now: new Date() };
  await assert.rejects(assignProduct(server.pool, customer.clientId, 'P-OTHER', doing), (error) => {
    assert.ok(error instanceof ApiError);
    assert.match(error.violations?.[0]?.message ?? '', /P-MUG/);
    return true;
  });
});
