import type { Span } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import { Histogram, type Registry } from 'prom-client';
import { failSpan, isTracing, runInRequest, startRequestSpan } from '../observability/spans.ts';
import { routeOf } from './route-table.ts';

interface Answered {
  requestId: string;
  clientId: string | undefined;
  traceId: string | undefined;
  kind: AnswerKind;
  ms: number;
}

/** A part of the log line that is the same for thousands of answers. */
type AnswerKind = string & { readonly kind: unique symbol };

export function answerKind(method: string, route: string, status: number): AnswerKind {
  return JSON.stringify({ method, route, status }).slice(1, -1) as AnswerKind;
}

const LEVEL = 'info';

/**
 * Internal properties of a pino logger, stable within a major version. A test compares the line with pino's.
 */
type Written = Record<symbol, unknown>;

/** Writes the log line as pino would, which takes seven times as long, a tenth of a request's time. */
export function createAnswerLog(log: FastifyBaseLogger): (answered: Answered) => void {
  const { streamSym, timeSym, lsCacheSym, chindingsSym } = pino.symbols;
  // A server without a log has no pino logger.
  if (!(streamSym in log) || !(log as pino.Logger).isLevelEnabled(LEVEL)) return () => {};
  const parts = log as unknown as Written;
  const stream = parts[streamSym] as { write(line: string): void };
  const time = parts[timeSym] as () => string;
  const begin = (parts[lsCacheSym] as Record<number, string>)[pino.levels.values[LEVEL] as number];
  const bindings = (parts[chindingsSym] as string | undefined) ?? '';
  return ({ requestId, clientId, traceId, kind, ms }) => {
    const client = clientId === undefined ? '' : `,"clientId":${JSON.stringify(clientId)}`;
    const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`;
    stream.write(
      `${begin}${time()}${bindings},"requestId":"${requestId}"${client}${trace},${kind},"ms":${Math.round(ms * 100) / 100},"msg":"answered"}\n`,
    );
  };
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Logs, measures and traces each answer by its route, since paths may contain personal data. */
export function registerObservation(app: FastifyInstance, registry: Registry): void {
  app.decorateRequest('knownRoute');
  registerTracing(app);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const writeLine = createAnswerLog(app.log);
  const kinds = new Map<string, { text: AnswerKind; duration: Histogram.Internal<string> }>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request).url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const key = `${method} ${route} ${status}`;
    let kind = kinds.get(key);
    if (!kind) {
      kind = { text: answerKind(method, route, status), duration: durations.labels(method, route, String(status)) };
      kinds.set(key, kind);
    }
    kind.duration.observe(elapsedTime / 1000);
    writeLine({
      requestId: request.id,
      clientId: request.caller?.clientId,
      traceId: request.span?.spanContext().traceId,
      kind: kind.text,
      ms: elapsedTime,
    });
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if tracing is on, and this request is sampled or has a trace context. */
    span?: Span | undefined;
  }
}

/** Health probes come every few seconds, so they are not traced. */
const UNTRACED = /^\/health\//;

/** Makes a span for each request within the caller's trace. It contains the route, not the address. */
function registerTracing(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const route = routeOf(request).url ?? 'none';
    if (UNTRACED.test(route)) return done();
    request.span = startRequestSpan(`${method} ${route}`, headers.traceparent, {
      'http.request.method': method,
      'http.route': route,
    });
    if (request.span) runInRequest(request.span, done);
    else done();
  });
  // The body arrives in the context of its connection, so the handler enters the context of the request
  // again.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const answer = () => handler.call(this, request, reply);
      return request.span ? runInRequest(request.span, answer) : answer();
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
