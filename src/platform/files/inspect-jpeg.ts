import { type FileWindow, type Findings, PIXELS_MAX } from './file-content.ts';

/** SOI and the first byte of the next marker (ISO/IEC 10918-1, Annex B). */
export const JPEG_START = Buffer.of(0xff, 0xd8, 0xff);

const SEGMENTS_MAX = 10_000;
const READ_BYTES = 32 * 1024;
const JFIF = Buffer.from('JFIF\0');
const CM_PER_INCH = 2.54;

const MARKER = { endOfImage: 0xd9, startOfScan: 0xda, app0: 0xe0 };
/** C4, C8 and CC are between the frame headers, but are tables. */
const NOT_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc];
/** Gray, three colors, or CMYK. */
const COMPONENTS: readonly number[] = [1, 3, 4];

/** Reads size and resolution of a JPEG. The fault is `unreadable` if it cannot be decoded to its last row. */
export async function inspectJpeg(file: FileWindow, path: string): Promise<Findings> {
  const findings: Findings = {};
  let position = 2;
  for (let count = 0; count < SEGMENTS_MAX; count += 1) {
    position = await findMarker(file, position);
    const head = await file.read(position, 4);
    const marker = head[1];
    if (head.length < 4 || marker === undefined || marker === MARKER.endOfImage) break;
    if (marker === MARKER.startOfScan && findings.width) {
      return { ...findings, ...(await decode(path, findings.height!)) };
    }
    const length = head.readUInt16BE(2);
    if (length < 2) break;
    const data = await file.read(position + 4, Math.min(length - 2, READ_BYTES));
    if (marker === MARKER.app0) Object.assign(findings, readDensity(data));
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.includes(marker)) {
      if (!readFrame(data, findings)) break;
      if (findings.width! * findings.height! > PIXELS_MAX) return { ...findings, fault: 'too_many_pixels' };
    }
    position += 2 + length;
  }
  return { ...findings, fault: 'unreadable' };
}

/**
 * Finds the next marker: FF and a byte other than 00 and FF (B.1.1.2). Skips other bytes, as decoders do.
 * Returns the end of the file without one.
 */
async function findMarker(file: FileWindow, start: number): Promise<number> {
  for (let position = start; position + 1 < file.bytes; ) {
    const part = await file.read(position, READ_BYTES);
    if (part.length < 2) break;
    for (let at = 0; at + 1 < part.length; at += 1) {
      const next = part[at + 1];
      if (part[at] === 0xff && next !== 0xff && next !== 0) return position + at;
    }
    // The last byte is checked again together with the next one.
    position += part.length - 1;
  }
  return file.bytes;
}

/** Reads the size from a frame header (B.2.2). */
function readFrame(data: Buffer, findings: Findings): boolean {
  if (data.length < 6) return false;
  const [height, width, components] = [data.readUInt16BE(1), data.readUInt16BE(3), data.readUInt8(5)];
  if (height === 0 || width === 0 || !COMPONENTS.includes(components)) return false;
  Object.assign(findings, { width, height, hasAlpha: false });
  return true;
}

/** Reads the resolution (JFIF 1.02): unit 1 is dots per inch, unit 2 dots per cm. */
function readDensity(data: Buffer): Pick<Findings, 'dpi'> {
  if (data.length < 12 || !data.subarray(0, JFIF.length).equals(JFIF)) return {};
  const factor = data[7] === 1 ? 1 : data[7] === 2 ? CM_PER_INCH : 0;
  const dpi = Math.min(data.readUInt16BE(8), data.readUInt16BE(10)) * factor;
  return dpi > 0 ? { dpi: Math.round(dpi * 10) / 10 } : {};
}

/** Decodes to the last row, a few rows at a time unless the file is progressive. */
async function decode(path: string, height: number): Promise<Pick<Findings, 'fault'>> {
  const sharp = await loadSharp();
  const lastRow = (failOn: 'warning' | 'truncated') =>
    sharp(path, { failOn, limitInputPixels: PIXELS_MAX, sequentialRead: true })
      .extract({ left: 0, top: height - 1, width: 1, height: 1 })
      .raw()
      .toBuffer();
  try {
    await lastRow('warning').catch((error: Error) => {
      // Some cameras leave harmless bytes between segments.
      if (!error.message.includes('extraneous bytes')) throw error;
      return lastRow('truncated');
    });
    return {};
  } catch (error) {
    // The limit is JPEGMEM (task-process.ts): libjpeg holds a progressive image as a whole.
    const isTooLarge = (error as Error).message.includes('Memory limit exceeded');
    return { fault: isTooLarge ? 'too_complex' : 'unreadable' };
  }
}

/** Loads sharp with the first JPEG, because it takes 20 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each image is read once, so nothing is cached. Other formats are not read.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegFile'] });
  return sharp;
}
