import { printZpl } from '../../zpl/print-zpl.ts';
import { readZpl } from '../../zpl/read-zpl.ts';

/** 203 dpi, which most label printers have, and what `^PW` and `^LL` count in. */
const DOTS_PER_MM = 8;
/** 4 x 6 inches. */
const USUAL_MEDIA = { mediaWidthMm: 101.6, mediaHeightMm: 152.4, dotsPerInch: 203 };
const LABEL_MM_MAX = { width: 220, height: 400 };

/**
 * Draws the first label of a file in ZPL as a PNG, as it is printed. Its size is that of `^PW` and `^LL`, or 4 x 6 inches. Rejects where it
 * cannot be drawn.
 */
export async function drawLabel(file: Uint8Array): Promise<Buffer> {
  const reading = readZpl(file);
  if (reading.kind !== 'labels') throw new Error('Nothing is printed of this file.');
  const zpl = printZpl(reading.labels.slice(0, 1), USUAL_MEDIA).toString('utf8');
  const { ready } = await import('zpl-renderer-js');
  const { api } = await ready;
  const width = millimeters(zpl, 'PW', USUAL_MEDIA.mediaWidthMm, LABEL_MM_MAX.width);
  const height = millimeters(zpl, 'LL', USUAL_MEDIA.mediaHeightMm, LABEL_MM_MAX.height);
  return Buffer.from(await api.zplToBase64Async(zpl, width, height, DOTS_PER_MM), 'base64');
}

function millimeters(zpl: string, command: 'PW' | 'LL', usual: number, max: number): number {
  const dots = Number(new RegExp(`\\^${command}(\\d{1,5})`).exec(zpl)?.[1] ?? 0);
  return dots > 0 ? Math.min(dots / DOTS_PER_MM, max) : usual;
}
