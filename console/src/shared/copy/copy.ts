import { use } from 'react';
import { type Language, useLanguage } from './language.ts';

/** The words of one feature, a file for each language, of which only the one that is read is loaded. */
export interface Copy<Words> {
  load: (language: Language) => Promise<Words>;
  loaded: Partial<Record<Language, Words>>;
}

/** `defineCopy<typeof import('./orders-copy.en.ts').copy>({ en: () => import('./orders-copy.en.ts'), … })` */
export function defineCopy<Words>(files: Record<Language, () => Promise<{ copy: Words }>>): Copy<Words> {
  const loaded: Copy<Words>['loaded'] = {};
  const loading: Partial<Record<Language, Promise<Words>>> = {};
  const load = (language: Language) => {
    loading[language] ??= files[language]().then(
      ({ copy }) => {
        loaded[language] = copy;
        return copy;
      },
      (error) => {
        delete loading[language];
        throw error;
      },
    );
    return loading[language];
  };
  return { load, loaded };
}

/** The words in the language of the person. A route's loader has loaded them, so as a rule nothing waits here. */
export function useCopy<Words>(copy: Copy<Words>): Words {
  const language = useLanguage();
  return copy.loaded[language] ?? use(copy.load(language));
}
