import { defineCopy } from '../../shared/copy/copy.ts';

export const carriersCopy = defineCopy<typeof import('./carriers-copy.en.ts').copy>({
  en: () => import('./carriers-copy.en.ts'),
  de: () => import('./carriers-copy.de.ts'),
});
