import bwip from 'bwip-js';
import PDFDocument from 'pdfkit';
import { CAPITAL_HEIGHT, type Typeface } from './paper-fonts.ts';
import type { PaperNote } from './paper-types.ts';
import { fitText, LINE_HEIGHT, oneLine, runsInVisualOrder, textLines, widthOf } from './text-lines.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Width of the narrowest bar: two dots at 203 dpi, so that rounding does not change the width of bars. */
export const MODULE_MM = 0.25;
const DOT_MM = 0.125;
const QUIET_MODULES = 10;
export const QR_QUIET_MODULES = 4;
/** Phones do not reliably read smaller modules. */
const QR_MODULE_MIN_MM = 0.25;
const CODE_TEXT_MM = 3;
/** Length of a mark as a part of the diagonal. */
const MARK_PART = 0.8;
const MARK_GREY = '#a0a0a0';
export type Box = { x: number; y: number; width: number; height: number };

/** Sizes are in millimeters. */
export interface BlockStyle {
  largest: number;
  smallest: number;
  bold?: boolean;
  linesMax?: number;
  align?: 'left' | 'right' | 'center';
  color?: string;
}

/** The width of the bars for a letter and ten digits, including the quiet zones. */
export const CODE_WIDTH_MM = (112 + 2 * QUIET_MODULES) * MODULE_MM;
export type SheetImage = object;

