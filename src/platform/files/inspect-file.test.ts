import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import type { FileContent } from './file-content.ts';
import { inspectFile } from './inspect-file.ts';
import { makeJpeg, makePdf, makePng, pdfOf, pngChunk, pngDensity } from './test-support/sample-files.ts';

test('a PNG tells its size, transparency and resolution, the lower one of two', async (t) => {
  const inspect = await openInspector(t);
  const png = makePng({ extra: [pngDensity(11_811, 5_906)] });
  assert.deepEqual(await inspect(png), {
    mediaType: 'image/png',
    bytes: png.length,
    width: 4,
    height: 3,
    hasAlpha: true,
    isOpaque: false,
    visibleShare: 0,
    dpi: 150,
  });
  const palette = pngChunk('PLTE', Buffer.alloc(6));
  const transparent = pngChunk('tRNS', Buffer.alloc(2));
  for (const [name, parts, hasAlpha] of [
    ['gray', { colorType: 0, depth: 1, width: 11 }, false],
    ['gray with a transparent one', { colorType: 0, depth: 16, extra: [transparent] }, true],
    ['rgb', { colorType: 2 }, false],
    ['rgb with a transparent one', { colorType: 2, depth: 16, extra: [pngChunk('tRNS', Buffer.alloc(6))] }, true],
    ['palette', { colorType: 3, depth: 4, extra: [palette] }, false],
    ['palette with transparent ones', { colorType: 3, extra: [palette, transparent] }, true],
    ['gray and alpha', { colorType: 4 }, true],
    ['rgb and alpha', { colorType: 6, depth: 16, width: 300, height: 200 }, true],
  ] as const) {
    const content = await inspect(makePng(parts));
    assert.deepEqual([content.hasAlpha, content.fault], [hasAlpha, undefined], name);
  }
});

test('a resolution that is no resolution is passed over', async (t) => {
  const inspect = await openInspector(t);
  for (const extra of [
    pngDensity(1, 1, 0),
    pngDensity(0, 0),
    pngDensity(11_811, 0),
    pngChunk('pHYs', Buffer.alloc(4)),
  ]) {
    const content = await inspect(makePng({ extra: [extra] }));
    assert.equal(content.dpi, undefined);
    assert.equal(content.fault, undefined);
  }
});

test('a PNG cut off anywhere is unreadable', async (t) => {
  const inspect = await openInspector(t);
  const png = makePng({ extra: [pngDensity(11_811, 11_811)] });
  for (let length = 8; length < png.length; length += 1) {
    assert.partialDeepStrictEqual(await inspect(png.subarray(0, length)), {
      mediaType: 'image/png',
      fault: 'unreadable',
    });
  }
});

test('a damaged byte in the header, palette or image data makes a PNG unreadable; in a comment it does not', async (t) => {
  const inspect = await openInspector(t);
  const png = makePng({
    colorType: 3,
    extra: [pngChunk('PLTE', Buffer.alloc(6)), pngChunk('tEXt', Buffer.from('Comment\0hello'))],
  });
  for (const [type, fault] of [
    ['IHDR', 'unreadable'],
    ['PLTE', 'unreadable'],
    ['IDAT', 'unreadable'],
    ['tEXt', undefined],
  ] as const) {
    const damaged = Buffer.from(png);
    const at = png.indexOf(type) + 9;
    damaged[at] = damaged[at]! ^ 0x10;
    assert.equal((await inspect(damaged)).fault, fault, type);
  }
});

