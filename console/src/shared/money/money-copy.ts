import { defineCopy } from '../copy/copy.ts';

export const moneyCopy = defineCopy<typeof import('./money-copy.en.ts').copy>({
  en: () => import('./money-copy.en.ts'),
  de: () => import('./money-copy.de.ts'),
});
