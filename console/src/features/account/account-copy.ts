import { defineCopy } from '../../shared/copy/copy.ts';

export const accountCopy = defineCopy<typeof import('./account-copy.en.ts').copy>({
  en: () => import('./account-copy.en.ts'),
  de: () => import('./account-copy.de.ts'),
});
