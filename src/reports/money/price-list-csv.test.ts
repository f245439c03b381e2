import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrices } from './price-list-csv.ts';

const amountOf = async (price: string, currency = 'EUR') =>
  (await readPrices(Buffer.from(`Kind;Price\nPRINT;${price}\n`), currency)).prices[0]?.amount;

test('prices may have signs of thousands where they are certain', async () => {
  assert.equal(await amountOf('1.234,50'), 123_450);
  assert.equal(await amountOf('1 234,5'), 123_450);
  assert.equal(await amountOf('1234.50'), 123_450);
  assert.equal(await amountOf('1,234', 'KWD'), 1_234);
  for (const price of ['1,200', '1.200', '1.200 €'])
    await assert.rejects(amountOf(price), { error: 'invalid_request' }, price);
});

test('a price may have the sign or the code of the currency of the list, and no other', async () => {
  for (const price of ['24,90 €', '€24.90', '€ 24,90', '24.90EUR', 'EUR 24,90', '24,9 eur', '24.90\u00a0€'])
    assert.equal(await amountOf(price), 2_490, price);
  assert.equal(await amountOf('1.234,50 zł', 'PLN'), 123_450);
  assert.equal(await amountOf('$5', 'USD'), 500);
  for (const price of ['24,90 $', 'USD 24.90', '€ 24,90 €', '24,90 € je']) {
    const { error, violations } = await amountOf(price).then(
      () => assert.fail(),
      (thrown) => thrown,
    );
    assert.deepEqual([error, violations[0].pointer], ['invalid_request', '2/price'], price);
  }
  const { violations } = await amountOf('24,90 $').then(
    () => assert.fail(),
    (thrown) => thrown,
  );
  assert.match(violations[0].message, /in the currency of the list, EUR\./);
});

test('an uncertain encoding is the one that the media type names', async () => {
  const bytes = Buffer.from('kind,code,price\nPRINT,\xa3,1\n', 'latin1');
  await assert.rejects(readPrices(bytes, 'EUR', 'text/csv'), { error: 'invalid_request' });
  const { prices } = await readPrices(bytes, 'EUR', 'text/csv; charset=windows-1250');
  assert.equal(prices[0]?.code, 'Ł');
});
