/** What a spreadsheet takes for a formula, or for the end of a cell before one. */
const FORMULA = /^[\t\r\n ]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** A number, also a negative one, is harmless. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Without it Excel reads UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | undefined;

/** RFC 4180, for spreadsheets: what would be a formula begins with an apostrophe. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvRow).join('');
}

/** One row of such a text. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: Cell): string {
  const text = String(value ?? '');
  const harmless = isFormula(text.replace(/^'+/, '')) ? `'${text}` : text;
  // Readers take spaces around a cell away, but not those inside of quotes.
  return /[",\r\n;\t]|^\s|\s$/.test(harmless) || harmless !== text
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/** The text of a cell that was written by `writeCsv`: without the apostrophe before what would be a formula. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}
