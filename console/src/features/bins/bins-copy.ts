import { defineCopy } from '../../shared/copy/copy.ts';

export const binsCopy = defineCopy<typeof import('./bins-copy.en.ts').copy>({
  en: () => import('./bins-copy.en.ts'),
  de: () => import('./bins-copy.de.ts'),
});
