import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum width of a comment line, in columns. */
const COMMENT_WIDTH_MAX = 110;
/** Maximum length of a Markdown line outside tables and code, in characters. */
const MARKDOWN_WIDTH_MAX = 200;
const COMMENT = /^\s*(\/\/|\/\*|\*)/;
const ROOT = join(import.meta.dirname, '..');
const GENERATED = ['client/src/api-types.ts', 'console/src/shared/api/operator-types.ts'];

const code = globSync('{src,test,client,connectors,console,demo,bench,chaos,scripts}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (path) => /node_modules|dist$/.test(path),
}).filter((file) => !GENERATED.includes(file));
const pages = globSync(['*.md', 'docs/*.md', 'client/*.md'], { cwd: ROOT });

const wide = [
  ...code.flatMap((file) => findWide(file, linesOf(file), COMMENT_WIDTH_MAX, isComment)),
  ...pages.flatMap((file) => findWide(file, withoutCode(linesOf(file)), MARKDOWN_WIDTH_MAX, isProse)),
];
for (const place of wide) process.stderr.write(`${place}\n`);
if (wide.length > 0) {
  process.stderr.write(
    `${wide.length} lines are too long. Wrap comments at ${COMMENT_WIDTH_MAX} columns, and Markdown lines at ${MARKDOWN_WIDTH_MAX} characters.\n`,
  );
  process.exitCode = 1;
}

function linesOf(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8').split('\n');
}

function findWide(file: string, lines: string[], max: number, counts: (line: string) => boolean): string[] {
  return lines.flatMap((line, index) =>
    line.length > max && counts(line) ? [`${file}:${index + 1}: ${line.length} characters, at most ${max}`] : [],
  );
}

/** A comment without spaces, such as a URL, cannot be wrapped. */
function isComment(line: string): boolean {
  return COMMENT.test(line) && /\S \S/.test(line.replace(COMMENT, '').trim());
}

function isProse(line: string): boolean {
  return !line.startsWith('|');
}

/** Empties the lines within code fences, so that line numbers stay. */
function withoutCode(lines: string[]): string[] {
  let isCode = false;
  return lines.map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? '' : line;
  });
}
