import { useSyncExternalStore } from 'react';

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
