import { createRequire } from 'node:module';

/** The used part of the package `date-holidays`. It is loaded at its first use, because it takes 40 MB. */
interface Holidays {
  getCountries(language?: string): Record<string, string>;
  getStates(country: string, language?: string): Record<string, string> | undefined;
  getHolidays(year: number, language?: string): { date: string; start: Date; end: Date; name: string; type: string }[];
}
type HolidaysClass = new (country?: string, state?: string) => Holidays;

const DAY_MS = 86_400_000;
/** Years and regions in memory. Above this number all are forgotten. */
const REMEMBERED_MAX = 200;
/** A country by ISO 3166-1, or one of its states by ISO 3166-2. */
const REGION = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?$/;

export type Holiday = { date: string; name: string };

const require = createRequire(import.meta.url);
const years = new Map<string, Holiday[]>();
let loaded: HolidaysClass | undefined;

function load(): HolidaysClass {
  loaded ??= require('date-holidays') as HolidaysClass;
  return loaded;
}

/** Returns whether the region has no production on this day, such as 2026-12-25. */
export function isHoliday(region: string, day: string): boolean {
  return holidaysOf(region, Number(day.slice(0, 4))).some(({ date }) => date === day);
}

/** Returns the public holidays of a year. A holiday of several days has each of its days. */
export function holidaysOf(region: string, year: number, language?: string): Holiday[] {
  const key = `${region} ${year} ${language}`;
  const known = years.get(key);
  if (known) return known;
  const [, country, state] = REGION.exec(region) ?? [];
  const ofRegion = new (load())(country, state);
  const days = ofRegion
    .getHolidays(year, language)
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, start, end, name }) => daysFrom(date, end.getTime() - start.getTime(), name));
  if (years.size >= REMEMBERED_MAX) years.clear();
  years.set(key, days);
  return days;
}

function daysFrom(date: string, lengthMs: number, name: string): Holiday[] {
  const first = Temporal.PlainDate.from(date.slice(0, 10));
  const days = Math.max(1, Math.round(lengthMs / DAY_MS));
  return Array.from({ length: days }, (_, index) => ({ date: first.add({ days: index }).toString(), name }));
}

/** Lists the regions whose holidays are known, by name. */
export function listHolidayRegions(language: string): { code: string; name: string }[] {
  const all = new (load())();
  return Object.entries(all.getCountries(language)).flatMap(([country, name]) => {
    const states = Object.entries(all.getStates(country, language) ?? {});
    const ofCountry = states.map(([state, of]) => ({ code: `${country}-${state}`, name: `${name}, ${of}` }));
    return [{ code: country, name }, ...ofCountry.filter(({ code }) => REGION.test(code))];
  });
}

export function isHolidayRegion(region: string): boolean {
  const [, country, state] = REGION.exec(region) ?? [];
  if (country === undefined) return false;
  const all = new (load())();
  if (!(country in all.getCountries())) return false;
  return state === undefined || state in (all.getStates(country) ?? {});
}
