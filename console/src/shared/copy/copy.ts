import { use, useEffect, useState, useSyncExternalStore } from 'react';
import { loadPart } from '../api/load-part.ts';
import { TIME_ZONE } from './center-days.ts';

/** The words of one feature. Only the file of the current language is loaded. */
export type Copy<Words> = { load: (language: Language) => Promise<Words> };

/** A promise with React's status fields. A fulfilled one does not suspend the component. */
type ReadPromise<Words> = Promise<Words> & { status?: 'fulfilled'; value?: Words };

/**
 * Defines the words of a feature, with one file for each language:
 * `defineCopy<typeof import('./orders-copy.en.ts').copy>({ en: () => import('./orders-copy.en.ts'), … })`
 */
export function defineCopy<Words>(files: Record<Language, () => Promise<{ copy: Words }>>): Copy<Words> {
  const loading: Partial<Record<Language, ReadPromise<Words>>> = {};
  const load = (language: Language) => {
    const known = loading[language];
    if (known) return known;
    const words: ReadPromise<Words> = loadPart(files[language]).then(
      ({ copy }) => {
        words.status = 'fulfilled';
        words.value = copy;
        return copy;
      },
      (error) => {
        delete loading[language];
        throw error;
      },
    );
    loading[language] = words;
    return words;
  };
  return { load };
}

/** Returns the words in the current language. The route's loader has usually loaded them. */
export function useCopy<Words>(copy: Copy<Words>): Words {
  const language = useLanguage();
  // Always calls `use`, because a component that suspended once must call the same hook again.
  return use(copy.load(language));
}

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = 'platen.language';
const listeners = new Set<() => void>();
let language: Language = readLanguage(localStorage.getItem(STORED)) ?? browserLanguage();
document.documentElement.lang = language;

/** Returns the language, for loaders. Components call `useLanguage`. */
export function currentLanguage(): Language {
  return language;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** Sets the language of this browser. The caller must run the loaders again. */
export function setLanguage(chosen: Language): void {
  language = chosen;
  localStorage.setItem(STORED, chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

/** Returns the language of a name such as `de` or `de-AT`; undefined if it is not supported. */
export function readLanguage(name: string | null | undefined): Language | undefined {
  return LANGUAGES.find((one) => one === name?.toLowerCase().split('-')[0]);
}

function browserLanguage(): Language {
  return navigator.languages.map(readLanguage).find((one) => one !== undefined) ?? 'en';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the word for a code of an open list. An unknown code is shown with spaces for underscores by
 * default.
 */
export function wordOf(
  words: Readonly<Record<string, string>>,
  code: string,
  other = (unknown: string) => unknown.replaceAll('_', ' '),
): string {
  return words[code] ?? other(code);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ORDERS_COUNTED_MAX = 10_000;

/** Formats numbers, money and times in the current language. */
interface Formats {
  /** For example 1,234. */
  count: (value: number) => string;
  /** With two decimals. */
  decimal: (value: number) => string;
  /** A number of orders, such as 1,234 or 10,000+. The server stops counting above 10,000. */
  orders: (value: number) => string;
  /** For example €12.50, with the decimals of the currency. */
  money: (value: number, currency: string) => string;
  /** For example 22 Nov 2026, 16:05, in the time zone of the center. */
  moment: (iso: string) => string;
  /** Time between two moments in the largest unit that fits: 5 min, 3 h, 12 d. */
  age: (iso: string, now: number) => string;
  /** A duration in the largest unit that fits, with one decimal: 12 min, 5.2 h, 3.1 d. */
  duration: (seconds: number) => string;
  /** For example 22 Nov; with `isLong`, Sunday 22 November. */
  day: (date: string, isLong?: boolean) => string;
  /** Returns the form for the count. */
  plural: (count: number, one: string, other: string) => string;
}

export function useFormats(): Formats {
  const language = useLanguage();
  made[language] ??= makeFormats(LOCALES[language]);
  return made[language];
}

/** English as written in Europe: day before month, 24 hours. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };
const made: Partial<Record<Language, Formats>> = {};

function makeFormats(locale: string): Formats {
  const counts = new Intl.NumberFormat(locale);
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const moments = new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, dateStyle: 'medium', timeStyle: 'short' });
  const plurals = new Intl.PluralRules(locale);
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' });
  const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const longDays = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  const tenth = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
  const units = { minute: unit('minute'), hour: unit('hour'), day: unit('day') };
  return {
    count: (value) => counts.format(value),
    decimal: (value) => decimals.format(value),
    orders: (value) => `${counts.format(Math.min(value, ORDERS_COUNTED_MAX))}${value > ORDERS_COUNTED_MAX ? '+' : ''}`,
    money: (value, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value),
    moment: (iso) => moments.format(new Date(iso)),
    age: (iso, now) => {
      const ms = Math.max(0, now - Date.parse(iso));
      if (ms < HOUR_MS) return units.minute.format(Math.floor(ms / MINUTE_MS));
      if (ms < 2 * DAY_MS) return units.hour.format(Math.floor(ms / HOUR_MS));
      return units.day.format(Math.floor(ms / DAY_MS));
    },
    duration: (seconds) => {
      const ms = seconds * 1_000;
      if (ms < HOUR_MS) return units.minute.format(Math.max(1, Math.round(ms / MINUTE_MS)));
      if (ms < 2 * DAY_MS) return units.hour.format(tenth(ms / HOUR_MS));
      return units.day.format(tenth(ms / DAY_MS));
    },
    day: (date, isLong = false) => (isLong ? longDays : days).format(new Date(`${date}T00:00Z`)),
    plural: (count, one, other) => (plurals.select(count) === 'one' ? one : other),
  };
}

/** Returns the time, updated every minute, so that displayed ages grow. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
