import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvFault, type CsvRow, headingReader, readCsv, wholeNumber, withoutGrouping } from './read-csv.ts';

const LIMIT = { rowCharactersMax: 100 };

async function rowsOf(chunks: Iterable<string>): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsv(chunks, LIMIT)) rows.push(row);
  return rows;
}
const shown = async (chunks: Iterable<string>) =>
  (await rowsOf(chunks)).map(({ cells, line }) => `${line} ${cells.join('/')}`);

test('commas, semicolons and tabs separate, and so does what sep= names', async () => {
  for (const text of ['a,b\n1,2\n', 'a;b\n1;2', 'a\tb\r\n1\t2\r\n', 'a,b\r1,2\r']) {
    assert.deepEqual(await shown([text]), ['1 a/b', '2 1/2']);
  }
  for (const separator of [';', '\t', ',', '|']) {
    const text = `\ufeffsep=${separator}\r\na${separator}b\r\n1${separator}2\r\n`;
    assert.deepEqual(await shown([text]), ['2 a/b', '3 1/2']);
  }
});

test('the line sep= may be in quotes and have more cells, as a program writes it that does not know it', async () => {
  for (const line of ['"sep=;"', 'sep=;;;', '"sep=;",,', 'sep=; ', 'SEP=;\t\t'])
    assert.deepEqual(await shown([`${line}\na;b\n1;2\n`]), ['2 a/b', '3 1/2'], line);
});

test('the end of a text of MS-DOS is no row', async () => {
  assert.deepEqual(await shown(['a,b\r\n1,2\r\n\x1a']), ['1 a/b', '2 1/2']);
});

test('line breaks around a cell are removed, and those inside stay', async () => {
  const [, row] = await rowsOf(['a,b\n"\n01067\r\n","one\ntwo\n"\n']);
  assert.deepEqual(row?.cells, ['01067', 'one\ntwo']);
});

test('an apostrophe in front of a code is the sign for text of a spreadsheet', async () => {
  const [, row] = await rowsOf(["a,b,c,d\n'01067,'s-Gravenhage,'90,'0012345678905\n"]);
  assert.deepEqual(row?.cells, ['01067', "'s-Gravenhage", "'90", '0012345678905']);
});

