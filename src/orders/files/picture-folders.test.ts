import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { PictureFolders } from './draw-pictures.ts';

test('files of drawings in killed processes are removed, and no others', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'platen-parent-'));
  t.after(() => rm(parent, { recursive: true }));
  const now = new Date();
  const old = new Date(now.getTime() - 2 * 3_600_000);
  for (const name of ['platen-picture-left', 'platen-picture-drawn-now', 'others']) await mkdir(join(parent, name));
  await writeFile(join(parent, 'platen-picture-left', 'file'), 'artwork');
  await writeFile(join(parent, 'platen-picture-file'), 'no folder');
  for (const name of ['platen-picture-left', 'platen-picture-file', 'others'])
    await utimes(join(parent, name), old, old);
  const made = await new PictureFolders(parent).make(now);
  const expected = ['others', 'platen-picture-drawn-now', 'platen-picture-file', basename(made)];
  assert.deepEqual((await readdir(parent)).sort(), expected.sort());
});
