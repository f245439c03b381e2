import type { IncomingMessage } from 'node:http';
import { parse } from 'fast-querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidRequest } from '../errors/errors.ts';
import { LONE_PAGE_POLICY } from './common-headers.ts';
import { sendError } from './error-handler.ts';

const HOST_NAME = 'host';
/** `uri-host [ ":" port ]` (RFC 9110, 7.2). It is empty if the request has no authority. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Platen's own cookies have some 300 bytes. */
const COOKIE_LENGTH_MAX = 4_096;
/** Node ignores further header fields, so a request with more than this must be refused. */
export const HEADER_FIELDS_MAX = 100;
const PARAMETERS_MAX = 50;

/**
 * Refuses requests that only RFC 9112 forbids, not Node: other versions, a missing or invalid Host. Refuses
 * requests that would be expensive to read.
 */
export function registerRequestFaults(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.rawHeaders.length > 2 * HEADER_FIELDS_MAX)
      return done(new ApiError('headers_too_large', `A request has at most ${HEADER_FIELDS_MAX} header fields.`));
    if ((raw.headers.cookie?.length ?? 0) > COOKIE_LENGTH_MAX)
      return done(new ApiError('headers_too_large', 'The Cookie header is larger than 4 KiB.'));
    const fault = faultOf(raw);
    // A proxy may read this request, and the next one on the connection, in another way.
    if (fault) return done(new ApiError('bad_request', fault, { headers: { Connection: 'close' } }));
    const { url = '' } = raw;
    const query = url.indexOf('?');
    return done(query >= 0 && hasTooManyParameters(url.slice(query)) ? tooManyParameters() : undefined);
  });
}

/** Reads a query. Returns nothing for one that `registerRequestFaults` refuses. */
export function readQuery(query: string): Record<string, unknown> {
  return query === '' || hasTooManyParameters(query) ? {} : parse(query);
}

function hasTooManyParameters(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++count > PARAMETERS_MAX) return true;
  return false;
}

function tooManyParameters(): ApiError {
  const message = `A request has at most ${PARAMETERS_MAX} query parameters.`;
  return invalidRequest([{ pointer: '', code: 'too_many_parameters', message }]);
}

function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'Only HTTP/1.1 and HTTP/1.0 are spoken here.';
  if (headers.host === undefined) return httpVersion === '1.1' ? 'An HTTP/1.1 request needs a Host header.' : undefined;
  if (hasTwoHosts(rawHeaders)) return 'A request has one Host header.';
  return HOST.test(headers.host) ? undefined : 'The Host header is no host.';
}

/** Checks the raw headers, because Node drops repeated ones. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === HOST_NAME.length && name.toLowerCase() === HOST_NAME) hosts++;
  }
  return hosts > 1;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sentences for methods that the address does not have, by method: what to send instead. */
    insteadOf?: Readonly<Record<string, string>>;
  }
}

interface KnownPath {
  /** As in the API document: `/v1/orders/{orderId}`. */
  display: string;
  pattern: RegExp;
  methods: Set<string>;
  insteadOf: Record<string, string>;
}

const NO_CORS =
  'Pages in a browser cannot call this API: it has no CORS, because a page would show its credentials to everybody. Call it from your server.';

/**
 * Answers 404 for an unknown route and for an empty part of a path, and 405 with `Allow` for an unsupported
 * method (RFC 9110, 15.5.6). `notFoundPage` returns the page for people who opened the address in a browser.
 */
export function registerNotFound(app: FastifyInstance, notFoundPage: (message: string) => string): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const display = url.replace(/:(\w+)/g, '{$1}');
    const path = known.get(url) ?? { display, pattern: pathPattern(url), methods: new Set(), insteadOf: {} };
    for (const one of [method].flat()) path.methods.add(one);
    Object.assign(path.insteadOf, config?.insteadOf);
    known.set(url, path);
  });
  const failure = (request: FastifyRequest) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const found = [...known.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(found.flatMap((one) => [...one.methods]));
    if (methods.size === 0 || methods.has(request.method)) {
      // A route that found nothing has the right form.
      const hint = methods.size > 0 ? '' : hintAt(path, [...known.values()]);
      const message = `There is nothing at this address${hint}. All addresses are listed under /docs.`;
      return new ApiError('not_found', message);
    }
    const allow = [...methods].sort().join(', ');
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    const remedy = isPreflight ? NO_CORS : found.map(({ insteadOf }) => insteadOf[request.method]).find(Boolean);
    const message = `This route takes ${allow} only.${remedy ? ` ${remedy}` : ''}`;
    return new ApiError('method_not_allowed', message, { headers: { Allow: allow } });
  };
  // This comes before the body is read, so that an invalid body does not hide it.
  app.addHook('onRequest', (request, _reply, done) => {
    const isAddress = !request.is404 && !hasEmptyPart(request.params as Record<string, string>);
    if (isAddress || mayShowPage(request)) done();
    else done(failure(request));
  });
  // Routes call this when they find nothing.
  app.setNotFoundHandler((request, reply) => {
    const error = failure(request);
    if (!mayShowPage(request)) return sendError(error, error, request, reply);
    return reply
      .code(error.status)
      .headers({ ...error.headers, 'content-security-policy': LONE_PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(notFoundPage(error.message));
  });
}

/** An id in the path is never empty. The rest of a path after `*` may be. */
function hasEmptyPart(params: Readonly<Record<string, string>>): boolean {
  for (const name in params) if (params[name] === '' && name !== '*') return true;
  return false;
}

/** Addresses of programs are answered in JSON, whatever they accept. */
const OF_PROGRAMS = /^\/(?:v1|operator|oauth|health|\.well-known)(?:\/|$)/;

/** Returns whether a person opened an address in a browser that is not one of programs. */
export function mayShowPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !OF_PROGRAMS.test(url);
}

/** A longer path gets no hint, which would take most of the time of its answer. */
const HINTED_PATH_LENGTH_MAX = 500;

/** Returns the end of a sentence that names the likely address, or nothing. */
function hintAt(path: string, known: readonly KnownPath[]): string {
  if (path.length > HINTED_PATH_LENGTH_MAX) return '';
  const find = (wanted: string) => known.find(({ display, pattern }) => !display.includes('*') && pattern.test(wanted));
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  const found = trimmed !== path && find(trimmed);
  if (found) return `. Remove the trailing slash: ${found.display}`;
  if (path.includes('//')) return ': a part of its path is empty';
  // Without prefixes, such as /api or another version.
  const rest = trimmed.replace(/^(?:\/(?:api|rest|v\d{1,2}))+(?=\/)/i, '');
  const ofStaff = rest.replace(/^\/operator(?:\/v\d{1,2})?/i, '');
  // A wrong path of a client does not mean the operator API.
  const others = path.startsWith('/v1/') ? [] : [`/operator/v1${ofStaff}`];
  const likely = [`/v1${rest}`, rest, `/oauth${rest}`, ...others].map(find).find(Boolean)?.display;
  if (!likely) return '';
  return likely.startsWith('/v1/') && !path.startsWith('/v1/')
    ? `: paths of the API begin with /v1. Use ${likely}`
    : `. Use ${likely}`;
}

function pathPattern(url: string): RegExp {
  const pattern = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z]\w*/g, '[^/]+')
    .replace('*', '.*');
  return new RegExp(`^${pattern}$`);
}
