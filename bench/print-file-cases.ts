import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makePrintFile } from '../src/platform/files/make-print-file.ts';
import { median } from './print-table.ts';

const ROUNDS = 5;
const DPI = 300;
/** A print of 300 x 400 mm at 300 dpi. */
const SIZE = { width: 3_543, height: 4_724 };

/**
 * Measures how long the mirrored file of an ordinary print takes, in milliseconds, and the ratio to decoding,
 * mirroring and encoding its artwork alone. Both use one thread.
 */
export async function measurePrintFile(): Promise<{ ms: number; ratio: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-print-'));
  sharp.concurrency(1);
  try {
    const [path, preview] = [join(folder, 'artwork'), join(folder, 'preview')];
    await drawArtwork(path);
    await sharp(path).resize(640, 640, { fit: 'inside' }).webp().toFile(preview);
    const [widthMm, heightMm] = [(SIZE.width / DPI) * 25.4, (SIZE.height / DPI) * 25.4];
    const works = [
      () => sharp(path, { sequentialRead: true }).flop().png().toFile(join(folder, 'copy')),
      () =>
        makePrintFile({
          path,
          preview,
          folder,
          mediaType: 'image/png',
          kind: 'PNG',
          dpi: DPI,
          isMirrored: true,
          part: { left: 0, top: 0, width: 1, height: 1 },
          widthMm,
          heightMm,
          area: { widthMm, heightMm, leftMm: 0, topMm: 0 },
        }),
    ];
    const taken: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, work] of works.entries()) {
        const started = performance.now();
        await work();
        taken[at]!.push(performance.now() - started);
      }
    const [alone, whole] = taken.map(median) as [number, number];
    return { ms: whole, ratio: whole / alone };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Draws a photo on a clear ground, with a gradient. */
async function drawArtwork(path: string): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const small = { width: 250, height: 300, channels: 3 as const, background: 'white', noise };
  const photo = await sharp(await sharp({ create: small }).png().toBuffer())
    .resize(2_000, 2_400, { fit: 'fill' })
    .png()
    .toBuffer();
  const glow = Buffer.from(
    `<svg width="${SIZE.width}" height="${SIZE.height}"><defs><linearGradient id="g"><stop stop-color="red"/>
     <stop offset="1" stop-color="blue" stop-opacity="0"/></linearGradient></defs><circle cx="1700" cy="2400" r="1600" fill="url(#g)"/></svg>`,
  );
  await sharp(glow)
    .composite([{ input: photo, left: 700, top: 1_000 }])
    .png()
    .toFile(path);
}
