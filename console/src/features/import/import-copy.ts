import { defineCopy } from '../../shared/copy/copy.ts';

export const importCopy = defineCopy<typeof import('./import-copy.en.ts').copy>({
  en: () => import('./import-copy.en.ts'),
  de: () => import('./import-copy.de.ts'),
});
