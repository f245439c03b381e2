import type { AccessTokenSource } from './access-token-source.ts';
import { type ClientSettings, callSettings } from './client-options.ts';
import { type Answer, exchange, type Outcome, type WireRequest } from './exchange.ts';
import { PlatenApiError, PlatenError } from './platen-errors.ts';
import { type Fault, IDEMPOTENT_RETRIED, ONCE_RETRIED, sendWithRetries } from './retry.ts';

/** The slowest upload that the default time limit allows: 2 Mbit/s. */
const UPLOAD_BYTES_PER_MS = 250;

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, also during the wait for a retry. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Limit for each single request of this call, in milliseconds, instead of that of the client. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of this call, 0 to 20, instead of that of the client. */
  maxRetries?: number | undefined;
}

/** A request to any path of the API, such as one that this client does not know yet. */
export interface RawRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the address of the API, such as /v1/orders. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | Date | readonly string[] | undefined>> | undefined;
  /** Sent as JSON, or as it is if it is a file: bytes or a Blob. */
  body?: unknown;
  /** Further header fields of the request, such as `if-none-match`. The token is always the client's. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Makes a POST safe to repeat, if the operation takes an Idempotency-Key. */
  idempotencyKey?: string | undefined;
}

/** Options of a call that can require a version. */
export interface ConditionalOptions extends CallOptions {
  /**
   * ETag of the version that the call changes. The server answers 412 `precondition_failed` if the current
   * version differs.
   */
  ifMatch?: string | undefined;
}

/** Options of a call that the server carries out once for each key. */
export interface KeyedOptions extends CallOptions {
  /**
   * Identifies this call in at most 128 printable ASCII characters. Your program may repeat it within 24
   * hours. Without a key, each call has one of its own, which covers its retries.
   */
  idempotencyKey?: string | undefined;
}

/** Query parameters. Undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | Date | readonly string[] | undefined>>;

/** Sends authenticated requests to one API. */
export class ApiConnection {
  readonly #settings: ClientSettings;
  readonly #baseUrl: string;
  readonly #tokens: AccessTokenSource;

  constructor(settings: ClientSettings, baseUrl: string, tokens: AccessTokenSource) {
    this.#settings = settings;
    this.#baseUrl = baseUrl;
    this.#tokens = tokens;
  }

  get(path: string, query: Query, options: CallOptions = {}): Promise<Answer> {
    return this.#send('GET', `${path}${queryString(query)}`, undefined, options, IDEMPOTENT_RETRIED);
  }

  /** Reads a file. */
  async getFile(path: string, options: CallOptions = {}): Promise<Uint8Array> {
    const { body } = await this.#send('GET', path, undefined, options, IDEMPOTENT_RETRIED, { expected: 'file' });
    return body as Uint8Array;
  }

  /**
   * Sends a POST with `body` as JSON. It may be sent again after a lost response, so use it only for
   * idempotent requests.
   */
  post(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, body, options, IDEMPOTENT_RETRIED);
  }

  /** Sends a POST with a file as its body. Idempotent. A large file has a longer time limit by default. */
  postFile(path: string, content: Uint8Array | Blob, options: CallOptions = {}): Promise<Answer> {
    if (!isFile(content)) throw new TypeError('content must be a Uint8Array or a Blob.');
    const bytes = ArrayBuffer.isView(content) ? content.byteLength : content.size;
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs + Math.ceil(bytes / UPLOAD_BYTES_PER_MS);
    return this.#send('POST', path, content, { ...options, timeoutMs }, IDEMPOTENT_RETRIED);
  }

  /** Sends a POST that is not idempotent. It is not sent again after a lost response. */
  postOnce(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, body, options, ONCE_RETRIED);
  }

  put(path: string, body: unknown, options: ConditionalOptions = {}): Promise<Answer> {
    return this.#send('PUT', path, body, options, IDEMPOTENT_RETRIED);
  }

  /** Sends a POST that the server carries out once for each key, so that it may be sent again. */
  postWithKey(path: string, body: unknown, options: KeyedOptions = {}): Promise<Answer> {
    const headers = { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() };
    return this.#send('POST', path, body, options, IDEMPOTENT_RETRIED, { headers });
  }

  request({ method, path, query = {}, body, headers = {}, idempotencyKey, ...options }: RawRequest): Promise<Answer> {
    if (!/^\/[^/\\]/.test(path)) throw new PlatenError('path must begin with a single slash, such as /v1/orders.');
    // After the TypeError of `fetch`, the request would be retried like one without a response.
    if (method === 'GET' && body !== undefined) throw new PlatenError('A GET request cannot carry a body.');
    const isRepeatable = method !== 'POST' || idempotencyKey !== undefined;
    const all = { ...headers, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) };
    const retried = isRepeatable ? IDEMPOTENT_RETRIED : ONCE_RETRIED;
    const more = { headers: all, expected: 'any' } as const;
    return this.#send(method, `${path}${queryString(query)}`, body, options, retried, more);
  }

  delete(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#send('DELETE', path, undefined, options, IDEMPOTENT_RETRIED);
  }

  #send(
    method: WireRequest['method'],
    path: string,
    content: unknown,
    { signal, ifMatch, timeoutMs, maxRetries }: ConditionalOptions,
    retried: ReadonlySet<Fault>,
    { headers: more = {}, expected }: { headers?: RawRequest['headers']; expected?: WireRequest['expected'] } = {},
  ): Promise<Answer> {
    const settings = callSettings(this.#settings, { timeoutMs, maxRetries });
    const url = `${this.#baseUrl}${path}`;
    checkHeaders({ ...more, ...(ifMatch !== undefined && { 'if-match': ifMatch }) });
    const body = content === undefined ? undefined : isFile(content) ? content : JSON.stringify(content);
    const contentType = isFile(content) ? 'application/octet-stream' : 'application/json';
    let attempts = 0;
    let isRenewed = false;
    const attempt = async (): Promise<Outcome> => {
      const token = await this.#tokens.get(signal);
      const headers = {
        'user-agent': settings.userAgent,
        accept: expected === undefined ? 'application/json' : '*/*',
        ...(body !== undefined && { 'content-type': contentType }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name.toLowerCase(), value])),
        authorization: `Bearer ${token}`,
      };
      const request = { method, url, headers, body, expected, attempt: ++attempts };
      const outcome = await exchange(settings, request, signal);
      if (isRenewed || !isTokenRefused(outcome)) return outcome;
      isRenewed = true;
      this.#tokens.drop(token);
      return attempt();
    };
    return sendWithRetries(settings, retried, attempt, signal);
  }
}

/** Throws PlatenError for a header that `fetch` refuses, because a retry would not help. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new PlatenError(`The header ${name} contains a character that a header cannot carry.`);
    }
  }
}

function isFile(content: unknown): content is Uint8Array<ArrayBuffer> | Blob {
  // `instanceof Uint8Array` is false for the bytes of another realm, as in Jest.
  return ArrayBuffer.isView(content) || content instanceof Blob;
}

function isTokenRefused(outcome: Outcome): boolean {
  const failure = 'failure' in outcome ? outcome.failure : undefined;
  return failure instanceof PlatenApiError && failure.status === 401 && failure.error === 'invalid_token';
}

function queryString(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Percent-encodes `value` as one path segment. Throws PlatenError if a path cannot contain it. */
export function pathSegment(name: string, value: string): string {
  if (value === undefined || value === null) throw new PlatenError(`${name} is missing.`);
  // URL parsers resolve "." and ".." even if percent-encoded. Lone surrogates have no encoding.
  if (/^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value)) {
    throw new PlatenError(`A path cannot contain this ${name}: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
