import { RequestError } from '../api/request-error.ts';
import type { copy } from '../copy/parts-copy.en.ts';

/** Returns why the server refused a new password; undefined for other failures. */
export function newPasswordFault(error: unknown, words: typeof copy.password): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  switch (error.violations.find(({ pointer }) => pointer === '/password')?.code) {
    case 'common_password':
      return words.guessable;
    case 'too_short':
      return words.tooShort;
    case 'too_long':
      return words.tooLong;
    default:
      return undefined;
  }
}
