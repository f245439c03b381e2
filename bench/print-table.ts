import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../docs');

export type Row = readonly (string | number)[];

/**
 * Prints tables in Markdown. With `write`, it also puts them into a page of docs/, between the marks of the
 * npm script.
 */
export async function printTables(
  script: string,
  tables: readonly string[],
  write: boolean,
  pageName = 'performance.md',
): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
  const text = [`${new Date().toISOString().slice(0, 10)}, ${machine}.`, ...tables].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (!write) return;
  const path = join(DOCS, pageName);
  const page = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${script} -->`, `<!-- end of ${script} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no marks for ${script}`);
  await writeFile(path, `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`);
}

/** Returns a table in Markdown. The first column is left-aligned, the others right-aligned. */
export function tableOf(head: readonly string[], rows: readonly Row[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Rounds to three significant digits, without an exponent. */
export function formatRounded(value: number): string {
  return Number.isNaN(value) ? '–' : String(Number(value.toPrecision(3)));
}

/** Returns the middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, another) => one - another);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? upper) + upper) / 2;
}

export function reportProgress(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
