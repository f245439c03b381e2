import { deflateSync } from 'node:zlib';
import { pngChunk } from '../draw-artwork.ts';
import { code128Boxes } from './code-128.ts';
import { type Box, CHARACTER_DOTS, textBoxes } from './paper-font.ts';

/** A label of 4 x 6 inches, which slips have too, in the dots of a label printer. */
const WIDTH_DOTS = 812;
const HEIGHT_DOTS = 1_218;
const DOTS_PER_INCH = 203;
const POINTS_PER_DOT = 72 / DOTS_PER_INCH;
const DOTS_PER_METER = Math.round(DOTS_PER_INCH / 0.0254);
const MARGIN_DOTS = 40;
const LINE_DOTS = 11;

/** What stands on a paper, from top to bottom. */
export type PaperLine = { text: string; size: 2 | 3 | 4 | 6 } | { code: string } | 'rule';

/** Black boxes on white; lines that are too long are set smaller. */
export function paperBoxes(lines: readonly PaperLine[]): Box[] {
  const room = WIDTH_DOTS - 2 * MARGIN_DOTS;
  let y = MARGIN_DOTS;
  return lines.flatMap((line) => {
    const top = y;
    if (line === 'rule') {
      y += 24;
      return [{ x: MARGIN_DOTS, y: top + 6, width: room, height: 4 }];
    }
    if ('code' in line) {
      y += 220;
      const moduleDots = Math.max(1, Math.floor(room / ((line.code.length + 3) * 11 + 2)));
      return code128Boxes(line.code, { x: MARGIN_DOTS, y: top, height: 190 }, moduleDots);
    }
    const fitting = Math.floor(room / (line.text.length * CHARACTER_DOTS));
    const size = Math.max(1, Math.min(line.size, fitting));
    y += LINE_DOTS * size;
    return textBoxes(line.text, MARGIN_DOTS, top, size);
  });
}

/** The boxes as a PDF of one page. */
export function paperPdf(boxes: readonly Box[]): Buffer {
  const points = (dots: number) => (dots * POINTS_PER_DOT).toFixed(2);
  const drawn = boxes.map(
    ({ x, y, width, height }) =>
      `${points(x)} ${points(HEIGHT_DOTS - y - height)} ${points(width)} ${points(height)} re`,
  );
  const stream = deflateSync(Buffer.from(`${drawn.join('\n')}\nf\n`, 'latin1'));
  const size = `${points(WIDTH_DOTS)} ${points(HEIGHT_DOTS)}`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Resources << >> /Contents 4 0 R >>`),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  ];
  return pdfOf(objects);
}

function pdfOf(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** The boxes as a PNG of one bit for each dot. */
export function paperPng(boxes: readonly Box[]): Buffer {
  const rowBytes = 1 + Math.ceil(WIDTH_DOTS / 8);
  const rows = Buffer.alloc(rowBytes * HEIGHT_DOTS, 0xff);
  for (let y = 0; y < HEIGHT_DOTS; y++) rows[y * rowBytes] = 0;
  for (const box of boxes) {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        const at = y * rowBytes + 1 + (x >> 3);
        rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7));
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH_DOTS, 0);
  header.writeUInt32BE(HEIGHT_DOTS, 4);
  // One bit, grey.
  header.set([1, 0], 8);
  const density = Buffer.alloc(9);
  density.writeUInt32BE(DOTS_PER_METER, 0);
  density.writeUInt32BE(DOTS_PER_METER, 4);
  density[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('pHYs', density),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
