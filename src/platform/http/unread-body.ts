import type { IncomingMessage } from 'node:http';

/** Twice the largest body. */
const DISCARDED_BYTES_MAX = 64 * 1_048_576;
/** A sender that sends nothing for this time gets its answer. */
const PAUSE_MS_MAX = 5_000;
/** A sender that is not done after this time gets its answer. */
const DISCARDING_MS_MAX = 30_000;

/**
 * Discards the body, and calls `answer` when it has arrived or broken off, its sender pauses, or at a limit.
 * Many senders read the answer only after they have written the whole body. Node's own client stops writing
 * when the answer comes earlier. http/connections closes a connection whose body is answered earlier.
 */
export function answerWhenSent(request: IncomingMessage, answer: () => void): void {
  // Another answer of a late handler. Node throws for a second one.
  if (discarding.has(request)) return;
  if (!hasBody(request) || request.complete || request.socket.destroyed || waitingToSend.has(request)) {
    answer();
    return;
  }
  discarding.add(request);
  let bytes = 0;
  const finish = () => {
    discarding.delete(request);
    clearTimeout(pause);
    clearTimeout(limit);
    request.off('data', count).off('end', finish).off('close', finish);
    answer();
  };
  const count = ({ length }: Buffer) => {
    bytes += length;
    if (bytes > DISCARDED_BYTES_MAX) finish();
    else pause.refresh();
  };
  const pause = setTimeout(finish, PAUSE_MS_MAX).unref();
  const limit = setTimeout(finish, DISCARDING_MS_MAX).unref();
  request.unpipe();
  request.on('data', count).on('end', finish).on('close', finish).resume();
}

/** Requests whose answers wait for the rest of their bodies. */
const discarding = new WeakSet<IncomingMessage>();

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** Requests whose senders wait for a 100 (RFC 9110, 10.1.1) before they send the body. */
export const waitingToSend = new WeakSet<IncomingMessage>();
