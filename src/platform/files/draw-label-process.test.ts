import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { CARRIER_LABELS } from '../formats/test-support/carrier-labels.ts';
import { drawFirstLabel, readLabel } from './draw-label.ts';

/** A bar code or a line of text has some thousand dots. The renderer itself differs by some of MaxiCode's. */
const DIFFERENT_DOTS_MAX = 200;
// Go ends when nothing else keeps the process.
const keeper = setInterval(() => {}, 1_000);
after(() => clearInterval(keeper));

async function blackDots(zpl: string): Promise<boolean[][]> {
  const { api } = await (await import('zpl-renderer-js')).ready;
  const pictures = await api.zplToBase64MultipleAsync(zpl, 101.5, 152.25, 8);
  return Promise.all(
    pictures.map(async (png) => {
      const gray = await sharp(Buffer.from(png, 'base64')).greyscale().raw().toBuffer();
      return Array.from(gray, (dot) => dot < 128);
    }),
  );
}

async function assertSamePicture(label: string, what: string): Promise<string> {
  const reading = await readLabel(Buffer.from(label));
  assert.ok(reading.kind === 'labels', `${what}: ${JSON.stringify(reading)}`);
  const printed = Buffer.from(reading.labels.join(''), 'latin1').toString('utf8');
  const [original, ours] = [await blackDots(label), await blackDots(printed)];
  assert.equal(ours.length, original.length, what);
  original.forEach((dots, index) => {
    assert.ok(
      dots.some((dot) => dot),
      `${what}: nothing is drawn`,
    );
    const different = dots.filter((dot, at) => dot !== ours[index]?.[at]).length;
    assert.ok(different <= DIFFERENT_DOTS_MAX, `${what}: ${different} dots differ`);
  });
  return printed;
}

test('labels of 23 carriers are printed as they look', async () => {
  assert.equal(Object.keys(CARRIER_LABELS).length, 23);
  for (const [carrier, label] of Object.entries(CARRIER_LABELS)) await assertSamePicture(label, carrier);
});

test('a stored format and a magnified graphic are printed as they look', async () => {
  for (const label of [
    '^XA^DFR:A.ZPL^FO20,20^A0N,40,40^FDTo^FS^FO99,99^BY3^B3N,,90^FN1^FS^XZ^XA^XFR:A.ZPL^FN1^FDZOE^FS^XZ',
    '~DGR:A.GRF,8,1,FF818181818181FF^XA^FO20,20^XGR:A.GRF,5,7^FS^FO99,99^A0N,40,40^FDx^FS^XZ',
  ]) {
    await assertSamePicture(label, label);
  }
});

test('PNG of ~DY becomes a graphic of the label', async () => {
  const png = await sharp({ create: { width: 16, height: 2, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const label = '^XA^FO9,9^IMR:A.PNG^FS^FO9,40^XGR:A.PNG,2,1^FS^XZ^XA^IDR:A.PNG^FS^XZ';
  const head = `~DYR:A.PNG,P,P,${png.length},0,`;
  for (const file of [`${head}${png.toString('hex')}${label}`, `${head}:B64:${png.toString('base64')}:0000${label}`]) {
    await assertPicture(Buffer.from(file));
  }
  await assertPicture(Buffer.concat([Buffer.from(head), png, Buffer.from(label)]));
  async function assertPicture(file: Buffer): Promise<void> {
    const reading = await readLabel(file);
    assert.ok(reading.kind === 'labels');
    assert.match(reading.labels[0] ?? '', /\^PON\^FO9,9\^GFA,4,4,2,FFFF:\^FS\^FO9,40\^GFA,8,8,4,FFFFFFFF:\^FS\^PQ1/);
  }
});

test('staff see a label in the size that it sets, with its letters in UTF-8', async () => {
  const picture = sharp(await drawFirstLabel(Buffer.from('^XA^PW400^LL240^CI28^FO9,9^A0N,40,40^FDZoë^FS^XZ')));
  const { width, height } = await picture.metadata();
  assert.deepEqual([width, height], [400, 240]);
});
