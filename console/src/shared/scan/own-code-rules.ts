/** The kinds of Platen codes by their letter. */
const KINDS = {
  P: { kind: 'piece', digits: 10 },
  R: { kind: 'order', digits: 10 },
  T: { kind: 'parcel', digits: 10 },
  B: { kind: 'batch', digits: 8 },
  K: { kind: 'bin', digits: 4 },
  C: { kind: 'command', digits: 4 },
  W: { kind: 'person', digits: 12 },
} as const;

export type OwnKind = (typeof KINDS)[keyof typeof KINDS]['kind'];

export interface OwnCode {
  kind: OwnKind;
  /** As printed, such as P0000000120. */
  code: string;
}

const SHAPE = /^([A-Z])(\d{4,12})$/;
/** A Platen code at the end of a longer text. */
const AT_END = /[A-Z](?:\d{12}|\d{10}|\d{8}|\d{4})$/;
const EAN13 = /^\d{13}$/;

/** Table of Damm's algorithm, as on the server. It finds each wrong digit and each swap of two neighbours. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];

/**
 * Returns the Platen code in the text; undefined for other or misread text. Ignores case and surrounding
 * spaces.
 */
export function readOwnCode(text: string): OwnCode | undefined {
  const code = text.trim().toUpperCase();
  const kind = kindOf(code);
  return kind && isChecked(code) && /[1-9]/.test(code.slice(1, -1)) ? { kind, code } : undefined;
}

/** Returns the Platen code at the end of a text, such as an address. */
export function ownCodeAtEnd(text: string): OwnCode | undefined {
  const [tail] = AT_END.exec(text.trim().toUpperCase()) ?? [];
  return tail === undefined ? undefined : readOwnCode(tail);
}

/** Returns whether the text has the form of a Platen code, with any check digit. */
export function looksLikeOwnCode(text: string): boolean {
  return kindOf(text.trim().toUpperCase()) !== undefined;
}

/** Returns whether the text is 13 digits with a valid GS1 check digit. */
export function isEan13(text: string): boolean {
  if (!EAN13.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

function kindOf(code: string): OwnKind | undefined {
  const [, letter = '', digits = ''] = SHAPE.exec(code) ?? [];
  const one = KINDS[letter as keyof typeof KINDS];
  return one?.digits === digits.length ? one.kind : undefined;
}

/** The check digit covers the letter, so a code with a wrong letter is invalid. */
function isChecked(code: string): boolean {
  let interim = 0;
  for (const digit of `${code.charCodeAt(0)}${code.slice(1)}`) interim = Number(DAMM[interim]?.[Number(digit)] ?? 0);
  return interim === 0;
}
