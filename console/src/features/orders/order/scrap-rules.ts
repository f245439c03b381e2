import type { ScrappedPieces } from './order-api.ts';

/** What was typed about an item's pieces that were spoiled. */
export interface ScrapLine {
  quantity: number;
  reason: string;
}

/** By id of the item. */
export type ScrapLines = Readonly<Record<string, ScrapLine>>;

/** What is to be sent of it; undefined while a reason is missing. */
export function scrappedOf(lines: ScrapLines): ScrappedPieces[] | undefined {
  const named = Object.entries(lines)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([item, { quantity, reason }]) => ({ item, quantity, reason: reason.trim() }));
  return named.every(({ reason }) => reason !== '') ? named : undefined;
}
