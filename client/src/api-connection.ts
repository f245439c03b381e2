import type { AccessTokenSource } from './access-token-source.ts';
import type { ClientSettings } from './client-options.ts';
import { type Answer, exchange, type Outcome, type WireRequest } from './exchange.ts';
import { PlatenApiError, PlatenError } from './platen-errors.ts';
import { type Fault, IDEMPOTENT_RETRIED, ONCE_RETRIED, withRetries } from './retry.ts';

/** What every call takes besides its own arguments. */
export interface CallOptions {
  /** Ends the call, also while it waits for a retry; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What a call takes that may depend on the version of what it changes. */
export interface ConditionalOptions extends CallOptions {
  /** ETag of the version that is to be changed; another one now is 412 `precondition_failed`. */
  ifMatch?: string | undefined;
}

/** Parameters of a query; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | Date | undefined>>;

/** Sends requests to one API with an access token. */
export class ApiConnection {
  readonly #settings: ClientSettings;
  readonly #baseUrl: string;
  readonly #tokens: AccessTokenSource;

  constructor(settings: ClientSettings, baseUrl: string, tokens: AccessTokenSource) {
    this.#settings = settings;
    this.#baseUrl = baseUrl;
    this.#tokens = tokens;
  }

  /** GET `path` below the base address. */
  get(path: string, query: Query, options: CallOptions = {}): Promise<Answer> {
    return this.#send('GET', `${path}${queryString(query)}`, undefined, options, IDEMPOTENT_RETRIED);
  }

  /** POST `body` as JSON, or none, to `path` below the base address. Only for what may be carried out twice. */
  post(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, body, options, IDEMPOTENT_RETRIED);
  }

  /** The same for what must not be carried out twice. */
  postOnce(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#send('POST', path, body, options, ONCE_RETRIED);
  }

  /** PUT `body` as JSON to `path` below the base address. */
  put(path: string, body: unknown, options: ConditionalOptions = {}): Promise<Answer> {
    return this.#send('PUT', path, body, options, IDEMPOTENT_RETRIED);
  }

  /** DELETE `path` below the base address. */
  delete(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#send('DELETE', path, undefined, options, IDEMPOTENT_RETRIED);
  }

  #send(
    method: WireRequest['method'],
    path: string,
    content: unknown,
    { signal, ifMatch }: ConditionalOptions,
    retried: ReadonlySet<Fault>,
  ): Promise<Answer> {
    const url = `${this.#baseUrl}${path}`;
    const body = content === undefined ? undefined : JSON.stringify(content);
    let isRenewed = false;
    const attempt = async (): Promise<Outcome> => {
      const token = await this.#tokens.get(signal);
      const headers = {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      };
      const outcome = await exchange(this.#settings, { method, url, headers, body }, signal);
      if (isRenewed || !isTokenRefused(outcome)) return outcome;
      isRenewed = true;
      this.#tokens.drop(token);
      return attempt();
    };
    return withRetries(this.#settings, retried, attempt, signal);
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

/** `value` percent-encoded as one segment of a path. Throws PlatenError for one that no path can carry. */
export function pathSegment(name: string, value: string): string {
  // "." and ".." are resolved away by every URL parser, percent-encoded or not; surrogates alone have no encoding.
  if (/^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value)) {
    throw new PlatenError(`This ${name} cannot stand in an address: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(value);
}
