import { readFile, writeFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const TYPES = new URL('src/api-types.ts', import.meta.url);
const REF_PREFIX = '#/components/schemas/';
const BANNER = '// Generated from openapi.json by `npm run types`. Change the schemas of the server instead.';

type Schema = { [keyword: string]: unknown };

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as { components: { schemas: Schema } };
const types = await typesOf(document.components.schemas);

if (!process.argv.includes('--check')) {
  await writeFile(TYPES, types);
} else if ((await readFile(TYPES, 'utf8').catch(() => '')) !== types) {
  process.stderr.write('client/src/api-types.ts is stale: run `npm run types -w client`.\n');
  process.exitCode = 1;
}

/** One exported interface for each schema of the OpenAPI document, sorted by name. */
async function typesOf(schemas: Schema): Promise<string> {
  const names = Object.keys(schemas).sort();
  const all = {
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: Object.fromEntries(names.map((name) => [name, adapted(schemas[name], name.endsWith('Request'))])),
  };
  const source = await compile(all as JSONSchema, 'Schemas', {
    additionalProperties: false,
    bannerComment: BANNER,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  return source
    .replace(/export interface Schemas \{[^}]*\}\n+/, '') // Only there because the compiler wants one schema.
    .replaceAll(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */')
    .replaceAll(/^\}\n(?!\n)/gm, '}\n\n')
    .trimEnd()
    .concat('\n');
}

/** A schema with its references pointing into $defs, and, for requests, without what the server ignores in them. */
function adapted(node: unknown, isRequest: boolean): unknown {
  if (Array.isArray(node)) return node.map((element) => adapted(element, isRequest));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([, child]) => !(isRequest && isReadOnly(child)))
      .map(([name, child]) =>
        name === '$ref' && typeof child === 'string'
          ? [name, child.replace(REF_PREFIX, '#/$defs/')]
          : [name, adapted(child, isRequest)],
      ),
  );
}

function isReadOnly(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'readOnly' in node && node.readOnly === true;
}
