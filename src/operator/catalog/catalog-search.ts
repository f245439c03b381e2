import { Type } from 'typebox';
import { isStorable } from '../../database/storable.ts';

const SEARCH_LENGTH_MAX = 200;
/** More than a person types. What comes after them is not looked at. */
const WORDS_MAX = 10;

/** The parameter `q` of staff's lists of the catalogue. */
export const searchParameter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: SEARCH_LENGTH_MAX, description, examples: [example] }));

/** What was typed, word by word; undefined where nothing was. */
export function readSearch(q: string | undefined): { words: string[]; code: string } | undefined {
  const code = q?.trim() ?? '';
  return code === '' ? undefined : { words: code.split(/\s+/).slice(0, WORDS_MAX), code };
}

/** Whether there can be anything that says so: the database cannot hold every text. */
export function canBeFound(...texts: (string | undefined)[]): boolean {
  return texts.every((text) => text === undefined || isStorable(text));
}
