// What bin/compile-server.js makes of the server, and whether it is still what it was made from.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MS_PER_SECOND = 1_000;

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Where packages that are no part of it are found as from src/. */
export const BUNDLE = join(ROOT, 'node_modules/.cache/platen-server');
/** The name of its list of what it was made from. */
export const MADE_FROM = 'made-from.json';

/** The file to load in place of src/cli/main.ts; undefined where there is none, or where something has changed that it was made from. */
export function findBundle() {
  try {
    const madeFrom = Object.entries(JSON.parse(readFileSync(join(BUNDLE, MADE_FROM), 'utf8')));
    return madeFrom.every(([file, state]) => stateOf(join(ROOT, file)) === state)
      ? join(BUNDLE, 'main.js')
      : undefined;
  } catch {
    return undefined;
  }
}

/** By what a change of the file is noticed. Whole seconds, since not everything that copies files keeps more. */
export function stateOf(file) {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${Math.floor(mtimeMs / MS_PER_SECOND)}`;
}
