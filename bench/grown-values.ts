export const VARIANTS_OF_PRODUCT = 3;

export function sku(article: number, size: string): string {
  return `GROW-${article}-BLK-${size}`;
}

/** One of the numbers that are free for use inside of a company. */
export function ean13(product: number, variant: number): string {
  const digits = `2${String(product * VARIANTS_OF_PRODUCT + variant).padStart(11, '0')}`;
  let sum = 0;
  for (let place = 0; place < digits.length; place++)
    sum += Number(digits[place]) * (place % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const SYLLABLES = 'ba ke li mo nu ra se ti vo wu ja de fi go hu pa'.split(' ');

/** The n-th of as many different names: syllables, so that none is the beginning of all. */
export function word(n: number, names: number): string {
  let rest = scattered(n, names) + 4_096;
  let text = '';
  for (; rest > 0; rest = Math.floor(rest / 16)) text += SYLLABLES[rest % 16];
  return `${(text[0] as string).toUpperCase()}${text.slice(1)}`;
}

/** A number below `below` that follows from n without following it. */
export function scattered(n: number, below: number): number {
  return Math.abs(Math.imul(n ^ (n >>> 15), 0x2c_1b_3c_6d)) % below;
}

/** A UUIDv7 (RFC 9562, 5.7) whose random part is that of a hash from there on. */
export function uuidOf(at: number, digits: string, from: number): string {
  const time = hexOf(Math.floor(at / 2 ** 32)).slice(4) + hexOf(at % 2 ** 32);
  const [third, fourth, last] = [digits.slice(from, from + 3), digits.slice(from + 3, from + 6), from + 6];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${third}-8${fourth}-${digits.slice(last, last + 12)}`;
}

const FOUR_DIGITS = Array.from({ length: 2 ** 16 }, (_, n) => n.toString(16).padStart(4, '0'));

/** Eight hexadecimal digits, in a tenth of the time of toString(16). */
function hexOf(number: number): string {
  return `${FOUR_DIGITS[number >>> 16]}${FOUR_DIGITS[number & 0xff_ff]}`;
}
