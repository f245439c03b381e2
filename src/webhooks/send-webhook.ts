import { createHmac } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { answerFailure, type FetchFailureCode, failureOf } from '../platform/network/fetch-failure.ts';
import { currentTraceParent } from '../platform/observability/spans.ts';
import { type Answer, type AttemptError, statusError } from './delivery-rules.ts';

/** Includes connecting and reading the answer. */
const SEND_TIMEOUT_MS = 20_000;
/** The rest of a longer answer is not read, and its connection is closed. */
const ANSWER_BYTES_MAX = 16_384;
const EXCERPT_LENGTH_MAX = 500;

const ERRORS: Partial<Record<FetchFailureCode, AttemptError>> = {
  file_address_refused: 'address_refused',
  file_certificate_invalid: 'certificate_invalid',
  file_timeout: 'timeout',
};

interface SendOptions {
  /** Made by `safeAgent`, which decides which addresses are allowed. */
  agent: Dispatcher;
  signal: AbortSignal;
  timeoutMs?: number | undefined;
}

/** Makes one attempt. Every behaviour of the receiver becomes an Answer; only an aborted `signal` rejects. */
export async function sendWebhook(
  url: string,
  headers: SignedHeaders,
  body: string,
  { agent, signal, timeoutMs = SEND_TIMEOUT_MS }: SendOptions,
): Promise<Answer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const traceParent = currentTraceParent();
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Platen',
        ...headers,
        ...(traceParent && { traceparent: traceParent }),
      },
      body,
      signal: limit,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const status = answer.statusCode;
    const mayRetryLater = status === 429 || status === 503;
    return {
      status,
      error: statusError(status),
      excerpt: await readExcerpt(answer.body),
      retryAfterMs: mayRetryLater
        ? answerFailure(status, answer.headers['retry-after'], new Date()).failure.retryAfterMs
        : undefined,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, error: ERRORS[failureOf(error).failure.code] ?? 'unreachable', excerpt: null };
  }
}

/** Reads the beginning of the body as text, as far as it arrives in time. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX) break;
    }
  } catch {
    // The part that arrived is the excerpt.
  }
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, EXCERPT_LENGTH_MAX);
  return text.toWellFormed() || null;
}

export interface SignedHeaders {
  'webhook-id': string;
  /** Seconds since 1970. */
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Returns the header fields of Standard Webhooks. Each secret signs id, time and body. */
export function signWebhook(id: string, at: Date, body: string, secrets: readonly Uint8Array[]): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
