import { defineCopy } from '../copy/copy.ts';

export const notesCopy = defineCopy<typeof import('./notes-copy.en.ts').copy>({
  en: () => import('./notes-copy.en.ts'),
  de: () => import('./notes-copy.de.ts'),
});
