import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { openServerFolder } from './backup-folder.ts';

const OPENINGS = 8;

test('a new backup folder that is opened several times at once gets one marker, and is accepted afterwards', async (t) => {
  const database = await openTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'platen-folder-'));
  t.after(async () => {
    await database.close();
    await rm(dir, { recursive: true });
  });
  const opened = await Promise.all(Array.from({ length: OPENINGS }, () => openServerFolder(database.pool, dir)));
  const { id } = await openServerFolder(database.pool, dir);
  assert.deepEqual(new Set(opened.map((folder) => folder.id)), new Set([id]));
});
