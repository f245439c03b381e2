import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CONSOLE = join(import.meta.dirname, '../..');
/** What the built pages are made of. */
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'];

/** Builds the pages as `npm ci` does, where their sources are newer than what stands there. */
export async function buildIfStale(): Promise<void> {
  const built = await changedAt(join(CONSOLE, 'dist/index.html'));
  const sources = await Promise.all(SOURCES.map((source) => lastChange(join(CONSOLE, source))));
  if (built > Math.max(...sources)) return;
  await promisify(execFile)('npm', ['run', 'build'], { cwd: CONSOLE });
}

async function lastChange(path: string): Promise<number> {
  if (!(await stat(path)).isDirectory()) return changedAt(path);
  const entries = await readdir(path, { recursive: true });
  return Math.max(...(await Promise.all(entries.map((entry) => changedAt(join(path, entry))))));
}

/** Milliseconds; 0 for what is not there. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
