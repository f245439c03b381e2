import { defineCopy } from '../../shared/copy/copy.ts';

export const staffCopy = defineCopy<typeof import('./staff-copy.en.ts').copy>({
  en: () => import('./staff-copy.en.ts'),
  de: () => import('./staff-copy.de.ts'),
});
