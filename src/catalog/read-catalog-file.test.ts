import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { roundedMessage } from '../platform/formats/read-csv.ts';
import { CatalogError } from './catalog-file.ts';
import { readCatalogFile } from './read-catalog-file.ts';

const CARRIERS = '{"carriers":[{"carrierId":"dhl","name":"DHL"}]}';

test('a byte order mark is accepted', async (t) => {
  const folder = await makeFolder(t, {
    'a.json': `\ufeff${CARRIERS}`,
    'carriers.csv': '\ufeffcarrierId,name\ndhl,DHL\n',
  });
  assert.deepEqual((await readCatalogFile(join(folder, 'a.json'))).carriers, [{ carrierId: 'dhl', name: 'DHL' }]);
  assert.deepEqual((await readCatalogFile(folder)).carriers, [{ carrierId: 'dhl', name: 'DHL' }]);
});

test('a fault in a JSON text is reported with line and column', async (t) => {
  const faults = {
    '': 'line 1, column 1: This is not JSON: Unexpected end of JSON input.',
    '{\n  "carriers": [,]\n}': "line 2, column 16: This is not JSON: Unexpected token ','.",
    '{\n  "carriers": [\n}': "line 3, column 1: This is not JSON: Unexpected token '}'.",
    '{"carriers" []}': "line 1, column 13: This is not JSON: Expected ':' after property name.",
    '{"carriers": [\n{"name": "a\tb"}]}':
      'line 2, column 12: This is not JSON: Bad control character in string literal.',
    '{"carriers": []} x': 'line 1, column 18: This is not JSON: Unexpected non-whitespace character after JSON.',
    '{"carriers": [],\n "products": [{"name": "carriers {", "carriers": ":"}],\n "carriers" : []}':
      'line 3, column 2: The object already has a property of this name.',
  };
  for (const [text, expected] of Object.entries(faults)) {
    const folder = await makeFolder(t, { 'a.json': text });
    assert.deepEqual(await faultsOf(join(folder, 'a.json')), [expected]);
  }
});

test('a text in JSON may be long and full of escapes', async (t) => {
  const folder = await makeFolder(t, { 'a.json': `{"note": "${'\\n\\"'.repeat(4_000_000)}", "note": 1}` });
  assert.deepEqual(await faultsOf(join(folder, 'a.json')), [
    'line 1, column 16000014: The object already has a property of this name.',
  ]);
});

test('an unreadable file is reported with the reason', async (t) => {
  const folder = await makeFolder(t, {
    'latin.json': Buffer.from('{"carriers":[{"carrierId":"d","name":"M\u00fcller"}]}', 'latin1'),
    'products.csv': 'productId,name\n',
  });
  for (const [path, message] of [
    ['absent.json', /There is no file or folder .*absent\.json/],
    ['latin.json', /latin\.json is not text in UTF-8/],
    ['products.csv', /Give the folder of products\.csv instead of the file/],
  ] as const) {
    await assert.rejects(readCatalogFile(join(folder, path)), (error: CatalogError) => {
      assert.equal(error.error, 'catalog_unreadable');
      assert.match(error.message, message);
      return true;
    });
  }
});

test('CSV may have semicolons, columns in any order, spaces, quotes, empty lines and Windows line ends', async (t) => {
  const folder = await makeFolder(t, {
    'article-variants.csv': [
      'size;sku;manufacturerCode;color;stockLevelQuantity;allowedLocations',
      'M; S-1 ;A;"Black; ""deep""";12;" REGULAR : DTG | DTF @ 355.6 x 406; FRONT:DTF;"',
      '',
      ';;;;;',
      'L;S-2;B;Black;0;',
    ].join('\r\n'),
    'articles.csv': 'type;title;manufacturerCode\r\nBLANK;Tee, long;A',
    'notes.txt': 'of no concern',
  });
  const file = await readCatalogFile(folder);
  const black = { color: 'Black; "deep"', size: 'M', stockLevelQuantity: 12, isAllowedOnLocations: [] };
  assert.deepEqual(file.articles, [
    {
      manufacturerCode: 'A',
      title: 'Tee, long',
      type: 'BLANK',
      variants: [
        {
          sku: 'S-1',
          ...black,
          allowedLocations: [
            {
              location: 'REGULAR',
              printTechnologies: ['DTG', 'DTF'],
              printArea: { widthMm: 355.6, heightMm: 406 },
            },
            { location: 'FRONT', printTechnologies: ['DTF'] },
          ],
        },
      ],
    },
  ]);
  assert.deepEqual(
    file.articleVariants?.map(({ sku, manufacturerCode, place }) => [sku, manufacturerCode, place('sku')]),
    [['S-2', 'B', 'article-variants.csv line 5, column sku']],
  );
});

