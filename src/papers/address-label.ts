import sharp from 'sharp';
import { escapeFieldData } from '../platform/formats/zpl-field.ts';
import { graphicField, graphicOf } from '../platform/formats/zpl-graphics.ts';
import type { AddressLabel, PaperOptions } from './paper-types.ts';
import { type PaperWords, paperWords } from './paper-words.ts';
import { CODE_WIDTH_MM, MODULE_MM, QR_QUIET_MODULES, qrCode, type Sheet, spacedCode } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';
import { fitText, LINE_HEIGHT, runsInVisualOrder, textLines, widthOf } from './text-lines.ts';

/** The size of an address label: 4 x 6 inches. */
export const LABEL_MM = { width: 101.6, height: 152.4 };
const MARGIN_MM = 4;
const WIDTH_MM = LABEL_MM.width - 2 * MARGIN_MM;
/** Sorters cannot read smaller text. */
const LABEL_TEXT_MIN_MM = 3;
const RECIPIENT_MM = { largest: 6.6, smallest: LABEL_TEXT_MIN_MM };
const LABEL_BARS_MM = 26;
const LABEL_QR_MAX_MM = 34;

/** Distance of each part of a label from its top, for PDF and ZPL. */
const LABEL_PLACES_MM = { sender: 3, upperRule: 28, recipient: 33, lowerRule: 88, parcel: 90, codes: 107, foot: 144 };

/** Draws an address label of 4 x 6 inches on a new page. */
export function drawAddressLabel(sheet: Sheet, words: PaperWords, label: AddressLabel): void {
  const { copy } = words;
  const at = LABEL_PLACES_MM;
  sheet.addPage(LABEL_MM.width, LABEL_MM.height);
  const space = (y: number, height: number) => ({ x: MARGIN_MM, y, width: WIDTH_MM, height });
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
  const below = phoneLine(label, words, sheet.isCut('recipient'));
  sheet.block(below, space(at.lowerRule - 5, 4.2), { largest: 3.4, smallest: LABEL_TEXT_MIN_MM, linesMax: 1 }, 'phone');
  sheet.rule(0, at.lowerRule, LABEL_MM.width, 0.4);
  const parcel = space(at.parcel, at.codes - at.parcel);
  sheet.block(parcelLines(label, words), parcel, { largest: 4.2, smallest: LABEL_TEXT_MIN_MM }, 'parcel');
  sheet.code(label.code, MARGIN_MM, at.codes + 3, LABEL_BARS_MM);
  sheet.qr(words.scanUrl(label.code), MARGIN_MM + CODE_WIDTH_MM + 18, at.codes, LABEL_QR_MAX_MM);
  const foot = { ...space(at.foot, 6), x: 0, width: LABEL_MM.width };
  sheet.rule(0, at.foot - 1, LABEL_MM.width, 0.4);
  sheet.block(
    copy.notPostage,
    foot,
    { largest: 4.4, smallest: LABEL_TEXT_MIN_MM, bold: true, align: 'center' },
    'foot',
  );
}

/** Returns the telephone number, which carriers need, or a note that the address was cut. */
function phoneLine({ recipient }: AddressLabel, { copy }: PaperWords, isCut: boolean): string {
  if (isCut) return copy.addressCut;
  return recipient.phoneNumber ? `${copy.phone} ${recipient.phoneNumber}` : '';
}

function parcelLines(label: AddressLabel, words: PaperWords): string[] {
  const { copy } = words;
  const { carrier, service, parcel, weightGrams, orderId } = label;
  const weight = weightGrams === undefined ? undefined : copy.kilograms(words.number(weightGrams / 1000, 3));
  return [
    [carrier, service].filter(Boolean).join(' · '),
    [copy.parcelOf(parcel.number, parcel.of), weight].filter(Boolean).join(' · '),
    `${copy.order} ${orderId}`,
  ].filter((line) => line !== '');
}

/** The quiet zone before the first bar of a Code 128. */
const QUIET_MM = 2.5;
const CODE_TEXT_MM = 4;
type Block = { y: number; height: number; largest: number; bold?: boolean; linesMax?: number };

