import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { openSharp } from './open-sharp.ts';
import { drawPdf, placePdf } from './pdf-artwork.ts';
import { copyPng } from './png-chunks.ts';
import { COMPRESSION_LEVEL } from './png-writer.ts';

const PRINT_KINDS = ['PNG', 'TIFF', 'PDF'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];
type Rectangle = { left: number; top: number; width: number; height: number };

export interface PrintTask {
  /** The artwork. */
  path: string;
  mediaType: 'image/png' | 'application/pdf';
  /** A small picture of the whole artwork, which saves decoding the artwork. Undefined: there is none. */
  preview?: string | undefined;
  /** An empty folder for the results. */
  folder: string;
  /** Pictures are PNG or TIFF. A PDF stays a PDF, or is drawn at `dpi`. */
  kind: PrintKind;
  dpi: number;
  isMirrored: boolean;
  /** The size of the print. */
  widthMm: number;
  heightMm: number;
  /** The printed part of the artwork, as fractions from 0 to 1. */
  part: Rectangle;
  /** The print area, with its place relative to the print, for the picture. */
  area: { widthMm: number; heightMm: number; leftMm: number; topMm: number };
  /** A picture of the product, and the print area on it, as fractions from 0 to 1 of the picture. */
  backdrop?: { path: string; area: { left: number; top: number; width: number } } | undefined;
}

export interface MadePrint {
  kind: PrintKind;
  path: string;
  bytes: number;
  /** Undefined for a PDF. */
  dpi: number | undefined;
  /** A WebP picture of the print in its area. */
  picture: string;
}

const MM_PER_INCH = 25.4;
const MM_PER_METER = 1_000;
const INPUT_PIXELS_MAX = 500_000_000;
/** The length of the longer side of the picture. */
const PICTURE_PIXELS = 640;
const PICTURE_QUALITY = 82;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Light and dark prints are seen on it. */
const EMPTY_AREA = { r: 205, g: 205, b: 205, alpha: 1 };

/**
 * Makes the print-ready file of artwork and its picture; undefined if the artwork cannot be drawn. Call it
 * only in a separate process.
 */
export async function makePrintFile(task: PrintTask): Promise<MadePrint | undefined> {
  const path = join(task.folder, 'print');
  const picture = join(task.folder, 'picture');
  try {
    const isPdf = task.mediaType === 'application/pdf';
    const width = isPdf ? await makeOfPdf(task, path) : await makeOfPicture(task, path);
    await drawPlaced(task, picture);
    const { size: bytes } = await stat(path);
    const dpi = width === undefined ? undefined : (width / task.widthMm) * MM_PER_INCH;
    return { kind: task.kind, path, bytes, picture, dpi };
  } catch (error) {
    // An error of the file system says nothing about the file.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
    return undefined;
  }
}

/** Writes PDF artwork. Returns the width in pixels if it was drawn. */
async function makeOfPdf(task: PrintTask, target: string): Promise<number | undefined> {
  if (task.kind === 'PDF') return void (await placePdf(task, target));
  const drawn = task.kind === 'PNG' ? target : join(task.folder, 'drawn');
  const { width } = await drawPdf(task, task.dpi, drawn);
  if (task.kind === 'TIFF') {
    const sharp = await openSharp();
    const image = sharp(drawn, { limitInputPixels: INPUT_PIXELS_MAX, sequentialRead: true });
    await encode(image.withIccProfile('srgb'), 'TIFF', task.dpi / MM_PER_INCH).toFile(target);
  }
  return width;
}

/** Writes artwork of pixels, which keeps its pixels, its transparency and its profile. Returns the width. */
async function makeOfPicture(task: PrintTask, target: string): Promise<number> {
  const sharp = await openSharp();
  // Without `ignoreIcc`, pixels would be converted to sRGB and back.
  const image = sharp(task.path, { limitInputPixels: INPUT_PIXELS_MAX, sequentialRead: true, ignoreIcc: true });
  const { width, height, depth, channels } = await image.metadata();
  const part = pixelsOf(task.part, width, height);
  const isWhole = part.width === width && part.height === height;
  const perMm = part.width / task.widthMm;
  if (isWhole && !task.isMirrored && task.kind === 'PNG') {
    await copyPng(task.path, target, Math.round(perMm * MM_PER_METER));
    return part.width;
  }
  if (!isWhole) image.extract(part);
  if (task.isMirrored) image.flop();
  const isGray = channels < 3;
  if (depth === 'ushort') image.toColourspace(isGray ? 'grey16' : 'rgb16');
  else if (isGray) image.toColourspace('b-w');
  image.keepIccProfile().withDensity(perMm * MM_PER_INCH);
  await encode(image, task.kind, perMm).toFile(target);
  return part.width;
}

