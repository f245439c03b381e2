import { defineCopy } from '../../shared/copy/copy.ts';

export const shopsCopy = defineCopy<typeof import('./shops-copy.en.ts').copy>({
  en: () => import('./shops-copy.en.ts'),
  de: () => import('./shops-copy.de.ts'),
});
