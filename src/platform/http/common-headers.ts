import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ACCEPTED = /^[\w.-]{1,64}$/;
const prefix = randomBytes(6).toString('base64url');
let counter = 0;

/** The caller's X-Request-Id when it is 1 to 64 of letters, digits, `.`, `_`, `-`; else one of ours, unique over processes. */
export function requestId(request?: IncomingMessage): string {
  const given = request?.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : `${prefix}-${(++counter).toString(36)}`;
}

/** For everything whose route says nothing else: it is no page, in no frame, and in no cache, since it may be a secret or where somebody lives. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** How long browsers reach this host by https alone after an answer: one year, in seconds. */
const HSTS_MAX_AGE_SECONDS = 31_536_000;
const HTTPS_HEADERS = {
  ...SECURITY_HEADERS,
  'strict-transport-security': `max-age=${HSTS_MAX_AGE_SECONDS}`,
} as const;

/** The headers above, and with a public https address also Strict-Transport-Security (RFC 6797). */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? HTTPS_HEADERS : SECURITY_HEADERS;
}

/** For a picture, which may be an SVG with styles of its own; as a page of this host it runs nothing either. */
export const IMAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'unsafe-inline'`;

/** For a guide: text, styles and pictures of this host, and nothing that runs. */
export const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For a page with an API reference: it loads from this host alone. The reference makes its styles in the page. */
export const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds the request id and the security headers to every answer. A route may replace them. */
export function registerCommonHeaders(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, baseUrl);
    done();
  });
}

/** Adds them to an answer that Fastify makes before any hook. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  return reply.header('x-request-id', request.id).headers(securityHeaders(baseUrl));
}
