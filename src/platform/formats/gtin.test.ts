import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandUpcE, gtinForms, gtinKey, readGtin } from './gtin.ts';

test('forms of a GTIN differ in leading zeros only, and other codes have one form', () => {
  assert.deepEqual(gtinForms('0012345678905'), [...['0012345678905', '012345678905', '00012345678905']]);
  assert.deepEqual(gtinForms('10012345678902'), ['10012345678902']);
  assert.ok(gtinForms('96385074').includes('0000096385074'));
  assert.ok(gtinForms('00000096385074').includes('96385074'));
  for (const code of ['', 'ST-1', '1234567', '12345678905', '123456789012345', '4006381 33393']) {
    assert.deepEqual(gtinForms(code), [code]);
    assert.equal(gtinKey(code), code);
  }
  assert.equal(gtinKey('012345678905'), gtinKey('0012345678905'));
  assert.notEqual(gtinKey('012345678905'), gtinKey('012345678906'));
});

test('a GTIN is read with the identifier of its symbology, and from GS1 codes', () => {
  for (const scan of [
    ...['4006381333931', ']E04006381333931', ' ]E04006381333931\r', ']C14006381333931', ']X04006381333931'],
  ])
    assert.equal(readGtin(scan), '4006381333931', scan);
  assert.equal(readGtin(']E496385074'), '96385074');
  for (const scan of [
    ...[']C10104006381333931', ']e00104006381333931', ']d20104006381333931', ']Q3\u001d0104006381333931'],
    ...[']d2010400638133393117271231\u001d10LOT', ']C1(01)04006381333931', '(01)04006381333931(10)LOT'],
    ...['0104006381333931', '010400638133393110LOT'],
  ])
    assert.equal(readGtin(scan), '04006381333931', scan);
});

test('a GTIN is read behind other elements of a GS1 code and in a Digital Link', () => {
  for (const scan of [
    ...['10LOT\u001d0104006381333931', ']d221SERIAL\u001d0104006381333931', '(10)LOT(01)04006381333931'],
    ...['{GS}0104006381333931', '<GS>0104006381333931', '^0104006381333931', '~0104006381333931'],
    ...['https://id.gs1.org/01/04006381333931', ']Q1HTTPS://EXAMPLE.COM/x/01/04006381333931/10/LOT?17=271231'],
    'http://example.com/gtin/04006381333931#a',
  ])
    assert.equal(readGtin(scan), '04006381333931', scan);
});

test('other codes are no GTIN', () => {
  for (const scan of [
    ...['', ']E0', '1234567', 'P0000000120', ']C1ST-CREATOR', '0104006381333932', '00340434161094042557'],
    ...[']C10004006381333931', 'JD014600006281230704', '(02)04006381333931', '1Z999AA10123456784'],
    ...['https://example.com/01/04006381333932', 'https://example.com/orders/4006381333931', '01234566789\u001d01'],
  ])
    assert.equal(readGtin(scan), undefined, scan);
});

test('a UPC-E is expanded by its last digit, if the check digit is right', () => {
  const pairs = [
    ['04252614', '042100005264'],
    ['01234505', '012000003455'],
    ['01234133', '012300000413'],
    ['01234543', '012340000053'],
    ['01234565', '012345000065'],
    ['11234562', '112345000062'],
  ] as const;
  for (const [short, long] of pairs) assert.equal(expandUpcE(short), long, short);
  for (const code of ['04252615', '24252614', '96385074', '4252614', '042526144', ''])
    assert.equal(expandUpcE(code), undefined);
});
