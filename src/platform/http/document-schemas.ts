import type { TSchema } from 'typebox';
import { PRINTABLE, SEVERAL_LINES } from './api-document.ts';
import { addExamples } from './document-examples.ts';
import { LINES, TEXT } from './portable-patterns.ts';

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
