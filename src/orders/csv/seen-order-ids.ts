import { hash } from 'node:crypto';

const PLACES_AT_FIRST = 1_024;
/** A table that is fuller is slow. */
const FILL_MAX = 0.5;
const EMPTY = 0n;

/**
 * Which orderIds came already, in 16 to 32 bytes each, so that those of millions of orders fit: by the first 64 bits of their SHA-256. Among
 * a million, two different ones are taken for the same in one of 37 million files.
 */
export class SeenOrderIds {
  #places = new BigUint64Array(PLACES_AT_FIRST);
  #size = 0;

  /** False when it came already. */
  add(orderId: string): boolean {
    const key = hash('sha256', orderId, 'buffer').readBigUInt64LE() || 1n;
    if (!put(this.#places, key)) return false;
    if (++this.#size > this.#places.length * FILL_MAX) this.#grow();
    return true;
  }

  #grow(): void {
    const places = new BigUint64Array(this.#places.length * 2);
    for (const key of this.#places) if (key !== EMPTY) put(places, key);
    this.#places = places;
  }
}

function put(places: BigUint64Array, key: bigint): boolean {
  const mask = places.length - 1;
  for (let at = Number(key & BigInt(mask)); ; at = (at + 1) & mask) {
    if (places[at] === key) return false;
    if (places[at] === EMPTY) {
      places[at] = key;
      return true;
    }
  }
}
