import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  fillPath,
  type Operation,
  operationsOf,
  readDocument,
  requestExamples,
} from './support/documented-operations.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let documents: { operations: Operation[]; token: string }[];
before(async () => {
  server = await startTestServer({ RATE_LIMIT: 'off', TOKEN_RATE_LIMIT: 'off' });
  const served = [
    { file: 'openapi.json', scope: 'fulfillment' },
    { file: 'operator-openapi.json', scope: 'operator' },
  ] as const;
  documents = await Promise.all(
    served.map(async ({ file, scope }) => ({
      operations: operationsOf(readDocument(file)),
      token: (await server.token({ scope })).token,
    })),
  );
});
after(() => server.close());

/** A zero character, and invalid UTF-8: a lone byte, an overlong zero, and both halves of a pair. */
const IN_ADDRESSES = ['%00', 'a%00b', '%FF', '%C0%80', '%ED%A0%80', '%ED%B0%80', 'a%C3'];
const IN_JSON = ['\\u0000', 'a\\u0000b', '\\ud800', '\\uDC00', '\\udc00\\ud800'];
const JSON_TYPE = 'application/json';

const addressWith = (operation: Operation, name: string, value: string) => {
  const known = Object.fromEntries(operation.parameters.map((one) => [one.name, one.name === name ? 'HOSTILE' : 'x']));
  return fillPath(
    { ...operation, parameters: operation.parameters.map((one) => ({ ...one, example: 'x' })) },
    known,
    false,
  ).replace('HOSTILE', value);
};

/** Returns the JSON text once for each text and each name in it, with MARK in its place. */
function markTexts(value: unknown): string[] {
  if (typeof value === 'string') return ['"MARK"'];
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      markTexts(one).map((text) => `[${value.map((other, at) => (at === index ? text : JSON.stringify(other)))}]`),
    );
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const written = (at: number, text: string) =>
    `{${entries.map(([name, other], index) => `${JSON.stringify(name)}:${index === at ? text : JSON.stringify(other)}`)}}`;
  const values = entries.flatMap(([, one], at) => markTexts(one).map((text) => written(at, text)));
  return [...values, `{"MARK":1${entries.length > 0 ? ',' : ''}${JSON.stringify(value).slice(1)}`];
}

async function assertRefused(
  method: string,
  address: string,
  token: string,
  body?: string,
  type = JSON_TYPE,
): Promise<void> {
  const answer = await fetch(server.url + address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 400, `${method} ${address} ${body ?? ''}: ${answer.status} ${text}`);
  assert.match(
    JSON.parse(text).error,
    /^(invalid_request|invalid_url|invalid_json|invalid_catalog)$/,
    `${address}: ${text}`,
  );
}

test('no path and no query takes a zero character or broken UTF-8', async () => {
  let tried = 0;
  for (const { operations, token } of documents)
    for (const operation of operations) {
      const { method, parameters, requestBody } = operation;
      const body = requestBody?.content?.[JSON_TYPE] && method !== 'GET' ? '{}' : undefined;
      for (const { in: place, name } of parameters) {
        // Each parameter comes with two values, in turn, and each value with a hundred parameters.
        for (const value of [0, 1].map((more) => IN_ADDRESSES[(2 * tried + more) % IN_ADDRESSES.length]!)) {
          if (place === 'path') await assertRefused(method, addressWith(operation, name, value), token, body);
          if (place === 'query')
            await assertRefused(method, `${addressWith(operation, '', '')}?${name}=${value}`, token, body);
        }
        tried++;
      }
      await assertRefused(method, `${addressWith(operation, '', '')}?%00=1`, token, body);
    }
  assert.ok(tried > 400, String(tried));
});

/** Operations that refuse a wrong secret before they read the body. Their own tests send such texts. */
const SECRET_FIRST = new Set(['askShopRates']);

