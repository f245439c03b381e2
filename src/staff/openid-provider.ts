import type { Configuration } from 'openid-client';
import { ApiError } from '../platform/errors/errors.ts';
import type { OpenIdOptions } from '../platform/settings/config.ts';
import { type OpenIdPerson, personOf } from './openid-rules.ts';

/** Loaded when the first person comes: most servers have no such provider. */
const library = () => import('openid-client');

/** For each answer of the provider. */
const ANSWER_SECONDS_MAX = 3;
const SCOPE = 'openid profile email';
const NO_SUCH_KEY = 'OAUTH_KEY_SELECTION_FAILED';

/** The provider's token is signed with a key that the provider does not publish. */
export class SignatureRefused extends Error {
  readonly code = 'signature_refused';
}

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

  /**
   * Returns the person whom the provider's answer names; `search` is the query of that answer, from the question mark on. Throws
   * `openid_refused`, SignatureRefused, and every other error of the library.
   */
  async finish(search: string, attempt: OpenIdAttempt): Promise<OpenIdPerson> {
    const configuration = await this.#discover();
    try {
      return await this.#exchange(configuration, search, attempt);
    } catch (error) {
      if (!isOfSignature(error)) throw error;
      // The library reads new keys once a minute at most; the next attempt reads them at once, in case the provider has changed its key.
      this.#discovered = undefined;
      throw new SignatureRefused();
    }
  }

  async #exchange(
    configuration: Configuration,
    search: string,
    { state, nonce, verifier }: OpenIdAttempt,
  ): Promise<OpenIdPerson> {
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
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const { issuer, clientId, clientSecret } = this.#options;
    const address = new URL(issuer);
    return discovery(address, clientId, clientSecret, undefined, {
      timeout: ANSWER_SECONDS_MAX,
      // Without the first, the library checks no signature of a token that it has read from the provider itself. The setting takes http on
      // this machine only.
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }
}

/** Whether no published key fits the token, or the one that fits did not sign it. */
function isOfSignature(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { cause?: unknown } };
  return code === NO_SUCH_KEY || Object.hasOwn(Object(cause?.cause), 'signature');
}
