import { redirect } from '@tanstack/react-router';
import { useEffect } from 'react';

type Search = Record<string, string | undefined>;

const keyOf = (list: string) => `platen.list.${list}`;

/** Applies the remembered filters when a list is opened without search parameters. For `beforeLoad`. */
export function fillEmptySearch(list: string, to: string, { search, cause }: { search: Search; cause: string }): void {
  if (cause !== 'enter' || Object.values(search).some((value) => value !== undefined)) return;
  const remembered = read(list);
  if (Object.keys(remembered).length > 0) throw redirect({ to, search: remembered, replace: true } as never);
}

/**
 * Remembers the filters in this browser. Does not remember the page or the search text, which may be a name.
 */
export function useRememberedSearch(list: string, filters: Search, isWorthIt = true): void {
  const kept = JSON.stringify(filters);
  useEffect(() => {
    if (isWorthIt) localStorage.setItem(keyOf(list), kept);
  }, [list, kept, isWorthIt]);
}

function read(list: string): Search {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Search) : {};
  } catch {
    return {};
  }
}
