import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { type CustomsItem, declareCustoms } from '../shipping/customs-rules.ts';
import type { CustomsPaper } from './customs-form.ts';
import { readCodes } from './test-support/read-papers.ts';
import { printAndRead, SWISS } from './test-support/sample-papers.ts';

const item = (hsCode: string, description = 'T-shirt, cotton, printed', countryOfOrigin = 'BD'): CustomsItem => ({
  ...{ itemId: '1', code: 'SKU', title: 'Tee', quantity: 2, unitPrice: 19.99 },
  customs: { hsCode, countryOfOrigin, weightGrams: 180, customsDescription: description },
});

const declaration = (form: 'CN22' | 'CN23', items: readonly CustomsItem[]): CustomsPaper => ({
  ...{ form, code: scanCodeOf('parcel', 4711), orderId: 'NL-4711', recipient: SWISS, currency: 'EUR' },
  declared: declareCustoms(items, { country: 'CH' }, 'EUR'),
  sender: ['Nordlicht Prints', 'Musterstraße 12', '20095 Hamburg', 'GERMANY'],
  ...{ senderPhone: '+49 40 1234', grossWeightGrams: 950 },
});

const FEW = [item('610910'), item('610910'), item('650500', 'Cap, cotton', 'PT')];

test('a CN22 is a label with merged lines, totals, "Sale of goods" ticked, and a line to sign on', async () => {
  const { pages, notes } = await printAndRead('customs-forms', [declaration('CN22', FEW)]);
  assert.deepEqual(notes, []);
  assert.equal(pages.length, 1);
  const { text, widthMm, heightMm, png } = pages[0]!;
  assert.deepEqual([widthMm.toFixed(1), heightMm.toFixed(1)], ['101.6', '152.4']);
  for (const part of ['CN 22', '☒ Sale of goods', '☐ Gift', '0.720 79.96 EUR 610910 BD', '0.360 39.98 EUR 650500 PT'])
    assert.ok(text.includes(part), part);
  for (const part of [
    'Total: 6 · net 1.080 kg · 119.94 EUR · Tariff lines / Lignes tarifaires: 2',
    'signature',
    'For commercial items only',
    'See instructions on the back',
  ])
    assert.ok(text.includes(part), part);
  assert.equal(text.split('610910').length, 2, 'one line for one HS code and origin');
  assert.deepEqual((await readCodes(png)).bars, [scanCodeOf('parcel', 4711)]);
});

test('a tariff number of ten digits is on one line, also on a label', async () => {
  for (const form of ['CN22', 'CN23'] as const) {
    const { pages } = await printAndRead('customs-forms', [declaration(form, [item('6109100010')])]);
    assert.ok(pages[0]!.texts.some(({ text }) => text === '6109100010'));
  }
});

test('a CN23 also has the recipient with phone and e-mail, and the invoice', async () => {
  const { pages, notes } = await printAndRead('customs-forms', [declaration('CN23', FEW)]);
  assert.deepEqual(notes, []);
  const { text, widthMm } = pages[0]!;
  assert.equal(Math.round(widthMm), 210);
  for (const part of [
    'CN 23',
    'CH-8001 Zürich',
    'SWITZERLAND',
    '+41 44 123 45 67',
    'zoe@example.com',
    'facture: NL-4711',
  ])
    assert.ok(text.includes(part), part);
});

test('a form has gross weight, certification in both languages, references, and the number of the item as bars', async () => {
  const numbers = { eori: 'DE123456789012345', vatNumber: 'GB123456789', iossNumber: 'IM2760000742' };
  const known = { ...numbers, importerReference: '123.456.789-09', carrier: 'Swiss Post', s10: 'RR123456785CH' };
  for (const form of ['CN22', 'CN23'] as const) {
    const { pages, notes } = await printAndRead('customs-forms', [{ ...declaration(form, FEW), ...known }]);
    assert.deepEqual(notes, []);
    const [{ text, png } = { text: '', png: Buffer.alloc(0) }] = pages;
    for (const part of [
      'Total gross weight / Poids brut total: 0.950 kg',
      'Total value / Valeur totale: 119.94 EUR',
      'certify that the particulars given in',
      'certifie que les renseignements donnés',
      'Designated operator / Opérateur désigné: Swiss Post',
      'NL-4711',
      ...['EORI DE123456789012345', 'GB123456789', 'IOSS IM2760000742', '123.456.789-09'],
    ])
      assert.ok(text.includes(part), `${form} ${part}: ${text}`);
    assert.deepEqual((await readCodes(png)).bars, ['RR123456785CH']);
  }
});

test('forty tariff lines continue on further pages without a loss, and the last page has the signature', async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    item(String(610_900 + index), `Garment ${index}, cotton 80 %, polyester 20 %, printed`),
  );
  for (const form of ['CN22', 'CN23'] as const) {
    const { pages, notes } = await printAndRead('customs-forms', [declaration(form, many)]);
    assert.deepEqual(notes, []);
    const text = pages.map((page) => page.text).join(' ');
    for (const { customs } of many) assert.equal(text.split(customs.hsCode!).length, 2);
    pages.forEach((page, index) => {
      assert.ok(page.text.includes(`${form} ${index + 1} / ${pages.length}`), page.text);
      assert.equal(page.text.includes('signature'), index === pages.length - 1);
      for (const { y, text: shown } of page.texts) assert.ok(y <= page.heightMm - 0.5, shown);
    });
  }
});
