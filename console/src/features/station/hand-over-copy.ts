import { defineCopy } from '../../shared/copy/copy.ts';

/** The words of the page on which parcels are handed over. */
export const handOverCopy = defineCopy<typeof import('./hand-over-copy.en.ts').copy>({
  en: () => import('./hand-over-copy.en.ts'),
  de: () => import('./hand-over-copy.de.ts'),
});
