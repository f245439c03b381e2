import { defineCopy } from '../../shared/copy/copy.ts';

export const wallCopy = defineCopy<typeof import('./wall-copy.en.ts').copy>({
  en: () => import('./wall-copy.en.ts'),
  de: () => import('./wall-copy.de.ts'),
});
