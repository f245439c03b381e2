import { readFile, writeFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const TYPES = new URL('src/api-types.ts', import.meta.url);
/** The known values of a list that grows. */
const OPEN_ENUM = 'x-extensible-enum';
const REF_PREFIX = '#/components/schemas/';
const BANNER = '// Generated from openapi.json by `npm run types`. Change the schemas of the server instead.';

type Schema = { [keyword: string]: unknown };
type ObjectSchema = { properties: Record<string, Schema>; oneOf?: { $ref: string }[] };
/** JSON Schema keywords that TypeScript types cannot express. */
const CONDITIONS = new Set(['if', 'then', 'else']);

interface Sent {
  post: { requestBody: { content: { 'application/json': { schema: Schema } } } };
}

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
  components: { schemas: Schema };
  webhooks: Record<string, Sent>;
};
const WebhookPayload = {
  description: 'The body of a webhook: `type` decides what `data` is.',
  oneOf: Object.values(document.webhooks).map(({ post }) => post.requestBody.content['application/json'].schema),
};
const types = await typesOf({ ...document.components.schemas, WebhookPayload });

if (!process.argv.includes('--check')) {
  await writeFile(TYPES, types);
} else if ((await readFile(TYPES, 'utf8').catch(() => '')) !== types) {
  process.stderr.write('client/src/api-types.ts is stale: run `npm run types -w client`.\n');
  process.exitCode = 1;
}

/** Returns one exported interface for each schema of the OpenAPI document, sorted by name. */
async function typesOf(documented: Schema): Promise<string> {
  const schemas = addNeverFields(documented);
  const names = Object.keys(schemas).sort();
  const all = {
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: Object.fromEntries(
      names.map((name) => [name, definition(schemas[name] as Schema, name.endsWith('Request'))]),
    ),
  };
  const source = await compile(all as JSONSchema, 'Schemas', {
    additionalProperties: false,
    bannerComment: BANNER,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  return source
    .replace(/export interface Schemas \{[^}]*\}\n+/, '') // Removes a type that only the compiler needs.
    .replaceAll(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */')
    .replaceAll(/^\}\n(?!\n)/gm, '}\n\n')
    .trimEnd()
    .concat('\n');
}

function definition(schema: Schema, isRequest: boolean): unknown {
  return adapt(Array.isArray(schema.enum) ? openList(schema, schema.enum) : schema, isRequest);
}

/**
 * Gives each variant of a `oneOf` the other variants' fields as `never`, so a value matches only one variant.
 */
function addNeverFields(schemas: Schema): Schema {
  const found = structuredClone(schemas) as Record<string, ObjectSchema>;
  for (const { oneOf = [] } of Object.values(schemas) as { oneOf?: { $ref?: string }[] }[]) {
    const variants = oneOf.flatMap(({ $ref }) => ($ref ? [found[$ref.replace(REF_PREFIX, '')]] : []));
    const fields = new Set(variants.flatMap((variant) => Object.keys(variant?.properties ?? {})));
    for (const { properties } of variants.filter((variant) => variant !== undefined)) {
      for (const field of fields) properties[field] ??= { tsType: 'never' };
    }
  }
  return found;
}

/**
 * A named list of codes also accepts other strings. Editors still complete the known codes. Orders that were
 * read or stored as text stay assignable.
 */
function openList({ enum: _, ...schema }: Schema, codes: readonly string[]): Schema {
  const known = codes.map((code) => JSON.stringify(code)).join(' | ');
  return { ...schema, tsType: `(${known} | (string & {}))` };
}

/**
 * Returns the schema with references into $defs and without conditions, which types cannot express. For
 * requests, it also drops the fields that the server ignores.
 */
function adapt(node: unknown, isRequest: boolean): unknown {
  if (Array.isArray(node)) return node.map((element) => adapt(element, isRequest));
  if (typeof node !== 'object' || node === null) return node;
  const { [OPEN_ENUM]: codes, ...closed } = node as { [OPEN_ENUM]?: string[] };
  if (codes) return openList(closed, codes);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, child]) => !CONDITIONS.has(name) && !(isRequest && isReadOnly(child)))
      .map(([name, child]) =>
        name === '$ref' && typeof child === 'string'
          ? [name, child.replace(REF_PREFIX, '#/$defs/')]
          : [name, adapt(child, isRequest)],
      ),
  );
}

function isReadOnly(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'readOnly' in node && node.readOnly === true;
}
