import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALWAYS_PER_CLIENT, type FetchSlot, FetchSlots, LONG_AFTER_MS, LONG_FACTOR } from './fetch-slots.ts';

function newSlots(limits = { all: 20, perClient: 8, perHost: 3 }) {
  let now = 0;
  const slots = new FetchSlots(limits, () => now);
  const fill = (clientId: string, host: string) => {
    const taken: FetchSlot[] = [];
    for (let slot = slots.take(clientId, host); slot; slot = slots.take(clientId, host)) taken.push(slot);
    return taken;
  };
  return { slots, fill, pass: (ms: number) => (now += ms) };
}

test('a busy host leaves the other hosts of its client, and other clients their share of it', () => {
  const { slots, fill } = newSlots();
  assert.equal(fill('a', 'slow:443').length, 3);
  assert.ok(slots.isHostBusy('a', 'slow:443'));
  assert.ok(!slots.isHostBusy('b', 'slow:443'));
  assert.equal(fill('a', 'good:443').length, 3);
  assert.equal(fill('b', 'slow:443').length, 3);
});

test('a client has no more than its share at all hosts together, and what is given back can be taken', () => {
  const { slots, fill } = newSlots();
  const [first] = ['1', '2', '3'].flatMap((host) => fill('a', host));
  assert.equal(slots.underWay, 8);
  first?.release();
  first?.release();
  assert.equal(slots.underWay, 7);
  assert.equal(fill('a', '4').length, 1);
});

test('when others have taken all there are, a client still has a few', () => {
  const { slots, fill } = newSlots();
  for (const client of ['a', 'b', 'c']) for (const host of ['1', '2', '3']) fill(client, host);
  assert.equal(slots.underWay, 20);
  assert.equal(['1', '2', '3'].flatMap((host) => fill('late', host)).length, ALWAYS_PER_CLIENT);
});

test('fetches that take long make room for quick ones, some times as many as the limit', () => {
  const { slots, fill, pass } = newSlots({ all: 100, perClient: 8, perHost: 3 });
  let taken = 0;
  for (let round = 0; round < LONG_FACTOR + 3; round++) {
    taken += fill('a', 'slow:443').length;
    pass(LONG_AFTER_MS);
  }
  assert.equal(taken, 3 * LONG_FACTOR + 3);
  assert.equal(fill('a', 'slow:443').length, 0);
  assert.equal(fill('a', 'good:443').length, 3);
  assert.equal(slots.underWay, taken + 3);
});

test('long fetches of others make room when all are taken', () => {
  const { fill, pass } = newSlots({ all: 6, perClient: 6, perHost: 6 });
  assert.equal(fill('a', '1').length, 6);
  assert.equal(fill('b', '1').length, ALWAYS_PER_CLIENT);
  pass(LONG_AFTER_MS);
  assert.equal(fill('c', '1').length, 6);
});

test('a slot that was given back as a long one leaves nothing behind', () => {
  const { slots, fill, pass } = newSlots();
  const taken = fill('a', '1');
  pass(LONG_AFTER_MS);
  taken.push(...fill('a', '1'));
  for (const slot of taken) slot.release();
  assert.equal(slots.underWay, 0);
  assert.equal(fill('a', '1').length, 3);
});
