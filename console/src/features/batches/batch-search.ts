import { readOneOf, readText } from '../../shared/list/text-search.ts';

/** How pieces of a batch stand, as the server counts them. */
export const BATCH_STATES = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'STOPPED', 'SHIPPED', 'ENDED'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Which pieces of a batch are shown, as it stands in the address. */
export interface BatchSearch {
  state?: BatchState | undefined;
  sku?: string | undefined;
  cursor?: string | undefined;
}

export function readBatchSearch(search: Record<string, unknown>): BatchSearch {
  const state = readOneOf(search.state, BATCH_STATES);
  const sku = readText(search.sku);
  const cursor = readText(search.cursor);
  return { ...(state && { state }), ...(sku && { sku }), ...(cursor && { cursor }) };
}
