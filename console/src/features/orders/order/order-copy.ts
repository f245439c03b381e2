import { defineCopy } from '../../../shared/copy/copy.ts';

export const orderCopy = defineCopy<typeof import('./order-copy.en.ts').copy>({
  en: () => import('./order-copy.en.ts'),
  de: () => import('./order-copy.de.ts'),
});
