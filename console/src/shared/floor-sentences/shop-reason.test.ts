import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copy } from './floor-sentences-copy.de.ts';

test('the German reason of an order of a shop begins with its sentence, and the place follows', () => {
  const { sayShopReason } = copy;
  assert.equal(
    sayShopReason('The street is missing. (Platen, at /shipping/address/street: required)'),
    'Diese Angabe fehlt. (Platen, bei /shipping/address/street)',
  );
  const listed = sayShopReason('Not possible. Allowed: FRONT, BACK. (Platen, at /items/0: not_allowed)');
  assert.match(listed, /FRONT, BACK.*\. \(Platen, bei \/items\/0\)$/);
  assert.equal(sayShopReason('A sentence of the future.'), 'A sentence of the future.');
});
