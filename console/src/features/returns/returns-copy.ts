import { defineCopy } from '../../shared/copy/copy.ts';

export const returnsCopy = defineCopy<typeof import('./returns-copy.en.ts').copy>({
  en: () => import('./returns-copy.en.ts'),
  de: () => import('./returns-copy.de.ts'),
});
