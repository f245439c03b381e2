import { minorUnits } from '../shipping/currencies.ts';
import { drawList } from './list-sheet.ts';
import type { CodeCard, PurchasePaper } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import type { Sheet } from './pdf-sheet.ts';

/** Decimals of an amount whose currency is unknown. */
const PRICE_DIGITS = 2;

/** Writes an amount with its currency. */
export function amountOf(words: PaperWords, amount: number, currency: string | undefined): string {
  if (currency === undefined) return words.number(amount, PRICE_DIGITS);
  return `${words.number(amount, minorUnits(currency))} ${currency}`;
}

/** Draws a purchase order for a supplier. */
export function drawPurchase(sheet: Sheet, words: PaperWords, purchase: PurchasePaper): void {
  const { purchase: copy, article, color, size } = words.copy;
  const { from, supplierName, reference, ordered, expected, currency, lines } = purchase;
  const hasPrices = lines.some(({ price }) => price !== undefined);
  const total = lines.reduce((sum, { quantity, price = 0 }) => sum + quantity * price, 0);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const digits = currency === undefined ? PRICE_DIGITS : minorUnits(currency);
  const money = (amount: number) => words.number(amount, digits);
  drawList(sheet, words, {
    title: `${copy.title} ${reference}`,
    facts: [
      `${copy.to} ${supplierName}`,
      `${copy.from} ${from.join(', ')}`,
      [`${copy.ordered} ${words.day(ordered)}`, ...(expected ? [`${copy.expected} ${words.day(expected)}`] : [])].join(
        ' · ',
      ),
      copy.sum(words.number(pieces)) + (hasPrices ? ` · ${copy.total} ${amountOf(words, total, currency)}` : ''),
    ],
    columns: [
      { title: copy.yourCode, share: 20, bold: true },
      { title: article, share: hasPrices ? 32 : 44 },
      { title: color, share: 14 },
      { title: size, share: 9 },
      { title: copy.quantity, share: 10, align: 'right', bold: true },
      ...(hasPrices
        ? ([
            { title: copy.price, share: 10, align: 'right' },
            { title: copy.amount, share: 12, align: 'right' },
          ] as const)
        : []),
    ],
    rows: lines.map(({ supplierCode = '–', code, title, color: dye = '', size: fit = '', quantity, price }) => [
      ...[supplierCode, `${title}\n${code}`, dye, fit, words.number(quantity)],
      ...(hasPrices
        ? [price === undefined ? '' : money(price), price === undefined ? '' : money(price * quantity)]
        : []),
    ]),
  });
}

const LABEL_MM = { width: 100, height: 50, margin: 3 };
/** Bars of a longer code would not fit beside their quiet zones. */
const BARS_LENGTH_MAX = 24;
/** Code 128 has no other characters. */
const BARS = /^[\x20-\x7e]+$/;

/**
 * Draws a sticker for a shelf or an article. Its codes are the text itself, which the pages read like a scan
 * of the article.
 */
export function drawStockLabel(sheet: Sheet, _words: PaperWords, { code, title, lines = [] }: CodeCard): void {
  const { width, height, margin } = LABEL_MM;
  sheet.addPage(width, height);
  const hasBars = code.length <= BARS_LENGTH_MAX && BARS.test(code);
  const side = 24;
  const name = { x: margin, y: margin, width: width - side - 3 * margin, height: lines.length > 0 ? 14 : 20 };
  sheet.block(title, name, { largest: 14, smallest: 3.2, bold: true, linesMax: 2 }, 'name');
  const below = { ...name, y: margin + 15, height: 8 };
  sheet.block(lines, below, { largest: 6, smallest: 2.2 }, 'lines');
  sheet.qr(code, width - side - margin, margin, side);
  if (hasBars) sheet.code(code, margin - 2, 29, 13);
  else
    sheet.block(code, { ...name, y: 34, width: width - 2 * margin, height: 10 }, { largest: 4, smallest: 2.2 }, 'code');
}
