import type { Schemas } from '../api/operator-client.ts';

export type SentenceCode = Schemas['FloorSentence']['code'];

/** A sentence from the server. An older server sends no code. */
export type FloorSentence = { code?: SentenceCode; params?: Readonly<Record<string, string>>; message: string };

export const copy = {
  /** The server's sentences are English. */
  say: ({ message }: FloorSentence): string => message,
  /** A line of the reason why an order of a shop stops. */
  sayShopReason: (line: string): string => line,
};
