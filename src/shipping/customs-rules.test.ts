import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeclaredParcel, writeCustomsCsv } from '../packing/customs-csv.ts';
import { type CustomsItem, declareCustoms, hsCodeFault, originCountry, originFault } from './customs-rules.ts';

const ZURICH = { country: 'CH', postalCode: '8001' };
const TEE = {
  hsCode: '610910',
  countryOfOrigin: 'BD',
  weightGrams: 180,
  customsDescription: 'Cotton T-shirt',
};

function item(given: Partial<CustomsItem> = {}): CustomsItem {
  return { itemId: '1', code: 'TEE-M', title: 'Tee', quantity: 2, unitPrice: 19.99, customs: TEE, ...given };
}

test('pieces of one tariff number and origin are one line, with quantity, weight and exact value', () => {
  const declaration = declareCustoms(
    [
      item(),
      item({
        itemId: '2',
        code: 'TEE-L',
        quantity: 1,
        unitPrice: 0.1,
        customs: { ...TEE, weightGrams: 200 },
      }),
      item({ itemId: '3', code: 'TEE-CN', quantity: 3, customs: { ...TEE, countryOfOrigin: 'CN' } }),
      item({
        itemId: '4',
        code: 'MUG',
        quantity: 1,
        customs: { ...TEE, hsCode: '69111000' },
        addedGrams: 20,
      }),
    ],
    ZURICH,
    'EUR',
  );
  assert.deepEqual(declaration.lines, [
    {
      hsCode: '610910',
      countryOfOrigin: 'BD',
      description: 'Cotton T-shirt',
      quantity: 3,
      netWeightGrams: 560,
      value: 40.08,
    },
    {
      hsCode: '610910',
      countryOfOrigin: 'CN',
      description: 'Cotton T-shirt',
      quantity: 3,
      netWeightGrams: 540,
      value: 59.97,
    },
    {
      hsCode: '69111000',
      countryOfOrigin: 'BD',
      description: 'Cotton T-shirt',
      quantity: 1,
      netWeightGrams: 200,
      value: 19.99,
    },
  ]);
  assert.equal(declaration.tariffLines, 2);
  assert.equal(declaration.totalNetWeightGrams, 1_300);
  assert.equal(declaration.totalValue, 120.04);
  assert.deepEqual(declaration.gaps, []);
});

test('descriptions that differ stand beside each other, and a piece without one is called by its title', () => {
  const other = item({
    itemId: '2',
    code: 'TOP',
    customs: { ...TEE, customsDescription: undefined },
    title: 'Top',
  });
  assert.equal(declareCustoms([item(), other, item()], ZURICH).lines[0]?.description, 'Cotton T-shirt, Top');
});

test('tariff lines are counted by the first six digits', () => {
  const national = item({ itemId: '2', code: 'TEE-X', customs: { ...TEE, hsCode: '61091000' } });
  const { lines, tariffLines } = declareCustoms([item(), national], ZURICH);
  assert.equal(lines.length, 2);
  assert.equal(tariffLines, 1);
});

test('a missing value is reported once for each variant and field, and its pieces are in no line', () => {
  const bare = { customs: {}, unitPrice: 0 };
  const declaration = declareCustoms(
    [
      item(),
      item({ itemId: '2', code: 'CAP', title: 'Cap', ...bare }),
      item({ itemId: '3', code: 'CAP', title: 'Cap', ...bare }),
    ],
    ZURICH,
  );
  assert.equal(declaration.lines.length, 1);
  assert.deepEqual(
    declaration.gaps.map(({ field, code, itemIds }) => [field, code, itemIds.join()]),
    ['hsCode', 'countryOfOrigin', 'weightGrams', 'unitPrice'].map((field) => [field, 'CAP', '2,3']),
  );
  assert.equal(declaration.gaps[0]?.message, 'Cannot be declared: the HS code is missing for CAP (Cap).');
});

test('a declaration is needed outside the EU zone, and unknown with a label of the sender', () => {
  const bare = item({ customs: {} });
  for (const [destination, need] of [
    [{ country: 'DE', postalCode: '10115' }, 'none'],
    [{ country: 'GB', postalCode: 'BT1 1AA' }, 'none'],
    [{ country: 'GB', postalCode: 'SW1A 1AA' }, 'declared'],
    [{ country: 'ES', postalCode: '35001' }, 'declared'],
    [{ country: 'DE', postalCode: '27498' }, 'declared'],
    [undefined, 'unknown'],
    [{}, 'unknown'],
  ] as const) {
    const declaration = declareCustoms([bare], destination);
    assert.equal(declaration.need, need, JSON.stringify(destination));
    assert.equal(declaration.gaps.length > 0, need === 'declared');
  }
});

test('a large order is summed exactly', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    item({ itemId: String(index), quantity: 100_000, unitPrice: 9999.99 }),
  );
  assert.equal(declareCustoms(many, ZURICH).totalValue, 499_999_500_000);
});

test('a parcel without pieces of an item declares none of them', () => {
  const left = item({ itemId: '2', code: 'CAP', customs: {}, quantity: 0 });
  const declaration = declareCustoms([item(), left], ZURICH);
  assert.deepEqual([declaration.lines.length, declaration.gaps.length], [1, 0]);
});

test('a tariff number has 6 to 10 digits, and usual mistakes lead to a suggestion', () => {
  for (const good of ['610910', '6109100010', '61091000']) assert.equal(hsCodeFault(good), undefined);
  for (const other of ['6109.10.00', '6109-10-00', '6109 10 00', 'HS 6109.1000'])
    assert.match(hsCodeFault(other) ?? '', /Write 61091000\./, other);
  assert.match(hsCodeFault('10121') ?? '', /Did you mean 010121\?/);
  for (const bad of ['', '61091', '61091000101', '6109AB', '٦١٠٩١٠']) assert.ok(hsCodeFault(bad), bad);
});

test('an origin is a country of ISO 3166-1 in any case', () => {
  assert.equal(originCountry('bd'), 'BD');
  assert.equal(originCountry('UK'), 'GB');
  for (const none of ['EU', 'ZZ', 'BGD', '']) assert.equal(originCountry(none), undefined);
  assert.match(originFault('Bangladesh'), /Did you mean BD \(Bangladesh\)\?/);
});

test('the list for a postal service has a row for each line, reports gaps, and has no formulas', () => {
  const parcel = (id: string, items: CustomsItem[], country = 'CH'): DeclaredParcel => ({
    parcel: id,
    orderId: '=1+1',
    recipient: { personName: '@SUM(A1)', phoneNumber: '+41 44', country },
    declaration: declareCustoms(items, { country }, 'CHF'),
  });
  const csv = writeCustomsCsv([
    parcel('T1', [item(), item({ itemId: '2', code: 'MUG', customs: { ...TEE, hsCode: '691110' } })]),
    parcel('T2', [item({ customs: {} }), item({ itemId: '2' })]),
    parcel('T3', [item()], 'FR'),
  ]);
  const rows = csv.trimEnd().split('\r\n');
  assert.equal(rows.length, 4);
  assert.match(
    rows[1]!,
    /^T1,,"'=1\+1","'@SUM\(A1\)".*"'\+41 44".*,SALE_OF_GOODS,1,610910,BD,Cotton T-shirt,2,360,39\.98,CHF,$/,
  );
  assert.match(rows[2]!, /,2,691110,BD,/);
  assert.match(rows[3]!, /^T2,.*,,,,,,,,CHF,Cannot be declared: the HS code is missing/);
});
