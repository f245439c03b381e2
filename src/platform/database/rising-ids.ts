import { randomUUIDv7 } from 'node:crypto';

/** The limit of ids per millisecond, which is the size of `rand_a`. */
const COUNT_MAX = 0xfff;

let lastMs = 0;
let count = 0;

/**
 * Returns a UUIDv7 greater than all earlier ones of this process (RFC 9562, 6.2, method 1). Sorted by id,
 * rows are therefore in the order of their creation.
 */
export function risingId(): string {
  const random = randomUUIDv7();
  const ms = Number.parseInt(random.slice(0, 13).replace('-', ''), 16);
  if (ms > lastMs) [lastMs, count] = [ms, 0];
  else if (count < COUNT_MAX) count += 1;
  else [lastMs, count] = [lastMs + 1, 0];
  const time = lastMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

/** Returns the least UUIDv7 of the moment. Earlier ids sort before it (RFC 9562, 5.7). */
export function firstUuid(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
