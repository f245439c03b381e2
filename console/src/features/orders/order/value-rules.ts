import type { OperatorOrder } from './order-api.ts';

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
