import { defineCopy } from '../../shared/copy/copy.ts';

export const machinesCopy = defineCopy<typeof import('./machines-copy.en.ts').copy>({
  en: () => import('./machines-copy.en.ts'),
  de: () => import('./machines-copy.de.ts'),
});
