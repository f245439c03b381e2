import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as redocly from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { pino } from 'pino';
import { DELIVERY_EXAMPLE, ENDPOINT_EXAMPLES } from '../src/api/customers/webhook-schemas.ts';
import { SigningKeys } from '../src/clients/signing-keys.ts';
import { EVENT_EXAMPLES } from '../src/orders/document/order-examples.ts';
import { ERRORS } from '../src/platform/errors/errors.ts';
import { readConfig } from '../src/platform/settings/config.ts';
import { buildApp } from '../src/server.ts';
import { FORMATS } from './support/document-check.ts';

const ROOT = join(import.meta.dirname, '..');
const OPENAPI_BYTES_MAX = 450_000;
/** The used part of the linter, because its own types take the compiler 10 s. */
const { createConfig, lintFromString } = redocly as unknown as {
  createConfig: (config: { extends: string[] }) => Promise<object>;
  lintFromString: (options: { source: string; absoluteRef: string; config: object }) => Promise<Problem[]>;
};
interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}
/** Operations that succeed with a status other than 200. */
const SUCCESS: Readonly<Record<string, string>> = {
  'POST /operator/v1/clients': '201',
  'POST /operator/v1/alerts/read': '204',
  'POST /operator/v1/alerts/{alertId}/done': '204',
  'POST /operator/v1/clients/{clientId}/price-lists': '201',
  'DELETE /operator/v1/clients/{clientId}/price-lists/{priceListId}': '204',
  'POST /operator/v1/wall-boards': '201',
  'DELETE /operator/v1/wall-boards/{boardId}': '204',
  'DELETE /operator/v1/order-views/{viewId}': '204',
  'PUT /operator/v1/order-views/{viewId}/default': '204',
  'DELETE /operator/v1/order-views/{viewId}/default': '204',
  'DELETE /operator/v1/session': '204',
  'POST /operator/v1/session/welcome/check': '204',
  'POST /operator/v1/operators': '201',
  'POST /operator/v1/printers': '201',
  'POST /operator/v1/machines': '201',
  'DELETE /operator/v1/machines/{machineId}': '204',
  'DELETE /operator/v1/printers/{printerId}': '204',
  'POST /operator/v1/label-providers': '201',
  'DELETE /operator/v1/label-providers/{providerId}': '204',
  'POST /operator/v1/parcel-news/{providerId}/{secret}': '204',
  'POST /operator/v1/shop-news/{clientId}/{connection}/{secret}': '204',
  'POST /operator/v1/clients/{clientId}/shop-connections': '201',
  'DELETE /operator/v1/clients/{clientId}/shop-connections/{connection}': '204',
  'POST /operator/v1/clients/{clientId}/shop-connections/{connection}/read-products': '204',
  'DELETE /operator/v1/operators/{operatorId}/sessions': '204',
  'DELETE /operator/v1/operators/{operatorId}/sessions/{sessionId}': '204',
  'DELETE /operator/v1/clients/{clientId}/secrets/{secretId}': '204',
  'POST /operator/v1/stations': '201',
  'DELETE /operator/v1/stations/{stationId}/sessions/{sessionId}': '204',
  'DELETE /operator/v1/station-session': '204',
  'POST /operator/v1/me/password': '204',
  'DELETE /operator/v1/me/sessions': '204',
  'DELETE /operator/v1/me/sessions/{sessionId}': '204',
  'POST /operator/v1/articles/{manufacturerCode}/notes': '201',
  'DELETE /operator/v1/articles/{manufacturerCode}/notes/{noteId}': '204',
  'POST /operator/v1/orders/{clientId}/{orderId}/notes': '201',
  'DELETE /operator/v1/orders/{clientId}/{orderId}/notes/{noteId}': '204',
};
const NOT_DOCUMENTED =
  /^\/llms\.txt$|^(\/operator\/v1\/session\/openid(\/callback)?|(\/operator)?\/openapi\.json|\/|\/docs.*|\/console.*|\/?\*)$/;

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean };
  responses: Record<string, DocumentedAnswer | { $ref: string }>;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
}

