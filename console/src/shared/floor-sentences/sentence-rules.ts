import type { Schemas } from '../api/operator-client.ts';

export type SentenceCode = Schemas['FloorSentence']['code'];

/** A sentence from the server. An older server sends no code. */
export interface FloorSentence {
  code?: SentenceCode;
  params?: Readonly<Record<string, string>>;
  message: string;
}

/** Fills in a pattern such as `Bin {bin} is free.` */
export function fillIn(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
