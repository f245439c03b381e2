import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { escapeFieldData } from '../platform/formats/zpl-field.ts';
import { enqueuePrintJob, printJobNotFound, requirePrinter } from './manage-print-jobs.ts';
import { findPrintJob, type PrintJob } from './print-job-store.ts';
import type { Printer } from './printer-store.ts';
import { PDF, type PrintMediaType, ZPL } from './printing-rules.ts';

const POINTS_PER_MM = 72 / 25.4;
const MM_PER_INCH = 25.4;
const MARGIN_MM = 4;
const TEXT_MM = 5;
type PagePrinter = Pick<Printer, 'name' | 'mediaTypes' | 'mediaWidthMm' | 'mediaHeightMm' | 'dotsPerInch'>;

/** Draws a frame at the margins, with the printer's data. Undefined if it takes neither ZPL nor PDF. */
function drawTestPage(printer: PagePrinter, now: Date): { contentType: PrintMediaType; bytes: Buffer } | undefined {
  const { mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch } = printer;
  const lines = [
    printer.name,
    `${mediaWidthMm} x ${mediaHeightMm} mm, ${dotsPerInch} dpi`,
    `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `The frame is ${MARGIN_MM} mm from each edge.`,
  ];
  if (mediaTypes.includes(ZPL)) return { contentType: ZPL, bytes: drawTestLabel(printer, lines) };
  if (mediaTypes.includes(PDF)) return { contentType: PDF, bytes: drawTestPdf(printer, lines) };
  return undefined;
}

function drawTestLabel({ mediaWidthMm, mediaHeightMm, dotsPerInch }: PagePrinter, lines: readonly string[]): Buffer {
  const dots = (mm: number) => Math.round((mm * dotsPerInch) / MM_PER_INCH);
  const [width, height, margin, text] = [dots(mediaWidthMm), dots(mediaHeightMm), dots(MARGIN_MM), dots(TEXT_MM)];
  const frame = `^FO${margin},${margin}^GB${width - 2 * margin},${height - 2 * margin},3^FS`;
  const fields = lines.map(
    (line, index) =>
      `^FO${2 * margin},${2 * margin + Math.round(index * text * 1.5)}^A0N,${text}^FH_^FD${escapeFieldData(line)}^FS`,
  );
  return Buffer.from(`^XA^CI28^PW${width}^LL${height}${frame}${fields.join('')}^XZ\n`);
}

/** Writes the PDF by hand: one page with a built-in font needs no library. */
function drawTestPdf({ mediaWidthMm, mediaHeightMm }: PagePrinter, lines: readonly string[]): Buffer {
  const points = (mm: number) => Number((mm * POINTS_PER_MM).toFixed(2));
  const [width, height, margin, text] = [mediaWidthMm, mediaHeightMm, MARGIN_MM, TEXT_MM].map(points) as [
    number,
    number,
    number,
    number,
  ];
  const texts = lines.map((line) => `(${winAnsi(line)}) Tj T*`).join('\n');
  const content = `1 w ${margin} ${margin} ${width - 2 * margin} ${height - 2 * margin} re S
BT /F1 ${text} Tf ${text * 1.5} TL ${2 * margin} ${height - 2 * margin - text} Td
${texts}
ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

/** Replaces characters outside Latin-1 by a question mark. */
function winAnsi(text: string): string {
  return text.replaceAll(/[^ -~\u00a0-\u00ff]/gu, '?').replaceAll(/[\\()]/g, '\\$&');
}

/** Prints a test page. Throws `printer_not_found`, `document_not_printable`. */
export async function printTestPage(pool: Pool, printerId: string, { by, now }: Doing): Promise<PrintJob> {
  // Outside the transaction, which may be retried after its commit: the key is the same then.
  const key = risingId();
  return inTransaction(pool, async (connection) => {
    const printer = await requirePrinter(connection, printerId);
    const page = drawTestPage(printer, now);
    if (!page) {
      const message = 'A test page is ZPL or PDF, and this printer takes neither. Change its formats.';
      throw new ApiError('document_not_printable', message);
    }
    const request = { printerId, kind: 'test', key, title: `Test page of ${printer.name}`, ...page, by, now };
    const { jobId, isNew } = await enqueuePrintJob(connection, request);
    if (isNew) {
      const subject = ['printer', printerId] as const;
      await recordAudit(connection, by, now, { action: 'print.tested', subject, detail: { jobId } });
    }
    const job = await findPrintJob(connection, jobId);
    if (!job) throw printJobNotFound();
    return job;
  });
}
