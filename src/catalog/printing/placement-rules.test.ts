import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeArtwork, printedDpi } from './placement-rules.ts';
import { areaFaults } from './print-area-rules.ts';
import { fittingOf } from './read-print-settings.ts';

const AREA = { widthMm: 300, heightMm: 400 };
const image = (width: number, height: number, dpi: number | null = null) => ({
  ...{ width, height, dpi, widthMm: null, heightMm: null },
});
const sizeOf = ({ widthMm, heightMm, leftMm, topMm }: ReturnType<typeof placeArtwork>) => [
  widthMm,
  heightMm,
  leftMm,
  topMm,
];

test('CONTAIN shows the whole artwork as large as the area allows, at its top or center', () => {
  const wide = image(3000, 1000);
  assert.deepEqual(sizeOf(placeArtwork(wide, AREA, { fit: 'CONTAIN', position: 'TOP' })), [300, 100, 0, 0]);
  assert.deepEqual(sizeOf(placeArtwork(wide, AREA, { fit: 'CONTAIN', position: 'CENTER' })), [300, 100, 0, 150]);
  const high = image(1000, 4000);
  assert.deepEqual(sizeOf(placeArtwork(high, AREA, { fit: 'CONTAIN', position: 'TOP' })), [100, 400, 100, 0]);
});

test('COVER fills the area and prints the upper or the middle part', () => {
  const high = image(300, 800);
  const top = placeArtwork(high, AREA, { fit: 'COVER', position: 'TOP' });
  assert.deepEqual(sizeOf(top), [300, 400, 0, 0]);
  assert.deepEqual(top.part, { left: 0, top: 0, width: 1, height: 0.5 });
  const center = placeArtwork(high, AREA, { fit: 'COVER', position: 'CENTER' });
  assert.deepEqual(center.part, { left: 0, top: 0.25, width: 1, height: 0.5 });
});

test('ACTUAL prints pixels at their resolution and a PDF at its size, and cuts what is larger', () => {
  const rule = { fit: 'ACTUAL', position: 'CENTER' } as const;
  assert.deepEqual(sizeOf(placeArtwork(image(1181, 591, 300), AREA, rule)), [100, 50, 100, 175]);
  const pdf = { width: null, height: null, widthMm: 600, heightMm: 200 };
  const placed = placeArtwork(pdf, AREA, rule);
  assert.deepEqual(sizeOf(placed), [300, 200, 0, 100]);
  assert.deepEqual(placed.part, { left: 0.25, top: 0, width: 0.5, height: 1 });
  const unknown = placeArtwork(image(3000, 1000), AREA, rule);
  assert.deepEqual([unknown.widthMm, unknown.isSizeUnknown], [300, true]);
});

test('with bleed, the print reaches beyond the area', () => {
  const placed = placeArtwork(image(306, 406), { ...AREA, bleedMm: 3 }, { fit: 'COVER', position: 'TOP' });
  assert.deepEqual(sizeOf(placed), [306, 406, -3, -3]);
  assert.equal(printedDpi(image(306, 406), placed), 25);
});

test('areas overlap on one side and size only, and only where their positions are known', () => {
  const at = (location: string, topMm: number, more = {}, size?: string) => ({
    ...{ location, size },
    area: { widthMm: 100, heightMm: 100, side: 'FRONT', origin: 'COLLAR' as const, topMm, ...more },
  });
  const codes = (...areas: Parameters<typeof areaFaults>[0]) =>
    areaFaults(areas).map(({ code, index }) => [code, index]);
  assert.deepEqual(codes(at('FRONT', 70), at('POCKET', 120)), [['areas_overlap', 1]]);
  assert.deepEqual(codes(at('FRONT', 70), at('POCKET', 170)), []);
  assert.deepEqual(codes(at('FRONT', 70), at('BACK', 70, { side: 'BACK' })), []);
  assert.deepEqual(codes(at('FRONT', 70), at('BACK', 70, { side: undefined })), []);
  assert.deepEqual(codes(at('LEFT', 70, { leftMm: -110 }), at('RIGHT', 70, { leftMm: 10 })), []);
  assert.deepEqual(codes(at('LEFT', 70, { leftMm: -90 }), at('RIGHT', 70, { leftMm: 5 })), [['areas_overlap', 1]]);
  // Only in size M the front is so low that it reaches the pocket.
  assert.deepEqual(codes(at('FRONT', 70), at('POCKET', 180), at('FRONT', 90, {}, 'M')), [['areas_overlap', 2]]);
  assert.deepEqual(codes(at('FRONT', 70), at('FRONT', 70)), [['duplicate', 1]]);
  const [{ message = '' } = {}] = areaFaults([at('FRONT', 70), at('POCKET', 120)]);
  assert.match(message, /The areas of FRONT and POCKET overlap on the side FRONT\./);
});

test('the rule for a client and an article goes before the one for the article, and that before the client', () => {
  const rule = (fit: 'CONTAIN' | 'COVER' | 'ACTUAL', clientId?: string, manufacturerCode?: string) => ({
    ...{ fit, position: 'TOP' as const, clientId, manufacturerCode },
  });
  const rules = [rule('CONTAIN'), rule('COVER', 'shop'), rule('ACTUAL', undefined, 'TEE')];
  assert.equal(fittingOf(rules, 'TEE').fit, 'ACTUAL');
  assert.equal(fittingOf(rules, 'MUG').fit, 'COVER');
  assert.equal(fittingOf([...rules, rule('CONTAIN', 'shop', 'TEE')], 'TEE').fit, 'CONTAIN');
  assert.deepEqual(fittingOf([], 'TEE'), { fit: 'CONTAIN', position: 'TOP' });
});
