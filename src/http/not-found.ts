import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { sendError } from './error-handler.ts';

/** Unknown routes are 404, and known ones under another method 405 with `Allow` (RFC 9110, 15.5.6). */
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
      : new ApiError('not_found', 'There is nothing at that address; see /docs for what there is.');
  };
  // Before the body is read: what is wrong with that is of no interest where nobody reads it.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? failure(request) : undefined));
  // For a route that finds nothing to answer with.
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