test('signs of thousands are removed where they are certain', () => {
  for (const [cell, plain] of [
    ['1 234,56', '1234.56'],
    ['1\u202f234', '1234'],
    ["-1'234'567.8", '-1234567.8'],
    ['1’234', '1234'],
    ['1.234,5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    ['1.234.567', '1234567'],
  ] as const)
    assert.equal(withoutGrouping(cell), plain, cell);
  for (const cell of ['1.234', '1,234', '12 34', '1 2345', '1.23,456', '1,234,5', '1.234.56', '24,90', 'a', ''])
    assert.equal(withoutGrouping(cell), cell);
  assert.deepEqual(['1’200', '1.200.000', '2.0', '1.200', '1,5'].map(wholeNumber), [
    1200,
    1_200_000,
    2,
    undefined,
    undefined,
  ]);
});

test('a heading means the column with the same letters', () => {
  const read = headingReader(['orderId', 'items.ean13']);
  for (const heading of ['orderId', 'ORDERID', 'Order ID', 'order_id', 'order-id', 'OrderId\u00a0'])
    assert.equal(read(heading), 'orderId', heading);
  assert.equal(read('Items.EAN13'), 'items.ean13');
  for (const heading of ['order', 'orderId2', '']) assert.equal(read(heading), heading);
});

test('rows are told by the line that they begin in, whatever stands before or in them', async () => {
  const text = '\ufeff\r\n \r\nsep=;\r\n\r\na;b\r\n1;"two\r\nlines"\r\n\r\n;\r\n3;4\r\n';
  assert.deepEqual(await shown([text]), ['5 a/b', '6 1/two\nlines', '10 3/4']);
});

test('it does not matter where a text is cut into chunks', async () => {
  const text = '\ufeff\r\nsep=;\r\n\r\na;b\r\n1;"two\r\nlines"\r\n3;4\r\n';
  const whole = await shown([text]);
  assert.equal(whole.length, 3);
  for (let at = 0; at <= text.length; at++) {
    assert.deepEqual(await shown([text.slice(0, at), text.slice(at)]), whole, `cut at ${at}`);
  }
  assert.deepEqual(await shown([...text]), whole);
});

test('a cell ="…" is text in any place, with and without outer quotes, however the text is cut', async () => {
  for (const separator of [',', ';', '\t']) {
    const text = [
      ...['="a"|b|"c"', '="0012345678905"|2|="0"', '1|="x|y"|"=""007"""', ' ="1"|="say ""hi"""|="two\nlines"'],
    ]
      .join('\n')
      .replaceAll('|', separator);
    const rows = [...['1 a/b/c', '2 0012345678905/2/0', `3 1/x${separator}y/007`, '4 1/say "hi"/two\nlines']];
    assert.deepEqual(await shown([text]), rows);
    assert.deepEqual(await shown([...text]), rows);
  }
  // Inside quotes, and where no quote follows, the sign is text.
  assert.deepEqual(await shown(['a;b\n"x;=""y""";=1+1\n=;a=']), ['1 a/b', '2 x;="y"/=1+1', '3 =/a=']);
});

test('nothing and blank lines have no rows', async () => {
  assert.deepEqual(await shown([]), []);
  assert.deepEqual(await shown(['\ufeff\n\n', ' \n', 'sep=;\n']), []);
});

test('what cannot be read is told by the line that its row begins in', async () => {
  const faults: Record<string, [number, string]> = {
    'a,b\n1,2\n3,"4" x\n': [3, 'invalid_csv'],
    'a,b\n1,2\n\n3,d"e"\n': [4, 'invalid_csv'],
    'sep=,\na,b\n1,"never closed\n2,3\n': [3, 'invalid_csv'],
    [`a,b\n1,"${'x\n'.repeat(200)}"\n`]: [2, 'too_long'],
    [`a,b\n1,2\n${' '.repeat(200)}`]: [3, 'too_long'],
    ['"'.repeat(200)]: [1, 'too_long'],
    [`\n\na,b\n1,"\n"${','.repeat(200)}`]: [4, 'too_long'],
  };
  for (const [text, [line, code]] of Object.entries(faults)) {
    await assert.rejects(rowsOf([text]), (error) => {
      assert.ok(error instanceof CsvFault, String(error));
      assert.deepEqual([error.line, error.code], [line, code], text.slice(0, 40));
      return true;
    });
  }
});

test('a text is read as its rows are taken, and no further once they are not', async () => {
  let made = 0;
  function* endless(): Generator<string> {
    yield 'a,b\n';
    for (;;) {
      made += 1;
      yield '1,2\n'.repeat(100);
    }
  }
  for await (const { line } of readCsv(endless(), LIMIT)) if (line === 1_000) break;
  assert.ok(made < 1_000, `${made} chunks`);
});

test('a row has at most 16,384 cells, also if they are empty', async () => {
  const row = (cells: number) => `1${','.repeat(cells - 1)}\n`;
  const read = (text: string) => Array.fromAsync(readCsv([text], { rowCharactersMax: 100_000 }));
  assert.equal((await read(`a,b\n${row(16_384)}`))[1]?.cells.length, 2);
  await assert.rejects(read(`a,b\n1,2\n${row(16_385)}`), { code: 'too_many_items', line: 3 });
  await assert.rejects(read(`a,b\n1,"${'\n",,,,"'.repeat(5_000)}"`), { code: 'too_many_items', line: 2 });
});

test('blank lines and blank rows are as many as there are', async () => {
  const blank = '\n'.repeat(3_000_000);
  assert.deepEqual(await shown([blank]), []);
  assert.deepEqual(await shown([`a,b\n${blank}${',\n'.repeat(100_000)}1,2`]), ['1 a/b', '3100002 1/2']);
});

test('other work goes on while a text is read', async () => {
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns++;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  await rowsOf([`a,b\n${'1,2\n'.repeat(100_000)}`]);
  isRead = true;
  assert.ok(turns > 20, `${turns} turns of the event loop`);
});
