import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CatalogError, type CatalogFile } from './catalog-file.ts';
import { readCatalogFile } from './read-catalog-file.ts';

const EAN = '4006381333931';
const HEADER = 'ean13,productId,name,color,size,stockLevelQuantity';
const PRODUCTS = 'productId,name\r\nP-1,Mütze\r\n';

const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
const bigEndian = (text: string, mark?: string) => utf16(text, mark).swap16();
/** For the characters of these tests. */
const macRoman = (text: string) =>
  Buffer.from(text.replaceAll('ü', '\x9f').replaceAll('ß', '\xa7').replaceAll('ö', '\x9a'), 'latin1');

/** Variants as programs save them: the bytes, and as what they must have been read. */
const SAVED: Record<string, [Buffer | string, string?]> = {
  'Excel, CSV UTF-8, German': [
    `\ufeff${HEADER.replaceAll(',', ';')}\r\n${EAN};P-1;Mütze "groß";Weiß;M;1 200\r\n`.replace(
      'Mütze "groß"',
      '"Mütze ""groß"""',
    ),
  ],
  'Excel, CSV, German': [
    Buffer.from(
      `${HEADER.replaceAll(',', ';')};;\r\n${EAN};P-1;"Mütze ""groß""";Weiß;M;1\u00a0200;;\r\n;;;;;;;\r\n`,
      'latin1',
    ),
    'Windows-1252',
  ],
  'Excel, CSV, English, with an empty column': [
    Buffer.from(`${HEADER},\r\n${EAN},P-1,"Mütze ""groß""",Weiß,M,1200\r\n`, 'latin1'),
    'Windows-1252',
  ],
  'Excel, Unicode text': [
    utf16(`${HEADER.replaceAll(',', '\t')}\r\n${EAN}\tP-1\t"Mütze ""groß"""\tWeiß\tM\t1200\r\n`),
    'UTF-16',
  ],
  'Excel for Mac, CSV (Macintosh)': [
    macRoman(`${HEADER.replaceAll(',', ';')}\r${EAN};P-1;"Mütze ""groß""";Weiß;M;1200\r`),
    'Mac OS Roman',
  ],
  'LibreOffice, every text quoted': [
    `${HEADER.replaceAll(/\w+/g, '"$&"')}\n"${EAN}","P-1","Mütze ""groß""","Weiß","M",1200\n`,
  ],
  'LibreOffice, UTF-16 without a mark': [utf16(`${HEADER}\n${EAN},P-1,"Mütze ""groß""",Weiß,M,1200\n`, ''), 'UTF-16'],
  'Big-endian': [bigEndian(`${HEADER}\n${EAN},P-1,"Mütze ""groß""",Weiß,M,"1200,00"\n`), 'UTF-16'],
  'Big-endian without a mark': [bigEndian(`${HEADER}\n${EAN},P-1,"Mütze ""groß""",Weiß,M,1200\n`, ''), 'UTF-16'],
  'Google Sheets': [`${HEADER}\r\n${EAN},P-1,"Mütze ""groß""",Weiß,M,1200`],
  Numbers: [`${HEADER.replaceAll(',', ';')}\n${EAN};P-1;"Mütze ""groß""";Weiß;M;1200\n`],
  'with the digits kept by a formula': [`${HEADER}\n"=""${EAN}""",P-1,"Mütze ""groß""",Weiß,M,\u00a01'200\u00a0\n`],
};

for (const [program, [content, encoding]] of Object.entries(SAVED)) {
  test(`a table is read as it was saved: ${program}`, async (t) => {
    const { products, warnings = [] } = await read(t, {
      'products.csv': PRODUCTS,
      'product-variants.csv': content,
    });
    const name = 'Mütze "groß"';
    assert.deepEqual(products[0]!.variants, [{ ean13: EAN, name, color: 'Weiß', size: 'M', stockLevelQuantity: 1200 }]);
    assert.deepEqual(
      warnings.map(({ pointer, code }) => [pointer, code]),
      encoding ? [['product-variants.csv', 'not_utf_8']] : [],
    );
    if (encoding) assert.ok(warnings[0]!.message.includes(`read as ${encoding}.`), warnings[0]!.message);
  });
}

test('the encoding of a large table is also detected at its end', async (t) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `c-${index},Post\r\n`).join('');
  const content = Buffer.from(`carrierId,name\r\n${rows}last,M\u00fcller \u0096 x\r\n`, 'latin1');
  const { carriers, warnings } = await read(t, { 'carriers.csv': content });
  assert.equal(carriers.at(-1)!.name, 'Müller – x');
  assert.equal(warnings![0]!.code, 'not_utf_8');
});

test('bytes that are not text in a known encoding are refused', async (t) => {
  for (const content of [
    Buffer.from('carrierId,name\nd,M\u00fcller\0\n', 'latin1'),
    Buffer.from('carrierId,name\nd,M\u0081ller\n', 'latin1'),
    Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\xfc\xb5', 'latin1'),
    Buffer.concat([utf16('carrierId,name\n'), Buffer.from([0x00, 0xd8, 0x61, 0x00])]),
  ]) {
    assert.match((await faultsOf(t, { 'carriers.csv': content })).join(), /not text in UTF-8.*"CSV UTF-8"/);
  }
});

