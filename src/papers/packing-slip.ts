import type { Address } from '../shipping/address-rules.ts';
import { minorUnits } from '../shipping/currencies.ts';
import { A4_MM, splitIntoPages } from './list-sheet.ts';
import type { PictureBytes } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import type { BlockStyle, Box, Sheet, SheetImage } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';
import { type SlipCopy, slipCopyOf, slipLanguageOf } from './slip-copy.ts';

/** A6 is for label printers. */
export type SlipForm = 'A4' | 'A6';

/** The packing slip for a client that sends none, in the name of the shop. It does not name the center. */
export interface PackingSlip {
  /** Default: A4. */
  form?: SlipForm;
  code: string;
  shop: { name: string; logo?: PictureBytes; color?: string };
  orderId: string;
  /** The number of the order at the recipient. */
  customerReference?: string;
  ordered: Date;
  recipient?: Address;
  parcel?: { number: number; of: number };
  /** A gift has no prices. */
  isGift?: boolean;
  message?: string;
  /** ISO 4217. Holds for all prices. */
  currency?: string;
  lines: readonly SlipLine[];
  text?: string;
  returnAddress?: readonly string[];
  returnText?: string;
  /** Address of the shop for tracking or returns. */
  link?: string;
}

interface SlipLine {
  itemId?: string;
  title: string;
  sku?: string;
  color?: string;
  size?: string;
  quantity: number;
  designs?: readonly string[];
  /** A picture of each design. Two are shown. */
  pictures?: readonly PictureBytes[];
  unitPrice?: number;
}

/** A slip with its logo and the picture of each line. Undefined: none, or it could not be opened. */
interface PicturedSlip {
  slip: PackingSlip;
  logo: SheetImage | undefined;
  pictures: readonly (readonly SheetImage[])[];
}

interface FormAreas {
  page: { width: number; height: number };
  margin: number;
  text: number;
  logo: { width: number; height: number };
  picture: number;
  /** Height of the address beside the facts. */
  address: number;
  qr: number;
}

const PLACES: Readonly<Record<SlipForm, FormAreas>> = {
  A4: {
    ...{ page: A4_MM, margin: 14, text: 3.1, picture: 10, address: 25, qr: 24 },
    logo: { width: 70, height: 16 },
  },
  A6: {
    ...{ page: { width: 105, height: 148 }, margin: 6, text: 2.4, picture: 8, address: 17, qr: 16 },
    logo: { width: 44, height: 11 },
  },
};
const BARS_WIDTH_MM = 33;
const DEFAULT_COLOR = '#222222';
const TEXT_MIN_MM = 1.8;
const GAP_MM = 3;
const FOOT_MM = 4;
const LINE_PADDING_MM = 0.8;
const PICTURES_OF_LINE_MAX = 2;

/** Draws the contents of a parcel in the name of the shop. */
export function drawPackingSlip(sheet: Sheet, words: PaperWords, { slip, logo, pictures }: PicturedSlip): void {
  const copy = slipCopyOf(slipLanguageOf(slip.recipient?.country) ?? words.language);
  const places = PLACES[slip.form ?? 'A4'];
  const { page, margin } = places;
  const frame = { x: margin, width: page.width - 2 * margin };
  const rows = slip.lines.map((line, index) => rowOf(sheet, copy, slip, line, pictures[index] ?? [], places));
  const tail = tailOf(sheet, copy, slip, places);
  const bottom = page.height - margin - FOOT_MM;
  const style = { largest: places.text, smallest: TEXT_MIN_MM };
  const message = slip.message ?? '';
  const messageHeight =
    message === '' ? 0 : sheet.heightOf(message, { width: frame.width, height: 22 }, style) + GAP_MM;
  const top = margin + places.logo.height + 3 + places.address + GAP_MM + messageHeight;
  const headHeight = places.text * 1.9;
  const room = { first: bottom - top - headHeight, next: bottom - margin - headHeight };
  const pages = splitIntoPages(rows, tail.height + places.text * 2, room);
  pages.forEach((some, index) => {
    sheet.addPage(page.width, page.height);
    let y = margin;
    if (index === 0) {
      drawHead(sheet, words, copy, slip, logo, places);
      const box = { ...frame, y: top - messageHeight, height: messageHeight };
      sheet.block(message, box, style, 'message');
      y = top;
    }
    y = drawHeads(sheet, copy, slip, places, y, headHeight);
    for (const row of some) {
      row.draw(y);
      y += row.height;
      sheet.rule(frame.x, y, frame.width, 0.1);
    }
    if (index === pages.length - 1) {
      drawTotal(sheet, words, copy, slip, places, y);
      // The foot of the last page, so that the reader finds it at the same place.
      tail.draw(Math.max(y + places.text * 2, bottom - tail.height));
    }
    const foot = { ...frame, y: page.height - margin - 2, height: 3 };
    const number = copy.pageOf(index + 1, pages.length);
    sheet.block(number, foot, { largest: 2.4, smallest: TEXT_MIN_MM, align: 'right' }, 'page');
  });
}

