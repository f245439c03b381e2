import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

const HOST_NAME = 'host';
/** `uri-host [ ":" port ]` (RFC 9110, 7.2); empty where the request has no authority. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Refuses what Node's parser lets pass and RFC 9112 does not: other versions, and a Host that is missing, doubled or malformed. */
export function registerRequestFaults(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = faultOf(request.raw);
    // Whoever stands between us and the sender may have understood the request in another way, and the next one too.
    done(fault ? new ApiError('bad_request', fault, { headers: { Connection: 'close' } }) : undefined);
  });
}

function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'Only HTTP/1.1 and HTTP/1.0 are spoken here.';
  // RFC 9112, 3.2.
  if (headers.host === undefined)
    return httpVersion === '1.1' ? 'An HTTP/1.1 request needs a Host header.' : undefined;
  if (hasTwoHosts(rawHeaders)) return 'A request has one Host header.';
  return HOST.test(headers.host) ? undefined : 'The Host header is no host.';
}

/** Node keeps the first in `headers`. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === HOST_NAME.length && name.toLowerCase() === HOST_NAME) hosts++;
  }
  return hosts > 1;
}
