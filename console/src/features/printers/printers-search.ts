import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const PRINT_STATES = ['unknown', 'failed', 'queued', 'sending', 'printed', 'cancelled'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

/** The state of the list of print jobs in the address. */
export const readPrintersSearch = searchReader({
  printer: readText,
  state: oneOf(PRINT_STATES),
  cursor: readText,
});
export type PrintersSearch = ReturnType<typeof readPrintersSearch>;
