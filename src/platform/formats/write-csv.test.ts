import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow, removeGuard } from './write-csv.ts';

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

test('no cell is a formula, whichever character a spreadsheet takes for the separator', () => {
  const signs = ['=1+1', '+49 30', '-2+3', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠A1', ' =1+1', '"=1+1', '\t=1'];
  for (const sign of signs)
    for (const inner of [';', '\t', '\n', '\r', '\r\n', ',', ';;', '; ', ';"', "\t'"])
      for (const separator of [',', ';'] as const) {
        const text = `Main St${inner}${sign}`;
        const row = csvRow(['a', text, 'b'], separator);
        for (const cell of row.split(/[,;\t\r\n]/)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@＝＋－＠]/, row);
        assert.equal(removeGuard(csvRow([text]).slice(1, -3).replaceAll('""', '"')), text);
      }
});

test('texts with separators and without formulas stay', () => {
  for (const text of ['a;b', 'a;\tb', "a;'b", 'Main St 5; 2nd floor', 'a - b; c = d']) {
    assert.equal(csvRow([text]), `"${text}"\r\n`);
    assert.equal(removeGuard(text), text);
  }
});