test('a PNG whose chunks cannot make an image is unreadable', async (t) => {
  const inspect = await openInspector(t);
  const signature = makePng().subarray(0, 8);
  const header = makePng().subarray(8, 33);
  const image = makePng().subarray(33, -12);
  const end = makePng().subarray(-12);
  for (const [what, png] of Object.entries({
    'a web page behind the signature': Buffer.concat([signature, Buffer.from('<html>Not found</html>')]),
    'a web page behind the header': Buffer.concat([signature, header, Buffer.from('<html>Not found</html>')]),
    'no image data': Buffer.concat([signature, header, end]),
    'no header': Buffer.concat([signature, image, end]),
    'no end': Buffer.concat([signature, header, image]),
    'header twice as long': Buffer.concat([signature, pngChunk('IHDR', Buffer.alloc(26)), image, end]),
    'no palette': makePng({ colorType: 3 }),
    'no width': makePng({ width: 0 }),
    'negative height': makePng({ height: 0x8000_0001, image: Buffer.alloc(9) }),
    'a palette that is no colors': makePng({ colorType: 3, extra: [pngChunk('PLTE', Buffer.alloc(4))] }),
    'an empty palette': makePng({ colorType: 3, extra: [pngChunk('PLTE', Buffer.alloc(0))] }),
    'a palette of 257 colors': makePng({ colorType: 3, extra: [pngChunk('PLTE', Buffer.alloc(771))] }),
    'a chunk that must be known and is not': makePng({ extra: [pngChunk('CgBI', Buffer.alloc(4))] }),
    'a chunk of a later version': makePng({ extra: [pngChunk('tExt', Buffer.alloc(4))] }),
    'a second header': makePng({ extra: [header] }),
    'a palette behind the image data': Buffer.concat([
      signature,
      makePng({ colorType: 3 }).subarray(8, -12),
      pngChunk('PLTE', Buffer.alloc(6)),
      end,
    ]),
    'unknown color type': makePng({ colorType: 5 }),
    'depth that its color type has not': makePng({ colorType: 2, depth: 4 }),
    'less data than its pixels can be squeezed into': makePng({
      width: 10_000,
      height: 10_000,
      image: deflateSync(Buffer.alloc(100)),
    }),
  })) {
    assert.equal((await inspect(png)).fault, 'unreadable', what);
  }
});

test('a header that announces too many pixels is refused before anything is decoded', async (t) => {
  const inspect = await openInspector(t);
  const image = deflateSync(Buffer.alloc(1));
  const bomb = makePng({ width: 100_000, height: 100_000, image });
  assert.equal((await inspect(bomb)).fault, 'too_many_pixels');
  assert.equal((await inspect(makePng({ width: 0x7fff_ffff, height: 0x7fff_ffff, image }))).fault, 'unreadable');
  assert.equal((await inspect(makeJpeg({ width: 65_500, height: 65_500 }))).fault, 'too_many_pixels');
  // The decoder would hold it as a whole.
  assert.equal(
    (await inspect(makePng({ width: 19_000, height: 19_000, interlaced: true, image }))).fault,
    'too_complex',
  );
});