/**
 * Draws papers into a PDF document. Positions are in millimeters from the top left of a page. Each finished
 * page is written to the stream `pdf`, so that memory holds one page.
 */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly notes: PaperNote[] = [];
  readonly #fonts = new Set<Typeface>();
  /** The number of the paper that is being drawn, from 0. */
  #paper = 0;
  /** Problems and parts already noted for this paper. */
  readonly #noted = new Set<string>();
  readonly #mark: string | undefined;
  #page = { width: 0, height: 0 };
  pages = 0;

  /** `mark` is drawn across each page. */
  constructor(title: string, printedAt: Date, mark?: string) {
    this.#mark = mark;
    this.pdf = new PDFDocument({
      autoFirstPage: false,
      font: '',
      margin: 0,
      // `Typeface` has a cache with a limit.
      fontLayoutCache: false,
      info: { Title: title, Producer: 'Platen', Creator: 'Platen', CreationDate: printedAt },
    } as ConstructorParameters<typeof PDFDocument>[0]);
    // Otherwise viewers offer to shrink pages to the printable area, which makes codes unreadable.
    const root = (this.pdf as unknown as { _root: { data: { ViewerPreferences?: unknown } } })._root;
    root.data.ViewerPreferences = this.pdf.ref({ PrintScaling: 'None' });
  }

  addPage(widthMm: number, heightMm: number): void {
    this.pages++;
    this.pdf.addPage({ size: [points(widthMm), points(heightMm)], margin: 0 });
    this.#page = { width: widthMm, height: heightMm };
    this.drawMark();
  }

  /** Draws the mark across the page. Later drawings cover it. */
  drawMark(): void {
    if (this.#mark === undefined) return;
    const { width, height } = this.#page;
    const [middle, length] = [{ x: width / 2, y: height / 2 }, Math.hypot(width, height) * MARK_PART];
    const origin: [number, number] = [points(middle.x), points(middle.y)];
    this.pdf.save().rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin });
    const size = length / widthOf(this.#mark, true);
    const box = { x: middle.x - length, y: middle.y - size / 2, width: 2 * length, height: size * 2 };
    this.block(
      this.#mark,
      box,
      { largest: size, smallest: size, bold: true, align: 'center', color: MARK_GREY },
      'mark',
    );
    this.pdf.restore().fillColor('black');
  }

  /** Draws text in the largest size that fits. Cuts longer text and notes `about`. Returns the height. */
  block(texts: string | readonly string[], box: Box, style: BlockStyle, about: string): number {
    const given = typeof texts === 'string' ? [texts] : texts;
    const lines = given.flatMap(textLines);
    if (lines.length === 0) return 0;
    const set = fitText(lines, { ...box, ...style });
    if (set.cut) this.note('cut', about);
    const step = set.size * LINE_HEIGHT;
    set.lines.forEach((line, index) => {
      const baseline = box.y + index * step + set.size * (LINE_HEIGHT + CAPITAL_HEIGHT) * 0.5;
      const { align = 'left' } = style;
      const x = align === 'left' ? box.x : align === 'right' ? box.x + box.width : box.x + box.width / 2;
      this.#line(line, x, baseline, { ...style, size: set.size }, about);
    });
    return set.lines.length * step;
  }

  heightOf(text: string, space: { width: number; height: number }, style: BlockStyle): number {
    const set = fitText(textLines(text), { ...space, ...style });
    return set.lines.length * set.size * LINE_HEIGHT;
  }

  rule(x: number, y: number, width: number, thickness = 0.25): void {
    this.box({ x, y, width, height: thickness }, { fill: 'black' });
  }

  box(box: Box, style: { fill?: string; stroke?: number }): void {
    const { fill, stroke } = style;
    this.pdf.rect(points(box.x), points(box.y), points(box.width), points(box.height));
    if (fill) this.pdf.fill(fill);
    else this.pdf.lineWidth(points(stroke ?? 0.25)).stroke('black');
  }

  /** Draws bars with text below. The quiet zone begins at `x`. Returns the width with quiet zones. */
  code(code: string, x: number, y: number, barHeight: number): number {
    const { modules, bars } = code128(code);
    const left = roundToDots(x + QUIET_MODULES * MODULE_MM);
    for (const { at, width } of bars) {
      const bar = { x: left + at * MODULE_MM, width: width * MODULE_MM, y: roundToDots(y), height: barHeight };
      this.pdf.rect(points(bar.x), points(bar.y), points(bar.width), points(bar.height));
    }
    this.pdf.fill('black');
    const width = (modules + 2 * QUIET_MODULES) * MODULE_MM;
    const baseline = roundToDots(y) + barHeight + CODE_TEXT_MM;
    const style = { size: CODE_TEXT_MM, bold: true, align: 'center' } as const;
    this.#line(oneLine(spacedCode(code)), x + width / 2, baseline, style, 'text');
    return width;
  }

  /**
   * Draws a QR code of at most `widthMax` mm with its quiet zone. Returns its width. Notes a text that is too
   * long, and returns 0.
   */
  qr(text: string, x: number, y: number, widthMax: number): number {
    const symbol = qrCode(text);
    const room = widthMax / ((symbol?.modules ?? 0) + 2 * QR_QUIET_MODULES);
    const module = Math.floor(room / DOT_MM) * DOT_MM;
    if (symbol === undefined || module < QR_MODULE_MIN_MM) {
      this.note('code_too_long', 'qr');
      return 0;
    }
    const [left, top] = [roundToDots(x + QR_QUIET_MODULES * module), roundToDots(y + QR_QUIET_MODULES * module)];
    for (const stretch of symbol.stretches) {
      const [atX, atY] = [left + stretch.x * module, top + stretch.y * module];
      this.pdf.rect(points(atX), points(atY), points(stretch.width * module), points(module));
    }
    this.pdf.fill('black');
    return (symbol.modules + 2 * QR_QUIET_MODULES) * module;
  }

  openPicture(jpeg: Buffer): SheetImage {
    return (this.pdf as unknown as { openImage(bytes: Buffer): SheetImage }).openImage(jpeg);
  }

  picture(image: SheetImage, box: Box, align: 'left' | 'center' = 'center'): void {
    this.pdf.image(image as unknown as string, points(box.x), points(box.y), {
      fit: [points(box.width), points(box.height)],
      ...(align === 'center' && { align }),
      valign: 'center',
    });
  }

  /** Ends a paper, so that later notes belong to the next paper. A page can hold several papers. */
  endPaper(): void {
    this.#paper++;
    this.#noted.clear();
  }

  isCut(about: string): boolean {
    return this.#noted.has(`cut ${about}`);
  }

  note(problem: PaperNote['problem'], about: string): void {
    if (this.#noted.has(`${problem} ${about}`)) return;
    this.#noted.add(`${problem} ${about}`);
    this.notes.push({ paper: this.#paper, about, problem });
  }

  #line(
    line: string,
    x: number,
    baseline: number,
    style: Pick<BlockStyle, 'align' | 'bold' | 'color'> & { size: number },
    about: string,
  ): void {
    const { size, bold = false, align = 'left', color = 'black' } = style;
    const width = align === 'left' ? 0 : widthOf(line, bold) * size;
    let left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    this.pdf.fillColor(color);
    for (const { typeface, text, missing } of runsInVisualOrder(line, bold)) {
      if (missing) this.note('no_glyph', about);
      this.#useFont(typeface);
      this.pdf.fontSize(points(size));
      this.pdf.text(text, points(left), points(baseline), { lineBreak: false, baseline: 'alphabetic' });
      left += typeface.widthOf(text) * size;
    }
  }

  #useFont(typeface: Typeface): void {
    if (!this.#fonts.has(typeface)) {
      this.#fonts.add(typeface);
      this.pdf.registerFont(typeface.name, typeface.font as unknown as string);
    }
    this.pdf.font(typeface.name);
  }
}

