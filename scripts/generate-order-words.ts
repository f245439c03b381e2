import { readFile, writeFile } from 'node:fs/promises';
import { REASON_WORDS, STATUS_WORDS } from '../src/orders/document/order-words.ts';
import { PROBLEM_MESSAGES } from '../src/platform/errors/problem-messages.ts';

const LINE_LENGTH_MAX = 120;

/** Writes the console's words, and the codes on paper. With --check, fails if a file is stale. */
for (const language of ['en', 'de'] as const) {
  const lines = (words: Readonly<Record<string, Record<typeof language, string>>>) =>
    Object.entries(words)
      .map(([name, of]) => `  ${name}: '${of[language]}',\n`)
      .join('');
  await save(
    `copy/order-words.${language}.ts`,
    `// Generated from src/orders/document/order-words.ts by \`npm run openapi\`.

export const statuses = {
${lines(STATUS_WORDS)}};

/** Why orders wait or are in error. The list is open, because staff may use other codes. */
export const reasons = {
${lines(REASON_WORDS)}};
`,
  );
}
const messages = Object.entries(PROBLEM_MESSAGES).map(([name, message]) => {
  const line = `  ${name}: '${message}',`;
  return line.length > LINE_LENGTH_MAX ? line.replace(': ', ':\n    ') : line;
});
await save(
  'floor-sentences/problem-messages.ts',
  `// Generated from src/platform/errors/problem-messages.ts by \`npm run openapi\`.
export const problemMessages = {
${messages.join('\n')}
};
`,
);

const CODES = 'src/platform/formats/scan-codes.ts';
const codes = await readFile(new URL(`../${CODES}`, import.meta.url), 'utf8');
await save('scan/scan-codes.ts', `// Copied from ${CODES} by \`npm run openapi\`.\n\n${codes}`);

async function save(name: string, source: string): Promise<void> {
  const file = new URL(`../console/src/shared/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) await writeFile(file, source);
  else if ((await readFile(file, 'utf8')) !== source) {
    process.stderr.write(`${file.pathname} is stale: run \`npm run openapi\`.\n`);
    process.exitCode = 1;
  }
}
