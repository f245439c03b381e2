import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Search parameters are texts, as they stand in the address: `?q=007` stays 007, and nothing is wrapped in quotes. */
export const parseTextSearch = parseSearchWith((value) => value);
export const stringifyTextSearch = stringifySearchWith((value) => String(value));

/** The text of a parameter; undefined where it is absent or empty. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value of a parameter if it is one of those allowed; an address that somebody mended by hand shows the list without it. */
export function readOneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value);
}
