import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { SigningKeys } from '../clients/signing-keys.ts';
import { readConfig } from '../platform/settings/config.ts';
import { buildApp } from '../server.ts';
import { StartError } from '../start/start-error.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'openapi.json');
const OPERATOR_FILE = join(ROOT, 'operator-openapi.json');
const SCRIPTS = [
  'client/generate-types.ts',
  'client/generate-postman.ts',
  'client/generate-languages.ts',
  'console/generate-types.ts',
];

/**
 * Writes the API documents, the types of the SDK and the console, the clients in other languages and the
 * Postman collection. With `check`, writes nothing and throws a StartError if a file is stale.
 */
export async function writeOpenApi(check: boolean): Promise<void> {
  for (const [file, document] of await buildDocuments()) {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (!check) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text)
      throw new StartError(`${basename(file)} is stale; run "npm run openapi".`);
  }
  for (const script of SCRIPTS) {
    execFileSync(process.execPath, [join(ROOT, script), ...(check ? ['--check'] : [])], { stdio: 'inherit' });
  }
}

/** Builds the documents with default settings. Needs no database, because the routes are only registered. */
async function buildDocuments(): Promise<[file: string, document: object][]> {
  const pool = new Pool();
  const keys = new SigningKeys(pool, new Uint8Array(), () => new Date());
  const encryptionKey = new Uint8Array();
  const log = pino({ level: 'silent' });
  const app = await buildApp({ config: readConfig({}), pool, keys, encryptionKey, log });
  const document = async (path: string) => (await app.inject(path)).json<object>();
  const documents: [string, object][] = [
    [FILE, await document('/openapi.json')],
    [OPERATOR_FILE, await document('/operator/openapi.json')],
  ];
  await app.close();
  await pool.end();
  return documents;
}
