import { place, round, stroke } from './svg-marks.ts';

const HEIGHT = 40;
const GAP = 13;

/** Capital letters as strokes in a box 40 high: no font has to exist where a picture is shown. */
const LETTERS: Record<string, [width: number, data: string]> = {
  A: [30, 'M0 40L15 0L30 40M5.5 27H24.5'],
  B: [25, 'M0 0V40H13A11 11 0 0 0 13 18H0M12 18A9 9 0 0 0 12 0H0'],
  C: [29, 'M29 7A20 20 0 1 0 29 33'],
  E: [22, 'M22 0H0V40H22M0 20H18'],
  L: [22, 'M0 0V40H22'],
  N: [27, 'M0 40V0L27 40V0'],
  O: [38, 'M19 0A19 20 0 1 1 18.9 0Z'],
  P: [25, 'M0 40V0H13A12 12 0 0 1 13 24H0'],
  T: [28, 'M0 0H28M14 0V40'],
  U: [28, 'M0 0V26A14 14 0 0 0 28 26V0'],
  V: [30, 'M0 0L15 40L30 0'],
  ' ': [10, ''],
};

/** A word in capitals, centred on (0, y), `width` wide. */
export function lettering(word: string, y: number, width: number, color: string, weight = 8): string {
  let x = 0;
  const letters = [...word].map((letter) => {
    const [advance, data] = LETTERS[letter]!;
    const markup = data && place(stroke(data, color, weight), x, 0);
    x += advance + GAP;
    return markup;
  });
  const scale = width / (x - GAP + weight);
  const left = round(((weight - x + GAP) / 2) * scale - (weight / 2) * scale);
  return place(letters.join(''), left, y - (HEIGHT * scale) / 2, scale);
}
