import type { Metadata, Sharp } from 'sharp';
import { type FileWindow, type Findings, PIXELS_MAX } from './file-content.ts';
import { openSharp } from './open-sharp.ts';

/** The first eight bytes of every PNG file (PNG Third Edition, 5.2). */
export const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** SOI and the first byte of the next marker (ISO/IEC 10918-1, Annex B). */
export const JPEG_START = Buffer.of(0xff, 0xd8, 0xff);

/** An interlaced PNG is held as a whole. JPEGMEM limits a progressive JPEG likewise. */
const HELD_BYTES_MAX = 512 * 1024 * 1024;
/** libjpeg draws the rest gray after these warnings. Extraneous bytes, as cameras leave them, do no harm. */
const INCOMPLETE = /Corrupt JPEG data: (?!\d+ extraneous)/;
const CHUNKS_MAX = 1_000_000;

/**
 * Returns size, resolution and transparency of a PNG or JPEG. The fault is `unreadable` unless the decoder
 * draws the whole image, which is the default image of an animated PNG.
 */
export async function inspectPicture(file: FileWindow, path: string): Promise<Findings> {
  const sharp = await openSharp();
  const open = (limitInputPixels: number | false) =>
    sharp(path, { failOn: 'error', limitInputPixels, sequentialRead: true });
  const header = await open(false)
    .metadata()
    .catch(() => undefined);
  if (!header) return { fault: 'unreadable' };
  const { width, height, hasAlpha } = header;
  const dpi = header.format === 'png' ? await readPngDpi(file) : header.resolutionUnit && header.density;
  const findings = { width, height, hasAlpha, ...(dpi && { dpi }) };
  if (width * height > PIXELS_MAX) return { ...findings, fault: 'too_many_pixels' };
  if (heldBytes(header) > HELD_BYTES_MAX) return { ...findings, fault: 'too_complex' };
  // The end of the file is missing.
  if (dpi === undefined && header.format === 'png') return { ...findings, fault: 'unreadable' };
  if (header.format === 'png' && hasAlpha) return { ...findings, ...(await findVisible(open(PIXELS_MAX), header)) };
  let isIncomplete = false;
  // The last row needs all others, of which a few at a time are held.
  const lastRow = open(PIXELS_MAX)
    .extract({ left: 0, top: height - 1, width: 1, height: 1 })
    .on('warning', (warning: string) => {
      isIncomplete ||= INCOMPLETE.test(warning);
    });
  try {
    await lastRow.raw().toBuffer();
    return isIncomplete
      ? { ...findings, fault: 'unreadable' }
      : { ...findings, ...(header.format === 'png' && { isOpaque: true }) };
  } catch (error) {
    const isTooLarge = (error as Error).message.includes('Memory limit exceeded');
    return { ...findings, fault: isTooLarge ? 'too_complex' : 'unreadable' };
  }
}

/** The longest side of the copy in which transparent pixels are looked for. */
const GRID_PIXELS_MAX = 1_500;
const OPAQUE = 255;

/** Decodes a PNG to its last row, and finds the part of it that is visible. */
async function findVisible(image: Sharp, { width, height }: Metadata): Promise<Findings> {
  const grid = { width: Math.min(width, GRID_PIXELS_MAX), height: Math.min(height, GRID_PIXELS_MAX) };
  const reading = image
    .resize({ ...grid, fit: 'fill' })
    .extractChannel('alpha')
    .raw();
  const alpha = await reading.toBuffer().catch(() => undefined);
  if (!alpha) return { fault: 'unreadable' };
  let [left, right, top, bottom] = [grid.width, -1, grid.height, -1];
  let isOpaque = true;
  for (let at = 0; at < alpha.length; at += 1) {
    isOpaque &&= alpha[at] === OPAQUE;
    if (alpha[at] === 0) continue;
    const [x, y] = [at % grid.width, Math.floor(at / grid.width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  const visible = right < 0 ? 0 : (right - left + 1) * (bottom - top + 1);
  return { isOpaque, visibleShare: visible / (grid.width * grid.height) };
}

function heldBytes({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  return format === 'png' && isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0;
}

/**
 * Returns the resolution that a PNG declares in pHYs (PNG, 11.3.4.3), or 0. Returns undefined if the last
 * chunk is missing, which the decoder does not notice. Sharp returns only the resolution across.
 */
async function readPngDpi(file: FileWindow): Promise<number | undefined> {
  let dpi = 0;
  let position = PNG_SIGNATURE.length;
  for (let count = 0; count < CHUNKS_MAX; count += 1) {
    const chunk = await file.read(position, 17);
    if (chunk.length < 12) break;
    const [length, type] = [chunk.readUInt32BE(0), chunk.toString('latin1', 4, 8)];
    if (type === 'IEND') return dpi;
    if (type === 'pHYs' && length === 9 && chunk[16] === 1) {
      const perMeter = Math.min(chunk.readUInt32BE(8), chunk.readUInt32BE(12));
      // 300 dpi is stored as 11811 per meter, so only the first decimal is reliable.
      dpi = Math.round(perMeter * 0.254) / 10;
    }
    position += length + 12;
  }
  return undefined;
}
