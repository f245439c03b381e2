import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from './save-file.ts';

const cells = (...values: (string | number | undefined)[]) => toCsv([values]).slice(1, -2);

test('a CSV file has a line for each row and is readable as UTF-8 by spreadsheets', () => {
  assert.equal(
    toCsv([
      ['Order', 'Müller'],
      ['1', undefined],
    ]),
    '\uFEFFOrder,Müller\r\n1,\r\n',
  );
});

test('a possible formula becomes text', () => {
  for (const text of ['=1+1', '+49 30 1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=cmd|"/c calc"!A1']) {
    assert.match(cells(text), /^"'/, text);
  }
  assert.equal(cells(-12.5), '-12.5');
  assert.equal(cells('A=1'), 'A=1');
});

test('commas, quotes and line breaks stay in their cell, also with semicolons and tabs as separators', () => {
  assert.equal(cells('a,b', 'say "x"', 'two\nlines', 'a;b', 'a\tb'), '"a,b","say ""x""","two\nlines","a;b","a\tb"');
});
