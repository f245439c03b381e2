import { defineCopy } from '../../shared/copy/copy.ts';

export const scannerTestCopy = defineCopy<typeof import('./scanner-test-copy.en.ts').copy>({
  en: () => import('./scanner-test-copy.en.ts'),
  de: () => import('./scanner-test-copy.de.ts'),
});
