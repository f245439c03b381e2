import bwip from 'bwip-js';
import PDFDocument from 'pdfkit';
import { CAPITAL_HEIGHT, type Typeface } from './paper-fonts.ts';
import type { PaperNote } from './paper-types.ts';
import { asPrinted, fitted, LINE_HEIGHT, oneLine, textLines, widthOf } from './text-lines.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Two dots of a printer with 203 dpi, so that no bar is wider than another by rounding. */
export const MODULE_MM = 0.25;
const DOT_MM = 0.125;
const QUIET_MODULES = 10;
const QR_QUIET_MODULES = 4;
/** A phone reads no finer code with certainty. */
const QR_MODULE_MIN_MM = 0.25;
/** Of the text below the bars. */
const CODE_TEXT_MM = 3;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextLook {
  size: number;
  bold?: boolean;
  align?: 'left' | 'right' | 'center';
  color?: string;
}

export interface BlockLook {
  largest: number;
  smallest: number;
  bold?: boolean;
  linesMax?: number;
  align?: 'left' | 'right' | 'center';
  color?: string;
}

/** The width that `code` takes for a code of a letter and ten digits, quiet zones included. */
export const CODE_WIDTH_MM = (112 + 2 * QUIET_MODULES) * MODULE_MM;

/** A picture that was read once, and may be drawn on many pages. */
export type SheetImage = object;

