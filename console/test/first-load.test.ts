import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../dist');
const FIRST_LOAD_BYTES_MAX = 300_000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));

/** Returns the files that a chunk needs before it runs. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  assert.ok(chunk, name);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const one of chunk.imports ?? []) filesOf(one, found);
  return found;
}

const gzipped = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;

test('the first load of the orders is under 300 kB', (t) => {
  const files = new Set<string>();
  for (const name of [
    'index.html',
    'src/shell/office-shell.tsx',
    'src/shared/copy/shared-copy.en.ts',
    'src/features/orders/orders-copy.en.ts',
    'src/features/orders/orders-page.tsx',
  ]) {
    filesOf(name, files);
  }
  const sizes = [...files].map((file) => [gzipped(file), file] as const).sort(([one], [other]) => other - one);
  const sum = sizes.reduce((total, [bytes]) => total + bytes, 0);
  t.diagnostic(`${sum} bytes: ${sizes.map(([bytes, file]) => `${file} ${bytes}`).join(', ')}`);
  assert.ok(sum < FIRST_LOAD_BYTES_MAX, `${sum} bytes`);
});

test('no page is larger than the first load, and none is part of it', () => {
  const first = filesOf('index.html');
  const pages = Object.keys(manifest).filter((name) => /-page\.tsx$/.test(name));
  assert.ok(pages.length >= 3);
  for (const page of pages) assert.ok(!first.has(manifest[page]?.file ?? ''), page);
});

test('every Mantine component in use has its styles', () => {
  const files = readdirSync(join(DIST, 'assets'));
  const inAll = (type: string) =>
    files
      .filter((file) => file.endsWith(type))
      .map((file) => readFileSync(join(DIST, 'assets', file), 'utf8'))
      .join('');
  const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const [used, styled] = [classesOf(inAll('.js')), classesOf(inAll('.css'))];
  const styles = join(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), '../styles');
  const missing = readdirSync(styles).filter(
    (file) =>
      /^[A-Z]\w+\.css$/.test(file) &&
      [...classesOf(readFileSync(join(styles, file), 'utf8'))].some((name) => used.has(name) && !styled.has(name)),
  );
  assert.deepEqual(missing, [], 'console/src/app/mantine.css imports them');
});
