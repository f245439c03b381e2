/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[\t\r\n "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/**
 * A program that uses another separator, or does not recognise the quotes, begins a cell after these
 * characters: Excel takes the separator of its country for a file with commas.
 */
const INNER_FORMULA = /([,;\t\r\n])(?='*[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const INNER_GUARD = /([,;\t\r\n])'(?='*[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** A number is harmless, even a negative one. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Excel needs it to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
type Cell = string | number | undefined;
/** `;` comes with decimal commas, for spreadsheets in languages that write them. */
type Separator = ',' | ';';

/** Writes CSV (RFC 4180) for spreadsheets. A formula gets an apostrophe before it. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => csvRow(row)).join('');
}

export function csvRow(cells: readonly Cell[], separator: Separator = ','): string {
  return `${cells.map((value) => cell(value, separator)).join(separator)}\r\n`;
}

function cell(value: Cell, separator: Separator): string {
  const plain = String(value ?? '');
  const text = typeof value === 'number' && separator === ';' ? plain.replace('.', ',') : plain;
  const first = isFormula(plain.replace(/^'+/, '')) ? `'${text}` : text;
  const harmless = typeof value === 'number' ? first : first.replaceAll(INNER_FORMULA, "$1'");
  // Readers trim unquoted cells.
  return /[",\r\n;\t]|^\s|\s$/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function removeGuard(guarded: string): string {
  const text = guarded.replaceAll(INNER_GUARD, '$1');
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}
