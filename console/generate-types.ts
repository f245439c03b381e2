import { readFile, writeFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const DOCUMENT = new URL('../operator-openapi.json', import.meta.url);
const TYPES = new URL('src/shared/api/operator-types.ts', import.meta.url);
const BANNER = `// Generated from operator-openapi.json by "npm run openapi". Change the schemas of the server instead.

type Json<Body> = { content: { 'application/json': Body } };`;
const REF_PREFIX = '#/components/schemas/';
const OPEN_ENUM = 'x-extensible-enum';
const PLACES = ['query', 'header', 'path'];
const LINE_LENGTH_MAX = 110;
/** Keywords of the document that the types do not have. */
const OMITTED = /^(example|examples|minItems|maxItems|[345]\d\d)$/;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JSONSchema;
}
interface Body {
  required?: boolean;
  content?: Record<string, { schema: JSONSchema }>;
}
interface Operation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JSONSchema>; parameters: Record<string, Parameter> };
}

const document: OpenApi = shortened(JSON.parse(await readFile(DOCUMENT, 'utf8')));
const types = await typesOf(document);

if (!process.argv.includes('--check')) {
  await writeFile(TYPES, types);
} else if ((await readFile(TYPES, 'utf8').catch(() => '')) !== types) {
  process.stderr.write('console/src/shared/api/operator-types.ts is stale: run `npm run openapi`.\n');
  process.exitCode = 1;
}

/**
 * An interface for each schema, and `OperatorApi` with all paths in the form that openapi-fetch reads, and
 * all schemas by name.
 */
async function typesOf({ paths, components: { schemas, parameters } }: OpenApi): Promise<string> {
  const names = Object.keys(schemas).sort();
  const operationOf = (operation: Operation) => operationSchema(operation, parameters);
  const api = record({
    paths: record(mapValues(paths, (operations) => record(mapValues(operations, operationOf)))),
    schemas: record(Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))),
  });
  const source = await compile({ ...api, $defs: schemas }, 'OperatorApi', {
    additionalProperties: false,
    bannerComment: BANNER,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { singleQuote: true, printWidth: LINE_LENGTH_MAX },
  });
  // openapi-fetch finds statuses by their numbers.
  return compact(source.replaceAll(/^( +)'(\d{3})': /gm, '$1$2: '));
}

/** Puts each comment, object and list of literals on as few lines as fit. */
function compact(source: string): string {
  let text = source
    .replaceAll(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */')
    .replaceAll(/\{\s+content: \{\s+'application\/json': ([\w[\]]+);\s+\};\s+\}/g, 'Json<$1>')
    .replaceAll(/(\n +)\| '[^'\n]*'(?:\n +\| '[^'\n]*')+/g, (list, indent: string) =>
      fillLines(list.trim().split(/\n +/), indent),
    );
  for (let before = ''; before !== text; ) {
    before = text;
    // An object whose lines are whole fields without a comment.
    text = text.replaceAll(/^(.*)\{((?:\n +(?![ }/|]).*;)+)\n *\}(.*)$/gm, (_, head, fields: string, rest) => {
      const [, indent = ''] = /^(\n +)/.exec(fields) ?? [];
      const parts = fields.trim().split(/\n +/);
      const line = `${head}{ ${parts.join(' ').slice(0, -1)} }${rest}`;
      if (line.length <= LINE_LENGTH_MAX) return line;
      return `${head}{${fillLines(parts, indent)}${indent.slice(0, -2)}}${rest}`;
    });
  }
  return text.replaceAll(/^( +\/\*\* .* \*\/)\n +(.*;)$/gm, (lines, comment: string, field: string) =>
    comment.length + field.length < LINE_LENGTH_MAX ? `${comment} ${field}` : lines,
  );
}

function fillLines(parts: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const part of parts) {
    const line = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && indent.length + line.length <= LINE_LENGTH_MAX) lines[lines.length - 1] = line;
    else lines.push(part);
  }
  return lines.map((line) => indent + line).join('');
}

function operationSchema(
  { parameters: own = [], requestBody, responses }: Operation,
  shared: Record<string, Parameter>,
): JSONSchema {
  const parameters = own.map((one) => ('$ref' in one ? (shared[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one));
  const places = PLACES.map((place) => [place, parameters.filter((one) => one.in === place)] as const);
  const isRequired = (list: readonly Parameter[]) => list.some(({ required }) => required);
  const schemaOf = (list: readonly Parameter[]) =>
    record(
      Object.fromEntries(list.map(({ name, schema }) => [name, schema])),
      list.filter(({ required }) => required).map(({ name }) => name),
    );
  const used = places.filter(([, list]) => list.length > 0);
  return record(
    {
      ...(used.length > 0 && {
        parameters: record(
          Object.fromEntries(used.map(([place, list]) => [place, schemaOf(list)])),
          used.filter(([, list]) => isRequired(list)).map(([place]) => place),
        ),
      }),
      ...(requestBody && { requestBody: bodySchema(requestBody) }),
      responses: record(mapValues(responses, bodySchema)),
    },
    ['responses', ...(used.length > 0 ? ['parameters'] : []), ...(requestBody?.required ? ['requestBody'] : [])],
  );
}

function bodySchema({ content }: Body): JSONSchema {
  return record(content ? { content: record(mapValues(content, ({ schema }) => schema)) } : {});
}

function record(properties: Record<string, JSONSchema>, required = Object.keys(properties)): JSONSchema {
  return { type: 'object', properties, required };
}

function mapValues<T, U>(object: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/**
 * Without examples, and without refusals and headers: every refusal has one form, and is thrown
 * (request-error.ts). Open lists are closed, because the console comes from the same server.
 */
function shortened<T>(node: T): T {
  if (Array.isArray(node)) return node.map(shortened) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name]) => !OMITTED.test(name));
  // A schema that says nothing of its values.
  if (entries.length === 1 && entries[0]?.[0] === 'description') return { ...node, tsType: 'unknown' };
  return Object.fromEntries(
    entries.map(([name, child]) => [
      name.replace(OPEN_ENUM, 'enum'),
      name === '$ref' ? child.replace(REF_PREFIX, '#/$defs/') : shortened(child),
    ]),
  ) as T;
}
