import type { FloorSentence } from './sentence-rules.ts';

export const copy = {
  /** The server's sentences are English. */
  say: ({ message }: FloorSentence): string => message,
};
