import type { Token, TokenRequest } from './api-types.ts';
import type { ClientSettings } from './client-options.ts';
import { exchange, type WireRequest } from './exchange.ts';
import { PlatenError } from './platen-errors.ts';
import { sendWithRetries, TOKEN_RETRIED } from './retry.ts';

/** A token is renewed this long before it expires, to allow for slow requests and clocks that differ. */
export const EXPIRY_SKEW_MS = 30_000;

/**
 * Gets access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4) and keeps each until shortly before it
 * expires.
 */
export class AccessTokenSource {
  readonly #settings: ClientSettings;
  readonly #request: Omit<WireRequest, 'attempt'>;
  #held: { token: string; renewAtMs: number } | undefined;
  #asking: Promise<string> | undefined;

  constructor(settings: ClientSettings, authUrl: string, clientId: string, clientSecret: string) {
    this.#settings = settings;
    this.#request = {
      method: 'POST',
      url: `${authUrl}/oauth/token`,
      headers: { 'user-agent': settings.userAgent, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      } satisfies TokenRequest),
    };
  }

  /** Returns a token. Concurrent calls share one token request. `signal` ends only the wait of this call. */
  async get(signal: AbortSignal | undefined): Promise<string> {
    signal?.throwIfAborted();
    if (this.#held && this.#settings.now() < this.#held.renewAtMs) return this.#held.token;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return rejectOnAbort(this.#asking, signal);
  }

  /** Forgets `token` after the API refused it. Keeps a newer token. */
  drop(token: string): void {
    if (this.#held?.token === token) this.#held = undefined;
  }

  async #ask(): Promise<string> {
    const settings = this.#settings;
    let askedAtMs = 0;
    let attempts = 0;
    const attempt = () => {
      askedAtMs = settings.now();
      return exchange(settings, { ...this.#request, attempt: ++attempts }, undefined);
    };
    const { body } = await sendWithRetries(settings, TOKEN_RETRIED, attempt, undefined);
    const { access_token: token, expires_in: seconds } = body as Partial<Token>;
    // Allows only visible ASCII, which covers the tokens of RFC 6750, 2.1. The error of fetch would quote any
    // other value.
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || typeof seconds !== 'number') {
      throw new PlatenError(`POST ${this.#request.url} answered without a usable token.`);
    }
    const lifetimeMs = seconds * 1_000;
    this.#held = { token, renewAtMs: askedAtMs + lifetimeMs - Math.min(EXPIRY_SKEW_MS, lifetimeMs / 2) };
    return token;
  }
}

function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
