import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Role } from '../staff/role-rules.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { ClientMode, ClientState, Scope } from './client-store.ts';
import { type CustomerScope, readScopes } from './scope-rules.ts';
import type { SecretUses } from './secret-uses.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** `typ` of a JWT access token (RFC 9068, 2.1). */
const TOKEN_TYPE = 'at+jwt';
/** Verified tokens in memory, some 20 MiB. Above this number the oldest is forgotten. */
const TOKENS_REMEMBERED_MAX = 20_000;
/** More than any token issued here has. */
const TOKEN_LENGTH_MAX = 4_096;
/** The id of the secret in tokens that Platen issues to itself. No client has a secret with this id. */
const OWN_SECRET_ID = '00000000-0000-0000-0000-000000000000';
const BEARER = /^Bearer(?:\s+|$)/i;
const CALLER = Symbol('caller');

/** The sender of a request: a client with a valid token, or a signed-in staff member. */
export interface Caller {
  clientId: string;
  name: string;
  mode: ClientMode;
  scope: Scope;
  /** The role of a staff member or a staff program; null for a customer. */
  role: Role | null;
  /** The scopes of a limited token. Absent: it has the whole scope. */
  scopes?: readonly CustomerScope[];
  /** Where the requests of a client may come from. Absent or null: from everywhere. */
  networks?: ClientState['networks'];
}

/** Returns the token of an Authorization header; undefined when it is missing or has another scheme. */
export function bearerTokenOf(authorization = ''): string | undefined {
  const [scheme] = BEARER.exec(authorization) ?? [];
  return scheme === undefined ? undefined : authorization.slice(scheme.length);
}

interface VerifiedToken {
  clientId: string;
  secretId: string;
  keyId: string;
  scope: string;
  /** Absent: the token has the whole scope of its client. */
  scopes: readonly CustomerScope[] | undefined;
  expiresAtMs: number;
}
type AccessTokenOptions = {
  issuer: string;
  audience: string;
  lifetimeSeconds: number;
  clock: () => Date;
  uses?: SecretUses;
};

/** Issues and checks access tokens: JWTs (RFC 9068), signed with ES256. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #clients: ClientRegistry;
  readonly #options: AccessTokenOptions;
  readonly #verified = new Map<string, VerifiedToken>();

  constructor(keys: SigningKeys, clients: ClientRegistry, options: AccessTokenOptions) {
    this.#keys = keys;
    this.#clients = clients;
    this.#options = options;
  }

  /** Issues a token for `lifetimeSeconds`. It ends early when the secret or the client is disabled. */
  async issue(client: ClientState, secretId: string, scope: string = client.scope): Promise<string> {
    this.#options.uses?.note(secretId);
    return signToken(this.#keys, { clientId: client.clientId, scope, secretId }, this.#options);
  }

  callerOf(request: IncomingMessage & { [CALLER]?: Caller | undefined }): Caller | undefined {
    request[CALLER] ??= this.findRemembered(bearerTokenOf(request.headers.authorization) ?? '');
    return request[CALLER];
  }

  /** Returns the caller if the token was verified before and is still valid. Otherwise, `check` decides. */
  findRemembered(token: string): Caller | undefined {
    const verified = this.#verified.get(token);
    const client = verified && this.#clients.get(verified.clientId);
    if (!client) return undefined;
    if (verified.secretId !== OWN_SECRET_ID) this.#options.uses?.note(verified.secretId);
    return this.#validCaller(verified, client);
  }

  /** Returns the secret of a token that was checked before; undefined if it is no longer in memory. */
  findSecretId(token: string): string | undefined {
    return this.#verified.get(token)?.secretId;
  }

  /** Returns the caller; undefined when the token is malformed, foreign, expired or revoked. */
  async check(token: string): Promise<Caller | undefined> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    const caller = verified && (await this.#loadCaller(verified));
    if (caller) this.#remember(token, verified);
    else this.#verified.delete(token);
    return caller;
  }

  /** Returns the API that a token names, if it is another one. The token is not verified. */
  findOtherAudience(token: string): string | undefined {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    try {
      const { aud } = decodeJwt(token);
      return typeof aud === 'string' && aud !== this.#options.audience ? aud : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async #loadCaller(verified: VerifiedToken): Promise<Caller | undefined> {
    const known = this.#clients.get(verified.clientId);
    const caller = known && this.#validCaller(verified, known);
    if (caller || !this.#isAlive(verified)) return caller;
    // The token may be newer than the state in memory: its secret is new, or its client was just enabled.
    const client = await this.#clients.load(verified.clientId);
    return client && this.#validCaller(verified, client);
  }

  #validCaller(verified: VerifiedToken, client: ClientState): Caller | undefined {
    const good =
      this.#isAlive(verified) &&
      client.status === 'active' &&
      (client.scope === verified.scope || (client.scope === 'fulfillment' && verified.scopes !== undefined)) &&
      (client.secretIds.includes(verified.secretId) || verified.secretId === OWN_SECRET_ID);
    if (!good) return undefined;
    if (verified.secretId === OWN_SECRET_ID) return { ...client, networks: null };
    return verified.scopes ? { ...client, scopes: verified.scopes } : client;
  }

  #isAlive({ expiresAtMs, keyId }: VerifiedToken): boolean {
    return expiresAtMs > this.#options.clock().getTime() && this.#keys.has(keyId);
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = kid && (await this.#keys.findVerificationKey(kid));
      if (!key) return undefined;
      const { payload } = await jwtVerify<{ client_id: string; scope: string; secret_id: string }>(token, key, {
        algorithms: [SIGNING_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: this.#options.issuer,
        audience: this.#options.audience,
        requiredClaims: ['exp', 'sub', 'client_id', 'scope', 'secret_id'],
        currentDate: this.#options.clock(),
      });
      const { client_id: clientId, secret_id: secretId, scope, exp } = payload;
      return { clientId, secretId, keyId: kid, scope, scopes: readScopes(scope), expiresAtMs: (exp ?? 0) * 1000 };
    } catch (error) {
      // TypeError: the part before the first dot is not a JSON object in base64url.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  #remember(token: string, verified: VerifiedToken): void {
    if (this.#verified.size >= TOKENS_REMEMBERED_MAX) {
      for (const oldest of this.#verified.keys()) {
        this.#verified.delete(oldest);
        break;
      }
    }
    this.#verified.set(token, verified);
  }
}

type TokenOptions = Omit<AccessTokenOptions, 'uses'>;

/**
 * Issues a token with which Platen calls its own API for a client, from any network. It ends early when the
 * client is disabled.
 */
export function issueOwnToken(keys: SigningKeys, clientId: string, options: TokenOptions): Promise<string> {
  return signToken(keys, { clientId, scope: 'fulfillment', secretId: OWN_SECRET_ID }, options);
}

function signToken(
  keys: SigningKeys,
  { clientId, scope, secretId }: { clientId: string; scope: string; secretId: string },
  { issuer, audience, lifetimeSeconds, clock }: TokenOptions,
): Promise<string> {
  const { keyId, privateKey } = keys.requireSigningKey();
  const issuedAt = Math.floor(clock().getTime() / 1000);
  return new SignJWT({ client_id: clientId, scope, secret_id: secretId })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid: keyId })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(privateKey);
}
