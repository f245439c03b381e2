import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { inspectFile } from './inspect-file.ts';
import { makePdf, packedPdfOf, pdfEncryption, pdfOf } from './test-support/sample-files.ts';

const PAGES = '<</Type/Pages/Count 1/Kids[3 0 R]>>';
const pageWith = (rest = '') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]${rest}>>`;
/** Catalog, pages, page, and what else is given from number 4 on. */
const objectsWith = (catalog: string, page = '', ...others: readonly string[]) => [
  `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
  PAGES,
  pageWith(page),
  ...others,
];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-pdf-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function inspect(bytes: Uint8Array) {
  const path = join(folder, 'file.pdf');
  await writeFile(path, bytes);
  return inspectFile(path);
}

const ACTIVE: readonly (readonly [what: string, found: string, objects: readonly string[]])[] = [
  ['JavaScript when it is opened', 'JavaScript', objectsWith('/OpenAction<</S/JavaScript/JS(app.alert(1))>>')],
  [
    'JavaScript of the document',
    'JavaScript',
    objectsWith('/Names<</JavaScript<</Names[(a)4 0 R]>>>>', '', '<</S/JavaScript/JS(1)>>'),
  ],
  [
    'a script behind a link',
    'JavaScript',
    objectsWith('', '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A 4 0 R>>]', '<</S/J#61vaScript/JS(1)>>'),
  ],
  ['a name that stands elsewhere', 'JavaScript', objectsWith('/OpenAction<</S 4 0 R/JS(1)>>', '', '/JavaScript')],
  ...['print(true);app.alert(1)', 'app.print(1)', 'print(a`1`)', 'print\\(app.alert\\(1\\)\\)', ''].map(
    (script) =>
      [`the script ${script}`, 'JavaScript', objectsWith(`/OpenAction<</S/JavaScript/JS(${script})>>`)] as const,
  ),
  ['a script elsewhere', 'JavaScript', objectsWith('/OpenAction<</S/JavaScript/JS 4 0 R>>', '', '(print\\(\\))')],
  ['a program', 'an action that starts a program', objectsWith('/OpenAction<</S/Launch/F(calc.exe)>>')],
  [
    'a program behind a page',
    'an action that starts a program',
    objectsWith('/OpenAction 4 0 R', '', '<</S/GoTo/D[3 0 R/Fit]/Next<</S/Launch/F(a)>>>>'),
  ],
  [
    'a web page that opens by itself',
    'an action that runs by itself',
    objectsWith('/OpenAction<</S/URI/URI(http://a.example)>>'),
  ],
  [
    'an action of a page',
    'an action that runs by itself',
    objectsWith('', '/AA<</O<</S/URI/URI(http://a.example)>>>>'),
  ],
  [
    'an action of a page elsewhere',
    'an action that runs by itself',
    objectsWith('', '/AA 4 0 R', '<</O<</S/Named/N/Print>>>>'),
  ],
  [
    'a named action that is neither about pages nor prints',
    'an action that runs by itself',
    objectsWith('/OpenAction<</S/Named/N/SaveAs>>'),
  ],
  ['a named action without a name', 'an action that runs by itself', objectsWith('/OpenAction<</S/Named>>')],
  [
    'another file that opens by itself',
    'an action that runs by itself',
    objectsWith('/OpenAction<</S/GoToR/F(a.pdf)/D[0/Fit]>>'),
  ],
  [
    'a web page behind a page',
    'an action that runs by itself',
    objectsWith('/OpenAction<</S/Named/N/FirstPage/Next<</S/GoTo/D[3 0 R/Fit]/Next[<</S/URI/URI(a)>>]>>>>'),
  ],
  [
    'a web page behind a page, elsewhere',
    'an action that runs by itself',
    objectsWith('/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next 4 0 R>>', '', '<</S/URI/URI(a)>>'),
  ],
  [
    'a type that is there twice',
    'JavaScript',
    objectsWith('', '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/JavaScript/S/URI/JS(1)>>>>]'),
  ],
  [
    'scripts elsewhere',
    'JavaScript',
    objectsWith('/Names<</JavaScript 4 0 R>>', '', '<</Kids[5 0 R]>>', '<</Names[(a)<</S/JavaScript/JS(a)>>]>>'),
  ],
  [
    'a button that sends',
    'an action that sends a form',
    objectsWith('', '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/SubmitForm/F(http://a.example)>>>>]'),
  ],
  ['files in place of pages', 'a collection of files', objectsWith('/Collection<</Type/Collection/View/D>>')],
  ['a film', 'multimedia', objectsWith('', '/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]>>]')],
  [
    'a form',
    'a form',
    objectsWith('/AcroForm<</Fields[4 0 R]>>', '/Annots[4 0 R]', '<</FT/Tx/T(a)/Subtype/Widget/Rect[0 0 9 9]>>'),
  ],
  ['a form in XML', 'a form', objectsWith('/AcroForm<</Fields[]/XFA[(a)(b)]>>')],
];

