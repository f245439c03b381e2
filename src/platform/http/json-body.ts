import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from '../errors/errors.ts';
import { LARGE_BYTES, type RequestGate } from './request-gate.ts';

export const BODY_BYTES_MAX = 1_048_576;
/** Levels of lists and objects. Valid bodies have fewer than ten. */
const DEPTH_MAX = 64;
/** The limit of one object. Valid bodies have fewer than thirty. */
const PROPERTIES_MAX = 1_000;
/** The limit of one body. The largest valid order has about 100,000. */
const VALUES_MAX = 131_072;
/** Unknown properties of one object that are reported. */
const UNKNOWN_NAMES_MAX = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST_OPEN = 0x5b;
const LIST_CLOSE = 0x5d;
const OBJECT_OPEN = 0x7b;
const OBJECT_CLOSE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /^charset="?([^"]*)"?$/i;

/** Reads valid UTF-8, unique names (RFC 7493), without compression. Large bodies take turns. */
export function registerJsonBody(app: FastifyInstance, gate: RequestGate): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (request, body, done) => {
      if (isLarge(request, body as Buffer)) return readInTurn(gate, request, body as Buffer);
      try {
        done(null, readBody(request, body as Buffer));
      } catch (error) {
        done(error as Error);
      }
      return undefined;
    },
  );
}

function readBody({ headers }: FastifyRequest, body: Buffer): unknown {
  refuseCharset(headers['content-type'] ?? '');
  refuseContentEncoding(headers['content-encoding']);
  return parseJson(body);
}

/** Excludes the import of a catalogue, which only staff send and whose limit is higher. */
function isLarge({ caller, routeOptions }: FastifyRequest, body: Buffer): boolean {
  return body.length >= LARGE_BYTES && caller !== undefined && routeOptions.bodyLimit <= BODY_BYTES_MAX;
}

/** Reads a large body in turn, since parsing and checking it takes much processor time. */
async function readInTurn(gate: RequestGate, request: FastifyRequest, body: Buffer): Promise<unknown> {
  await gate.beginWork(request);
  const value = readBody(request, body);
  await nextTurn();
  return value;
}

export function refuseCharset(contentType: string): void {
  for (const parameter of contentType.split(';').slice(1)) {
    const charset = CHARSET.exec(parameter.trim())?.[1];
    if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
      throw new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
    }
  }
}

export function refuseContentEncoding(encoding: string | undefined): void {
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Send the body without Content-Encoding.');
  }
}

/** Throws `invalid_json` without repeating the body, and `body_too_large` before it costs much time. */
export function parseJson(body: Uint8Array, valuesMax = VALUES_MAX): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new ApiError('invalid_json', 'The body is not valid UTF-8.');
  }
  const names = countNames(body, valuesMax);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '')
      throw new ApiError('invalid_json', 'The body is empty; a JSON object is expected.');
    const { message } = error as Error;
    // Uses only the position, because V8's message quotes the body, which may contain personal data.
    const place = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0];
    const fault = message.startsWith('Unexpected end') ? ': it ends too early' : place ? ` ${place}` : '';
    throw new ApiError('invalid_json', `The body is not valid JSON${fault}.`);
  }
  if (names !== countProperties(value)) {
    throw new ApiError('invalid_json', 'An object in the body has the same property name twice.');
  }
  return value;
}

/** Counts the names (colons outside of strings). Throws for too much nesting or too many values. */
function countNames(text: Uint8Array, valuesMax: number): number {
  let names = 0;
  let values = 0;
  let depth = 0;
  const namesAt = new Uint32Array(DEPTH_MAX + 1);
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case QUOTE:
        for (at++; at < text.length && text[at] !== QUOTE; at++) if (text[at] === BACKSLASH) at++;
        break;
      case OBJECT_OPEN:
      case LIST_OPEN:
        values++;
        if (++depth > DEPTH_MAX)
          throw new ApiError('invalid_json', `The body is nested more than ${DEPTH_MAX} levels deep.`);
        namesAt[depth] = 0;
        break;
      case OBJECT_CLOSE:
      case LIST_CLOSE:
        if (depth > 0) depth--;
        break;
      case COLON:
        names++;
        if (++namesAt[depth]! > PROPERTIES_MAX) throw tooMany(PROPERTIES_MAX, 'properties in one object');
        break;
      case COMMA:
        if (++values > valuesMax) throw tooMany(valuesMax, 'values');
        break;
    }
  }
  return names;
}

function tooMany(max: number, what: string): ApiError {
  return new ApiError('body_too_large', `The body has more than ${max.toLocaleString('en')} ${what}.`);
}

function countProperties(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let properties = 0;
  if (Array.isArray(value)) {
    for (const element of value) properties += countProperties(element);
    return properties;
  }
  for (const name in value) properties += 1 + countProperties((value as Record<string, unknown>)[name]);
  return properties;
}

/**
 * Removes `null`s, and properties that the schema marks `readOnly`. Descends only as far as the schema, so
 * that deep nesting costs nothing. Cuts a list one element after its `maxItems`, and unknown names after
 * UNKNOWN_NAMES_MAX, so that oversized input costs no more.
 */
export function removeAbsent(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items, maxItems } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    maxItems?: number;
  };
  if (Array.isArray(value)) {
    const isTooLong = maxItems !== undefined && value.length > maxItems + 1;
    const kept: unknown[] = isTooLong ? value.slice(0, maxItems + 1) : value;
    return items ? removeAbsentElements(items, kept) : kept;
  }
  return properties ? removeAbsentProperties(properties, value as Record<string, unknown>) : value;
}

function removeAbsentElements(items: TSchema, list: unknown[]): unknown[] {
  let isWhole = true;
  const present = list.map((element) => {
    const kept = removeAbsent(items, element);
    isWhole &&= kept === element;
    return kept;
  });
  return isWhole ? list : present;
}

/** Returns the same object if nothing is removed, as in nearly all requests. */
function removeAbsentProperties(
  properties: Record<string, TSchema>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const changes = new Map<string, unknown>();
  let unknown = 0;
  for (const name in value) {
    const child = value[name];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isSpare = !property && ++unknown > UNKNOWN_NAMES_MAX;
    const isAbsent = isSpare || child === null || (property as { readOnly?: boolean } | undefined)?.readOnly;
    const kept = isAbsent ? undefined : property ? removeAbsent(property, child) : child;
    if (kept !== child) changes.set(name, kept);
  }
  if (changes.size === 0) return value;
  const present: [string, unknown][] = [];
  for (const name in value) {
    const kept = changes.has(name) ? changes.get(name) : value[name];
    if (kept !== undefined) present.push([name, kept]);
  }
  return Object.fromEntries(present);
}
