import type { Schemas } from '../api/operator-client.ts';

export type SentenceCode = Schemas['FloorSentence']['code'];

/** What the server tells of the floor; without a code it is from before there were any. */
export interface FloorSentence {
  code?: SentenceCode;
  params?: Readonly<Record<string, string>>;
  message: string;
}

/** `Bin {bin} is free.` with what is given. */
export function fillIn(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
