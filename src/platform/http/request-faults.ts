import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/errors.ts';
import { sendError } from './error-handler.ts';

const HOST_NAME = 'host';
/** `uri-host [ ":" port ]` (RFC 9110, 7.2). It is empty if the request has no authority. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Refuses requests that only RFC 9112 forbids, not Node: other versions, a missing or invalid Host. */
export function registerRequestFaults(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = faultOf(request.raw);
    // A proxy may read this request, and the next one on the connection, in another way.
    done(fault ? new ApiError('bad_request', fault, { headers: { Connection: 'close' } }) : undefined);
  });
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

/** Answers 404 for an unknown route, and 405 with `Allow` for an unsupported method (RFC 9110, 15.5.6). */
export function registerNotFound(app: FastifyInstance): void {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { path: pathPattern(url), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  const failure = (request: FastifyRequest) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = new Set(
      [...routes.values()].filter((route) => route.path.test(path)).flatMap((route) => [...route.methods]),
    );
    const allow = [...methods].sort().join(', ');
    return methods.size > 0 && !methods.has(request.method)
      ? new ApiError('method_not_allowed', `This route takes ${allow} only.`, { headers: { Allow: allow } })
      : new ApiError('not_found', 'There is nothing at this address. All addresses are listed under /docs.');
  };
  // This comes before the body is read, so that an invalid body does not hide it.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? failure(request) : undefined));
  // Routes call this when they find nothing.
  app.setNotFoundHandler((request, reply) => {
    const error = failure(request);
    return sendError(error, error, request, reply);
  });
}

function pathPattern(url: string): RegExp {
  const pattern = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z]\w*/g, '[^/]+')
    .replace('*', '.*');
  return new RegExp(`^${pattern}$`);
}
