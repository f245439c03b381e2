import { defineCopy } from '../../../shared/copy/copy.ts';

export const shelvesCopy = defineCopy<typeof import('./shelves-copy.en.ts').copy>({
  en: () => import('./shelves-copy.en.ts'),
  de: () => import('./shelves-copy.de.ts'),
});
