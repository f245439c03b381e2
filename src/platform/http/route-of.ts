import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** As `routeOf` found it. */
    knownRoute: FastifyRequest['routeOptions'] | undefined;
  }
}

/** The options of the request's route. Fastify puts them together anew each time that they are read. */
export function routeOf(
  request: Pick<FastifyRequest, 'routeOptions' | 'knownRoute'>,
): FastifyRequest['routeOptions'] {
  request.knownRoute ??= request.routeOptions;
  return request.knownRoute;
}
