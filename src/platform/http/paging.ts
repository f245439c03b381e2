import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TInteger, type TSchema, Type } from 'typebox';
import { isStorable } from '../database/statement-parts.ts';
import { invalidRequest } from '../errors/errors.ts';
import { sendJson } from './etag.ts';
import { routeOf } from './route-table.ts';

export const LIMIT_MAX = 500;
const CURSOR_LENGTH_MAX = 2_048;

/** Makes a parameter optional for clients but present for the handler: the validator fills in its default. */
export const withDefault = <T extends TSchema>(schema: T) => Type.Optional(schema) as unknown as T;

export const pagingParameters = (limitDefault: number) => ({
  page: withDefault<TInteger>(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: 'Page, counted from 1. Ignored with a cursor. Follow the Link header in long lists.',
      examples: [1],
    }),
  ),
  ...cursorParameters(limitDefault),
});

export const cursorParameters = (limitDefault: number) => ({
  limit: withDefault<TInteger>(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: limitDefault,
      description: 'Elements per page.',
      examples: [limitDefault],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: CURSOR_LENGTH_MAX,
      description: 'Position in the list, from the Link header of the previous page.',
    }),
  ),
});

export type Paging = { page: number; limit: number; cursor?: string };

export function offsetOf({ page, limit, cursor }: Paging): number {
  return cursor === undefined ? Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) : 0;
}

/** Encodes the sort key of the last element on the page, as base64url of a JSON array. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Decodes a sort key of `length` parts; undefined without a cursor. Throws `invalid_request`. */
export function decodeCursor(cursor: string | undefined, length: number): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isOurs = Array.isArray(key) && key.length === length && key.every(isStorable);
    if (isOurs && encodeCursor(key) === cursor) return key;
  } catch {
    // Answered below.
  }
  throw invalidCursor();
}

export function invalidCursor(): Error {
  return invalidRequest([
    {
      pointer: 'cursor',
      code: 'invalid_cursor',
      message: '"cursor" must come from the Link header of the page before.',
    },
  ]);
}

/** Cuts the rows to one page. With more than `limit` rows, links to the page after its last row. */
export function cutPage<Row>(
  reply: FastifyReply,
  found: readonly Row[],
  { url, query, keyOf }: { url: string; query: { limit: number }; keyOf: (last: Row) => readonly string[] },
): Row[] {
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  if (last !== undefined && found.length > query.limit) {
    reply.header('link', nextLink(url, query as { limit: number } & Record<string, unknown>, keyOf(last)));
  }
  return page;
}

declare module 'fastify' {
  interface FastifyInstance {
    baseUrl: string;
  }
}

/** Sends one page as JSON, or 304 if the client has it. Pages link to `url`, by default of the request. */
export function sendPage<Row>(
  request: FastifyRequest & { query: { limit: number } },
  reply: FastifyReply,
  found: readonly Row[],
  {
    url = addressOf(request),
    keyOf,
    show = (row) => row,
  }: { url?: string; keyOf: (last: Row) => readonly string[]; show?: (row: Row) => unknown },
): FastifyReply {
  const page = cutPage(reply, found, { url, query: request.query, keyOf });
  const rows = page.map((row) => show(row));
  return sendJson(request, reply, rows);
}

/** Returns the public address of the requested resource, without its query. */
function addressOf(request: FastifyRequest): string {
  const params = request.params as Readonly<Record<string, string>>;
  const path = routeOf(request).url?.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  return request.server.baseUrl + path;
}

/** Returns the value of the Link header (RFC 8288): the same query, starting after `key`. */
export function nextLink(url: string, query: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'page' && name !== 'cursor') parameters.set(name, String(value));
  }
  parameters.set('cursor', encodeCursor(key));
  return `<${url}?${parameters}>; rel="next"`;
}
