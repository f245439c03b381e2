import { defineCopy } from '../../shared/copy/copy.ts';

export const packCopy = defineCopy<typeof import('./pack-copy.en.ts').copy>({
  en: () => import('./pack-copy.en.ts'),
  de: () => import('./pack-copy.de.ts'),
});
