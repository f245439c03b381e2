import { defineCopy } from '../../shared/copy/copy.ts';

export const catalogueCopy = defineCopy<typeof import('./catalogue-copy.en.ts').copy>({
  en: () => import('./catalogue-copy.en.ts'),
  de: () => import('./catalogue-copy.de.ts'),
});
