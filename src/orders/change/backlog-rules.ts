import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';

export interface TechnologyChange {
  /** Empty for existing products. */
  technology: string;
  orders: number;
  pieces: number;
}

type OrderState = { status: OrderStatus; mode: 'live' | 'sandbox'; content: Pick<Order, 'items'> };

/**
 * Returns how the changes alter the backlog (ASSIGNED and ACCEPTED orders) by technology, in code-point
 * order. Leaves out technologies whose sums are zero.
 */
export function technologyChanges(
  changes: readonly { before: OrderState; status: OrderStatus; content: Pick<Order, 'items'> }[],
): TechnologyChange[] {
  const sums = new Map<string, TechnologyChange>();
  const add = (content: Pick<Order, 'items'>, sign: 1 | -1) => {
    for (const [technology, pieces] of technologiesOf(content)) {
      const sum = sums.get(technology) ?? { technology, orders: 0, pieces: 0 };
      sum.orders += sign;
      sum.pieces += sign * pieces;
      sums.set(technology, sum);
    }
  };
  for (const { before, status, content } of changes) {
    if (before.mode === 'sandbox') continue;
    if (isBacklog(status)) add(content, 1);
    if (isBacklog(before.status)) add(before.content, -1);
  }
  const changed = [...sums.values()].filter(({ orders, pieces }) => orders !== 0 || pieces !== 0);
  return changed.sort((a, b) => (a.technology < b.technology ? -1 : 1));
}

function isBacklog(status: OrderStatus): boolean {
  return status === 'ASSIGNED' || status === 'ACCEPTED';
}

function technologiesOf({ items }: Pick<Order, 'items'>): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { quantity, customProduct } of items) {
    const { prints = [], customizations = [] } = customProduct ?? {};
    const ofItem = new Set([...prints, ...customizations].map(({ technology }) => technology));
    for (const technology of customProduct ? ofItem : [''])
      pieces.set(technology, (pieces.get(technology) ?? 0) + quantity);
  }
  return pieces;
}
