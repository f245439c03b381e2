import { use, useSyncExternalStore } from 'react';

/** The words of one feature, a file for each language, of which only the one that is read is loaded. */
export interface Copy<Words> {
  load: (language: Language) => Promise<Words>;
}

/** A promise as React reads it: one that says it is fulfilled does not make a component wait. */
type ReadPromise<Words> = Promise<Words> & { status?: 'fulfilled'; value?: Words };

/** `defineCopy<typeof import('./orders-copy.en.ts').copy>({ en: () => import('./orders-copy.en.ts'), … })` */
export function defineCopy<Words>(files: Record<Language, () => Promise<{ copy: Words }>>): Copy<Words> {
  const loading: Partial<Record<Language, ReadPromise<Words>>> = {};
  const load = (language: Language) => {
    const known = loading[language];
    if (known) return known;
    const words: ReadPromise<Words> = files[language]().then(
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

/** The words in the language of the person. A route's loader has loaded them, so as a rule nothing waits here. */
export function useCopy<Words>(copy: Copy<Words>): Words {
  const language = useLanguage();
  // Always by `use`: a component that waited once has to ask in the same way when it goes on.
  return use(copy.load(language));
}

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = 'platen.language';
const listeners = new Set<() => void>();
let language: Language = readLanguage(localStorage.getItem(STORED)) ?? browserLanguage();
document.documentElement.lang = language;

/** For loaders; components follow `useLanguage`. */
export function currentLanguage(): Language {
  return language;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** Chooses a language for this browser. Loaders must run again after it. */
export function setLanguage(chosen: Language): void {
  language = chosen;
  localStorage.setItem(STORED, chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

/** The language that a name such as `de` or `de-AT` asks for; undefined where it is none of ours. */
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