test('the image data of a PNG are at least its rows, interlaced or not', async (t) => {
  const inspect = await openInspector(t);
  const rows = (count: number, bytes = 17) => deflateSync(Buffer.alloc(count * bytes));
  const badFilter = Buffer.alloc(3 * 17);
  badFilter[17] = 5;
  // The passes of Adam7 have 1, 1, 1, 2, 2, 4 and 4 rows here; their bytes with four per pixel:
  const passes = [1 + 4, 1 + 4, 1 + 8, 2 * (1 + 8), 2 * (1 + 16), 4 * (1 + 16), 4 * (1 + 32)];
  const interlaced = passes.reduce((sum, bytes) => sum + bytes);
  const square = { width: 8, height: 8, interlaced: true };
  for (const [what, png, fault] of [
    ['every row', makePng({ image: rows(3) }), undefined],
    ['a row too few', makePng({ image: rows(2) }), 'unreadable'],
    ['a row too many', makePng({ image: rows(4) }), undefined],
    ['a byte too many', makePng({ image: deflateSync(Buffer.alloc(3 * 17 + 1)) }), undefined],
    ['half a row', makePng({ image: deflateSync(Buffer.alloc(3 * 17 - 8)) }), 'unreadable'],
    ['a filter that there is not', makePng({ image: deflateSync(badFilter) }), 'unreadable'],
    ['nothing compressed', makePng({ image: deflateSync(Buffer.alloc(0)) }), 'unreadable'],
    ['no data at all', makePng({ image: Buffer.alloc(0) }), 'unreadable'],
    ['data that are not deflated', makePng({ image: Buffer.alloc(60, 7) }), 'unreadable'],
    ['the compressed end missing', makePng({ image: rows(3).subarray(0, -5) }), 'unreadable'],
    ['bytes behind the compressed end', makePng({ image: Buffer.concat([rows(3), Buffer.alloc(9)]) }), undefined],
    ['interlaced', makePng({ ...square, image: deflateSync(Buffer.alloc(interlaced)) }), undefined],
    ['interlaced, cut', makePng({ ...square, image: deflateSync(Buffer.alloc(interlaced - 33)) }), 'unreadable'],
    ['interlaced, long', makePng({ ...square, image: deflateSync(Buffer.alloc(interlaced + 33)) }), undefined],
    // Passes without a pixel are not there: of a single pixel all but the first.
    ['one pixel', makePng({ width: 1, height: 1, interlaced: true, image: rows(1, 5) }), undefined],
    ['odd bits', makePng({ width: 9, height: 2, colorType: 0, depth: 1, image: rows(2, 3) }), undefined],
  ] as const) {
    assert.equal((await inspect(png)).fault, fault, what);
  }
});

test('of what a PNG holds beside its image nothing is unpacked', async (t) => {
  const inspect = await openInspector(t);
  const packed = deflateSync(Buffer.alloc(50_000_000));
  const control = Buffer.alloc(8);
  control.writeUInt32BE(1, 0);
  for (const extra of [
    [pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed]))],
    [pngChunk('iCCP', Buffer.concat([Buffer.from('sRGB\0\0'), packed]))],
    [pngChunk('tEXt', Buffer.alloc(5_000_000, 'x'))],
    // Animated: the frames are beside the image.
    [pngChunk('acTL', control), pngChunk('fdAT', Buffer.alloc(20))],
    [pngChunk('iCCP', Buffer.from('sRGB\0\0junk'))],
    [pngChunk('eXIf', Buffer.from('junk'))],
  ]) {
    const content = await inspect(makePng({ extra }));
    assert.deepEqual([content.fault, content.width], [undefined, 4]);
  }
});

test('every kind of PNG and JPEG that the decoder draws is readable, and none of them when it is cut off', async (t) => {
  const inspect = await openInspector(t);
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const image = sharp({ create: { width: 610, height: 470, channels: 3, background: '#9a3', noise } });
  const deep = image.clone().toColourspace('rgb16').ensureAlpha(0.5);
  const jpeg = await image.clone().jpeg().toBuffer();
  const png = await image.clone().png().toBuffer();
  for (const [what, bytes] of Object.entries({
    png,
    '16 bits': await deep.clone().png().toBuffer(),
    'interlaced, 16 bits': await deep.clone().png({ progressive: true }).toBuffer(),
    'palette with transparency': await image.clone().ensureAlpha(0.5).png({ palette: true }).toBuffer(),
    'black and white': await image.clone().toColourspace('b-w').png({ colours: 2 }).toBuffer(),
    'with a profile and a resolution': await image
      .clone()
      .withIccProfile('p3')
      .withMetadata({ density: 300 })
      .png()
      .toBuffer(),
    'with bytes behind its end': Buffer.concat([png, Buffer.alloc(100_000, 'PK')]),
    jpeg,
    'progressive JPEG': await image.clone().jpeg({ progressive: true }).toBuffer(),
    'JPEG by mozjpeg': await image.clone().jpeg({ mozjpeg: true }).toBuffer(),
    'gray JPEG': await image.clone().toColourspace('b-w').jpeg().toBuffer(),
    'CMYK JPEG, inverted by Adobe': await image.clone().toColourspace('cmyk').jpeg().toBuffer(),
    'turned JPEG': await image
      .clone()
      .withExif({ IFD0: { Orientation: '6' } })
      .jpeg()
      .toBuffer(),
    'JPEG with an unknown version': Buffer.from(jpeg).fill(3, 11, 12),
    'JPEG with bytes behind its end': Buffer.concat([jpeg, Buffer.alloc(100_000, 'PK')]),
  })) {
    assert.equal((await inspect(bytes)).fault, undefined, what);
    const cut = bytes.subarray(0, bytes.includes('PKPK') ? -130_000 : bytes.length * 0.7);
    assert.equal((await inspect(cut)).fault, 'unreadable', `${what}, cut off`);
    assert.equal(
      (await inspect(Buffer.concat([cut, jpeg.subarray(-2)]))).fault,
      'unreadable',
      `${what}, cut with an end`,
    );
  }
});

