import type { Violation } from '../../../platform/errors/errors.ts';
import { faultOfName } from '../../../staff/name-rules.ts';

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

/** Returns one violation for each text, by its pointer, that holds nothing but spaces. */
export function blankFaults(texts: Readonly<Record<string, unknown>>): Violation[] {
  return Object.entries(texts)
    .filter(([, text]) => typeof text === 'string' && text.trim() === '')
    .map(([pointer]): Violation => {
      const message = `"${pointer.replace('/', '')}" must not be blank.`;
      return { pointer, code: 'required', message };
    });
}

type WithoutNulls<T> = { [Field in keyof T]: Exclude<T[Field], null> };

/** Leaves out the fields that are null. */
export function withoutNulls<T extends object>(row: T): Partial<WithoutNulls<T>> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Partial<
    WithoutNulls<T>
  >;
}
