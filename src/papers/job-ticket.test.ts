import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { JobTicket } from './paper-types.ts';
import { readCodes } from './test-support/read-papers.ts';
import { PAPER_OPTIONS, printAndRead, samplePictures, sampleTicket, scanUrl } from './test-support/sample-papers.ts';

let pictures: JobTicket['pictures'];
before(async () => {
  pictures = await samplePictures();
});

test('a sticker measures 100 x 50 mm, and its bars and QR code identify one piece', async () => {
  const tickets = [1, 22, 123_456_789].map((number) => sampleTicket(number, { pictures }));
  const { pages, notes } = await printAndRead('ticket-stickers', tickets);
  assert.deepEqual(notes, []);
  assert.equal(pages.length, tickets.length);
  for (const [index, { code }] of tickets.entries()) {
    const page = pages[index]!;
    assert.deepEqual([Math.round(page.widthMm), Math.round(page.heightMm)], [100, 50]);
    assert.deepEqual(await readCodes(page.png), { bars: [code], squares: [scanUrl(code)] });
  }
  for (const word of ['Piece 2 of 3', 'of this order', 'Batch 17', 'Ticket 1 of 120', 'M · Black', 'white underbase'])
    assert.ok(pages[0]!.text.includes(word), word);
  for (const word of [
    '☐ Neck Heat press',
    'Front DTG 280 × 350 mm ada-front.png',
    '☐ Neck',
    'Nordlicht Prints',
    'NL-2026-004711',
  ])
    assert.ok(pages[0]!.text.includes(word), word);
  assert.ok(pages[0]!.text.includes('Due 2026-11-24 16:00'));
  assert.ok(pages[0]!.text.includes('Printed 2026-11-22 08:05'));
});

test('a sheet of A4 has eight tickets, and the ninth begins another sheet', async () => {
  const tickets = Array.from({ length: 9 }, (_, index) => sampleTicket(index + 1, { pictures }));
  const { pages } = await printAndRead('ticket-sheets', tickets);
  assert.equal(pages.length, 2);
  const codes = tickets.map(({ code }) => code).sort();
  const first = await readCodes(pages[0]!.png);
  assert.deepEqual(first.bars, codes.slice(0, 8));
  assert.deepEqual(first.squares, codes.slice(0, 8).map(scanUrl));
  assert.deepEqual((await readCodes(pages[1]!.png)).bars, codes.slice(8));
});

test('steps without room on a ticket are counted and noted, and its codes stay readable', async () => {
  const prints = Array.from({ length: 50 }, (_, index) => ({
    location: `LOCATION_${index}`,
    technology: 'EMBROIDERY',
    fileName: `a-file-with-a-long-name-${index}.png`,
  }));
  const long = sampleTicket(7, {
    ...{ pictures, prints, attempt: 12, rush: true, lotQuantity: 100_000 },
    notes: ['Pack with tissue paper', 'A gift: without prices'],
    orderId: 'X'.repeat(128),
    clientName: 'Ψηφιακές Εκτυπώσεις '.repeat(10),
    article: {
      title: 'Женская толстовка '.repeat(11),
      sku: '9'.repeat(128),
      color: 'Dunkelgrün '.repeat(9),
      size: 'XXXXL',
    },
  });
  const { pages, notes } = await printAndRead('ticket-stickers', [sampleTicket(6), long]);
  assert.deepEqual(await readCodes(pages[1]!.png), { bars: [long.code], squares: [scanUrl(long.code)] });
  const { text } = pages[1]!;
  assert.match(text, /\+ 4\d more: scan the code/);
  for (const word of ['R12', 'Rush', 'LOT OF 100000', '! Pack with tissue paper']) assert.ok(text.includes(word), word);
  assert.deepEqual(new Set(notes.map(({ paper, problem }) => `${paper} ${problem}`)), new Set(['1 cut']));
  assert.ok(notes.some(({ about }) => about === 'steps') && notes.some(({ about }) => about === 'order'));
});

test('no text of a ticket is outside it or over its codes', async () => {
  const { pages } = await printAndRead('ticket-stickers', [
    sampleTicket(1, { pictures, notes: ['One', 'Two', 'Three', 'Four'], attempt: 1, rush: true }),
  ]);
  for (const { text, x, y, width } of pages[0]!.texts) {
    assert.ok(x >= 0 && x + width <= 100 && y > 0 && y < 50, text);
    const isOverBars = x < 33 && y > 36 && y < 46;
    assert.ok(!isOverBars, text);
  }
});

test('a picture that cannot be read is left out and noted', async () => {
  const broken = [{ kind: 'ARTWORK', image: Buffer.from('no picture') } as const];
  const { pages, notes } = await printAndRead('ticket-stickers', [sampleTicket(1, { pictures: broken })]);
  assert.deepEqual(notes, [{ paper: 0, about: 'pictures', problem: 'picture_unreadable' }]);
  assert.equal((await readCodes(pages[0]!.png)).bars.length, 1);
});

test('a ticket names locations in the language of the center, and other texts of a catalogue as they are', async () => {
  const prints = ['LEFT_CHEST', 'BACK', 'INSIDE_LABEL', 'links oben'].map((location) => ({
    location,
    technology: 'DTG',
  }));
  const ticket = sampleTicket(1, { pictures: [], prints, customizations: [] });
  const textIn = async (language: 'en' | 'de') =>
    (await printAndRead('ticket-stickers', [ticket], { ...PAPER_OPTIONS, language })).pages[0]!.text;
  const german = await textIn('de');
  for (const name of ['Linke Brust', 'Rückseite', 'Inside label', 'links oben']) assert.ok(german.includes(name), name);
  const english = await textIn('en');
  for (const name of ['Left chest', 'Back', 'Inside label']) assert.ok(english.includes(name), name);
});
