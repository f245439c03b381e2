import type { Error as ErrorBody } from './api-types.ts';
import { errorClassOf, PlatenApiError, PlatenConnectionError, PlatenTimeoutError } from './platen-errors.ts';
import { keepResponse, type ResponseInfo, responseOf } from './responses.ts';

/** The part of the standard `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One HTTP request. */
export interface WireRequest {
  method: RequestNotice['method'];
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | Blob | undefined;
  /** Absent: a JSON object or array. `any` is for raw requests. */
  expected?: 'file' | 'any' | undefined;
  attempt: number;
}

/** The argument of `onRequest`. */
export interface RequestNotice {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path of the address, without the query. */
  path: string;
  /** 1 for the first request of a call. Requests of a token are counted separately. */
  attempt: number;
}

/** The argument of `onResponse`. */
export interface ResponseNotice extends RequestNotice {
  /** HTTP status; undefined without a complete response. */
  status: number | undefined;
  /** Quote it when you contact the fulfillment center. */
  requestId: string | undefined;
  /** From sending the request until its response was complete, in milliseconds. */
  elapsedMs: number;
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
  onRequest: ((notice: RequestNotice) => void) | undefined;
  onResponse: ((notice: ResponseNotice) => void) | undefined;
}

/**
 * Sends one request without retries, reads the whole response, and notifies `onRequest` and `onResponse`.
 * Throws only their errors and the reason of the caller's `signal`.
 */
export async function exchange(
  settings: ExchangeSettings,
  request: WireRequest,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const notice = { method: request.method, path: new URL(request.url).pathname, attempt: request.attempt };
  settings.onRequest?.(notice);
  const startedMs = performance.now();
  let response: Pick<ResponseInfo, 'status' | 'headers'> | undefined;
  try {
    const outcome = await send(settings, request, signal);
    response = 'answer' in outcome ? outcome.answer : responseOf(outcome.failure);
    return outcome;
  } finally {
    const requestId = response?.headers.get('x-request-id') ?? undefined;
    const elapsedMs = Math.round(performance.now() - startedMs);
    settings.onResponse?.({ ...notice, status: response?.status, requestId, elapsedMs });
  }
}

async function send(
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
    : `${what} answered ${status} without the JSON of the API. A proxy or another server may have answered.`;
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
