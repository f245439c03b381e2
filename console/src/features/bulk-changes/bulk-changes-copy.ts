import { defineCopy } from '../../shared/copy/copy.ts';

export const bulkChangesCopy = defineCopy<typeof import('./bulk-changes-copy.en.ts').copy>({
  en: () => import('./bulk-changes-copy.en.ts'),
  de: () => import('./bulk-changes-copy.de.ts'),
});
