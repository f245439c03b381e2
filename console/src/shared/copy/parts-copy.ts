import { defineCopy, useCopy, wordOf } from './copy.ts';

/** Words for components in shared/ui and shared/session that only some pages use. */
export const partsCopy = defineCopy<typeof import('./parts-copy.en.ts').copy>({
  en: () => import('./parts-copy.en.ts'),
  de: () => import('./parts-copy.de.ts'),
});

/**
 * Returns a function that names a location or technology. The catalogue may use other codes: one in capitals
 * becomes words, and any other stays.
 */
export function usePlaceName(): (code: string) => string {
  const { places } = useCopy(partsCopy);
  return (code) => wordOf(places, code, plainName);
}

const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
/** Abbreviations, such as DTG, have at most three letters. */
const ABBREVIATION_MAX = 3;

/** Returns the words of a code in capitals. Any other code stays. */
export function plainName(code: string): string {
  if (!CODE.test(code) || code.length <= ABBREVIATION_MAX) return code;
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}