/**
 * The pages of one document, drawn in millimeters from the top left of the page. Pages leave it as they are finished, so it holds one at a
 * time; `pdf` is read while they are drawn.
 */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly notes: PaperNote[] = [];
  readonly #fonts = new Set<Typeface>();
  /** Which of the run's papers is being drawn. */
  #paper = 0;
  /** What was noted of it. */
  readonly #noted = new Set<string>();
  pages = 0;

  constructor(title: string, printedAt: Date) {
    this.pdf = new PDFDocument({
      autoFirstPage: false,
      font: '',
      margin: 0,
      // The fonts remember words themselves, within a bound.
      fontLayoutCache: false,
      info: { Title: title, Producer: 'Platen', Creator: 'Platen', CreationDate: printedAt },
    } as ConstructorParameters<typeof PDFDocument>[0]);
    // Viewers offer to shrink a page to what a printer can reach, which makes codes unreadable.
    const root = (this.pdf as unknown as { _root: { data: { ViewerPreferences?: unknown } } })._root;
    root.data.ViewerPreferences = this.pdf.ref({ PrintScaling: 'None' });
  }

  addPage(widthMm: number, heightMm: number): void {
    this.pages++;
    this.pdf.addPage({ size: [points(widthMm), points(heightMm)], margin: 0 });
  }

  /** One line of text on its baseline; it is neither wrapped nor cut. */
  text(text: string, x: number, baseline: number, look: TextLook): void {
    this.#line(oneLine(text), x, baseline, look, 'text');
  }

  /** The text in the largest size in which it fits into the box; `about` names it where it does not. Answers the height used. */
  block(texts: string | readonly string[], box: Box, look: BlockLook, about: string): number {
    const given = typeof texts === 'string' ? [texts] : texts;
    const lines = given.flatMap(textLines);
    if (lines.length === 0) return 0;
    const set = fitted(lines, { ...box, ...look });
    if (set.cut) this.note('cut', about);
    const step = set.size * LINE_HEIGHT;
    set.lines.forEach((line, index) => {
      const baseline = box.y + index * step + set.size * (LINE_HEIGHT + CAPITAL_HEIGHT) * 0.5;
      const { align = 'left' } = look;
      const x = align === 'left' ? box.x : align === 'right' ? box.x + box.width : box.x + box.width / 2;
      this.#line(line, x, baseline, { ...look, size: set.size }, about);
    });
    return set.lines.length * step;
  }

  /** The height that `block` would use. */
  heightOf(text: string, space: { width: number; height: number }, look: BlockLook): number {
    const set = fitted(textLines(text), { ...space, ...look });
    return set.lines.length * set.size * LINE_HEIGHT;
  }

  rule(x: number, y: number, width: number, thickness = 0.25): void {
    this.box({ x, y, width, height: thickness }, { fill: 'black' });
  }

  box(box: Box, look: { fill?: string; stroke?: number }): void {
    const { fill, stroke } = look;
    this.pdf.rect(points(box.x), points(box.y), points(box.width), points(box.height));
    if (fill) this.pdf.fill(fill);
    else this.pdf.lineWidth(points(stroke ?? 0.25)).stroke('black');
  }

  /**
   * A code in bars with its text below; `x` is where its quiet zone begins. Answers the width, quiet zones included, and the height.
   */
  code(code: string, x: number, y: number, barHeight: number): { width: number; height: number } {
    const { modules, bars } = code128(code);
    const left = onDots(x + QUIET_MODULES * MODULE_MM);
    for (const { at, width } of bars) {
      const bar = { x: left + at * MODULE_MM, width: width * MODULE_MM, y: onDots(y), height: barHeight };
      this.pdf.rect(points(bar.x), points(bar.y), points(bar.width), points(bar.height));
    }
    this.pdf.fill('black');
    const width = (modules + 2 * QUIET_MODULES) * MODULE_MM;
    const baseline = onDots(y) + barHeight + CODE_TEXT_MM;
    this.text(spaced(code), x + width / 2, baseline, { size: CODE_TEXT_MM, bold: true, align: 'center' });
    return { width, height: barHeight + CODE_TEXT_MM * 1.3 };
  }

  /** A QR code in a square of at most this width, quiet zone included, or nothing where it would be too fine. Answers the width. */
  qr(text: string, x: number, y: number, widthMax: number): number {
    const symbol = qrCode(text);
    const room = widthMax / ((symbol?.modules ?? 0) + 2 * QR_QUIET_MODULES);
    const module = Math.floor(room / DOT_MM) * DOT_MM;
    if (symbol === undefined || module < QR_MODULE_MIN_MM) {
      this.note('code_too_long', 'qr');
      return 0;
    }
    const [left, top] = [onDots(x + QR_QUIET_MODULES * module), onDots(y + QR_QUIET_MODULES * module)];
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

  /** A picture in the middle of the box, as large as it fits. */
  picture(image: SheetImage, box: Box): void {
    this.pdf.image(image as unknown as string, points(box.x), points(box.y), {
      fit: [points(box.width), points(box.height)],
      align: 'center',
      valign: 'center',
    });
  }

  /** Ends one of the run's papers, which may have several pages, or a part of one. */
  endPaper(): void {
    this.#paper++;
    this.#noted.clear();
  }

  /** Whether this part of the paper that is being drawn did not fit. */
  isCut(about: string): boolean {
    return this.#noted.has(`cut ${about}`);
  }

  /** Notes once for a paper what could not be printed as it was given. */
  note(problem: PaperNote['problem'], about: string): void {
    if (this.#noted.has(`${problem} ${about}`)) return;
    this.#noted.add(`${problem} ${about}`);
    this.notes.push({ paper: this.#paper, about, problem });
  }

  #line(line: string, x: number, baseline: number, look: TextLook, about: string): void {
    const { size, bold = false, align = 'left', color = 'black' } = look;
    const width = align === 'left' ? 0 : widthOf(line, bold) * size;
    let left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    this.pdf.fillColor(color);
    for (const { typeface, text, missing } of asPrinted(line, bold)) {
      if (missing) this.note('no_glyph', about);
      this.#font(typeface);
      this.pdf.fontSize(points(size));
      this.pdf.text(text, points(left), points(baseline), { lineBreak: false, baseline: 'alphabetic' });
      left += typeface.widthOf(text) * size;
    }
  }

  /** A font is opened where a text needs it, once for all documents. */
  #font(typeface: Typeface): void {
    if (!this.#fonts.has(typeface)) {
      this.#fonts.add(typeface);
      this.pdf.registerFont(typeface.name, typeface.font as unknown as string);
    }
    this.pdf.font(typeface.name);
  }
}

/** A code as people read it aloud: P 0123 4567 89. */
export function spaced(code: string): string {
  const [, letter, digits] = /^([A-Z])(\d+)$/.exec(code) ?? [];
  return letter ? `${letter} ${digits!.replace(/(\d{4})(?=\d)/g, '$1 ')}` : code;
}

function points(mm: number): number {
  return mm * POINTS_PER_MM;
}

function onDots(mm: number): number {
  return Math.round(mm / DOT_MM) * DOT_MM;
}

// The package's named export `raw` is a kind of symbol; the function of that name stands on the default export.

/** The checkered mask, which suits addresses: to weigh all eight against each other takes three times as long, and readers take any. */
const QR_MASK = 1;
/** Text that is longer makes a QR code too fine to be read by a phone at arm's length. */
const QR_TEXT_LENGTH_MAX = 300;

/** A Code 128: dark bars, counted in modules from the first. */
interface BarSymbol {
  modules: number;
  bars: { at: number; width: number }[];
}

/** A QR code: dark stretches of each row, counted in modules. */
interface SquareSymbol {
  modules: number;
  stretches: { x: number; y: number; width: number }[];
}

interface RawSymbol {
  /** Widths of bar, space, bar … */
  sbs?: number[];
  pixs?: number[];
  pixx?: number;
}

const raw = bwip.raw as unknown as (kind: string, text: string, options: object) => RawSymbol[];

/** A text of ASCII letters, digits and signs as Code 128, digits in pairs where that is shorter. */
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

/** A web address as a QR code that survives 15 % of damage; undefined for one that is too long. */
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
