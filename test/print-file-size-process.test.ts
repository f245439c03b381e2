import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { PICTURE_FOLDERS } from '../src/orders/files/draw-pictures.ts';
import type { PrintTask } from '../src/platform/files/make-print-file.ts';
import { PngWriter } from '../src/platform/files/png-writer.ts';
import { TaskPool } from '../src/platform/files/task-pool.ts';

const MIB = 1024 * 1024;
/** Processor time for a print of 300 x 400 mm at 300 dpi, with the start of the process. */
const ORDINARY_CPU_MS = 2_000;
const HUGE_PIXELS = 20_000;
const ROWS_AT_ONCE = 100;
const DPI = 300;
const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

/** Makes a mirrored file of artwork with `pixels` in a separate process with these limits. */
async function make(
  t: TestContext,
  limits: { cpuMs: number; memoryBytes: number },
  draw: (path: string) => Promise<{ width: number; height: number }>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-picture-'));
  const pool = new TaskPool({ processes: 1, writable: PICTURE_FOLDERS, limits: { ...limits, totalMs: 600_000 } });
  t.after(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });
  const path = join(folder, 'artwork');
  const { width, height } = await draw(path);
  const [widthMm, heightMm] = [(width / DPI) * 25.4, (height / DPI) * 25.4];
  const look = join(folder, 'look');
  await sharp(path, { limitInputPixels: false }).resize(640, 640, { fit: 'inside' }).webp().toFile(look);
  const task: PrintTask = {
    ...{ path, look, folder, mediaType: 'image/png', kind: 'PNG', dpi: DPI, isMirrored: true, part: WHOLE },
    ...{ widthMm, heightMm, area: { widthMm, heightMm, leftMm: 0, topMm: 0 } },
  };
  return pool.run('test', 'print', task, AbortSignal.timeout(600_000));
}

test('the file of an ordinary print takes at most two seconds on one core', async (t) => {
  const size = { width: 3_543, height: 4_724 };
  const made = await make(t, { cpuMs: ORDINARY_CPU_MS, memoryBytes: 512 * MIB }, async (path) => {
    // A photo on a clear ground, with a gradient.
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const small = { width: 250, height: 300, channels: 3 as const, background: 'white', noise };
    const photo = await sharp(await sharp({ create: small }).png().toBuffer())
      .resize(2_000, 2_400, { fit: 'fill' })
      .png()
      .toBuffer();
    const glow = Buffer.from(
      `<svg width="${size.width}" height="${size.height}"><defs><linearGradient id="g"><stop stop-color="red"/>
       <stop offset="1" stop-color="blue" stop-opacity="0"/></linearGradient></defs><circle cx="1700" cy="2400" r="1600" fill="url(#g)"/></svg>`,
    );
    await sharp(glow)
      .composite([{ input: photo, left: 700, top: 1_000 }])
      .png()
      .toFile(path);
    return size;
  });
  assert.ok(typeof made === 'object');
  const { width, density } = await sharp(made.path).metadata();
  assert.deepEqual([width, Math.round(density ?? 0)], [size.width, DPI]);
});

test('the file of 20,000 x 20,000 pixels is made in bounded memory', async (t) => {
  const made = await make(t, { cpuMs: 300_000, memoryBytes: 512 * MIB }, async (path) => {
    const png = await PngWriter.open(path, HUGE_PIXELS, HUGE_PIXELS, 11_811);
    const rows = Buffer.alloc(ROWS_AT_ONCE * HUGE_PIXELS * 4);
    for (let at = 0; at < rows.length; at += 4) rows.writeUInt32BE(((at >> 8) << 8) | 200, at);
    for (let row = 0; row < HUGE_PIXELS; row += ROWS_AT_ONCE) await png.write(rows);
    await png.end();
    return { width: HUGE_PIXELS, height: HUGE_PIXELS };
  });
  assert.ok(typeof made === 'object');
  const { width, height } = await sharp(made.path, { limitInputPixels: false }).metadata();
  assert.deepEqual([width, height], [HUGE_PIXELS, HUGE_PIXELS]);
  assert.equal((await stat(made.path)).size, made.bytes);
});
