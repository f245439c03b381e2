import { use, useSyncExternalStore } from 'react';
import { loadPart } from '../api/load-part.ts';

/** The words of one feature. Only the file of the current language is loaded. */
export type Copy<Words> = { load: (language: Language) => Promise<Words> };

/** A promise with React's status fields. A fulfilled one does not suspend the component. */
type ReadPromise<Words> = Promise<Words> & { status?: 'fulfilled'; value?: Words };

/**
 * For example `defineCopy<typeof import('./orders-copy.en.ts').copy>({ en: () => import('./orders-
 * copy.en.ts'), … })`.
 */
export function defineCopy<Words>(files: Record<Language, () => Promise<{ copy: Words }>>): Copy<Words> {
  const loading: Partial<Record<Language, ReadPromise<Words>>> = {};
  const load = (language: Language) => {
    const known = loading[language];
    if (known) return known;
    const words: ReadPromise<Words> = loadPart(files[language]).then(
      ({ copy }) => {
        words.status = 'fulfilled';
        words.value = copy;
        return copy;
      },
      (error) => {
        delete loading[language];
        throw error;
      },
    );
    loading[language] = words;
    return words;
  };
  return { load };
}

/** Returns the words in the current language. The route's loader has usually loaded them. */
export function useCopy<Words>(copy: Copy<Words>): Words {
  const language = useLanguage();
  // Always calls `use`, because a component that suspended once must call the same hook again.
  return use(copy.load(language));
}

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = 'platen.language';
const listeners = new Set<() => void>();
let language: Language = readLanguage(localStorage.getItem(STORED)) ?? browserLanguage();
document.documentElement.lang = language;

/** For loaders. Components call `useLanguage`. */
export function currentLanguage(): Language {
  return language;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** Sets the language of this browser. The caller must run the loaders again. */
export function setLanguage(chosen: Language): void {
  language = chosen;
  localStorage.setItem(STORED, chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

/** Returns the language of a name such as `de` or `de-AT`; undefined if it is not supported. */
export function readLanguage(name: string | null | undefined): Language | undefined {
  return LANGUAGES.find((one) => one === name?.toLowerCase().split('-')[0]);
}

function browserLanguage(): Language {
  return navigator.languages.map(readLanguage).find((one) => one !== undefined) ?? 'en';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
