/** Where the passes of an interlaced image begin, and how far apart their pixels are (PNG, 8.2): x, y, dx, dy. */
const ADAM7: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
const FILTER_MAX = 4;

export interface PngSize {
  width: number;
  height: number;
  bitsPerPixel: number;
  interlaced: boolean;
}

interface Pass {
  rowBytes: number;
  rows: number;
}

/** Counts the rows of an image as its inflated bytes come by. Each begins with the number of its filter (PNG, 9.2). */
export class PngRows {
  readonly #passes: Pass[];
  /** Bytes of the current row that are still to come; 0 where the next one begins. */
  #left = 0;
  #isBroken = false;

  constructor(size: PngSize) {
    this.#passes = passesOf(size).reverse();
  }

  /** Takes the next bytes. False when they cannot be of the image: an unknown filter, or more rows than it has. */
  take(part: Uint8Array): boolean {
    let at = 0;
    while (at < part.length && !this.#isBroken) {
      if (this.#left === 0) {
        const pass = this.#passes.at(-1);
        this.#isBroken = pass === undefined || part[at]! > FILTER_MAX;
        if (pass === undefined || this.#isBroken) break;
        this.#left = pass.rowBytes;
        pass.rows -= 1;
        if (pass.rows === 0) this.#passes.pop();
      }
      const taken = Math.min(this.#left, part.length - at);
      this.#left -= taken;
      at += taken;
    }
    return !this.#isBroken;
  }

  /** Whether every row has come, and no byte too many. */
  get isComplete(): boolean {
    return !this.#isBroken && this.#left === 0 && this.#passes.length === 0;
  }
}

function passesOf({ width, height, bitsPerPixel, interlaced }: PngSize): Pass[] {
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * bitsPerPixel) / 8);
  if (!interlaced) return [{ rowBytes: rowBytes(width), rows: height }];
  return ADAM7.map(([x, y, dx, dy]) => ({
    pixels: Math.ceil((width - x) / dx),
    rows: Math.ceil((height - y) / dy),
  }))
    .filter(({ pixels, rows }) => pixels > 0 && rows > 0)
    .map(({ pixels, rows }) => ({ rowBytes: rowBytes(pixels), rows }));
}
