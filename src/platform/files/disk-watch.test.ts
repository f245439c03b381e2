import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DiskWatch, readFreeBytes } from './disk-watch.ts';

const FLOOR_BYTES = 1_000;
const START = Date.parse('2026-01-31T12:00:00Z');

function newWatch(free: number) {
  const disk = { free, now: START, fails: false, whileRead: () => {} };
  const lines: string[] = [];
  const note = (_values: object, line: string) => void lines.push(line);
  const log = { info: note, warn: note } as ConstructorParameters<typeof DiskWatch>[0]['log'];
  const watch = new DiskWatch({
    floorBytes: FLOOR_BYTES,
    readFree: async () => {
      disk.whileRead();
      if (disk.fails) throw new Error('EIO');
      return disk.free;
    },
    clock: () => new Date(disk.now),
    log,
    faults: { failed: (dependency) => lines.push(`${dependency} failed`), worked: () => {} },
  });
  return { disk, watch, lines };
}

test('below the floor no file is fetched; above it again they are, after a while and with something to spare', async () => {
  const { disk, watch, lines } = newWatch(1_000);
  await watch.measure();
  assert.equal(watch.mayFetch(), true);
  disk.free = 999;
  await watch.measure();
  await watch.measure();
  assert.equal(watch.mayFetch(), false);
  assert.equal(watch.claim(1), false);
  assert.deepEqual(watch.state, { freeBytes: 999, floorBytes: 1_000, pausedSince: new Date(START) });
  disk.now += 10_000;
  for (const free of [1_000, 1_049]) {
    disk.free = free;
    await watch.measure();
    assert.equal(watch.mayFetch(), false, String(free));
  }
  disk.free = 1_050;
  disk.now -= 1;
  await watch.measure();
  assert.equal(watch.mayFetch(), false, 'too early');
  disk.now += 1;
  await watch.measure();
  await watch.measure();
  assert.deepEqual(watch.state, { freeBytes: 1_050, floorBytes: 1_000, pausedSince: null });
  assert.deepEqual(
    lines.map((line) => line.split(':')[0]),
    ['disk space is low', 'there is disk space again'],
  );
});

test('what is written between two looks never exceeds what was free above the floor', async () => {
  const { disk, watch } = newWatch(1_500);
  await watch.measure();
  assert.equal(watch.claim(300), true);
  assert.equal(watch.claim(200), true);
  assert.equal(watch.claim(1), false);
  assert.equal(watch.mayFetch(), false, 'and nothing begins any more');
  disk.now += 10_000;
  await watch.measure();
  assert.equal(watch.claim(500), true, 'after the next measure what it found counts');
});

test('what is written while the disk is asked counts against what it answers', async () => {
  const { disk, watch } = newWatch(1_500);
  disk.whileRead = () => assert.equal(watch.claim(400), true);
  await watch.measure();
  assert.equal(watch.claim(101), false);
});

test('a disk that cannot be asked pauses nothing, and is a fault', async () => {
  const { disk, watch, lines } = newWatch(1_500);
  disk.fails = true;
  await watch.measure();
  await watch.measure();
  assert.equal(watch.claim(1_000_000), true);
  assert.equal(watch.state.freeBytes, null);
  assert.deepEqual(lines, ['disk failed', 'disk failed']);
});

test('the free space is that of DATA_DIR, whatever of it is not there yet', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-disk-'));
  t.after(() => rm(folder, { recursive: true }));
  assert.ok((await readFreeBytes({ DATA_DIR: folder })) > 0);
  await assert.rejects(readFreeBytes({ DATA_DIR: join(folder, 'absent') }), /does not exist/);
});
