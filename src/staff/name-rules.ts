export const LOGIN_LENGTH_MAX = 200;
export const OPERATOR_NAME_LENGTH_MAX = 200;

/** Returns the key of a login: the same for all cases, Unicode forms and surrounding spaces. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase();
}

/** Format characters and other invisible characters, without joiners and variation selectors. */
const INVISIBLE = /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u200C\u200D\p{Variation_Selector}]]/v;
/** Controls, lone surrogates, unassigned code points, line separators, and the blank braille pattern. */
const NOT_TEXT = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u2800]/v;
/** Persian, Indic scripts and emoji need joiners, which work only beside a visible character. */
const LONE_JOINER = /(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{N}\p{P}\p{S}])/v;
/** Ideographs, Mongolian and emoji need variation selectors. */
const LONE_SELECTOR = /(?<![\p{Lo}\p{So}\p{Emoji}])\p{Variation_Selector}/v;
const HIDDEN = new RegExp(
  [INVISIBLE, NOT_TEXT, LONE_JOINER, LONE_SELECTOR].map(({ source }) => source).join('|'),
  'gv',
);
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/v;

/** Returns `blank` without a visible character, `hidden` with an invisible or reordering one. */
export function faultOfName(name: string): 'blank' | 'hidden' | undefined {
  const visible = name.replaceAll(HIDDEN, '');
  if (!VISIBLE.test(visible)) return 'blank';
  return visible === name ? undefined : 'hidden';
}

/** Removes hidden characters and the spaces around the rest; returns an empty string when no name is left. */
export function removeHidden(text: string): string {
  const rest = text.replaceAll(HIDDEN, '').trim();
  return faultOfName(rest) === undefined ? rest : '';
}
