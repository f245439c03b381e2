import type { Error as ErrorBody } from './api-types.ts';
import { errorClassOf, PlatenApiError, PlatenConnectionError, PlatenTimeoutError } from './platen-errors.ts';
import { keepResponse } from './responses.ts';

/** The part of the standard `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One HTTP request. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | Blob | undefined;
  /** Absent: a JSON object or array. `any` is for raw requests. */
  expected?: 'file' | 'any' | undefined;
}

/** A successful response. `body` is undefined only for a raw request, if the response has none. */
export interface Answer {
  status: number;
  body: object | undefined;
  headers: Headers;
}

/** Result of one request. */
export type Outcome = { answer: Answer } | { failure: PlatenApiError | PlatenConnectionError };

export interface ExchangeSettings {
  fetch: Fetch;
  /** Limit for one request, until its response is complete. */
  timeoutMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Sends one request without retries, and reads the whole response. Throws only the reason of the caller's
 * `signal`.
 */
export async function exchange(
  { fetch, timeoutMs, now }: ExchangeSettings,
  request: WireRequest,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const what = `${request.method} ${request.url.replace(/\?.*/, '')}`;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      // A redirect could carry the secret to another host.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { ok, status, headers } = response;
    const isFile = request.expected === 'file' || (request.expected === 'any' && hasFile(headers));
    if (ok && isFile) return { answer: keep({ status, body: new Uint8Array(await response.arrayBuffer()), headers }) };
    const text = await response.text();
    const body = parseJson(text);
    const isEmpty = request.expected === 'any' && text === '' && (ok || status === 304);
    if (isEmpty || (ok && body)) return { answer: keep({ status, body, headers }) };

    return { failure: apiError(what, response, body, now()) };
  } catch (cause) {
    signal?.throwIfAborted();
    const failure = timeout.aborted
      ? new PlatenTimeoutError(`${what}: no complete answer within ${timeoutMs} ms.`, { cause })
      : new PlatenConnectionError(`${what}: the connection failed.`, { cause });
    return { failure };
  }
}

/** Returns whether the body is a file. A page of HTML comes from a proxy, because the API has none. */
function hasFile(headers: Headers): boolean {
  return !/^(?:$|application\/json|text\/html)/.test(headers.get('content-type') ?? '');
}

function keep(answer: Answer): Answer {
  if (answer.body) keepResponse(answer.body, answer);
  return answer;
}

/**
 * Parses a JSON object or array. Returns undefined for anything else. The error of the parser is dropped,
 * because it quotes the text, which may contain tokens.
 */
function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function apiError(what: string, response: Response, body: object | undefined, nowMs: number): PlatenApiError {
  const { status, headers } = response;
  const known: Partial<ErrorBody> = body ?? {};
  const isOurs = !response.ok && typeof known.error === 'string' && typeof known.message === 'string';
  const { error, message, detail, requestId, violations }: Partial<ErrorBody> = isOurs ? known : {};
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
  const unexpected = isRedirect
    ? `${what} was redirected; give the final address as baseUrl or authUrl.`
    : `${what} answered ${status} with something that is not the API's.`;
  // A proxy's 404 does not say that an order is missing.
  const failure = new (isOurs ? errorClassOf(status) : PlatenApiError)(message ?? unexpected, {
    status,
    error: error ?? 'unexpected_answer',
    detail,
    requestId: requestId ?? headers.get('x-request-id') ?? undefined,
    violations: violations ?? [],
    retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs),
  });
  return keepResponse(failure, response);
}

/**
 * Reads Retry-After (RFC 9110, 10.2.3) as milliseconds from now. Returns undefined if it is missing or
 * malformed.
 */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
