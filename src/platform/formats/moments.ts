import { Type } from 'typebox';

export const moment = (description: string, example = '2026-01-31T12:00:00.000Z') =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: [example] }));

export const endMoment = (description: string) => moment(description, '2026-12-31T12:00:00.000Z');

/** Parses an ISO 8601 time with a zone; undefined if invalid. An unencoded `+` arrives as a space. */
export function parseMoment(value: string): Date | undefined {
  if (!/^(?!0000)\d{4}/.test(value)) return undefined;
  try {
    return new Date(Temporal.Instant.from(value.replace(/ (\d\d(:?\d\d)?)$/, '+$1')).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Parses an optional query parameter that the schema has checked. */
export function optionalMoment(value: string | undefined): Date | undefined {
  return value === undefined ? undefined : parseMoment(value);
}
