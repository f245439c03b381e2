import { saveFile } from '../list/save-file.ts';
import { changePrintJob, readDocument } from './print-jobs-api.ts';

/** The document must exist while the print dialog is open. No event tells when it closes. */
const KEEP_MS = 60_000;
const PDF = 'application/pdf';

/** Some browsers, such as Chrome on Android, show no PDF. They get a file. */
export type PrintResult = 'dialogOpened' | 'fileSaved';

/** Claims a job of a browser printer and prints its document. A person confirms that it was printed. */
export async function printHere(jobId: string): Promise<PrintResult> {
  const job = await changePrintJob(jobId, 'take');
  return printBlob(await readDocument(job), job.title);
}

/** Opens the print dialog for a document. */
export async function printBlob(content: Blob, title: string): Promise<PrintResult> {
  if (content.type === PDF && !navigator.pdfViewerEnabled) {
    saveFile(`${title}.pdf`, content);
    return 'fileSaved';
  }
  const url = URL.createObjectURL(content);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = title;
  await new Promise<void>((resolve, reject) => {
    frame.onload = () => resolve();
    frame.onerror = () => reject(new Error('The document could not be shown.'));
    frame.src = url;
    document.body.append(frame);
  });
  frame.contentWindow?.focus();
  frame.contentWindow?.print();
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, KEEP_MS);
  return 'dialogOpened';
}
