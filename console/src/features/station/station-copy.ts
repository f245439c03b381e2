import { defineCopy } from '../../shared/copy/copy.ts';

export const stationCopy = defineCopy<typeof import('./station-copy.en.ts').copy>({
  en: () => import('./station-copy.en.ts'),
  de: () => import('./station-copy.de.ts'),
});
