import { defineCopy } from '../../shared/copy/copy.ts';

export const problemsCopy = defineCopy<typeof import('./problems-copy.en.ts').copy>({
  en: () => import('./problems-copy.en.ts'),
  de: () => import('./problems-copy.de.ts'),
});
