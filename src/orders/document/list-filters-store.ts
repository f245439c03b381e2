import type { OrderStatus } from './order-fields.ts';

export interface OrderFilter {
  status?: OrderStatus | undefined;
  /** Exclusive. */
  createdFrom?: Date | undefined;
  /** Inclusive. */
  createdTo?: Date | undefined;
  /** Exclusive. */
  updatedFrom?: Date | undefined;
  /** Inclusive. */
  updatedTo?: Date | undefined;
  /** Only what comes after this order in the list. */
  after?: { created: Date; orderId: string } | undefined;
}

export interface OrderQuery {
  clientId: string;
  filter: OrderFilter;
  limit: number;
  offset: number;
}

export const FILTERS = [
  ['status', 'text', 'status = w.status', ({ status }: OrderFilter) => status],
  ['created_from', 'timestamptz', 'created > w.created_from', ({ createdFrom }: OrderFilter) => createdFrom],
  ['created_to', 'timestamptz', 'created <= w.created_to', ({ createdTo }: OrderFilter) => createdTo],
  ['updated_from', 'timestamptz', 'updated > w.updated_from', ({ updatedFrom }: OrderFilter) => updatedFrom],
  ['updated_to', 'timestamptz', 'updated <= w.updated_to', ({ updatedTo }: OrderFilter) => updatedTo],
  ['after_created', 'timestamptz', 'created <= w.after_created', ({ after }: OrderFilter) => after?.created],
  [
    'after_id',
    'text',
    '(created < w.after_created or order_id > w.after_id)',
    ({ after }: OrderFilter) => after?.orderId,
  ],
] as const;

/** One that is missing does not compile. */
const STATUSES: Readonly<Record<OrderStatus, true>> = {
  NEW: true,
  ASSIGNED: true,
  ACCEPTED: true,
  SHIPPED: true,
  CANCELLED: true,
  ERROR: true,
};
/** The statuses one by one, as the index of changes has them. */
export const ANY_STATUS = `status in (${Object.keys(STATUSES)
  .map((status) => `'${status}'`)
  .join(', ')})`;

/** Names the filters that a query uses; only queries of the same shape go into one statement. */
export function shapeOf({ filter }: OrderQuery): string {
  return FILTERS.map(([, , , value]) => (value(filter) === undefined ? '-' : '+')).join('');
}
