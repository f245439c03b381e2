import { crc32 } from 'node:zlib';
import { PIXELS_MAX } from './content-rules.ts';
import type { Findings } from './file-content.ts';
import type { FileWindow } from './file-window.ts';

/** PNG (Third Edition), 5.2. */
export const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const CHUNKS_MAX = 1_000_000;
const HEADER_BYTES = 13;
const READ_BYTES = 32 * 1024;
/** Deflate cannot make data smaller than by this factor (RFC 1951: 258 bytes in two bits). */
const DEFLATE_RATIO_MAX = 1032;

type ColorType = 'gray' | 'gray_alpha' | 'rgb' | 'rgb_alpha' | 'indexed';

/** Color type to its name, its samples per pixel and the bit depths it may have (PNG, 11.2.1). */
const COLOR_TYPES: Readonly<
  Record<number, readonly [ColorType, samples: number, depths: readonly number[]]>
> = {
  0: ['gray', 1, [1, 2, 4, 8, 16]],
  2: ['rgb', 3, [8, 16]],
  3: ['indexed', 1, [1, 2, 4, 8]],
  4: ['gray_alpha', 2, [8, 16]],
  6: ['rgb_alpha', 4, [8, 16]],
};

interface Header {
  width: number;
  height: number;
  colorType: ColorType;
  bitsPerPixel: number;
}

interface Chunk {
  type: string;
  /** Position and length of the data in the file. */
  start: number;
  length: number;
}

/** Header, resolution and transparency of a PNG; unreadable where a chunk that is needed is absent, cut off or damaged. */
export async function inspectPng(file: FileWindow): Promise<Findings> {
  const first = await readChunk(file, PNG_SIGNATURE.length);
  const header = first && (await readHeader(file, first));
  if (!header) return { fault: 'unreadable' };
  const { width, height, colorType } = header;
  const findings: Findings = { width, height, hasAlpha: colorType.endsWith('_alpha') };
  if (width * height > PIXELS_MAX) return { ...findings, fault: 'too_many_pixels' };

  let chunk: Chunk | undefined = first;
  let hasPalette = false;
  let imageBytes = 0;
  for (let count = 1; chunk && chunk.type !== 'IEND' && count < CHUNKS_MAX; count += 1) {
    const { type, start, length } = chunk;
    // Decoders pass over a damaged ancillary chunk, whose type begins with a small letter.
    if (/^[A-Z]/.test(type) && !(await isIntact(file, chunk))) return { ...findings, fault: 'unreadable' };
    if (type === 'IDAT') imageBytes += length;
    if (type === 'PLTE') hasPalette = true;
    if (type === 'tRNS') findings.hasAlpha = true;
    if (type === 'pHYs') Object.assign(findings, readDensity(await file.read(start, length)));
    chunk = await readChunk(file, start + length + 4);
  }
  const imageBytesMin = (width * height * header.bitsPerPixel) / 8 / DEFLATE_RATIO_MAX;
  const isWhole = chunk?.type === 'IEND' && imageBytes > 0 && imageBytes >= imageBytesMin;
  return isWhole && (hasPalette || colorType !== 'indexed') ? findings : { ...findings, fault: 'unreadable' };
}

/** The chunk whose length stands at the position; undefined where none is or it is cut off. */
async function readChunk(file: FileWindow, position: number): Promise<Chunk | undefined> {
  const head = await file.read(position, 8);
  if (head.length < 8) return undefined;
  const chunk = { length: head.readUInt32BE(0), type: head.toString('latin1', 4), start: position + 8 };
  const isWhole = chunk.start + chunk.length + 4 <= file.bytes;
  return isWhole && /^[A-Za-z]{4}$/.test(chunk.type) ? chunk : undefined;
}

async function readHeader(file: FileWindow, { type, start, length }: Chunk): Promise<Header | undefined> {
  if (type !== 'IHDR' || length !== HEADER_BYTES) return undefined;
  const data = await file.read(start, HEADER_BYTES);
  if (data.length < HEADER_BYTES) return undefined;
  const width = data.readInt32BE(0);
  const height = data.readInt32BE(4);
  const depth = data.readUInt8(8);
  const color = COLOR_TYPES[data.readUInt8(9)];
  if (!color || width < 1 || height < 1) return undefined;
  const [colorType, samples, depths] = color;
  const [compression, filter, interlace] = [data.readUInt8(10), data.readUInt8(11), data.readUInt8(12)];
  if (!depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  return { width, height, colorType, bitsPerPixel: samples * depth };
}

/** Whether the checksum over the type and the data is the one that follows them. */
async function isIntact(file: FileWindow, { start, length }: Chunk): Promise<boolean> {
  let crc = 0;
  const end = start + length;
  for (let position = start - 4; position < end; ) {
    const part = await file.read(position, Math.min(READ_BYTES, end - position));
    if (part.length === 0) return false;
    crc = crc32(part, crc);
    position += part.length;
  }
  const stored = await file.read(end, 4);
  return stored.length === 4 && stored.readUInt32BE(0) === crc;
}

/** pHYs (PNG, 11.3.4.3) where it counts in meters. */
function readDensity(data: Buffer): Pick<Findings, 'dpi'> {
  if (data.length !== 9 || data[8] !== 1) return {};
  const perMeter = Math.min(data.readUInt32BE(0), data.readUInt32BE(4));
  // 300 dpi is stored as 11811 per meter; the first decimal is as much as the file can say.
  return perMeter > 0 ? { dpi: Math.round(perMeter * 0.254) / 10 } : {};
}
