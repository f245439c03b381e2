import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZpl } from '../platform/formats/read-zpl.ts';
import { addressLabelZpl } from './address-label.ts';
import { postalLines } from './postal-address.ts';
import { readCodes } from './test-support/read-papers.ts';
import * as samples from './test-support/sample-papers.ts';

const { AMERICAN, HOSTILE, JAPANESE, PAPER_OPTIONS, printAndRead, SCRIPTS, SWISS, sampleLabel, scanUrl } = samples;

/** As the printer of a bench shows it. */
async function renderedZpl(zpl: Buffer): Promise<Buffer> {
  const { ready } = await import('zpl-renderer-js');
  const { api } = await ready;
  return Buffer.from(await api.zplToBase64Async(zpl.toString('utf8'), 101.6, 152.4, 8), 'base64');
}

test('an address has the format of its destination, with the country in capitals as the last line', () => {
  assert.deepEqual(postalLines(SWISS), [
    'Zoë Müller',
    'Bahnhofstrasse 12a',
    'c/o Keller',
    'CH-8001 Zürich',
    'SWITZERLAND',
  ]);
  assert.deepEqual(postalLines(JAPANESE), [
    ...['〒150-0001', '東京都', '渋谷区神宮前1-2-3 髙橋ビル 501', '株式会社サンプル', '山田 太郎'],
    'JAPAN',
  ]);
  const inLatin = {
    personName: 'Taro Yamada',
    street: '1-2-3 Jingumae',
    addressLine2: 'Room 5',
    city: 'Shibuya-ku',
  };
  assert.deepEqual(postalLines({ ...inLatin, state: 'Tokyo', postalCode: '150-0001', country: 'JP' }), [
    ...['Taro Yamada', '1-2-3 Jingumae', 'Room 5, Shibuya-ku, Tokyo', '150-0001', 'JAPAN'],
  ]);
  assert.deepEqual(postalLines(AMERICAN), [
    ...['Ada Lovelace', '350 Fifth Avenue', 'Suite 3300', 'New York, NY 10118', 'UNITED STATES OF AMERICA'],
  ]);
  const british = {
    personName: 'J. Doe',
    street: '1 High St',
    city: 'Belfast',
    postalCode: 'BT1 1AA',
    country: 'XI',
  };
  assert.deepEqual(postalLines(british), ['J. Doe', '1 High St', 'Belfast', 'BT1 1AA', 'UNITED KINGDOM']);
});

test('a country has the short name that sorters know', () => {
  for (const [country, name] of [
    ['FK', 'FALKLAND ISLANDS'],
    ['IR', 'IRAN'],
    ['TZ', 'TANZANIA'],
  ] as const)
    assert.equal(postalLines({ personName: 'A', street: 'B', city: 'C', country }).at(-1), name);
});

test('a code of a state is written as its name, except where the post uses codes', () => {
  const address = { personName: 'A', street: 'Street 1', city: 'Town', postalCode: '1' };
  const written = (country: string, state: string) => postalLines({ ...address, country, state }).join('\n');
  assert.match(written('JP', 'JP13'), /Tokyo/);
  assert.match(written('TR', 'TR34'), /Istanbul/);
  assert.match(written('IC', 'GC'), /Las Palmas/);
  assert.match(written('US', 'CA'), /Town, CA 1/);
  assert.match(written('IT', 'RM'), /Town RM/);
  assert.match(written('CN', 'CN1'), /Yunnan/);
  assert.match(written('CN', 'CN99'), /CN99/);
  // Barcelona is the name of the city, too.
  assert.deepEqual(postalLines({ ...address, city: 'Barcelona', country: 'ES', state: 'B' }), [
    ...['A', 'Street 1', '1 Barcelona', 'SPAIN'],
  ]);
});

test('no part of an address is lost when the format of a country has no place for it', () => {
  const address = {
    personName: 'Li',
    company: 'Co',
    street: '1 Road',
    addressLine2: 'Unit 2',
    city: 'Town',
    postalCode: '4711',
  };
  for (const country of ['SG', 'HK', 'JP', 'AE', 'VA', 'PA', 'KR', 'XK', 'AQ', 'Nowhere']) {
    const lines = postalLines({ ...address, country }).join('\n');
    for (const part of Object.values(address)) assert.ok(lines.includes(part), `${part} for ${country}: ${lines}`);
  }
});

