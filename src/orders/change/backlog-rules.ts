import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';

/** An index takes at most 2,704 bytes. Lines of further technologies are left out. */
const BYTES_MAX = 2_000;

interface TechnologyPieces {
  /** Empty for existing products. */
  technology: string;
  pieces: number;
}

/** Returns `orders.technology_pieces` of an order. Null: its status is not ASSIGNED or ACCEPTED. */
export function technologyPieces(status: OrderStatus, { items }: Pick<Order, 'items'>): string | null {
  if (status !== 'ASSIGNED' && status !== 'ACCEPTED') return null;
  const pieces = new Map<string, number>();
  for (const { quantity, customProduct } of items) {
    const { prints = [], customizations = [] } = customProduct ?? {};
    const ofItem = new Set([...prints, ...customizations].map(({ technology }) => technology));
    for (const technology of customProduct ? ofItem : [''])
      pieces.set(technology, (pieces.get(technology) ?? 0) + quantity);
  }
  const lines = [...pieces].map(([technology, sum]) => `${sum}\t${technology}`).sort();
  let text = lines.join('\n');
  while (Buffer.byteLength(text) > BYTES_MAX) text = text.slice(0, text.lastIndexOf('\n'));
  return text;
}

/** Sums the backlog by technology, in code-point order. `orders` is the number of orders with the text. */
export function sumTechnologies(
  backlog: readonly { text: string; orders: number }[],
): (TechnologyPieces & { orders: number })[] {
  const sums = new Map<string, TechnologyPieces & { orders: number }>();
  for (const { text, orders } of backlog)
    for (const line of text.split('\n')) {
      const [pieces = '', technology = ''] = line.split('\t');
      const sum = sums.get(technology) ?? { technology, orders: 0, pieces: 0 };
      sum.orders += orders;
      sum.pieces += orders * Number(pieces);
      sums.set(technology, sum);
    }
  return [...sums.values()].sort((one, other) => (one.technology < other.technology ? -1 : 1));
}
