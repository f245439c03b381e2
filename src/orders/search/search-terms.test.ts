import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { searchQuery, searchTerms } from './search-terms.ts';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const ofOrder = (orderId: string, personName = '') =>
  searchTerms({ orderId, items: [], shipping: { address: { personName } } });

async function finds(terms: string, query: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ found: boolean }>(
    'select $1::tsvector @@ $2::tsquery as found',
    [terms, query],
  );
  return rows[0]!.found;
}

test('an order is found by the beginnings of its words, whatever their case and accents', async () => {
  const terms = ofOrder('#SHOP-10/7', 'Łukasz Ångström-Strauß');
  for (const text of ['#shop-10/7', 'shop-10', '10', 'angstrom', 'ÅNGSTRÖM-S', 'strauss łuk', 'Strauß,'])
    assert.ok(await finds(terms, searchQuery(text)!), text);
  for (const text of ['1', 'hop', 'angstrom nobody'])
    assert.ok(!(await finds(terms, searchQuery(text)!)), text);
  assert.equal(searchQuery('  \u0301 '), undefined);
});

test('any text that an order may hold finds it, and none breaks the statement', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });
  await fc.assert(
    fc.asyncProperty(text, text, async (orderId, name) => {
      for (const wanted of [orderId, name]) {
        const query = searchQuery(wanted);
        if (query !== undefined) assert.ok(await finds(ofOrder(orderId, name), query), query);
      }
    }),
    { numRuns: 200 },
  );
});

test('the largest order there is stays within what a tsvector holds', async () => {
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
