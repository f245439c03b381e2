import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const STATES = ['OPEN', 'CLOSED'] as const;

/** The whole state of the page, as it stands in the address. */
export interface HandOversSearch {
  state?: (typeof STATES)[number] | undefined;
  /** Whose parcels on no list are shown: a carrierId, or `-` for those whose carrier is not known. */
  missing?: string | undefined;
  cursor?: string | undefined;
}

export const UNKNOWN_CARRIER = '-';

/** What the address asks for; what it says wrongly is left out. */
export function readHandOversSearch(search: Record<string, unknown>): HandOversSearch {
  const read: HandOversSearch = {
    state: readOneOf(search.state, STATES),
    missing: readText(search.missing),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
