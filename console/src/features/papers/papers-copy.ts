import { defineCopy } from '../../shared/copy/copy.ts';

export const papersCopy = defineCopy<typeof import('./papers-copy.en.ts').copy>({
  en: () => import('./papers-copy.en.ts'),
  de: () => import('./papers-copy.de.ts'),
});
