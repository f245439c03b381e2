import { crc32, createInflate, type Inflate } from 'node:zlib';
import { type FileWindow, type Findings, PIXELS_MAX } from './file-content.ts';

/** Where the passes of an interlaced image begin, and how far apart their pixels are (PNG, 8.2): x, y, dx, dy. */
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

interface PngSize {
  width: number;
  height: number;
  bitsPerPixel: number;
  interlaced: boolean;
}

interface Pass {
  rowBytes: number;
  rows: number;
}

/** Counts the rows of an image as its inflated bytes come by. Each begins with the number of its filter (PNG, 9.2). */
class PngRows {
  readonly #passes: Pass[];
  /** Bytes of the current row that are still to come; 0 where the next one begins. */
  #left = 0;
  #isBroken = false;

  constructor(size: PngSize) {
    this.#passes = passesOf(size).reverse();
  }

  /** Takes the next bytes. False when they cannot be of the image: an unknown filter, or more rows than it has. */
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

  /** Whether every row has come, and no byte too many. */
  get isComplete(): boolean {
    return !this.#isBroken && this.#left === 0 && this.#passes.length === 0;
  }
}

function passesOf({ width, height, bitsPerPixel, interlaced }: PngSize): Pass[] {
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * bitsPerPixel) / 8);
  if (!interlaced) return [{ rowBytes: rowBytes(width), rows: height }];
  return ADAM7.map(([x, y, dx, dy]) => ({
    pixels: Math.ceil((width - x) / dx),
    rows: Math.ceil((height - y) / dy),
  }))
    .filter(({ pixels, rows }) => pixels > 0 && rows > 0)
    .map(({ pixels, rows }) => ({ rowBytes: rowBytes(pixels), rows }));
}

/** PNG (Third Edition), 5.2. */
export const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const CHUNKS_MAX = 1_000_000;
const HEADER_BYTES = 13;
const PALETTE_BYTES_MAX = 3 * 256;
const READ_BYTES = 32 * 1024;
/** Inflated at a time. */
const ROWS_BYTES = 256 * 1024;

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

interface Header extends PngSize {
  colorType: ColorType;
}

interface Chunk {
  type: string;
  /** Position and length of the data in the file. */
  start: number;
  length: number;
}

/**
 * Header, resolution and transparency of a PNG; unreadable where a chunk that is needed is absent, cut off or damaged, or the image data
 * are not exactly the rows that the header announces. Of an animated one the image that every decoder shows is read.
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

/** Reads from the header to the end. False where the image cannot be shown whole. */
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
    // Decoders pass over a damaged ancillary chunk, whose type begins with a small letter, and over no other that they do not know.
    if (/^[A-Z]/.test(type)) {
      const isFit =
        type === 'IHDR' ? count === 0 : type === 'IDAT' ? before === type || !image.hasBegun : true;
      if (!isFit || !/^(IHDR|PLTE|IDAT|IEND)$/.test(type)) return false;
      if (!(await readData(file, chunk, type === 'IDAT' ? (part) => image.write(part) : () => true)))
        return false;
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

/** The chunk whose length stands at the position; undefined where none is or it is cut off. */
async function readChunk(file: FileWindow, position: number): Promise<Chunk | undefined> {
  const head = await file.read(position, 8);
  if (head.length < 8) return undefined;
  const chunk = { length: head.readUInt32BE(0), type: head.toString('latin1', 4), start: position + 8 };
  const isWhole = chunk.start + chunk.length + 4 <= file.bytes;
  // The third letter is a capital in this version of PNG (5.4), and libpng refuses another.
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

/** Hands the data of a chunk on in parts. False when a part is refused, or the checksum over type and data is not the one behind them. */
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

/** The compressed rows: inflated part by part, counted, and forgotten. */
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

  /** Takes the next compressed bytes. False when they are damaged or hold something else than the rows. */
  async write(part: Buffer): Promise<boolean> {
    this.hasBegun = true;
    if (part.length > 0) await this.#settled((done) => this.#inflate.write(part, done));
    return this.#isFit;
  }

  /** Whether nothing is missing: neither a row nor the checksum over all. */
  async isComplete(): Promise<boolean> {
    await this.#settled(() => this.#inflate.end());
    return this.#isFit && this.#rows.isComplete;
  }

  close(): void {
    this.#inflate.destroy();
  }

  /** Ends the inflating at once, of a bomb too. */
  #refuse(): void {
    this.#isFit = false;
    this.#inflate.destroy();
  }

  /** Resolves when the step is done, or all is over. */
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

/** pHYs (PNG, 11.3.4.3) where it counts in meters. */
function readDensity(data: Buffer): Pick<Findings, 'dpi'> {
  if (data.length !== 9 || data[8] !== 1) return {};
  const perMeter = Math.min(data.readUInt32BE(0), data.readUInt32BE(4));
  // 300 dpi is stored as 11811 per meter; the first decimal is as much as the file can say.
  return perMeter > 0 ? { dpi: Math.round(perMeter * 0.254) / 10 } : {};
}