test('CSV as spreadsheets write it: tabs, sep=, and truth in their words', async (t) => {
  const folder = await makeFolder(t, {
    'carriers.csv': '\ufeffsep=;\r\ncarrierId;name;default\r\ndhl;DHL, parcels;WAHR\r\nups;UPS;FALSE\r\n',
    'products.csv': 'Product ID\tNAME\nP-1\tCap, black; small\n',
  });
  const { carriers, products } = await readCatalogFile(folder);
  assert.deepEqual(carriers, [
    { carrierId: 'dhl', name: 'DHL, parcels', default: true },
    { carrierId: 'ups', name: 'UPS' },
  ]);
  assert.equal(products[0]?.name, 'Cap, black; small');
});

test('bad rows of all CSV files are named by file, line and column', async (t) => {
  const folder = await makeFolder(t, {
    'articles.csv': 'manufacturerCode,title,type\nA,Tee,BLANK\nB,,PLANK\nA,Again,BLANK\n',
    'article-variants.csv':
      'sku,manufacturerCode,color,size,stockLevelQuantity,allowedLocations,isAllowedOnLocations\n' +
      'S,A,Black,M,1.5,REGULAR,NECK:DTF\n',
    'products.csv': 'productId,name\nP-1,One,surplus\nP-2\n"P\n3",Three\n',
    'product-variants.csv': 'ean13,productId,name,color,size,stockLevelQuantity\n4.00638E+12,P-1,One,Black,M,many\n',
    'carriers.csv': 'carrierId,name,default\na,A,true\nb,B,yes\nc,C,true\n',
  });
  assert.deepEqual(await faultsOf(folder), [
    'articles.csv line 3, column title: "title" is required.',
    'articles.csv line 3, column type: "type" must be one of BLANK, CUSTOMIZATION, UNPRODUCIBLE.',
    'articles.csv line 4, column manufacturerCode: "manufacturerCode" must be unique; articles.csv line 2, column manufacturerCode has the same.',
    'article-variants.csv line 2, column stockLevelQuantity: "stockLevelQuantity" must be a whole number.',
    'article-variants.csv line 2, column allowedLocations: A location needs at least one technology.',
    'article-variants.csv line 2, column isAllowedOnLocations: "isAllowedOnLocations" is for CUSTOMIZATION articles only; this article is BLANK.',
    'products.csv line 2: The row has 3 cells, and the header has 2.',
    'products.csv line 3: The row has 1 cells, and the header has 2.',
    'products.csv line 4, column productId: "productId" must not hold control characters or broken Unicode.',
    `product-variants.csv line 2, column ean13: ${roundedMessage('ean13')}`,
    'product-variants.csv line 2, column stockLevelQuantity: "stockLevelQuantity" must be a whole number.',
    'carriers.csv line 3, column default: "default" must be true or false.',
    'carriers.csv line 4, column default: "default" must be unique; carriers.csv line 2, column default has the same.',
  ]);
});

test('files and columns that do not belong are named with the nearest that do', async (t) => {
  const folder = await makeFolder(t, {
    'product.csv': 'productId,name\n',
    'carriers.csv': 'carrierIds,name,constructor,name\nx,y,z,z\n',
    'products.csv': 'productId,name,note\nP-1,One,x\nP-2,Two,y\n',
    'articles.csv': '',
  });
  assert.deepEqual(await faultsOf(folder), [
    'product.csv: There is no table "product.csv" in a catalogue. Did you mean "products.csv"?',
    'articles.csv: The file has no header row.',
    'products.csv line 1, column 3: There is no column "note" here. Did you mean "name"?',
    'carriers.csv line 1, column 1: There is no column "carrierIds" here. Did you mean "carrierId"?',
    'carriers.csv line 1, column 3: There is no column "constructor" here. Known: carrierId, name, default.',
    'carriers.csv line 1, column 4: The column "name" occurs twice.',
    'carriers.csv line 1: The column "carrierId" is missing.',
  ]);
  assert.match((await faultsOf(await makeFolder(t, { 'a.txt': '' }))).join(), /has none of the files articles\.csv/);
});

test('a CSV file that cannot be parsed is named, and the others are read nevertheless', async (t) => {
  const folder = await makeFolder(t, {
    'articles.csv': 'manufacturerCode,title,type\nA,"Tee"x,BLANK\n',
    'products.csv': Buffer.from('productId,name\nP-1,M\u0081tze\n', 'latin1'),
    'carriers.csv': 'carrierId,name\na,\n',
  });
  const faults = await faultsOf(folder);
  assert.equal(faults.length, 3);
  assert.match(faults[0]!, /^articles\.csv line 2: The row cannot be read as CSV; check its quotes\./);
  assert.match(faults[1]!, /^products\.csv: The file is not text in UTF-8/);
  assert.match(faults[2]!, /^carriers\.csv line 2, column name: /);
});

test('a bad header ends the reading of a large file', async (t) => {
  const rows = 'x,y\n'.repeat(200_000);
  const folder = await makeFolder(t, {
    'products.csv': `id,label\n${rows}`,
    'carriers.csv': `name\n${rows}`,
  });
  assert.equal((await faultsOf(folder)).length, 5);
});

async function makeFolder(t: TestContext, files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-catalog-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

async function faultsOf(path: string): Promise<string[]> {
  const error = await readCatalogFile(path).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof CatalogError, String(error));
  return error.violations.map(({ pointer, message }) => `${pointer}: ${message}`);
}
