import { setTimeout as sleep } from 'node:timers/promises';
import type { NewSecret } from '../src/clients/manage-clients.ts';
import type { EventTrace } from './event-trace.ts';

const ANSWER_TIMEOUT_MS = 20_000;
const AGAIN_AFTER_MS = 150;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: callers read expected fields and fail without them.
  body: any;
  /** Number of earlier attempts without an answer, or with 503. */
  attempts: number;
}

/** A response that no correct server sends. */
export class WrongAnswer extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}

export interface Asked {
  /** Key of the order, for the trace. */
  key: string;
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Repeats a request until it has a final answer, like a careful customer. No answer, 503, and 401 for an
 * expired token are not final.
 */
export class SureRequests {
  readonly #url: string;
  readonly #client: NewSecret;
  readonly #trace: EventTrace;
  readonly #signal: AbortSignal;
  #token: Promise<string> | undefined;
  /** Number of requests without an answer, or with 503. */
  unanswered = 0;

  constructor(url: string, client: NewSecret, trace: EventTrace, signal: AbortSignal) {
    this.#url = url;
    this.#client = client;
    this.#trace = trace;
    this.#signal = signal;
  }

  get clientId(): string {
    return this.#client.clientId;
  }

  async send(asked: Asked): Promise<Answer> {
    const { key, method, path } = asked;
    const isChange = method !== 'GET';
    if (isChange) this.#trace.add(key, `${method} ${path} ${JSON.stringify(asked.body ?? '')}`);
    for (let attempts = 0; ; attempts++) {
      this.#signal.throwIfAborted();
      const answer = await this.#sendOnce(asked).catch((error: Error) => error);
      this.#signal.throwIfAborted();
      if (answer instanceof Error) {
        if (isChange) this.#trace.add(key, `no answer (${answer.message})`);
      } else {
        const { status, body } = answer;
        if (isChange) this.#trace.add(key, `${status} ${status < 300 ? (body?.status ?? '') : (body?.error ?? '')}`);
        if (status === 503 && !answer.headers.has('retry-after'))
          throw new WrongAnswer(key, `${method} ${path}: 503 without Retry-After`);
        if (status === 401) this.#token = undefined;
        else if (status >= 500 && status !== 503)
          throw new WrongAnswer(key, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
        else if (status !== 503) return { ...answer, attempts };
      }
      this.unanswered++;
      await sleep(AGAIN_AFTER_MS, undefined, { signal: this.#signal });
    }
  }

  async #sendOnce({ method, path, body, headers }: Asked): Promise<Omit<Answer, 'attempts'>> {
    this.#token ??= this.#newToken();
    const token = await this.#token.catch((error) => {
      this.#token = undefined;
      throw error;
    });
    return this.#fetch(method, path, body, { authorization: `Bearer ${token}`, ...headers });
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret } = this.#client;
    const { status, body } = await this.#fetch('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    if (status === 200) return body.access_token;
    if (status === 503) throw new Error('no token yet');
    throw new WrongAnswer('', `POST /oauth/token: ${status} ${JSON.stringify(body)}`);
  }

  async #fetch(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }
}
