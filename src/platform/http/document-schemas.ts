import type { TSchema } from 'typebox';
import { PRINTABLE, SEVERAL_LINES } from './api-document.ts';

/** Patterns for the API documents, valid in ECMAScript with and without `u`, in RE2 and in Java. */

const CONTROLS = '\\x00-\\x1F\\x7F-\\x9F';
/** The invisible ones of the first 256 characters. */
const BLANKS = '\\x00-\\x20\\x7F-\\xA0';

const TEXT = `^[^${CONTROLS}]*$`;
/** Control characters, except the line feed. */
const CONTROLS_IN_LINES = '\\x00-\\x09\\x0B-\\x1F\\x7F-\\x9F';
const LINES = `^[^${CONTROLS_IN_LINES}]*$`;
export const VISIBLE_TEXT = `^[^${CONTROLS}]*[^${BLANKS}][^${CONTROLS}]*$`;
export const VISIBLE_LINES = `^[^${CONTROLS_IN_LINES}]*[^${BLANKS}][^${CONTROLS_IN_LINES}]*$`;
/** Text that is neither "." nor "..", so that it can be a segment of a path. */
export const PATH_TEXT = `^([^.${CONTROLS}]|\\.[^.${CONTROLS}]|\\.\\.[^${CONTROLS}])[^${CONTROLS}]*$`;
/** A URL in a response. Requests accept every URL of browsers, also beyond RFC 3986. */
export const ACCEPTED_URL = `^[Hh][Tt][Tt][Pp][Ss]?://[^/\\\\?#@${BLANKS}]+([/\\\\?#][^${BLANKS}]*)?$`;

