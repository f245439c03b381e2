import type { Violation } from '../../errors.ts';
import { faultOfName } from '../../people/name-rules.ts';

/** Returns one violation for each name, by its pointer, that has nothing visible or a hidden character in it. */
export function nameFaults(names: Readonly<Record<string, unknown>>): Violation[] {
  return Object.entries(names).flatMap(([pointer, name]): Violation[] => {
    const fault = typeof name === 'string' ? faultOfName(name) : undefined;
    const field = `"${pointer.replace('/', '')}"`;
    if (fault === 'blank') return [{ pointer, code: 'required', message: `${field} must not be blank.` }];
    if (fault !== 'hidden') return [];
    const message = `${field} must not have invisible characters, or characters that change the direction of text.`;
    return [{ pointer, code: 'invalid_characters', message }];
  });
}
