import {
  belowRecipient,
  LABEL_BARS_MM,
  LABEL_MARGIN_MM,
  LABEL_MM,
  LABEL_PLACES_MM,
  LABEL_QR_MAX_MM,
  LABEL_TEXT_MIN_MM,
  parcelLines,
  RECIPIENT_MM,
} from './address-label.ts';
import type { AddressLabel, PaperOptions } from './paper-types.ts';
import { paperWords } from './paper-words.ts';
import { CODE_WIDTH_MM, spaced } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';
import { textLines } from './printed-text.ts';
import { fitted, LINE_HEIGHT, widthOf } from './text-lines.ts';
import { codeField, dots, qrField, ruleField, textField } from './zpl-fields.ts';

const WIDTH_MM = LABEL_MM.width - 2 * LABEL_MARGIN_MM;
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