const PERCENT = '%[0-9A-Fa-f][0-9A-Fa-f]';
const PORT = '(:([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?';
const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}(\\.${BYTE}){3}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
/** RFC 4291, 2.2: eight groups. One run of zeros may be omitted. */
const IPV6 = [
  `(${GROUP}:){7}${GROUP}`,
  `(${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((right) => `(${GROUP}:){1,${7 - right}}(:${GROUP}){1,${right}}`),
  `:((:${GROUP}){1,7}|:)`,
  `::([Ff]{4}:)?${IPV4}`,
].join('|');
/** An address, or a name whose last label is not a number. */
const HOST = `(([A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9_-]*\\.?|${IPV4}|\\[(${IPV6})\\])`;
const PATH_CHARACTER = `([A-Za-z0-9._~!$&'()*+,;=:@-]|${PERCENT})`;
const QUERY = `(\\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|${PERCENT})*)?`;
const FRAGMENT = `(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|${PERCENT})*)?`;

/** Matches http(s) URLs without credentials. */
export const URL_PATTERN = `^[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}(/${PATH_CHARACTER}*)*${QUERY}${FRAGMENT}$`;

type Json = Record<string, unknown>;

/** Keywords whose values are data, not schemas. */
const HOLDS_DATA: ReadonlySet<string> = new Set([
  'example',
  'examples',
  'default',
  'enum',
  'x-extensible-enum',
  'const',
]);
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'then', 'else']);
const PORTABLE = new Map<unknown, string>([
  [PRINTABLE, TEXT],
  [SEVERAL_LINES, LINES],
]);

/**
 * Prepares the schemas of an API document for code generators. Moves schemas with a title to `components`.
 * Applies the keywords that `documentAs` has added. Replaces patterns by portable patterns.
 */
export function documentSchemas<T extends object>(document: T): T {
  const schemas: Json = {};
  const walk = (node: unknown, parent?: string, inCondition = false): unknown => {
    if (typeof node !== 'object' || node === null || (parent && HOLDS_DATA.has(parent))) return node;
    if (Array.isArray(node)) return node.map((element) => walk(element));
    const merged = withInDocument(node as Json);
    const copy: Json = Object.fromEntries(
      Object.entries(merged).map(([name, child]) => [name, walk(child, name, inCondition || CONDITIONS.has(name))]),
    );
    const names = (node as { schema?: { exampleNames?: string[] } }).schema?.exampleNames;
    if (names) copy.examples = nameExamples(copy.examples as object, names);
    // A condition names only some fields, so linters must not treat it as the complete list.
    if (inCondition && (copy.required || copy.properties)) copy.additionalProperties = true;
    const { title } = copy;
    if (typeof title !== 'string' || parent === 'info') return copy;
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  const walked = walk(document) as T & { components?: object };
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (!('paths' in walked)) return { ...walked, components: { ...walked.components, schemas: sorted } };
  addExamples(walked.paths as object, sorted);
  describeBodiesOnce(walked.paths as object, sorted);
  for (const name of ['Error', 'TokenError']) keepErrors(sorted[name] as Schema, JSON.stringify(walked.paths));
  const shared = shareParts(walked.paths as object);
  return { ...walked, components: { ...walked.components, schemas: sorted, ...shared } };
}

/** Names the examples of a body by the keyword `exampleNames` of its schema. */
function nameExamples(examples: object, names: readonly string[]): Json {
  const entries = Object.entries(examples).map(([key, one], index) => [key, { summary: names[index], ...one }]);
  return Object.fromEntries(entries);
}

type Answers = Record<string, { description?: string; content?: Record<string, Content>; headers?: Json }>;
type Shared = Map<string, { name: string; value: unknown }>;

/**
 * Moves equal errors, headers and parameters of the operations to `components`, and gives each error an
 * example. A parameter of one operation stays there.
 */
function shareParts(paths: object): Record<'responses' | 'headers' | 'parameters', Json> {
  const shared = { responses: new Map(), headers: new Map(), parameters: new Map() } satisfies Record<string, Shared>;
  const share = (kind: keyof typeof shared, name: string, value: unknown) => {
    const parts: Shared = shared[kind];
    const key = JSON.stringify(value);
    const namesakes = [...parts.values()].filter((one) => one.name.replace(/-\d+$/, '') === name).length;
    const part = parts.get(key) ?? { name: namesakes === 0 ? name : `${name}-${namesakes + 1}`, value };
    parts.set(key, part);
    return { $ref: `#/components/${kind}/${part.name}` };
  };
  const operations = Object.values(paths).flatMap((one) => Object.values(one) as Operation[]);
  const uses = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters.map((one) => JSON.stringify(withStyle(one)))),
    (text) => text,
  );
  const isShared = (parameter: Json) => (uses.get(JSON.stringify(parameter))?.length ?? 0) > 1;
  for (const operation of operations) {
    const { parameters, responses = {} } = operation;
    if (parameters)
      operation.parameters = parameters
        .map(withStyle)
        .map((one) => (isShared(one) ? share('parameters', String(one.name), one) : one));
    const answers = responses as Answers;
    for (const [status, answer] of Object.entries(answers)) {
      for (const [name, header] of Object.entries(answer.headers ?? {}))
        (answer.headers as Json)[name] = share('headers', name, header);
      if (/^(?:304|[45])/.test(status)) {
        addErrorExample(answer);
        const name = status === '304' ? 'NotModified' : `Error${status}`;
        Object.assign(answers, { [status]: share('responses', name, answer) });
      }
    }
  }
  const byName = (parts: Shared) => Object.fromEntries([...parts.values()].map(({ name, value }) => [name, value]));
  return {
    responses: byName(shared.responses),
    headers: byName(shared.headers),
    parameters: byName(shared.parameters),
  };
}

const EXAMPLE_ID = 'q3Xz0f1a-2k';
const VIOLATION = { pointer: '/items/0/quantity', code: 'too_small', message: '"quantity" must be at least 1.' };

/** Adds the first error that the description names. */
function addErrorExample({ description = '', content }: Answers[string]): void {
  const body = content?.['application/json'];
  const [, error, meaning = ''] = /`(\w+)`: (.+)/.exec(description) ?? [];
  if (!body || !error) return;
  const isToken = body.schema?.$ref?.endsWith('/TokenError');
  const isListed = error === 'invalid_request' && !isToken;
  const message = isListed ? VIOLATION.message : meaning;
  const detail = isListed ? `${VIOLATION.pointer}: ${VIOLATION.message}` : meaning;
  body.example = {
    error,
    ...(isToken && { error_description: message }),
    ...{ message, detail, requestId: EXAMPLE_ID },
    ...(isListed && { violations: [VIOLATION] }),
  };
}

/** Errors of requests that fit no operation. */
const OF_NO_OPERATION = ['invalid_url', 'not_found', 'method_not_allowed'];

/** Keeps the names of errors that the operations of the document describe. */
function keepErrors(schema: Schema | undefined, paths: string): void {
  const error = schema?.properties?.error;
  const names = error?.['x-extensible-enum'] ?? [];
  const isKept = (name: unknown) => OF_NO_OPERATION.includes(String(name)) || paths.includes(`\`${name}\`: `);
  if (error) error['x-extensible-enum'] = names.filter(isKept);
}

function withInDocument({ inDocument, otherNames: _, exampleNames: __, ...schema }: Json): Json {
  const merged: Json = { ...schema, ...(inDocument as Json | undefined) };
  if (inDocument && ('oneOf' in (inDocument as Json) || 'anyOf' in (inDocument as Json))) {
    for (const name of ['type', 'items', 'properties', 'required', 'additionalProperties']) delete merged[name];
  }
  // Code generators produce broken code for length limits beside an enum.
  if (merged.enum) for (const name of ['minLength', 'maxLength', 'pattern']) delete merged[name];
  const { pattern } = merged;
  return PORTABLE.has(pattern) ? { ...merged, pattern: PORTABLE.get(pattern) } : merged;
}

/** Moves the form of a list, `style` and `explode`, from the schema of a parameter to the parameter. */
function withStyle(parameter: Json): Json {
  const { style, explode, ...schema } = (parameter.schema ?? {}) as Json;
  return style === undefined ? parameter : { ...parameter, style, explode, schema };
}

/** Adds keywords that only the API document contains, not the schema that checks requests. */
export function documentAs<T extends TSchema>(schema: T, inDocument: Json): T {
  return { ...schema, inDocument };
}

/** Requires field `one` or `other` with the schema `given`. Code generators mishandle `anyOf` here. */
export function requireOneField(one: string, other: string, given: Json, besides: Json = {}): Json {
  const has = (name: string) => ({ required: [name], properties: { [name]: given } });
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { if: has(one), then: besides, else: { ...has(other), ...besides } };
}

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
  examples?: unknown[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  readOnly?: boolean;
}

type Content = { schema?: Schema; example?: unknown; examples?: unknown };
type Operation = { requestBody?: unknown; responses?: unknown; parameters?: Json[] };
const ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
/** The example of a text without its own example. */
const ELSE = '…';

/**
 * Adds an example to every request body and successful answer without one. It has only required fields, since
 * an optional field may describe something that did not happen.
 */
function addExamples(paths: object, schemas: Record<string, unknown>): void {
  for (const operation of Object.values(paths).flatMap((one) => Object.values(one) as Operation[])) {
    const { requestBody, responses } = operation;
    const answers = Object.entries((responses ?? {}) as Record<string, unknown>);
    const succeeded = answers.filter(([status]) => status.startsWith('2')).map(([, answer]) => answer);
    for (const part of [requestBody, ...succeeded]) {
      const content = (part as { content?: Record<string, Content> } | undefined)?.content?.['application/json'];
      if (!content?.schema || content.example !== undefined || content.examples) continue;
      content.example = exampleOf(content.schema, schemas as Record<string, Schema>);
    }
  }
}

/** Removes the description of a body that its schema has too, because a reference page would show both. */
function describeBodiesOnce(paths: object, schemas: Record<string, unknown>): void {
  for (const { requestBody } of Object.values(paths).flatMap((one) => Object.values(one) as Operation[])) {
    const body = requestBody as { description?: string; content?: Record<string, Content> } | undefined;
    const [, name = ''] = /([^/]+)$/.exec(body?.content?.['application/json']?.schema?.$ref ?? '') ?? [];
    if (body && body.description === (schemas[name] as Json | undefined)?.description) delete body.description;
  }
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const of = (part: Schema) => exampleOf(part, schemas);
  if (schema.$ref) return of(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.examples?.length) return schema.examples[0];
  if (schema.oneOf?.[0]) return of(schema.oneOf[0]);
  const [value] = schema.enum ?? schema['x-extensible-enum'] ?? [];
  if (value !== undefined) return value;
  const { properties = {}, required = [], items } = schema;
  switch (schema.type) {
    case 'object': {
      // If no field is required, as in a change, the example contains all fields that have examples.
      const names =
        required.length > 0 ? required : Object.keys(properties).filter((name) => properties[name]?.examples);
      return Object.fromEntries(names.map((name) => [name, of(properties[name] ?? {})]));
    }
    case 'array':
      return items ? [of(items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      if (schema.format === 'date-time') return '2026-01-31T12:00:00.000Z';
      return schema.format === 'uuid' ? ID : ELSE;
  }
}