interface DocumentedAnswer {
  description?: string;
  headers?: object;
  content?: Record<string, { example?: Record<string, unknown> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, DocumentedAnswer>;
    parameters: Record<string, Parameter>;
  };
  tags: { name: string }[];
}

/** The documents for customers and for staff. */
const DOCUMENTS = [
  { path: '/openapi.json', file: 'openapi.json' },
  { path: '/operator/openapi.json', file: 'operator-openapi.json' },
] as const;

/** An app with default settings whose database is never used. */
let app: FastifyInstance;
let dataDir: string;
/** The documents as they are served, by path. */
const texts = new Map<string, string>();
const documents = new Map<string, Document>();
const pool = new Pool();
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'platen-data-'));
  const keys = new SigningKeys(pool, new Uint8Array(), () => new Date());
  const config = readConfig({ DATA_DIR: dataDir });
  app = await buildApp({
    config,
    pool,
    keys,
    encryptionKey: new Uint8Array(32),
    log: pino({ level: 'silent' }),
  });
  for (const { path } of DOCUMENTS) {
    const { payload } = await app.inject(path);
    texts.set(path, payload);
    documents.set(path, JSON.parse(payload));
  }
});
after(async () => {
  await app.close();
  await pool.end();
  await rm(dataDir, { recursive: true });
});

const textOf = (path: string) => texts.get(path) as string;
const documentOf = (path: string) => documents.get(path) as Document;

/** Returns the part of `components` that a reference names, or `part` itself. */
const resolve = <T extends object>(kind: 'responses' | 'parameters', path: string, part: T | { $ref: string }): T =>
  '$ref' in part ? (Reflect.get(documentOf(path).components[kind], part.$ref.split('/').at(-1)!) as T) : part;

