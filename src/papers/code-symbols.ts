// The package's named export `raw` is a kind of symbol; the function of that name stands on the default export.
import bwip from 'bwip-js';

/** The checkered mask, which suits addresses: to weigh all eight against each other takes three times as long, and readers take any. */
const QR_MASK = 1;
/** Text that is longer makes a QR code too fine to be read by a phone at arm's length. */
const QR_TEXT_LENGTH_MAX = 300;

/** A Code 128: dark bars, counted in modules from the first. */
export interface BarSymbol {
  modules: number;
  bars: { at: number; width: number }[];
}

/** A QR code: dark stretches of each row, counted in modules. */
export interface SquareSymbol {
  modules: number;
  stretches: { x: number; y: number; width: number }[];
}

interface RawSymbol {
  /** Widths of bar, space, bar … */
  sbs?: number[];
  pixs?: number[];
  pixx?: number;
}

const raw = bwip.raw as unknown as (kind: string, text: string, options: object) => RawSymbol[];

/** A text of ASCII letters, digits and signs as Code 128, digits in pairs where that is shorter. */
export function code128(text: string): BarSymbol {
  const widths = raw('code128', text, {})[0]?.sbs ?? [];
  const bars: BarSymbol['bars'] = [];
  let at = 0;
  widths.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ at, width });
    at += width;
  });
  return { modules: at, bars };
}

/** A web address as a QR code that survives 15 % of damage; undefined for one that is too long. */
export function qrCode(text: string): SquareSymbol | undefined {
  if (text.length > QR_TEXT_LENGTH_MAX) return undefined;
  const { pixs = [], pixx = 0 } = raw('qrcode', text, { eclevel: 'M', mask: QR_MASK })[0] ?? {};
  const stretches: SquareSymbol['stretches'] = [];
  for (let index = 0; index < pixs.length; index++) {
    if (!pixs[index]) continue;
    const last = stretches.at(-1);
    const [x, y] = [index % pixx, Math.floor(index / pixx)];
    if (last && last.y === y && last.x + last.width === x) last.width++;
    else stretches.push({ x, y, width: 1 });
  }
  return { modules: pixx, stretches };
}
