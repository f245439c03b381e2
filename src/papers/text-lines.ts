import bidiFactory, { type Bidi } from 'bidi-js';
import { type FontRun, splitByFont } from './paper-fonts.ts';

// The types of the module wrongly declare a namespace.
const bidi = (bidiFactory as unknown as () => Bidi)();

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Text is scaled by this factor until it fits. */
const SMALLER = 0.95;
/** Distance of two lines, in units of the text size. */
export const LINE_HEIGHT = 1.17;

/** Returns the width of a line in units of the text size. */
export function widthOf(line: string, bold: boolean): number {
  return splitByFont(line, bold).reduce((width, { typeface, text }) => width + typeface.widthOf(text), 0);
}

/** Splits a line into runs of one typeface, in their order on paper from left to right. */
export function runsInVisualOrder(line: string, bold: boolean): FontRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return splitByFont(line, bold);
  const { levels } = bidi.getEmbeddingLevels(line);
  const pieces: { level: number; run: FontRun }[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end++) {
    const level = levels[start]!;
    // The words of a right-to-left run are reversed here. The font reverses the letters within a word.
    const wordEnds = level % 2 === 1 && (line[end] === ' ') !== (line[start] === ' ');
    if (end < line.length && levels[end] === level && !wordEnds) continue;
    const text = level % 2 === 1 ? mirrorText(line.slice(start, end)) : line.slice(start, end);
    for (const run of splitByFont(text, bold)) pieces.push({ level, run });
    start = end;
  }
  const highest = Math.max(...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseFrom(pieces, level);
  return pieces.map(({ run }) => run);
}

/** Reverses each stretch of this level or higher (Unicode Bidirectional Algorithm, rule L2). */
function reverseFrom(pieces: { level: number }[], level: number): void {
  for (let start = 0; start < pieces.length; start++) {
    if (pieces[start]!.level < level) continue;
    let end = start;
    while (end < pieces.length && pieces[end]!.level >= level) end++;
    pieces.splice(start, end - start, ...pieces.slice(start, end).reverse());
    start = end;
  }
}

/** Replaces each bracket by its mirror image, because an opening bracket closes when read from the right. */
function mirrorText(text: string): string {
  const turned = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character);
  // The font reverses only words with letters.
  return RIGHT_TO_LEFT.test(text) ? turned.join('') : turned.reverse().join('');
}

/** Wraps text at `width`, in units of its size. A word that is wider is broken. */
function wrapText(text: string, width: number, bold: boolean): string[] {
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

/** Measures letter by letter: a part is hardly ever wider than the sum of its letters. */
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

interface TextSpace {
  width: number;
  height: number;
  /** Text sizes in the unit of the width. */
  largest: number;
  smallest: number;
  bold?: boolean;
  linesMax?: number;
}

interface FittedText {
  lines: string[];
  size: number;
  /** Not all text fits. A line that was cut ends in "…". */
  cut: boolean;
}

/** Wraps texts in the largest size that fits the space. Cuts them if even the smallest size does not fit. */
export function fitText(texts: readonly string[], space: TextSpace): FittedText {
  const { width, height, smallest, bold = false, linesMax = Number.POSITIVE_INFINITY } = space;
  const roomAt = (size: number) => Math.min(linesMax, Math.floor(height / (size * LINE_HEIGHT) + 1e-6));
  for (let size = uncutSize(texts, space); size > smallest; size *= SMALLER) {
    const lines = texts.flatMap((text) => wrapText(text, width / size, bold));
    if (lines.length <= roomAt(size)) return { lines, size, cut: false };
  }
  const each = texts.map((text) => wrapText(text, width / smallest, bold));
  const room = Math.max(1, roomAt(smallest));
  if (each.flat().length <= room) return { lines: each.flat(), size: smallest, cut: false };
  // The longest text is cut first, so that an address keeps each of its lines.
  const longest = Math.max(...each.map((lines) => lines.length));
  for (let most = longest - 1; most > 0; most--) {
    const lines = each.flatMap((all) => cutLines(all, most, width / smallest, bold));
    if (lines.length <= room) return { lines, size: smallest, cut: true };
  }
  return { lines: cutLines(each.flat(), room, width / smallest, bold), size: smallest, cut: true };
}

/** Returns the largest size that breaks no word, except words too long for the smallest size. */
function uncutSize(texts: readonly string[], { width, largest, smallest, bold = false }: TextSpace): number {
  const widths = texts.flatMap((text) => text.split(' ')).map((word) => widthOf(word, bold));
  return Math.min(largest, ...widths.filter((wide) => wide * smallest <= width).map((wide) => (width / wide) * 0.999));
}

/** Keeps at most `most` lines. If lines are lost, the last one is filled up and ends in "…". */
function cutLines(lines: readonly string[], most: number, width: number, bold: boolean): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), addEllipsis(lines.slice(most - 1).join(' '), width, bold)];
}

function addEllipsis(line: string, width: number, bold: boolean): string {
  const [kept = ''] = cutWord(line, width - widthOf('…', bold), bold);
  return `${kept.trimEnd()}…`;
}

/** More combining marks on one letter would overlap the neighbouring lines. */
const MARKS_PER_LETTER_MAX = 3;

const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
const CONTROL = /\p{Cc}/gu;
// Soft hyphens, zero-width characters and direction controls. The direction of an address follows from its
// letters. Joiners (U+200C, U+200D) stay, because some scripts need them.
const INVISIBLE = /(?![\u200C\u200D])[\p{Cf}\p{Variation_Selector}]/gu;
const PILED_MARKS = new RegExp(`(\\p{M}{${MARKS_PER_LETTER_MAX}})\\p{M}+`, 'gu');

/** Normalizes text for one line: NFC, without control characters, line breaks and repeated spaces. */
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

/** Splits text at line breaks, normalizes each line with `oneLine`, and drops empty lines. */
export function textLines(text: string): string[] {
  return text
    .split(new RegExp(BREAK, 'u'))
    .map(oneLine)
    .filter((line) => line !== '');
}

/** Created on first use, because its data takes memory. */
let graphemes: Intl.Segmenter | undefined;

/** Splits text into user-perceived characters, which are never cut. */
function characters(text: string): string[] {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}
