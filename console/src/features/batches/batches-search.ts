import { readOneOf, readText } from '../../shared/list/text-search.ts';

/** The state of the list of batches, as it stands in the address. */
export interface BatchesSearch {
  /** Also those of which nothing is left to make. */
  all?: 'true' | undefined;
  cursor?: string | undefined;
}

export function readBatchesSearch(search: Record<string, unknown>): BatchesSearch {
  const all = readOneOf(search.all, ['true'] as const);
  const cursor = readText(search.cursor);
  return { ...(all && { all }), ...(cursor && { cursor }) };
}
