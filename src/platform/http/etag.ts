import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../errors/errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends JSON text with its entity tag, or 304 when the caller has it already (RFC 9110, 13.1.2). `etag` is an opaque
 * tag without quotes, for what has a version; else the text's hash.
 */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string | Buffer,
  etag?: string,
): FastifyReply {
  const quoted = `"${etag ?? makeEtag(json)}"`;
  reply.header('etag', quoted).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && known !== undefined && matchesEtag(known, quoted)) return reply.code(304).send();
  return reply.header('content-type', JSON_TYPE).send(json);
}

/** The tag of an answer that has no version of its own. */
export function makeEtag(json: string | Buffer): string {
  return hash('sha1', json, 'base64url');
}

/** Whether an If-None-Match has the tag; the weak mark does not count (RFC 9110, 13.1.2). */
export function matchesEtag(header: string, quoted: string): boolean {
  return isAny(header) || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === quoted);
}

/** Whether an If-Match has the tag; a weak one never is the same (RFC 9110, 13.1.1). */
export function matchesStrongEtag(header: string, quoted: string): boolean {
  return isAny(header) || header.split(',').some((tag) => tag.trim() === quoted);
}

function isAny(header: string): boolean {
  return header.trim() === '*';
}

/** The header of a change that is made only to what its sender has seen (RFC 9110, 13.1.1). */
export const ifMatchHeader = {
  'if-match': Type.Optional(Type.String({ description: 'ETag of the version that is to be replaced.' })),
};

/** Whether the request may replace what has this tag, given without quotes: by If-Match, and by If-None-Match (RFC 9110, 13.2.2). */
export function mayReplace({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  return (
    (wanted === undefined || matchesStrongEtag(wanted, `"${etag}"`)) &&
    (unwanted === undefined || !matchesEtag(unwanted, `"${etag}"`))
  );
}

/** The same as a question about the version of an order, for the verb that has locked it. */
export function versionCheck(request: Pick<FastifyRequest, 'headers'>): (version: number) => boolean {
  return (version) => mayReplace(request, String(version));
}

/** Whether the JSON text of an answer may be replaced; undefined: there is none yet. What a reading of it had as ETag counts. */
export function mayReplaceText(request: Pick<FastifyRequest, 'headers'>, json: string | undefined): boolean {
  const { 'if-match': wanted } = request.headers;
  if (json === undefined) return wanted === undefined;
  return mayReplace(request, makeEtag(json));
}

/** Whether the request says anything of what it may replace. */
export function hasPrecondition({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** 412 for `what`, such as "order". */
export function preconditionFailed(what: string): ApiError {
  return new ApiError('precondition_failed', `The ${what} has changed since you read it; read it again.`);
}
