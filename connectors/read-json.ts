import { createHmac, timingSafeEqual } from 'node:crypto';
import { RefusedWebhook, type ShopRequest } from './shop.ts';

/** A JSON value whose parts are looked at without knowing whether they are there. */
export class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  /** The property of an object; of anything else nothing. */
  at(name: string): Json {
    const { value } = this;
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return new Json(isObject ? (value as Record<string, unknown>)[name] : undefined);
  }

  /** A text, or a number as one; empty where there is none. Without control characters, which shops let through and addresses do not have. */
  get text(): string {
    const { value } = this;
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ').trim() : '';
  }

  /** Shops write prices as text. */
  get number(): number {
    return Number(this.text || Number.NaN);
  }

  get isTrue(): boolean {
    return this.value === true;
  }

  get list(): Json[] {
    return Array.isArray(this.value) ? this.value.map((one) => new Json(one)) : [];
  }

  /** Texts by name: of an object, or of a list of `{ name, value }` or `{ key, value }`. */
  get values(): Record<string, string> {
    const entries = Array.isArray(this.value)
      ? this.list.map((one) => [one.at('name').text || one.at('key').text, one.at('value').text])
      : Object.keys(Object(this.value)).map((name) => [name, this.at(name).text]);
    return Object.fromEntries(entries.filter(([name, value]) => name && value));
  }
}

/** Ids of shops may have more digits than numbers hold: such a one becomes text. Throws SyntaxError. */
export function parseJson(text: string): Json {
  return new Json(
    JSON.parse(text, (_name, value, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
        ? context?.source
        : value,
    ),
  );
}

/** The JSON body of a webhook. */
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
export function checkHmac(
  content: Buffer | string,
  key: string,
  signature: string,
  encoding: 'base64' | 'hex',
): void {
  const expected = createHmac('sha256', key).update(content).digest();
  const given = Buffer.from(signature, encoding);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new RefusedWebhook(401, 'The signature does not fit: another secret, or the body was changed.');
}

/** What one piece cost, with the decimals that the currency has. */
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

/** An address of what is there, and nothing empty. */
export function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as T;
}
