import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, errorBody } from '../errors/errors.ts';

const ACCEPTED = /^[\w.-]{1,64}$/;
const prefix = randomBytes(6).toString('base64url');
let counter = 0;

/** Returns the X-Request-Id if it has 1 to 64 of the allowed characters, else a unique one. */
export function requestId(request?: IncomingMessage): string {
  const given = request?.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : `${prefix}-${(++counter).toString(36)}`;
}

/** The default headers: nothing runs, is framed or cached, because an answer may have personal data. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** For this time after an answer, browsers reach this host only by https: one year. */
const HSTS_MAX_AGE_SECONDS = 31_536_000;
const HTTPS_HEADERS = {
  ...SECURITY_HEADERS,
  'strict-transport-security': `max-age=${HSTS_MAX_AGE_SECONDS}`,
} as const;

/** Returns the headers above, and with a public https address also Strict-Transport-Security (RFC 6797). */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? HTTPS_HEADERS : SECURITY_HEADERS;
}

/**
 * The policy of a picture. An SVG may have its own styles, but runs nothing even when it is opened as a page.
 */
export const IMAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'unsafe-inline'`;

export const GUIDE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of a guide page at another address than /docs/, which its links are relative to. */
export const LONE_PAGE_POLICY = GUIDE_POLICY.replace("base-uri 'none'", "base-uri 'self'");

/** The policy of an API reference, which loads scripts from this host and makes its styles in the page. */
export const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function registerCommonHeaders(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, baseUrl);
    done();
  });
}

/** Adds the common headers to an answer that Fastify makes before any hook runs. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, baseUrl: string): FastifyReply {
  return reply.header('x-request-id', request.id).headers(securityHeaders(baseUrl));
}

/** Returns the answer for an error that is sent without Fastify. */
export function bareAnswer(failure: ApiError, request?: IncomingMessage) {
  const id = requestId(request);
  const body = JSON.stringify(errorBody(failure, id));
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    ...failure.headers,
  };
  return { headers, body };
}

export function sendBareError(response: ServerResponse, failure: ApiError): void {
  if (response.destroyed) return;
  const { headers, body } = bareAnswer(failure, response.req);
  response.writeHead(failure.status, headers).end(body);
}
