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
export function characters(text: string): string[] {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}
