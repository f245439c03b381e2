import { drawMotif, type MotifName } from '../draw-motif.ts';

interface Artwork {
  motif: MotifName;
  inks: readonly string[];
  /** In pixels; 2100 x 2400 is a whole press of 14 x 16 inches at 150 dpi, 700 x 700 a chest. */
  width: number;
  height: number;
}

const PRESS = { width: 2_100, height: 2_400 };
const CHEST = { width: 700, height: 700 };
/** The width of the drawing in the units of a motif, which has some 200. */
const BOX = 236;
const SQUARE = { width: 2_100, height: 2_100 };
/** Too small for what it is printed on: its order carries a warning. */
const COARSE = { width: 900, height: 1_030 };

/** What the demo's shops have printed. */
const ARTWORK = {
  'summit-club': { ...PRESS, motif: 'mountain', inks: ['#f4ead5', '#f0b04a', '#8fb79b'] },
  'night-ride': { ...PRESS, motif: 'bicycle', inks: ['#2b2d33', '#a33a2c', '#f4ead5'] },
  'pine-camp': { ...PRESS, motif: 'camp', inks: ['#2f5a47', '#e4694a', '#f0b04a'] },
  'golden-hour': { ...PRESS, motif: 'sunset', inks: ['#f0b04a', '#ee8a47', '#e4694a', '#c14b5a'] },
  'studio-cat': { ...PRESS, motif: 'cat', inks: ['#2b2d33', '#f4ead5', '#e4694a'] },
  'blue-whale': { ...PRESS, motif: 'whale', inks: ['#2f6c86', '#cfe3ea', '#2b2d33'] },
  'lemon-grove': { ...SQUARE, motif: 'lemons', inks: ['#f0c53d', '#4f8a5b', '#d79f23'] },
  'herb-leaf': { ...SQUARE, motif: 'leaf', inks: ['#2f5a47', '#6f9a74'] },
  'crest-small': { ...CHEST, motif: 'crest', inks: ['#2a3563', '#f0b04a', '#f4ead5'] },
  'rings-small': { ...CHEST, motif: 'rings', inks: ['#e4694a', '#f0b04a', '#2f7f86'] },
  'bear-draft': { ...COARSE, motif: 'bear', inks: ['#9a6a45', '#e6c9a4', '#3a2a22', '#e4694a'] },
} as const satisfies Record<string, Artwork>;

export type ArtworkName = keyof typeof ARTWORK;

/** The artwork, to be painted as a PNG with transparency; undefined where there is none of the name. */
export function drawDemoArtwork(name: string): string | undefined {
  if (!Object.hasOwn(ARTWORK, name)) return undefined;
  const { motif, inks, width, height } = ARTWORK[name as ArtworkName];
  // Motifs fill a box of some 200, with a margin around.
  const box = (BOX * height) / width;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-BOX / 2} ${-box / 2} ${BOX} ${box}">${drawMotif(motif, [...inks])}</svg>`;
}
