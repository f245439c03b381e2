import type { AddressLabel } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import { CODE_WIDTH_MM, type Sheet } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';

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
