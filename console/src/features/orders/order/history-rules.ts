import type { OrderEvent } from './order-api.ts';

/** What happened, the newest first, out of lists that may overlap. */
export function mergeHistory(...lists: readonly (readonly OrderEvent[])[]): OrderEvent[] {
  const byKey = new Map(lists.flat().map((event) => [historyKey(event), event]));
  return [...byKey.values()].sort(
    (a, b) => b.version - a.version || Date.parse(b.occurred) - Date.parse(a.occurred),
  );
}

/** Tells events apart: what came back has the version that the order had then. */
export function historyKey({ version, type, occurred }: OrderEvent): string {
  return `${version} ${type} ${occurred}`;
}
