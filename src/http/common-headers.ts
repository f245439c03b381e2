import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './security-headers.ts';

/** Every answer names its request, and is no page unless its route says otherwise. */
export function registerCommonHeaders(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, baseUrl);
    done();
  });
}

/** For an answer that Fastify makes before it runs any hook. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  return reply.header('x-request-id', request.id).headers(securityHeaders(baseUrl));
}
