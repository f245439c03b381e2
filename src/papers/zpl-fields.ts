import sharp from 'sharp';
import { qrCode } from './code-symbols.ts';
import { MODULE_MM } from './pdf-sheet.ts';
import { asPrinted, widthOf } from './text-lines.ts';

/** Of a printer with 203 dpi; every measure is in whole dots. */
export const DOTS_PER_MM = 8;
const MODULE_DOTS = MODULE_MM * DOTS_PER_MM;
const QR_QUIET_MODULES = 4;
/** The largest module that `^BQ` knows. */
const QR_MODULE_DOTS_MAX = 10;
/** Room above and below a line that is drawn, in its size, for accents and what hangs below. */
const ASCENT = 1;
const DESCENT = 0.35;
const BLACK_MAX = 127;

/** What the scalable font of every ZPL printer has; other text is drawn by us and sent as dots. */
const IN_PRINTER = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u00FF€‚„…‰Š‹ŒŽ‘’“”•–—™š›œžŸ]*$/u;
/** Signs that are commands, or begin an escape. */
const COMMAND_SIGNS = /[\^~\\_]/g;

/** Text for `^FD` behind `^FH_`: no sign in it is a command, whatever was sent. */
export function fieldData(text: string): string {
  return text.replace(
    COMMAND_SIGNS,
    (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

export const dots = (mm: number) => Math.round(mm * DOTS_PER_MM);

/** One line with the top of its capitals' line at `y`, all in millimeters. */
export async function textField(
  line: string,
  x: number,
  y: number,
  size: number,
  bold: boolean,
): Promise<string> {
  if (IN_PRINTER.test(line)) {
    return `^FO${dots(x)},${dots(y)}^A0N,${dots(size)},${dots(size)}^FH_^FD${fieldData(line)}^FS`;
  }
  return drawnField(line, x, y, size, bold);
}

/** A rule across, in whole dots. */
export function ruleField(x: number, y: number, width: number, thickness: number): string {
  return `^FO${dots(x)},${dots(y)}^GB${dots(width)},${dots(thickness)},${dots(thickness)}^FS`;
}

/** A Code 128 at its first bar; the printer packs digits in pairs by itself (mode A). */
export function codeField(code: string, x: number, y: number, height: number): string {
  return `^FO${dots(x)},${dots(y)}^BY${MODULE_DOTS}^BCN,${dots(height)},N,N,N,A^FH_^FD${fieldData(code)}^FS`;
}

/** A QR code in a square of at most this width; nothing where it would be too fine. */
export function qrField(text: string, x: number, y: number, widthMax: number): string {
  const modules = (qrCode(text)?.modules ?? Number.POSITIVE_INFINITY) + 2 * QR_QUIET_MODULES;
  const module = Math.min(QR_MODULE_DOTS_MAX, Math.floor(dots(widthMax) / modules));
  if (module < MODULE_DOTS) return '';
  const quiet = (QR_QUIET_MODULES * module) / DOTS_PER_MM;
  return `^FO${dots(x + quiet)},${dots(y + quiet)}^BQN,2,${module}^FH_^FDMA,${fieldData(text)}^FS`;
}

/** The line as dots of our fonts: `^GF` prints on every printer, with any script. */
async function drawnField(line: string, x: number, y: number, size: number, bold: boolean): Promise<string> {
  const [width, height] = [Math.ceil(widthOf(line, bold) * dots(size)) + 2, dots(size * (ASCENT + DESCENT))];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${outlines(line, dots(size), bold)}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rowBytes = Math.ceil(info.width / 8);
  const rows = Buffer.alloc(rowBytes * info.height);
  for (let at = 0; at < info.width * info.height; at++) {
    if (data[at * info.channels]! > BLACK_MAX) continue;
    const [column, row] = [at % info.width, Math.floor(at / info.width)];
    rows[row * rowBytes + (column >> 3)]! |= 0x80 >> (column & 7);
  }
  const top = y - size * (ASCENT - CAPITALS_TOP);
  return `^FO${dots(x)},${dots(top)}^GFA,${rows.length},${rows.length},${rowBytes},${rows.toString('hex').toUpperCase()}^FS`;
}

/** Where capitals begin above the baseline, in the size. */
const CAPITALS_TOP = 0.76;

function outlines(line: string, size: number, bold: boolean): string {
  let left = 1;
  const paths: string[] = [];
  for (const { typeface, text } of asPrinted(line, bold)) {
    const scale = size / typeface.font.unitsPerEm;
    // Word by word, as pdfkit and the measure set it.
    for (const word of text.match(/[^ ]* ?/g) ?? []) {
      if (word === '') continue;
      const { glyphs, positions } = typeface.font.layout(word);
      glyphs.forEach((glyph, index) => {
        const { xOffset, yOffset, xAdvance } = positions[index]!;
        const [x, y] = [left + xOffset * scale, size * ASCENT - yOffset * scale];
        paths.push(
          `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`,
        );
        left += xAdvance * scale;
      });
    }
  }
  return paths.join('');
}
