import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const DUE = ['LATE', 'TODAY', 'TOMORROW'] as const;
export const SIZES = ['SINGLE', 'MULTI'] as const;

/** Which of the orders that can be made are shown, as it stands in the address. */
export interface ReleaseSearch {
  technology?: string | undefined;
  manufacturerCode?: string | undefined;
  clientId?: string | undefined;
  due?: (typeof DUE)[number] | undefined;
  size?: (typeof SIZES)[number] | undefined;
}

/** The orders that are put into groups and counted, the oldest: as many as the server looks at by itself, or as many as it ever does. */
export const GROUPED = 200;
export const GROUPED_MAX = 5_000;

/** The page as it stands in the address. */
export interface ReleasePageSearch extends ReleaseSearch {
  oldest?: typeof GROUPED_MAX | undefined;
}

/** What of it is released: all that is shown, or one article or variant of it. */
export interface ReleaseChoice extends ReleaseSearch {
  sku?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readReleaseSearch(search: Record<string, unknown>): ReleasePageSearch {
  const read: ReleasePageSearch = {
    technology: readText(search.technology),
    manufacturerCode: readText(search.manufacturerCode),
    clientId: readText(search.clientId),
    due: readOneOf(search.due, DUE),
    size: readOneOf(search.size, SIZES),
    oldest: Number(search.oldest) === GROUPED_MAX ? GROUPED_MAX : undefined,
  };
  return withoutEmpty(read);
}

export function withoutEmpty<T extends object>(search: T): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}
