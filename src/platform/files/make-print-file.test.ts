import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { drawPage } from './draw-picture.ts';
import { inspectFile } from './inspect-file.ts';
import { makePrintFile, type PrintTask } from './make-print-file.ts';
import { pdfOf } from './test-support/sample-files.ts';

const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

async function make(t: TestContext, artwork: Buffer, changes: Partial<PrintTask>) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-print-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'artwork');
  await writeFile(path, artwork);
  const task: PrintTask = {
    ...{ path, folder, mediaType: 'image/png', kind: 'PNG', dpi: 300, isMirrored: false },
    ...{ widthMm: 100, heightMm: 50, part: WHOLE, area: { widthMm: 100, heightMm: 100, leftMm: 0, topMm: 0 } },
    ...changes,
  };
  const made = await makePrintFile(task);
  sharp.unblock({ operation: ['VipsForeignLoadTiff'] });
  assert.ok(made);
  return { ...made, content: await readFile(made.path), folder };
}

const colorAt = async (image: Buffer | Sharp, left: number, top: number) => [
  ...(await (Buffer.isBuffer(image) ? sharp(image) : image)
    .clone()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()),
];

/** A page of 200 by 100 points: red in the lower left quarter, else empty. */
function redCorner(page = ''): Buffer {
  const content = '1 0 0 rg 0 0 100 50 re f';
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>/Contents 4 0 R${page}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]);
}

const pdf = { mediaType: 'application/pdf', kind: 'PDF' } as const;

test('a PDF is placed at its size and keeps its vectors', async (t) => {
  const { content, path, dpi, picture } = await make(t, redCorner(), pdf);
  assert.equal(dpi, undefined);
  assert.partialDeepStrictEqual(await inspectFile(path), { pages: 1, widthMm: 100, heightMm: 50 });
  assert.equal(content.includes('/Subtype/Image'), false);
  const { data, raw } = await drawPage(content, 200);
  assert.deepEqual([raw.width, raw.height], [200, 100]);
  const drawn = sharp(data, { raw });
  assert.deepEqual(await colorAt(drawn, 10, 90), [255, 0, 0, 255]);
  assert.deepEqual(await colorAt(drawn, 190, 90), [255, 255, 255, 255]);
  assert.deepEqual(await colorAt(drawn, 10, 10), [255, 255, 255, 255]);
  const { width, height } = await sharp(await readFile(picture)).metadata();
  assert.deepEqual([width, height], [640, 640]);
});

test('a PDF is mirrored, cropped, and turned as its page says', async (t) => {
  const at = async (changes: Partial<PrintTask>, page: string, left: number, top: number) => {
    const { data, raw } = await drawPage((await make(t, redCorner(page), { ...pdf, ...changes })).content, 200);
    return (await colorAt(sharp(data, { raw }), left, top)).join();
  };
  const [RED, WHITE] = ['255,0,0,255', '255,255,255,255'];
  assert.equal(await at({ isMirrored: true }, '', 190, 90), RED);
  assert.equal(await at({ isMirrored: true }, '', 10, 90), WHITE);
  const lowerLeft = { part: { left: 0, top: 0.5, width: 0.5, height: 0.5 } };
  for (const [left, top] of [
    [2, 2],
    [198, 98],
  ] as const)
    assert.equal(await at(lowerLeft, '', left, top), RED);
  // Turned clockwise, the lower left corner is at the upper left.
  const upright = { widthMm: 50, heightMm: 100 };
  assert.equal(await at(upright, '/Rotate 90', 10, 10), RED);
  assert.equal(await at(upright, '/Rotate 90', 10, 190), WHITE);
  const cropped = '/CropBox[50 0 150 50]';
  assert.equal(await at({}, cropped, 10, 50), RED);
  assert.equal(await at({}, cropped, 190, 50), WHITE);
});

test('a PDF is drawn at the resolution of the machine, with transparency, in any size', async (t) => {
  for (const [kind, isMirrored] of [
    ['PNG', false],
    ['PNG', true],
    ['TIFF', true],
  ] as const) {
    const made = await make(t, redCorner(), { mediaType: 'application/pdf', kind, isMirrored, dpi: 600 });
    const { width, height, density, hasAlpha, format } = await sharp(made.content).metadata();
    assert.deepEqual([width, height, density, hasAlpha], [2362, 1181, 600, true]);
    assert.equal(format, kind.toLowerCase());
    const [red, clear] = isMirrored ? [2300, 50] : [50, 2300];
    assert.deepEqual(await colorAt(made.content, red, 1100), [255, 0, 0, 255]);
    assert.equal((await colorAt(made.content, clear, 1100))[3], 0);
  }
});

test('a picture of 16 bits or in gray keeps its depth, its channels and its profile', async (t) => {
  const base = sharp({ create: { width: 200, height: 100, channels: 3, background: '#6a4' } });
  const deep = await base.clone().ensureAlpha(0.5).toColourspace('rgb16').withIccProfile('p3').png().toBuffer();
  const gray = await base.clone().toColourspace('b-w').png().toBuffer();
  for (const [source, kind] of [
    [deep, 'PNG'],
    [deep, 'TIFF'],
    [gray, 'PNG'],
    [gray, 'TIFF'],
  ] as const) {
    const { content } = await make(t, source, { kind, isMirrored: true });
    const [made, given] = [await sharp(content).metadata(), await sharp(source).metadata()];
    assert.deepEqual([made.depth, made.channels, made.width], [given.depth, given.channels, 200]);
    assert.deepEqual(made.icc, given.icc);
    assert.ok(Math.abs((made.density ?? 0) - 50.8) < 1, String(made.density));
    assert.deepEqual(
      await sharp(content, { ignoreIcc: true }).raw({ depth: given.depth }).toBuffer(),
      await sharp(source, { ignoreIcc: true }).raw({ depth: given.depth }).toBuffer(),
    );
  }
});

test('covering artwork is cropped to the area', async (t) => {
  const source = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#00f' } })
    .composite([{ input: { create: { width: 100, height: 100, channels: 4, background: '#f00' } }, left: 100, top: 0 }])
    .png()
    .toBuffer();
  const { content } = await make(t, source, { part: { left: 1 / 3, top: 0, width: 1 / 3, height: 1 } });
  const { width, height } = await sharp(content).metadata();
  assert.deepEqual([width, height], [100, 100]);
  for (const left of [0, 99]) assert.deepEqual(await colorAt(content, left, 50), [255, 0, 0, 255]);
});