function drawHead(
  sheet: Sheet,
  words: PaperWords,
  copy: SlipCopy,
  slip: PackingSlip,
  logo: SheetImage | undefined,
  { page, margin, logo: logoSize, text, address }: FormAreas,
): void {
  const { shop, orderId, ordered, parcel, recipient } = slip;
  const box = { x: margin, y: margin, ...logoSize };
  if (logo) sheet.picture(logo, box, 'left');
  else sheet.block(shop.name, box, { largest: text * 2.2, smallest: text, bold: true, linesMax: 2 }, 'shop');
  sheet.code(slip.code, page.width - margin - BARS_WIDTH_MM, margin - 1, logoSize.height - 5);
  const ruleAt = margin + logoSize.height + 0.5;
  const width = page.width - 2 * margin;
  sheet.box({ x: margin, y: ruleAt, width, height: 1 }, { fill: shop.color ?? DEFAULT_COLOR });
  const half = width / 2;
  const y = ruleAt + 2.5;
  const left = { x: margin, y, width: half - GAP_MM, height: address };
  if (recipient)
    sheet.block(
      [`${copy.to}:`, ...postalLines(recipient)],
      left,
      { largest: text * 1.1, smallest: TEXT_MIN_MM },
      'recipient',
    );
  const facts = [
    ...(logo ? [shop.name] : []),
    `${copy.order} ${orderId}`,
    ...(slip.customerReference === undefined ? [] : [`${copy.reference} ${slip.customerReference}`]),
    words.day(ordered),
    ...(parcel && parcel.of > 1 ? [copy.parcelOf(parcel.number, parcel.of)] : []),
  ];
  const right = { x: margin + half, y, width: half, height: address };
  const title = slip.isGift ? copy.gift : copy.title;
  const used = sheet.block(
    title,
    { ...right, height: text * 2 },
    { largest: text * 1.6, smallest: text, bold: true, linesMax: 1 },
    'title',
  );
  sheet.block(
    facts,
    { ...right, y: y + used, height: address - used },
    { largest: text * 1.1, smallest: TEXT_MIN_MM },
    'facts',
  );
}

/** The columns: picture, article, size and colour, number, price. */
function columnsOf(slip: PackingSlip, { page, margin, picture }: FormAreas) {
  const width = page.width - 2 * margin;
  const hasPrices = !slip.isGift && slip.lines.some(({ unitPrice }) => unitPrice !== undefined);
  const price = hasPrices ? width * 0.17 : 0;
  const quantity = width * 0.1;
  const variant = width * 0.24;
  const most = Math.max(...slip.lines.map(({ pictures = [] }) => pictures.length));
  const pictures = Math.min(most, PICTURES_OF_LINE_MAX) * (picture + 1);
  const left = margin + pictures + 1;
  const article = width - pictures - 1 - variant - quantity - price;
  return {
    article: { x: left, width: article - 1 },
    variant: { x: left + article, width: variant - 1 },
    quantity: { x: left + article + variant, width: quantity - 1 },
    price: hasPrices ? { x: left + article + variant + quantity, width: price } : undefined,
  };
}

function drawHeads(
  sheet: Sheet,
  copy: SlipCopy,
  slip: PackingSlip,
  places: FormAreas,
  y: number,
  height: number,
): number {
  const columns = columnsOf(slip, places);
  const { color = DEFAULT_COLOR } = slip.shop;
  const { margin, page, text } = places;
  sheet.box({ x: margin, y, width: page.width - 2 * margin, height: height - 0.6 }, { fill: color });
  const style = { largest: text * 0.9, smallest: 1.4, bold: true, linesMax: 1, color: inkOn(color) } as const;
  const at = (box: { x: number; width: number }): Box => ({ ...box, y: y + 0.8, height: height - 1 });
  sheet.block(copy.article, at(columns.article), style, 'columns');
  sheet.block(copy.variant, at(columns.variant), style, 'columns');
  sheet.block(copy.quantity, at(columns.quantity), { ...style, align: 'right' }, 'columns');
  if (columns.price) sheet.block(copy.price, at(columns.price), { ...style, align: 'right' }, 'columns');
  return y + height;
}

