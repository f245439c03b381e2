import type { KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { Pool } from 'pg';
import { runFor } from '../platform/database/asker.ts';
import { REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';
import {
  isDueForRotation,
  openPrivateKey,
  rotateSigningKeyWhenDue,
  SIGNING_ALGORITHM,
} from './rotate-signing-key.ts';
import { listSigningKeys, type StoredSigningKey } from './signing-key-store.ts';

const REFRESH_INTERVAL_MS = 2_000;
/** Unknown key ids make the database be asked at most this often; whoever shows one waits for it. */
const UNKNOWN_KEY_RELOAD_INTERVAL_MS = 100;

interface LoadedKey extends StoredSigningKey {
  verification: CryptoKey | Uint8Array;
  privateKey: KeyObject | undefined;
}

/** The ES256 keys of the token issuer: read from the database every few seconds, rotated by themselves. */
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

  /** Loads the keys, makes the first one when there is none, and keeps them up to date until `stop`. Calls `onError` or `onRead` after each later load. */
  async start(onError: (error: unknown) => void, onRead: () => void = () => {}): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => {
      // One at a time: a database that is slow is not to be asked more often for it.
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

  /** Whether a token can be issued now. */
  canSign(): boolean {
    return this.#signingKey() !== undefined;
  }

  /** The newest key that may sign now. */
  signingKey(): { keyId: string; privateKey: KeyObject } {
    const key = this.#signingKey();
    if (!key) throw new Error('no signing key can be used');
    return key;
  }

  #signingKey(): { keyId: string; privateKey: KeyObject } | undefined {
    const now = this.#clock();
    for (const { keyId, privateKey, signsFrom, retired } of this.#keys.values()) {
      if (privateKey && signsFrom <= now && (!retired || retired > now)) return { keyId, privateKey };
    }
    return undefined;
  }

  /** Whether tokens signed with the key are still good. */
  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** The public key to verify with; undefined when there is none with that id. */
  async verificationKey(keyId: string): Promise<CryptoKey | Uint8Array | undefined> {
    // Another process may have made it a moment ago.
    if (!this.#keys.has(keyId)) await this.#reloadSoon();
    return this.#keys.get(keyId)?.verification;
  }

  /** RFC 7517 key set, with the keys that do not sign yet and those that no longer do. */
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
        privateKey: known ? known.privateKey : openPrivateKey(this.#encryptionKey, key),
      });
    }
    this.#keys = loaded;
  }
}
