/** The document must stay while the browser's own window is open; nobody tells when that is closed. */
const KEEP_MS = 60_000;

/** Opens the browser's print window for a PDF that was read as a whole. */
export async function printBlob(pdf: Blob): Promise<void> {
  const url = URL.createObjectURL(pdf);
  const frame = document.createElement('iframe');
  frame.hidden = true;
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
