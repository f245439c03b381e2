/** Enough time for a browser to start the download. */
const KEPT_MS = 60_000;

/** Saves text or a blob as a file. `type` is the media type of text. */
export function saveFile(name: string, content: string | Blob, type?: string): void {
  const blob = typeof content === 'string' ? new Blob([content], type ? { type } : {}) : content;
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Text that a spreadsheet reads as a formula, or as the end of a cell before one. */
const FORMULA = /^[\t\r\n ]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** A number is harmless, even with a minus sign. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Excel needs it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns CSV (RFC 4180) for spreadsheets. A possible formula gets a leading apostrophe. */
export function toCsv(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
