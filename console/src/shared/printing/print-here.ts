import { changePrintJob, readDocument } from './print-jobs-api.ts';

/** The document must stay while the browser's own window is open; nobody tells when that is closed. */
const KEEP_MS = 60_000;

/** Takes a job of a browser and prints its document. Whether it was printed a person says. */
export async function printHere(jobId: string): Promise<void> {
  const job = await changePrintJob(jobId, 'take');
  await printBlob(await readDocument(job), job.title);
}

/** Opens the browser's print window for a document that was read as a whole. */
export async function printBlob(content: Blob, title = ''): Promise<void> {
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
}
