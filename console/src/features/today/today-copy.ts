import { defineCopy } from '../../shared/copy/copy.ts';

export const todayCopy = defineCopy<typeof import('./today-copy.en.ts').copy>({
  en: () => import('./today-copy.en.ts'),
  de: () => import('./today-copy.de.ts'),
});
