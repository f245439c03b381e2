import { type FileHandle, open } from 'node:fs/promises';
import { FileWindow } from './file-window.ts';
import { inspectJpeg, JPEG_START } from './inspect-jpeg.ts';
import { inspectPng, PNG_SIGNATURE } from './inspect-png.ts';

/** PDF readers look for the header within these first bytes, and for the end within as many last ones. */
const PDF_EDGE_BYTES = 1024;

const ZPL_START = /^\ufeff?\s*\^XA/i;
const ZPL_END_BYTES = 1024;
const HTML_START = /^\ufeff?\s*<(!doctype\s+html|html|head|body)\b/i;

export type MediaType = 'image/png' | 'image/jpeg' | 'application/pdf' | 'application/zpl' | 'text/html';

/** What the bytes of a file say it is, whatever its name or its server said. */
export interface FileContent {
  /** Undefined where the bytes begin as none of these. */
  mediaType: MediaType | undefined;
  bytes: number;
  /** Why the file cannot be used although it begins as its media type does. */
  fault?: 'unreadable' | 'too_many_pixels';
  /** Pixels. */
  width?: number;
  height?: number;
  /** Pixels per inch that the image says of itself; the lower number where they differ across and down. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */
  hasAlpha?: boolean;
}

/** What an inspection of one format finds beside the media type and the size. */
export type Findings = Omit<FileContent, 'mediaType' | 'bytes'>;

/** Reads what a file is from its bytes. Rejects only where the file system does. */
export async function inspectFile(path: string): Promise<FileContent> {
  const file = await open(path, 'r');
  try {
    return await inspect(file);
  } finally {
    await file.close();
  }
}

async function inspect(handle: FileHandle): Promise<FileContent> {
  const { size: bytes } = await handle.stat();
  const file = new FileWindow(handle, bytes);
  const head = await file.read(0, PDF_EDGE_BYTES);
  const text = head.toString('utf8');
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    return { mediaType: 'image/png', bytes, ...(await inspectPng(file)) };
  }
  if (head.subarray(0, JPEG_START.length).equals(JPEG_START)) {
    return { mediaType: 'image/jpeg', bytes, ...(await inspectJpeg(file)) };
  }
  if (ZPL_START.test(text)) return { mediaType: 'application/zpl', bytes, ...(await inspectZpl(file)) };
  if (HTML_START.test(text)) return { mediaType: 'text/html', bytes };
  if (head.includes('%PDF-')) return { mediaType: 'application/pdf', bytes, ...(await inspectPdf(file)) };
  return { mediaType: undefined, bytes };
}

/** ZPL II: every label begins with ^XA, and the last one must have arrived as far as its ^XZ. */
async function inspectZpl(file: FileWindow): Promise<Findings> {
  const end = await file.read(file.bytes - ZPL_END_BYTES, ZPL_END_BYTES);
  return /\^XZ/i.test(end.toString('latin1')) ? {} : { fault: 'unreadable' };
}

/** PDF (ISO 32000-1, 7.5.5): the end marker. */
async function inspectPdf(file: FileWindow): Promise<Findings> {
  const end = (await file.read(file.bytes - PDF_EDGE_BYTES, PDF_EDGE_BYTES)).toString('latin1');
  return end.includes('%%EOF') ? {} : { fault: 'unreadable' };
}
