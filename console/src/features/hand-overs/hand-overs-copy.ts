import { defineCopy } from '../../shared/copy/copy.ts';

export const handOversCopy = defineCopy<typeof import('./hand-overs-copy.en.ts').copy>({
  en: () => import('./hand-overs-copy.en.ts'),
  de: () => import('./hand-overs-copy.de.ts'),
});
