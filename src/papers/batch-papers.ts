import { drawList } from './list-sheet.ts';
import type { BatchCover, BatchHead, PickList } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import type { Box, Sheet } from './pdf-sheet.ts';

/** What to take from the shelves, with places to note what was taken and what was short. */
export function drawPickList(sheet: Sheet, words: PaperWords, { batch, lines }: PickList): void {
  const { copy } = words;
  const total = lines.reduce((sum, { needed }) => sum + needed, 0);
  const short = lines.reduce((sum, { needed, onShelf }) => sum + Math.max(0, needed - onShelf), 0);
  // Shops that name no shelves have the room for long titles.
  const hasShelves = lines.some(({ shelf = '' }) => shelf !== '');
  const columns = [
    { title: copy.article, share: hasShelves ? 34 : 45 },
    { title: copy.color, share: 17 },
    { title: copy.size, share: 12, bold: true },
    ...(hasShelves ? [{ title: copy.shelf, share: 11 }] : []),
    { title: copy.take, share: 10, align: 'right', bold: true, size: 4.2 },
    { title: copy.onShelf, share: 12, align: 'right' },
    { title: copy.taken, share: 10, align: 'center', size: 4.2 },
    { title: copy.short, share: 14 },
  ] as const;
  drawList(sheet, words, {
    title: `${copy.pickList} · ${copy.batch} ${batch.name}`,
    facts: [
      ...headFacts(batch, words),
      copy.takeInAll(words.number(total)),
      ...(short > 0 ? [copy.shortInAll(words.number(short))] : []),
    ],
    code: batch.code,
    columns,
    rows: lines.map(({ title, sku, color = '', size = '', shelf = '', needed, onShelf }) => [
      `${title}\n${sku}`,
      ...[color, size, ...(hasShelves ? [shelf] : []), words.number(needed), words.number(onShelf), '☐'],
      onShelf < needed ? copy.shortBy(words.number(needed - onShelf)) : '',
    ]),
    tail: { height: 24, draw: (space) => signatures(sheet, space, [copy.pickedBy, copy.dateAndTime]) },
  });
}

/** The sheet on top of a batch: what it holds, by article and technology. */
export function drawBatchCover(sheet: Sheet, words: PaperWords, cover: BatchCover): void {
  const { copy } = words;
  const { batch, clientNames, counts, notes = [], lots, orders, pieces } = cover;
  const sum = [copy.pieces(words.number(pieces)), copy.orders(words.number(orders))];
  if (lots > 0) sum.push(copy.lots(words.number(lots)));
  const columns = [
    { title: copy.article, share: 50 },
    { title: copy.technology, share: 34 },
    { title: copy.amount, share: 16, align: 'right', bold: true, size: 4.2 },
  ] as const;
  const noted = notes.map((note) => `! ${note}`);
  const height = sheet.heightOf(noted.join('\n'), { width: 180, height: 80 }, NOTES_LOOK);
  drawList(sheet, words, {
    title: `${copy.batch} ${batch.name}`,
    facts: [sum.join(' · '), ...headFacts(batch, words), clientNames.join(', ')],
    code: batch.code,
    columns,
    rows: counts.map(({ title, technologies, pieces: amount }) => [
      title,
      technologies.join(', '),
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

/** Lines to sign on, beside each other, with what belongs there below. */
export function signatures(sheet: Sheet, space: Box, names: readonly string[]): void {
  const width = space.width / names.length;
  names.forEach((name, index) => {
    const x = space.x + index * width;
    sheet.rule(x, space.y + 12, width - 6, 0.25);
    const box = { x, y: space.y + 13, width: width - 6, height: 4 };
    sheet.block(name, box, { largest: 2.8, smallest: 2 }, 'signatures');
  });
}
