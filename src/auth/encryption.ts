import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = 'encryption-key';

/** AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. */
export function encrypt(key: Uint8Array, plaintext: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Undoes `encrypt`; undefined when it was made with another key or altered. */
export function decrypt(key: Uint8Array, sealed: Uint8Array): Buffer | undefined {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The key kept in DATA_DIR, made at the first start; processes that start together end up with the same one. */
export async function loadEncryptionKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 });
  // A link is made only where none is, and the file behind it is complete: a crash or a race cannot leave half a key.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes; restore it from a backup`);
  return key;
}
