import { crc32, deflateSync } from 'node:zlib';

/** Pixels: 14 x 16 inches, which a press for shirts prints, at 150 dpi. */
const WIDTH = 2_100;
const HEIGHT = 2_400;
const PIXELS_PER_METER = Math.round(150 / 0.0254);
/** Red, green, blue. The first is transparent: it is not printed. */
const COLORS = [
  [0, 0, 0],
  [244, 211, 94],
  [238, 150, 75],
  [249, 87, 56],
  [13, 59, 102],
];
const SUN_RADIUS = 760;
const WAVE_HEIGHT = 46;
const WAVE_LENGTH = 420;

/** Artwork for the first custom order: a sun over waves, as a PNG with transparency, 2100 x 2400 pixels. */
export function demoArtwork(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3], 8);
  const density = Buffer.alloc(9);
  density.writeUInt32BE(PIXELS_PER_METER, 0);
  density.writeUInt32BE(PIXELS_PER_METER, 4);
  density[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('pHYs', density),
    pngChunk('PLTE', Buffer.from(COLORS.flat())),
    pngChunk('tRNS', Buffer.from([0])),
    pngChunk('IDAT', deflateSync(rows())),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One byte for the filter, then one per pixel: its place among the colours. */
function rows(): Buffer {
  const bytes = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) bytes[y * (WIDTH + 1) + 1 + x] = colorAt(x - WIDTH / 2, y - HEIGHT / 2);
  }
  return bytes;
}

function colorAt(x: number, y: number): number {
  const distance = Math.hypot(x, y);
  if (distance > SUN_RADIUS) return 0;
  const wave = y - WAVE_HEIGHT * Math.sin((x / WAVE_LENGTH) * 2 * Math.PI);
  if (wave > 0) return Math.floor(wave / 110) % 2 === 0 ? 4 : 0;
  return 1 + Math.min(2, Math.floor((distance / SUN_RADIUS) * 3));
}

/** A part of a PNG, with its length and checksum (PNG, 5.3). */
export function pngChunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}
