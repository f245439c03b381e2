import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { create, type Font, type GlyphRun } from 'fontkit';

/** Cached words for each font. Ten thousand tickets have about as many different words. */
const WORDS_KEPT_MAX = 20_000;

const file = (name: string) => fileURLToPath(import.meta.resolve(name));

/** A font that is read on first use. It caches the layout of words for all documents of the thread. */
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

  /** Returns the width of the text in units of the font size. */
  widthOf(text: string): number {
    let units = 0;
    // Word by word, each with the space behind it, as pdfkit does.
    for (const word of text.match(/[^ ]* ?/g) ?? []) if (word !== '') units += this.#layOut(word).advanceWidth;
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
    const font = create(extractTrueType(readFileSync(this.#file))) as Font;
    nameGlyphs(font);
    const layout = font.layout.bind(font);
    this.#layOutUncached = (text) => layout(text);
    // A copy, because pdfkit scales the positions in place.
    const layOutCopy = (text: string) => {
      const run = this.#layOut(text);
      return { ...run, advanceWidth: run.advanceWidth, positions: run.positions.map((each) => ({ ...each })) };
    };
    return Object.assign(Object.create(font), { layout: layOutCopy });
  }

  #layOutUncached: (text: string) => GlyphRun = () => {
    throw new Error('The font is not open.');
  };

  #layOut(word: string): GlyphRun {
    let run = this.#words.get(word);
    if (run === undefined) {
      this.#font ??= this.#open();
      run = this.#layOutUncached(word);
      if (this.#words.size >= WORDS_KEPT_MAX) this.#words.clear();
      this.#words.set(word, run);
    }
    return run;
  }
}

/**
 * Keeps the text of later documents searchable. The font library caches each glyph as first requested. After
 * an "a" that was requested as a part of "ä", every "a" would have no code point.
 */
function nameGlyphs(font: Font): void {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (codePoints && glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
}

/** DejaVu has every script of Europe, Hebrew and Arabic, and is narrow enough for labels. */
const EUROPE = {
  regular: new Typeface('text', file('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: new Typeface('text-bold', file('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};
/** BIZ UDP Gothic has Japanese and most traditional Chinese characters, and is made for easy reading. */
const JAPAN = {
  regular: new Typeface('japanese', file('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf')),
  bold: new Typeface('japanese-bold', file('@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf')),
};
/** Unifont is coarse, but has nearly every other script. */
const REST = new Typeface('rest', file('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'));

/** Height of a capital in units of the font size. */
export const CAPITAL_HEIGHT = 0.73;

/** Replaces a character that no font has. */
const NO_GLYPH = '□';

export interface FontRun {
  typeface: Typeface;
  text: string;
  /** No font has these characters, so each is a box. */
  missing: boolean;
}

/** Splits text into runs of one font. Characters that the first font lacks share another one if possible. */
export function splitByFont(text: string, bold: boolean): FontRun[] {
  const first = bold ? EUROPE.bold : EUROPE.regular;
  if (first.covers(text)) return [{ typeface: first, text, missing: false }];
  const foreign = [...text].filter((character) => !first.covers(character)).join('');
  const japanese = bold ? JAPAN.bold : JAPAN.regular;
  const others = japanese.covers(foreign) ? [japanese] : [REST, japanese];
  const runs: FontRun[] = [];
  for (const character of text) {
    const found = [first, ...others].find((typeface) => typeface.covers(character));
    const next = { typeface: found ?? first, text: found ? character : NO_GLYPH, missing: found === undefined };
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

/** Returns the TrueType font in a WOFF file, because the font library inflates a table for each letter. */
function extractTrueType(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== WOFF_SIGNATURE) return file;
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const [start, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
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