/** Writes an address label as ZPL for 203 dpi. Text that the printer's font may lack becomes a picture. */
export async function addressLabelZpl(label: AddressLabel, options: PaperOptions): Promise<Buffer> {
  const words = paperWords(options);
  const at = LABEL_PLACES_MM;
  const recipient: Block = { y: at.recipient, height: at.lowerRule - at.recipient - 6, ...RECIPIENT_MM, bold: true };
  const isCut = fit(postalLines(label.recipient), recipient).cut;
  const below = [phoneLine(label, words, isCut)];
  const fields = [
    ...(await blockFields([words.copy.from, ...label.sender], {
      y: at.sender,
      height: at.upperRule - at.sender,
      largest: 3,
    })),
    ruleField(0, at.upperRule, LABEL_MM.width, 0.375),
    ...(await blockFields([`${words.copy.to}:`], { y: at.upperRule + 1, height: 4, largest: 3 })),
    ...(await blockFields(postalLines(label.recipient), recipient)),
    ...(await blockFields(below, { y: at.lowerRule - 5, height: 4.2, largest: 3.4, linesMax: 1 })),
    ruleField(0, at.lowerRule, LABEL_MM.width, 0.375),
    ...(await blockFields(parcelLines(label, words), { y: at.parcel, height: at.codes - at.parcel, largest: 4.2 })),
    codeField(label.code, MARGIN_MM + QUIET_MM, at.codes + 3, LABEL_BARS_MM),
    await codeTextField(label.code),
    qrField(words.scanUrl(label.code), MARGIN_MM + CODE_WIDTH_MM + 18, at.codes, LABEL_QR_MAX_MM),
    ruleField(0, at.foot - 1, LABEL_MM.width, 0.375),
    await centeredField(words.copy.notPostage, LABEL_MM.width / 2, at.foot, 4.4),
  ];
  const [width, height] = [dots(LABEL_MM.width), dots(LABEL_MM.height)];
  const lines = ['^XA', '^CI28', `^PW${width}`, `^LL${height}`, '^LH0,0', ...fields, '^XZ', ''];
  return Buffer.from(lines.filter((line, index) => line !== '' || index === lines.length - 1).join('\n'));
}

/** Adds a black band with the mark of a test to each label. */
export function markTestZpl(zpl: Buffer, options: PaperOptions): Buffer {
  const { test } = paperWords(options).copy;
  const [x, y, width, height] = [0, 70, LABEL_MM.width, 11].map(dots);
  const text = `^FO${dots(MARGIN_MM)},${dots(72)}^A0N,${dots(8)},${dots(7)}^FR^FD${test}^FS`;
  const mark = `^LH0,0^FWN^FO${x},${y}^GB${width},${height},${height}^FS${text}`;
  return Buffer.from(zpl.toString('latin1').replace(/\^XZ/gi, `${mark}^XZ`), 'latin1');
}

function fit(texts: readonly string[], space: Block) {
  // The letter widths of the printer's font are unknown. Our bold font is at least as wide.
  return fitText(texts.flatMap(textLines), { ...space, width: WIDTH_MM, smallest: LABEL_TEXT_MIN_MM, bold: true });
}

async function blockFields(texts: readonly string[], space: Block): Promise<string[]> {
  if (texts.flatMap(textLines).length === 0) return [];
  const { lines, size } = fit(texts, space);
  const { bold = false, y } = space;
  return Promise.all(
    lines.map((line, index) => textField(line, MARGIN_MM, y + index * size * LINE_HEIGHT, size, bold)),
  );
}

function codeTextField(code: string): Promise<string> {
  const y = LABEL_PLACES_MM.codes + 3 + LABEL_BARS_MM + 1;
  return centeredField(spacedCode(code), MARGIN_MM + CODE_WIDTH_MM / 2, y, CODE_TEXT_MM);
}

function centeredField(text: string, middle: number, y: number, size: number): Promise<string> {
  return textField(text, middle - (widthOf(text, true) * size) / 2, y, size, true);
}

