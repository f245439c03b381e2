import type { Violation } from '../platform/errors/errors.ts';

export const PASSWORD_LENGTH_MIN = 12;
/** Long enough for any sentence; argon2 would take more, but nobody remembers it. */
export const PASSWORD_LENGTH_MAX = 256;
const PRODUCT = 'platen';
/** A shorter part of a name or a login is a part of too many passwords. */
const OWN_WORD_LENGTH_MIN = 3;
/** The strength of a longer word is not estimated to its end. */
export const OWN_WORD_LENGTH_MAX = 64;
const OWN_WORDS_MAX = 50;

/** Words that an attacker knows about the person who sets a password. */
export interface KnownWords {
  login: string;
  name: string;
  centerName: string;
}

/** Returns the violation of a password that is too short or too long, in code points. */
export function lengthFault(password: string, pointer: string): Violation | undefined {
  const length = [...normalized(password)].length;
  if (length < PASSWORD_LENGTH_MIN) {
    const message = `The password must have at least ${PASSWORD_LENGTH_MIN} characters. Several words are easier to remember than signs.`;
    return { pointer, code: 'too_short', message };
  }
  if (length > PASSWORD_LENGTH_MAX) {
    const message = `The password must have at most ${PASSWORD_LENGTH_MAX} characters.`;
    return { pointer, code: 'too_long', message };
  }
  return undefined;
}

/** Returns the violation of a password that is easy to guess. */
export function guessableFault(pointer: string): Violation {
  const message =
    'The password is easy to guess: it is made of common words, of names, of your own name or sign-in name, of dates, or of keys that lie next to each other. Take four or more words that have nothing to do with each other.';
  return { pointer, code: 'common_password', message };
}

/** Returns each known text whole, without spaces and signs, and word by word: an attacker tries them first. */
export function ownWords({ login, name, centerName }: KnownWords): string[] {
  const words = [login, name, centerName].map(normalized).flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, parts.join(''), ...parts];
  });
  const long = [PRODUCT, ...words].filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
  return [...new Set(long.map((word) => word.slice(0, OWN_WORD_LENGTH_MAX)))].slice(0, OWN_WORDS_MAX);
}

/** The form in which a password is judged, which is the one that is hashed. */
export function normalized(text: string): string {
  return text.normalize('NFKC');
}
