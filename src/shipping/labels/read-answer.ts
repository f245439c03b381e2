import { type Money, unusableAnswer } from './label-provider.ts';

const TEXT_LENGTH_MAX = 2_048;
const LIST_LENGTH_MAX = 500;
/** Larger costs of one parcel are mistakes. */
const AMOUNT_MAX = 100_000;

/** Returns the value if it is an object. Throws `LabelError` otherwise. */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw unusableAnswer('an object is missing');
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, LIST_LENGTH_MAX) : [];
}

/** Returns a text of one line, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.trim() === '' || value.length > TEXT_LENGTH_MAX) return undefined;
  return value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

export function timeOf(value: unknown): Date | undefined {
  const time = new Date(textOf(value) ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Throws `LabelError` without a text. */
export function requiredText(value: unknown, name: string): string {
  const text = textOf(value);
  if (text === undefined) throw unusableAnswer(`"${name}" is missing`);
  return text;
}

/** Returns a number of 0 or more, which may be a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

export function moneyOf(amount: unknown, currency: unknown): Money | undefined {
  const number = numberOf(amount);
  const code = textOf(currency);
  if (number === undefined || number > AMOUNT_MAX || !code || !/^[A-Z]{3}$/.test(code)) return undefined;
  return { amount: number, currency: code };
}

/** Throws `LabelError` unless the value is base64 of at least one byte. */
export function base64Of(value: unknown, name: string): Buffer {
  const isBase64 = typeof value === 'string' && /^[A-Za-z\d+/\s]+={0,2}\s*$/.test(value);
  if (!isBase64) throw unusableAnswer(`"${name}" is not base64`);
  return Buffer.from(value, 'base64');
}
