import { defineCopy } from '../../shared/copy/copy.ts';

export const postageCopy = defineCopy<typeof import('./postage-copy.en.ts').copy>({
  en: () => import('./postage-copy.en.ts'),
  de: () => import('./postage-copy.de.ts'),
});
