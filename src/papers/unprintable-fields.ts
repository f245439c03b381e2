import type { Address } from '../shipping/address-rules.ts';
import { inFonts } from './paper-fonts.ts';
import { oneLine } from './printed-text.ts';

/** Fields of the address with a character that no font here has: nobody could read them on a label. */
export function unprintableFields(address: Address): string[] {
  return Object.entries(address).flatMap(([field, value]) =>
    inFonts(oneLine(value ?? ''), true).some(({ missing }) => missing) ? [field] : [],
  );
}
