import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidRequest } from '../errors/errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends an object as JSON, or JSON text, with its ETag, or 304 if the client has this version (RFC 9110,
 * 13.1.2). `etag` has no quotes; by default it is a hash of the text.
 */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | object,
  etag?: string,
): FastifyReply {
  const json = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
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

/** An ETag (RFC 9110, 8.8.3). Ours contain no comma. */
const ETAG = /^(?:W\/)?"([\x21\x23-\x2B\x2D-\x7E]*)"$/;
/** The part of another form that looks like one of our ETags. */
const TAG_LIKE = /[\w.-]{1,64}/;

/**
 * Returns the tags of an If-Match header without their quotes; `any` for `*` or no header. Ignores the weak
 * mark, which proxies add to our tags when they compress an answer. Throws `invalid_request`.
 */
export function readIfMatch(header: string | undefined): readonly string[] | 'any' {
  if (header === undefined || isAny(header)) return 'any';
  const given = header.split(',').map((tag) => tag.trim());
  const tags = given.filter((tag) => tag !== '').map((tag) => ETAG.exec(tag)?.[1]);
  if (tags.length > 0 && tags.every((tag) => tag !== undefined)) return tags;
  const [likely = '2'] = TAG_LIKE.exec(header.replace(/^\s*W\//i, '')) ?? [];
  const message = `"If-Match" must be the ETag of the answer that you read, in double quotes: If-Match: "${likely}".`;
  throw invalidRequest([{ pointer: 'If-Match', code: 'invalid_etag', message }]);
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
  const tags = readIfMatch(wanted);
  return (tags === 'any' || tags.includes(etag)) && (unwanted === undefined || !matchesEtag(unwanted, `"${etag}"`));
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
