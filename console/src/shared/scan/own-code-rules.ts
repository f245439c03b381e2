/** What a code of Platen's own stands for, by its letter. */
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
  /** As it is printed, such as P0000000120. */
  code: string;
}

const SHAPE = /^([A-Z])(\d{4,12})$/;
/** One of our codes at the end of a longer text. */
const AT_END = /[A-Z](?:\d{12}|\d{10}|\d{8}|\d{4})$/;
const EAN13 = /^\d{13}$/;

/** Of Damm's algorithm, as the server has it: finds every wrong digit and every two that changed places. */
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

/** The code that the text is; undefined: it is none of ours, or was not read right. Small letters and blanks around it do no harm. */
export function readOwnCode(text: string): OwnCode | undefined {
  const code = text.trim().toUpperCase();
  const kind = kindOf(code);
  return kind && isChecked(code) && /[1-9]/.test(code.slice(1, -1)) ? { kind, code } : undefined;
}

/** The code at the end of a text, such as that of an address. */
export function ownCodeAtEnd(text: string): OwnCode | undefined {
  const [tail] = AT_END.exec(text.trim().toUpperCase()) ?? [];
  return tail === undefined ? undefined : readOwnCode(tail);
}

/** Looks like one of our codes, whether or not its check digit is right. */
export function looksLikeOwnCode(text: string): boolean {
  return kindOf(text.trim().toUpperCase()) !== undefined;
}

/** Thirteen digits of which the last is the check digit of the others (GS1). */
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

/** The letter counts too, so that a code with another letter before its digits is none. */
function isChecked(code: string): boolean {
  let interim = 0;
  for (const digit of `${code.charCodeAt(0)}${code.slice(1)}`)
    interim = Number(DAMM[interim]?.[Number(digit)] ?? 0);
  return interim === 0;
}