const operationsOf = (path: string) =>
  Object.entries(documentOf(path).paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${route}`,
      operation,
      parameters: (operation.parameters ?? []).map((one) => resolve<Parameter>('parameters', path, one)),
    })),
  );

/** Returns routes such as `GET /v1/orders/{orderId}` from the router's own tree. */
function servedRoutes(): string[] {
  const parents: string[] = [];
  const routes: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? '') + part;
    parents[depth] = path;
    for (const method of methods.split(', ').filter((one) => one && one !== 'HEAD')) {
      if (!NOT_DOCUMENTED.test(path)) routes.push(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    }
  }
  return routes.sort();
}

test('every served route is documented, and every documented route is served', () => {
  const [ofCustomers = [], ofStaff = []] = DOCUMENTS.map(({ path }) => operationsOf(path).map(({ name }) => name));
  assert.deepEqual([...ofCustomers, ...ofStaff].sort(), servedRoutes());
  assert.ok(ofCustomers.length >= 13);
  assert.ok(ofCustomers.every((name) => !name.includes(' /operator/')));
  assert.ok(ofStaff.every((name) => name.includes(' /operator/v1/')));
});

for (const { path, file } of DOCUMENTS) {
  test(`${file} equals the document that is served with default settings`, async () => {
    const committed = await readFile(join(ROOT, file), 'utf8');
    // assert.equal would print both documents.
    assert.ok(JSON.stringify(JSON.parse(committed)) === textOf(path), `${file} is stale; run "npm run openapi"`);
  });

  test(`${file}: every query parameter is optional`, () => {
    const parameters = operationsOf(path).flatMap((operation) => operation.parameters);
    assert.deepEqual(
      parameters.filter((one) => one.in === 'query' && one.required),
      [],
    );
  });

  test(`${file}: an OpenAPI linter finds no errors and no warnings`, async () => {
    const config = await createConfig({ extends: ['recommended'] });
    // The linter would report the default address, which is a local one, as a mistake.
    const source = textOf(path).replaceAll('http://localhost:8080', 'https://platen.test');
    const problems = await lintFromString({ source, absoluteRef: join(ROOT, file), config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    );
  });

  test(`${file}: every schema and every field has a description`, () => {
    const document = documentOf(path);
    const { schemas } = document.components;
    const bare: string[] = [];
    const described = ({ $ref, description }: Schema) =>
      description ?? ($ref && schemas[$ref.split('/').at(-1) ?? '']?.description);
    const walk = (node: unknown, place: string) => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, field] of Object.entries((node as Schema).properties ?? {})) {
        if (!described(field)) bare.push(`${place}.${name}`);
      }
      for (const [name, child] of Object.entries(node)) {
        // Conditions only add rules to fields that are described elsewhere.
        if (!['if', 'then', 'else'].includes(name)) walk(child, `${place}/${name}`);
      }
    };
    for (const [name, schema] of Object.entries(schemas)) if (!schema.description) bare.push(name);
    walk(document, '');
    assert.deepEqual(bare, []);
  });

  test(`${file}: every operation has a name, a summary, a tag, described parameters and all its errors`, () => {
    const names = new Set(operationsOf(path).map(({ operation }) => operation.operationId));
    assert.equal(names.size, operationsOf(path).length);
    const tags = documentOf(path).tags.map(({ name }) => name);
    for (const { name, operation, parameters } of operationsOf(path)) {
      const { operationId, summary, description, tags: own = [], responses } = operation;
      assert.match(operationId ?? '', /^[a-z]+[A-Za-z]+$/, name);
      assert.ok(summary && description, name);
      assert.ok(own.length === 1 && tags.includes(own[0] ?? ''), name);
      for (const parameter of parameters) assert.ok(parameter.description, `${name} ${parameter.name}`);
      const statuses = Object.keys(responses);
      const expected = [
        SUCCESS[name] ?? '200',
        '400',
        '500',
        ...(name.includes('/v1/') && !operation.security ? ['401', '403', '429'] : []),
      ];
      for (const status of expected) assert.ok(statuses.includes(status), `${name} has no ${status}`);
      // PUT creates a missing carrier or technology, so it has no 404.
      // Ending an unknown alert changes nothing.
      if (
        name.includes('{') &&
        !/^(PUT \/operator\/v1\/(carriers|print-technologies)\/|POST \/operator\/v1\/alerts\/)/.test(name)
      )
        assert.ok(statuses.includes('404'), name);
      for (const [status, shared] of Object.entries(responses)) {
        const answer = resolve<DocumentedAnswer>('responses', path, shared);
        assert.ok(answer.description, `${name} ${status}`);
        if (status !== '304') assert.ok('X-Request-Id' in (answer.headers ?? {}), `${name} ${status}`);
        if (!/^[45]/.test(status)) continue;
        const { error, message, detail, requestId } = answer.content?.['application/json']?.example ?? {};
        assert.ok(
          message && detail && requestId && answer.description?.includes(`\`${error}\`: `),
          `${name} ${status}`,
        );
      }
    }
  });
}

test('the examples of an order have names', () => {
  for (const [name, { requestBody }] of operationsOf('/openapi.json').map(
    ({ name, operation }) => [name, operation] as const,
  )) {
    if (!/^(POST \/v1\/orders|PUT \/v1\/orders\/\{orderId\})$/.test(name)) continue;
    // A reference page would show the description of the schema and of the body.
    assert.ok(!('description' in requestBody!), name);
    const { content } = requestBody as unknown as {
      content: Record<string, { examples: Record<string, { summary?: string }> }>;
    };
    const summaries = Object.values(content['application/json']!.examples).map(({ summary }) => summary);
    assert.ok(summaries.length > 1 && summaries.every(Boolean), name);
  }
});

test("the customers' document stays small enough for generators and assistants", async () => {
  const { length } = await readFile(join(ROOT, 'openapi.json'));
  assert.ok(length <= OPENAPI_BYTES_MAX, `openapi.json has ${length} bytes.`);
});

