import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  example?: unknown;
  schema: { examples?: unknown[]; enum?: unknown[] };
}

interface Content {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Body {
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  method: string;
  /** Path with parameters in braces. */
  path: string;
  parameters: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

type DocumentedOperation = Pick<Operation, 'operationId' | 'requestBody' | 'responses'> & {
  description: string;
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
};

export interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { parameters: Record<string, Parameter> };
}

/** Values that only the server knows, by field or parameter name: identifiers, tokens, secrets. */
export type Known = Readonly<Record<string, string>>;

/** Reads a committed document. Building the served one, which openapi.test.ts compares, takes a second. */
export function readDocument(file: 'openapi.json' | 'operator-openapi.json'): Document {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
}

export function operationsOf({ paths, components }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], ...operation }]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((one) =>
        '$ref' in one ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
      ),
    })),
  );
}

/** Returns the example requests of an operation: one for each example of its body. */
export function requestExamples(operation: Operation): { mediaType?: string; body?: unknown }[] {
  const contents = Object.entries(operation.requestBody?.content ?? {});
  const bodies = contents.flatMap(([mediaType, content]) => examplesOf(content).map((body) => ({ mediaType, body })));
  return bodies.length > 0 ? bodies : [{}];
}

export function examplesOf({ example, examples }: Content): unknown[] {
  return examples ? Object.values(examples).map(({ value }) => value) : example === undefined ? [] : [example];
}

export function examplesOfAnswer(operation: Operation, status: number): unknown[] {
  const content = operation.responses[status]?.content?.['application/json'];
  return content ? examplesOf(content) : [];
}

/**
 * Returns the path with its parameters, and optionally the query parameters that have an example. Throws if a
 * path parameter has no example.
 */
export function fillPath(operation: Operation, known: Known, withQuery: boolean): string {
  const exampleOf = ({ name, example, schema }: Parameter) => known[name] ?? example ?? schema.examples?.[0];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    const value = parameter && exampleOf(parameter);
    if (value === undefined)
      throw new Error(`give the parameter ${name} an example, or the state of ${operation.operationId} one`);
    return encodeURIComponent(String(value));
  });
  const query = operation.parameters
    .filter((one) => one.in === 'query' && exampleOf(one) !== undefined)
    .map((one) => [one.name, String(exampleOf(one))]);
  return withQuery && query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

/** Returns the header fields that have an example. */
export function fillHeaders(
  { parameters }: Operation,
  known: Known,
  mediaType: string | undefined,
): Record<string, string> {
  const given = parameters
    .filter((one) => one.in === 'header' && one.example !== undefined)
    .map(({ name, example }) => [name, known[name] ?? String(example)]);
  return { ...Object.fromEntries(given), ...(mediaType && { 'content-type': mediaType }) };
}

/** Replaces values in the example that only the server knows, also within text. */
export function fillBody(body: unknown, known: Known, clientIdExample: string): unknown {
  if (typeof body === 'string') return body.replaceAll(clientIdExample, known.clientId ?? clientIdExample);
  if (Array.isArray(body)) return body.map((one) => fillBody(one, known, clientIdExample));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, known[name] ?? fillBody(value, known, clientIdExample)]),
  );
}

/** Fields that must equal the example. For other fields only the type must agree. */
const EXACT =
  /^(status|state|type|kind|mode|scope|role|code|action|reason|actor|error|orderId|sku|ean13|productId|manufacturerCode|carrierId|shipmentId|previousStatus|location|technology|country|unitPriceCurrency)$/;

/** Scannable codes with a running number. */
const COUNTED_CODE = /^[PRTBKV]\d{4,10}$/;

/** Objects with data as property names, which depend on other orders. */
const COUNTS_BY_NAME = /\/(reasons|statuses)$/;

/**
 * Returns the differences between an example and a response, as sentences. Each element of an example list
 * must occur in the response.
 */
export function differences(example: unknown, answered: unknown, at = ''): string[] {
  if (Array.isArray(example) && Array.isArray(answered)) {
    if (example.length === 0 || typeof example[0] === 'string')
      return isDeepStrictEqual(example, answered) ? [] : [differing(at, example, answered)];
    return example.flatMap((one, index) => leastDifferences(one, answered, `${at}/${index}`));
  }
  if (typeof example !== typeof answered || Array.isArray(example) !== Array.isArray(answered))
    return [differing(at, example, answered)];
  if (typeof example !== 'object' || example === null || answered === null) {
    const name = at.split('/').at(-1) ?? '';
    const isCounted = [example, answered].every((one) => COUNTED_CODE.test(String(one)));
    if (EXACT.test(name) && !isCounted && !isDeepStrictEqual(example, answered))
      return [differing(at, example, answered)];
    return [];
  }
  const [one, other] = [example, answered as object];
  if (COUNTS_BY_NAME.test(at)) return [];
  const missing = Object.keys(one).filter((name) => !(name in other));
  const more = Object.keys(other).filter((name) => !(name in one));
  return [
    ...missing.map((name) => `${at}/${name} is not answered`),
    ...more.map((name) => `${at}/${name} is answered too`),
    ...Object.keys(one)
      .filter((name) => name in other)
      .flatMap((name) => differences(Reflect.get(one, name), Reflect.get(other, name), `${at}/${name}`)),
  ];
}

/** Returns the differences to the most similar element. */
function leastDifferences(example: unknown, answered: readonly unknown[], at: string): string[] {
  const found = answered.map((one) => differences(example, one, at));
  return found.sort((one, other) => one.length - other.length)[0] ?? [`${at}: nothing is answered`];
}

function differing(at: string, example: unknown, answered: unknown): string {
  return `${at} is ${JSON.stringify(answered)}, not ${JSON.stringify(example)}`;
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Fields with a time in the future. */
const LATER = /^(expectedShipDate|due|expires|nextAttempt|linkExpires|previousSecretValidUntil)$/;

/** Returns the times in an example that are before its creation or after its last change. */
export function momentsOutOfOrder(example: unknown): string[] {
  if (typeof example !== 'object' || example === null) return [];
  const { created, updated } = example as { created?: string; updated?: string };
  const wrong: string[] = [];
  JSON.stringify(example, (name, value) => {
    if (typeof value !== 'string' || !MOMENT.test(value)) return value;
    if (created && value < created) wrong.push(`${name} is before created`);
    if (updated && value > updated && !LATER.test(name)) wrong.push(`${name} is after updated`);
    return value;
  });
  return [...wrong, ...Object.values(example).flatMap(momentsOutOfOrder)];
}
