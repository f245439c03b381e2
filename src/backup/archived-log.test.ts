import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { beginLine, END } from './archive-wal.ts';
import { readArchivedLog } from './archived-log.ts';
import { type Backup, type Manifest, writeManifest } from './backup-manifest.ts';
import { chooseBackup } from './choose-backup.ts';
import { writeSealed } from './sealed-file.ts';
import { segmentName } from './wal-names.ts';

const SEGMENT_BYTES = 1_048_576;
const SIGNAL = new AbortController().signal;
const segment = (number: number) => segmentName(number * SEGMENT_BYTES, 1, SEGMENT_BYTES);

async function newFolder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'platen-archive-'));
  t.after(() => rm(dir, { recursive: true }));
  return dir;
}

/** Writes a whole backup whose log goes on in segment 2. */
async function addBackup(dir: string, started: string, line?: string): Promise<Backup> {
  const name = started.replaceAll(':', '-');
  const folder = join(dir, 'backups', name);
  await mkdir(folder, { recursive: true });
  const manifest: Manifest = {
    ...{ format: 2, platen: '0.1.0', started, ended: started, key: '0'.repeat(32), entries: [] },
    files: { count: 0, bytes: 0, missing: 0 },
    cluster: {
      ...{ systemIdentifier: '1', majorVersion: 18, timeline: 1, segmentBytes: SEGMENT_BYTES },
      ...{ startSegment: segment(1), stopSegment: segment(1), ...(line !== undefined && { line }) },
    },
  };
  await writeManifest(folder, manifest);
  return { name, folder, manifest };
}

async function addLine(dir: string, line: string, moment: string): Promise<void> {
  await mkdir(join(dir, 'wal', line), { recursive: true });
  await writeSealed(join(dir, 'wal', line, END), { segment: segment(2), bytes: 0, sha256: '0', moment });
}

test('the log of an earlier release gets checksums, and stays marked as not checked', async (t) => {
  const dir = await newFolder(t);
  const backup = await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one');
  const line = join(dir, 'wal', 'one');
  await mkdir(line, { recursive: true });
  for (const name of [segment(2), `${segment(3)}.partial`])
    await writeFile(join(line, name), randomBytes(SEGMENT_BYTES));
  // The marker of the folder is not asked for, because the folder of the line is there.
  await beginLine({ dir, id: '' }, 'one', segment(2));
  const log = await readArchivedLog(dir, backup, SIGNAL);
  assert.deepEqual([log?.segments.length, log?.damage, log?.isChecked], [2, undefined, false]);

  await rm(join(line, `${segment(3)}.partial`));
  assert.match((await readArchivedLog(dir, backup, SIGNAL))!.damage!.message, /partial is missing/);
});

test('half a segment of an earlier release is damage', async (t) => {
  const dir = await newFolder(t);
  const backup = await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one');
  const line = join(dir, 'wal', 'one');
  await mkdir(line, { recursive: true });
  await writeFile(join(line, segment(2)), randomBytes(SEGMENT_BYTES));
  await truncate(join(line, segment(2)), SEGMENT_BYTES / 2);
  await beginLine({ dir, id: '' }, 'one', segment(2));
  assert.match((await readArchivedLog(dir, backup, SIGNAL))!.damage!.message, /not a whole segment/);
});

test('two databases that archive into one folder at the same time are not restored without a choice', async (t) => {
  const dir = await newFolder(t);
  const first = await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one');
  await addLine(dir, 'one', '2026-03-01T13:00:00.000Z');
  await addBackup(dir, '2026-03-01T14:00:00.000Z', 'two');
  await addLine(dir, 'two', '2026-03-01T15:00:00.000Z');
  assert.equal((await chooseBackup(dir)).name, '2026-03-01T14-00-00.000Z', 'one life after the other');
  await addLine(dir, 'one', '2026-03-01T14:30:00.000Z');
  await assert.rejects(chooseBackup(dir), /Two databases have archived .*the log one reaches/);
  assert.equal((await chooseBackup(dir, { name: first.name })).name, first.name);
});

test('a backup by hand without log is newer than the log that ends in its own last segment', async (t) => {
  const dir = await newFolder(t);
  const first = await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one');
  await addLine(dir, 'one', '2026-03-01T13:00:00.000Z');
  const byHand = await addBackup(dir, '2026-03-01T14:00:00.000Z');
  await writeFile(join(dir, 'wal', 'one', `${segment(1)}.partial`), '');
  assert.equal((await chooseBackup(dir)).name, byHand.name);
  await writeFile(join(dir, 'wal', 'one', `${segment(2)}.partial`), '');
  assert.equal((await chooseBackup(dir)).name, first.name);
});
