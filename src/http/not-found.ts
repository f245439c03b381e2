import type { FastifyInstance } from 'fastify';
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
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [...routes.values()].find((route) => route.path.test(path))?.methods;
    const error =
      methods && !methods.has(request.method)
        ? new ApiError('method_not_allowed', `This route takes ${[...methods].join(', ')} only.`, {
            headers: { Allow: [...methods].join(', ') },
          })
        : new ApiError('not_found', 'There is nothing at that address; see /docs for what there is.');
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
