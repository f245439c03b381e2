import { PIXELS_MAX } from './content-rules.ts';
import type { Findings } from './file-content.ts';
import type { FileWindow } from './file-window.ts';

/** SOI and the first byte of the marker that follows (ISO/IEC 10918-1, Annex B). */
export const JPEG_START = Buffer.of(0xff, 0xd8, 0xff);

const SEGMENTS_MAX = 100_000;
const SCAN_BYTES = 32 * 1024;
const JFIF = Buffer.from('JFIF\0');
const CM_PER_INCH = 2.54;

const MARKER = { endOfImage: 0xd9, startOfScan: 0xda, app0: 0xe0 };
/** C4, C8 and CC lie between the frame headers but are tables. */
const NOT_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc];
/** Gray, three colors, or CMYK. */
const COMPONENTS: readonly number[] = [1, 3, 4];

/** Size and resolution of a JPEG, which has no transparency; unreadable where its segments are broken or its end has not arrived. */
export async function inspectJpeg(file: FileWindow): Promise<Findings> {
  const findings: Findings = {};
  let hasScan = false;
  let position = 2;
  for (let count = 0; count < SEGMENTS_MAX; count += 1) {
    const head = await file.read(position, 4);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) break;
    if (marker === 0xff) {
      position += 1; // fill byte
      continue;
    }
    if (marker === MARKER.endOfImage) return hasScan && findings.width ? findings : unreadable(findings);
    const length = head.length < 4 ? 0 : head.readUInt16BE(2);
    if (length < 2) break;
    const data = await file.read(position + 4, Math.min(length - 2, SCAN_BYTES));
    if (marker === MARKER.app0) Object.assign(findings, readDensity(data));
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.includes(marker)) {
      if (!readFrame(data, findings)) break;
      if (findings.width! * findings.height! > PIXELS_MAX) return { ...findings, fault: 'too_many_pixels' };
    }
    position += 2 + length;
    if (marker === MARKER.startOfScan) {
      hasScan = true;
      position = await endOfScan(file, position);
    }
  }
  return unreadable(findings);
}

function unreadable(findings: Findings): Findings {
  return { ...findings, fault: 'unreadable' };
}

/** Takes the size from a frame header (B.2.2). */
function readFrame(data: Buffer, findings: Findings): boolean {
  if (data.length < 6) return false;
  const [height, width, components] = [data.readUInt16BE(1), data.readUInt16BE(3), data.readUInt8(5)];
  if (height === 0 || width === 0 || !COMPONENTS.includes(components)) return false;
  Object.assign(findings, { width, height, hasAlpha: false });
  return true;
}

/** JFIF 1.02: units 1 is dots per inch, 2 dots per cm. */
function readDensity(data: Buffer): Pick<Findings, 'dpi'> {
  if (data.length < 12 || !data.subarray(0, JFIF.length).equals(JFIF)) return {};
  const factor = data[7] === 1 ? 1 : data[7] === 2 ? CM_PER_INCH : 0;
  const dpi = Math.min(data.readUInt16BE(8), data.readUInt16BE(10)) * factor;
  return dpi > 0 ? { dpi: Math.round(dpi * 10) / 10 } : {};
}

/** Where the next marker stands after compressed data, in which FF is followed by 00 or by a restart marker. */
async function endOfScan(file: FileWindow, start: number): Promise<number> {
  let position = start;
  while (position + 1 < file.bytes) {
    const part = await file.read(position, SCAN_BYTES);
    let at = part.indexOf(0xff);
    while (at !== -1 && at + 1 < part.length) {
      const next = part[at + 1]!;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return position + at;
      at = part.indexOf(0xff, at + 1);
    }
    // An FF that ends the part is looked at again with the byte after it.
    position += at === -1 ? part.length : at;
    if (part.length < 2) break;
  }
  return file.bytes;
}
