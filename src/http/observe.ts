import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type AnswerDuration, AnswerDurations } from './answer-durations.ts';
import { type AnswerKind, answerKind, answerLog } from './answer-log.ts';
import { routeOf } from './route-of.ts';
import { registerTracing, traceIdOf } from './trace-requests.ts';

/** One log line and one measurement per answer, and a span where there are traces. None of them holds the address, which may hold personal data: only the route. */
export function registerObservation(app: FastifyInstance, registry: Registry): void {
  app.decorateRequest('knownRoute');
  registerTracing(app);
  const durations = new AnswerDurations(registry);
  const writeLine = answerLog(app.log);
  const kinds = new Map<string, { text: AnswerKind; duration: AnswerDuration }>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request).url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const key = `${method} ${route} ${status}`;
    let kind = kinds.get(key);
    if (!kind) {
      kind = {
        text: answerKind(method, route, status),
        duration: durations.add({ method, route, status: String(status) }),
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
