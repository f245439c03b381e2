import type { Span } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import pino from 'pino';
import { Histogram, type Registry } from 'prom-client';
import { areSpansMade, failSpan, inRequest, startRequestSpan } from '../observability/spans.ts';
import { routeOf } from './route-table.ts';

/** What the log tells of an answer. */
interface Answered {
  requestId: string;
  clientId: string | undefined;
  traceId: string | undefined;
  /** What is the same for all answers of its kind. */
  kind: AnswerKind;
  ms: number;
}

/** Text within a line, since it is the same for thousands of them. */
type AnswerKind = string & { readonly kind: unique symbol };

export function answerKind(method: string, route: string, status: number): AnswerKind {
  return JSON.stringify({ method, route, status }).slice(1, -1) as AnswerKind;
}

const LEVEL = 'info';

/** Parts of a pino logger; what its symbols name does not change with its minor versions, and the line is compared with pino's in a test. */
type Written = Record<symbol, unknown>;

/**
 * Writes the line of an answer as pino would write it. Put together by hand it takes a seventh of the time, and at ten thousand answers a second that is a tenth of
 * all that is done for each.
 */
export function answerLog(log: FastifyBaseLogger): (answered: Answered) => void {
  const { streamSym, timeSym, lsCacheSym, chindingsSym } = pino.symbols;
  // A server that has no log is none of pino's.
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

/** Upper bounds, inclusive. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Records a log line, a measurement and, with tracing, a span for each answer. They hold the route, since paths may hold personal data. */
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
  const writeLine = answerLog(app.log);
  const kinds = new Map<string, { text: AnswerKind; duration: Histogram.Internal<string> }>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request).url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const key = `${method} ${route} ${status}`;
    let kind = kinds.get(key);
    if (!kind) {
      kind = {
        text: answerKind(method, route, status),
        duration: durations.labels(method, route, String(status)),
      };
      kinds.set(key, kind);
    }
    kind.duration.observe(elapsedTime / 1000);
    writeLine({
      requestId: request.id,
      clientId: request.caller?.clientId,
      traceId: traceIdOf(request),
      kind: kind.text,
      ms: elapsedTime,
    });
    done();
  });
}

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
function registerTracing(app: FastifyInstance): void {
  if (!areSpansMade()) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const route = routeOf(request).url ?? 'none';
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
function traceIdOf({ span }: FastifyRequest): string | undefined {
  return span?.spanContext().traceId;
}
