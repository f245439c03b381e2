import { Type } from 'typebox';

/** A query parameter that is a moment. */
export const moment = (description: string, example = '2026-01-31T12:00:00.000Z') =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: [example] }));

/** The same that is the end of a time. */
export const endMoment = (description: string) => moment(description, '2026-12-31T12:00:00.000Z');

/** ISO 8601 with a time zone; undefined for what is none. A `+` that was not percent-encoded arrives as a space, and is understood. */
export function parseMoment(value: string): Date | undefined {
  if (!/^(?!0000)\d{4}/.test(value)) return undefined;
  try {
    return new Date(Temporal.Instant.from(value.replace(/ (\d\d(:?\d\d)?)$/, '+$1')).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** The same for a query parameter that may be absent; the schema has refused what is no moment. */
export function optionalMoment(value: string | undefined): Date | undefined {
  return value === undefined ? undefined : parseMoment(value);
}