test('an address label is 4 x 6 inches, says that it is not postage, and has letters of at least 3 mm', async () => {
  const labels = [SWISS, JAPANESE, AMERICAN].map((recipient) => sampleLabel(recipient));
  const { pages, notes } = await printAndRead('address-labels', labels);
  assert.deepEqual(notes, []);
  for (const [index, label] of labels.entries()) {
    const page = pages[index]!;
    assert.deepEqual([page.widthMm.toFixed(1), page.heightMm.toFixed(1)], ['101.6', '152.4']);
    assert.deepEqual(await readCodes(page.png), { bars: [label.code], squares: [scanUrl(label.code)] });
    assert.ok(page.text.includes('ADDRESS LABEL – NOT POSTAGE'));
    for (const { size, text } of page.texts) assert.ok(size >= 2.99, `${text} is ${size} mm high`);
    const named = page.texts.filter(({ y }) => y > 33 && y < 83);
    assert.ok(
      named.every(({ size }) => size * 0.73 >= 3),
      'the capitals of the recipient',
    );
    assert.ok(page.text.includes('Parcel 1 of 2 · 0.850 kg') && page.text.includes('NL-2026-004711'));
    assert.ok(!page.text.includes('example.com'), 'an e-mail address is for nobody on the way');
  }
});

test('every script is printed without empty boxes, and the scripts of Europe by one font', async () => {
  const names = Object.keys(SCRIPTS);
  const { pages, notes } = await printAndRead(
    'address-labels',
    names.map((name) => sampleLabel(SCRIPTS[name]!)),
  );
  assert.deepEqual(notes, []);
  const europe = names.slice(0, names.indexOf('Hebrew'));
  for (const name of europe) {
    const { text } = pages[names.indexOf(name)]!;
    for (const line of postalLines(SCRIPTS[name]!)) assert.ok(text.includes(line), `${name}: ${line}`);
  }
});

test('an address that is too long loses the ends of its longest lines, keeps every line, and says so', async () => {
  const long = {
    ...{
      personName: 'A'.repeat(200),
      company: 'Wide Company Name '.repeat(11),
      street: 'Long Street '.repeat(16),
    },
    ...{
      addressLine2: 'Second Line '.repeat(16),
      city: 'City'.repeat(50),
      postalCode: '10118',
      country: 'DE',
    },
  };
  const { pages, notes } = await printAndRead('address-labels', [sampleLabel(SWISS), sampleLabel(long)]);
  assert.deepEqual(notes, [{ paper: 1, about: 'recipient', problem: 'cut' }]);
  const { text } = pages[1]!;
  for (const part of ['AAAA', 'Wide Company', 'Long Street', 'Second Line', '10118 City', 'GERMANY', '…'])
    assert.ok(text.includes(part), part);
  assert.ok(text.includes('Not all of the address fits: see the order.'));
});

test('a ZPL label has the same codes in whole dots, and prints every script', async () => {
  for (const recipient of [SWISS, JAPANESE, SCRIPTS.Arabic!, HOSTILE]) {
    const label = sampleLabel(recipient);
    const zpl = await addressLabelZpl(label, PAPER_OPTIONS);
    const text = zpl.toString('utf8');
    assert.ok(text.startsWith('^XA\n^CI28\n^PW813\n^LL1219\n') && text.endsWith('^XZ\n'));
    assert.match(text, /\^BY2\^BCN,208,N,N,N,A\^FH_\^FDT\d{10}\^FS/);
    assert.deepEqual(await readCodes(await renderedZpl(zpl)), {
      bars: [label.code],
      squares: [scanUrl(label.code)],
    });
  }
});

test('text in a ZPL label neither ends a field nor begins a command', async () => {
  const label = await addressLabelZpl(sampleLabel(HOSTILE), PAPER_OPTIONS);
  const text = label.toString('utf8');
  // The rules for customers' labels hold for ours too.
  const reading = readZpl(label);
  assert.ok(reading.kind === 'labels' && reading.labels[0]?.includes('_5EXA_5EFO50,50_5EFDOWNED'));
  assert.equal(text.match(/\^XA/g)?.length, 1);
  assert.equal(text.match(/\^XZ/g)?.length, 1);
  assert.ok(!text.includes('~') && !text.includes('\\'));
  for (const part of ['_5EXA_5EFO50,50_5EFDOWNED_5EFS_5EXZ', '_7EJR', '_5C5E', '_5F5EXA'])
    assert.ok(text.includes(part), part);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left.
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  const commands = [...text.matchAll(/\^([A-Z][A-Z0-9])/g)].map(([, command]) => command);
  assert.deepEqual([...new Set(commands)].sort(), [
    'A0',
    'BC',
    'BQ',
    'BY',
    'CI',
    'FD',
    'FH',
    'FO',
    'FS',
    'GB',
    'GF',
    'LH',
    'LL',
    'PW',
    'XA',
    'XZ',
  ]);
});

test('hostile text stays within the lines of a label', async () => {
  const { pages } = await printAndRead('address-labels', [sampleLabel(HOSTILE)]);
  const { text, texts, png } = pages[0]!;
  assert.ok(text.includes('^XA^FO50,50^FDOWNED^FS^XZ') && text.includes('~JR'));
  assert.ok(
    text.includes('gnorw') && text.includes('GERMANY'),
    'what would turn the direction of the text is left out',
  );
  assert.ok(texts.every(({ x, width }) => x >= 0 && x + width <= 101.6));
  assert.equal((await readCodes(png)).bars.length, 1);
});
