import { type CodeKind, readScanCode } from './scan-codes.ts';

export interface OwnCode {
  kind: CodeKind;
  /** As printed, such as P0000000120. */
  code: string;
}

/** A Platen code at the end of a longer text. */
const AT_END = /[A-Z](?:\d{12}|\d{10}|\d{8}|\d{4})$/;
const EAN13 = /^\d{13}$/;

/** Returns the Platen code in the text; undefined for other or misread text. */
export function readOwnCode(text: string): OwnCode | undefined {
  const kind = readScanCode(text)?.kind;
  return kind && { kind, code: text.trim().toUpperCase() };
}

/** Returns the Platen code at the end of a text, such as an address. */
export function ownCodeAtEnd(text: string): OwnCode | undefined {
  const [tail] = AT_END.exec(text.trim().toUpperCase()) ?? [];
  return tail === undefined ? undefined : readOwnCode(tail);
}

/** Returns whether the text is 13 digits with a valid GS1 check digit. */
export function isEan13(text: string): boolean {
  if (!EAN13.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
