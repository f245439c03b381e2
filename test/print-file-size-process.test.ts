import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { PICTURE_FOLDERS } from '../src/orders/files/draw-pictures.ts';
import type { PrintTask } from '../src/platform/files/make-print-file.ts';
import { PngWriter } from '../src/platform/files/png-writer.ts';
import { TaskPool } from '../src/platform/files/task-pool.ts';

const PIXELS = 20_000;
const ROWS_AT_ONCE = 100;
const DPI = 300;
const LIMITS = { cpuMs: 300_000, totalMs: 600_000, memoryBytes: 512 * 1024 * 1024 };

test('the mirrored file of 20,000 x 20,000 pixels is made in bounded memory', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-print-'));
  const pool = new TaskPool({ processes: 1, writable: PICTURE_FOLDERS, limits: LIMITS });
  t.after(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });
  const [path, preview] = [join(folder, 'artwork'), join(folder, 'preview')];
  await drawArtwork(path);
  await sharp(path, { limitInputPixels: false }).resize(640).webp().toFile(preview);
  const mm = (PIXELS / DPI) * 25.4;
  const task: PrintTask = {
    path,
    preview,
    folder,
    mediaType: 'image/png',
    kind: 'PNG',
    dpi: DPI,
    isMirrored: true,
    part: { left: 0, top: 0, width: 1, height: 1 },
    widthMm: mm,
    heightMm: mm,
    area: { widthMm: mm, heightMm: mm, leftMm: 0, topMm: 0 },
  };
  const made = await pool.run('test', 'print', task, AbortSignal.timeout(LIMITS.totalMs));
  assert.ok(typeof made === 'object');
  const { width, height, density } = await sharp(made.path, { limitInputPixels: false }).metadata();
  assert.deepEqual([width, height, Math.round(density ?? 0)], [PIXELS, PIXELS, DPI]);
  assert.equal((await stat(made.path)).size, made.bytes);
});

async function drawArtwork(path: string): Promise<void> {
  const png = await PngWriter.open(path, PIXELS, PIXELS, 11_811);
  const rows = Buffer.alloc(ROWS_AT_ONCE * PIXELS * 4);
  for (let at = 0; at < rows.length; at += 4) rows.writeUInt32BE(((at >> 8) << 8) | 200, at);
  for (let row = 0; row < PIXELS; row += ROWS_AT_ONCE) await png.write(rows);
  await png.end();
}
