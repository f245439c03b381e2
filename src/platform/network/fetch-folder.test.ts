import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFetchFolder } from './safe-fetch.ts';

const MINUTE_MS = 60_000;

async function newParent(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-fetching-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'fetching');
}

async function open(t: TestContext, parent: string, { now = new Date(), alone = false } = {}) {
  const folder = await openFetchFolder(parent, { now, alone });
  t.after(() => folder.close());
  return folder;
}

/** A file of a process that was killed this long ago. */
async function leave(parent: string, name: string, now: Date, minutes: number): Promise<void> {
  await mkdir(join(parent, name), { recursive: true });
  await writeFile(join(parent, name, 'half.part'), 'half');
  const touched = new Date(now.getTime() - minutes * MINUTE_MS);
  await utimes(join(parent, name), touched, touched);
}

test('processes that share a folder each have one of their own, and none removes what another fetches', async (t) => {
  const parent = await newParent(t);
  // Two containers: each has a process of the same id, and knows nothing of the other's.
  const one = await (await open(t, parent)).path();
  await writeFile(join(one, 'half.part'), 'half');
  const other = await (await open(t, parent)).path();
  assert.notEqual(one, other);
  assert.deepEqual(await readdir(one), ['half.part']);
});

test('what killed processes left is removed ten minutes after their last sign of life, at a start and while one runs', async (t) => {
  const parent = await newParent(t);
  const now = new Date();
  await leave(parent, 'dead', now, 10);
  await leave(parent, 'living', now, 9);
  const folder = await open(t, parent, { now });
  const own = basename(await folder.path());
  assert.deepEqual((await readdir(parent)).sort(), ['living', own].sort());
  await folder.tidy(new Date(now.getTime() + MINUTE_MS));
  assert.deepEqual(await readdir(parent), [own]);
});

test('whose folder is touched lives, however long it fetches nothing', async (t) => {
  const parent = await newParent(t);
  const now = new Date();
  const one = await open(t, parent, { now });
  await one.path();
  const later = new Date(now.getTime() + 60 * MINUTE_MS);
  await one.tidy(later);
  await open(t, parent, { now: new Date(later.getTime() + 9 * MINUTE_MS) });
  assert.deepEqual(await readdir(parent), [basename(await one.path())]);
});

test('who is alone removes at once whatever was left', async (t) => {
  const parent = await newParent(t);
  const now = new Date();
  await leave(parent, 'killed-just-now', now, 0);
  await open(t, parent, { now, alone: true });
  assert.deepEqual(await readdir(parent), []);
});

test('a process that stops leaves nothing', async (t) => {
  const parent = await newParent(t);
  const folder = await open(t, parent);
  await writeFile(join(await folder.path(), 'half.part'), 'half');
  await folder.close();
  assert.deepEqual(await readdir(parent), []);
});

test('a folder that is gone is made anew for the next fetch', async (t) => {
  const fetching = await open(t, await newParent(t));
  const folder = await fetching.path();
  await rm(folder, { recursive: true });
  assert.equal(await fetching.path(), folder);
  assert.deepEqual(await readdir(folder), []);
});