/** A printer with 203 dpi. */
const DOTS_PER_MM = 8;
const MODULE_DOTS = MODULE_MM * DOTS_PER_MM;
/** The largest module that `^BQ` supports. */
const QR_MODULE_DOTS_MAX = 10;
/** Room above and below the baseline of a drawn line, in units of its size. */
const ASCENT = 1;
const DESCENT = 0.35;
const BLACK_MAX = 127;

/** Characters of the scalable font that every ZPL printer has. */
const IN_PRINTER = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u00FF€‚„…‰Š‹ŒŽ‘’“”•–—™š›œžŸ]*$/u;
const dots = (mm: number) => Math.round(mm * DOTS_PER_MM);

/** Returns a field for one line of text whose top is at `y`. All lengths are in millimeters. */
async function textField(line: string, x: number, y: number, size: number, bold: boolean): Promise<string> {
  if (IN_PRINTER.test(line)) {
    return `^FO${dots(x)},${dots(y)}^A0N,${dots(size)},${dots(size)}^FH_^FD${escapeFieldData(line)}^FS`;
  }
  return pictureField(line, x, y, size, bold);
}

function ruleField(x: number, y: number, width: number, thickness: number): string {
  return `^FO${dots(x)},${dots(y)}^GB${dots(width)},${dots(thickness)},${dots(thickness)}^FS`;
}

/** Returns a Code 128 whose first bar is at `x`. In mode A the printer itself packs digits in pairs. */
function codeField(code: string, x: number, y: number, height: number): string {
  return `^FO${dots(x)},${dots(y)}^BY${MODULE_DOTS}^BCN,${dots(height)},N,N,N,A^FH_^FD${escapeFieldData(code)}^FS`;
}

/** Returns a QR code of at most `widthMax` mm; empty if its modules would be too small for a phone. */
function qrField(text: string, x: number, y: number, widthMax: number): string {
  const modules = (qrCode(text)?.modules ?? Number.POSITIVE_INFINITY) + 2 * QR_QUIET_MODULES;
  const module = Math.min(QR_MODULE_DOTS_MAX, Math.floor(dots(widthMax) / modules));
  if (module < MODULE_DOTS) return '';
  const quiet = (QR_QUIET_MODULES * module) / DOTS_PER_MM;
  return `^FO${dots(x + quiet)},${dots(y + quiet)}^BQN,2,${module}^FH_^FDMA,${escapeFieldData(text)}^FS`;
}

/** Draws the line with our fonts as a picture (`^GF`), which every printer supports. */
async function pictureField(line: string, x: number, y: number, size: number, bold: boolean): Promise<string> {
  const [width, height] = [Math.ceil(widthOf(line, bold) * dots(size)) + 2, dots(size * (ASCENT + DESCENT))];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${outlines(line, dots(size), bold)}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const graphic = graphicOf(info.width, info.height, (dot) => data[dot * info.channels]! <= BLACK_MAX);
  const top = y - size * (ASCENT - CAPITALS_TOP);
  return `^FO${dots(x)},${dots(top)}${graphicField(graphic)}^FS`;
}

/** Height of the capitals' top above the baseline, in units of the size. */
const CAPITALS_TOP = 0.76;

function outlines(line: string, size: number, bold: boolean): string {
  let left = 1;
  const paths: string[] = [];
  for (const { typeface, text } of runsInVisualOrder(line, bold)) {
    const scale = size / typeface.font.unitsPerEm;
    // Word by word, as pdfkit and `Typeface.widthOf` do.
    for (const word of text.match(/[^ ]* ?/g) ?? []) {
      if (word === '') continue;
      const { glyphs, positions } = typeface.font.layout(word);
      glyphs.forEach((glyph, index) => {
        const { xOffset, yOffset, xAdvance } = positions[index]!;
        const [x, y] = [left + xOffset * scale, size * ASCENT - yOffset * scale];
        paths.push(`<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`);
        left += xAdvance * scale;
      });
    }
  }
  return paths.join('');
}
