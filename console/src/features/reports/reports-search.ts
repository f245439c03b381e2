import { readDay, searchReader } from '../../shared/list/text-search.ts';

/** The days that are shown; without them the last 30. */
export const readReportsSearch = searchReader({ from: readDay, to: readDay });
export type ReportsSearch = ReturnType<typeof readReportsSearch>;
