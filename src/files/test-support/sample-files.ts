import { crc32, deflateSync } from 'node:zlib';

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface PngParts {
  width?: number;
  height?: number;
  depth?: number;
  colorType?: number;
  /** Chunks between the header and the image data. */
  extra?: readonly Buffer[];
  /** The image data; by default every sample is zero. */
  image?: Buffer;
}

/** A PNG of the parts given, whole and valid unless they are not. */
export function makePng(parts: PngParts = {}): Buffer {
  const { width = 4, height = 3, depth = 8, colorType = 6, extra = [] } = parts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType], 8);
  const rowBytes = 1 + Math.ceil((width * depth * (SAMPLES[colorType] ?? 1)) / 8);
  const image = parts.image ?? deflateSync(Buffer.alloc(rowBytes * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', image),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}

/** pHYs with pixels per meter. */
export function pngDensity(x: number, y: number, unit = 1): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(x, 0);
  data.writeUInt32BE(y, 4);
  data[8] = unit;
  return pngChunk('pHYs', data);
}

/** The markers of a baseline JPEG around compressed data that is not looked at. */
export function makeJpeg({
  width = 16,
  height = 8,
  components = 3,
  units = 1,
  density = 300,
  data = Buffer.of(1, 0xff, 0, 2),
} = {}): Buffer {
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, components];
  const jfif = [
    ...Buffer.from('JFIF\0'),
    1,
    2,
    units,
    density >> 8,
    density & 0xff,
    density >> 8,
    density & 0xff,
  ];
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xe0, [...jfif, 0, 0]),
    jpegSegment(0xc4, new Array<number>(20).fill(0)),
    jpegSegment(0xc0, [...frame, ...new Array<number>(components * 3).fill(1)]),
    jpegSegment(0xda, new Array<number>(10).fill(0)),
    data,
    Buffer.of(0xff, 0xd9),
  ]);
}

function jpegSegment(marker: number, data: readonly number[]): Buffer {
  return Buffer.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data);
}

/** A PDF without pages. */
export function makePdf(): Buffer {
  const body =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n';
  const table = `xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 3>>\n`;
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}
