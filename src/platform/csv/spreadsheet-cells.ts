/** What spreadsheets make of cells: pure rules, for every table that is read. */

/** `4,00638E+12`: a long number as a spreadsheet shows it, digits lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;
/** Spaces that do not break, which are the thousands' separator in some languages. */
const OUTER_FIXED_SPACES = /^[\u00a0\u202f]+|[\u00a0\u202f]+$/g;

/** Whether a spreadsheet took the code for a number and rounded it. */
export function isRounded(code: string): boolean {
  return SCIENTIFIC.test(code);
}

/** What to say of such a code. */
export function roundedMessage(name: string): string {
  return `"${name}" was taken for a number by a spreadsheet, which rounded it and wrote it with an exponent: its digits are lost. Give that column the format "Text" before its values are entered or imported, and save anew.`;
}

/** The cell without spaces of a fixed width around it, and without the `="…"` by which people keep a spreadsheet from changing it. */
export function plainCell(cell: string): string {
  const text = cell.replaceAll(OUTER_FIXED_SPACES, '');
  return /^="[^"]*"$/.test(text) ? text.slice(2, -1) : text;
}

/** A whole number as spreadsheets write it: `1 200`, `1200,00`. Undefined where it is none, or might mean another one, as `1.200` might. */
export function wholeNumber(cell: string): number | undefined {
  const [, digits] = /^(-?\d{1,3}(?:[ \u00a0\u202f']\d{3})+|-?\d{1,15})(?:[.,]0{1,2})?$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(/[^\d-]/g, ''));
}

/** The EAN-13 that was probably meant by 11 or 12 digits: spreadsheets drop the zeros that a number begins with. Undefined: none. */
export function eanWithZeros(digits: string): string | undefined {
  if (!/^\d{11,12}$/.test(digits)) return undefined;
  const ean = digits.padStart(13, '0');
  const sum = [...ean].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? ean : undefined;
}
