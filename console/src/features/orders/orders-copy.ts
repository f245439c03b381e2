import { defineCopy } from '../../shared/copy/copy.ts';

export const ordersCopy = defineCopy<typeof import('./orders-copy.en.ts').copy>({
  en: () => import('./orders-copy.en.ts'),
  de: () => import('./orders-copy.de.ts'),
});
