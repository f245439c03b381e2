import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from './write-csv.ts';

test('a semicolon comes with decimal commas, and cells with either separator are quoted', () => {
  assert.equal(csvRow(['a', 24.9, undefined, 'b;c,d']), 'a,24.9,,"b;c,d"\r\n');
  assert.equal(csvRow(['a', 24.9, 3, 'b;c,d'], ';'), 'a;"24,9";3;"b;c,d"\r\n');
});

test('a possible formula becomes text with both separators, and a negative number stays', () => {
  for (const separator of [',', ';'] as const) {
    assert.match(csvRow(['=1+1'], separator), /^"'=1\+1"/);
    assert.match(csvRow(['+49 30'], separator), /^"'\+49 30"/);
  }
  assert.equal(csvRow([-1, -2.5, '-2,5'], ';'), '-1;"-2,5";"\'-2,5"\r\n');
});
