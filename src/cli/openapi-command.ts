import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { SigningKeys } from '../auth/signing-keys.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../start-error.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'openapi.json');
const TYPES_SCRIPT = join(ROOT, 'client/generate-types.ts');

/** Writes openapi.json and the SDK's types; with `check` writes nothing and throws when they are stale. */
export async function writeOpenApi(check: boolean): Promise<void> {
  const document = `${JSON.stringify(await apiDocument(), null, 2)}\n`;
  if (!check) writeFileSync(FILE, document);
  else if (readFileSync(FILE, 'utf8') !== document)
    throw new StartError('openapi.json is stale; run "npm run openapi".');
  execFileSync(process.execPath, [TYPES_SCRIPT, ...(check ? ['--check'] : [])], { stdio: 'inherit' });
}

/** The document with default settings. Needs no database: the routes are registered, and none is called. */
async function apiDocument(): Promise<object> {
  const pool = new Pool();
  const keys = new SigningKeys(pool, new Uint8Array(), () => new Date());
  const encryptionKey = new Uint8Array();
  const log = pino({ level: 'silent' });
  const app = await buildApp({ config: readConfig({}), pool, keys, encryptionKey, log });
  await app.ready();
  const document = app.swagger();
  await app.close();
  await pool.end();
  return document;
}