test('a PDF that does more than show pages is refused with what it has, also where its objects are packed', async () => {
  for (const [what, found, objects] of ACTIVE) {
    const problem = `The PDF has ${found}. Send one without, for example by printing it to a new PDF.`;
    for (const [form, pdf] of [
      ['plain', pdfOf(objects)],
      ['packed', packedPdfOf(objects)],
    ] as const) {
      const { mediaType, fault, problem: told } = await inspect(pdf);
      assert.deepEqual([mediaType, fault, told], ['application/pdf', 'not_printable', problem], `${what}, ${form}`);
    }
  }
});

test('what happens only when somebody follows it, and what does nothing, is accepted', async () => {
  for (const [what, objects] of Object.entries({
    'a page to begin with': objectsWith('/OpenAction[3 0 R/Fit]'),
    'a page to begin with, as an action': objectsWith('/OpenAction 4 0 R', '', '<</S/GoTo/D[3 0 R/XYZ null null 1]>>'),
    ...Object.fromEntries(
      ['FirstPage', 'LastPage', 'NextPage', 'PrevPage', 'First#50age', 'Print'].map((name) => [
        `the named action ${name}`,
        objectsWith('/OpenAction 4 0 R', '', `<</Type/Action/S/Named/N/${name}>>`),
      ]),
    ),
    'a named action within the catalog': objectsWith('/OpenAction<</S/Named/N/FirstPage>>'),
    'a page and then a list': objectsWith('/OpenAction<</S/GoTo/D(a)/Next[<</S/Named/N/NextPage>>]>>'),
    'a page and then an empty list': objectsWith('/OpenAction<</S/GoTo/D(a)/Next[]>>'),
    'a page and then another': objectsWith('/OpenAction<</S/GoTo/D(a)/Next<</S/Named/N/NextPage>>>>'),
    'a destination by its name': objectsWith('/OpenAction/Chapter1/Dests<</Chapter1[3 0 R/Fit]>>'),
    'a destination in a dictionary': objectsWith('/OpenAction<</D[3 0 R/Fit]>>'),
    'a script that prints': objectsWith('/OpenAction<</S/JavaScript/JS(this.print\\({bUI:true}\\);)>>'),
    'a script of the document that prints': objectsWith(
      '/Names<</JavaScript 4 0 R>>',
      '',
      '<</Names[(EmbeddedJS)5 0 R]>>',
      '<</S/JavaScript/JS(print(true);)>>',
    ),
    'a script in UTF-16 that prints': objectsWith(
      `/OpenAction<</S/JavaScript/JS(\xfe\xff${[...'print()'].map((one) => `\0${one}`).join('')})>>`,
    ),
    'an action that is empty': objectsWith('/OpenAction<<>>'),
    'a page that opens at a page': objectsWith(
      '',
      '/AA<</O<</S/GoTo/D[3 0 R/Fit]>>/C 4 0 R>>',
      '<</S/Named/N/NextPage>>',
    ),
    'preferences of a viewer': objectsWith(
      '/ViewerPreferences<</HideToolbar true/PrintScaling/None/Duplex/Simplex/NumCopies 1>>/PageMode/UseOutlines/PageLayout/SinglePage',
    ),
    'an array elsewhere': objectsWith('/OpenAction 4 0 R', '', '[3 0 R/Fit]'),
    'a link': objectsWith('', '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.example)>>>>]'),
    'a form without fields': objectsWith('/AcroForm<</Fields[]>>'),
    'a signature that is shown': objectsWith(
      '/AcroForm<</Fields[4 0 R]/SigFlags 3>>',
      '/Annots[4 0 R]',
      '<</FT/Sig/T(a)/Subtype/Widget/Rect[0 0 9 9]>>',
    ),
    'text and comments that speak of it': objectsWith('', '', '(/JavaScript \\( /Launch)', '<2f4a> % /JavaScript\n'),
    'actions of no event': objectsWith('/AA<<>>'),
    'actions that are null': objectsWith('/OpenAction 4 0 R/AA 4 0 R', '/AA null', 'null'),
    'actions that are nowhere': objectsWith('/OpenAction 9 0 R/AA 9 0 R'),
    'empty trees of names': objectsWith('/Names<</EmbeddedFiles<</Names[]>>/JavaScript<</Names[]>>>>'),
    'an empty tree of scripts elsewhere': objectsWith('/Names<</JavaScript 4 0 R>>', '', '<</Kids[]/Limits[(a)(b)]>>'),
    'an empty form in XML': objectsWith('/AcroForm<</Fields[]/XFA[]>>'),
    'fonts and pictures with the names of actions': objectsWith(
      '',
      '/Resources<</Font<</Sound 4 0 R/Launch 4 0 R>>/XObject<</Movie 4 0 R>>>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Sound/Name/Movie>>',
    ),
    'an invoice in XML in it': objectsWith(
      '/AF[4 0 R]/Names<</EmbeddedFiles<</Names[(factur-x.xml)4 0 R]>>>>',
      '',
      '<</Type/Filespec/F(factur-x.xml)/AFRelationship/Data/EF<</F 5 0 R>>>>',
      '<</Type/EmbeddedFile>>',
    ),
    'a file on a page': objectsWith('', '/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]>>]'),
    'fields that nobody can fill in': objectsWith(
      '/AcroForm<</Fields[4 0 R]>>',
      '/Annots[4 0 R]',
      '<</FT/Tx/Ff 1/T(a)/Subtype/Widget/Rect[0 0 9 9]>>',
    ),
    'a stamp and a highlighted text': objectsWith(
      '',
      '/Annots[<</Subtype/Stamp/Rect[0 0 9 9]>><</Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]>>]',
    ),
  })) {
    for (const pdf of [pdfOf(objects), packedPdfOf(objects)]) {
      const { fault, pages } = await inspect(pdf);
      assert.deepEqual([fault, pages], [undefined, 1], what);
    }
  }
  const glyph = pdfOf(
    objectsWith('', '/Resources<</F<</CharProcs<</AA 4 0 R>>>>>>', '<</Length 1>>stream\n1\nendstream'),
  );
  assert.equal((await inspect(glyph)).fault, undefined);
});

