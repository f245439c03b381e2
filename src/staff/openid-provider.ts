import type { Configuration } from 'openid-client';
import { ApiError } from '../platform/errors/errors.ts';
import { type OpenIdPerson, personOf } from './openid-rules.ts';
import type { Role } from './role-rules.ts';

/** Loads the library at the first sign-in, because most servers have no such provider. */
const library = () => import('openid-client');

const ANSWER_SECONDS_MAX = 3;
const SCOPE = 'openid profile email';
const NO_SUCH_KEY = 'OAUTH_KEY_SELECTION_FAILED';

interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that has the roles of a person, with points for a nested one. */
  roleClaim: string;
  roles: ReadonlyMap<string, Role>;
  label: string;
}

/** The provider does not publish the key that signed its token. */
export class SignatureRefused extends Error {
  readonly code = 'signature_refused';
}

/** Secrets that the browser keeps meanwhile, so that only this browser can finish the sign-in. */
export type OpenIdAttempt = { state: string; nonce: string; verifier: string };

/** Runs the authorization code flow with PKCE, state and nonce (OpenID Connect Core, 3.1; RFC 7636). */
export class OpenIdProvider {
  readonly #options: OpenIdOptions;
  readonly #redirectUri: string;
  #discovered: Promise<Configuration> | undefined;

  constructor(options: OpenIdOptions, redirectUri: string) {
    this.#options = options;
    this.#redirectUri = redirectUri;
  }

  get label(): string {
    return this.#options.label;
  }

  /** Returns the URL of the provider's sign-in page. Throws `temporarily_unavailable`. */
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

  /** Returns the person. `search` has the question mark. Throws `openid_refused` and the library's errors. */
  async finish(search: string, attempt: OpenIdAttempt): Promise<OpenIdPerson> {
    const configuration = await this.#discover();
    try {
      return await this.#exchange(configuration, search, attempt);
    } catch (error) {
      if (!isSignatureError(error)) throw error;
      // The library reads the keys at most once a minute. If the provider has changed its key, the next
      // attempt reads it.
      this.#discovered = undefined;
      throw new SignatureRefused();
    }
  }

  async #exchange(
    configuration: Configuration,
    search: string,
    { state, nonce, verifier }: OpenIdAttempt,
  ): Promise<OpenIdPerson> {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${search}`), checks);
    const claims = tokens.claims();
    if (!claims) throw new ApiError('openid_refused', 'The provider sent no identity. Ask its administrator for help.');
    const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
    const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return personOf({ ...more, ...claims }, this.#options);
  }

  /** Reads the provider's configuration once, and again after a failure. */
  async #discover(): Promise<Configuration> {
    this.#discovered ??= this.#ask();
    try {
      return await this.#discovered;
    } catch {
      this.#discovered = undefined;
      throw new ApiError('temporarily_unavailable', 'The sign-in provider does not answer. Try again in a minute.', {
        headers: { 'Retry-After': '60' },
      });
    }
  }

  async #ask(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const { issuer, clientId, clientSecret } = this.#options;
    const address = new URL(issuer);
    return discovery(address, clientId, clientSecret, undefined, {
      timeout: ANSWER_SECONDS_MAX,
      // Without the first option, the library does not check the signature of a token that it got from the
      // provider directly. The setting OPENID_ISSUER accepts http only for this machine.
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }
}

/** Returns whether no published key fits the token, or the fitting key did not sign it. */
function isSignatureError(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { cause?: unknown } };
  return code === NO_SUCH_KEY || Object.hasOwn(Object(cause?.cause), 'signature');
}
