import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';

const KEY_BYTES = 32;
const KEY_FILE = 'encryption-key';

/** Reads the key in DATA_DIR. The first process to start creates the key. Throws ConfigError. */
export async function loadEncryptionKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, KEY_FILE);
  try {
    await makeKeyFile(file);
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `ENCRYPTION_KEY is not set, and ${file} cannot be used (${code}). Set it, or let this user write there.`,
    );
  }
  throw new ConfigError(
    `${file} does not hold a key of ${KEY_BYTES} bytes. Restore it from a backup, or set ENCRYPTION_KEY.`,
  );
}

/** Makes the file by a link, which fails if it exists: a crash or race leaves no incomplete key. */
async function makeKeyFile(file: string): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}
