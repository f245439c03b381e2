import type { OperatorOrder, OrderEvent } from './order-api.ts';

/** The sum of the priced items, and the number of items without a price. */
export function orderValue({ items }: Pick<OperatorOrder['order'], 'items'>): {
  sum: number;
  unpriced: number;
} {
  const priced = items.filter(({ unitPrice }) => unitPrice !== undefined);
  return {
    sum: priced.reduce((total, { quantity, unitPrice = 0 }) => total + quantity * unitPrice, 0),
    unpriced: items.length - priced.length,
  };
}

/** Joins lists of events that may overlap, the newest event first. */
export function mergeHistory(...lists: readonly (readonly OrderEvent[])[]): OrderEvent[] {
  const byKey = new Map(lists.flat().map((event) => [historyKey(event), event]));
  return [...byKey.values()].sort((a, b) => b.version - a.version || Date.parse(b.occurred) - Date.parse(a.occurred));
}

/** The key of an event. The version is not enough: a return has the version that the order had before. */
export function historyKey({ version, type, occurred }: OrderEvent): string {
  return `${version} ${type} ${occurred}`;
}

/** The known problem of the file at this JSON Pointer of the order; undefined where there is none. */
export function fileProblem({ statusReason }: OperatorOrder['order'], pointer: string): string | undefined {
  if (!statusReason) return undefined;
  return [...(statusReason.details ?? []), statusReason].find((one) => one.pointer === pointer)?.message;
}
