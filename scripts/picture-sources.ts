import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The hash of the files that drew the pictures of the README. */
const RECORD = join(ROOT, 'docs/pictures/sources.sha256');
/** The pages in the pictures, with the parts that all pages share, in English. */
const SOURCES = 'console/src/{app,shell,shared/ui,features/today,features/orders}/**/*.{ts,tsx,css}';

/** Returns the SHA-256 of the files that draw the pictures of the README. */
function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !/\.test\.ts$|\.de\.ts$/.test(file));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return `${hash.digest('hex')}\n`;
}

/** Records that the pictures show the present pages. */
export function recordSources(): void {
  writeFileSync(RECORD, hashSources());
}

if (import.meta.main && readFileSync(RECORD, 'utf8') !== hashSources()) {
  process.stderr.write('The pages have changed after the pictures of the README. Run `npm run screenshots`.\n');
  process.exitCode = 1;
}
