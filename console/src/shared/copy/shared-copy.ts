import { useRouter } from '@tanstack/react-router';
import { defineCopy, type Language, setLanguage } from './copy.ts';

export const sharedCopy = defineCopy<typeof import('./shared-copy.en.ts').copy>({
  en: () => import('./shared-copy.en.ts'),
  de: () => import('./shared-copy.de.ts'),
});

/** Returns a function that shows the console in another language. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const router = useRouter();
  return async (language) => {
    await sharedCopy.load(language);
    setLanguage(language);
    await router.invalidate();
  };
}
