import { defineCopy } from '../copy/copy.ts';

export const announcedCopy = defineCopy<typeof import('./announced-copy.en.ts').copy>({
  en: () => import('./announced-copy.en.ts'),
  de: () => import('./announced-copy.de.ts'),
});