test('what sharp makes is readable, in every kind of PNG', async (t) => {
  const inspect = await openInspector(t);
  const image = sharp({ create: { width: 61, height: 47, channels: 4, background: '#9a31' } });
  for (const options of [{ progressive: true }, { palette: true }, { compressionLevel: 0 }]) {
    assert.equal((await inspect(await image.clone().png(options).toBuffer())).fault, undefined);
    assert.equal((await inspect(await image.clone().toColourspace('b-w').png(options).toBuffer())).fault, undefined);
  }
  assert.equal((await inspect(await image.clone().toColourspace('rgb16').png().toBuffer())).fault, undefined);
});

test('a PNG larger than the window is read to its end', async (t) => {
  const inspect = await openInspector(t);
  const image = deflateSync(randomBytes(300_300));
  const extra = Array.from({ length: 5_000 }, () => pngChunk('tEXt', Buffer.alloc(20)));
  const noise = Buffer.alloc(300 * 1001, 0).map((_, at) => (at % 1001 === 0 ? 4 : (at * at) % 251));
  const parts = { width: 1000, height: 300, colorType: 0, extra };
  const png = makePng({ ...parts, image: deflateSync(noise, { level: 0 }) });
  assert.equal((await inspect(png)).fault, undefined);
  png[png.length - 30] = png[png.length - 30]! ^ 1;
  assert.equal((await inspect(png)).fault, 'unreadable');
  assert.equal((await inspect(makePng({ ...parts, image }))).fault, 'unreadable');
});

test('a JPEG tells its size and resolution', async (t) => {
  const inspect = await openInspector(t);
  const jpeg = makeJpeg({ width: 640, height: 480 });
  assert.deepEqual(await inspect(jpeg), {
    mediaType: 'image/jpeg',
    bytes: jpeg.length,
    width: 640,
    height: 480,
    hasAlpha: false,
    dpi: 300,
  });
  assert.partialDeepStrictEqual(await inspect(makeJpeg({ units: 2, density: 118 })), {
    dpi: 300,
  });
  assert.equal((await inspect(makeJpeg({ units: 0, density: 1 }))).dpi, undefined);
  for (const components of [1, 4]) {
    assert.equal((await inspect(makeJpeg({ components }))).fault, undefined, String(components));
  }
});

test('a JPEG is decoded to its last row: cut off it is unreadable, whatever follows the end does not matter', async (t) => {
  const inspect = await openInspector(t);
  for (const progressive of [false, true]) {
    const jpeg = makeJpeg({ width: 1600, height: 1200, progressive });
    assert.equal((await inspect(jpeg)).fault, undefined);
    assert.equal((await inspect(Buffer.concat([jpeg, Buffer.alloc(200_000, 1)]))).fault, undefined);
    for (const length of [3, 10, 60, 80, 200, 5_000, jpeg.length - 500]) {
      const cut = jpeg.subarray(0, length);
      const expected = { mediaType: 'image/jpeg', fault: 'unreadable' } as const;
      assert.partialDeepStrictEqual(await inspect(cut), expected);
      assert.partialDeepStrictEqual(await inspect(Buffer.concat([cut, Buffer.of(0xff, 0xd9)])), expected);
    }
  }
  assert.equal((await inspect(Buffer.of(0xff, 0xd8, 0xff, 0xd9))).fault, 'unreadable');
  for (const parts of [
    { width: 0 },
    { height: 0 },
    { height: 120, data: Buffer.alloc(0) },
    { height: 120, data: Buffer.of(0xff, 0xd9) },
  ]) {
    assert.equal((await inspect(makeJpeg(parts))).fault, 'unreadable', JSON.stringify(parts));
  }
});

