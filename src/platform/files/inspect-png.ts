import { crc32, createInflate, type Inflate } from 'node:zlib';
import { type FileWindow, type Findings, PIXELS_MAX } from './file-content.ts';

/** The passes of an interlaced image (PNG, 8.2): first x and y, and the distances of pixels in x and y. */
const ADAM7: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
const FILTER_MAX = 4;
type PngSize = { width: number; height: number; bitsPerPixel: number; interlaced: boolean };
type Pass = { rowBytes: number; rows: number };

/** Counts the rows of an image. Each row begins with the number of its filter (PNG, 9.2). */
class PngRows {
  readonly #passes: Pass[];
  /** Remaining bytes of the current row; 0 between rows. */
  #left = 0;
  #isBroken = false;

  constructor(size: PngSize) {
    this.#passes = passesOf(size).reverse();
  }

  /** Takes the next bytes. Returns false for an unknown filter or more rows than the header announces. */
  take(part: Uint8Array): boolean {
    let at = 0;
    while (at < part.length && !this.#isBroken) {
      if (this.#left === 0) {
        const pass = this.#passes.at(-1);
        this.#isBroken = pass === undefined || part[at]! > FILTER_MAX;
        if (pass === undefined || this.#isBroken) break;
        this.#left = pass.rowBytes;
        pass.rows -= 1;
        if (pass.rows === 0) this.#passes.pop();
      }
      const taken = Math.min(this.#left, part.length - at);
      this.#left -= taken;
      at += taken;
    }
    return !this.#isBroken;
  }

  get isComplete(): boolean {
    return !this.#isBroken && this.#left === 0 && this.#passes.length === 0;
  }
}

function passesOf({ width, height, bitsPerPixel, interlaced }: PngSize): Pass[] {
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * bitsPerPixel) / 8);
  if (!interlaced) return [{ rowBytes: rowBytes(width), rows: height }];
  return ADAM7.map(([x, y, dx, dy]) => ({ pixels: Math.ceil((width - x) / dx), rows: Math.ceil((height - y) / dy) }))
    .filter(({ pixels, rows }) => pixels > 0 && rows > 0)
    .map(({ pixels, rows }) => ({ rowBytes: rowBytes(pixels), rows }));
}

/** The first eight bytes of every PNG file (PNG Third Edition, 5.2). */
export const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const CHUNKS_MAX = 1_000_000;
const HEADER_BYTES = 13;
const PALETTE_BYTES_MAX = 3 * 256;
const READ_BYTES = 32 * 1024;
/** The size of inflated parts. */
const ROWS_BYTES = 256 * 1024;
type ColorType = 'gray' | 'gray_alpha' | 'rgb' | 'rgb_alpha' | 'indexed';

/** Name, samples per pixel and allowed bit depths of each color type (PNG, 11.2.1). */
const COLOR_TYPES: Readonly<Record<number, readonly [ColorType, samples: number, depths: readonly number[]]>> = {
  0: ['gray', 1, [1, 2, 4, 8, 16]],
  2: ['rgb', 3, [8, 16]],
  3: ['indexed', 1, [1, 2, 4, 8]],
  4: ['gray_alpha', 2, [8, 16]],
  6: ['rgb_alpha', 4, [8, 16]],
};

interface Header extends PngSize {
  colorType: ColorType;
}

type Chunk = { type: string; start: number; length: number };

/**
 * Returns size, resolution and transparency of a PNG, or of the default image of an animated PNG. Sets the
 * fault `unreadable` if a required chunk is missing or damaged, or if the rows differ from the header.
 */
export async function inspectPng(file: FileWindow): Promise<Findings> {
  const first = await readChunk(file, PNG_SIGNATURE.length);
  const header = first && (await readHeader(file, first));
  if (!header) return { fault: 'unreadable' };
  const { width, height, colorType } = header;
  const findings: Findings = { width, height, hasAlpha: colorType.endsWith('_alpha') };
  if (width * height > PIXELS_MAX) return { ...findings, fault: 'too_many_pixels' };
  const image = new ImageData(header);
  try {
    const isWhole = await readChunks(file, first, header, findings, image);
    return isWhole ? findings : { ...findings, fault: 'unreadable' };
  } finally {
    image.close();
  }
}

