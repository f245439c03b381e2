import { createHmac, timingSafeEqual } from 'node:crypto';
import { RefusedWebhook, type ShopRequest } from './shop.ts';

/** A JSON value. Reading a missing part returns an empty value instead of an error. */
export class Json {
  readonly value: unknown;
  readonly #decode: (text: string) => string;

  /** `decode` converts each text of the value when it is read. */
  constructor(value: unknown, decode = (text: string) => text) {
    this.value = value;
    this.#decode = decode;
  }

  /**
   * Returns a property. For a missing property, or a value that is not an object, it returns an empty value.
   */
  at(name: string): Json {
    const { value } = this;
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return new Json(isObject ? (value as Record<string, unknown>)[name] : undefined, this.#decode);
  }

  /**
   * The text, or a number as text; empty otherwise. Control characters become spaces, because shops accept
   * them and Platen does not.
   */
  get text(): string {
    const { value } = this;
    if (typeof value === 'number') return String(value);
    return typeof value === 'string'
      ? this.#decode(value)
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
      : '';
  }

  /** The number, also from text such as `14.31` and `14,31`, because shops write prices as text. */
  get number(): number {
    const plain = this.text.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
    return Number(plain || Number.NaN);
  }

  get isTrue(): boolean {
    return this.value === true;
  }

  get list(): Json[] {
    return Array.isArray(this.value) ? this.value.map((one) => new Json(one, this.#decode)) : [];
  }

  /** Texts by name, from an object or from a list of `{ name, value }` or `{ key, value }`. */
  get values(): Record<string, string> {
    const entries = Array.isArray(this.value)
      ? this.list.map((one) => [one.at('name').text || one.at('key').text, one.at('value').text])
      : Object.keys(Object(this.value)).map((name) => [name, this.at(name).text]);
    return Object.fromEntries(entries.filter(([name, value]) => name && value));
  }
}

/**
 * Parses JSON. Integers beyond the safe range become text, because shops use such ids. Throws SyntaxError.
 */
export function parseJson(text: string): Json {
  return new Json(
    JSON.parse(text, (_name, value, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
        ? context?.source
        : value,
    ),
  );
}

/** Parses the JSON body of a webhook. Throws RefusedWebhook. */
export function readBody(body: Buffer | string): Json {
  try {
    return parseJson(body.toString());
  } catch {
    throw new RefusedWebhook(400, 'The body is not JSON.');
  }
}

export function header({ headers }: ShopRequest, name: string): string {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

/** Compares in constant time. Throws RefusedWebhook. */
export function checkHmac(content: Buffer | string, key: string, signature: string, encoding: 'base64' | 'hex'): void {
  const expected = createHmac('sha256', key).update(content).digest();
  const given = Buffer.from(signature, encoding);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new RefusedWebhook(401, 'The signature does not fit: another secret, or the body was changed.');
}

/** Returns the price of one piece, rounded to the currency's decimals. */
export function pricePerPiece(total: number, quantity: number, currency: string): number {
  const price = quantity > 0 ? total / quantity : 0;
  return Number(price.toFixed(decimalsOf(currency)));
}

function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Removes empty fields. */
export function dropEmpty<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as T;
}
