import { readFile, writeFile } from 'node:fs/promises';
import { REASON_WORDS, STATUS_WORDS } from '../src/orders/document/order-words.ts';

/** Writes the console's words for statuses and reasons of orders. With --check, fails if a file is stale. */
for (const language of ['en', 'de'] as const) {
  const lines = (words: Readonly<Record<string, Record<typeof language, string>>>) =>
    Object.entries(words)
      .map(([name, of]) => `  ${name}: '${of[language]}',\n`)
      .join('');
  const source = `// Generated from src/orders/document/order-words.ts by \`npm run openapi\`.

export const statuses = {
${lines(STATUS_WORDS)}};

/** Why orders wait or are in error. The list is open, because staff may use other codes. */
export const reasons = {
${lines(REASON_WORDS)}};
`;
  const file = new URL(`../console/src/shared/copy/order-words.${language}.ts`, import.meta.url);
  if (!process.argv.includes('--check')) await writeFile(file, source);
  else if ((await readFile(file, 'utf8')) !== source) {
    process.stderr.write(`${file.pathname} is stale: run \`npm run openapi\`.\n`);
    process.exitCode = 1;
  }
}
