import type { TSchema } from 'typebox';
import { PRINTABLE, SEVERAL_LINES } from './api-document.ts';

/** What documents say in place of the patterns that requests are held against: valid in ECMAScript with and without `u`, RE2, Java. */

const CONTROLS = '\\x00-\\x1F\\x7F-\\x9F';
/** What cannot be seen, of the first 256 characters. */
const BLANKS = '\\x00-\\x20\\x7F-\\xA0';

/** Text without control characters. */
const TEXT = `^[^${CONTROLS}]*$`;
/** The same, with line feeds. */
const LINES = '^[^\\x00-\\x09\\x0B-\\x1F\\x7F-\\x9F]*$';
/** Text that is more than spaces. */
export const VISIBLE_TEXT = `^[^${CONTROLS}]*[^${BLANKS}][^${CONTROLS}]*$`;
/** What can stand in a path: neither "." nor "..". */
export const PATH_TEXT = `^([^.${CONTROLS}]|\\.[^.${CONTROLS}]|\\.\\.[^${CONTROLS}])[^${CONTROLS}]*$`;
/** A URL as it may have been accepted: that of browsers, which holds more than RFC 3986 has. */
export const ACCEPTED_URL = `^[Hh][Tt][Tt][Pp][Ss]?://[^/\\\\?#@${BLANKS}]+([/\\\\?#][^${BLANKS}]*)?$`;

const PERCENT = '%[0-9A-Fa-f][0-9A-Fa-f]';
const PORT = '(:([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?';
const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}(\\.${BYTE}){3}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
/** RFC 4291, 2.2: eight groups, of which a row of zeros may be left out once. */
const IPV6 = [
  `(${GROUP}:){7}${GROUP}`,
  `(${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((right) => `(${GROUP}:){1,${7 - right}}(:${GROUP}){1,${right}}`),
  `:((:${GROUP}){1,7}|:)`,
  `::([Ff]{4}:)?${IPV4}`,
].join('|');
/** A name whose last label is no number, or an address. */
const HOST = `(([A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9_-]*\\.?|${IPV4}|\\[(${IPV6})\\])`;
const PATH_CHARACTER = `([A-Za-z0-9._~!$&'()*+,;=:@-]|${PERCENT})`;
const QUERY = `(\\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|${PERCENT})*)?`;
const FRAGMENT = `(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|${PERCENT})*)?`;

/** An absolute http or https URL of RFC 3986 without credentials. Where its path ends in a file extension, it is one of those given. */
export function urlPattern(extensions?: readonly string[]): string {
  const path = extensions ? `(/${PATH_CHARACTER}*)*?${lastSegment(extensions)}` : `(/${PATH_CHARACTER}*)*`;
  return `^[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}${path}${QUERY}${FRAGMENT}$`;
}

/** What follows the last dot of a path is an extension when it is up to five letters and digits, but no digits alone. */
function lastSegment(extensions: readonly string[]): string {
  const anyCase = extensions.map((one) =>
    one.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`),
  );
  const rest = "[A-Za-z0-9_~!$&'()*+,;=:@-]";
  const noExtension = [`${rest}{6,}`, '[0-9]*', `[A-Za-z0-9]*[_~!$&'()*+,;=:@-]${rest}*`];
  const ending = [...anyCase, ...noExtension].join('|');
  return `(/([A-Za-z0-9_~!$&'()*+,;=:@-]|${PERCENT})*|/${PATH_CHARACTER}*\\.(${ending}))?`;
}

type Json = Record<string, unknown>;

/** Their values are data, and no schemas. */
const HOLDS_DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'then', 'else']);
const PORTABLE = new Map<unknown, string>([
  [PRINTABLE, TEXT],
  [SEVERAL_LINES, LINES],
]);

/**
 * The document's schemas as clients are made from them: every one that has a title is moved to components under it; `inDocument`, what
 * holds for a value though only rules judge it, is put over the schema that it stands in; patterns are those that all languages know.
 */
export function documentSchemas<T extends object>(document: T): T {
  const schemas: Json = {};
  const walk = (node: unknown, parent?: string, inCondition = false): unknown => {
    if (typeof node !== 'object' || node === null || (parent && HOLDS_DATA.has(parent))) return node;
    if (Array.isArray(node)) return node.map((element) => walk(element));
    const told = withInDocument(node as Json);
    const copy: Json = Object.fromEntries(
      Object.entries(told).map(([name, child]) => [
        name,
        walk(child, name, inCondition || CONDITIONS.has(name)),
      ]),
    );
    // A condition is about some fields; linters that allow no others must not take it for the whole.
    if (inCondition && (copy.required || copy.properties)) copy.additionalProperties = true;
    const { title } = copy;
    if (typeof title !== 'string' || parent === 'info') return copy;
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  const walked = walk(document) as T & { components?: object };
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  if ('paths' in walked) addExamples(walked.paths as object, sorted);
  return { ...walked, components: { ...walked.components, schemas: sorted } };
}

function withInDocument({ inDocument, ...schema }: Json): Json {
  const told: Json = { ...schema, ...(inDocument as Json | undefined) };
  if (inDocument && 'oneOf' in (inDocument as Json)) {
    for (const name of ['type', 'properties', 'required', 'additionalProperties']) delete told[name];
  }
  // Generators that see bounds beside a list of values make code that does not run.
  if (told.enum) for (const name of ['minLength', 'maxLength', 'pattern']) delete told[name];
  const { pattern } = told;
  return PORTABLE.has(pattern) ? { ...told, pattern: PORTABLE.get(pattern) } : told;
}

/** The same schema where the document says something else of it, such as of what is answered. */
export function documentedAs<T extends TSchema>(schema: T, inDocument: Json): T {
  return { ...schema, inDocument };
}

/** For `inDocument`: the one field is there as given, or the other. No `anyOf`, at which generators forget the other fields. */
export function oneOrOther(one: string, other: string, given: Json, besides: Json = {}): Json {
  const has = (name: string) => ({ required: [name], properties: { [name]: given } });
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { if: has(one), then: besides, else: { ...has(other), ...besides } };
}

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  examples?: unknown[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  readOnly?: boolean;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}

type Operation = Record<'requestBody' | 'responses', unknown>;

const ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
/** Texts that have no example of their own. */
const ELSE = '…';

/**
 * Gives every body of a request, and every answer that is no error, an example, where it has none: of the examples of its fields, those that are
 * always there. What is optional may stand for something that did not happen.
 */
function addExamples(paths: object, schemas: Record<string, unknown>): void {
  for (const operation of Object.values(paths).flatMap((one) => Object.values(one) as Operation[])) {
    const { requestBody, responses } = operation;
    const answers = Object.entries((responses ?? {}) as Record<string, unknown>);
    const succeeded = answers.filter(([status]) => status.startsWith('2')).map(([, answer]) => answer);
    for (const part of [requestBody, ...succeeded]) {
      const content = (part as { content?: Record<string, Content> } | undefined)?.content?.[
        'application/json'
      ];
      if (!content?.schema || content.example !== undefined || content.examples) continue;
      content.example = exampleOf(content.schema, schemas as Record<string, Schema>);
    }
  }
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const of = (part: Schema) => exampleOf(part, schemas);
  if (schema.$ref) return of(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.examples?.length) return schema.examples[0];
  if (schema.oneOf?.[0]) return of(schema.oneOf[0]);
  if (schema.enum) return schema.enum[0];
  const { properties = {}, required = [], items } = schema;
  switch (schema.type) {
    case 'object': {
      // Where nothing is required, such as in a change, all that has an example is shown.
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
