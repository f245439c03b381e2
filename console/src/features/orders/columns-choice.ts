import { useSyncExternalStore } from 'react';
import { COLUMNS, type Column, type OrderSearch } from './order-search.ts';

const STORED = 'platen.order-columns';
const listeners = new Set<() => void>();

/** Returns the columns of the address, else those that this browser last had. Undefined: the usual ones. */
export function useChosenColumns({ columns }: OrderSearch): Column[] | undefined {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(STORED) ?? '');
  const names = (columns ?? stored).split(',');
  const chosen = COLUMNS.filter((column) => names.includes(column));
  return chosen.length > 0 ? chosen : undefined;
}

/** Keeps the columns for this browser; undefined: the usual ones. */
export function keepColumns(columns: readonly Column[] | undefined): void {
  if (columns === undefined) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, columns.join(','));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
