import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends JSON text with its ETag, or 304 if the client has this version (RFC 9110, 13.1.2). `etag` has no
 * quotes; by default it is a hash of the text.
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

export function makeEtag(json: string | Buffer): string {
  return hash('sha1', json, 'base64url');
}

/** Returns whether an If-None-Match contains the ETag. The weak mark is ignored (RFC 9110, 13.1.2). */
export function matchesEtag(header: string, quoted: string): boolean {
  return isAny(header) || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === quoted);
}

/** Returns whether an If-Match contains the ETag. A weak one never matches (RFC 9110, 13.1.1). */
function matchesStrongEtag(header: string, quoted: string): boolean {
  return isAny(header) || header.split(',').some((tag) => tag.trim() === quoted);
}

function isAny(header: string): boolean {
  return header.trim() === '*';
}

/** The header that limits a change to a version that the client has read (RFC 9110, 13.1.1). */
export const ifMatchHeader = {
  'if-match': Type.Optional(Type.String({ description: 'ETag of the version to replace.' })),
};

/** Returns whether If-Match and If-None-Match allow to replace this version (RFC 9110, 13.2.2). */
export function mayReplace({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  return (
    (wanted === undefined || matchesStrongEtag(wanted, `"${etag}"`)) &&
    (unwanted === undefined || !matchesEtag(unwanted, `"${etag}"`))
  );
}

/** Returns the same check for the version of an order, for code that locks it first. */
export function versionCheck(request: Pick<FastifyRequest, 'headers'>): (version: number) => boolean {
  return (version) => mayReplace(request, String(version));
}

/** Returns whether the request may replace this JSON text; undefined if nothing exists yet. */
export function mayReplaceText(request: Pick<FastifyRequest, 'headers'>, json: string | undefined): boolean {
  const { 'if-match': wanted } = request.headers;
  if (json === undefined) return wanted === undefined;
  return mayReplace(request, makeEtag(json));
}

export function hasPrecondition({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}
