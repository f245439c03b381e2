import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { exportJWK } from 'jose';
import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';
import { decrypt, encrypt } from '../platform/secrets/encryption.ts';
import {
  deleteSigningKeysExcept,
  deleteSigningKeysRetiredBefore,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  retireSigningKeys,
  type StoredSigningKey,
} from './signing-key-store.ts';

export const SIGNING_ALGORITHM = 'ES256';
/** How long others may keep the published key set. */
export const JWKS_MAX_AGE_SECONDS = 300;

const DAY_MS = 86_400_000;
/** A key signs for so long before the next one takes over by itself. */
const KEY_LIFETIME_MS = 90 * DAY_MS;
/** A new key is published this long before it signs: longer than JWKS_MAX_AGE_SECONDS. */
const PUBLISH_AHEAD_MS = 10 * 60_000;
/** A retired key stays published longer than a token lives (TOKEN_TTL_SECONDS is a day at most). */
const KEEP_RETIRED_MS = 2 * DAY_MS;
const KEY_ID_BYTES = 12;

/** The private key, or undefined when it was encrypted with another ENCRYPTION_KEY. */
export function openPrivateKey(encryptionKey: Uint8Array, stored: StoredSigningKey): KeyObject | undefined {
  const der = decrypt(encryptionKey, stored.privateKeyEncrypted);
  return der && createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** Whether it is time for the next key. */
export function isDueForRotation(key: StoredSigningKey, now: Date): boolean {
  return now.getTime() - key.signsFrom.getTime() >= KEY_LIFETIME_MS;
}

/**
 * Makes a key when there is none that this process can sign with, and the next one when the newest is 90 days old.
 * Processes take turns, so that one key comes of it.
 */
export async function rotateSigningKeyWhenDue(
  pool: Pool,
  encryptionKey: Uint8Array,
  now: Date,
): Promise<void> {
  return inTransaction(pool, async (connection) => {
    await lockSigningKeys(connection);
    const own = (await listSigningKeys(connection)).filter((key) => openPrivateKey(encryptionKey, key));
    const usable = own.filter((key) => !key.retired);
    const [newest] = usable;
    if (!newest) {
      // A key that is about to retire signs until then, so that this one, too, is published before it signs.
      const last = Math.max(now.getTime(), ...own.map((key) => key.retired?.getTime() ?? 0));
      const key = await newKey(encryptionKey, now);
      await insertSigningKey(connection, { ...key, signsFrom: new Date(last) });
      return;
    }
    if (!isDueForRotation(newest, now)) return;
    const signsFrom = new Date(now.getTime() + PUBLISH_AHEAD_MS);
    await insertSigningKey(connection, { ...(await newKey(encryptionKey, now)), signsFrom });
    await retireSigningKeys(
      connection,
      usable.map((key) => key.keyId),
      signsFrom,
    );
    await deleteSigningKeysRetiredBefore(connection, new Date(now.getTime() - KEEP_RETIRED_MS));
  });
}

/**
 * Rotates at an operator's word. Normally the new key is published first, signs after ten minutes, and tokens of the
 * old one hold until they expire; `revokeOthers` (a key leaked) ends every other key and its tokens at once.
 */
export async function rotateSigningKey(
  pool: Pool,
  encryptionKey: Uint8Array,
  { now, revokeOthers }: { now: Date; revokeOthers: boolean },
): Promise<{ keyId: string; signsFrom: Date }> {
  // Made once: when the transaction runs again after its commit was lost, it finds the key.
  const made = await newKey(encryptionKey, now);
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

async function newKey(
  encryptionKey: Uint8Array,
  created: Date,
): Promise<Omit<StoredSigningKey, 'signsFrom'>> {
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
