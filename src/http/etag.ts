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
  const wanted = request.headers['if-none-match'];
  if (wanted !== undefined && matchesEtag(wanted, quoted)) return reply.code(304).send();
  return reply.header('content-type', JSON_TYPE).send(json);
}

/** The tag of an answer that has no version of its own. */
export function makeEtag(json: string | Buffer): string {
  return hash('sha1', json, 'base64url');
}

/** Whether the list of tags in an If-Match or If-None-Match has the tag; the weak mark does not count. */
export function matchesEtag(header: string, quoted: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === quoted);
}
