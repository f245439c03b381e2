import { defineCopy } from '../../shared/copy/copy.ts';

export const auditCopy = defineCopy<typeof import('./audit-copy.en.ts').copy>({
  en: () => import('./audit-copy.en.ts'),
  de: () => import('./audit-copy.de.ts'),
});
