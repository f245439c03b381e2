import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { END } from './archive-wal.ts';
import { readArchivedLog } from './archived-log.ts';
import { type Backup, type Manifest, writeManifest } from './backup-manifest.ts';
import { chooseBackup } from './choose-backup.ts';
import { writeSealed } from './durable-files.ts';
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
async function addBackup(dir: string, started: string, line?: string, format = 2): Promise<Backup> {
  const name = started.replaceAll(':', '-');
  const folder = join(dir, 'backups', name);
  await mkdir(folder, { recursive: true });
  const manifest: Manifest = {
    ...{ format, platen: '0.1.0', started, ended: started, key: '0'.repeat(32), entries: [] },
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

test('a backup of a release before 0.1.0 is refused with the release that restores it', async (t) => {
  const dir = await newFolder(t);
  await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one', 1);
  await assert.rejects(chooseBackup(dir), /was made by a Platen before version 0\.1\.0; restore it with 0\.1\.0\./);
});

test('a line of the archive without its end is damaged', async (t) => {
  const dir = await newFolder(t);
  const backup = await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one');
  await mkdir(join(dir, 'wal', 'one'), { recursive: true });
  assert.match((await readArchivedLog(dir, backup, SIGNAL))!.damage!.message, /end\.json is missing/);
});

test('a folder with two databases of the same time is restored only by the name of a backup', async (t) => {
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

test('a backup by hand without log is newer than log that ends in its last segment', async (t) => {
  const dir = await newFolder(t);
  const first = await addBackup(dir, '2026-03-01T12:00:00.000Z', 'one');
  await addLine(dir, 'one', '2026-03-01T13:00:00.000Z');
  const byHand = await addBackup(dir, '2026-03-01T14:00:00.000Z');
  await writeFile(join(dir, 'wal', 'one', `${segment(1)}.partial`), '');
  assert.equal((await chooseBackup(dir)).name, byHand.name);
  await writeFile(join(dir, 'wal', 'one', `${segment(2)}.partial`), '');
  assert.equal((await chooseBackup(dir)).name, first.name);
});
