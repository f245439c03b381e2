import type { OrderEvent } from './order-api.ts';

/** What happened, the newest first, out of lists that may overlap. */
export function mergeHistory(...lists: readonly (readonly OrderEvent[])[]): OrderEvent[] {
  const byVersion = new Map(lists.flat().map((event) => [event.version, event]));
  return [...byVersion.values()].sort((a, b) => b.version - a.version);
}
