import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { code128 } from './code-128-rules.ts';

const WASM = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
const MODULE_PIXELS = 3;
const QUIET_MODULES = 10;
const HEIGHT_PIXELS = 60;
const BYTES_PER_PIXEL = 4;

/** The bars as a picture. */
function drawn(text: string) {
  const widths = code128(text);
  const modules = widths.reduce((sum, one) => sum + one, 0) + 2 * QUIET_MODULES;
  const width = modules * MODULE_PIXELS;
  const data = new Uint8ClampedArray(width * HEIGHT_PIXELS * BYTES_PER_PIXEL).fill(255);
  let at = QUIET_MODULES * MODULE_PIXELS;
  widths.forEach((one, place) => {
    const until = at + one * MODULE_PIXELS;
    if (place % 2 === 0)
      for (let y = 0; y < HEIGHT_PIXELS; y += 1)
        for (let x = at; x < until; x += 1)
          data.fill(0, (y * width + x) * BYTES_PER_PIXEL, (y * width + x) * BYTES_PER_PIXEL + 3);
    at = until;
  });
  return { data, width, height: HEIGHT_PIXELS, colorSpace: 'srgb' as const };
}

test('a barcode reader reads the drawn code', async () => {
  prepareZXingModule({
    overrides: { wasmBinary: WASM.buffer.slice(WASM.byteOffset, WASM.byteOffset + WASM.length) },
  });
  for (const text of ['YZ-AQWM-1234567890', 'P0000000120', '~ !"#/', 'abc xyz{|}']) {
    const [read] = await readBarcodes(drawn(text) as ImageData, { formats: ['Code128'] });
    assert.equal(read?.text, text);
  }
});

test('an unsupported character is refused', () => {
  assert.throws(() => code128('ä'), RangeError);
});
