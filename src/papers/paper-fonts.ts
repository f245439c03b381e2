import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { create, type Font, type GlyphRun } from 'fontkit';

/** Words of which a font remembers how they are set. Ten thousand tickets name some as often. */
const WORDS_KEPT_MAX = 20_000;

const file = (name: string) => fileURLToPath(import.meta.resolve(name));

/**
 * A font, read when it is first needed. `font` is what pdfkit takes; it remembers how a word is set, within a bound, for all documents of
 * the thread.
 */
export class Typeface {
  readonly name: string;
  readonly #file: string;
  readonly #covers = new Map<number, boolean>();
  readonly #words = new Map<string, GlyphRun>();
  #font: Font | undefined;

  constructor(name: string, path: string) {
    this.name = name;
    this.#file = path;
  }

  get font(): Font {
    this.#font ??= this.#open();
    return this.#font;
  }

  covers(text: string): boolean {
    for (const character of text) if (!this.#has(character.codePointAt(0)!)) return false;
    return true;
  }

  /** How wide the text is, in the font's size. */
  widthOf(text: string): number {
    let units = 0;
    // As pdfkit sets it: word by word, each with the space behind it.
    for (const word of text.match(/[^ ]* ?/g) ?? []) if (word !== '') units += this.#set(word).advanceWidth;
    return units / this.font.unitsPerEm;
  }

  #has(codePoint: number): boolean {
    let has = this.#covers.get(codePoint);
    if (has === undefined) {
      has = this.font.hasGlyphForCodePoint(codePoint);
      this.#covers.set(codePoint, has);
    }
    return has;
  }

  #open(): Font {
    const font = create(trueTypeOf(readFileSync(this.#file))) as Font;
    nameGlyphs(font);
    const layout = font.layout.bind(font);
    this.#setAnew = (text) => layout(text);
    // pdfkit scales the positions that it is given, in place.
    const layoutOfCopy = (text: string) => {
      const run = this.#set(text);
      return {
        ...run,
        advanceWidth: run.advanceWidth,
        positions: run.positions.map((each) => ({ ...each })),
      };
    };
    return Object.assign(Object.create(font), { layout: layoutOfCopy });
  }

  #setAnew: (text: string) => GlyphRun = () => {
    throw new Error('The font is not open.');
  };

  #set(word: string): GlyphRun {
    let run = this.#words.get(word);
    if (run === undefined) {
      this.#font ??= this.#open();
      run = this.#setAnew(word);
      if (this.#words.size >= WORDS_KEPT_MAX) this.#words.clear();
      this.#words.set(word, run);
    }
    return run;
  }
}

/**
 * The font library keeps each glyph as it was first asked for; one that was first a part of another, as the a of an ä, would stand for no letter
 * in later documents, whose text could then not be searched.
 */
function nameGlyphs(font: Font): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (codePoints && glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}

/** DejaVu: every script of Europe, Hebrew and Arabic, narrow enough for labels. */
const EUROPE = {
  regular: new Typeface('text', file('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: new Typeface('text-bold', file('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};
/** Made by Morisawa for papers that must be read at a glance: Japanese, and most Chinese signs in their traditional form. */
const JAPAN = {
  regular: new Typeface(
    'japanese',
    file('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf'),
  ),
  bold: new Typeface(
    'japanese-bold',
    file('@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'),
  ),
};
/** Coarse, but it has nearly every other script. */
const REST = new Typeface('rest', file('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'));

/** Height of a capital, in the font's size: 3 mm of capital need a size of 3 / 0.73 mm. */
export const CAPITAL_HEIGHT = 0.73;

/** Printed where no font has the character. */
const NO_GLYPH = '□';

export interface SetRun {
  typeface: Typeface;
  text: string;
  /** Characters that no font has are a box each. */
  missing: boolean;
}

/**
 * The text in runs of one font each, in the order of reading. What the first font lacks is set whole in the next that has all of it, so that
 * a name does not change its look within.
 */
export function inFonts(text: string, bold: boolean): SetRun[] {
  const first = bold ? EUROPE.bold : EUROPE.regular;
  if (first.covers(text)) return [{ typeface: first, text, missing: false }];
  const foreign = [...text].filter((character) => !first.covers(character)).join('');
  const japanese = bold ? JAPAN.bold : JAPAN.regular;
  const others = japanese.covers(foreign) ? [japanese] : [REST, japanese];
  const runs: SetRun[] = [];
  for (const character of text) {
    const found = [first, ...others].find((typeface) => typeface.covers(character));
    const next = {
      typeface: found ?? first,
      text: found ? character : NO_GLYPH,
      missing: found === undefined,
    };
    const last = runs.at(-1);
    if (last?.typeface === next.typeface && last.missing === next.missing) last.text += next.text;
    else runs.push(next);
  }
  return runs;
}

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
const FONT_BYTES_MAX = 64 * 1_048_576;

/**
 * The bytes of a TrueType font out of a WOFF file (W3C WOFF 1.0): its tables, inflated once. Of a WOFF itself the font library inflates a table
 * again for every letter. Other bytes are answered as they are.
 */
function trueTypeOf(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== WOFF_SIGNATURE) return file;
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const [start, packed, length] = [
      file.readUInt32BE(at + 4),
      file.readUInt32BE(at + 8),
      file.readUInt32BE(at + 12),
    ];
    const content = file.subarray(start, start + packed);
    const bytes = packed < length ? inflateSync(content, { maxOutputLength: FONT_BYTES_MAX }) : content;
    return { tag: file.subarray(at, at + 4), checksum: file.readUInt32BE(at + 16), bytes };
  });
  const header = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  file.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  let offset = header.length;
  const parts: Buffer[] = [header];
  tables.forEach(({ tag, checksum, bytes }, index) => {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    tag.copy(header, at);
    header.writeUInt32BE(checksum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}
