import { readFileSync } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bwip from 'bwip-js';
import { create, type Font } from 'fontkit';
import type { PrintKind } from './make-print-file.ts';
import { openSharp } from './open-sharp.ts';
import { drawPdf } from './pdf-artwork.ts';
import { PngWriter } from './png-writer.ts';

type Box = { leftMm: number; topMm: number; widthMm: number; heightMm: number };

/** A code with its text. */
interface SheetLabel extends Box {
  code: string;
  text: string;
  /** The label is mirrored as the print is, so that both are read through the film. */
  isMirrored: boolean;
}

export interface SheetPrint extends Box {
  path: string;
  kind: PrintKind;
}

export interface SheetTask {
  /** A folder for the results. */
  folder: string;
  dpi: number;
  widthMm: number;
  lengthMm: number;
  prints: SheetPrint[];
  labels: SheetLabel[];
  /** Boxes whose edges are cut. */
  cuts: Box[];
}

export interface DrawnSheet {
  path: string;
  bytes: number;
  /** A WebP picture of the sheet. */
  picture: string;
}

const MM_PER_INCH = 25.4;
const MM_PER_METER = 1_000;
const CHANNELS = 4;
const CUT_MM = 0.2;
/** Rows of the sheet that are in memory. */
const STRIP_ROWS = 128;
/** Memory for a part of one print. */
const BAND_BYTES = 64 * 1024 * 1024;
const PICTURE_PIXELS = { width: 640, height: 8_000 };
/** Light and dark prints are seen on it. */
const FILM = { r: 205, g: 205, b: 205 };
const CUT_COLOR = Buffer.of(0, 0, 0, 255);
const PIXELS_MAX = 4_000_000_000;
const QUIET_MODULES = 1;
const TEXT_PART = 0.34;

/** Pixels of RGBA in a file, at a place of the sheet. */
interface Element {
  left: number;
  top: number;
  width: number;
  height: number;
  make: (path: string, size: { width: number; height: number }) => Promise<void>;
  name: string;
}

/**
 * Draws a gang sheet as a PNG with transparency. Its prints are scaled one after the other into files, and
 * composed strip by strip. Memory does not depend on the size of the sheet. Call it only in a separate
 * process.
 */
export async function drawGangSheet(task: SheetTask): Promise<DrawnSheet> {
  const { folder, dpi, widthMm, lengthMm } = task;
  const pixels = (mm: number) => Math.round((mm / MM_PER_INCH) * dpi);
  const [width, height] = [pixels(widthMm), pixels(lengthMm)];
  const place = ({ leftMm, topMm, widthMm: across, heightMm: down }: Box) => {
    const [left, top] = [Math.min(width - 1, pixels(leftMm)), Math.min(height - 1, pixels(topMm))];
    const size = { width: Math.max(1, pixels(across)), height: Math.max(1, pixels(down)) };
    return { left, top, width: Math.min(size.width, width - left), height: Math.min(size.height, height - top) };
  };
  const elements: Element[] = [
    ...task.prints.map((print, index) => ({
      ...place(print),
      name: `print-${index}`,
      make: (path: string, size: Size) => scalePrint(task, print, path, size),
    })),
    ...task.labels.map((label, index) => ({
      ...place(label),
      name: `label-${index}`,
      make: (path: string, size: Size) => drawLabel(label, path, size),
    })),
  ].sort((one, other) => one.top - other.top);
  const lines = task.cuts.flatMap((cut) => edgesOf(place(cut), Math.max(1, pixels(CUT_MM))));
  const path = join(folder, 'sheet');
  const png = await PngWriter.open(path, width, height, Math.round((dpi / MM_PER_INCH) * MM_PER_METER));
  try {
    await composeStrips(png, { width, height }, { folder, elements, lines });
  } finally {
    await png.end();
  }
  const sharp = await openSharp();
  const picture = join(folder, 'picture');
  await sharp(path, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
    .resize({ ...PICTURE_PIXELS, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: FILM })
    .webp({ quality: 82 })
    .toFile(picture);
  return { path, bytes: (await stat(path)).size, picture };
}

type Size = { width: number; height: number };
type Area = Size & { left: number; top: number };

interface Composition {
  folder: string;
  /** By their upper edges. They do not overlap. */
  elements: readonly Element[];
  lines: readonly Area[];
}

async function composeStrips(png: PngWriter, { width, height }: Size, { folder, elements, lines }: Composition) {
  const opened = new Map<Element, { file: FileHandle; path: string }>();
  let next = 0;
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - top);
    const strip = Buffer.alloc(rows * width * CHANNELS);
    for (const line of lines) fill(strip, { width, top, rows }, line);
    for (; next < elements.length && elements[next]!.top < top + rows; next += 1) {
      const element = elements[next]!;
      const path = join(folder, element.name);
      await element.make(path, element);
      opened.set(element, { file: await open(path, 'r'), path });
    }
    for (const [element, { file, path }] of opened) {
      await copyRows(file, element, strip, { width, top, rows });
      if (element.top + element.height > top + rows) continue;
      opened.delete(element);
      await file.close();
      await rm(path);
    }
    await png.write(strip);
  }
}

type Strip = { width: number; top: number; rows: number };