/** Returns a code with spaces, as people read it aloud: P 0123 4567 89. */
export function spacedCode(code: string): string {
  const [, letter, digits] = /^([A-Z])(\d+)$/.exec(code) ?? [];
  return letter ? `${letter} ${digits!.replace(/(\d{4})(?=\d)/g, '$1 ')}` : code;
}

function points(mm: number): number {
  return mm * POINTS_PER_MM;
}

function roundToDots(mm: number): number {
  return Math.round(mm / DOT_MM) * DOT_MM;
}

// The named export `raw` of the package is a kind of symbol; `bwip.raw` is the function.

/** A fixed mask suits URLs and every reader. Comparing all eight masks takes three times as long. */
const QR_MASK = 1;
/** A phone at arm's length cannot read the QR code of a longer text. */
const QR_TEXT_LENGTH_MAX = 300;

/** The dark bars of a Code 128, in modules from the first bar. */
type BarSymbol = { modules: number; bars: { at: number; width: number }[] };

/** The dark stretches in the rows of a QR code, in modules. */
type SquareSymbol = { modules: number; stretches: { x: number; y: number; width: number }[] };

interface RawSymbol {
  /** Widths of bars and spaces in turn. */
  sbs?: number[];
  pixs?: number[];
  pixx?: number;
}

const raw = bwip.raw as unknown as (kind: string, text: string, options: object) => RawSymbol[];

/** Encodes ASCII text as Code 128, with digits in pairs where that is shorter. */
function code128(text: string): BarSymbol {
  const widths = raw('code128', text, {})[0]?.sbs ?? [];
  const bars: BarSymbol['bars'] = [];
  let at = 0;
  widths.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ at, width });
    at += width;
  });
  return { modules: at, bars };
}

/** Encodes a URL as a QR code that is readable with up to 15 % damage. Undefined if the URL is too long. */
export function qrCode(text: string): SquareSymbol | undefined {
  if (text.length > QR_TEXT_LENGTH_MAX) return undefined;
  const { pixs = [], pixx = 0 } = raw('qrcode', text, { eclevel: 'M', mask: QR_MASK })[0] ?? {};
  const stretches: SquareSymbol['stretches'] = [];
  for (let index = 0; index < pixs.length; index++) {
    if (!pixs[index]) continue;
    const last = stretches.at(-1);
    const [x, y] = [index % pixx, Math.floor(index / pixx)];
    if (last && last.y === y && last.x + last.width === x) last.width++;
    else stretches.push({ x, y, width: 1 });
  }
  return { modules: pixx, stretches };
}
