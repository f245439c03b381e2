import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../database/transaction.ts';
import { decrypt } from '../secrets/encryption.ts';
import { type Backup, FORMAT, KEY_FILE, keyFingerprint, listBackups } from './backup-manifest.ts';
import { findSealedKeys } from './backup-store.ts';
import { BackupError } from './make-backup.ts';

/** The good backup to begin with: the newest that is not after the moment. Throws BackupError. */
export async function chooseBackup(dir: string, until?: Date): Promise<Backup> {
  const { good, cut } = await listBackups(dir);
  const fitting = good.filter(({ manifest }) => until === undefined || new Date(manifest.ended) <= until);
  const backup = fitting.at(-1);
  if (backup) {
    if (backup.manifest.format !== FORMAT)
      throw new BackupError(
        `${backup.name} was made by Platen ${backup.manifest.platen}; restore it with that version.`,
      );
    return backup;
  }
  if (good.length > 0)
    throw new BackupError(
      `The oldest backup in ${dir} holds ${good[0]!.manifest.ended}, which is after the moment that you name.`,
    );
  throw new BackupError(
    `There is no whole backup in ${dir}${cut.length > 0 ? `; ${cut.length} was cut short before it was whole` : ''}.`,
  );
}

/** The key beside the backups; undefined when it was taken elsewhere. */
export async function readKeyBeside(dir: string): Promise<Uint8Array | undefined> {
  const text = await readFile(join(dir, KEY_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Buffer.from(text.trim(), 'base64url');
}

/** Throws BackupError when there is none, or another than that of the backup. */
export function requireKey({ manifest, name }: Backup, key: Uint8Array | undefined): Uint8Array {
  if (!key)
    throw new BackupError(
      `There is no encryption key beside the backups: set ENCRYPTION_KEY, or name its file with --key.`,
    );
  if (keyFingerprint(key) === manifest.key) return key;
  throw new BackupError(
    `The encryption key is not the one of the backup ${name}: with it the secrets of webhooks and the keys of tokens could not be read. Set ENCRYPTION_KEY to the right one, or name its file with --key.`,
  );
}

/** Throws BackupError when the key opens nothing that the database holds. */
export async function requireSealedKeys(client: Connection, key: Uint8Array): Promise<void> {
  const sealed = await findSealedKeys(client);
  if (sealed.length > 0 && sealed.every((one) => decrypt(key, one) === undefined))
    throw new BackupError('The encryption key does not open what the database holds.');
}
