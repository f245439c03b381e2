import sharp from 'sharp';
import { drawPage, SHARP_EDGES } from '../platform/files/draw-picture.ts';
import { graphicField, graphicOf } from '../platform/formats/zpl-graphics.ts';

const MM_PER_INCH = 25.4;
const WHITE = 255;
const BLACK_MAX = 127;

/** Another format than PDF. `picture`: the first page as PNG. `zpl`: a label for each page. */
export type PaperFormat = { to: 'picture'; pixels: number } | { to: 'zpl'; longSideMm: number; dotsPerInch: number };

/** Converts a PDF, part by part. Call it only in a thread, because it takes milliseconds for each page. */
export async function* convertPapers(pdf: Buffer, pages: number, format: PaperFormat): AsyncGenerator<Buffer> {
  if (format.to === 'picture') {
    const { data, raw } = await drawPage(pdf, format.pixels);
    yield await sharp(data, { raw }).png({ compressionLevel: 6 }).toBuffer();
    return;
  }
  const { longSideMm, dotsPerInch } = format;
  // Whole dots for each millimeter, so that every bar has the same number of dots.
  const pixels = Math.round(longSideMm * Math.round(dotsPerInch / MM_PER_INCH));
  for (let page = 0; page < pages; page++) {
    const { data, raw } = await drawPage(pdf, pixels, page, SHARP_EDGES);
    yield Buffer.from(`^XA^FO0,0${graphicField(dither(data, raw))}^FS^XZ\n`);
  }
}

/** Returns the picture in black and white. Floyd-Steinberg dithering keeps the greys of artwork. */
function dither(rgba: Buffer, { width, height }: { width: number; height: number }) {
  const grey = Float32Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4, at * 4 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  for (let at = 0; at < grey.length; at++) {
    const error = grey[at]! - (grey[at]! > BLACK_MAX ? WHITE : 0);
    grey[at]! -= error;
    if (error === 0) continue;
    const column = at % width;
    if (column + 1 < width) grey[at + 1]! += (error * 7) / 16;
    if (column > 0) grey[at + width - 1]! += (error * 3) / 16;
    grey[at + width]! += (error * 5) / 16;
    if (column + 1 < width) grey[at + width + 1]! += error / 16;
  }
  return graphicOf(width, height, (dot) => grey[dot]! <= BLACK_MAX);
}
