import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { orderViolations } from '../src/orders/create/order-rules.ts';
import { OrderRequestSchema } from '../src/orders/document/order-request-schemas.ts';
import { CATALOG, fullOrder, LIMITS } from '../src/orders/test-support/sample-orders.ts';
import { removeAbsent } from '../src/platform/http/json-body.ts';
import { requestValidator } from '../src/platform/http/violations.ts';
import { FORMATS } from './support/document-check.ts';
import { type Schema, textOf, valuesOf } from './support/document-values.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['openapi.json', 'operator-openapi.json'].map((file) => ({
  file,
  document: JSON.parse(readFileSync(join(ROOT, file), 'utf8')),
}));
const { components } = DOCUMENTS[0]!.document as { components: { schemas: Record<string, Schema> } };
const RUNS = 1_000;
const FUZZED_ORDERS = 100;

const ajv = new Ajv2020({ strict: false, formats: FORMATS });
ajv.addSchema({ $id: 'document', components });
const documentAccepts = ajv.compile({ $ref: 'document#/components/schemas/OrderRequest' });

const isValid = requestValidator({ schema: OrderRequestSchema, httpPart: 'body' });
/** Returns the server's violations of an order, for a client with the sample catalogue. */
function listViolations(order: unknown): string[] {
  const body = removeAbsent(OrderRequestSchema, order);
  if (!isValid(body)) return ['the schema'];
  return orderViolations(body, CATALOG, LIMITS).map(({ pointer, code }) => `${pointer} ${code}`);
}

/** Replaces one part of an order. */
function replacePart(place: readonly string[], value: unknown): unknown {
  const order = structuredClone(fullOrder()) as object;
  const parent = place.slice(0, -1).reduce<object>((node, step) => Reflect.get(node, step), order);
  if (value === undefined) Reflect.deleteProperty(parent, place.at(-1)!);
  else Reflect.set(parent, place.at(-1)!, value);
  return order;
}

function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, child]) => placesOf(child, [...path, name]));
  return path.length > 0 ? [path, ...inside] : inside;
}

const ODD_TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '...',
  '.a',
  '\u00a0',
  'Zoë 😀',
  'a\tb',
  'a\nb',
  '\u0085',
  '\u007f',
  'x'.repeat(129),
  '北京',
  'de',
  'De',
  'UK',
  'ZZ',
  'XI',
  'GB',
  'US',
  'CH',
  'ES',
  'IE',
  'HK',
  'EUR',
  'eur',
  'XXX',
  'JPY',
  'KWD',
  'BT1 1AA',
];
const ODD_URLS = [
  'http://a',
  'HTTPS://A.example/x.PDF',
  'https://a.example/x.gif',
  'https://a.example/x.2026',
  'https://a.example/v1.2/x',
  'https://a.example/x.pdf?y=.gif',
  'https://a.example:65536/',
  'https://a.example:65535/x',
  'https://a:b@c.example/',
  'https://[2001:db8::1]/x.png',
  'http://127.0.0.1/x',
  'http://1.2.3.4.5/',
  'ftp://a.example/',
  'https://a.example/x.zpl',
  'https://a.example/x.abcdef',
  'https://a.example/x.a-b',
  'https://a.example/.',
  'https://a.example/x.%67if',
  'https:a.example',
  'https://a_b.example/',
  'https://a.example#x',
  'https://a.example?x=@',
  'https://a.example/a b',
  `https://a.example/${'x'.repeat(2_040)}`,
];
const urlPattern = { pattern: components.schemas.PrintRequest?.properties?.dataUrl?.pattern ?? '' };
const slipPattern = { pattern: components.schemas.OrderRequest?.properties?.packingSlip?.pattern ?? '' };
/** Generated once, because generating from a pattern takes a while. */
const URLS = [urlPattern, slipPattern].flatMap((pattern) => fc.sample(textOf(pattern), 150));
const anyLeaf = fc.oneof(
  fc.constantFrom(undefined, 0, -1, 1, 1.5, 0.00001, 100_001, true, [], {}),
  fc.constantFrom<unknown>(...ODD_TEXTS, ...ODD_URLS),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.toWellFormed()),
  fc.constantFrom(...URLS),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);
const changedOrder = fc
  .tuple(
    fc.constantFrom(...placesOf(fullOrder()), ['shipping', 'shippingLabelUrl'], ['shipping', 'returnLabelUrl']),
    anyLeaf,
  )
  .map(([place, value]) => replacePart(place, value));
const labelOrder = fc
  .tuple(fc.constantFrom('shippingLabelUrl', 'returnLabelUrl'), anyLeaf)
  .map(([name, value]) => replacePart(['shipping'], { shippingLabelUrl: 'https://a.example/1.pdf', [name]: value }));

/**
 * Returns true for values that only the server accepts, as descriptions say: a country in lower case, and
 * URLs as browsers accept them.
 */
function isLeniency(order: unknown): boolean {
  let found = false;
  JSON.stringify(order, (name, value) => {
    if (name === 'country' && /[a-z]/.test(value)) found = true;
    if ((/Url$/.test(name) || name === 'packingSlip') && !FORMATS.uri.test(value)) found = true;
    return value;
  });
  return found;
}

test('the document accepts every order that the server accepts', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(changedOrder, labelOrder), (order) => {
      if (listViolations(order).length > 0 || isLeniency(order)) return;
      accepted++;
      assert.ok(documentAccepts(order), `${JSON.stringify(order)} ${JSON.stringify(documentAccepts.errors)}`);
    }),
    { numRuns: RUNS },
  );
  assert.ok(accepted > RUNS / 5);
});

