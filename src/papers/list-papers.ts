import { countryName, normaliseCountry } from '../shipping/countries.ts';
import { drawList } from './list-sheet.ts';
import type { BatchCover, BatchHead, HandOverList, PickList } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import { type Box, type Sheet, type SheetImage, spacedCode } from './pdf-sheet.ts';

/** Draws the goods to take from the shelves for a batch, with room to note quantities taken and missing. */
export function drawPickList(
  sheet: Sheet,
  words: PaperWords,
  { batch, lines }: PickList,
  pictures: readonly (SheetImage | undefined)[],
): void {
  const { copy } = words;
  const materials = lines.filter(({ kind }) => kind === 'MATERIAL').reduce((sum, { needed }) => sum + needed, 0);
  const total = lines.reduce((sum, { needed }) => sum + needed, 0) - materials;
  const short = lines.reduce((sum, { needed, onShelf }) => sum + Math.max(0, needed - onShelf), 0);
  // Without shelves, the room goes to the titles.
  const hasShelves = lines.some(({ shelf = '' }) => shelf !== '');
  const hasPictures = pictures.some((one) => one !== undefined);
  const columns = [
    ...(hasPictures ? [{ title: '', share: 11 }] : []),
    ...(hasShelves ? [{ title: copy.shelf, share: 18, bold: true }] : []),
    { title: copy.article, share: hasShelves ? 32 : 45 },
    { title: copy.color, share: 16 },
    { title: copy.size, share: 12, bold: true },
    { title: copy.take, share: 10, align: 'right', bold: true, size: 4.2 },
    { title: copy.onShelf, share: 12, align: 'right' },
    { title: copy.taken, share: 10, align: 'center', size: 4.2 },
    { title: copy.short, share: 14 },
  ] as const;
  drawList(sheet, words, {
    title: `${copy.pickList} · ${copy.batch} ${batch.name}`,
    facts: [
      ...headFacts(batch, words),
      [copy.takeInAll(words.number(total)), ...(materials > 0 ? [copy.besides(words.number(materials))] : [])].join(
        ', ',
      ),
      ...(short > 0 ? [copy.shortInAll(words.number(short))] : []),
    ],
    code: batch.code,
    columns,
    ...(hasPictures && { pictures }),
    rows: lines.map(({ kind, title, sku, color = '', size = '', shelf = '', needed, onShelf }) => [
      ...(hasPictures ? [''] : []),
      ...(hasShelves ? [shelf] : []),
      `${title}\n${kind === 'MATERIAL' ? `${sku} · ${copy.customization}` : sku}`,
      ...[color, size, words.number(needed), words.number(onShelf), '☐'],
      onShelf < needed ? copy.shortBy(words.number(needed - onShelf)) : '',
    ]),
    tail: { height: 24, draw: (space) => drawSignatureLines(sheet, space, [copy.pickedBy, copy.dateAndTime]) },
  });
}

export function drawBatchCover(sheet: Sheet, words: PaperWords, cover: BatchCover): void {
  const { copy } = words;
  const {
    batch,
    clientNames,
    counts,
    notes = [],
    lots,
    orders,
    tickets,
    pieces,
    products = 0,
    customizations = 0,
  } = cover;
  const sum = [
    copy.tickets(words.number(tickets)),
    copy.pieces(words.number(pieces)),
    copy.orders(words.number(orders)),
  ];
  if (lots > 0) sum.push(copy.lots(words.number(lots)));
  const beside = [
    ...(products > 0 ? [copy.productsAmong(words.number(products))] : []),
    ...(customizations > 0 ? [copy.besides(words.number(customizations))] : []),
  ].join(', ');
  const columns = [
    { title: copy.article, share: 50 },
    { title: copy.technology, share: 34 },
    { title: copy.amount, share: 16, align: 'right', bold: true, size: 4.2 },
  ] as const;
  const noted = notes.map((note) => `! ${note}`);
  const height = sheet.heightOf(noted.join('\n'), { width: 180, height: 80 }, NOTES_LOOK);
  drawList(sheet, words, {
    title: `${copy.batch} ${batch.name}`,
    facts: [sum.join(' · '), ...(beside ? [beside] : []), ...headFacts(batch, words), clientNames.join(', ')],
    code: batch.code,
    columns,
    rows: counts.map(({ title, technologies, pieces: amount }) => [
      title,
      technologies.map(words.technology).join(', ') || '–',
      words.number(amount),
    ]),
    ...(noted.length > 0 && {
      tail: { height: height + 8, draw: (space: Box) => void sheet.block(noted, space, NOTES_LOOK, 'notes') },
    }),
  });
}

const NOTES_LOOK = { largest: 3.6, smallest: 3, bold: true };

function headFacts({ released, due }: BatchHead, words: PaperWords): string[] {
  const { copy } = words;
  return [`${copy.released} ${words.moment(released)}`, ...(due ? [`${copy.due} ${words.moment(due)}`] : [])];
}

function drawSignatureLines(sheet: Sheet, space: Box, names: readonly string[]): void {
  const width = space.width / names.length;
  names.forEach((name, index) => {
    const x = space.x + index * width;
    sheet.rule(x, space.y + 12, width - 6, 0.25);
    const box = { x, y: space.y + 13, width: width - 6, height: 4 };
    sheet.block(name, box, { largest: 2.8, smallest: 2 }, 'signatures');
  });
}

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
  const carrier = list.carrierName ?? list.carrierId ?? copy.labels[list.labels ?? 'CLIENT'];
  drawList(sheet, words, {
    title: `${copy.handOverList} ${list.name} · ${carrier}`,
    facts: [
      ...(list.from ? [`${copy.handedOverBy}: ${list.from.join(', ')}`] : []),
      `${copy.closed} ${words.moment(list.closed)}`,
      copy.parcels(words.number(list.parcels.length)),
      ...(grams > 0 ? [copy.kilograms(kilograms(grams))] : []),
    ],
    columns,
    rows: list.parcels.map(({ code, trackingNumber = '–', clientName, orderId, country, weightGrams }, index) => [
      ...[words.number(index + 1), spacedCode(code), trackingNumber, `${orderId}\n${clientName}`],
      country ? englishName(country) : '',
      weightGrams === undefined ? '' : kilograms(weightGrams),
    ]),
    tail: {
      height: 40,
      draw: (space) => {
        const text = copy.driverConfirms(words.number(list.parcels.length));
        sheet.block(text, { ...space, height: 10 }, { largest: 3.6, smallest: 2.6 }, 'confirmation');
        const below = { ...space, y: space.y + 10 };
        drawSignatureLines(sheet, below, [copy.driverName, copy.dateAndTime, copy.signature]);
      },
    },
  });
}

function englishName(country: string): string {
  const code = normaliseCountry(country);
  return code ? countryName(code) : country;
}
