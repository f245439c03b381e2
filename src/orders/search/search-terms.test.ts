import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { searchTerms, searchWords } from './search-terms.ts';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const ofOrder = (orderId: string, personName = '') =>
  searchTerms({ orderId, items: [], shipping: { address: { personName } } });

/** Returns undefined without a word to search for. */
function searchQuery(text: string): string | undefined {
  const words = searchWords(text);
  return words.length === 0 ? undefined : words.map((word) => `(${word})`).join(' & ');
}

async function finds(terms: string, query: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ found: boolean }>('select $1::tsvector @@ $2::tsquery as found', [
    terms,
    query,
  ]);
  return rows[0]!.found;
}

test('an order is found by the beginnings of its words, in any case and without accents', async () => {
  const terms = ofOrder('#SHOP-10/7', 'Łukasz Ångström-Strauß');
  for (const text of ['#shop-10/7', 'shop-10', '10', 'angstrom', 'ÅNGSTRÖM-S', 'strauss łuk', 'Strauß,'])
    assert.ok(await finds(terms, searchQuery(text)!), text);
  for (const text of ['1', 'hop', 'angstrom nobody']) assert.ok(!(await finds(terms, searchQuery(text)!)), text);
  assert.equal(searchQuery('  \u0301 '), undefined);
});

test('an umlaut matches its letter and its spelling, and the spelling matches the umlaut', async () => {
  const terms = ofOrder('A-1', 'Jürgen Müller-Bøe');
  for (const text of ['muller', 'mueller', 'MÜLLER', 'jurgen', 'juergen', 'Ju\u0308rgen', 'bøe', 'boe', 'juergen müll'])
    assert.ok(await finds(terms, searchQuery(text)!), text);
  assert.ok(await finds(ofOrder('A-2', 'Mueller'), searchQuery('müller')!));
  assert.ok(!(await finds(ofOrder('A-2', 'Muller'), searchQuery('mueller')!)));
});

test('a word that begins another one is not stored, unless it must match as a whole', async () => {
  const words = async (orderId: string, personName: string) => {
    const { rows } = await database.pool.query<{ words: string[] }>('select tsvector_to_array($1::tsvector) as words', [
      ofOrder(orderId, personName),
    ]);
    return rows[0]?.words;
  };
  assert.deepEqual(await words('SHOP-1009', 'Ann  Annabel Li Lind'), [
    ...['1009', 'annabel', 'li', 'lind', 'shop-1009', 'shop1009'],
  ]);
  assert.deepEqual(await words('AB-7', ''), ['7', 'ab', 'ab-7', 'ab7']);
});

test('a SKU is found by its parts', async () => {
  const customizations = [{ sku: 'CZ-NECK-LABEL-60X60MM', location: 'NECK', technology: 'DTF' }];
  const items = [{ id: '1', quantity: 1, customProduct: { sku: 'ST-CREATOR-BLK-M', customizations } }];
  const terms = searchTerms({ orderId: 'A', items, shipping: {} });
  for (const text of ['creator', 'blk', 'm', 'st-creator', 'neck label', '60x60', 'st-creator-blk-m'])
    assert.ok(await finds(terms, searchQuery(text)!), text);
  for (const text of ['reator', 'l']) assert.ok(!(await finds(terms, searchQuery(text)!)), text);
});

test('an order is found by every field that staff know, in any spelling', async () => {
  const prints = [
    { dataUrl: 'https://shop.example.com/art/Gr%C3%BCner_Drache-v2.png?x=1', location: 'FRONT', technology: 'DTG' },
  ];
  const items = [
    { id: '1', quantity: 1, customProduct: { sku: 'AM-1057', prints } },
    { id: '2', quantity: 1, existingProduct: { ean13: '4006381333931', name: 'Logo Tee Schwarz' } },
  ];
  const address = {
    personName: '山田太郎',
    company: 'Café Łódź',
    city: '東京都 Köln',
    postalCode: 'SW1A 1AA',
    email: 'Ada.Byron@Example.com',
    phoneNumber: '+49 (0)30 1234-567',
  };
  const shipments = [{ trackingNumber: '1Z 999-AA1', items: [] }];
  const order = {
    orderId: 'SHOP-10/7',
    customerReference: 'PO-2026/118',
    items,
    shipping: { address },
    shipments,
  } as never;
  const terms = searchTerms(order, new Map([['AM-1057', 'Crème Hoodie']]));
  for (const text of [
    ...['am1057', 'AM-1057', 'am-10', 'AM1057', 'shop107', 'SHOP-10', 'po2026118', 'PO-2026'],
    ...['山', '太', '東京', '京', 'koln', 'KOELN', 'köln 都', 'cafe', 'lodz'],
    ...['sw1a', 'SW1A1AA', 'sw1a 1aa', 'ada.byron@example.com', 'byron', 'example.com'],
    ...['+49 30', '1234', '1z999aa1', '999-aa1', '4006381333931', 'logo schwarz', 'creme hoodie', 'hood'],
    ...['grüner_drache', 'gruner drache', 'v2', 'Grüner_Drache-v2.png'],
  ])
    assert.ok(await finds(terms, searchQuery(text)!), `${text}: ${searchQuery(text)} in ${terms}`);
  for (const text of ['山口', 'am1058', 'byron nobody', 'example.org'])
    assert.ok(!(await finds(terms, searchQuery(text)!)), text);
});

test('a phone number is found in its national and international form, however it is separated', async () => {
  const terms = searchTerms({ orderId: 'A', items: [], shipping: { address: { phoneNumber: '+49 30 1234567' } } });
  for (const text of ['+49 30 1234567', '+49301234567', '0049 30 1234567', '030 1234567', '030/1234-567', '0301234567'])
    assert.ok(await finds(terms, searchQuery(text)!), `${text}: ${searchQuery(text)} in ${terms}`);
  assert.ok(!(await finds(terms, searchQuery('030 7654321')!)));
});

test('any valid text of an order finds it, and none breaks the statement', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });
  await fc.assert(
    fc.asyncProperty(text, text, async (orderId, name) => {
      for (const wanted of [orderId, name]) {
        const query = searchQuery(wanted);
        if (query !== undefined) assert.ok(await finds(ofOrder(orderId, name), query), query);
      }
    }),
    // The mark between the last two letters separates no words.
    { numRuns: 200, examples: [['\u2E80\u0915\u094D\u03B5', 'Ada']] },
  );
});

test('the terms of the largest order fit into a tsvector', async () => {
  const items = Array.from({ length: 500 }, (_, index) => ({
    id: String(index),
    quantity: 1,
    customProduct: {
      sku: `${index}`.padEnd(128, '\u{FDFA}'),
      customizations: Array.from({ length: 50 }, (_, place) => ({
        sku: `${index} ${place}`.padEnd(128, '漢'),
        location: 'X',
        technology: 'Y',
      })),
    },
  }));
  const terms = searchTerms({ orderId: 'LARGE', items, shipping: {} });
  assert.ok(await finds(terms, searchQuery('large')!));
});