test('a PDF that opens without a password and allows printing is accepted, and its content is checked', async () => {
  const encryption = pdfEncryption({ user: '', owner: 'o', mayPrint: true });
  const { fault, pages } = await inspect(pdfOf(objectsWith(''), encryption));
  assert.deepEqual([fault, pages], [undefined, 1]);
  const script = pdfOf(objectsWith('/OpenAction<</S/JavaScript/JS<00>>>'), encryption);
  assert.match((await inspect(script)).problem ?? '', /JavaScript/);
});

test('other bytes may follow the end of a PDF, unless they are the beginning of another version', async () => {
  for (const rest of ['\0'.repeat(4_096), '\n'.repeat(2_000), `\n<!-- ${'x'.repeat(1_500)} -->`]) {
    const { fault, pages } = await inspect(Buffer.concat([makePdf(), Buffer.from(rest)]));
    assert.deepEqual([fault, pages], [undefined, 1]);
  }
  const cut = Buffer.concat([makePdf(), Buffer.from(`3 0 obj\n<</Length 9999>>stream\n${'x'.repeat(500)}`)]);
  assert.equal((await inspect(cut)).fault, 'unreadable');
});

test('a PDF of a library with links, bookmarks and pictures is accepted', async () => {
  const document = new PDFDocument({
    size: [288, 432],
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    compress: true,
  });
  document.outline.addItem('Slip');
  document.fontSize(12).text('Order 1', { link: 'https://shop.example.com' });
  document.addPage().text('Page 2');
  document.end();
  const { fault, pages } = await inspect(await buffer(document as unknown as AsyncIterable<Uint8Array>));
  assert.deepEqual([fault, pages], [undefined, 2]);
});

