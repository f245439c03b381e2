import { defineCopy } from '../../shared/copy/copy.ts';

export const stockCopy = defineCopy<typeof import('./stock-copy.en.ts').copy>({
  en: () => import('./stock-copy.en.ts'),
  de: () => import('./stock-copy.de.ts'),
});
