import { Command } from 'commander';
import { listSigningKeys } from '../clients/signing-key-store.ts';
import { rotateSigningKey } from '../clients/signing-keys.ts';
import { loadEncryptionKey } from '../platform/secrets/encryption.ts';
import { print, withDatabase } from './command-line.ts';

/** platen keys list | rotate */
export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'keys that sign access tokens; they rotate by themselves every 90 days',
  );

  keys
    .command('list')
    .description('list the keys')
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      withDatabase(async ({ pool }) => {
        const stored = await listSigningKeys(pool);
        const shown = stored.map(({ keyId, created, signsFrom, retired }) => ({
          keyId,
          created,
          signsFrom,
          retired,
        }));
        print(
          json,
          shown,
          shown.map(({ keyId, signsFrom, retired }) => {
            return `${keyId}  signs from ${signsFrom.toISOString()}${retired ? ` until ${retired.toISOString()}` : ''}`;
          }),
        );
      }),
    );

  keys
    .command('rotate')
    .description(
      'make the next key: published now, signing in ten minutes; tokens of the old one hold until they expire',
    )
    .option('--revoke-others', 'a key leaked: end every other key and its tokens at once', false)
    .option('--json', 'print JSON', false)
    .action(({ revokeOthers, json }: { revokeOthers: boolean; json: boolean }) =>
      withDatabase(async ({ pool, config }) => {
        const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
        const key = await rotateSigningKey(pool, encryptionKey, { now: new Date(), revokeOthers });
        print(json, key, [`Key ${key.keyId} signs from ${key.signsFrom.toISOString()}.`]);
      }),
    );
  return keys;
}
