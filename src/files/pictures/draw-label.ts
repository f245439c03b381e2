/** 203 dpi, which most label printers have, and what `^PW` and `^LL` count in. */
const DOTS_PER_MM = 8;
/** 4 x 6 inches. */
const LABEL_MM = { width: 101.6, height: 152.4 };
const LABEL_MM_MAX = { width: 220, height: 400 };

/** The first label of a text in ZPL as a PNG; its size is what it says, or that of most shipping labels. Rejects where it cannot be drawn. */
export async function drawLabel(zpl: string): Promise<Buffer> {
  const { ready } = await import('zpl-renderer-js');
  const { api } = await ready;
  const width = millimeters(zpl, 'PW', LABEL_MM.width, LABEL_MM_MAX.width);
  const height = millimeters(zpl, 'LL', LABEL_MM.height, LABEL_MM_MAX.height);
  return Buffer.from(await api.zplToBase64Async(zpl, width, height, DOTS_PER_MM), 'base64');
}

function millimeters(zpl: string, command: 'PW' | 'LL', usual: number, max: number): number {
  const dots = Number(new RegExp(`\\^${command}\\s*(\\d{1,5})`, 'i').exec(zpl)?.[1] ?? 0);
  return dots > 0 ? Math.min(dots / DOTS_PER_MM, max) : usual;
}
