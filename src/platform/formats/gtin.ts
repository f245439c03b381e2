const LENGTHS = [8, 12, 13, 14];
const DIGITS_MAX = 14;
const GTIN = /^(?:\d{8}|\d{12,14})$/;
/** AIM identifier of a symbology, which scanners can put before a code: `]E0` EAN-13, `]C1` GS1-128. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
/** The GTIN in a GS1 element string, at its beginning or behind the character FNC1 as scanners send it. */
const ELEMENT = /(?:^|\p{Cc}|\{GS\}|<GS>|[\^|~])01(\d{14})/u;
const BRACKETED_ELEMENT = /\(01\)(\d{14})/;
/** A GS1 Digital Link, as QR codes on products have it. */
const DIGITAL_LINK = /^https?:\/\/\S+?\/(?:01|gtin)\/(\d{8}|\d{12,14})(?=[/?#]|$)/i;

/** Returns all forms of a GTIN, the given one first. They differ only in leading zeros. */
export function gtinForms(code: string): string[] {
  if (!GTIN.test(code)) return [code];
  const digits = code.replace(/^0+/, '');
  const lengths = LENGTHS.filter((length) => length >= digits.length);
  return [...new Set([code, ...lengths.map((length) => digits.padStart(length, '0'))])];
}

/** Returns the same text for all forms of a GTIN, and any other code unchanged. */
export function gtinKey(code: string): string {
  return GTIN.test(code) ? code.padStart(DIGITS_MAX, '0') : code;
}

/**
 * Returns the GTIN of a scan, without the identifier of its symbology and the other parts of a GS1 code.
 * Undefined for other codes. The check digit counts only where the digits may mean something else.
 */
export function readGtin(scan: string): string | undefined {
  const text = scan.trim();
  const code = text.replace(SYMBOLOGY, '');
  if (GTIN.test(code)) return code;
  const bracketed = BRACKETED_ELEMENT.exec(code)?.[1];
  if (bracketed !== undefined) return bracketed;
  const gtin = (ELEMENT.exec(code) ?? DIGITAL_LINK.exec(code))?.[1];
  return gtin !== undefined && (code !== text || hasGs1CheckDigit(gtin)) ? gtin : undefined;
}

export function hasGs1CheckDigit(number: string): boolean {
  return gs1CheckDigit(number.slice(0, -1)) === Number(number.at(-1));
}

/** UPC-E: number system, five digits, the digit that tells where zeros are left out, check digit. */
const UPC_E = /^([01])(\d\d)(\d)(\d)(\d)(\d)(\d)$/;

/** Returns the UPC-A of a UPC-E. Undefined for other codes. The digits may also be an EAN-8. */
export function expandUpcE(code: string): string | undefined {
  const [, system = '', ab = '', c = '', d = '', e = '', last = '', check = ''] = UPC_E.exec(code) ?? [];
  const bodies = [
    ...Array(3).fill(`${ab}${last}0000${c}${d}${e}`),
    `${ab}${c}00000${d}${e}`,
    `${ab}${c}${d}00000${e}`,
    ...Array(5).fill(`${ab}${c}${d}${e}0000${last}`),
  ];
  const upcA = `${system}${bodies[Number(last)]}${check}`;
  return check !== '' && hasGs1CheckDigit(upcA) ? upcA : undefined;
}

/** Returns the check digit of GS1 (EAN, GTIN, SSCC) that follows `digits`. */
export function gs1CheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** Restores the leading zeros that a spreadsheet dropped. Returns undefined unless this gives an EAN-13. */
export function eanWithZeros(digits: string): string | undefined {
  const ean = digits.padStart(13, '0');
  return /^\d{11,12}$/.test(digits) && hasGs1CheckDigit(ean) ? ean : undefined;
}
