import { defineCopy, useCopy } from '../../../shared/copy/copy.ts';

export const entryCopy = defineCopy<typeof import('./entry-copy.en.ts').copy>({
  en: () => import('./entry-copy.en.ts'),
  de: () => import('./entry-copy.de.ts'),
});

type Fault = { code: string; message: string; allowed?: readonly string[] | undefined };

/** Returns a function that words a violation of an order in the language of the page. */
export function useViolationWords(): (fault: Fault) => string {
  const { violations } = useCopy(entryCopy);
  return ({ code, message, allowed }) => violations[code]?.(allowed ?? []) ?? message;
}
