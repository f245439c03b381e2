import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reading, readKey, type Scan, usCharacter } from './scanner-rules.ts';

/** Types the keys, `gap` milliseconds between them; `[key, code]` where the layout is not the US one. */
function type(keys: readonly (string | readonly [key: string, code: string])[], gap: number): Scan[] {
  let reading: Reading | undefined;
  const scans: Scan[] = [];
  keys.forEach((one, index) => {
    const [key, code] = typeof one === 'string' ? [one, codeOf(one)] : one;
    const read = readKey(reading, { key, code, shift: /^[A-Z]$/.test(key), at: index * gap });
    reading = read.reading;
    if (read.scan) scans.push(read.scan);
  });
  return scans;
}

const codeOf = (key: string) =>
  /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;

test('keys that follow one another fast and end with Enter or Tab are a scan, with its leading zeros', () => {
  for (const end of ['Enter', 'Tab']) {
    assert.deepEqual(type([...'0042R1', end], 8), [{ typed: '0042R1', physical: '0042R1' }]);
  }
});

test('a person who types is no scanner, and neither are a few characters', () => {
  assert.deepEqual(type([...'SHOP-1', 'Enter'], 51), []);
  assert.deepEqual(type([...'abc', 'Enter'], 8), []);
  assert.deepEqual(type([...'abcd', 'Enter'], 8).length, 1);
});

test('a pause begins anew, so what was typed before is no part of the scan', () => {
  const first = readKey(undefined, { key: 'x', code: 'KeyX', shift: false, at: 0 });
  const later = readKey(first.reading, { key: 'y', code: 'KeyY', shift: false, at: 400 });
  assert.equal(later.reading?.typed, 'y');
});

test('a code longer than any is none, and one that takes longer than a second neither', () => {
  assert.deepEqual(type([...'1'.repeat(129), 'Enter'], 1), []);
  assert.equal(type([...'1'.repeat(128), 'Enter'], 1).length, 1);
  assert.deepEqual(
    type([...'1'.repeat(60), 'Enter'], 40).filter(({ typed }) => typed.length > 25),
    [],
  );
});

test('keys that type nothing come between without harm', () => {
  assert.equal(type(['Shift', 'S', 'Shift', 'H', 'O', 'P', 'Enter'], 5)[0]?.typed, 'SHOP');
});

test('a scanner with another layout than the computer is understood by where its keys lie', () => {
  // A German computer, a US scanner: Y and Z have changed places, and the hyphen has become an ß.
  const keys = [['y', 'KeyZ'], ['z', 'KeyY'], ['ß', 'Minus'], '1', 'Enter'] as const;
  assert.deepEqual(type(keys, 8), [{ typed: 'yzß1', physical: 'zy-1' }]);
  // A French computer gives & é " for the digits that a scanner types without shift.
  const french = [['&', 'Digit1'], ['é', 'Digit2'], ['"', 'Digit3'], ["'", 'Digit4'], 'Enter'] as const;
  assert.equal(type(french, 8)[0]?.physical, '1234');
});

test('a place has its US character, plain and with shift', () => {
  assert.deepEqual(
    [
      usCharacter('KeyQ', true),
      usCharacter('Digit7', true),
      usCharacter('Slash', false),
      usCharacter('Numpad5', false),
    ],
    ['Q', '&', '/', '5'],
  );
  assert.equal(usCharacter('F1', false), undefined);
});