test('equal errors, headers and parameters are described once', () => {
  for (const { path } of DOCUMENTS) {
    const { components } = documentOf(path) as unknown as { components: Record<string, Record<string, object>> };
    for (const kind of ['responses', 'headers', 'parameters']) {
      const texts = Object.values(components[kind]!).map((one) => JSON.stringify(one));
      assert.equal(new Set(texts).size, texts.length, `${path} ${kind}`);
    }
    const own = operationsOf(path).flatMap(({ operation }) =>
      (operation.parameters ?? []).filter((one) => !('$ref' in one)).map((one) => JSON.stringify(one)),
    );
    assert.equal(new Set(own).size, own.length, `${path} parameters of one operation`);
    for (const { name, operation } of operationsOf(path))
      for (const [status, answer] of Object.entries(operation.responses))
        if (/^[45]/.test(status)) assert.ok('$ref' in answer, `${name} ${status}`);
  }
});

test('an optional body is not required, and any other body is', async () => {
  const documented = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as Document;
  const isRequired = (path: string, method: string) => documented.paths[path]?.[method]?.requestBody?.required;
  assert.equal(isRequired('/v1/orders/{orderId}/cancel', 'post'), false);
  assert.equal(isRequired('/v1/orders', 'post'), true);
  assert.equal(isRequired('/v1/orders/{orderId}', 'put'), true);
});

