import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from '../errors/errors.ts';
import { parseJson } from '../formats/parse-json.ts';
import { type ByteShares, LARGE_BYTES } from './byte-shares.ts';
import { refuseUnstorable } from './storable-text.ts';

export const BODY_BYTES_MAX = 1_048_576;
/** Unknown properties of one object that are reported. */
const UNKNOWN_NAMES_MAX = 100;

const CHARSET = /^charset="?([^"]*)"?$/i;

/** Parses JSON: valid UTF-8, unique names (RFC 7493), uncompressed. Large bodies take turns. */
export function registerJsonBody(app: FastifyInstance, shares: ByteShares): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (request, body, done) => {
      if (isLarge(request, body as Buffer)) return readInTurn(shares, request, body as Buffer);
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
  const value = parseJson(body);
  // Only an escape can express a zero character or broken Unicode in valid UTF-8.
  if (body.includes('\\u')) refuseUnstorable(value);
  return value;
}

/** Excludes the import of a catalogue, which only staff send and whose limit is higher. */
function isLarge({ caller, routeOptions }: FastifyRequest, body: Buffer): boolean {
  return body.length >= LARGE_BYTES && caller !== undefined && routeOptions.bodyLimit <= BODY_BYTES_MAX;
}

/** Reads a large body in turn, since parsing and checking it takes much processor time. */
async function readInTurn(shares: ByteShares, request: FastifyRequest, body: Buffer): Promise<unknown> {
  await shares.beginWork(request);
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

/**
 * Removes `readOnly` properties, and each `null` that the schema does not name. Descends only as far as the
 * schema. Cuts lists one element after `maxItems`, and names after UNKNOWN_NAMES_MAX, so that oversized input
 * costs no more.
 */
export function removeAbsent(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, additionalProperties, items, maxItems } = schema as {
    properties?: Record<string, TSchema>;
    additionalProperties?: TSchema | boolean;
    items?: TSchema;
    maxItems?: number;
  };
  if (Array.isArray(value)) {
    const isTooLong = maxItems !== undefined && value.length > maxItems + 1;
    const kept: unknown[] = isTooLong ? value.slice(0, maxItems + 1) : value;
    return items ? removeAbsentElements(items, kept) : kept;
  }
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return properties || others
    ? removeAbsentProperties(properties ?? {}, others, value as Record<string, unknown>)
    : value;
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

/** Returns whether null is a value of the property, which deletes something, rather than an absent one. */
function takesNull(property: TSchema | undefined): boolean {
  const { anyOf = [] } = (property ?? {}) as { anyOf?: { type?: unknown }[] };
  return anyOf.some(({ type }) => type === 'null');
}

/** Returns the same object if nothing is removed, as in nearly all requests. */
function removeAbsentProperties(
  properties: Record<string, TSchema>,
  others: TSchema | undefined,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const changes = new Map<string, unknown>();
  let unknown = 0;
  for (const name in value) {
    const child = value[name];
    const property = Object.hasOwn(properties, name) ? properties[name] : others;
    const isSpare = !property && ++unknown > UNKNOWN_NAMES_MAX;
    const isAbsent =
      isSpare || (child === null && !takesNull(property)) || (property as { readOnly?: boolean } | undefined)?.readOnly;
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
