import { defineCopy } from '../../shared/copy/copy.ts';

/** The words of the pages on which pieces are made, checked and found. */
export const piecesCopy = defineCopy<typeof import('./pieces-copy.en.ts').copy>({
  en: () => import('./pieces-copy.en.ts'),
  de: () => import('./pieces-copy.de.ts'),
});
