import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { areSpansMade, failSpan, inRequest, startRequestSpan } from '../observability/spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where requests are traced, and this one is kept or was begun by a caller who traces. */
    span?: Span | undefined;
  }
}

/** Asked every few seconds by whoever looks after the server; nothing to see in it. */
const UNTRACED = /^\/health\//;

/**
 * Makes a span of each request, from its header to the end of its answer, within the trace that the caller names (W3C Trace Context). It tells
 * the route and never the address, which may hold personal data. Where nobody asks for traces it does nothing at all.
 */
export function registerTracing(app: FastifyInstance): void {
  if (!areSpansMade()) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const route = routeOf(request);
    if (UNTRACED.test(route)) return done();
    request.span = startRequestSpan(`${method} ${route}`, headers.traceparent, {
      'http.request.method': method,
      'http.route': route,
    });
    if (request.span) inRequest(request.span, done);
    else done();
  });
  // What is read of a body arrives in the context of its connection.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const answer = () => handler.call(this, request, reply);
      return request.span ? inRequest(request.span, answer) : answer();
    };
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { span, caller } = request;
    if (span) {
      span.setAttribute('http.response.status_code', statusCode);
      if (caller) span.setAttribute('platen.client.id', caller.clientId);
      if (statusCode >= 500) failSpan(span, String(statusCode));
      span.end();
    }
    done();
  });
}

/** For the log, which has the request's id. */
export function traceIdOf({ span }: FastifyRequest): string | undefined {
  return span?.spanContext().traceId;
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none';
}
