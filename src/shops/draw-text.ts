import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { PROBLEM_MESSAGES, problemMessage } from '../platform/errors/problem-messages.ts';

const FILES = {
  SANS: 'DejaVuSans.ttf',
  SANS_BOLD: 'DejaVuSans-Bold.ttf',
  SERIF: 'DejaVuSerif.ttf',
  SERIF_BOLD: 'DejaVuSerif-Bold.ttf',
  MONO: 'DejaVuSansMono.ttf',
} as const;
export const TEXT_FONTS = Object.keys(FILES) as (keyof typeof FILES)[];
export const TEXT_ALIGNMENTS = ['LEFT', 'CENTER', 'RIGHT'] as const;

/** How a text is printed. */
export interface TextStyle {
  font: (typeof TEXT_FONTS)[number];
  /** `#` and six hexadecimal digits. */
  color: string;
  align: (typeof TEXT_ALIGNMENTS)[number];
  /** Height of a capital letter. A text that would not fit is smaller. */
  heightMm: number;
}

export interface TextArea {
  widthMm: number;
  heightMm: number;
}

/** Reasons why a text is not printed, as sentences. */
export const TEXT_PROBLEMS = {
  text_area_unknown: PROBLEM_MESSAGES.text_area_unknown,
  text_empty: PROBLEM_MESSAGES.text_empty,
  text_too_long: PROBLEM_MESSAGES.text_too_long,
  text_not_in_font: PROBLEM_MESSAGES.text_not_in_font,
} as const;

export class TextProblem extends Error {
  readonly code: keyof typeof TEXT_PROBLEMS;
  readonly params: Readonly<Record<string, string>>;

  constructor(code: keyof typeof TEXT_PROBLEMS, params: Readonly<Record<string, string>> = {}) {
    super(problemMessage(code, params));
    this.code = code;
    this.params = params;
  }
}

const CHARACTERS_MAX = 100;
const LINES_MAX = 5;
/** Different characters that a problem names. */
const NAMED_MAX = 5;
/** Distance between two lines in units of the font size. */
const LINE_HEIGHT = 1.25;
const CAPITAL = 'H'.charCodeAt(0);
const POINTS_PER_MM = 72 / 25.4;
/** Control characters, broken Unicode, and characters that change only their neighbours. */
const INVISIBLE = /\ufe0f|[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** The library does not put words of both directions in order. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the outline of a text in its area, as an SVG path in millimeters. Throws TextProblem. */
export async function outlineText(text: string, style: TextStyle, area: TextArea): Promise<string> {
  const font = await openFont(style.font);
  const runs = linesOf(text, font).map((line) => font.layout(line));
  const unit = 1 / font.unitsPerEm;
  const [ascent, descent] = [font.ascent * unit, font.descent * unit];
  const height = ascent - descent + (runs.length - 1) * LINE_HEIGHT;
  const widest = Math.max(...runs.map(({ advanceWidth }) => advanceWidth * unit));
  // The fonts do not declare the height of their capitals.
  const wanted = style.heightMm / (font.glyphForCodePoint(CAPITAL).bbox.maxY * unit);
  const size = Math.min(wanted, area.widthMm / widest, area.heightMm / height);
  const top = (area.heightMm - height * size) / 2;
  const scale = size * unit;
  const paths = runs.flatMap(({ glyphs, positions, advanceWidth }, line) => {
    const free = area.widthMm - advanceWidth * scale;
    const y = top + (ascent + line * LINE_HEIGHT) * size;
    let x = style.align === 'LEFT' ? 0 : style.align === 'RIGHT' ? free : free / 2;
    return glyphs.map((glyph, index) => {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      const [left, base] = [x + xOffset * scale, y - yOffset * scale];
      x += xAdvance * scale;
      return glyph.path.scale(scale, -scale).translate(left, base).toSVG();
    });
  });
  return paths.join('');
}

/** Draws a text as a PDF of its area without a background. The same text gives the same bytes. */
export async function drawText(text: string, style: TextStyle, area: TextArea): Promise<Buffer> {
  const path = await outlineText(text, style, area);
  const { default: PDFDocument } = await import('pdfkit');
  const size: [number, number] = [area.widthMm * POINTS_PER_MM, area.heightMm * POINTS_PER_MM];
  const pdf = new PDFDocument({ size, margin: 0, info: { CreationDate: new Date(0) } });
  pdf.scale(POINTS_PER_MM).path(path).fill(style.color);
  pdf.end();
  return buffer(pdf);
}

function linesOf(text: string, font: Font): string[] {
  if (text.length > 10 * CHARACTERS_MAX) throw tooLong();
  const all = text.normalize('NFC').split(/\r\n|\r|\n/);
  const lines = all.map((line) => line.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()).filter(Boolean);
  const characters = [...lines.join('')];
  if (lines.length === 0) throw new TextProblem('text_empty');
  if (characters.length > CHARACTERS_MAX || lines.length > LINES_MAX) throw tooLong();
  const lacks = (one: string) => RIGHT_TO_LEFT.test(one) || !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0);
  const missing = [...new Set(characters.filter(lacks))].slice(0, NAMED_MAX);
  if (missing.length > 0) throw new TextProblem('text_not_in_font', { characters: missing.join(' ') });
  return lines;
}

const tooLong = () =>
  new TextProblem('text_too_long', { characters: String(CHARACTERS_MAX), lines: String(LINES_MAX) });

const fonts = new Map<string, Font>();

async function openFont(name: TextStyle['font']): Promise<Font> {
  const known = fonts.get(name);
  if (known) return known;
  const { create } = await import('fontkit');
  const path = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`));
  const font = create(await readFile(path)) as Font;
  fonts.set(name, font);
  return font;
}
