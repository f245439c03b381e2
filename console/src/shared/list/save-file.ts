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

/** What a spreadsheet takes for a formula, or for the end of a cell before one. */
const FORMULA = /^[\t\r\n ]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** A number, also a negative one, is harmless. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Without it Excel reads UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180, for spreadsheets: what would be a formula begins with an apostrophe. */
export function toCsv(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
