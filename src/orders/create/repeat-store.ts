import { type Connection, queryCount, queryRows } from '../../platform/database/transaction.ts';

/** REPLACEMENT: free for the recipient. REPEAT: paid as a new order. */
export const REPEAT_KINDS = ['REPLACEMENT', 'REPEAT'] as const;
export const REPEAT_REASONS = ['DAMAGED', 'LOST', 'MISPRINT', 'WRONG_ITEM', 'DEFECT', 'OTHER'] as const;
export const REPEAT_PAYERS = ['CENTER', 'CLIENT', 'CARRIER'] as const;

/** An order that repeats a shipped one. */
export interface OrderRepeat {
  orderId: string;
  originalId: string;
  kind: (typeof REPEAT_KINDS)[number];
  /** Null: a paid repeat. */
  reason: (typeof REPEAT_REASONS)[number] | null;
  paidBy: (typeof REPEAT_PAYERS)[number];
  pieces: number;
  created: Date;
}

/** Inserts the repeat, once. Returns false if the order repeats something else, or differently. */
export async function insertRepeat(
  connection: Connection,
  clientId: string,
  { orderId, originalId, kind, reason, paidBy, pieces, created }: OrderRepeat,
): Promise<boolean> {
  const there = await queryCount(connection, {
    text: `insert into order_repeats as r (client_id, order_id, original_id, kind, reason, paid_by, pieces, created)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (client_id, order_id) do update set created = r.created
           where (r.original_id, r.kind, r.reason, r.paid_by, r.pieces)
             is not distinct from (excluded.original_id, excluded.kind, excluded.reason, excluded.paid_by, excluded.pieces)`,
    values: [clientId, orderId, originalId, kind, reason, paidBy, pieces, created],
  });
  return there === 1;
}

/** Lists the repeat that the order is, and the repeats of the order. Leaves out those without an order. */
export async function listRepeats(connection: Connection, clientId: string, orderId: string): Promise<OrderRepeat[]> {
  return queryRows<OrderRepeat>(connection, {
    name: 'list-repeats',
    text: `select r.order_id as "orderId", original_id as "originalId", kind, reason, paid_by as "paidBy", pieces, r.created
           from order_repeats r join orders o on o.client_id = r.client_id and o.order_id = r.order_id
           where r.client_id = $1 and (r.order_id = $2 or r.original_id = $2) order by r.created, r.order_id`,
    values: [clientId, orderId],
  });
}

export type ReplacementCount = Pick<OrderRepeat, 'reason' | 'paidBy'> & { orders: number; pieces: number };

/** Counts the replacements that were entered in a period, by reason and payer. The start is included. */
export async function countReplacements(
  connection: Connection,
  { from, to, clientId }: { from: Date; to: Date; clientId: string | undefined },
): Promise<ReplacementCount[]> {
  return queryRows<ReplacementCount>(connection, {
    name: 'count-replacements',
    text: `select r.reason, r.paid_by as "paidBy", count(*)::int as orders, sum(r.pieces)::int as pieces
           from order_repeats r join orders o on o.client_id = r.client_id and o.order_id = r.order_id
           where r.kind = 'REPLACEMENT' and r.created >= $1 and r.created < $2 and ($3::text is null or r.client_id = $3)
           group by r.reason, r.paid_by order by orders desc, r.reason, r.paid_by`,
    values: [from, to, clientId ?? null],
  });
}
