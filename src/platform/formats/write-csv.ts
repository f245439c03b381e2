/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[\t\r\n ]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** A number is harmless, even a negative one. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Excel needs it to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | undefined;

/** Writes CSV (RFC 4180) for spreadsheets. A cell that looks like a formula gets a leading apostrophe. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvRow).join('');
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: Cell): string {
  const text = String(value ?? '');
  const harmless = isFormula(text.replace(/^'+/, '')) ? `'${text}` : text;
  // Readers trim unquoted cells.
  return /[",\r\n;\t]|^\s|\s$/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Removes the apostrophe that `writeCsv` adds. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}
