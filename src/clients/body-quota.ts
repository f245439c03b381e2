import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { routeOf } from '../platform/http/route-table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes of a body that count as one further request. Default: BYTES_PER_POINT. */
    bytesPerPoint?: number;
  }
}

/** Each full 16 KiB of a body count as one further request. */
export const BYTES_PER_POINT = 16_384;

/**
 * Returns the cost of a request: 1, and more for its Content-Length unless the body is too long to be read.
 */
export function pointsOf(request: Pick<FastifyRequest, 'headers' | 'routeOptions' | 'knownRoute'>): number {
  const bytes = Number(request.headers['content-length'] ?? 0);
  const { bodyLimit, config } = routeOf(request);
  const perPoint = config?.bytesPerPoint ?? BYTES_PER_POINT;
  return bytes > 0 && bytes <= bodyLimit ? 1 + Math.floor(bytes / perPoint) : 1;
}

/** Returns a hook that charges a chunked body while it arrives, and stops reading it above the quota. */
export function chargeChunkedBody(limiter: RateLimiter): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] === undefined) return done(null, payload);
    const meter = meterOf(limiter, request.caller.clientId, reply, routeOf(request).config.bytesPerPoint);
    payload.on('error', (error) => meter.destroy(error));
    // Fastify removes its listener when it refuses the body, and an error without a listener ends the
    // process.
    meter.on('error', () => {});
    done(null, payload.pipe(meter));
  };
}

function meterOf(
  limiter: RateLimiter,
  clientId: string,
  reply: FastifyReply,
  bytesPerPoint = BYTES_PER_POINT,
): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = Math.floor(bytes / bytesPerPoint);
      bytes += chunk.length;
      const points = Math.floor(bytes / bytesPerPoint) - before;
      if (points === 0) return done(null, chunk);
      limiter.consume(clientId, points).then((headers) => {
        reply.headers({ ...headers });
        done(null, chunk);
      }, done);
    },
  });
}
