import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const STATES = ['OPEN', 'CLOSED'] as const;

/** Stands for the carrier of parcels whose carrier is not known. */
export const UNKNOWN_CARRIER = '-';

/** The state of the page in the address. */
export const readHandOversSearch = searchReader({
  state: oneOf(STATES),
  /** Whose parcels on no list are shown: a carrierId, or UNKNOWN_CARRIER. */
  missing: readText,
  cursor: readText,
});
export type HandOversSearch = ReturnType<typeof readHandOversSearch>;
