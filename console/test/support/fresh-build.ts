import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CONSOLE = join(import.meta.dirname, '../..');
/** The sources of the built pages. */
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'];

/** Builds the pages, as `npm ci` does, if their sources are newer than the build. */
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

/** Returns the time of the last change in milliseconds; 0 for a missing file. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
