import { useState } from 'react';

export interface Selection<Row> {
  rows: Row[];
  has: (row: Row) => boolean;
  /** With the shift key, also selects all rows since the last one. */
  toggle: (row: Row, withRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Returns the selected rows. A row that leaves the list is deselected, so no invisible row is changed. */
export function useSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const selected = rows.filter((row) => keys.has(keyOf(row)));
  return {
    rows: selected,
    has: (row) => keys.has(keyOf(row)),
    toggle: (row, withRange) => {
      const chosen = !keys.has(keyOf(row));
      const at = rows.findIndex((one) => keyOf(one) === keyOf(row));
      const from = rows.findIndex((one) => keyOf(one) === anchor);
      const range = withRange && from >= 0 ? rows.slice(Math.min(at, from), Math.max(at, from) + 1) : [row];
      const next = new Set(keys);
      for (const one of range) chosen ? next.add(keyOf(one)) : next.delete(keyOf(one));
      setKeys(next);
      setAnchor(keyOf(row));
    },
    toggleAll: () => setKeys(selected.length === rows.length ? new Set() : new Set(rows.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}