test('bytes between the segments of a JPEG, as cameras leave them, do not make it unreadable', async (t) => {
  const inspect = await openInspector(t);
  const jpeg = makeJpeg();
  const at = jpeg.indexOf(Buffer.of(0xff, 0xc4));
  const fill = Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(100_000, 0xff), jpeg.subarray(at)]);
  assert.equal((await inspect(fill)).fault, undefined);
  const between = Buffer.concat([jpeg.subarray(0, at), Buffer.of(1, 2, 0xff, 0, 3), jpeg.subarray(at)]);
  assert.partialDeepStrictEqual(await inspect(between), { width: 16, dpi: 300 });
  assert.equal((await inspect(between)).fault, undefined);
  assert.equal((await inspect(between.subarray(0, -20))).fault, 'unreadable');
  const scan = jpeg.indexOf(Buffer.of(0xff, 0xda));
  const behind = Buffer.concat([
    jpeg.subarray(0, scan),
    jpeg.subarray(scan, -2),
    Buffer.alloc(4, 3),
    jpeg.subarray(-2),
  ]);
  assert.equal((await inspect(behind)).fault, undefined);
});

test('a PDF tells its pages and the size of the first one as it is shown', async (t) => {
  const inspect = await openInspector(t);
  const pdf = makePdf();
  const expected = { mediaType: 'application/pdf', pages: 1, widthMm: 101.6, heightMm: 152.4 } as const;
  assert.deepEqual(await inspect(pdf), { ...expected, bytes: pdf.length, visibleShare: 0 });
  const turned = makePdf({ pages: 3, mediaBox: [10, 20, 10 + 595.28, 20 + 841.89], page: '/Rotate 90' });
  assert.partialDeepStrictEqual(await inspect(turned), { pages: 3, widthMm: 297, heightMm: 210 });
  const large = makePdf({ page: '/UserUnit 10' });
  assert.partialDeepStrictEqual(await inspect(large), { widthMm: 1016, heightMm: 1524 });
  const cropped = makePdf({ mediaBox: [0, 0, 595.28, 841.89], page: '/CropBox[0 0 288 432]' });
  assert.partialDeepStrictEqual(await inspect(cropped), { widthMm: 101.6, heightMm: 152.4 });
  const half = makePdf({ page: '/UserUnit 1.5' });
  assert.partialDeepStrictEqual(await inspect(half), { widthMm: 152.4, heightMm: 228.6 });
});

test('a PDF with pages of several sizes tells the paper that takes each of them', async (t) => {
  const inspect = await openInspector(t);
  const pages = (...boxes: string[]) =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count ${boxes.length}/Kids[${boxes.map((_, index) => `${index + 3} 0 R`).join(' ')}]>>`,
      ...boxes.map((box) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${box}]>>`),
    ]);
  for (const [pdf, widthMm, heightMm] of [
    [pages('288 432', '595.28 841.89'), 210, 297],
    [pages('432 288', '595.28 841.89', '288 432'), 297, 210],
    [pages('288 432', '144 720'), 101.6, 254],
    [pages('288 432', '432 288'), 101.6, 152.4],
  ] as const) {
    assert.partialDeepStrictEqual(await inspect(pdf), { widthMm, heightMm });
  }
});

