import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// `node generate-postman.ts` writes the Postman collection from openapi.json. Its format 2.1 can also be
// imported by Insomnia, Bruno and Hoppscotch. With --check, it fails if the collection is stale.

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const COLLECTION = new URL('platen.postman_collection.json', import.meta.url);
const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** A script gets the token before each request instead. */
const OMITTED_OPERATIONS = ['createToken'];
/** The example body for orders. The other examples contain file URLs that a server must be able to fetch. */
const EXAMPLE = 'example1';
const FILE_TYPE = 'application/octet-stream';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: [string];
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: {
    content: Record<
      string,
      { schema?: { examples?: unknown[] }; example?: unknown; examples?: Record<string, { value: unknown }> }
    >;
  };
}

interface Document {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
  components: { parameters: Record<string, Parameter> };
}

const { info, tags, paths, components } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Document;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation && !OMITTED_OPERATIONS.includes(operation.operationId) ? [{ path, method, operation }] : [];
  }),
);
const collection = {
  info: {
    name: info.title,
    schema: FORMAT,
    description:
      'Set the variables clientId and clientSecret of this collection, and baseUrl where it is not this machine. A token is asked for before the first request, and again before it ends.',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
  event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: tokenScript() } }],
  variable: [
    { key: 'baseUrl', value: 'http://localhost:8080' },
    { key: 'clientId', value: 'demo-shop' },
    { key: 'clientSecret', value: '' },
    { key: 'accessToken', value: '' },
    { key: 'accessTokenEnds', value: '0' },
  ],
  item: tags
    .map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => requestOf(path, method, operation)),
    }))
    .filter(({ item }) => item.length > 0),
};
const text = `${JSON.stringify(collection, null, 2)}\n`;
if (!process.argv.includes('--check')) {
  await writeFile(COLLECTION, text);
} else if ((await readFile(COLLECTION, 'utf8').catch(() => '')) !== text) {
  process.stderr.write(`${fileURLToPath(COLLECTION)} is stale: run "npm run openapi".\n`);
  process.exitCode = 1;
}

function requestOf(path: string, method: string, operation: Operation) {
  const { summary, description, requestBody, security } = operation;
  const parameters = (operation.parameters ?? []).map((one) =>
    '$ref' in one ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
  );
  const segments = path.slice(1).split('/');
  const json = requestBody?.content['application/json'];
  const file = requestBody?.content[FILE_TYPE];
  const body = json && (json.examples?.[EXAMPLE]?.value ?? json.example);
  const fileText = file && (Object.values(file.examples ?? {})[0]?.value ?? file.example ?? file.schema?.examples?.[0]);
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      ...(security?.length === 0 && { auth: { type: 'noauth' } }),
      ...(description !== undefined && { description }),
      url: {
        raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
        query: listed(parameters, 'query', { disabled: true }),
        variable: listed(parameters, 'path', {}),
      },
      header: [
        ...(json ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...(file ? [{ key: 'Content-Type', value: FILE_TYPE }] : []),
        ...listed(parameters, 'header', { disabled: true }),
      ],
      ...(fileText !== undefined && { body: { mode: 'raw', raw: String(fileText) } }),
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  };
}

function listed(parameters: readonly Parameter[], place: Parameter['in'], more: object) {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, example, description }) => ({
      key: name,
      value: example === undefined ? '' : String(example),
      ...(description !== undefined && { description }),
      ...more,
    }));
}

/** Requests a new token 30 seconds before the current one expires. */
function tokenScript(): string[] {
  return `const get = (name) => pm.collectionVariables.get(name);
if (Number(get('accessTokenEnds')) < Date.now() + 30000) {
  const form = ['grant_type=client_credentials', 'client_id=' + encodeURIComponent(get('clientId')), 'client_secret=' + encodeURIComponent(get('clientSecret'))];
  pm.sendRequest({
    url: get('baseUrl') + '/oauth/token',
    method: 'POST',
    header: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: { mode: 'raw', raw: form.join('&') },
  }, (error, response) => {
    if (error) throw error;
    const { access_token, expires_in, message } = response.json();
    if (!access_token) throw new Error(message);
    pm.collectionVariables.set('accessToken', access_token);
    pm.collectionVariables.set('accessTokenEnds', String(Date.now() + expires_in * 1000));
  });
}`.split('\n');
}
