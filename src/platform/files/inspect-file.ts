import { type FileHandle, open } from 'node:fs/promises';
import { readZpl, ZPL_BYTES_MAX } from '../formats/read-zpl.ts';
import { type FileContent, FileWindow, type Findings } from './file-content.ts';
import { inspectJpeg, JPEG_START } from './inspect-jpeg.ts';
import { inspectPdf, PDF_EDGE_BYTES } from './inspect-pdf.ts';
import { inspectPng, PNG_SIGNATURE } from './inspect-png.ts';

const ZPL_START = /^\ufeff?\s*\^XA/i;
const HTML_START = /^\ufeff?\s*<(!doctype\s+html|html|head|body)\b/i;

/**
 * Inspects a file by its bytes, and images to their last row. An untrusted file may take any time and memory,
 * so this runs in a separate process. Rejects only for errors of the file system.
 */
export async function inspectFile(path: string): Promise<FileContent> {
  const file = await open(path, 'r');
  try {
    return await inspect(file, path);
  } finally {
    await file.close();
  }
}

async function inspect(handle: FileHandle, path: string): Promise<FileContent> {
  const { size: bytes } = await handle.stat();
  const file = new FileWindow(handle, bytes);
  // A copy, because the buffer is used again.
  const head = Buffer.from(await file.read(0, PDF_EDGE_BYTES));
  const text = head.toString('utf8');
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    return { mediaType: 'image/png', bytes, ...(await inspectPng(file)) };
  }
  if (head.subarray(0, JPEG_START.length).equals(JPEG_START)) {
    return { mediaType: 'image/jpeg', bytes, ...(await inspectJpeg(file, path)) };
  }
  if (HTML_START.test(text)) return { mediaType: 'text/html', bytes };
  if (head.includes('%PDF-') && !ZPL_START.test(text)) {
    return { mediaType: 'application/pdf', bytes, ...(await inspectPdf(file)) };
  }
  const label = await inspectZpl(file);
  return label ? { mediaType: 'application/zpl', bytes, ...label } : { mediaType: undefined, bytes };
}

/** Inspects a ZPL file. Returns undefined if the file is something else. */
async function inspectZpl(file: FileWindow): Promise<Findings | undefined> {
  // The extra byte shows that a file is too large.
  const reading = readZpl(await file.copy(0, Math.min(file.bytes, ZPL_BYTES_MAX + 1)));
  switch (reading.kind) {
    case 'labels':
      return {};
    case 'not_zpl':
      return undefined;
    case 'incomplete':
      return { fault: 'unreadable' };
    case 'refused':
      return { fault: 'not_printable', problem: reading.message };
  }
}
