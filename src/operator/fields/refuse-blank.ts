import { invalidRequest, type Violation } from '../../errors.ts';

/** Throws `invalid_request` with every one of the texts that holds nothing but spaces; each is named by its pointer. */
export function refuseBlank(texts: Readonly<Record<string, string>>): void {
  const violations = Object.entries(texts)
    .filter(([, text]) => text.trim() === '')
    .map(([pointer]): Violation => {
      const message = `"${pointer.replace('/', '')}" must not be blank.`;
      return { pointer, code: 'required', message };
    });
  if (violations.length > 0) throw invalidRequest(violations);
}
