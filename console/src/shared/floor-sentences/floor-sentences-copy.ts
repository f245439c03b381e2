import { defineCopy } from '../copy/copy.ts';

export const floorSentencesCopy = defineCopy<typeof import('./floor-sentences-copy.en.ts').copy>({
  en: () => import('./floor-sentences-copy.en.ts'),
  de: () => import('./floor-sentences-copy.de.ts'),
});
