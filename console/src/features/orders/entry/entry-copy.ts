import { defineCopy } from '../../../shared/copy/copy.ts';

export const entryCopy = defineCopy<typeof import('./entry-copy.en.ts').copy>({
  en: () => import('./entry-copy.en.ts'),
  de: () => import('./entry-copy.de.ts'),
});
