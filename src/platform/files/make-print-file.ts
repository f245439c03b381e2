import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { openSharp } from './open-sharp.ts';
import { copyPng } from './png-chunks.ts';

export const PRINT_KINDS = ['PNG', 'TIFF', 'PDF'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];
type Rectangle = { left: number; top: number; width: number; height: number };

export interface PrintTask {
  /** The artwork. */
  path: string;
  mediaType: 'image/png' | 'application/pdf';
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
/** Higher levels take a multiple of the time and save some percent. */
const COMPRESSION_LEVEL = 3;
/** The length of the longer side of the picture. */
const PICTURE_PIXELS = 640;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Makes the print-ready file of artwork and its picture; undefined if the artwork cannot be drawn. Call it
 * only in a separate process.
 */
export async function makePrintFile(task: PrintTask): Promise<MadePrint | undefined> {
  const path = join(task.folder, 'print');
  const picture = join(task.folder, 'picture');
  try {
    const { width } = await makePicture(task, path);
    await drawPlaced(task, picture);
    const { size: bytes } = await stat(path);
    return { kind: task.kind, path, bytes, picture, dpi: (width / task.widthMm) * MM_PER_INCH };
  } catch (error) {
    // An error of the file system says nothing about the file.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
    return undefined;
  }
}

/** Writes artwork of pixels, which keeps its pixels, its transparency and its profile. */
async function makePicture(task: PrintTask, target: string): Promise<{ width: number }> {
  const sharp = await openSharp();
  // Without `ignoreIcc`, pixels would be converted to sRGB and back.
  const image = sharp(task.path, { limitInputPixels: INPUT_PIXELS_MAX, sequentialRead: true, ignoreIcc: true });
  const { width, height, depth, channels } = await image.metadata();
  const part = pixelsOf(task.part, width, height);
  const isWhole = part.width === width && part.height === height;
  const perMm = part.width / task.widthMm;
  if (isWhole && !task.isMirrored && task.kind === 'PNG') {
    await copyPng(task.path, target, Math.round(perMm * MM_PER_METER));
    return part;
  }
  if (!isWhole) image.extract(part);
  if (task.isMirrored) image.flop();
  const isGray = channels < 3;
  if (depth === 'ushort') image.toColourspace(isGray ? 'grey16' : 'rgb16');
  else if (isGray) image.toColourspace('b-w');
  image.keepIccProfile().withDensity(perMm * MM_PER_INCH);
  await encode(image, task.kind, perMm).toFile(target);
  return part;
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

/** Draws the print in its area, as it looks on the product. */
async function drawPlaced({ path, part, area, widthMm, heightMm }: PrintTask, target: string): Promise<void> {
  const sharp = await openSharp();
  const open = () => sharp(path, { limitInputPixels: INPUT_PIXELS_MAX, sequentialRead: true });
  const { width, height } = await open().metadata();
  const scale = PICTURE_PIXELS / Math.max(area.widthMm, area.heightMm);
  const pixels = (mm: number) => Math.max(1, Math.round(mm * scale));
  const print = await open()
    .extract(pixelsOf(part, width, height))
    .resize({ width: pixels(widthMm), height: pixels(heightMm), fit: 'fill' })
    .png()
    .toBuffer();
  const canvas = {
    width: pixels(area.widthMm),
    height: pixels(area.heightMm),
    channels: 4,
    background: CLEAR,
  } as const;
  const [left, top] = [Math.round(area.leftMm * scale), Math.round(area.topMm * scale)];
  await sharp({ create: canvas })
    .composite([{ input: print, left, top }])
    .webp({ quality: 82 })
    .toFile(target);
}
