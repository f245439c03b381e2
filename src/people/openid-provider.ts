import type { Configuration } from 'openid-client';
import type { OpenIdOptions } from '../config.ts';
import { ApiError } from '../errors.ts';
import { type OpenIdPerson, personOf } from './openid-rules.ts';

/** Loaded when the first person comes: most servers have no such provider. */
const library = () => import('openid-client');

/** For each answer of the provider. */
const ANSWER_SECONDS_MAX = 3;
const SCOPE = 'openid profile email';

/** What the browser keeps while the person is with the provider: nobody else can end what it began. */
export interface OpenIdAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider of OpenID Connect: the authorization code flow with PKCE, state and nonce (OpenID Connect Core, 3.1; RFC 7636). */
export class OpenIdProvider {
  readonly #options: OpenIdOptions;
  readonly #redirectUri: string;
  #discovered: Promise<Configuration> | undefined;

  constructor(options: OpenIdOptions, redirectUri: string) {
    this.#options = options;
    this.#redirectUri = redirectUri;
  }

  /** What stands on the button. */
  get label(): string {
    return this.#options.label;
  }

  /** Where the browser is sent. Throws `temporarily_unavailable`. */
  async begin(): Promise<{ url: URL; attempt: OpenIdAttempt }> {
    const configuration = await this.#discover();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await library();
    const attempt = {
      state: random.randomState(),
      nonce: random.randomNonce(),
      verifier: random.randomPKCECodeVerifier(),
    };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: SCOPE,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url, attempt };
  }

  /** Who came back, with what the provider's answer has as `search` (from the question mark on). Throws whatever the library finds wrong, and `openid_refused`. */
  async finish(search: string, { state, nonce, verifier }: OpenIdAttempt): Promise<OpenIdPerson> {
    const configuration = await this.#discover();
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    };
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(`${this.#redirectUri}${search}`),
      checks,
    );
    const claims = tokens.claims();
    if (!claims) throw new ApiError('openid_refused', 'The provider did not say who you are.');
    const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
    const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return personOf({ ...more, ...claims }, this.#options);
  }

  /** Asked once; again after it failed. */
  async #discover(): Promise<Configuration> {
    this.#discovered ??= this.#ask();
    try {
      return await this.#discovered;
    } catch {
      this.#discovered = undefined;
      throw new ApiError(
        'temporarily_unavailable',
        'The provider of your accounts does not answer right now. Try again in a minute.',
        { headers: { 'Retry-After': '60' } },
      );
    }
  }

  async #ask(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await library();
    const { issuer, clientId, clientSecret } = this.#options;
    const address = new URL(issuer);
    return discovery(address, clientId, clientSecret, undefined, {
      timeout: ANSWER_SECONDS_MAX,
      // Whoever names an issuer without encryption means one on the same machine or network.
      ...(address.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    });
  }
}
