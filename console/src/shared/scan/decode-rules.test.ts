import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCodeOf } from '../../../../src/platform/formats/scan-codes.ts';
import { decodeScan, decodeTyped, inLayout, type Layout, setupOf } from './decode-rules.ts';

const US = 'us';
/** Returns the text that a computer with one layout receives from a scanner with another. */
function scanned(text: string, { scanner = US, computer = US }: { scanner?: Layout; computer?: Layout }) {
  // The keys that the scanner presses, named as the US layout has them.
  const physical = [...text].map((sign) => KEYS.find((key) => inLayout(key, scanner) === sign) ?? sign).join('');
  return { typed: inLayout(physical, computer), physical };
}
const KEYS = [...Array(95).keys()].map((one) => String.fromCharCode(one + 32));
const LAYOUTS: Layout[] = ['us', 'german', 'french'];
const pairs = LAYOUTS.flatMap((scanner) => LAYOUTS.map((computer) => ({ scanner, computer })));

test('Platen codes are read in every layout of scanner and computer', () => {
  const codes = (['piece', 'order', 'parcel', 'batch', 'bin', 'command', 'person'] as const).map((kind) =>
    scanCodeOf(kind, 426),
  );
  for (const pair of pairs)
    for (const code of codes) {
      const { text, kind } = decodeScan(scanned(code, pair));
      assert.deepEqual([text, kind], [code, 'own'], JSON.stringify(pair));
      assert.equal(decodeScan(scanned(code.toLowerCase(), pair)).text, code);
    }
});

test('an EAN-13 is read in every layout, and keeps its leading zeros', () => {
  for (const pair of pairs)
    for (const ean13 of ['4006381333931', '0036000291452'])
      assert.deepEqual(
        Object.values(decodeScan(scanned(ean13, pair))).slice(0, 2),
        [ean13, 'ean13'],
        JSON.stringify(pair),
      );
});

test('the code at the end of an address is read in every layout', () => {
  const code = scanCodeOf('piece', 12);
  for (const pair of pairs)
    for (const address of [
      `https://print.example.com/console/scan/${code}`,
      `http://localhost:8080/console/scan/${code}/`,
    ])
      assert.equal(decodeScan(scanned(address, pair)).text, code, `${address} ${JSON.stringify(pair)}`);
  assert.equal(decodeScan(scanned(`https://print.example.com/scan/${code}?x=1#y`, {})).text, code);
});

test('a prefix or suffix of the scanner is ignored', () => {
  const code = scanCodeOf('piece', 12);
  for (const around of [`]C0${code}`, `~${code}`, `${code}\u001d`, ` ${code} `, `*${code}*`])
    assert.equal(decodeTyped(around).text, code, around);
  assert.equal(decodeTyped(']E04006381333931').text, '4006381333931');
  assert.equal(decodeTyped(']C000340434161094042557').text, '00340434161094042557');
  const setup = { prefix: 'X', suffix: 'Q' };
  assert.equal(decodeScan({ typed: `X${code}Q`, physical: `X${code}Q` }, setup).text, code);
});

test('a misread Platen code differs from another code', () => {
  const kinds = ['P0000000121', '00340434161094042557', 'SHOP-1', '4006381333932', 'RR473124829DE'].map(
    (text) => decodeTyped(text).kind,
  );
  assert.deepEqual(kinds, ['misread', 'other', 'other', 'other', 'other']);
  for (const pair of pairs) assert.equal(decodeScan(scanned('P0000000121', pair)).kind, 'misread');
});

test('a tracking number is read as typed if that is plausible', () => {
  const tracking = '1Z999AA10123456784';
  assert.equal(decodeTyped(tracking).text, tracking);
  const french = scanned('340434161094042557', { computer: 'french' });
  assert.deepEqual([decodeScan(french).text, decodeScan(french).reading], ['340434161094042557', 'us']);
});

test('with a known scanner layout all text is read', () => {
  const known = 'YZ-AQWM-1234567890';
  for (const pair of pairs) {
    const learned = setupOf(scanned(`~${known}`, pair), known);
    assert.ok(learned, JSON.stringify(pair));
    for (const text of ['1Z999AA10123456784', 'RY473124829DE', 'zaqw-ym/7'])
      assert.equal(decodeScan(scanned(text, pair), { reading: learned.reading }).text, text, JSON.stringify(pair));
  }
  assert.equal(setupOf({ typed: 'something else', physical: 'something else' }, known), undefined);
  assert.deepEqual(setupOf({ typed: `#${known}!`, physical: '' }, known), {
    reading: 'typed',
    prefix: '#',
    suffix: '!',
  });
});
