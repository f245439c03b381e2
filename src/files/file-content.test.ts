import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { type FileContent, inspectFile } from './file-content.ts';
import { makeJpeg, makePdf, makePng, pngChunk, pngDensity } from './test-support/sample-files.ts';

test('a PNG tells its size, transparency and resolution, the lower one of two', async (t) => {
  const inspect = await openInspector(t);
  const png = makePng({ extra: [pngDensity(11_811, 5_906)] });
  assert.deepEqual(await inspect(png), {
    mediaType: 'image/png',
    bytes: png.length,
    width: 4,
    height: 3,
    hasAlpha: true,
    dpi: 150,
  });
  const palette = pngChunk('PLTE', Buffer.alloc(6));
  const transparent = pngChunk('tRNS', Buffer.alloc(2));
  for (const [name, parts, hasAlpha] of [
    ['gray', { colorType: 0, depth: 1 }, false],
    ['gray with a transparent one', { colorType: 0, depth: 16, extra: [transparent] }, true],
    ['rgb', { colorType: 2 }, false],
    ['rgb with a transparent one', { colorType: 2, depth: 16, extra: [transparent] }, true],
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
  assert.equal(
    (await inspect(makePng({ width: 0x7fff_ffff, height: 0x7fff_ffff, image }))).fault,
    'too_many_pixels',
  );
  assert.equal((await inspect(makeJpeg({ width: 65_535, height: 65_535 }))).fault, 'too_many_pixels');
});

test('a PNG larger than the window is read to its end', async (t) => {
  const inspect = await openInspector(t);
  const image = Buffer.alloc(300_000, 7);
  const extra = Array.from({ length: 5_000 }, () => pngChunk('tEXt', Buffer.alloc(20)));
  const png = makePng({ image, extra });
  assert.equal((await inspect(png)).fault, undefined);
  png[png.length - 30] = 0;
  assert.equal((await inspect(png)).fault, 'unreadable');
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
    dpi: 299.7,
  });
  assert.equal((await inspect(makeJpeg({ units: 0, density: 1 }))).dpi, undefined);
  for (const components of [1, 4]) {
    assert.equal((await inspect(makeJpeg({ components }))).fault, undefined, String(components));
  }
});

test('a JPEG is read to its end: cut off it is unreadable, whatever follows the end does not matter', async (t) => {
  const inspect = await openInspector(t);
  const jpeg = makeJpeg({ data: Buffer.alloc(100_000, Buffer.of(0xff, 0, 0xff, 0xd3, 7)) });
  assert.equal((await inspect(jpeg)).fault, undefined);
  assert.equal((await inspect(Buffer.concat([jpeg, Buffer.alloc(200_000, 1)]))).fault, undefined);
  for (const length of [3, 10, 60, 80, 40_000, jpeg.length - 2, jpeg.length - 1]) {
    assert.partialDeepStrictEqual(await inspect(jpeg.subarray(0, length)), {
      mediaType: 'image/jpeg',
      fault: 'unreadable',
    });
  }
  assert.equal((await inspect(Buffer.of(0xff, 0xd8, 0xff, 0xd9))).fault, 'unreadable');
  assert.equal((await inspect(makeJpeg({ components: 2 }))).fault, 'unreadable');
});

test('a PDF has its header near the start and its marker near the end', async (t) => {
  const inspect = await openInspector(t);
  const pdf = makePdf();
  const expected = { mediaType: 'application/pdf' } as const;
  assert.deepEqual(await inspect(pdf), { ...expected, bytes: pdf.length });
  assert.partialDeepStrictEqual(await inspect(Buffer.concat([Buffer.alloc(900, 10), pdf])), expected);
  assert.equal((await inspect(Buffer.concat([pdf, Buffer.alloc(900, 10)]))).fault, undefined);
  assert.equal((await inspect(Buffer.concat([Buffer.alloc(1020, 10), pdf]))).mediaType, undefined);
  assert.equal((await inspect(pdf.subarray(0, -10))).fault, 'unreadable');
  assert.equal((await inspect(Buffer.concat([pdf, Buffer.alloc(2000, 10)]))).fault, 'unreadable');
});

test('ZPL begins with ^XA and ends with ^XZ', async (t) => {
  const inspect = await openInspector(t);
  for (const text of ['^XA^FO50,50^FDHello^FS^XZ', '\ufeff\r\n ^xa^xz\n', `^XA${'A'.repeat(200_000)}^XZ\n`]) {
    const content = await inspect(Buffer.from(text));
    assert.deepEqual(content, { mediaType: 'application/zpl', bytes: Buffer.byteLength(text) });
  }
  assert.equal((await inspect(Buffer.from('^XA^FDHello'))).fault, 'unreadable');
  assert.equal((await inspect(Buffer.from(`^XA^XZ^XA${'A'.repeat(5000)}`))).fault, 'unreadable');
  assert.equal((await inspect(Buffer.from('Label: ^XA^XZ'))).mediaType, undefined);
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