test('a number that the spreadsheet rounded is refused, and said how it came about', async (t) => {
  for (const rounded of ['4,00638E+12', '4.00638E+12', '4E+12', '4.00638e+12']) {
    const faults = await faultsOf(t, {
      'products.csv': PRODUCTS,
      'product-variants.csv': `${HEADER.replaceAll(',', ';')}\n${rounded};P-1;Tee;Black;M;1\n`,
    });
    assert.equal(faults.length, 1, faults.join());
    assert.match(faults[0]!, /^product-variants\.csv line 2, column ean13: "ean13" was taken for a number .*"Text"/);
  }
  const skus = await faultsOf(t, {
    'articles.csv': 'manufacturerCode,title,type\n1E+05,Tee,BLANK\n',
  });
  assert.match(skus.join(), /"manufacturerCode" was taken for a number/);
});

test('an EAN that lost its leading zeros is imported unchanged, with a warning that suggests the full one', async (t) => {
  const rows = ['400638133393', '40063813338', '036000291452', '36000291452', '012345678905', '96385074'];
  const { products, warnings = [] } = await read(t, {
    'products.csv': PRODUCTS,
    'product-variants.csv': `${HEADER}\n${rows.map((ean) => `${ean},P-1,Tee,Black,M,1\n`).join('')}`,
  });
  assert.deepEqual(
    products[0]!.variants.map(({ ean13 }) => ean13),
    rows,
  );
  // The check digits of the others do not fit.
  assert.deepEqual(
    warnings.map(({ pointer, code, message }) => [pointer, code, /did you mean (\d+)/.exec(message)?.[1]]),
    [
      ['product-variants.csv line 4, column ean13', 'leading_zeros_lost', '0036000291452'],
      ['product-variants.csv line 5, column ean13', 'leading_zeros_lost', '0036000291452'],
      ['product-variants.csv line 6, column ean13', 'leading_zeros_lost', '0012345678905'],
    ],
  );
});

test('a number that might mean two is not guessed at', async (t) => {
  for (const quantity of ['1.200', '1,200', '1,5', '12 00', '1 2000', '--1', '1,000']) {
    const faults = await faultsOf(t, {
      'products.csv': PRODUCTS,
      'product-variants.csv': `${HEADER.replaceAll(',', ';')}\n${EAN};P-1;Tee;Black;M;${quantity}\n`,
    });
    assert.match(faults.join(), /"stockLevelQuantity" must be a whole number/, quantity);
  }
});

test('a length that might mean two is refused, unless its separator is that of decimals in this file', async (t) => {
  const header = 'manufacturerCode,location,widthMm,heightMm,bleedMm';
  const articles = {
    'articles.csv': 'manufacturerCode,title,type\nT,Tee,BLANK\n',
    'article-variants.csv':
      'sku,manufacturerCode,color,size,stockLevelQuantity,allowedLocations\nT-1,T,Black,M,5,FRONT:DTG\n',
  };
  const fileOf = (width: string, delimiter = ';') => ({
    ...articles,
    'print-areas.csv': [header, `T,FRONT,${width},100,3.175`]
      .map((line) => line.replaceAll(',', delimiter).replace('#', ','))
      .join('\n'),
  });
  for (const [width, delimiter] of [
    ['1.200', ';'],
    ['92.075', ';'],
    ['1#200', '\t'],
    ['"1#200"', ','],
  ] as const) {
    const faults = await faultsOf(t, fileOf(width, delimiter));
    assert.match(faults.join(), /line 2, column widthMm: "widthMm" is ambiguous: .* Write 1200 or 1\.2000/, width);
  }
  for (const [width, delimiter, mm] of [
    ['92.075', ',', 92.075],
    ['92#075', ';', 92.075],
    ['1.2000', ';', 1.2],
    ['1.234#5', ';', 1234.5],
  ] as const) {
    const { printAreas } = await read(t, fileOf(width, delimiter));
    assert.equal(printAreas?.get('T')?.[0]?.area.widthMm, mm, width);
  }
});

test('cells that Excel left out at the end of a row are empty, where they may be', async (t) => {
  const header = 'sku,manufacturerCode,color,size,stockLevelQuantity,dtgType,allowedLocations';
  const files = { 'articles.csv': 'manufacturerCode,title,type\nT,Tee,BLANK\n' };
  const { articles } = await read(t, {
    ...files,
    'article-variants.csv': `${header}\nT-1,T,Black,M,5\nT-2,T,Black,L,5,,"FRONT:DTG@355,6x406,4"\n`,
  });
  assert.deepEqual(articles[0]!.variants[0]!.allowedLocations, []);
  assert.deepEqual(articles[0]!.variants[1]!.allowedLocations[0]!.printArea, {
    widthMm: 355.6,
    heightMm: 406.4,
  });
  const faults = await faultsOf(t, { ...files, 'article-variants.csv': `${header}\nT-1,T,Black,M\n` });
  assert.match(faults.join(), /line 2: The row has 4 cells, and the header has 7/);
});

async function read(t: TestContext, files: Record<string, string | Buffer>): Promise<CatalogFile> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-catalog-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return readCatalogFile(folder);
}

async function faultsOf(t: TestContext, files: Record<string, string | Buffer>): Promise<string[]> {
  const error = await read(t, files).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof CatalogError, String(error));
  return error.violations.map(({ pointer, message }) => `${pointer}: ${message}`);
}
