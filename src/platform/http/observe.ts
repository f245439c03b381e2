import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { type AnswerKind, answerKind, answerLog } from './answer-log.ts';
import { routeOf } from './route-of.ts';
import { registerTracing, traceIdOf } from './trace-requests.ts';

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
