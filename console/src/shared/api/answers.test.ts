import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCursor } from './answers.ts';

test('the cursor of the next page is read from the Link header', () => {
  const link = '<http://localhost:8080/operator/v1/orders?limit=50&cursor=ab%2Bc>; rel="next"';
  assert.equal(nextCursor(link), 'ab+c');
});

test('there is no cursor on the last page', () => {
  for (const link of [null, '', '<http://x/>; rel="prev"', '<http://x/?limit=1>; rel="next"', '<:>; rel="next"']) {
    assert.equal(nextCursor(link), undefined, String(link));
  }
});
