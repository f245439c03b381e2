/** What documentation and examples rely on. */
const FIXED: Record<string, number> = { 'ST-CREATOR-BLK-M': 120, '4006381333931': 40 };

const SOLD_OUT_ONE_IN = 17;
const LARGEST_STOCK = 480;

/** Pieces on the shelf for a SKU or EAN: the same number at every start, now and then 0. */
export function demoStock(key: string): number {
  const hash = fnv1a(key);
  return FIXED[key] ?? (hash % SOLD_OUT_ONE_IN === 0 ? 0 : 1 + (hash % LARGEST_STOCK));
}

/** The 32-bit FNV-1a hash of a string's UTF-16 code units, as an unsigned integer. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
