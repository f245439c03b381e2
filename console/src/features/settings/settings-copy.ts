import { defineCopy } from '../../shared/copy/copy.ts';

export const settingsCopy = defineCopy<typeof import('./settings-copy.en.ts').copy>({
  en: () => import('./settings-copy.en.ts'),
  de: () => import('./settings-copy.de.ts'),
});
