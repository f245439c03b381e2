import { defineCopy } from '../copy/copy.ts';

export const signInCopy = defineCopy<typeof import('./sign-in-copy.en.ts').copy>({
  en: () => import('./sign-in-copy.en.ts'),
  de: () => import('./sign-in-copy.de.ts'),
});
