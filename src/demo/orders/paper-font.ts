/** Capitals, digits and marks as label printers set them: five columns of seven dots each, the lowest bit on top. */
const GLYPHS: Record<string, string> = {
  ' ': '0000000000',
  '#': '147f147f14',
  '+': '08083e0808',
  ',': '0050300000',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '4261514946',
  '3': '2141454b31',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291e',
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
};

const COLUMNS = 5;
const ROWS = 7;
/** Of a character with the gap behind it, in dots. */
export const CHARACTER_DOTS = COLUMNS + 1;

/** Letters that are more than a capital with a mark on it. */
const SPELT: Record<string, string> = { ß: 'SS', Ł: 'L', Ø: 'O', Æ: 'AE', '’': ' ', "'": ' ' };

/** A rectangle in dots, from the top left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the line is set of, each dot of a letter `size` wide. What the font does not have is left blank. */
export function textBoxes(text: string, x: number, y: number, size: number): Box[] {
  return [...printable(text)].flatMap((character, index) =>
    glyphBoxes(GLYPHS[character] ?? '0000000000').map((box) => ({
      x: x + (box.x + index * CHARACTER_DOTS) * size,
      y: y + box.y * size,
      width: size,
      height: box.height * size,
    })),
  );
}

function printable(text: string): string {
  const capitals = [...text.toUpperCase()].map((character) => SPELT[character] ?? character).join('');
  return capitals.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The runs of dots of each column. */
function glyphBoxes(columns: string): Box[] {
  const boxes: Box[] = [];
  for (let x = 0; x < COLUMNS; x++) {
    const bits = Number.parseInt(columns.slice(x * 2, x * 2 + 2), 16);
    for (let y = 0; y < ROWS; y++) {
      if (!((bits >> y) & 1)) continue;
      let height = 1;
      while ((bits >> (y + height)) & 1) height++;
      boxes.push({ x, y, width: 1, height });
      y += height;
    }
  }
  return boxes;
}
