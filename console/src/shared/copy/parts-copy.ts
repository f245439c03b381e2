import { defineCopy } from './copy.ts';

/** Words for components in shared/ui and shared/session that only some pages use. */
export const partsCopy = defineCopy<typeof import('./parts-copy.en.ts').copy>({
  en: () => import('./parts-copy.en.ts'),
  de: () => import('./parts-copy.de.ts'),
});
