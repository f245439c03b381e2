import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSAL_KINDS } from '../../../../src/production/scan-rules.ts';
import { lengthOf, SOUNDS, type SoundKind, soundOf } from './sound-rules.ts';

const KINDS = Object.keys(SOUNDS) as SoundKind[];

test('each kind has a distinct sound by pitch and by rhythm alone', () => {
  assert.equal(new Set(KINDS.map((kind) => JSON.stringify(SOUNDS[kind]))).size, KINDS.length);
  const rhythms = KINDS.map((kind) => SOUNDS[kind].map(({ long, rest = 0 }) => `${long}+${rest}`).join(' '));
  assert.equal(new Set(rhythms).size, KINDS.length);
  for (const kind of KINDS) assert.ok(lengthOf(kind) < 1_000, kind);
});

test('a wrong piece sounds as two falling notes, and one too many as a long high one', () => {
  const [first, second, ...rest] = SOUNDS[soundOf({ refusal: { kind: 'FOREIGN' } })];
  assert.ok(first && second && first.pitch > second.pitch && rest.length === 0);
  for (const kind of ['TOO_MANY', 'ALREADY_DONE'])
    assert.deepEqual(SOUNDS[soundOf({ refusal: { kind } })], SOUNDS.surplus);
});

test('no refusal sounds like success', () => {
  for (const kind of [...REFUSAL_KINDS, 'SOMETHING_NEW']) {
    const sound = soundOf({ refusal: { kind }, done: { isOrderComplete: true } });
    assert.ok(!['ok', 'complete', 'waits'].includes(sound), kind);
  }
});

test('a doubt has the sound of a missing step, also if the station asks for the tracking number again', () => {
  assert.equal(soundOf({ asks: 'TRACKING', doubt: {}, parcel: { state: 'OPEN' } }), 'blocked');
});

test('a parcel without a label does not sound complete', () => {
  assert.equal(soundOf({ parcel: { state: 'PACKED' } }), 'blocked');
  assert.equal(soundOf({ parcel: { state: 'PACKED', label: {}, problem: 'label_refused' } }), 'blocked');
  assert.equal(soundOf({ parcel: { state: 'PACKED', label: {} } }), 'complete');
});

test('a complete order and a shipped parcel have a sound', () => {
  assert.deepEqual(
    [
      soundOf({}),
      soundOf({ done: {} }),
      soundOf({ done: { isOrderComplete: true } }),
      soundOf({ parcel: { state: 'OPEN' } }),
      soundOf({ parcel: { state: 'SHIPPED' } }),
    ],
    ['ok', 'ok', 'complete', 'ok', 'complete'],
  );
});
