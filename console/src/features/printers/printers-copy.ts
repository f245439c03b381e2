import { defineCopy } from '../../shared/copy/copy.ts';

export const printersCopy = defineCopy<typeof import('./printers-copy.en.ts').copy>({
  en: () => import('./printers-copy.en.ts'),
  de: () => import('./printers-copy.de.ts'),
});