test('every error name is documented with its status, and every documented name exists', async () => {
  const page = await readFile(join(ROOT, 'docs/errors.md'), 'utf8');
  const documented = [...page.matchAll(/^### `(\w+)`\n(\d{3})\b/gm)].map(([, name, status]) => [name, Number(status)]);
  const existing = Object.entries(ERRORS).map(([name, [status]]) => [name, status]);
  assert.deepEqual(documented.sort(), existing.sort());
});

test('a client that checks every answer strictly accepts names that a later release adds', () => {
  const error = { message: 'x', detail: 'x', requestId: 'x' };
  const [event] = EVENT_EXAMPLES;
  const newer: Readonly<Record<string, object>> = {
    Error: { ...error, error: 'newer_name' },
    TokenError: { ...error, error: 'newer_name', error_description: 'x' },
    OrderEvent: { ...event, type: 'order.newer' },
    OperatorOrderEvent: { ...event, type: 'order.newer' },
    WebhookEndpoint: {
      ...ENDPOINT_EXAMPLES.changed,
      types: ['order.newer'],
      status: 'disabled',
      disabledReason: 'newer',
    },
    WebhookDelivery: { ...DELIVERY_EXAMPLE, lastError: 'newer' },
  };
  for (const { path } of DOCUMENTS) {
    const { components } = documentOf(path);
    const ajv = new Ajv2020({ strict: false, formats: FORMATS });
    ajv.addSchema({ $id: 'document', components });
    for (const [name, value] of Object.entries(newer)) {
      if (!components.schemas[name]) continue;
      const isValid = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      assert.ok(isValid(value), `${path} ${name}: ${JSON.stringify(isValid.errors)}`);
    }
  }
});

test("the customers' document names the errors of their operations, and no others", () => {
  const known = (path: string) =>
    (documentOf(path).components.schemas.Error as { properties: Record<string, { 'x-extensible-enum': string[] }> })
      .properties.error!['x-extensible-enum'];
  const [ofCustomers = [], ofStaff = []] = DOCUMENTS.map(({ path }) => known(path));
  for (const name of ['order_already_exists', 'method_not_allowed', 'temporarily_unavailable', 'sandbox_only'])
    assert.ok(ofCustomers.includes(name), name);
  for (const name of ['printer_in_use', 'not_permitted', 'batch_not_found', 'sign_in_refused'])
    assert.deepEqual([ofCustomers.includes(name), ofStaff.includes(name)], [false, true], name);
  const described = new Set(textOf(DOCUMENTS[0].path).match(/(?<=\\n`)[a-z_]+(?=`: )/g));
  for (const name of described) assert.ok(ofCustomers.includes(name), name);
});

test('the guide of errors has the names of each document in their own part', async () => {
  const page = await readFile(join(ROOT, 'docs/errors.md'), 'utf8');
  const [ofShops = '', ofStaff = ''] = page.split('## Names of the operator API only');
  const namesIn = (part: string) => [...part.matchAll(/^### `(\w+)`$/gm)].map(([, name = '']) => name).sort();
  const [customers, staff] = DOCUMENTS.map(({ path }) => {
    const { schemas } = documentOf(path).components as unknown as { schemas: Record<string, { properties: Known }> };
    const lists = [schemas.Error, schemas.TokenError].map((one) => one?.properties.error?.['x-extensible-enum'] ?? []);
    return [...new Set(lists.flat())].sort();
  });
  assert.deepEqual(namesIn(ofShops), customers);
  assert.deepEqual(
    namesIn(ofStaff),
    staff!.filter((name) => !customers!.includes(name)),
  );
});
type Known = Record<string, { 'x-extensible-enum': string[] }>;

test('every documented violation code exists in the program', async () => {
  const page = await readFile(join(ROOT, 'docs/errors.md'), 'utf8');
  const rows = page.slice(page.indexOf('## Codes of violations')).matchAll(/^\| (`[^|]+`) \|/gm);
  const codes = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code));
  assert.ok(codes.length > 20);
  const files = await readdir(join(ROOT, 'src'), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const program = (await Promise.all(sources.map((file) => readFile(join(ROOT, 'src', file), 'utf8')))).join('');
  assert.deepEqual(
    codes.filter((code) => !program.includes(`'${code}'`)),
    [],
  );
});

test('the reference page loads everything from this server', async () => {
  const redirect = await app.inject('/docs');
  assert.equal(redirect.statusCode, 301);
  assert.equal(redirect.headers.location, '/docs/');
  const page = await app.inject('/docs/reference');
  assert.equal(page.statusCode, 200);
  assert.match(page.headers['content-type'] ?? '', /^text\/html/);
  assert.doesNotMatch(page.payload, /(https?:)?\/\/[\w-]+\.\w+/i, 'names a foreign host');
  const scripts = [...page.payload.matchAll(/src="([^"]*)"/g)].map(([, path = '']) => path);
  assert.equal(scripts.length, 3);
  for (const path of scripts) {
    assert.equal((await app.inject(`/docs/${path}`)).statusCode, 200, path);
  }
  // Requests of the viewer to other hosts are turned off.
  const starter = (await app.inject(`/docs/${scripts.at(-1)}`)).payload;
  for (const setting of [
    'withDefaultFonts: false',
    'telemetry: false',
    'agent: { disabled',
    'mcp: { disabled',
    "proxyUrl: ''",
  ]) {
    assert.ok(starter.includes(setting), setting);
  }
});

test('every violation, reason and warning code of the program is documented', async () => {
  const files = await readdir(join(ROOT, 'src'), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const texts = await Promise.all(sources.map((file) => readFile(join(ROOT, 'src', file), 'utf8')));
  // Matches a code as a property, alone or as one of two, and as the second argument of a constructor
  // function.
  const literal =
    /\bcode: (?:[^,'\n]+\? )?'([a-z][a-z_]+)'(?: : '([a-z_]+)')?|\b(?:violation|fault|CsvFault)\(\s*[^,]+,\s*'([a-z][a-z_]+)'/g;
  const given = texts.flatMap((text) => [...text.matchAll(literal)].flatMap((match) => match.slice(1)));
  // A store gives the column type of a code in the same form.
  const codes = new Set(given.filter((code) => code !== undefined && code !== 'text'));
  for (const code of ['order_id_mismatch', 'unknown_carrier', 'wrong_cell_count', 'out_of_stock'])
    assert.ok(codes.has(code), `${code} is not found`);
  const pages = await Promise.all(
    ['errors', 'order-life', 'floor'].map((page) => readFile(join(ROOT, `docs/${page}.md`), 'utf8')),
  );
  assert.deepEqual(
    [...codes].filter((code) => !pages.some((page) => new RegExp(`[\`"]${code}[\`"]`).test(page))),
    [],
  );
});
