import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const FOLDER = join(import.meta.dirname, '../migrations');

test('a released migration never changes; corrections are new migrations', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const sums = names.map(async (name) => `${hash('sha256', await readFile(join(FOLDER, name)))}  ${name}\n`);
  // A new migration adds its line: `cd migrations && sha256sum 0NNN-name.sql >> SHA256SUMS`.
  assert.equal((await Promise.all(sums)).join(''), await readFile(join(FOLDER, 'SHA256SUMS'), 'utf8'));
});
