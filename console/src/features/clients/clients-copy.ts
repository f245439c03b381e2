import { defineCopy } from '../../shared/copy/copy.ts';

export const clientsCopy = defineCopy<typeof import('./clients-copy.en.ts').copy>({
  en: () => import('./clients-copy.en.ts'),
  de: () => import('./clients-copy.de.ts'),
});
