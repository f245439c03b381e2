import type { OperatorOrder, OrderEvent } from './order-api.ts';

/** What the priced items are worth together, and how many have no price. */
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

/** What is known to be wrong with the file that the order names at this JSON Pointer; undefined where nothing is. */
export function fileProblem({ statusReason }: OperatorOrder['order'], pointer: string): string | undefined {
  if (!statusReason) return undefined;
  return [...(statusReason.details ?? []), statusReason].find((one) => one.pointer === pointer)?.message;
}
