import type { Actor } from '../platform/audit/actor.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { StockCode } from './stock-rules.ts';

export const DELIVERY_STATES = ['OPEN', 'BOOKED', 'CANCELLED'] as const;

export interface Delivery {
  deliveryId: string;
  purchaseId: string | null;
  sender: string;
  /** Number of the delivery note. */
  reference: string;
  state: (typeof DELIVERY_STATES)[number];
  created: Date;
  createdByName: string | null;
  ended: Date | null;
  endedByName: string | null;
}

export interface DeliveryLine extends StockCode {
  expected: number;
  /** Undamaged pieces. */
  counted: number;
  damaged: number;
  place: string | null;
}

const FIELDS = `delivery_id as "deliveryId", purchase_id as "purchaseId", sender, reference, state, created,
  created_by_name as "createdByName", ended, ended_by_name as "endedByName"`;

type NewDelivery = Pick<Delivery, 'deliveryId' | 'purchaseId' | 'sender' | 'reference'>;

const keyOf = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Inserts a delivery. Returns false if the sender has a delivery with this number already. */
export async function insertDelivery(
  connection: Connection,
  { deliveryId, purchaseId, sender, reference }: NewDelivery,
  { by, now }: { by: Actor; now: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'insert-delivery',
    text: `insert into deliveries (delivery_id, purchase_id, sender, reference, sender_key, reference_key, state, created, created_by_id,
                                   created_by_name)
           values ($1, $2, $3, $4, $5, $6, 'OPEN', $7, $8, $9) on conflict do nothing`,
    values: [deliveryId, purchaseId, sender, reference, keyOf(sender), keyOf(reference), now, by.id, by.name],
  });
}

export async function findDelivery(connection: Connection, deliveryId: string): Promise<Delivery | undefined> {
  return queryRow<Delivery>(connection, {
    name: 'find-delivery',
    text: `select ${FIELDS} from deliveries where delivery_id = $1`,
    values: [deliveryId],
  });
}

export async function findDeliveryByReference(
  connection: Connection,
  sender: string,
  reference: string,
): Promise<Delivery | undefined> {
  return queryRow<Delivery>(connection, {
    name: 'find-delivery-by-reference',
    text: `select ${FIELDS} from deliveries where sender_key = $1 and reference_key = $2 and state <> 'CANCELLED'`,
    values: [keyOf(sender), keyOf(reference)],
  });
}

/** Locks a delivery, so that its state and its lines stay until the end of the transaction. */
export async function lockDelivery(connection: Connection, deliveryId: string): Promise<Delivery | undefined> {
  return queryRow<Delivery>(connection, {
    name: 'lock-delivery',
    text: `select ${FIELDS} from deliveries where delivery_id = $1 for no key update`,
    values: [deliveryId],
  });
}

/** Lists deliveries, the latest first. */
export async function listDeliveries(
  connection: Connection,
  { before, purchaseId, limit }: { before: string | undefined; purchaseId: string | undefined; limit: number },
): Promise<Delivery[]> {
  return queryRows<Delivery>(connection, {
    name: 'list-deliveries',
    text: `select ${FIELDS} from deliveries
           where ($1::text is null or delivery_id < $1) and ($2::text is null or purchase_id = $2) order by delivery_id desc limit $3`,
    values: [before ?? null, purchaseId ?? null, limit],
  });
}

export async function listDeliveryLines(connection: Connection, deliveryId: string): Promise<DeliveryLine[]> {
  return queryRows<DeliveryLine>(connection, {
    name: 'list-delivery-lines',
    text: `select kind, code, expected, counted, damaged, place from delivery_lines where delivery_id = $1 order by kind, code`,
    values: [deliveryId],
  });
}

/** Adds lines with expected pieces. */
export async function insertExpected(
  connection: Connection,
  deliveryId: string,
  lines: readonly (StockCode & { expected: number })[],
): Promise<void> {
  if (lines.length === 0) return;
  await connection.query({
    name: 'insert-expected',
    text: `insert into delivery_lines (delivery_id, kind, code, expected)
           select $1, * from unnest($2::text[], $3::text[], $4::int[])`,
    values: [deliveryId, ...columnsOf(lines, 'kind', 'code', 'expected')],
  });
}

/** Replaces the counted pieces of a line, which may be new. */
export async function saveCounted(connection: Connection, deliveryId: string, line: DeliveryLine): Promise<void> {
  const { kind, code, counted, damaged, place } = line;
  await connection.query({
    name: 'save-counted',
    text: `insert into delivery_lines (delivery_id, kind, code, counted, damaged, place) values ($1, $2, $3, $4, $5, $6)
           on conflict (delivery_id, kind, code) do update
             set counted = excluded.counted, damaged = excluded.damaged, place = excluded.place`,
    values: [deliveryId, kind, code, counted, damaged, place],
  });
}

export async function endDelivery(
  connection: Connection,
  deliveryId: string,
  state: 'BOOKED' | 'CANCELLED',
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'end-delivery',
    text: `update deliveries set state = $2, ended = $3, ended_by_id = $4, ended_by_name = $5 where delivery_id = $1`,
    values: [deliveryId, state, now, by.id, by.name],
  });
}
