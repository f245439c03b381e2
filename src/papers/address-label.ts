import sharp from 'sharp';
import type { AddressLabel, PaperOptions } from './paper-types.ts';
import { type PaperWords, paperWords } from './paper-words.ts';
import { CODE_WIDTH_MM, MODULE_MM, qrCode, type Sheet, spaced } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';
import { asPrinted, fitted, LINE_HEIGHT, textLines, widthOf } from './text-lines.ts';

/** 4 x 6 inches. */
export const LABEL_MM = { width: 101.6, height: 152.4 };
export const LABEL_MARGIN_MM = 4;
const WIDTH_MM = LABEL_MM.width - 2 * LABEL_MARGIN_MM;
/** Nothing on a label is smaller than what a sorter can read, and the recipient's capitals are as high as that while they fit. */
export const LABEL_TEXT_MIN_MM = 3;
export const RECIPIENT_MM = { largest: 6.6, smallest: LABEL_TEXT_MIN_MM };
export const LABEL_BARS_MM = 26;
export const LABEL_QR_MAX_MM = 34;

/** Where the parts of a label begin, from the top, in both of its forms. */
export const LABEL_PLACES_MM = {
  sender: 3,
  upperRule: 28,
  recipient: 33,
  lowerRule: 88,
  parcel: 90,
  codes: 107,
  foot: 144,
};

/** An address label of 4 x 6 inches on a page of its own. */
export function drawAddressLabel(sheet: Sheet, words: PaperWords, label: AddressLabel): void {
  const { copy } = words;
  const at = LABEL_PLACES_MM;
  sheet.addPage(LABEL_MM.width, LABEL_MM.height);
  const space = (y: number, height: number) => ({ x: LABEL_MARGIN_MM, y, width: WIDTH_MM, height });
  const sender = [copy.from, ...label.sender].join('\n');
  sheet.block(
    sender,
    space(at.sender, at.upperRule - at.sender - 0.5),
    { largest: 3, smallest: LABEL_TEXT_MIN_MM },
    'sender',
  );
  sheet.rule(0, at.upperRule, LABEL_MM.width, 0.4);
  sheet.block(`${copy.to}:`, space(at.upperRule + 0.8, 4), { largest: 3, smallest: 3 }, 'to');
  const recipient = space(at.recipient, at.lowerRule - at.recipient - 6);
  sheet.block(postalLines(label.recipient), recipient, { ...RECIPIENT_MM, bold: true }, 'recipient');
  const below = belowRecipient(label, words, sheet.isCut('recipient'));
  sheet.block(
    below,
    space(at.lowerRule - 5, 4.2),
    { largest: 3.4, smallest: LABEL_TEXT_MIN_MM, linesMax: 1 },
    'phone',
  );
  sheet.rule(0, at.lowerRule, LABEL_MM.width, 0.4);
  const parcel = space(at.parcel, at.codes - at.parcel);
  sheet.block(parcelLines(label, words), parcel, { largest: 4.2, smallest: LABEL_TEXT_MIN_MM }, 'parcel');
  sheet.code(label.code, LABEL_MARGIN_MM, at.codes + 3, LABEL_BARS_MM);
  sheet.qr(words.scanUrl(label.code), LABEL_MARGIN_MM + CODE_WIDTH_MM + 18, at.codes, LABEL_QR_MAX_MM);
  const foot = { ...space(at.foot, 6), x: 0, width: LABEL_MM.width };
  sheet.rule(0, at.foot - 1, LABEL_MM.width, 0.4);
  sheet.block(
    copy.notPostage,
    foot,
    { largest: 4.4, smallest: LABEL_TEXT_MIN_MM, bold: true, align: 'center' },
    'foot',
  );
}

/** The telephone number, which carriers want; where the address is too long for the label, that the order has all of it. */
export function belowRecipient({ recipient }: AddressLabel, { copy }: PaperWords, isCut: boolean): string {
  if (isCut) return copy.addressCut;
  return recipient.phoneNumber ? `${copy.phone} ${recipient.phoneNumber}` : '';
}

/** How and as what it is sent. */
export function parcelLines(label: AddressLabel, words: PaperWords): string[] {
  const { copy } = words;
  const { carrier, service, parcel, weightGrams, orderId } = label;
  const weight = weightGrams === undefined ? undefined : copy.kilograms(words.number(weightGrams / 1000, 3));
  return [
    [carrier, service].filter(Boolean).join(' · '),
    [copy.parcelOf(parcel.number, parcel.of), weight].filter(Boolean).join(' · '),
    `${copy.order} ${orderId}`,
  ].filter((line) => line !== '');
}

/** Of Code 128, before its first bar. */
const QUIET_MM = 2.5;
const CODE_TEXT_MM = 4;

interface Block {
  y: number;
  height: number;
  largest: number;
  bold?: boolean;
  linesMax?: number;
}

