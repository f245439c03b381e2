import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { SigningKeys } from '../clients/signing-keys.ts';
import { readConfig } from '../platform/settings/config.ts';
import { rejectCodeOf } from '../production/command-codes.ts';
import { REJECT_REASON_WORDS } from '../production/reject-reason-words.ts';
import { REJECT_REASON_NAMES, REJECT_REASONS } from '../production/reject-reasons.ts';
import { buildApp } from '../server.ts';
import { StartError } from '../start/start-error.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'openapi.json');
const OPERATOR_FILE = join(ROOT, 'operator-openapi.json');
const REJECT_REASONS_FILE = join(ROOT, 'console/src/shared/api/reject-reasons.ts');
/** Longer objects and arrays of the documents take several lines. In characters, without the name. */
const LINE_LENGTH_MAX = 120;
const SCRIPTS = [
  'client/generate-types.ts',
  'client/generate-postman.ts',
  'client/generate-languages.ts',
  'console/generate-types.ts',
  'scripts/generate-order-words.ts',
];

/**
 * Writes the API documents, the types of the SDK and the console, the console's words, the clients in other
 * languages and the Postman collection. With `check`, writes nothing and throws a StartError if a
 * file is stale.
 */
export async function writeOpenApi(check: boolean): Promise<void> {
  const documents = await buildDocuments();
  const texts = documents.map(([file, document]) => [file, `${compactJson(document)}\n`] as const);
  for (const [file, text] of [...texts, [REJECT_REASONS_FILE, rejectReasonsSource()] as const]) {
    if (!check) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text)
      throw new StartError(`${basename(file)} is stale; run "npm run openapi".`);
  }
  for (const script of SCRIPTS) {
    execFileSync(process.execPath, [join(ROOT, script), ...(check ? ['--check'] : [])], { stdio: 'inherit' });
  }
}

/** Returns JSON with each object and array on one line where it fits, which halves the lines. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE_LENGTH_MAX) return line;
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((one) => inner + compactJson(one, inner))
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${compactJson(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
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

/** Returns the source of the console's reject reasons: their codes, keys at the stations and words. */
function rejectReasonsSource(): string {
  const entries = REJECT_REASON_NAMES.map((reason) => {
    const { key }: { command: number; key?: string } = REJECT_REASONS[reason];
    return `  ${reason}: { code: '${rejectCodeOf(reason)}'${key === undefined ? '' : `, key: '${key}'`} },\n`;
  });
  const words = (['en', 'de'] as const).map((language) => {
    const lines = REJECT_REASON_NAMES.map(
      (reason) => `    ${reason}: ${JSON.stringify(REJECT_REASON_WORDS[language][reason])},\n`,
    );
    return `  ${language}: {\n${lines.join('')}  },\n`;
  });
  return `// Generated from src/production/reject-reasons.ts and reject-reason-words.ts by \`npm run openapi\`.

export const REJECT_REASONS = {
${entries.join('')}} as const satisfies Record<string, { code: string; key?: string }>;

export type RejectReason = keyof typeof REJECT_REASONS;

export const REJECT_REASON_WORDS: Record<'en' | 'de', Record<RejectReason, string>> = {
${words.join('')}};
`;
}
