import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFetchFolder } from './fetch-folder.ts';

const HOUR_MS = 3_600_000;

async function newParent(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-fetching-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'fetching');
}

test('processes that share a folder each have one of their own, and none removes what another fetches', async (t) => {
  const parent = await newParent(t);
  // Two containers: each has a process of the same id, and knows nothing of the other's.
  const one = await (await openFetchFolder(parent, new Date()))();
  await writeFile(join(one, 'half.part'), 'half');
  const other = await (await openFetchFolder(parent, new Date()))();
  assert.notEqual(one, other);
  assert.deepEqual(await readdir(one), ['half.part']);
});

test('what was abandoned more than a day ago is removed', async (t) => {
  const parent = await newParent(t);
  const now = new Date();
  for (const [name, hours] of [
    ['old', 25],
    ['recent', 23],
  ] as const) {
    await mkdir(join(parent, name), { recursive: true });
    await writeFile(join(parent, name, 'half.part'), 'half');
    const changed = new Date(now.getTime() - hours * HOUR_MS);
    await utimes(join(parent, name), changed, changed);
  }
  const folder = await (await openFetchFolder(parent, now))();
  assert.deepEqual((await readdir(parent)).sort(), ['recent', basename(folder)].sort());
});

test('a folder that is gone is made anew for the next fetch', async (t) => {
  const folderOf = await openFetchFolder(await newParent(t), new Date());
  const folder = await folderOf();
  await rm(folder, { recursive: true });
  assert.equal(await folderOf(), folder);
  assert.deepEqual(await readdir(folder), []);
});
