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

test('a busy host does not limit other hosts of its client, or other clients', () => {
  const { slots, fill } = newSlots();
  assert.equal(fill('a', 'slow:443').length, 3);
  assert.ok(slots.isHostBusy('a', 'slow:443'));
  assert.ok(!slots.isHostBusy('b', 'slow:443'));
  assert.equal(fill('a', 'good:443').length, 3);
  assert.equal(fill('b', 'slow:443').length, 3);
});

test('a client has a limit over all hosts, and released slots can be taken again', () => {
  const { slots, fill } = newSlots();
  const [first] = ['1', '2', '3'].flatMap((host) => fill('a', host));
  assert.equal(slots.underWay, 8);
  first?.release();
  first?.release();
  assert.equal(slots.underWay, 7);
  assert.equal(fill('a', '4').length, 1);
});

test('when others use all slots, a client still has a few', () => {
  const { slots, fill } = newSlots();
  for (const client of ['a', 'b', 'c']) for (const host of ['1', '2', '3']) fill(client, host);
  assert.equal(slots.underWay, 20);
  assert.equal(['1', '2', '3'].flatMap((host) => fill('late', host)).length, ALWAYS_PER_CLIENT);
});

test('long fetches make room for short ones, up to a multiple of the limit', () => {
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

test('long fetches of others make room when all slots are taken', () => {
  const { fill, pass } = newSlots({ all: 6, perClient: 6, perHost: 6 });
  assert.equal(fill('a', '1').length, 6);
  assert.equal(fill('b', '1').length, ALWAYS_PER_CLIENT);
  pass(LONG_AFTER_MS);
  assert.equal(fill('c', '1').length, 6);
});

test('a released long slot leaves no trace', () => {
  const { slots, fill, pass } = newSlots();
  const taken = fill('a', '1');
  pass(LONG_AFTER_MS);
  taken.push(...fill('a', '1'));
  for (const slot of taken) slot.release();
  assert.equal(slots.underWay, 0);
  assert.equal(fill('a', '1').length, 3);
});