test('a PDF has its header near the start and its marker near the end', async (t) => {
  const inspect = await openInspector(t);
  const pdf = makePdf();
  const expected = { mediaType: 'application/pdf', pages: 1 } as const;
  assert.partialDeepStrictEqual(await inspect(Buffer.concat([Buffer.alloc(900, 10), pdf])), expected);
  assert.equal((await inspect(Buffer.concat([pdf, Buffer.alloc(2_000, 10)]))).fault, undefined);
  assert.equal((await inspect(Buffer.concat([Buffer.alloc(1020, 10), pdf]))).mediaType, undefined);
  assert.equal((await inspect(pdf.subarray(0, -10))).fault, 'unreadable');
  assert.equal((await inspect(Buffer.concat([pdf, Buffer.alloc(61 * 1_024, 10)]))).fault, 'unreadable');
});

test('a PDF without a page, encrypted or damaged is told from one that can be printed', async (t) => {
  const inspect = await openInspector(t);
  const catalog = '<</Type/Catalog/Pages 2 0 R>>';
  const pages = (rest: string) => `<</Type/Pages${rest}>>`;
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]>>';
  for (const [what, pdf, fault] of [
    ['no page', makePdf({ pages: 0 }), 'no_pages'],
    ['pages that are only counted', pdfOf([catalog, pages('/Count 5/Kids[]')]), 'no_pages'],
    ['a password to open it', makePdf({ passwords: { user: 'u', owner: 'o' } }), 'encrypted'],
    ['a password to print it', makePdf({ passwords: { user: '', owner: 'o' } }), 'encrypted'],
    ['a password to change it', makePdf({ passwords: { user: '', owner: 'o', mayPrint: true } }), undefined],
    ['a page that is not there', pdfOf([catalog, pages('/Count 1/Kids[9 0 R]')]), 'unreadable'],
    ['pages in a circle', pdfOf([catalog, pages('/Count 1/Kids[2 0 R]')]), 'unreadable'],
    ['no catalog', pdfOf(['<</Type/Font>>']), 'unreadable'],
    ['nothing of a PDF', Buffer.from('%PDF-1.7\nhello\n%%EOF\n'), 'unreadable'],
    ['a page that is higher than any', makePdf({ mediaBox: [0, 0, 288, 9e9] }), 'unreadable'],
    ['a page that is wider than any', makePdf({ mediaBox: [0, 0, 9e9, 288] }), 'unreadable'],
    ['an impossible page', makePdf({ page: '/UserUnit 100000000000000000' }), 'unreadable'],
    // Readers mend these by looking for the objects.
    [
      'a wrong table',
      Buffer.from(
        makePdf()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
      ),
      undefined,
    ],
    ['more pages counted', pdfOf([catalog, pages('/Count 9/Kids[3 0 R]'), page]), undefined],
  ] as const) {
    assert.equal((await inspect(pdf)).fault, fault, what);
  }
});

test('a PDF that points right behind its end is told from one that can be printed, and is not read for ever', async (t) => {
  const inspect = await openInspector(t);
  const text = makePdf().toString('latin1');
  const places = [...text.matchAll(/\d{10}(?= 00000 n)/g)].map(({ index }) => index);
  assert.ok(places.length > 2);
  for (const place of places) {
    const pointed = `${text.slice(0, place)}0000070000${text.slice(place + 10)}`;
    const { bytes, mediaType } = await inspect(Buffer.from(pointed, 'latin1'));
    assert.deepEqual([bytes, mediaType], [text.length, 'application/pdf']);
  }
});

