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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day of a parameter, as 2026-11-22; undefined where it is none. */
export function readDay(value: unknown): string | undefined {
  const text = readText(value);
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

type Reader = (value: unknown) => unknown;
type Readers = Readonly<Record<string, Reader>>;
type Search<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> };

/** Reads one of these values. */
export const oneOf =
  <const T extends string>(allowed: readonly T[]) =>
  (value: unknown) =>
    readOneOf(value, allowed);

/** Returns a function that reads the search of a page, parameter by parameter. What the address says wrongly is left out. */
export const searchReader =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Search<R> =>
    withoutEmpty(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as Search<R>;

/** Reads a search that has nothing but the page of a list. */
export const readCursor = searchReader({ cursor: readText });

type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Returns the search without what is undefined, as the address has it. */
export function withoutEmpty<T extends object>(search: T): Defined<T> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Defined<T>;
}
