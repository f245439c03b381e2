import type { IncomingMessage, ServerResponse } from 'node:http';

/** The pattern that Node tests `Expect` with. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

const asked = new WeakSet<IncomingMessage>();

/** Returns whether the sender waits for a 100 (RFC 9110, 10.1.1) before it sends its body. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  const { headers, httpVersionMajor, httpVersionMinor } = request;
  if (headers.expect === undefined || asked.has(request)) return false;
  // A sender that speaks HTTP/1.0 would take the 100 for its answer.
  return (httpVersionMajor > 1 || httpVersionMinor > 0) && CONTINUE.test(headers.expect);
}

/** Sends the 100. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  asked.add(request);
  response.writeContinue();
}