test('ZPL is text with a label from ^XA to ^XZ, also behind what drivers and people put before it', async (t) => {
  const inspect = await openInspector(t);
  const graphic = Buffer.concat([
    Buffer.from('^XA^GFB,6,6,2,'),
    Buffer.from('\0\x01^XA\xff', 'latin1'),
    Buffer.from('^FS^XZ'),
  ]);
  for (const [what, label] of Object.entries({
    plain: '^XA^FO50,50^FDHello^FS^XZ',
    'mark and small letters': '\ufeff\r\n ^xa^xz\n',
    long: `^XA${'A'.repeat(200_000)}^XZ\n`,
    'Windows driver': 'CT~~CD,~CC^~CT~\n^XA~TA000~JSN^LT0^MNW^XZ\n^XA^FDx^FS^PQ1^XZ\n',
    'Windows driver, as the printer gets it': '\x10CT~~CD,~CC^~CT~\r\n^XA~TA000^XZ\r\n^XA^FDx^FS^XZ\r\n',
    'prefixes and delimiters that cannot be changed': '\x1eXA\x1eFO20\x1f100\x1eFDx\x1eFS\x1eXZ',
    'graphic before it': `~DGR:A.GRF,00100000,010,${'FF00'.repeat(50_000)}\n^XA^XGR:A.GRF^FS^XZ`,
    comment: '^FX made by a shop ^FS\n^XA^XZ',
    'name of the printer': '\x1b%-12345X@PJL\r\n^XA^XZ',
    'words before it': 'Label: ^XA^XZ',
    'umlauts of an old code page': Buffer.from('^XA^FDM\xfcller^FS^XZ', 'latin1'),
    'binary graphic': graphic,
    'zeros and Ctrl-Z of drivers': '\0\0^XA^FDx^FS^XZ\r\n\0\0\x1a',
    'a zero inside': '^XA\0^FDx^FS^XZ',
    'signs that a driver changes': '~CT+\n+CD;\n^CC!\n!XA!FO1;1!FDx!FS!XZ',
    'marks of a driver': '<xpml><page></xpml>^XA^FDx^FS^XZ<xpml></page></xpml>',
    'a stored format': '^XA^DFR:A.ZPL^FO9,9^A0N,30^FN1^FS^XZ^XA^XFR:A.ZPL^FN1^FDx^FS^XZ',
  })) {
    const bytes = Buffer.from(label);
    assert.deepEqual(await inspect(bytes), { mediaType: 'application/zpl', bytes: bytes.length }, what);
  }
  for (const label of ['^XA^FDHello', `^XA^XZ^XA${'A'.repeat(5000)}`, '^XA^GFB,9999,9999,1,x']) {
    const content = await inspect(Buffer.from(label));
    assert.deepEqual([content.mediaType, content.fault], ['application/zpl', 'unreadable'], label);
  }
});

test('ZPL that would do more than draw is told with the command that does, and with what to do', async (t) => {
  const inspect = await openInspector(t);
  for (const [label, expected] of [
    [
      '^XA^JUF^FDx^FS^XZ',
      'The ZPL command ^JUF is not allowed: a label may only draw, and this changes settings of the printer. Remove it, or send the label as PDF or PNG.',
    ],
    [
      '^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ',
      'The label prints nothing. A graphic of the label (^XG) is damaged, missing, or packed in a form that is not read. Remove it, or send the label as PDF or PNG.',
    ],
    [
      '^XA^DFR:A.ZPL^FO9,9^FN1^FS^XZ^XA^XFR:A.ZPL^FS^XZ',
      'The label prints nothing. None of its fields has data. Remove it, or send the label as PDF or PNG.',
    ],
  ] as const) {
    const { mediaType, fault, problem } = await inspect(Buffer.from(label));
    assert.deepEqual([mediaType, fault], ['application/zpl', 'not_printable'], String(label));
    assert.equal(problem, expected);
  }
  const large = Buffer.alloc(9 * 1_048_576, '^XA^FX a comment ^FS^XZ\n');
  assert.match((await inspect(large)).problem ?? '', /at most 8388608 bytes/);
  assert.equal((await inspect(Buffer.concat([Buffer.alloc(9 * 1_048_576), large]))).mediaType, undefined);
});