async function copyRows(file: FileHandle, element: Area, strip: Buffer, { width, top, rows }: Strip): Promise<void> {
  const first = Math.max(element.top, top);
  const end = Math.min(element.top + element.height, top + rows);
  if (end <= first) return;
  const rowBytes = element.width * CHANNELS;
  const part = Buffer.allocUnsafe((end - first) * rowBytes);
  await file.read(part, 0, part.length, (first - element.top) * rowBytes);
  for (let row = first; row < end; row += 1) {
    const from = (row - first) * rowBytes;
    part.copy(strip, ((row - top) * width + element.left) * CHANNELS, from, from + rowBytes);
  }
}

function fill(strip: Buffer, { width, top, rows }: Strip, line: Area): void {
  const end = Math.min(line.top + line.height, top + rows);
  for (let row = Math.max(line.top, top); row < end; row += 1) {
    const from = ((row - top) * width + line.left) * CHANNELS;
    strip.fill(CUT_COLOR, from, from + Math.min(line.width, width - line.left) * CHANNELS);
  }
}

/** Neighbours share an edge. */
function edgesOf({ left, top, width, height }: Area, thick: number): Area[] {
  return [
    { left, top, width, height: thick },
    { left, top: top + height, width: width + thick, height: thick },
    { left, top, width: thick, height },
    { left: left + width, top, width: thick, height },
  ];
}

/** Writes the pixels of a print at the resolution of the sheet, in sRGB, band by band. */
async function scalePrint({ folder, dpi }: SheetTask, print: SheetPrint, path: string, size: Size): Promise<void> {
  const sharp = await openSharp();
  let source = print.path;
  if (print.kind === 'PDF') {
    source = join(folder, 'drawn');
    await drawPdf({ ...print, part: { left: 0, top: 0, width: 1, height: 1 }, isMirrored: false }, dpi, source);
  }
  // Only files that Platen has made itself are TIFF.
  if (print.kind === 'TIFF') sharp.unblock({ operation: ['VipsForeignLoadTiffFile'] });
  const { width, height } = size;
  const bandRows = Math.max(1, Math.floor(BAND_BYTES / (width * CHANNELS)));
  const file = await open(path, 'w');
  try {
    for (let top = 0; top < height; top += bandRows) {
      const image = sharp(source, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
        .resize({ width, height, fit: 'fill' })
        .toColourspace('srgb')
        .ensureAlpha();
      if (height > bandRows) image.extract({ left: 0, top, width, height: Math.min(bandRows, height - top) });
      await file.write(await image.raw({ depth: 'uchar' }).toBuffer());
    }
  } finally {
    await file.close();
  }
}

/** Writes the pixels of a Data Matrix with its text. */
async function drawLabel({ code, text, isMirrored, ...box }: SheetLabel, path: string, size: Size): Promise<void> {
  const sharp = await openSharp();
  const svg = Buffer.from(labelSvg(code, text, box));
  const image = sharp(svg, { density: (72 * size.height) / box.heightMm }).resize({ ...size, fit: 'fill' });
  if (isMirrored) image.flop();
  const pixels = await image.ensureAlpha().raw({ depth: 'uchar' }).toBuffer();
  const file = await open(path, 'w');
  await file.write(pixels);
  await file.close();
}

const raw = bwip.raw as unknown as (
  kind: string,
  text: string,
  options: object,
) => { pixs: number[]; pixx: number; pixy: number }[];

/** Draws the label in units of millimeters. */
function labelSvg(code: string, text: string, { widthMm, heightMm }: Pick<Box, 'widthMm' | 'heightMm'>): string {
  const { pixs, pixx, pixy } = raw('datamatrix', code, {})[0]!;
  const module = heightMm / (pixy + 2 * QUIET_MODULES);
  const squares = pixs.flatMap((dark, index) => {
    if (!dark) return [];
    const [x, y] = [(index % pixx) + QUIET_MODULES, Math.floor(index / pixx) + QUIET_MODULES];
    return [`M${x} ${y}h1v1h-1z`];
  });
  const begin = (pixx + 2 * QUIET_MODULES) * module + module;
  const { path, width } = outlineOf(text);
  const scale = Math.min(heightMm * TEXT_PART, (widthMm - begin - module) / width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}" height="${heightMm}" viewBox="0 0 ${widthMm} ${heightMm}">
    <rect width="100%" height="100%" fill="#fff"/>
    <path shape-rendering="crispEdges" transform="scale(${module})" d="${squares.join('')}"/>
    <path transform="translate(${begin} ${(heightMm + scale * 0.73) / 2}) scale(${scale} ${-scale})" d="${path}"/>
  </svg>`;
}

let font: Font | undefined;

/** Returns the outline of a text of size 1, and its width. */
function outlineOf(text: string): { path: string; width: number } {
  font ??= create(readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')))) as Font;
  const size = 1 / font.unitsPerEm;
  let at = 0;
  const parts: string[] = [];
  const { glyphs, positions } = font.layout(text);
  glyphs.forEach((glyph, index) => {
    parts.push(glyph.path.scale(size).translate(at, 0).toSVG());
    at += (positions[index]?.xAdvance ?? 0) * size;
  });
  return { path: parts.join(''), width: at };
}