test('objects are found wherever they hide: in the middle of a stream, behind a comment, in an older version', async () => {
  const script = '<</S/JavaScript/JS(1)>>';
  const inStream = `<</Length ${script.length + 30}>>stream\n9 0 obj ${script} endobj\nendstream`;
  for (const [what, pdf] of Object.entries({
    'in a stream': pdfOf(objectsWith('', '', inStream)),
    'behind a comment': Buffer.concat([makePdf(), Buffer.from(`9%x\n0%y\nobj${script}endobj\n%%EOF\n`)]),
    'in an older version': Buffer.concat([makePdf(), Buffer.from(`3 0 obj${script}endobj\n%%EOF\n`)]),
    'in a trailer': pdfOf(objectsWith(''), `/X${script}`),
    'behind a comment, where a reference leads': Buffer.concat([
      pdfOf(objectsWith('/OpenAction 9 0 R')),
      Buffer.from('9%x\n0%y\nobj<</S/URI/URI(a)>>endobj\n%%EOF\n'),
    ]),
  })) {
    assert.equal((await inspect(pdf)).fault, 'not_printable', what);
  }
  const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
  assert.equal((await inspect(pdfOf(objectsWith('', '', deep)))).fault, 'too_complex');
  const packed = deflateSync(Buffer.alloc(70 * 1_048_576, ' '));
  const bomb = `<</N 1/First 9/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream`;
  assert.equal((await inspect(pdfOf(objectsWith('', '', bomb)))).fault, 'too_complex');
  const odd = `<</N 1/First 9/Filter[/ASCIIHexDecode/FlateDecode]/Length 2>>stream\n00\nendstream`;
  assert.equal((await inspect(pdfOf(objectsWith('', '', odd)))).fault, 'unreadable');
});

test('pages are counted as they hang together, whatever the document says their number is', async () => {
  assert.equal((await inspect(makePdf({ pages: 12 }))).pages, 12);
  // A reader that follows the tree prints a thousand pages here.
  const kids = (number: number) => `[${`${number} 0 R `.repeat(10)}]`;
  const tree = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 1/Kids${kids(3)}>>`,
    `<</Type/Pages/Count 1/Parent 2 0 R/Kids${kids(4)}>>`,
    '<</Type/Pages/Count 1/Parent 3 0 R/Kids 6 0 R>>',
    pageWith(),
    kids(5),
  ];
  assert.equal((await inspect(pdfOf(tree))).pages, 1_000);
});

test('a PDF on whose first page nothing is drawn is empty', async () => {
  const drawing = (content: string) =>
    pdfOf([...objectsWith('', '/Contents 4 0 R'), `<</Length ${content.length}>>stream\n${content}\nendstream`]);
  assert.equal((await inspect(makePdf())).visibleShare, 0);
  assert.equal((await inspect(drawing('q Q'))).visibleShare, 0);
  for (const content of ['1 g 0 0 100 100 re f', '0 g 10 10 20 20 re f'])
    assert.equal((await inspect(drawing(content))).visibleShare, undefined);
});
