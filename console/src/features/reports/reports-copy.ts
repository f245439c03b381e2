import { defineCopy } from '../../shared/copy/copy.ts';

export const reportsCopy = defineCopy<typeof import('./reports-copy.en.ts').copy>({
  en: () => import('./reports-copy.en.ts'),
  de: () => import('./reports-copy.de.ts'),
});
