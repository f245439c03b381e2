import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Batching, batching, REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';
import type { ClientRegistry } from './client-registry.ts';
import { type ClientState, findSecrets, type StoredSecret } from './client-store.ts';

const CLIENT_ID_LENGTH_MAX = 128;
/** The time between two statements that read secrets, however many wrong secrets arrive. */
const READ_INTERVAL_MS = 50;
/** Clients of one statement: more than call within READ_INTERVAL_MS. */
const READ_CLIENTS_MAX = 1_000;
/** Clients whose secrets are in memory. Above this number all are forgotten. */
const CLIENTS_REMEMBERED_MAX = 10_000;
type Authenticated = { client: ClientState } & Pick<StoredSecret, 'secretId' | 'scopes'>;

/**
 * Authenticates clients by their secrets. Remembers correct secrets, and reads the others in shared
 * statements, in turn by client. A flood of wrong secrets therefore does not delay other clients.
 */
export class ClientAuthenticator {
  readonly #clients: ClientRegistry;
  readonly #remembered = new Map<string, readonly StoredSecret[]>();
  readonly #read: Batching<string, readonly StoredSecret[]>;
  #nextReadAt = 0;

  constructor(pool: Pool, clients: ClientRegistry) {
    this.#clients = clients;
    this.#read = batching((clientIds) => this.#readAll(pool, clientIds), {
      maxBatchSize: READ_CLIENTS_MAX,
      maxInFlight: 1,
      partyOf: (clientId) => clientId,
      loadMsMax: REQUEST_LOAD_MS_MAX,
      name: 'secrets',
    });
  }

  get statements(): number {
    return this.#read.statements;
  }

  /** Returns the client and its secretId. Undefined: no active client has this id and secret. */
  async authenticate(clientId: string, clientSecret: string): Promise<Authenticated | undefined> {
    if (clientId.length > CLIENT_ID_LENGTH_MAX || clientId.includes('\0')) return undefined;
    const hashed = hashClientSecret(clientSecret);
    const remembered = findSecret(this.#remembered.get(clientId) ?? [], hashed);
    const known = remembered && (await this.#confirm(clientId, remembered));
    if (known) return known;
    const secrets = await this.#read(clientId);
    const secret = findSecret(secrets, hashed);
    const authenticated = secret && (await this.#confirm(clientId, secret));
    if (authenticated) this.#remember(clientId, secrets);
    return authenticated;
  }

  /** Checks in the database that the secret is valid and the client active. */
  async #confirm(clientId: string, { secretId, scopes }: StoredSecret): Promise<Authenticated | undefined> {
    const client = await this.#clients.load(clientId);
    const good = client?.status === 'active' && client.secretIds.includes(secretId);
    return good ? { client, secretId, scopes } : undefined;
  }

  #remember(clientId: string, secrets: readonly StoredSecret[]): void {
    if (this.#remembered.size >= CLIENTS_REMEMBERED_MAX) this.#remembered.clear();
    // Buffer.alloc copies. A hash is a slice of a network buffer of up to 64 KiB, which would stay in memory.
    const kept = secrets.map(({ secretHash, ...secret }) => ({
      ...secret,
      secretHash: Buffer.alloc(secretHash.length, secretHash),
    }));
    this.#remembered.set(clientId, kept);
  }

  async #readAll(pool: Pool, clientIds: readonly string[]): Promise<StoredSecret[][]> {
    const wait = this.#nextReadAt - performance.now();
    if (wait > 0) await sleep(wait);
    this.#nextReadAt = performance.now() + READ_INTERVAL_MS;
    const found = await withRetry(() => findSecrets(pool, [...new Set(clientIds)]));
    const byClient = Map.groupBy(found, ({ clientId }) => clientId);
    return clientIds.map((clientId) => byClient.get(clientId) ?? []);
  }
}

function findSecret(secrets: readonly StoredSecret[], hashed: Buffer): StoredSecret | undefined {
  return secrets.find(({ secretHash }) => timingSafeEqual(secretHash, hashed));
}

const SECRET_BYTES = 32;
/** Secret scanners recognise a leaked secret by it. */
export const SECRET_PREFIX = 'platen_';

/** Makes a secret of 256 random bits. Its characters need no escaping in a form, a header or a URL. */
export function makeClientSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the stored form of a secret. Plain SHA-256 is enough, since 256 random bits cannot be guessed. */
export function hashClientSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
