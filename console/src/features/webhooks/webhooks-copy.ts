import { defineCopy } from '../../shared/copy/copy.ts';

export const webhooksCopy = defineCopy<typeof import('./webhooks-copy.en.ts').copy>({
  en: () => import('./webhooks-copy.en.ts'),
  de: () => import('./webhooks-copy.de.ts'),
});