/** Black or white text, whichever is readable on the colour. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? 'black' : 'white';
}

function rowOf(
  sheet: Sheet,
  copy: SlipCopy,
  slip: PackingSlip,
  line: SlipLine,
  pictures: readonly SheetImage[],
  places: FormAreas,
): { height: number; draw: (y: number) => void } {
  const { itemId, title, sku, color, size, quantity, designs = [], unitPrice } = line;
  const columns = columnsOf(slip, places);
  const style: BlockStyle = { largest: places.text, smallest: places.text };
  const small: BlockStyle = { largest: places.text * 0.85, smallest: places.text * 0.85 };
  const details = [
    ...(designs.length > 0 ? [`${copy.design}: ${designs.join(', ')}`] : []),
    [itemId && `${copy.item} ${itemId}`, sku].filter(Boolean).join(' · '),
  ];
  const variant = [size, color].filter(Boolean).join(' · ');
  const space = (box: { x: number; width: number }) => ({ ...box, height: places.page.height / 3 });
  const titleHeight = sheet.heightOf(title, space(columns.article), { ...style, bold: true });
  const textHeight = titleHeight + sheet.heightOf(details.join('\n'), space(columns.article), small);
  const height =
    2 * LINE_PADDING_MM + Math.max(places.picture, textHeight, sheet.heightOf(variant, space(columns.variant), style));
  const draw = (top: number) => {
    const y = top + LINE_PADDING_MM;
    const at = (box: { x: number; width: number }): Box => ({ ...box, y, height: height - LINE_PADDING_MM });
    pictures.slice(0, PICTURES_OF_LINE_MAX).forEach((picture, index) => {
      const size = places.picture;
      sheet.picture(picture, { x: places.margin + index * (size + 1), y, width: size, height: size });
    });
    sheet.block(title, at(columns.article), { ...style, bold: true }, 'article');
    sheet.block(details, { ...at(columns.article), y: y + titleHeight }, small, 'article');
    sheet.block(variant, at(columns.variant), style, 'variant');
    sheet.block(String(quantity), at(columns.quantity), { ...style, bold: true, align: 'right' }, 'quantity');
    if (columns.price && unitPrice !== undefined) {
      const price = moneyOf(unitPrice * quantity, slip.currency ?? '');
      sheet.block(price, at(columns.price), { ...style, smallest: 1.6, align: 'right', linesMax: 1 }, 'price');
    }
  };
  return { height, draw };
}

function drawTotal(
  sheet: Sheet,
  words: PaperWords,
  copy: SlipCopy,
  slip: PackingSlip,
  places: FormAreas,
  y: number,
): void {
  const columns = columnsOf(slip, places);
  const style = { largest: places.text, smallest: 1.6, bold: true, linesMax: 1 } as const;
  const at = (box: { x: number; width: number }): Box => ({ ...box, y: y + 0.8, height: places.text * 1.4 });
  const total = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  sheet.block(copy.total, at(columns.article), style, 'total');
  sheet.block(words.number(total), at(columns.quantity), { ...style, align: 'right' }, 'total');
  const isPriced = slip.lines.every(({ unitPrice }) => unitPrice !== undefined);
  if (!columns.price || !isPriced) return;
  const sum = slip.lines.reduce((all, { unitPrice = 0, quantity }) => all + unitPrice * quantity, 0);
  sheet.block(moneyOf(sum, slip.currency ?? ''), at(columns.price), { ...style, align: 'right' }, 'total');
}

function moneyOf(value: number, currency: string): string {
  return `${value.toFixed(minorUnits(currency))} ${currency}`.trim();
}

/** Returns the address and text for returns, with the QR code of the shop. */
function tailOf(sheet: Sheet, copy: SlipCopy, slip: PackingSlip, { page, margin, text, qr }: FormAreas) {
  const { link, returnAddress = [], returnText } = slip;
  const width = page.width - 2 * margin - (link === undefined ? 0 : qr + GAP_MM);
  const style = { largest: text * 0.95, smallest: TEXT_MIN_MM };
  const lines = [
    ...(slip.text === undefined ? [] : [slip.text]),
    ...(returnAddress.length > 0 ? [`${copy.returnsTo}: ${returnAddress.join(', ')}`] : []),
    ...(returnText === undefined ? [] : [returnText]),
    ...(link === undefined ? [] : [`${copy.link}: ${link}`]),
  ].join('\n');
  const textHeight = lines === '' ? 0 : sheet.heightOf(lines, { width, height: page.height / 3 }, style);
  const height = Math.max(textHeight, link === undefined ? 0 : qr) + (textHeight > 0 || link ? GAP_MM : 0);
  const draw = (y: number) => {
    if (height === 0) return;
    sheet.rule(margin, y, page.width - 2 * margin, 0.2);
    sheet.block(lines, { x: margin, y: y + 1.5, width, height: height - 1 }, style, 'returns');
    if (link !== undefined) sheet.qr(link, page.width - margin - qr, y + 1, qr);
  };
  return { height, draw };
}
