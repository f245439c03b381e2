import type { AccessTokenSource } from './access-token-source.ts';
import type { ClientSettings } from './client-options.ts';
import { ANY_FILE, type Answer, exchange, type Outcome, type WireRequest } from './exchange.ts';
import { PlatenApiError, PlatenError } from './platen-errors.ts';
import { type Fault, IDEMPOTENT_RETRIED, ONCE_RETRIED, sendWithRetries } from './retry.ts';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, also during the wait for a retry. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Options of a call that can require a version. */
export interface ConditionalOptions extends CallOptions {
  /**
   * ETag of the version that the call changes. The server answers 412 `precondition_failed` if the current
   * version differs.
   */
  ifMatch?: string | undefined;
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
    const { body } = await this.#send('GET', path, undefined, options, IDEMPOTENT_RETRIED, ANY_FILE);
    return body as Uint8Array;
  }

  /**
   * Sends a POST with `body` as JSON. It may be sent again after a lost response, so use it only for
   * idempotent requests.
   */
  post(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, body, options, IDEMPOTENT_RETRIED);
  }

  /** Sends a POST with a file as its body. Idempotent. */
  postFile(path: string, content: Uint8Array | Blob, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, content, options, IDEMPOTENT_RETRIED);
  }

  /** Sends a POST that is not idempotent. It is not sent again after a lost response. */
  postOnce(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, body, options, ONCE_RETRIED);
  }

  put(path: string, body: unknown, options: ConditionalOptions = {}): Promise<Answer> {
    return this.#send('PUT', path, body, options, IDEMPOTENT_RETRIED);
  }

  delete(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#send('DELETE', path, undefined, options, IDEMPOTENT_RETRIED);
  }

  #send(
    method: WireRequest['method'],
    path: string,
    content: unknown,
    { signal, ifMatch }: ConditionalOptions,
    retried: ReadonlySet<Fault>,
    accept = 'application/json',
  ): Promise<Answer> {
    const url = `${this.#baseUrl}${path}`;
    const isFile = content instanceof Uint8Array || content instanceof Blob;
    const body = content === undefined ? undefined : isFile ? (content as Blob) : JSON.stringify(content);
    const contentType = isFile ? 'application/octet-stream' : 'application/json';
    let isRenewed = false;
    const attempt = async (): Promise<Outcome> => {
      const token = await this.#tokens.get(signal);
      const headers = {
        accept,
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': contentType }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      };
      const outcome = await exchange(this.#settings, { method, url, headers, body }, signal);
      if (isRenewed || !isTokenRefused(outcome)) return outcome;
      isRenewed = true;
      this.#tokens.drop(token);
      return attempt();
    };
    return sendWithRetries(this.#settings, retried, attempt, signal);
  }
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
  // URL parsers resolve "." and ".." even if percent-encoded. Lone surrogates have no encoding.
  if (/^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value)) {
    throw new PlatenError(`A path cannot contain this ${name}: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
