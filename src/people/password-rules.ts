import type { Violation } from '../errors.ts';
import { COMMON_WORDS, KEY_ROWS } from './common-passwords.ts';

export const PASSWORD_LENGTH_MIN = 12;
/** Long enough for any sentence; argon2 would take more, but nobody remembers it. */
export const PASSWORD_LENGTH_MAX = 256;
/** A shorter part of a name or a login says nothing. */
const OWN_PART_LENGTH_MIN = 4;
/** So many characters that follow from the ones before say nothing, wherever they stand. */
const ROW_LENGTH_MIN = 4;
/** So many different characters must be left without words, names, years, rows and repetition. */
const REST_LENGTH_MIN = 4;
const LETTERS_OF_DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** What is wrong with a new password of somebody: too short, too long, or one of those that are tried first. */
export function passwordFaults(
  password: string,
  pointer: string,
  own: { login: string; name: string },
): Violation[] {
  const length = [...password.normalize('NFKC')].length;
  if (length < PASSWORD_LENGTH_MIN) {
    const message = `The password must have at least ${PASSWORD_LENGTH_MIN} characters. Several words are easier to remember than signs.`;
    return [{ pointer, code: 'too_short', message }];
  }
  if (length > PASSWORD_LENGTH_MAX) {
    return [
      {
        pointer,
        code: 'too_long',
        message: `The password must have at most ${PASSWORD_LENGTH_MAX} characters.`,
      },
    ];
  }
  if (isCommon(password, ownParts(own))) {
    const message =
      'The password is one of those that are tried first: a common word, a name, a row of keys, or one of them with digits behind it. Take several words that have nothing to do with each other.';
    return [{ pointer, code: 'common_password', message }];
  }
  return [];
}

/** Whether hardly anything is left of it without what everybody tries. */
export function isCommon(password: string, ownWords: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  // What is left of either reading is what there is to guess.
  const spelled = [...plain].map((character) => LETTERS_OF_DIGITS[character] ?? character).join('');
  return [plain, spelled].some((text) => restOf(text, ownWords).length < REST_LENGTH_MIN);
}

/** What is left of the text: without common words and one's own, years and rows, and each character once. */
function restOf(text: string, ownWords: readonly string[]): string {
  const words = [...COMMON_WORDS, ...ownWords].sort((a, b) => b.length - a.length);
  let rest = words.reduce(
    (left, word) => (word.length >= OWN_PART_LENGTH_MIN ? left.replaceAll(word, ' ') : left),
    text,
  );
  rest = rest.replaceAll(/(?:19|20)\d\d/g, ' ');
  for (const row of KEY_ROWS) rest = withoutRow(withoutRow(rest, row), [...row].reverse().join(''));
  // "abababab" and "aaaaaaaa" are as good as what is repeated in them.
  rest = rest.replaceAll(/(.{1,8}?)\1+/g, '$1');
  return [...new Set(rest.replaceAll(/[\s\p{P}\p{Sc}\p{Sk}\p{Sm}]/gu, ''))].join('');
}

function withoutRow(text: string, row: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    let length = ROW_LENGTH_MIN;
    if (!row.includes(text.slice(at, at + length)) || at + length > text.length) {
      rest += text[at++];
      continue;
    }
    while (at + length < text.length && row.includes(text.slice(at, at + length + 1))) length++;
    rest += ' ';
    at += length;
  }
  return rest;
}

function ownParts({ login, name }: { login: string; name: string }): string[] {
  return `${login} ${name}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s@._-]+/)
    .filter((part) => part.length >= OWN_PART_LENGTH_MIN);
}
