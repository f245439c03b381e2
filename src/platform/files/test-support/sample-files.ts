import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface PngParts {
  width?: number;
  height?: number;
  depth?: number;
  colorType?: number;
  interlaced?: boolean;
  /** Chunks between the header and the image data. */
  extra?: readonly Buffer[];
  /** By default every sample is zero. */
  image?: Buffer;
}

/** Returns a PNG with the given parts. */
export function makePng(parts: PngParts = {}): Buffer {
  const { width = 4, height = 3, depth = 8, colorType = 6, extra = [], interlaced = false } = parts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
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

/** Makes a PNG of a few MB with 3.2 GB of rows, which take seconds to inflate and end early. */
export function makeSlowPng(width = 20_000): Buffer {
  return makePng({ width, height: 19_900, depth: 16, image: packedZeros(3_000) });
}

/** Returns deflated zeros without their end, about a thousandth of their size. */
export function packedZeros(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1_048_576), { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...new Array<Buffer>(mebibytes).fill(one)]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}

/** Makes pHYs with pixels per meter. */
export function pngDensity(x: number, y: number, unit = 1): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(x, 0);
  data.writeUInt32BE(y, 4);
  data[8] = unit;
  return pngChunk('pHYs', data);
}

/** Makes a JPEG of one color. `data` replaces its blocks. */
export function makeJpeg({
  width = 16,
  height = 8,
  components = 3,
  units = 1,
  density = 300,
  progressive = false,
  data = undefined as Buffer | undefined,
} = {}): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * components;
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, components];
  const dots = [density >> 8, density & 0xff];
  /** One code of one bit, for the value 0. */
  const codes = (id: number) => [id, 1, ...new Array<number>(15).fill(0), 0];
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xe0, [...Buffer.from('JFIF\0'), 1, 2, units, ...dots, ...dots, 0, 0]),
    jpegSegment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    jpegSegment(0xc4, [...codes(0x00), ...codes(0x10)]),
    jpegSegment(progressive ? 0xc2 : 0xc0, [...frame, ...ids.flatMap((id) => [id, 0x11, 0])]),
    jpegSegment(0xda, [components, ...ids.flatMap((id) => [id, 0]), 0, progressive ? 0 : 63, 0]),
    data ?? Buffer.alloc(Math.ceil((blocks * (progressive ? 1 : 2)) / 8)),
    Buffer.of(0xff, 0xd9),
  ]);
}

function jpegSegment(marker: number, data: readonly number[]): Buffer {
  return Buffer.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data);
}

export interface PdfParts {
  pages?: number;
  /** Points: left, bottom, right, top. */
  mediaBox?: readonly number[];
  /** Further entries of each page, such as `/Rotate 90`. */
  page?: string;
  /**
   * Encrypts it. With an empty user password everybody may open it, and the owner's password lifts its
   * restrictions.
   */
  passwords?: { user: string; owner: string; mayPrint?: boolean };
}

/** Makes a PDF of empty pages, 4 x 6 inches by default. */
export function makePdf({ pages = 1, mediaBox = [0, 0, 288, 432], page = '', passwords }: PdfParts = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`);
  return pdfOf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`,
      ...kids.map(() => `<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox.join(' ')}]${page}>>`),
    ],
    passwords ? pdfEncryption(passwords) : '',
  );
}

/** Makes a PDF of these objects. The first one is its catalog. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer<</Root 1 0 R/Size ${size}${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, 'latin1');
}

/** Makes a PDF with its objects in a stream and a cross-reference stream (PDF 1.5). */
export function packedPdfOf(objects: readonly string[], { filter = '/FlateDecode' } = {}): Buffer {
  const begin = Buffer.from('%PDF-1.5\n');
  let text = '';
  const head = objects.map((object, index) => {
    const entry = `${index + 1} ${text.length}`;
    text += `${object}\n`;
    return entry;
  });
  const first = `${head.join(' ')}\n`;
  const container = objects.length + 1;
  const packed = deflateSync(Buffer.from(first + text, 'latin1'));
  const dictionary = `/Type/ObjStm/N ${objects.length}/First ${first.length}/Filter${filter}/Length ${packed.length}`;
  const stream = pdfStream(container, dictionary, packed);
  const entry = (type: number, second: number, third: number) => {
    const bytes = Buffer.alloc(7);
    bytes.writeUInt8(type, 0);
    bytes.writeUInt32BE(second, 1);
    bytes.writeUInt16BE(third, 5);
    return bytes;
  };
  const table = deflateSync(
    Buffer.concat([
      entry(0, 0, 0xffff),
      ...objects.map((_, index) => entry(2, container, index)),
      entry(1, begin.length, 0),
      entry(1, begin.length + stream.length, 0),
    ]),
  );
  const size = objects.length + 3;
  const tableOf = `/Type/XRef/Root 1 0 R/Size ${size}/W[1 4 2]/Filter/FlateDecode/Length ${table.length}`;
  return Buffer.concat([
    begin,
    stream,
    pdfStream(container + 1, tableOf, table),
    Buffer.from(`startxref\n${begin.length + stream.length}\n%%EOF\n`),
  ]);
}

function pdfStream(number: number, dictionary: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<${dictionary}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

/** Returns the trailer entries of a PDF that is encrypted by RC4 with 40 bits (PDF Reference 1.4, 3.5.2). */
export function pdfEncryption({ user, owner, mayPrint = false }: NonNullable<PdfParts['passwords']>): string {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
  const padPassword = (password: string) => Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest().subarray(0, 5);
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.alloc(4);
  const allowed = mayPrint ? -60 : -64;
  permissions.writeInt32LE(allowed);
  const o = rc4(md5(padPassword(owner)), padPassword(user));
  const u = rc4(md5(padPassword(user), o, permissions, id), padding);
  const [O, U, ID] = [o, u, id].map((bytes) => `<${bytes.toString('hex')}>`);
  return `/Encrypt<</Filter/Standard/V 1/R 2/O${O}/U${U}/P ${allowed}>>/ID[${ID}${ID}]`;
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 0xff;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + state[i]!) & 0xff;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 0xff]!;
    }),
  );
}