test('what merely mentions a label is no ZPL', async (t) => {
  const inspect = await openInspector(t);
  for (const [other, mediaType] of [
    [`<!doctype html><pre>^XA^XZ</pre>`, 'text/html'],
    ['<?xml version="1.0"?><label>^XA^XZ</label>', undefined],
    ['{"label":"^XA^XZ"}', undefined],
    ['["^XA^XZ"]', undefined],
    ['{\\rtf1 ^XA^XZ}', undefined],
    ['%!PS\n% ^XA^XZ', undefined],
    ['GIF89a\0\0^XA^XZ', undefined],
    ['^ XA ^ XZ', undefined],
    ['MZ\x90\0^XA^XZ', undefined],
  ] as const) {
    assert.equal((await inspect(Buffer.from(other, 'latin1'))).mediaType, mediaType, other);
  }
  const pdf = makePdf();
  const printed = Buffer.concat([pdf.subarray(0, 9), Buffer.from('%^XA^XZ\n'), pdf.subarray(9)]);
  assert.equal((await inspect(printed)).mediaType, 'application/pdf');
  const png = makePng({ extra: [pngChunk('tEXt', Buffer.from('Label\0^XA^XZ'))] });
  assert.equal((await inspect(png)).mediaType, 'image/png');
});

test('a web page, text, another image and nothing at all are none of these', async (t) => {
  const inspect = await openInspector(t);
  for (const page of ['<!DOCTYPE html><p>%PDF-</p>', '\n<html lang="en">', '<HTML>']) {
    assert.partialDeepStrictEqual(await inspect(Buffer.from(page)), { mediaType: 'text/html' });
  }
  for (const other of ['', 'GIF89a', 'hello', '<svg></svg>', 'RIFF1234WEBP', '\x89PNG', '\ufffdPNG\r\n']) {
    assert.equal((await inspect(Buffer.from(other, 'latin1'))).mediaType, undefined, other);
  }
});

test('a file that is not there is an error of the file system', async () => {
  await assert.rejects(inspectFile(join(tmpdir(), 'platen-absent')), { code: 'ENOENT' });
});

test('no bytes, random or damaged, make the inspection itself fail', async (t) => {
  const inspect = await openInspector(t);
  const samples = [makePng({ extra: [pngDensity(1, 1)] }), makeJpeg(), makePdf()];
  const mutated = fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 5 }),
      fc.nat(),
    )
    .map(([sample, changes, length]) => {
      const bytes = Buffer.from(sample);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes.subarray(0, length % 4 === 0 ? length % bytes.length : bytes.length);
    });
  const begun = fc
    .tuple(fc.constantFrom(...samples), fc.nat({ max: 60 }), fc.uint8Array({ maxLength: 300 }))
    .map(([sample, length, rest]) => Buffer.concat([sample.subarray(0, length), rest]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutated, begun), async (bytes) => {
      const content = await inspect(bytes);
      assert.equal(content.bytes, bytes.length);
      if (content.mediaType === 'image/png' && !content.fault) assert.ok(content.width! > 0);
    }),
    { numRuns: 1500 },
  );
});

/** Inspects bytes by way of a file in a folder of the test's own. */
async function openInspector(t: TestContext): Promise<(bytes: Uint8Array) => Promise<FileContent>> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-content-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return async (bytes) => {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return inspectFile(path);
  };
}

test('types that are often sent by mistake are named', async (t) => {
  const inspect = await openInspector(t);
  const image = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
  for (const [name, bytes] of [
    ['WebP', await image.clone().webp().toBuffer()],
    ['TIFF', await image.clone().tiff().toBuffer()],
    ['GIF', await image.clone().gif().toBuffer()],
    ['AVIF', await image.clone().avif().toBuffer()],
    ['SVG', '<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['XML', '\ufeff<?xml version="1.0"?><Error/>'],
    ['JSON', '{"label": "XlhB"}'],
    ['Base64', makePdf().toString('base64')],
    ['Base64', Buffer.from('^XA^XZ').toString('base64')],
    ['PostScript', '%!PS-Adobe-3.0'],
    ['ZIP', 'PK\x03\x04'],
    [undefined, 'hello'],
  ] as const) {
    const { mediaType, otherType } = await inspect(Buffer.from(bytes));
    assert.deepEqual([mediaType, otherType], [undefined, name]);
  }
});