test('no JSON body takes a zero character or a lone surrogate, in a text or in a name', async () => {
  let tried = 0;
  for (const { operations, token } of documents)
    for (const operation of operations)
      for (const { mediaType, body } of requestExamples(operation)) {
        if (mediaType !== JSON_TYPE || SECRET_FIRST.has(operation.operationId)) continue;
        // Each field comes first with each value, then with one value only: an order has a hundred texts.
        for (const [index, marked] of markTexts(body).entries())
          for (const value of index === 0 ? IN_JSON : [IN_JSON[index % IN_JSON.length]!]) {
            const address = addressWith(operation, '', '');
            await assertRefused(
              operation.method,
              address,
              token,
              marked.replace('MARK', () => value),
            );
            tried++;
          }
      }
  assert.ok(tried > 500, String(tried));
});

test('credentials for a token take no zero character and no broken Unicode, in any form', async () => {
  const ask = (body: string, type: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/oauth/token`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  const grant = 'grant_type=client_credentials';
  const form = 'application/x-www-form-urlencoded';
  const answers = [];
  for (const value of IN_ADDRESSES) {
    for (const fields of [`client_id=${value}&client_secret=x`, `client_id=x&client_secret=${value}`])
      answers.push(ask(`${grant}&${fields}`, form));
    const basic = Buffer.from(`${value}:x`).toString('base64');
    if (value.includes('%00')) answers.push(ask(grant, form, { authorization: `Basic ${basic}` }));
  }
  answers.push(ask(grant, form, { authorization: `Basic ${Buffer.from('a\0:x').toString('base64')}` }));
  for (const value of IN_JSON)
    answers.push(ask(`{"grant_type":"client_credentials","client_id":"${value}","client_secret":"x"}`, JSON_TYPE));
  for (const answer of await Promise.all(answers)) {
    const text = await answer.text();
    assert.deepEqual([answer.status, JSON.parse(text).error], [400, 'invalid_request'], text);
  }
});

test('no upload takes a zero character, and each refuses Content-Encoding', async () => {
  const { token } = documents[1]!;
  const csv = 'clientId,orderId\r\nx,a\0b\r\n';
  const json = '{"carriers":[{"carrierId":"a\\u0000b","name":"\\ud800"}]}';
  const import_ = '/operator/v1/catalog/import';
  await assertRefused('POST', import_, token, json);
  await assertRefused('POST', import_, token, `carrierId,name\r\na\0b,DHL\r\n`, 'text/csv');
  await assertRefused('POST', '/operator/v1/orders/bulk-ship', token, csv, 'text/csv');
  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="carriers.csv"\r\nContent-Type: text/csv\r\n\r\ncarrierId,name\r\na\0b,DHL\r\n--x--\r\n`;
  await assertRefused('POST', import_, token, part, 'multipart/form-data; boundary=x');
  const types: [string, string][] = [
    [import_, 'text/csv'],
    [import_, JSON_TYPE],
    [import_, 'multipart/form-data; boundary=x'],
    ['/operator/v1/orders/bulk-ship', 'text/csv'],
    ['/operator/v1/orders/x/y/files', 'application/pdf'],
    ['/operator/v1/orders/x/y/files', 'image/png'],
    ['/oauth/token', 'application/x-www-form-urlencoded'],
  ];
  for (const [address, type] of types)
    for (const encoding of ['gzip', 'br', 'zstd', 'x-anything']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-encoding': encoding };
      const answer = await fetch(server.url + address, { method: 'POST', headers, body: 'x' });
      assert.equal(answer.status, 415, `${address} ${type} ${encoding}: ${await answer.text()}`);
    }
});

test('text that only PostgreSQL refuses is a 400 too', async () => {
  const { toApiError } = await import('../src/platform/http/error-handler.ts');
  for (const [query, values] of [
    ['select $1::text', ['\0']],
    [`select convert_from('\\xff'::bytea, 'UTF8')`, []],
    [`select '"\\u0000"'::jsonb ->> 0`, []],
  ] as const) {
    const error = await server.pool.query(query, [...values]).catch((thrown) => thrown);
    assert.deepEqual([toApiError(error).status, toApiError(error).error], [400, 'invalid_request'], String(error));
  }
});
