import type { Violation } from '../../errors.ts';

/** One violation for each of the texts that holds nothing but spaces; each is named by its pointer. */
export function blankFaults(texts: Readonly<Record<string, unknown>>): Violation[] {
  return Object.entries(texts)
    .filter(([, text]) => typeof text === 'string' && text.trim() === '')
    .map(([pointer]): Violation => {
      const message = `"${pointer.replace('/', '')}" must not be blank.`;
      return { pointer, code: 'required', message };
    });
}
