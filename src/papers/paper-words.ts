import { de } from './paper-copy.de.ts';
import { en, type PaperCopy } from './paper-copy.en.ts';
import type { PaperLanguage, PaperOptions } from './paper-types.ts';

const COPIES: Readonly<Record<PaperLanguage, PaperCopy>> = { en, de };

export interface PaperWords {
  language: PaperLanguage;
  copy: PaperCopy;
  /** Such as 2026-01-31 14:05, in every language, in the zone of `PaperOptions`. */
  moment(time: Date): string;
  day(time: Date): string;
  number(value: number, decimals?: number): string;
  scanUrl(code: string): string;
  /** The word for the code of a technology, such as HEAT_PRESS. */
  technology(code: string): string;
  /** The word for the code of a location, such as LEFT_CHEST. */
  place(code: string): string;
  /** Returns a code that has no words, in small letters. */
  word(code: string): string;
  printedAt: Date;
}

export function paperWords(options: PaperOptions): PaperWords {
  const { language, timeZone, scanAddress } = options;
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const part = (time: Date) => {
    const found = new Map(parts.formatToParts(time).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
    return {
      day: `${of('year')}-${of('month')}-${of('day')}`,
      time: `${of('hour')}:${of('minute')}`,
    };
  };
  return {
    language,
    copy: COPIES[language],
    moment: (time) => `${part(time).day} ${part(time).time}`,
    day: (time) => part(time).day,
    number: (value, decimals = 0) => numberFormat(language, decimals).format(value),
    printedAt: options.printedAt,
    technology: (code) => COPIES[language].technologies[code] ?? wordOf(code),
    place: (code) => COPIES[language].places[code] ?? (CODE.test(code) ? wordOf(code, 0) : code),
    word: (code) => wordOf(code),
    scanUrl: (code) => `${scanAddress.replace(/\/*$/, '/')}${encodeURIComponent(code)}`,
  };
}

/** Returns "Laser cut" for LASER_CUT. A short code such as DTG stays. */
function wordOf(code: string, shortLength = SHORT_CODE_LENGTH): string {
  if (code.length <= shortLength) return code;
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const SHORT_CODE_LENGTH = 4;
/** Other texts of a catalogue are words already. */
const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/** Creating a format takes longer than formatting all numbers of a paper. */
const NUMBER_FORMATS = new Map<string, Intl.NumberFormat>();

function numberFormat(language: PaperLanguage, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  const format =
    NUMBER_FORMATS.get(key) ??
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  NUMBER_FORMATS.set(key, format);
  return format;
}
