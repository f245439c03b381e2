import { type FileHandle, open } from 'node:fs/promises';
import { ZPL_BYTES_MAX, type ZplMedia } from '../formats/zpl-commands.ts';
import { readLabel } from './draw-label.ts';
import { type FileContent, FileWindow, type Findings } from './file-content.ts';
import { inspectPdf, PDF_EDGE_BYTES } from './inspect-pdf.ts';
import { inspectPicture, JPEG_START, PNG_SIGNATURE } from './inspect-picture.ts';

const ZPL_START = /^\ufeff?\s*\^XA/i;
const HTML_START = /^\ufeff?\s*<(!doctype\s+html|html|head|body)\b/i;
/** Beginnings of files of other types, read as Latin-1. */
const OTHER_TYPES: readonly (readonly [start: RegExp, name: string])[] = [
  [/^RIFF.{4}WEBP/s, 'WebP'],
  [/^GIF8/, 'GIF'],
  [/^(II\*\0|MM\0\*)/, 'TIFF'],
  [/^.{4}ftyp(hei|hev|mif1|msf1)/s, 'HEIC'],
  [/^.{4}ftypavi/s, 'AVIF'],
  [/^8BPS/, 'PSD'],
  [/^%!PS/, 'PostScript'],
  [/^PK\p{Cc}{2}/u, 'ZIP'],
  [/^\s*<(svg\b|[!?].*<svg\b)/is, 'SVG'],
  [/^\s*<\?xml\b/, 'XML'],
  // The content of a PDF, PNG, JPEG or ZPL, as answers of an API have it.
  [/^\s*"?(data:[a-z/]+;base64,|JVBERi0|iVBORw0KGgo|\/9j\/|XlhB)/, 'Base64'],
  [/^\s*[{[]\s*["{[]/, 'JSON'],
];

/**
 * Inspects a file by its bytes, and decodes images to their last row. An untrusted file may take any time
 * and memory, so this runs in a separate process. Rejects only for errors of the file system. `media` is the
 * printer of a label.
 */
export async function inspectFile(path: string, media?: ZplMedia): Promise<FileContent> {
  const file = await open(path, 'r');
  try {
    return await inspect(file, path, media);
  } finally {
    await file.close();
  }
}

async function inspect(handle: FileHandle, path: string, media?: ZplMedia): Promise<FileContent> {
  const { size: bytes } = await handle.stat();
  const file = new FileWindow(handle, bytes);
  // A copy, because the buffer is used again.
  const head = Buffer.from(await file.read(0, PDF_EDGE_BYTES));
  const text = head.toString('utf8');
  const begins = (start: Buffer) => head.subarray(0, start.length).equals(start);
  if (begins(PNG_SIGNATURE)) return { mediaType: 'image/png', bytes, ...(await inspectPicture(file, path)) };
  if (begins(JPEG_START)) return { mediaType: 'image/jpeg', bytes, ...(await inspectPicture(file, path)) };
  if (HTML_START.test(text)) return { mediaType: 'text/html', bytes };
  if (head.includes('%PDF-') && !ZPL_START.test(text)) {
    return { mediaType: 'application/pdf', bytes, ...(await inspectPdf(file)) };
  }
  const label = await inspectZpl(file, media);
  if (label) return { mediaType: 'application/zpl', bytes, ...label };
  const start = head.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  return { mediaType: undefined, otherType: OTHER_TYPES.find(([one]) => one.test(start))?.[1], bytes };
}

/** Inspects a ZPL file. Returns undefined if the file is something else. */
async function inspectZpl(file: FileWindow, media?: ZplMedia): Promise<Findings | undefined> {
  // The extra byte shows that a file is too large.
  const reading = await readLabel(await file.copy(0, Math.min(file.bytes, ZPL_BYTES_MAX + 1)), media);
  switch (reading.kind) {
    case 'labels':
      return media ? { printed: reading.labels.join('') } : {};
    case 'not_zpl':
      return undefined;
    case 'incomplete':
      return { fault: 'unreadable' };
    case 'refused':
      return { fault: 'not_printable', problem: reading.message };
  }
}
