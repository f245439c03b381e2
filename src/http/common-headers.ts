import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { securityHeaders } from './security-headers.ts';

type Headers = ReturnType<typeof securityHeaders>;

/** Every answer names its request, and is no page unless its route says otherwise. */
export function registerCommonHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, headers);
    done();
  });
}

/** For an answer that Fastify makes before it runs any hook. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Headers,
): FastifyReply {
  return reply.header('x-request-id', request.id).headers(headers);
}
