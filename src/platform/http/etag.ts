import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
