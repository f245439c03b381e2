import { countryName, normaliseCountry } from '../shipping/countries.ts';
import { signatures } from './batch-papers.ts';
import { drawList } from './list-sheet.ts';
import type { HandOverList, PackingSlip } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import { type Sheet, spaced } from './pdf-sheet.ts';
import { postalLines } from './postal-address.ts';

/** What lies in the parcel, in the shop's name: it has no prices, and the center is not named. */
export function drawPackingSlip(sheet: Sheet, words: PaperWords, slip: PackingSlip): void {
  const { copy } = words;
  const { shop, orderId, ordered, parcel, recipient, returnAddress = [], lines } = slip;
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const columns = [
    { title: copy.article, share: 44 },
    { title: copy.color, share: 22 },
    { title: copy.size, share: 16 },
    { title: copy.quantity, share: 14, align: 'right', bold: true },
  ] as const;
  const returns = returnAddress.length > 0 ? [copy.returnsTo, ...returnAddress].join('\n') : undefined;
  const look = { largest: 3.2, smallest: 2.4 };
  const height = returns === undefined ? 0 : sheet.heightOf(returns, { width: 180, height: 60 }, look);
  drawList(sheet, words, {
    title: shop.name,
    facts: [
      ...(shop.lines ?? []),
      [copy.packingSlip, `${copy.order} ${orderId}`, words.day(ordered)].join(' · '),
      ...(parcel && parcel.of > 1 ? [copy.parcelOf(parcel.number, parcel.of)] : []),
      ...(recipient ? [`${copy.to}: ${postalLines(recipient).join(', ')}`] : []),
    ],
    code: slip.code,
    columns,
    rows: [
      ...lines.map(({ title, sku, color = '', size = '', quantity }) => [
        sku ? `${title}\n${sku}` : title,
        ...[color, size, words.number(quantity)],
      ]),
      [copy.total, '', '', words.number(total)],
    ],
    tail: {
      height: returns === undefined ? 6 : height + 11,
      draw: (space) => {
        if (returns !== undefined) sheet.block(returns, { ...space, height: height + 0.1 }, look, 'return');
      },
    },
  });
}

/** What the driver signs for: no recipients, only what tells the parcels apart. */
export function drawHandOverList(sheet: Sheet, words: PaperWords, list: HandOverList): void {
  const { copy } = words;
  const grams = list.parcels.reduce((sum, { weightGrams = 0 }) => sum + weightGrams, 0);
  const columns = [
    { title: '#', share: 6, align: 'right' },
    { title: copy.parcel, share: 22 },
    { title: copy.tracking, share: 30 },
    { title: copy.order, share: 32 },
    { title: copy.country, share: 16 },
    { title: 'kg', share: 10, align: 'right' },
  ] as const;
  const kilograms = (weight: number) => words.number(weight / 1000, 3);
  drawList(sheet, words, {
    title: `${copy.handOverList} ${list.name} · ${list.carrier}`,
    facts: [
      `${copy.closed} ${words.moment(list.closed)}`,
      copy.parcels(words.number(list.parcels.length)),
      ...(grams > 0 ? [copy.kilograms(kilograms(grams))] : []),
    ],
    columns,
    rows: list.parcels.map(
      ({ code, trackingNumber = '–', clientName, orderId, country, weightGrams }, index) => [
        ...[words.number(index + 1), spaced(code), trackingNumber, `${orderId}\n${clientName}`],
        country ? inEnglish(country) : '',
        weightGrams === undefined ? '' : kilograms(weightGrams),
      ],
    ),
    tail: {
      height: 40,
      draw: (space) => {
        const said = copy.driverConfirms(words.number(list.parcels.length));
        sheet.block(said, { ...space, height: 10 }, { largest: 3.6, smallest: 2.6 }, 'confirmation');
        const below = { ...space, y: space.y + 10 };
        signatures(sheet, below, [copy.driverName, copy.dateAndTime, copy.signature]);
      },
    },
  });
}

function inEnglish(country: string): string {
  const code = normaliseCountry(country);
  return code ? countryName(code) : country;
}
