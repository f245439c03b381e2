import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Key,
  proposeTiming,
  type Reading,
  readKey,
  readPause,
  rejectTornRest,
  type Scan,
  type ScannerTiming,
  timingOf,
  usCharacter,
} from './scanner-rules.ts';

type Typed = string | readonly [key: string, code: string] | Partial<Key>;

const ANY = timingOf({});
const WITH_ENTER = timingOf({ end: 'Enter' });
const WITHOUT_END = timingOf({ end: 'pause' });

/**
 * Types the keys, `gap` milliseconds between them; `[key, code]` where the layout is not the US one, and a
 * number for a pause in milliseconds.
 */
function type(keys: readonly (Typed | number)[], gap: number, timing: ScannerTiming = ANY) {
  let reading: Reading | undefined;
  let at = 0;
  const scans: Scan[] = [];
  const unread: string[] = [];
  const pressed: string[] = [];
  const take = (read: ReturnType<typeof readKey>) => {
    reading = read.reading;
    if (read.scan) scans.push(read.scan);
    if (read.unread) unread.push(read.unread.typed);
    if (read.keys) pressed.push(...read.keys);
  };
  for (const one of keys) {
    if (typeof one !== 'number') {
      take(readKey(reading, { ...keyOf(one), at }, timing));
      at += gap;
      continue;
    }
    for (const silent of [150, timing.pauseMs].filter((ms) => ms <= one))
      if (reading) take(readPause(reading, silent, timing));
    at += one - gap;
  }
  return { scans, reading, unread, pressed, texts: scans.map(({ typed }) => typed) };
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
    assert.deepEqual(scansOf([...'0042R1', end], 8), [
      { typed: '0042R1', physical: '0042R1', end, gapMs: 8, usualMs: 8 },
    ]);
  assert.deepEqual(textsOf([...'0042R1', { key: 'm', code: 'KeyM', ctrl: true }], 8), ['0042R1']);
  assert.deepEqual(textsOf([...'0042R1', ['Enter', 'NumpadEnter']], 8), ['0042R1']);
});

const TRACKING = '00340434161094042557';
const halves = (text: string, pause: number): (string | number)[] => [...text.slice(0, 18), pause, ...text.slice(18)];

test('a pause inside a scan tears no number: a scanner with an end key is awaited', () => {
  for (const timing of [ANY, WITH_ENTER])
    for (const pause of [150, 400, 900]) {
      assert.deepEqual(type([...halves(TRACKING, pause), 'Enter'], 8, timing).texts, [TRACKING], `${pause} ms`);
      const torn = type(['P', pause, ...'0000', pause, ...'000120', pause, 'Enter'], 8, timing);
      assert.deepEqual([torn.texts, torn.unread], [[CODE], []], `${pause} ms`);
    }
  assert.deepEqual(type(halves(TRACKING, 300), 8, WITHOUT_END).texts, []);
});

test('text without the end key of the scanner is unread, but a code with a check digit is whole', () => {
  const torn = type([...TRACKING.slice(0, 18), 1_000, ...TRACKING.slice(18), 'Enter'], 8, WITH_ENTER);
  assert.deepEqual([torn.texts, torn.unread], [[], [TRACKING.slice(0, 18), TRACKING.slice(18)]]);
  assert.deepEqual(type([...CODE, 1_000], 8, WITH_ENTER).texts, [CODE]);
  assert.deepEqual(type([...CODE, 150], 8, WITHOUT_END).texts, [CODE]);
});

test('text that is no scan is unread', () => {
  assert.deepEqual(type([...'SHOP-1', 'Enter'], 120).unread, ['SHOP-1']);
  assert.deepEqual(type([...'abc', 'Enter'], 8).unread, ['abc']);
  assert.deepEqual(type([...'abcdefg', 1_000], 8).unread, ['abcdefg']);
  assert.deepEqual(type([...'1'.repeat(129), 'Enter'], 1).unread, ['1'.repeat(128)]);
  const shortcut = [...'1234', { key: 'c', code: 'KeyC', ctrl: true }, ...'56789', 'Enter'];
  assert.deepEqual(type(shortcut, 8).unread, ['123456789']);
  assert.deepEqual(type([...'abcd', 'Enter'], 8).texts, ['abcd']);
});

test('a slow scanner works, and its timing is proposed', () => {
  assert.deepEqual(textsOf([...TRACKING, 'Enter'], 85), [TRACKING]);
  assert.deepEqual(textsOf([...CODE, 'Enter'], 250), [CODE]);
  const slow = type([...TRACKING, 'Enter'], 250);
  assert.deepEqual([slow.texts, slow.unread], [[], [TRACKING]]);
  const scan = { typed: TRACKING, physical: TRACKING, end: 'Tab', usualMs: 180, gapMs: 700 } as const;
  const timing = proposeTiming(scan);
  assert.deepEqual(timing, { end: 'Tab', gapMs: 360, pauseMs: 2_100 });
  assert.deepEqual(type([...TRACKING, 'Enter'], 250, timing).texts, [TRACKING]);
});

test('a scan without an end key ends after a pause', () => {
  assert.deepEqual(type([...CODE, 150], 8).scans[0], {
    ...{ typed: CODE, physical: CODE, end: 'pause', gapMs: 8, usualMs: 8 },
  });
  for (const timing of [ANY, WITHOUT_END]) {
    assert.deepEqual(type([...CODE, 150], 85, timing).texts, [CODE]);
    assert.deepEqual(type([...TRACKING, 1_000], 8, timing).texts, [TRACKING]);
  }
});

test('slow single keys are key presses of a person, also before a scan', () => {
  assert.deepEqual(type(['u', 150], 8).pressed, ['u']);
  assert.deepEqual(type(['f', '1', 150], 130).pressed, ['f', '1']);
  assert.deepEqual(type(['u', 200, 'u', 200, 'u', 200, 'u', 200, 'u', 200], 0).pressed, ['u', 'u', 'u', 'u', 'u']);
  const before = type(['u', 300, ...CODE, 'Enter'], 8);
  assert.deepEqual([before.pressed, before.texts], [['u'], [CODE]]);
  // It may be the beginning of a number, and a torn number must not be sent.
  assert.deepEqual(type(['U', 300, ...'A123456785HK', 'Enter'], 8).unread, ['UA123456785HK']);
});

test('a pause longer than the timing starts a new scan', () => {
  assert.equal(type(['x', 1_001, 'y'], 8).reading?.typed, 'y');
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

test('a text right after a torn one is its rest, unless a check digit shows that it is whole', () => {
  const [rest] = scansOf([...'4600006281239990', 'Enter'], 7);
  const [ticket] = scansOf([...'P0000000120', 'Enter'], 7);
  assert.ok(rest && ticket);
  assert.deepEqual(rejectTornRest({ scan: rest }, true), { unread: rest });
  assert.deepEqual(rejectTornRest({ scan: rest }, false), { scan: rest });
  assert.deepEqual(rejectTornRest({ scan: ticket }, true), { scan: ticket });
});