/**
 * The address label of `drawAddressLabel` for a label printer with 203 dpi, in UTF-8. Text that the printer's own font may lack is sent as
 * dots, so that every script prints on every printer.
 */
export async function addressLabelZpl(label: AddressLabel, options: PaperOptions): Promise<Buffer> {
  const words = paperWords(options);
  const at = LABEL_PLACES_MM;
  const recipient: Block = {
    y: at.recipient,
    height: at.lowerRule - at.recipient - 6,
    ...RECIPIENT_MM,
    bold: true,
  };
  const isCut = fit(postalLines(label.recipient), recipient).cut;
  const below = [belowRecipient(label, words, isCut)];
  const fields = [
    ...(await block([words.copy.from, ...label.sender], {
      y: at.sender,
      height: at.upperRule - at.sender,
      largest: 3,
    })),
    ruleField(0, at.upperRule, LABEL_MM.width, 0.375),
    ...(await block([`${words.copy.to}:`], { y: at.upperRule + 1, height: 4, largest: 3 })),
    ...(await block(postalLines(label.recipient), recipient)),
    ...(await block(below, { y: at.lowerRule - 5, height: 4.2, largest: 3.4, linesMax: 1 })),
    ruleField(0, at.lowerRule, LABEL_MM.width, 0.375),
    ...(await block(parcelLines(label, words), { y: at.parcel, height: at.codes - at.parcel, largest: 4.2 })),
    codeField(label.code, LABEL_MARGIN_MM + QUIET_MM, at.codes + 3, LABEL_BARS_MM),
    await codeText(label.code),
    qrField(words.scanUrl(label.code), LABEL_MARGIN_MM + CODE_WIDTH_MM + 18, at.codes, LABEL_QR_MAX_MM),
    ruleField(0, at.foot - 1, LABEL_MM.width, 0.375),
    await centered(words.copy.notPostage, LABEL_MM.width / 2, at.foot, 4.4),
  ];
  const [width, height] = [dots(LABEL_MM.width), dots(LABEL_MM.height)];
  const lines = ['^XA', '^CI28', `^PW${width}`, `^LL${height}`, '^LH0,0', ...fields, '^XZ', ''];
  return Buffer.from(lines.filter((line, index) => line !== '' || index === lines.length - 1).join('\n'));
}

function fit(texts: readonly string[], space: Block) {
  // Bold throughout: no narrower than the printer's own font, whose letters it does not tell.
  return fitted(texts.flatMap(textLines), {
    ...space,
    width: WIDTH_MM,
    smallest: LABEL_TEXT_MIN_MM,
    bold: true,
  });
}

async function block(texts: readonly string[], space: Block): Promise<string[]> {
  if (texts.flatMap(textLines).length === 0) return [];
  const { lines, size } = fit(texts, space);
  const { bold = false, y } = space;
  return Promise.all(
    lines.map((line, index) => textField(line, LABEL_MARGIN_MM, y + index * size * LINE_HEIGHT, size, bold)),
  );
}

function codeText(code: string): Promise<string> {
  const y = LABEL_PLACES_MM.codes + 3 + LABEL_BARS_MM + 1;
  return centered(spaced(code), LABEL_MARGIN_MM + CODE_WIDTH_MM / 2, y, CODE_TEXT_MM);
}

function centered(text: string, middle: number, y: number, size: number): Promise<string> {
  return textField(text, middle - (widthOf(text, true) * size) / 2, y, size, true);
}

/** Of a printer with 203 dpi; every measure is in whole dots. */
const DOTS_PER_MM = 8;
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
function fieldData(text: string): string {
  return text.replace(
    COMMAND_SIGNS,
    (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

const dots = (mm: number) => Math.round(mm * DOTS_PER_MM);

/** One line with the top of its capitals' line at `y`, all in millimeters. */
async function textField(line: string, x: number, y: number, size: number, bold: boolean): Promise<string> {
  if (IN_PRINTER.test(line)) {
    return `^FO${dots(x)},${dots(y)}^A0N,${dots(size)},${dots(size)}^FH_^FD${fieldData(line)}^FS`;
  }
  return drawnField(line, x, y, size, bold);
}

/** A rule across, in whole dots. */
function ruleField(x: number, y: number, width: number, thickness: number): string {
  return `^FO${dots(x)},${dots(y)}^GB${dots(width)},${dots(thickness)},${dots(thickness)}^FS`;
}

/** A Code 128 at its first bar; the printer packs digits in pairs by itself (mode A). */
function codeField(code: string, x: number, y: number, height: number): string {
  return `^FO${dots(x)},${dots(y)}^BY${MODULE_DOTS}^BCN,${dots(height)},N,N,N,A^FH_^FD${fieldData(code)}^FS`;
}

/** A QR code in a square of at most this width; nothing where it would be too fine. */
function qrField(text: string, x: number, y: number, widthMax: number): string {
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
