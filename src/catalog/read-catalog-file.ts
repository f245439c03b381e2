import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { NamedEncoding } from '../platform/formats/text-encoding.ts';
import { readCatalogFolder } from './catalog-csv.ts';
import { assertNoViolations, CatalogError, type CatalogFile } from './catalog-file.ts';
import { readCatalogJson } from './catalog-rules.ts';

/** The file is in memory several times. This size has some 1,500,000 variants. */
const JSON_BYTES_MAX = 256 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON file or a folder of CSV files. Throws CatalogError with all faults. */
export async function readCatalogFile(path: string, encoding?: NamedEncoding): Promise<CatalogFile> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CatalogError('catalog_unreadable', `There is no file or folder ${path}.`);
  if (!found.isDirectory() && /\.csv$/i.test(path)) {
    throw new CatalogError('catalog_unreadable', `Give the folder of ${basename(path)} instead of the file.`);
  }
  if (found.size > JSON_BYTES_MAX) {
    const limit = `${JSON_BYTES_MAX / 1024 / 1024} MiB`;
    throw new CatalogError('catalog_unreadable', `${path} is larger than ${limit}; split it.`);
  }
  const draft = found.isDirectory()
    ? await readCatalogFolder(path, encoding)
    : readCatalogJson(parseCatalogJson(await readText(path)));
  assertNoViolations(draft.violations);
  return draft.file;
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new CatalogError('catalog_unreadable', `${path} cannot be read: ${error.message}`);
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CatalogError('catalog_unreadable', `${path} is not text in UTF-8.`);
  }
}

/** Parses JSON with unique property names (RFC 7493). Throws CatalogError with line and column. */
function parseCatalogJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message
      .replace(/, (\.\.\.)?".*" is not valid JSON$/s, '')
      .replace(/( in JSON)? at position .*$/s, '');
    throw unreadable(text, findFault(text, error as Error), `This is not JSON: ${reason}`);
  }
  const repeated = findRepeatedName(text);
  if (repeated === undefined) return value;
  throw unreadable(text, repeated, 'The object already has a property of this name');
}

function unreadable(text: string, position: number, reason: string): CatalogError {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  const pointer = `line ${line}, column ${column}`;
  return new CatalogError('invalid_catalog', 'Nothing was imported: the file is not JSON that can be understood.', [
    { pointer, code: 'invalid_json', message: `${reason}.` },
  ]);
}

function findFault(text: string, error: Error): number {
  const given = /at position (\d+)/.exec(error.message)?.[1];
  if (given !== undefined) return Number(given);
  if (!isUnexpectedToken(error)) return text.length;
  // V8 reports no position for an unexpected token. The shortest prefix with the same fault ends there.
  let longestGood = 0;
  let shortestBad = text.length;
  while (shortestBad - longestGood > 1) {
    const middle = (longestGood + shortestBad) >>> 1;
    if (hasUnexpectedToken(text.slice(0, middle))) shortestBad = middle;
    else longestGood = middle;
  }
  return longestGood;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return isUnexpectedToken(error as Error);
  }
}

function isUnexpectedToken({ message }: Error): boolean {
  return message.startsWith('Unexpected token');
}

/** Finds the first repeated name of an object in valid JSON, because JSON.parse keeps only its last value. */
function findRepeatedName(text: string): number | undefined {
  const open: Set<string>[] = [];
  let last: { name: string; at: number } | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    else if (character === '}') open.pop();
    else if (character === ':' && last) {
      const names = open.at(-1);
      if (names?.has(last.name)) return last.at;
      names?.add(last.name);
    } else if (character === '"') {
      const end = endOfString(text, at);
      last = { name: text.slice(at, end), at };
      at = end;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
