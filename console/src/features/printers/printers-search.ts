import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const PRINT_STATES = ['unknown', 'failed', 'queued', 'sending', 'printed', 'cancelled'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

/** The whole state of the list of print jobs, as it stands in the address. */
export interface PrintersSearch {
  printer?: string | undefined;
  state?: PrintState | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readPrintersSearch(search: Record<string, unknown>): PrintersSearch {
  const read: PrintersSearch = {
    printer: readText(search.printer),
    state: readOneOf(search.state, PRINT_STATES),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
