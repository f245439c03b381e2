import bidiFactory, { type Bidi } from 'bidi-js';
import { inFonts, type SetRun } from './paper-fonts.ts';

// Its types say that the module is the function's namespace.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Where a script that runs from right to left may begin. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Steps in which text is made smaller until it fits. */
const SMALLER = 0.95;
/** From one line to the next, in the size of the text. */
export const LINE_HEIGHT = 1.17;

/** How wide a line is, in its size. */
export function widthOf(line: string, bold: boolean): number {
  return inFonts(line, bold).reduce((width, { typeface, text }) => width + typeface.widthOf(text), 0);
}

/** The runs of a line as they stand on paper, from left to right. */
export function asPrinted(line: string, bold: boolean): SetRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return inFonts(line, bold);
  const { levels } = bidi.getEmbeddingLevels(line);
  const pieces: { level: number; run: SetRun }[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end++) {
    const level = levels[start]!;
    // Words of a right-to-left run stand in reverse; within a word the font turns the letters.
    const wordEnds = level % 2 === 1 && (line[end] === ' ') !== (line[start] === ' ');
    if (end < line.length && levels[end] === level && !wordEnds) continue;
    const text = level % 2 === 1 ? mirrored(line.slice(start, end)) : line.slice(start, end);
    for (const run of inFonts(text, bold)) pieces.push({ level, run });
    start = end;
  }
  const highest = Math.max(...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseFrom(pieces, level);
  return pieces.map(({ run }) => run);
}

/** Reverses each stretch of pieces of this level or a higher one (rule L2 of the Unicode Bidirectional Algorithm). */
function reverseFrom(pieces: { level: number }[], level: number): void {
  for (let start = 0; start < pieces.length; start++) {
    if (pieces[start]!.level < level) continue;
    let end = start;
    while (end < pieces.length && pieces[end]!.level >= level) end++;
    pieces.splice(start, end - start, ...pieces.slice(start, end).reverse());
    start = end;
  }
}

/** An opening bracket closes where it is read from the right. */
function mirrored(text: string): string {
  const turned = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character);
  // The font turns words that have letters; signs alone it leaves as they are.
  return RIGHT_TO_LEFT.test(text) ? turned.join('') : turned.reverse().join('');
}

/** The text in lines that are no wider than so many times its size, broken between words, and within one that is wider itself. */
export function wrapped(text: string, width: number, bold: boolean): string[] {
  const lines: string[] = [];
  const space = widthOf(' ', bold);
  let line: string[] = [];
  let used = 0;
  const endLine = () => {
    if (line.length > 0) lines.push(line.join(' '));
    line = [];
    used = 0;
  };
  for (const word of text.split(' ')) {
    const wide = widthOf(word, bold);
    if (line.length > 0 && used + space + wide > width) endLine();
    if (wide > width) {
      const parts = cutWord(word, width, bold);
      lines.push(...parts.slice(0, -1));
      line = parts.slice(-1);
      used = widthOf(line[0]!, bold);
      continue;
    }
    used += (line.length > 0 ? space : 0) + wide;
    line.push(word);
  }
  endLine();
  return lines;
}

/** Letter by letter: together they are hardly ever wider than one by one. */
function cutWord(word: string, width: number, bold: boolean): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of characters(word)) {
    const wide = widthOf(character, bold);
    if (part !== '' && used + wide > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += wide;
  }
  return [...parts, part];
}

export interface Fitting {
  width: number;
  height: number;
  /** Sizes of the text, in the unit of the width. */
  largest: number;
  smallest: number;
  bold?: boolean;
  linesMax?: number;
}

export interface FittedText {
  lines: string[];
  size: number;
  /** Not all of it fits; the last line ends in "…". */
  cut: boolean;
}

/** Texts below each other in the largest size in which all of them fit into the space; cut, and said so, where even the smallest is too large. */
export function fitted(texts: readonly string[], space: Fitting): FittedText {
  const { width, height, smallest, bold = false, linesMax = Number.POSITIVE_INFINITY } = space;
  const roomAt = (size: number) => Math.min(linesMax, Math.floor(height / (size * LINE_HEIGHT) + 1e-6));
  for (let size = uncutSize(texts, space); size > smallest; size *= SMALLER) {
    const lines = texts.flatMap((text) => wrapped(text, width / size, bold));
    if (lines.length <= roomAt(size)) return { lines, size, cut: false };
  }
  const each = texts.map((text) => wrapped(text, width / smallest, bold));
  const room = Math.max(1, roomAt(smallest));
  if (each.flat().length <= room) return { lines: each.flat(), size: smallest, cut: false };
  // The longest text loses first: of an address, no line is lost for another one's length.
  const longest = Math.max(...each.map((lines) => lines.length));
  for (let most = longest - 1; most > 0; most--) {
    const lines = each.flatMap((all) => shortened(all, most, width / smallest, bold));
    if (lines.length <= room) return { lines, size: smallest, cut: true };
  }
  return { lines: shortened(each.flat(), room, width / smallest, bold), size: smallest, cut: true };
}

/** The largest size in which no word is cut, but for those that are too long for any. */
function uncutSize(texts: readonly string[], { width, largest, smallest, bold = false }: Fitting): number {
  const widths = texts.flatMap((text) => text.split(' ')).map((word) => widthOf(word, bold));
  return Math.min(
    largest,
    ...widths.filter((wide) => wide * smallest <= width).map((wide) => (width / wide) * 0.999),
  );
}

/** The first so many lines, the last of them filled up and ended by "…" where there are more. */
function shortened(lines: readonly string[], most: number, width: number, bold: boolean): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), withEllipsis(lines.slice(most - 1).join(' '), width, bold)];
}

function withEllipsis(line: string, width: number, bold: boolean): string {
  const [kept = ''] = cutWord(line, width - widthOf('…', bold), bold);
  return `${kept.trimEnd()}…`;
}

/** More marks than this on one letter would be printed over the lines above and below. */
const MARKS_PER_LETTER_MAX = 3;

const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
const CONTROL = /\p{Cc}/gu;
// Invisible: soft hyphen, zero-width characters, and what turns the direction of all that follows, of which an address needs none: its
// direction is worked out from its letters. Joiners (U+200C, U+200D) stay, since some scripts are written with them.
const INVISIBLE = /(?![\u200C\u200D])[\p{Cf}\p{Variation_Selector}]/gu;
const PILED_MARKS = new RegExp(`(\\p{M}{${MARKS_PER_LETTER_MAX}})\\p{M}+`, 'gu');

/** Text as it is printed on one line: composed, without control characters, breaks or doubled spaces, whatever was sent. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(CONTROL, ' ')
    .replace(PILED_MARKS, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Text of several lines, each as `oneLine` gives it; lines without text are left out. */
export function textLines(text: string): string[] {
  return text
    .split(new RegExp(BREAK, 'u'))
    .map(oneLine)
    .filter((line) => line !== '');
}

/** Made when it is first needed: it loads what takes memory. */
let graphemes: Intl.Segmenter | undefined;

/** What a reader sees as one character: never cut within. */
function characters(text: string): string[] {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}
