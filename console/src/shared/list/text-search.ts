import { stringifySearchWith } from '@tanstack/react-router';

/** Search parameters are texts, as they stand in the address: `?q=4006381333931` is no number, and `?q=007` stays 007. */
export const parseTextSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** The other way round: no text is wrapped in quotes, and what is undefined is left out. */
export const stringifyTextSearch = stringifySearchWith(String);

/** A route's `validateSearch`: what the address says wrongly, or what the page does not know, is left out. */
export function readWith<Read extends (search: Record<string, unknown>) => object>(read: Read): Read {
  const readAll = (search: Record<string, unknown>) => ({
    // The router keeps whatever is not overwritten.
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
  return readAll as unknown as Read;
}

/** The text of a parameter; undefined where it is absent or empty. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value of a parameter if it is one of those allowed; an address that somebody mended by hand shows the list without it. */
export function readOneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value);
}
