import { stringifySearchWith } from '@tanstack/react-router';

/** Parses search parameters as text, so `?q=007` stays 007. */
export const parseTextSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** Writes search parameters without quotes and without undefined ones. */
export const stringifyTextSearch = stringifySearchWith(String);

/** Returns a `validateSearch` that drops invalid and unknown parameters. */
export function readWith<Read extends (search: Record<string, unknown>) => object>(read: Read): Read {
  const readAll = (search: Record<string, unknown>) => ({
    // The router keeps each parameter that is not overwritten.
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
  return readAll as unknown as Read;
}

/** Returns the text of a parameter; undefined if it is absent or empty. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the value if it is allowed; else undefined, so a mistyped address shows the unfiltered list. */
export function readOneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a day such as 2026-11-22; undefined if it is not a valid day. */
export function readDay(value: unknown): string | undefined {
  const text = readText(value);
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

type Reader = (value: unknown) => unknown;
type Readers = Readonly<Record<string, Reader>>;
type Search<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> };

export const oneOf =
  <const T extends string>(allowed: readonly T[]) =>
  (value: unknown) =>
    readOneOf(value, allowed);

/** Returns a reader for the search parameters of a page. It drops invalid ones. */
export const searchReader =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Search<R> =>
    withoutEmpty(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as Search<R>;

/** Reads the search of a list that has only pages. */
export const readCursor = searchReader({ cursor: readText });

type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Returns the search without undefined parameters. */
export function withoutEmpty<T extends object>(search: T): Defined<T> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Defined<T>;
}
