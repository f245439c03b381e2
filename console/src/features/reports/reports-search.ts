import { readText } from '../../shared/list/text-search.ts';

/** The days that are shown, as they stand in the address; without them the last 30. */
export interface ReportsSearch {
  from?: string | undefined;
  to?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address asks for; what it says wrongly is left out. */
export function readReportsSearch(search: Record<string, unknown>): ReportsSearch {
  const day = (value: unknown) => {
    const text = readText(value);
    return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const [from, to] = [day(search.from), day(search.to)];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
