import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from '../errors.ts';

export const BODY_BYTES_MAX = 1_048_576;
/** Of one object; more would be told no better. */
const UNKNOWN_NAMES_MAX = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /^charset="?([^"]*)"?$/i;

/** Reads JSON bodies strictly: UTF-8 without faults, property names unique (RFC 7493), nothing compressed. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (request, body, done) => {
      try {
        refuseCharset(request.headers['content-type'] ?? '');
        refuseContentEncoding(request.headers['content-encoding']);
        done(null, parseJson(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
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

/** Throws `invalid_json` with a message that says what is wrong, without repeating the body. */
export function parseJson(body: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new ApiError('invalid_json', 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '')
      throw new ApiError('invalid_json', 'The body is empty; a JSON object is expected.');
    const { message } = error as Error;
    // Only the place: V8's message quotes the body, and that may hold personal data.
    const place = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0];
    const fault = message.startsWith('Unexpected end') ? ': it ends too early' : place ? ` ${place}` : '';
    throw new ApiError('invalid_json', `The body is not valid JSON${fault}.`);
  }
  if (countNames(text) !== countProperties(value)) {
    throw new ApiError('invalid_json', 'An object in the body has the same property name twice.');
  }
  return value;
}

/** Names in the text: strings that a colon follows. */
function countNames(text: string): number {
  let names = 0;
  for (const match of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs)) if (match[1]) names++;
  return names;
}

/** Properties in the value. Without recursion, since a body may be nested hundreds of thousands deep. */
function countProperties(value: unknown): number {
  let properties = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next);
    if (!Array.isArray(next)) properties += children.length;
    for (const child of children) open.push(child);
  }
  return properties;
}

/**
 * The value as its schema sees it: `null` counts as absent, and properties that the schema marks `readOnly` (what only
 * answers carry) are left out. Descends only where the schema does, so hostile nesting costs nothing, and cuts a list
 * one element after its `maxItems`, and unknown names after a hundred, so that what is far too long costs no more than that.
 */
export function withoutAbsent(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items, maxItems } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    maxItems?: number;
  };
  if (Array.isArray(value)) {
    const kept = maxItems === undefined ? value : value.slice(0, maxItems + 1);
    return items ? kept.map((element) => withoutAbsent(items, element)) : kept;
  }
  if (!properties) return value;
  const present: [string, unknown][] = [];
  let unknown = 0;
  for (const [name, child] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property && ++unknown > UNKNOWN_NAMES_MAX) continue;
    if (child === null || (property as { readOnly?: boolean } | undefined)?.readOnly) continue;
    present.push([name, property ? withoutAbsent(property, child) : child]);
  }
  return Object.fromEntries(present);
}
