import type { FloorSentence } from './floor-sentences-copy.ts';

export const copy = {
  /** The server's own words are English. */
  say: ({ message }: FloorSentence): string => message,
};
