import { redirect } from '@tanstack/react-router';
import { useEffect } from 'react';

type Search = Record<string, string | undefined>;

const keyOf = (list: string) => `platen.list.${list}`;

/** In a list's `beforeLoad`: who enters it by its bare address gets what they saw of it last. An address that says anything is left alone. */
export function fillEmptySearch(
  list: string,
  to: string,
  { search, cause }: { search: Search; cause: string },
): void {
  if (cause !== 'enter' || Object.values(search).some((value) => value !== undefined)) return;
  const remembered = read(list);
  if (Object.keys(remembered).length > 0) throw redirect({ to, search: remembered, replace: true } as never);
}

/** Keeps what the list shows, in this browser: filters, but neither the page nor what was searched for, which may be a name. */
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
