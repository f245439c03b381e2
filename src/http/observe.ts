import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { registerTracing, traceIdOf } from './trace-requests.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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
  // Finding a series by its labels costs more than the measurement.
  const series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const key = `${method} ${route} ${status}`;
    const known = series.get(key);
    const one = known ?? duration.labels(method, route, String(status));
    if (!known) series.set(key, one);
    one.observe(elapsedTime / 1000);
    request.log.info(
      {
        clientId: request.caller?.clientId,
        traceId: traceIdOf(request),
        method,
        route,
        status,
        ms: Math.round(elapsedTime * 100) / 100,
      },
      'answered',
    );
    done();
  });
}