/** Reads all chunks. Returns false if the image is incomplete. */
async function readChunks(
  file: FileWindow,
  first: Chunk,
  { colorType }: Header,
  findings: Findings,
  image: ImageData,
): Promise<boolean> {
  let hasPalette = false;
  let before = '';
  let chunk: Chunk | undefined = first;
  for (let count = 0; chunk && count < CHUNKS_MAX; count += 1) {
    const { type, start, length } = chunk;
    // Decoders ignore damaged ancillary chunks, whose types begin with a small letter. They reject unknown
    // critical ones.
    if (/^[A-Z]/.test(type)) {
      const isFit = type === 'IHDR' ? count === 0 : type === 'IDAT' ? before === type || !image.hasBegun : true;
      if (!isFit || !/^(IHDR|PLTE|IDAT|IEND)$/.test(type)) return false;
      if (!(await readData(file, chunk, type === 'IDAT' ? (part) => image.write(part) : () => true))) return false;
    }
    if (type === 'IEND') return (hasPalette || colorType !== 'indexed') && (await image.isComplete());
    if (type === 'PLTE') {
      if (length === 0 || length % 3 !== 0 || length > PALETTE_BYTES_MAX || image.hasBegun) return false;
      hasPalette = true;
    }
    if (type === 'tRNS') findings.hasAlpha = true;
    if (type === 'pHYs') Object.assign(findings, readDensity(await file.read(start, length)));
    before = type;
    chunk = await readChunk(file, start + length + 4);
  }
  return false;
}

async function readChunk(file: FileWindow, position: number): Promise<Chunk | undefined> {
  const head = await file.read(position, 8);
  if (head.length < 8) return undefined;
  const chunk = { length: head.readUInt32BE(0), type: head.toString('latin1', 4), start: position + 8 };
  const isWhole = chunk.start + chunk.length + 4 <= file.bytes;
  // The third letter is a capital in this version of PNG (5.4). libpng refuses others.
  return isWhole && /^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(chunk.type) ? chunk : undefined;
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
  return { width, height, colorType, bitsPerPixel: samples * depth, interlaced: interlace === 1 };
}

/** Passes the data of a chunk on in parts. Returns false if `take` refuses one, or the checksum is wrong. */
async function readData(
  file: FileWindow,
  { start, length }: Chunk,
  take: (part: Buffer) => boolean | Promise<boolean>,
): Promise<boolean> {
  let crc = crc32(await file.read(start - 4, 4));
  const end = start + length;
  for (let position = start; position < end; ) {
    const part = await file.read(position, Math.min(READ_BYTES, end - position));
    if (part.length === 0) return false;
    crc = crc32(part, crc);
    if (!(await take(part))) return false;
    position += part.length;
  }
  const stored = await file.read(end, 4);
  return stored.length === 4 && stored.readUInt32BE(0) === crc;
}

class ImageData {
  hasBegun = false;
  readonly #rows: PngRows;
  readonly #inflate: Inflate;
  #isFit = true;

  constructor(size: PngSize) {
    this.#rows = new PngRows(size);
    this.#inflate = createInflate({ chunkSize: ROWS_BYTES });
    this.#inflate.on('error', () => this.#refuse());
    this.#inflate.on('data', (part: Buffer) => {
      if (!this.#rows.take(part)) this.#refuse();
    });
  }

  /** Takes the next compressed bytes. Returns false if they are damaged or are not the rows. */
  async write(part: Buffer): Promise<boolean> {
    this.hasBegun = true;
    if (part.length > 0) await this.#settled((done) => this.#inflate.write(part, done));
    return this.#isFit;
  }

  async isComplete(): Promise<boolean> {
    await this.#settled(() => this.#inflate.end());
    return this.#isFit && this.#rows.isComplete;
  }

  close(): void {
    this.#inflate.destroy();
  }

  /** Stops inflating at once, which also stops a decompression bomb. */
  #refuse(): void {
    this.#isFit = false;
    this.#inflate.destroy();
  }

  /** Resolves when the step is done or the stream has closed. */
  #settled(step: (done: () => void) => void): Promise<void> {
    if (!this.#isFit) return Promise.resolve();
    return new Promise((resolve) => {
      this.#inflate.once('close', resolve);
      step(() => {
        this.#inflate.removeListener('close', resolve);
        resolve();
      });
    });
  }
}

/** Reads the resolution from pHYs (PNG, 11.3.4.3) with the unit meter. */
function readDensity(data: Buffer): Pick<Findings, 'dpi'> {
  if (data.length !== 9 || data[8] !== 1) return {};
  const perMeter = Math.min(data.readUInt32BE(0), data.readUInt32BE(4));
  // 300 dpi is stored as 11811 per meter, so only the first decimal is reliable.
  return perMeter > 0 ? { dpi: Math.round(perMeter * 0.254) / 10 } : {};
}
