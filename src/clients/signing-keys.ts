import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type CryptoKey, exportJWK, importJWK, type JWK } from 'jose';
import type { Pool } from 'pg';
import { runFor } from '../platform/database/asker.ts';
import { REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { decrypt, encrypt } from '../platform/database/encryption.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import {
  deleteSigningKeysExcept,
  deleteSigningKeysRetiredBefore,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  retireSigningKeys,
  type StoredSigningKey,
} from './signing-key-store.ts';

const REFRESH_INTERVAL_MS = 2_000;
/** Unknown key ids cause at most one read of the keys in this time. Requests with such an id wait for it. */
const UNKNOWN_KEY_RELOAD_INTERVAL_MS = 100;

interface LoadedKey extends StoredSigningKey {
  verification: CryptoKey | Uint8Array;
  privateKey: KeyObject | undefined;
}

/** Holds the keys that sign access tokens. Reads them again every 2 s, and rotates them every 90 days. */
export class SigningKeys {
  readonly #pool: Pool;
  readonly #encryptionKey: Uint8Array;
  readonly #clock: () => Date;
  #keys = new Map<string, LoadedKey>();
  #readAt = Number.NEGATIVE_INFINITY;
  #nextReload: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(pool: Pool, encryptionKey: Uint8Array, clock: () => Date) {
    this.#pool = pool;
    this.#encryptionKey = encryptionKey;
    this.#clock = clock;
  }

  /** Loads the keys, or creates one. Then loads them every 2 s, and calls `onRead` or `onError` each time. */
  async start(onError: (error: unknown) => void, onRead: () => void = () => {}): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => {
      // One refresh at a time: a slow database gets no further statements.
      this.#refreshing ??= this.#refresh()
        .then(onRead, onError)
        .finally(() => {
          this.#refreshing = undefined;
        });
    }, REFRESH_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  canSign(): boolean {
    return this.#findSigningKey() !== undefined;
  }

  requireSigningKey(): { keyId: string; privateKey: KeyObject } {
    const key = this.#findSigningKey();
    if (!key) throw new Error('no signing key can be used');
    return key;
  }

  #findSigningKey(): { keyId: string; privateKey: KeyObject } | undefined {
    const now = this.#clock();
    for (const { keyId, privateKey, signsFrom, retired } of this.#keys.values()) {
      if (privateKey && signsFrom <= now && (!retired || retired > now)) return { keyId, privateKey };
    }
    return undefined;
  }

  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** Returns the public key with this id; undefined if there is none. */
  async findVerificationKey(keyId: string): Promise<CryptoKey | Uint8Array | undefined> {
    // Another process may have just created it.
    if (!this.#keys.has(keyId)) await this.#reloadSoon();
    return this.#keys.get(keyId)?.verification;
  }

  /** Returns the key set of RFC 7517, with future and retired keys. */
  jwks(): { keys: JWK[] } {
    return { keys: [...this.#keys.values()].map((key) => key.publicJwk) };
  }

  async #refresh(): Promise<void> {
    await this.#reload();
    const [newest] = [...this.#keys.values()].filter((key) => key.privateKey && !key.retired);
    if (newest && !isDueForRotation(newest, this.#clock())) return;
    await rotateSigningKeyWhenDue(this.#pool, this.#encryptionKey, this.#clock());
    await this.#reload();
  }

  #reloadSoon(): Promise<void> {
    const wait = Math.max(0, this.#readAt + UNKNOWN_KEY_RELOAD_INTERVAL_MS - performance.now());
    this.#nextReload ??= delay(wait).then(() => {
      this.#nextReload = undefined;
      return this.#reload();
    });
    return this.#nextReload;
  }

  async #reload(): Promise<void> {
    this.#readAt = performance.now();
    const stored = await runFor({ until: this.#readAt + REQUEST_LOAD_MS_MAX }, () =>
      withRetry(() => listSigningKeys(this.#pool)),
    );
    const loaded = new Map<string, LoadedKey>();
    for (const key of stored) {
      const known = this.#keys.get(key.keyId);
      loaded.set(key.keyId, {
        ...key,
        verification: known?.verification ?? (await importJWK(key.publicJwk, SIGNING_ALGORITHM)),
        privateKey: known ? known.privateKey : decryptPrivateKey(this.#encryptionKey, key),
      });
    }
    this.#keys = loaded;
  }
}

export const SIGNING_ALGORITHM = 'ES256';
/** Clients may cache the published key set for this time. */
export const JWKS_MAX_AGE_SECONDS = 300;

const DAY_MS = 86_400_000;
const KEY_LIFETIME_MS = 90 * DAY_MS;
/** A new key is published for this time before it signs: longer than JWKS_MAX_AGE_SECONDS. */
const PUBLISH_AHEAD_MS = 10 * 60_000;
/** A retired key stays published for longer than a token lives (TOKEN_TTL_SECONDS is at most one day). */
const KEEP_RETIRED_MS = 2 * DAY_MS;
const KEY_ID_BYTES = 12;

/** Decrypts the private key. Returns undefined when it was encrypted with another ENCRYPTION_KEY. */
export function decryptPrivateKey(encryptionKey: Uint8Array, stored: StoredSigningKey): KeyObject | undefined {
  const der = decrypt(encryptionKey, stored.privateKeyEncrypted);
  return der && createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function isDueForRotation(key: StoredSigningKey, now: Date): boolean {
  return now.getTime() - key.signsFrom.getTime() >= KEY_LIFETIME_MS;
}

/** Creates a key when this process has none to sign with, or when the newest is due for rotation. */
async function rotateSigningKeyWhenDue(pool: Pool, encryptionKey: Uint8Array, now: Date): Promise<void> {
  return inTransaction(pool, async (connection) => {
    await lockSigningKeys(connection);
    const own = (await listSigningKeys(connection)).filter((key) => decryptPrivateKey(encryptionKey, key));
    const usable = own.filter((key) => !key.retired);
    const [newest] = usable;
    if (!newest) {
      // A key that is about to retire signs until then, so this one is also published before it signs.
      const last = Math.max(now.getTime(), ...own.map((key) => key.retired?.getTime() ?? 0));
      const key = await makeKey(encryptionKey, now);
      await insertSigningKey(connection, { ...key, signsFrom: new Date(last) });
      return;
    }
    if (!isDueForRotation(newest, now)) return;
    const signsFrom = new Date(now.getTime() + PUBLISH_AHEAD_MS);
    await insertSigningKey(connection, { ...(await makeKey(encryptionKey, now)), signsFrom });
    await retireSigningKeys(
      connection,
      usable.map((key) => key.keyId),
      signsFrom,
    );
    await deleteSigningKeysRetiredBefore(connection, new Date(now.getTime() - KEEP_RETIRED_MS));
  });
}

/**
 * Creates a new signing key and retires the old one. The new key is published, and signs after ten minutes.
 * Tokens of the old key stay valid until they expire. With `revokeOthers`, for a leaked key, the new key
 * signs at once, and all other keys and their tokens end.
 */
export async function rotateSigningKey(
  pool: Pool,
  encryptionKey: Uint8Array,
  { now, revokeOthers }: { now: Date; revokeOthers: boolean },
): Promise<{ keyId: string; signsFrom: Date }> {
  // Made once: when the transaction runs again after its commit was lost, it finds the key.
  const made = await makeKey(encryptionKey, now);
  const { keyId } = made;
  return inTransaction(pool, async (connection) => {
    await lockSigningKeys(connection);
    const all = await listSigningKeys(connection);
    const there = all.find((key) => key.keyId === keyId);
    if (there) return { keyId, signsFrom: there.signsFrom };
    const others = all.filter((key) => !key.retired);
    const signsFrom = revokeOthers || others.length === 0 ? now : new Date(now.getTime() + PUBLISH_AHEAD_MS);
    await insertSigningKey(connection, { ...made, signsFrom });
    if (revokeOthers) await deleteSigningKeysExcept(connection, keyId);
    else
      await retireSigningKeys(
        connection,
        others.map((key) => key.keyId),
        signsFrom,
      );
    return { keyId, signsFrom };
  });
}

async function makeKey(encryptionKey: Uint8Array, created: Date): Promise<Omit<StoredSigningKey, 'signsFrom'>> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyId = randomBytes(KEY_ID_BYTES).toString('base64url');
  return {
    keyId,
    publicJwk: { ...(await exportJWK(publicKey)), kid: keyId, alg: SIGNING_ALGORITHM, use: 'sig' },
    privateKeyEncrypted: encrypt(encryptionKey, privateKey.export({ format: 'der', type: 'pkcs8' })),
    created,
    retired: null,
  };
}
