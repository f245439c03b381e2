import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endByPause, type Key, type Reading, readKey, type Scan, usCharacter } from './scanner-rules.ts';

type Typed = string | readonly [key: string, code: string] | Partial<Key>;

/** Types the keys, `gap` milliseconds between them; `[key, code]` where the layout is not the US one. */
function type(keys: readonly Typed[], gap: number) {
  let reading: Reading | undefined;
  const scans: Scan[] = [];
  keys.forEach((one, index) => {
    const read = readKey(reading, { ...keyOf(one), at: index * gap });
    reading = read.reading;
    if (read.scan) scans.push(read.scan);
  });
  return { scans, reading };
}
const scansOf = (keys: readonly Typed[], gap: number) => type(keys, gap).scans;
const textsOf = (keys: readonly Typed[], gap: number) => scansOf(keys, gap).map(({ typed }) => typed);

function keyOf(one: Typed): Omit<Key, 'at'> {
  if (typeof one === 'object' && !Array.isArray(one))
    return { key: 'Unidentified', code: '', shift: false, ...(one as Partial<Key>) };
  const [key, code] = typeof one === 'string' ? [one, codeOf(one)] : (one as [string, string]);
  return { key, code, shift: /^[A-Z]$/.test(key) };
}

const codeOf = (key: string) =>
  /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;

const CODE = 'P0000000120';

test('fast keys that end with Enter or Tab are a scan, with leading zeros', () => {
  for (const end of ['Enter', 'Tab'] as const)
    assert.deepEqual(scansOf([...'0042R1', end], 8), [{ typed: '0042R1', physical: '0042R1', end, gapMs: 8 }]);
  assert.deepEqual(textsOf([...'0042R1', { key: 'm', code: 'KeyM', ctrl: true }], 8), ['0042R1']);
  assert.deepEqual(textsOf([...'0042R1', ['Enter', 'NumpadEnter']], 8), ['0042R1']);
});

test('typing by a person and short input are no scan', () => {
  assert.deepEqual(textsOf([...'SHOP-1', 'Enter'], 51), []);
  assert.deepEqual(textsOf([...'abc', 'Enter'], 8), []);
  assert.deepEqual(textsOf([...'abcd', 'Enter'], 8), ['abcd']);
  assert.deepEqual(textsOf([...CODE, 'Enter'], 200), []);
});

test('a slow scanner is recognised by the check digit', () => {
  assert.deepEqual(textsOf([...CODE, 'Enter'], 110), [CODE]);
  assert.deepEqual(textsOf([...'4006381333931', 'Enter'], 110), ['4006381333931']);
  assert.deepEqual(textsOf([...'4006381333932', 'Enter'], 110), []);
});

test('a scan without an end key ends after a pause', () => {
  const ended = (keys: readonly Typed[], gap: number) => {
    const { reading } = type(keys, gap);
    return reading && endByPause(reading);
  };
  assert.deepEqual(ended([...CODE], 8)?.scan, { typed: CODE, physical: CODE, end: 'pause', gapMs: 8 });
  assert.equal(ended([...CODE], 110)?.scan?.typed, CODE);
  assert.equal(ended([...'00340434161094042557'], 8)?.scan?.typed, '00340434161094042557');
  assert.deepEqual(ended([...'abcdefg'], 8), {});
  assert.deepEqual(ended([...'abcdefgh'], 60), {});
});

test('a single key is a key press of a person', () => {
  const { reading } = readKey(undefined, { key: 'u', code: 'KeyU', shift: false, at: 0 });
  assert.deepEqual(reading && endByPause(reading), { key: 'u' });
});

test('a pause starts a new scan', () => {
  const first = readKey(undefined, { key: 'x', code: 'KeyX', shift: false, at: 0 });
  const later = readKey(first.reading, { key: 'y', code: 'KeyY', shift: false, at: 400 });
  assert.equal(later.reading?.typed, 'y');
});

test('input that is too long or too slow contains no scan', () => {
  assert.equal(textsOf([...'1'.repeat(128), 'Enter'], 1).length, 1);
  for (const [length, gap] of [
    [129, 1],
    [140, 1],
    [128, 45],
  ] as const)
    assert.deepEqual(textsOf([...'1'.repeat(length), 'Enter'], gap), [], `${length}`);
  assert.deepEqual(textsOf([...'1234', { key: 'c', code: 'KeyC', ctrl: true }, ...'56789', 'Enter'], 8), []);
});

test('modifier keys within a scan are ignored', () => {
  assert.deepEqual(textsOf(['Shift', 'S', 'Shift', 'H', 'O', 'P', 'Enter'], 5), ['SHOP']);
});

test('digits of the number pad count even without NumLock, and so do characters typed as Alt and a number', () => {
  const pad = [...'12345'].map((digit): [string, string] => ['End', `Numpad${digit}`]);
  assert.deepEqual(textsOf([...pad, 'Enter'], 8), ['12345']);
  const alt = [...CODE].flatMap((sign): Partial<Key>[] => [
    { key: 'Alt', code: 'AltLeft', alt: true },
    ...[...`00${sign.charCodeAt(0)}`].map((digit) => ({ key: digit, code: `Numpad${digit}`, alt: true })),
  ]);
  assert.deepEqual(textsOf([...alt, 'Enter'], 5), [CODE]);
});

test('a scanner with another layout than the computer is read by key positions', () => {
  // A German computer, a US scanner: Y and Z have changed places, and the hyphen has become an ß.
  const keys = [['y', 'KeyZ'], ['z', 'KeyY'], ['ß', 'Minus'], '1', 'Enter'] as const;
  const [german] = scansOf(keys, 8);
  assert.deepEqual([german?.typed, german?.physical], ['yzß1', 'zy-1']);
  // A French computer gives & é " for the digits that a scanner types without shift.
  const french = [['&', 'Digit1'], ['é', 'Digit2'], ['"', 'Digit3'], ["'", 'Digit4'], 'Enter'] as const;
  assert.equal(scansOf(french, 8)[0]?.physical, '1234');
  // A key that waits for a letter to put its sign on.
  assert.equal(scansOf([['Dead', 'BracketLeft'], ...'c0x', 'Enter'], 8)[0]?.physical, '[c0x');
});

test('a key position has its US character, plain and with Shift', () => {
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
