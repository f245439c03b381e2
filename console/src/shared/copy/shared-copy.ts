import { defineCopy } from './copy.ts';

/** The words of the shell and of what all features use. */
export const sharedCopy = defineCopy<typeof import('./shared-copy.en.ts').copy>({
  en: () => import('./shared-copy.en.ts'),
  de: () => import('./shared-copy.de.ts'),
});
