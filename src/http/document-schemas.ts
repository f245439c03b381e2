import type { TSchema } from 'typebox';
import { PRINTABLE, SEVERAL_LINES } from './api-document.ts';
import { LINES, TEXT } from './portable-patterns.ts';

type Json = Record<string, unknown>;

/** Their values are data, and no schemas. */
const HOLDS_DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
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
  const walk = (node: unknown, parent?: string): unknown => {
    if (Array.isArray(node)) return node.map((element) => walk(element));
    if (typeof node !== 'object' || node === null || (parent && HOLDS_DATA.has(parent))) return node;
    const told = withInDocument(node as Json);
    const copy = Object.fromEntries(Object.entries(told).map(([name, child]) => [name, walk(child, name)]));
    const { title } = copy;
    if (typeof title !== 'string' || parent === 'info') return copy;
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  const walked = walk(document) as T & { components?: object };
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...walked, components: { ...walked.components, schemas: sorted } };
}

function withInDocument({ inDocument, ...schema }: Json): Json {
  const told: Json = { ...schema, ...(inDocument as Json | undefined) };
  if (inDocument && 'oneOf' in (inDocument as Json)) {
    for (const name of ['type', 'properties', 'required', 'additionalProperties']) delete told[name];
  }
  const { pattern } = told;
  return PORTABLE.has(pattern) ? { ...told, pattern: PORTABLE.get(pattern) } : told;
}

/** The same schema where the document says something else of it, such as of what is answered. */
export function documentedAs<T extends TSchema>(schema: T, inDocument: Json): T {
  return { ...schema, inDocument };
}

/** For `inDocument`: at least one of the fields is there, and as given. */
export function anyGiven(names: readonly string[], given: Json): Json {
  return {
    anyOf: names.map((name) => ({ type: 'object', required: [name], properties: { [name]: given } })),
  };
}
