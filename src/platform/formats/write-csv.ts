/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[\t\r\n ]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** A number is harmless, even a negative one. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Excel needs it to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
type Cell = string | number | undefined;
/** `;` comes with decimal commas, for spreadsheets in languages that write them. */
type Separator = ',' | ';';

/** Writes CSV (RFC 4180) for spreadsheets. A cell that looks like a formula gets a leading apostrophe. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => csvRow(row)).join('');
}

export function csvRow(cells: readonly Cell[], separator: Separator = ','): string {
  return `${cells.map((value) => cell(value, separator)).join(separator)}\r\n`;
}

function cell(value: Cell, separator: Separator): string {
  const plain = String(value ?? '');
  const text = typeof value === 'number' && separator === ';' ? plain.replace('.', ',') : plain;
  const harmless = isFormula(plain.replace(/^'+/, '')) ? `'${text}` : text;
  // Readers trim unquoted cells.
  return /[",\r\n;\t]|^\s|\s$/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function removeGuard(text: string): string {
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}
