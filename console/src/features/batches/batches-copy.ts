import { defineCopy } from '../../shared/copy/copy.ts';

export const batchesCopy = defineCopy<typeof import('./batches-copy.en.ts').copy>({
  en: () => import('./batches-copy.en.ts'),
  de: () => import('./batches-copy.de.ts'),
});
