import type { Violation } from '../platform/errors/errors.ts';

export const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 256;
const PRODUCT = 'platen';
/** A shorter part of a name or a login occurs in too many good passwords. */
const OWN_WORD_LENGTH_MIN = 3;
/** Only this begin of a longer password is estimated, which bounds the time. */
export const OWN_WORD_LENGTH_MAX = 64;
const OWN_WORDS_MAX = 50;
/** Passwords in the API documents, which nobody may use. */
export const EXAMPLE_PASSWORDS = ['violet teapots hum softly', 'three quiet harbours at dawn'] as const;
export type StrengthQuestion = { password: string; ownWords: string[] };

/** Words that an attacker knows about the person who sets a password. */
export type KnownWords = { login: string; name: string; centerName: string };

export function lengthFault(password: string, pointer: string): Violation | undefined {
  const length = [...normalFormOf(password)].length;
  if (length < PASSWORD_LENGTH_MIN) {
    const message = `The password must have at least ${PASSWORD_LENGTH_MIN} characters. Add more words.`;
    return { pointer, code: 'too_short', message };
  }
  if (length > PASSWORD_LENGTH_MAX) {
    const message = `The password must have at most ${PASSWORD_LENGTH_MAX} characters.`;
    return { pointer, code: 'too_long', message };
  }
  return undefined;
}

export function guessableFault(pointer: string): Violation {
  const message =
    'The password is easy to guess. Use at least three words that have nothing to do with each other: no saying or quotation, no published example, no name or login, no date, no neighbouring keys.';
  return { pointer, code: 'common_password', message };
}

/** Returns the known texts whole, without spaces and signs, and word by word. */
export function ownWords({ login, name, centerName }: KnownWords): string[] {
  const words = [login, name, centerName].map(normalFormOf).flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, parts.join(''), ...parts];
  });
  const long = [PRODUCT, ...words].filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
  return [...new Set(long.map((word) => word.slice(0, OWN_WORD_LENGTH_MAX)))].slice(0, OWN_WORDS_MAX);
}

/** Returns the text in lower case without separators and accents, for comparison with phrases. */
export function joinLetters(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss');
  return plain.replaceAll(/[\p{Z}\p{P}\p{M}\s]/gu, '');
}

export function normalFormOf(text: string): string {
  return text.normalize('NFKC');
}
