import { Type } from 'typebox';
import type { Violation } from '../errors.ts';

/** A query parameter that is a moment. */
export const moment = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: ['2026-01-31T12:00:00.000Z'] }));

/** The moment in a query parameter; reports `invalid_timestamp` for one that is none. */
export function readMoment(
  query: Readonly<Record<string, unknown>>,
  name: string,
  violations: Violation[],
): Date | undefined {
  const value = query[name];
  if (typeof value !== 'string') return undefined;
  const parsed = parseMoment(value);
  if (!parsed) {
    const message = `"${name}" must be an ISO 8601 date and time with a time zone, such as 2026-01-31T12:00:00Z.`;
    violations.push({ pointer: name, code: 'invalid_timestamp', message });
  }
  return parsed;
}

/** A `+` that was not percent-encoded arrives as a space, and is understood. */
export function parseMoment(value: string): Date | undefined {
  if (!/^(?!0000)\d{4}/.test(value)) return undefined;
  try {
    return new Date(Temporal.Instant.from(value.replace(/ (\d\d(:?\d\d)?)$/, '+$1')).epochMilliseconds);
  } catch {
    return undefined;
  }
}
