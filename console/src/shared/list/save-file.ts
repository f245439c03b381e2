/** Long enough for a browser to begin. */
const KEPT_MS = 60_000;

/** Has the browser save a text, or what was read as a whole, as a file. `type` of a text is its media type. */
export function saveFile(name: string, content: string | Blob, type?: string): void {
  const blob = typeof content === 'string' ? new Blob([content], type ? { type } : {}) : content;
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