function encode(image: Sharp, kind: PrintKind, perMm: number): Sharp {
  return kind === 'TIFF'
    ? image.tiff({ compression: 'lzw', predictor: 'horizontal', xres: perMm, yres: perMm, resolutionUnit: 'inch' })
    : image.png({ compressionLevel: COMPRESSION_LEVEL });
}

function pixelsOf(part: Rectangle, width: number, height: number): Rectangle {
  const left = Math.round(part.left * width);
  const top = Math.round(part.top * height);
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(part.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(part.height * height))),
  };
}

/** Draws the print in its area, over the product if there is a picture of it. */
async function drawPlaced(task: PrintTask, target: string): Promise<void> {
  const { area, widthMm, heightMm, backdrop } = task;
  const sharp = await openSharp();
  const product = backdrop && (await openProduct(backdrop.path));
  const perMm = product
    ? (backdrop.area.width * product.width) / area.widthMm
    : PICTURE_PIXELS / Math.max(area.widthMm, area.heightMm);
  const pixels = (mm: number) => Math.max(1, Math.round(mm * perMm));
  const size = { width: pixels(widthMm), height: pixels(heightMm) };
  const print = await (await openPart(task, perMm))
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer();
  const canvas = { width: pixels(area.widthMm), height: pixels(area.heightMm) };
  const [left, top] = [Math.round(area.leftMm * perMm), Math.round(area.topMm * perMm)];
  const placed = sharp({ create: { ...canvas, channels: 4, background: product ? CLEAR : EMPTY_AREA } });
  const drawn = placed.composite([{ input: print, left, top }]);
  if (!product) return void (await drawn.webp({ quality: PICTURE_QUALITY }).toFile(target));
  const at = {
    left: Math.round(backdrop.area.left * product.width),
    top: Math.round(backdrop.area.top * product.height),
  };
  // A print that reaches beyond the picture is cut.
  const room = {
    width: Math.max(1, Math.min(canvas.width, product.width - at.left)),
    height: Math.max(1, Math.min(canvas.height, product.height - at.top)),
  };
  const input = await sharp(await drawn.png().toBuffer())
    .extract({ left: 0, top: 0, ...room })
    .png()
    .toBuffer();
  await sharp(product.data)
    .composite([{ input, ...at }])
    .webp({ quality: PICTURE_QUALITY })
    .toFile(target);
}

async function openProduct(path: string): Promise<{ data: Buffer; width: number; height: number }> {
  const sharp = await openSharp();
  const size = { width: PICTURE_PIXELS, height: PICTURE_PIXELS };
  const source = path.toLowerCase().endsWith('.svg') ? await readFile(path) : path;
  const image = sharp(source, { limitInputPixels: INPUT_PIXELS_MAX }).resize({ ...size, fit: 'inside' });
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Opens the printed part of the artwork for a picture of `perMm` pixels per millimeter. */
async function openPart({ mediaType, folder, part, preview, ...print }: PrintTask, perMm: number): Promise<Sharp> {
  const sharp = await openSharp();
  const options = { limitInputPixels: INPUT_PIXELS_MAX, sequentialRead: true };
  if (mediaType === 'application/pdf') {
    const drawn = join(folder, 'placed');
    await drawPdf({ ...print, part, isMirrored: false }, perMm * MM_PER_INCH, drawn);
    return sharp(drawn, options);
  }
  const source = preview === undefined ? print.path : await readFile(preview);
  const { width, height } = await sharp(source, options).metadata();
  return sharp(source, options).extract(pixelsOf(part, width, height));
}
