import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { type AnswerKind, answerKind, answerLog } from './answer-log.ts';
import { registerTracing, traceIdOf } from './trace-requests.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Label = 'method' | 'route' | 'status';

/** One log line and one measurement per answer, and a span where there are traces. None of them holds the address, which may hold personal data: only the route. */
export function registerObservation(app: FastifyInstance, registry: Registry): void {
  registerTracing(app);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const writeLine = answerLog(app.log);
  // Finding a series by its labels costs more than the measurement.
  const kinds = new Map<string, { text: AnswerKind; series: Histogram.Internal<Label> }>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const key = `${method} ${route} ${status}`;
    const known = kinds.get(key);
    const kind = known ?? {
      text: answerKind(method, route, status),
      series: duration.labels(method, route, String(status)),
    };
    if (!known) kinds.set(key, kind);
    kind.series.observe(elapsedTime / 1000);
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
