import { defineCopy } from '../../shared/copy/copy.ts';

export const stationsCopy = defineCopy<typeof import('./stations-copy.en.ts').copy>({
  en: () => import('./stations-copy.en.ts'),
  de: () => import('./stations-copy.de.ts'),
});
