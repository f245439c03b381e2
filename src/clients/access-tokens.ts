import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Role } from '../staff/role-rules.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { ClientMode, ClientState, Scope } from './client-store.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';
import type { SigningKeys } from './signing-keys.ts';

/** `typ` of a JWT access token (RFC 9068, 2.1). */
const TOKEN_TYPE = 'at+jwt';
/** Verified tokens remembered at most, some 20 MiB; past that the oldest is forgotten and verified again. */
const TOKENS_REMEMBERED_MAX = 20_000;
/** Longer than any token made here. */
const TOKEN_LENGTH_MAX = 4_096;
const BEARER = /^Bearer(?:\s+|$)/i;
/** Names what a request remembers of its caller. */
const CALLER = Symbol('caller');

/** Who calls: what a verified token says, joined with what the client is now; or a person of the center who is signed in. */
export interface Caller {
  /** Of a person, their operatorId. */
  clientId: string;
  /** Of the client, or the person. */
  name: string;
  mode: ClientMode;
  scope: Scope;
  /** What staff may do; null: it is a customer. */
  role: Role | null;
}

/** Of an Authorization header; undefined where it is missing or of another scheme. */
export function bearerToken(authorization = ''): string | undefined {
  const [scheme] = BEARER.exec(authorization) ?? [];
  return scheme === undefined ? undefined : authorization.slice(scheme.length);
}

interface VerifiedToken {
  clientId: string;
  secretId: string;
  keyId: string;
  scope: string;
  expiresAtMs: number;
}

export interface AccessTokenOptions {
  issuer: string;
  audience: string;
  lifetimeSeconds: number;
  clock: () => Date;
}

/** Issues and checks the access tokens: JWTs as in RFC 9068, signed with ES256. */
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

  /** A token for the client, bound to the secret it showed: it ends when that secret does. */
  async issue(client: ClientState, secretId: string): Promise<string> {
    const { keyId, privateKey } = this.#keys.signingKey();
    const issuedAt = Math.floor(this.#options.clock().getTime() / 1000);
    return new SignJWT({ client_id: client.clientId, scope: client.scope, secret_id: secretId })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid: keyId })
      .setIssuer(this.#options.issuer)
      .setAudience(this.#options.audience)
      .setSubject(client.clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.#options.lifetimeSeconds)
      .setJti(randomUUID())
      .sign(privateKey);
  }

  /** As `remembered`, by the token in its header: looked up at the door, and not again by who answers it. */
  rememberedCaller(request: IncomingMessage & { [CALLER]?: Caller | undefined }): Caller | undefined {
    request[CALLER] ??= this.remembered(bearerToken(request.headers.authorization) ?? '');
    return request[CALLER];
  }

  /** The caller, when the token was verified before and nothing about it has changed; undefined says: `check` it. */
  remembered(token: string): Caller | undefined {
    const verified = this.#verified.get(token);
    const client = verified && this.#clients.get(verified.clientId);
    return client && this.#caller(verified, client);
  }

  /** The caller; undefined for a token that is malformed, foreign, expired or revoked. */
  async check(token: string): Promise<Caller | undefined> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    const caller = verified && (await this.#loadCaller(verified));
    if (caller) this.#remember(token, verified);
    else this.#verified.delete(token);
    return caller;
  }

  async #loadCaller(verified: VerifiedToken): Promise<Caller | undefined> {
    const known = this.#clients.get(verified.clientId);
    const caller = known && this.#caller(verified, known);
    if (caller || !this.#isAlive(verified)) return caller;
    // What is known may be a second old, and the token younger: of a new secret, or of a client just enabled.
    const client = await this.#clients.load(verified.clientId);
    return client && this.#caller(verified, client);
  }

  #caller(verified: VerifiedToken, client: ClientState): Caller | undefined {
    const good =
      this.#isAlive(verified) &&
      client.status === 'active' &&
      client.scope === verified.scope &&
      client.secretIds.includes(verified.secretId);
    return good ? client : undefined;
  }

  #isAlive({ expiresAtMs, keyId }: VerifiedToken): boolean {
    return expiresAtMs > this.#options.clock().getTime() && this.#keys.has(keyId);
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = kid && (await this.#keys.verificationKey(kid));
      if (!key) return undefined;
      const { payload } = await jwtVerify<{ client_id: string; scope: string; secret_id: string }>(
        token,
        key,
        {
          algorithms: [SIGNING_ALGORITHM],
          typ: TOKEN_TYPE,
          issuer: this.#options.issuer,
          audience: this.#options.audience,
          requiredClaims: ['exp', 'sub', 'client_id', 'scope', 'secret_id'],
          currentDate: this.#options.clock(),
        },
      );
      const { client_id: clientId, secret_id: secretId, scope, exp } = payload;
      return { clientId, secretId, keyId: kid, scope, expiresAtMs: (exp ?? 0) * 1000 };
    } catch (error) {
      // TypeError: what stands before the first dot is no JSON object in base64url.
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