/** Rules for orders that a schema cannot express. */
const BEYOND_SCHEMAS =
  / (unknown_product_variant|unknown_article_variant|unknown_carrier|location_not_allowed|technology_not_allowed|unsupported_file_type|rush_not_allowed|too_many_decimals|duplicate_item_id|not_a_blank|not_a_customization)$/;
/** URLs that resolve to something unexpected: a host with invalid punycode, or a percent-encoded dot. */
const RARE_URLS = /(^|[/.])xn--|%2e|\[|%[0-9a-f]{2}/i;

test('the server accepts every order that the document accepts, apart from the catalogue, file types, decimals and ids', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(changedOrder, labelOrder), (order) => {
      if (!documentAccepts(order)) return;
      const text = JSON.stringify(order);
      const others = listViolations(order).filter(
        (one) => !BEYOND_SCHEMAS.test(one) && !(RARE_URLS.test(text) && /_url/.test(one)),
      );
      assert.deepEqual(others, [], text);
      accepted++;
    }),
    { numRuns: RUNS },
  );
  assert.ok(accepted > RUNS / 5);
});

let server: TestServer;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: 'off' });
});
after(() => server.close());

test('most orders generated from the document alone reach 2xx', async () => {
  const { token, client } = await server.token();
  await importCatalog(server.pool, sampleCatalog, { clientId: client.clientId });
  await server.pool.query('update clients set may_rush = true');
  const orders = valuesOf(components.schemas, { $ref: '#/components/schemas/OrderRequest' }).filter(documentAccepts);
  const answers: string[] = [];
  for (const order of fc.sample(orders, { numRuns: FUZZED_ORDERS, seed: 1 })) {
    const { status, json } = await server.send('/v1/orders', { token, body: order });
    answers.push(`${status} ${json.violations?.map(({ code }: { code: string }) => code) ?? ''}`);
  }
  const accepted = answers.filter((one) => one.startsWith('200')).length;
  assert.ok(accepted > FUZZED_ORDERS * 0.7, answers.sort().join('\n'));
});

/** Pattern syntax with the same meaning in ECMAScript (with and without `u`), RE2 and Java. */
const PORTABLE = /^(\\x[0-9A-F]{2}|\\[\\.?[\]]|[[\]()|^$*+?{},:/#%@!~&'=;_. A-Za-z0-9-])*$/;

test('every pattern means the same in all languages and accepts natural text', () => {
  for (const { file, document } of DOCUMENTS) {
    const patterns = new Set<string>();
    JSON.stringify(document, (name, value) => {
      if (name === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
    assert.ok(patterns.size > 2);
    for (const pattern of patterns) {
      assert.match(pattern, PORTABLE, file);
      assert.doesNotMatch(pattern, /\(\?/, `${file}: ${pattern} looks around`);
      const readings = ['', 'u'].map((flags) => (text: string) => new RegExp(pattern, flags).test(text));
      for (const text of [...ODD_TEXTS, ...ODD_URLS])
        assert.equal(new Set(readings.map((is) => is(text))).size, 1, text);
    }
  }
  const { pattern = '' } = components.schemas.AddressRequest?.properties?.personName ?? {};
  for (const flags of ['', 'u']) assert.match('Zoë 😀', new RegExp(pattern, flags));
});

interface Body {
  content?: Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}
interface Operation {
  operationId: string;
  requestBody?: Body;
  responses: Record<string, Body>;
}

test('every operation has example requests and responses that fit its schemas', () => {
  const faulty: string[] = [];
  for (const { file, document } of DOCUMENTS) {
    const checker = new Ajv2020({ strict: false, formats: FORMATS });
    checker.addSchema({ $id: 'document', components: document.components });
    for (const methods of Object.values<Record<string, Operation>>(document.paths)) {
      for (const { operationId, requestBody, responses } of Object.values(methods)) {
        const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
        for (const [part, body] of [['request', requestBody] as const, ...answers]) {
          const content = body?.content?.['application/json'];
          if (!content) continue;
          const examples = content.examples
            ? Object.values(content.examples).map(({ value }) => value)
            : [content.example];
          const text = JSON.stringify(content.schema).replaceAll('"#/components/', '"document#/components/');
          const validate = checker.compile(JSON.parse(text));
          for (const example of examples)
            if (example === undefined || !validate(example))
              faulty.push(
                `${file} ${operationId} ${part}: ${JSON.stringify(validate.errors)} ${JSON.stringify(example)}`,
              );
        }
      }
    }
  }
  assert.deepEqual(faulty, []);
});

test('a server with the demo catalogue accepts the example orders and the changes between them', async () => {
  const { token, client } = await server.token();
  await importCatalog(server.pool, sampleCatalog, { clientId: client.clientId });
  const { requestBody } = DOCUMENTS[0]!.document.paths['/v1/orders'].post;
  const examples = Object.values<{ value: { orderId: string } }>(requestBody.content['application/json'].examples);
  assert.ok(examples.length >= 3);
  for (const { value } of examples) {
    assert.equal((await server.send('/v1/orders', { token, body: value })).status, 200, JSON.stringify(value));
  }
  const [first] = examples;
  for (const { value } of examples) {
    const body = { ...value, orderId: first!.value.orderId };
    const path = `/v1/orders/${body.orderId}`;
    assert.equal((await server.send(path, { token, method: 'PUT', body })).status, 200);
  }
});
