import { defineCopy } from './copy.ts';

/** The words of the parts in shared/ui and shared/session that only some pages have. */
export const partsCopy = defineCopy<typeof import('./parts-copy.en.ts').copy>({
  en: () => import('./parts-copy.en.ts'),
  de: () => import('./parts-copy.de.ts'),
});
