import { defineCopy } from '../copy/copy.ts';

export const alertsCopy = defineCopy<typeof import('./alerts-copy.en.ts').copy>({
  en: () => import('./alerts-copy.en.ts'),
  de: () => import('./alerts-copy.de.ts'),
});
