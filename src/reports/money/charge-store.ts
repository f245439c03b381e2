import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { type ColumnTypes, namesOf, tableOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import { CHARGE, LISTED_MISSING } from './charge-parts-store.ts';
import type { Charge, MissingPrice, PaidLabel, PrintSize } from './charge-rules.ts';

export function dueCharges(now: Date): DueQuery {
  const text = `select distinct client_id as key from charges_due
                where ${ofAnyClient()} and (retry_at is null or retry_at <= $1)`;
  return { text, values: [now] };
}

/** An order whose charges are to be made. */
export type DueOrder = { orderId: string; since: Date; failures: number };

export async function listDueOrders(
  connection: Connection,
  clientId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DueOrder[]> {
  return queryRows<DueOrder>(connection, {
    name: 'list-orders-to-charge',
    text: `select order_id as "orderId", since, failures from charges_due
           where client_id = $1 and (retry_at is null or retry_at <= $2) order by since, order_id limit $3`,
    values: [clientId, now, limit],
  });
}

/** Counts a failed attempt and sets the time of the next one, unless the order has changed since. */
export async function postponeDue(
  connection: Connection,
  clientId: string,
  { orderId, since, failures }: DueOrder,
  retryAt: Date,
): Promise<void> {
  await connection.query({
    name: 'postpone-due-charges',
    text: `update charges_due set failures = $4::int + 1, retry_at = $5 where client_id = $1 and order_id = $2 and since = $3`,
    values: [clientId, orderId, since, failures, retryAt],
  });
}

export async function deleteDue(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query('delete from charges_due where client_id = $1 and order_id = $2', [clientId, orderId]);
}

export interface BookedCharge extends Charge {
  orderId: string;
  month: string;
  created: Date;
  createdById: string | null;
  createdByName: string | null;
}

export async function listChargesOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<BookedCharge[]> {
  return queryRows<BookedCharge>(connection, {
    name: 'list-charges-of-order',
    text: `select ${CHARGE} from charges where client_id = $1 and order_id = $2 order by created, charge_key`,
    values: [clientId, orderId],
  });
}

export async function findCharge(
  connection: Connection,
  clientId: string,
  orderId: string,
  chargeKey: string,
): Promise<BookedCharge | undefined> {
  return queryRow<BookedCharge>(connection, {
    name: 'find-charge',
    text: `select ${CHARGE} from charges where client_id = $1 and order_id = $2 and charge_key = $3`,
    values: [clientId, orderId, chargeKey],
  });
}

/** Reads why the client does not pay for the order. Undefined: it pays. */
export async function findFreeReason(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<string | undefined> {
  const found = await queryRow<{ reason: string | null }>(connection, {
    name: 'find-free-reason',
    text: `select reason from order_repeats where client_id = $1 and order_id = $2 and paid_by <> 'CLIENT'`,
    values: [clientId, orderId],
  });
  return found && (found.reason ?? 'OTHER');
}

/** Lists the labels of parcels of the order that were paid. */
export async function listPaidLabels(connection: Connection, clientId: string, orderId: string): Promise<PaidLabel[]> {
  return queryRows<PaidLabel>(connection, {
    name: 'list-paid-labels',
    text: `select tracking_number as "trackingNumber", cost::text as cost, currency, concat_ws(' ', carrier, service) as title
           from parcel_labels where client_id = $1 and order_id = $2 and tracking_number is not null
             and state in ('bought', 'used') and not is_return and not is_test`,
    values: [clientId, orderId],
  });
}

/** Finds variants with the codes of their article or product, and their names. */
export async function findGoods(
  connection: Connection,
  codes: readonly string[],
): Promise<Map<string, { parent: string; title: string }>> {
  const rows = await queryRows<{ code: string; parent: string; title: string }>(connection, {
    name: 'find-goods',
    text: `select sku as code, manufacturer_code as parent, concat_ws(', ', title, nullif(color, ''), nullif(size, '')) as title
           from article_variants join articles using (manufacturer_code) where sku = any($1)
           union all select ean13, product_id, name from product_variants where ean13 = any($1)`,
    values: [codes],
  });
  return new Map(rows.map(({ code, ...rest }) => [code, rest]));
}

/** Finds the sizes of the artwork of the order by the pointer of the file. */
export async function findPrintSizes(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<Map<string, PrintSize>> {
  const rows = await queryRows<PrintSize & { pointer: string }>(connection, {
    name: 'find-print-sizes',
    text: `select pointer, width_mm as "widthMm", height_mm as "heightMm" from order_files
           where client_id = $1 and order_id = $2 and width_mm is not null and height_mm is not null`,
    values: [clientId, orderId],
  });
  return new Map(rows.map(({ pointer, ...size }) => [pointer, size]));
}

/** Keeps the month from being closed until the transaction ends. Returns false if it is closed. */
export async function lockOpenStatement(connection: Connection, clientId: string, month: string): Promise<boolean> {
  await connection.query({
    name: 'open-statement',
    text: 'insert into statements (client_id, month) values ($1, $2) on conflict do nothing',
    values: [clientId, month],
  });
  const found = await queryRow<{ closed: Date | null }>(connection, {
    name: 'hold-statement',
    text: 'select closed from statements where client_id = $1 and month = $2 for share',
    values: [clientId, month],
  });
  return found?.closed === null;
}

type NewCharge = Charge & { orderId: string; month: string };
const NEW_CHARGE: ColumnTypes<NewCharge> = {
  ...{ orderId: 'text', chargeKey: 'text', month: 'text', shipped: 'timestamptz', kind: 'text', title: 'text' },
  ...{ code: 'text', technology: 'text', quantity: 'int', unitAmount: 'bigint', amount: 'bigint', currency: 'text' },
  ...{ cost: 'bigint', cause: 'text', reason: 'text' },
};

interface Booking {
  day: string;
  created: Date;
  by?: { id: string | null; name: string | null };
}

/** Inserts charges, each once. */
export async function insertCharges(
  connection: Connection,
  clientId: string,
  charges: readonly NewCharge[],
  { day, created, by }: Booking,
): Promise<void> {
  const values: unknown[] = [clientId, day, created, by?.id ?? null, by?.name ?? null];
  await connection.query(
    `insert into charges (client_id, day, created, created_by_id, created_by_name, ${namesOf(NEW_CHARGE)})
     select $1, $2::date, $3::timestamptz, $4::text, $5::text, ${namesOf(NEW_CHARGE)} from ${tableOf('given', charges, NEW_CHARGE, values)}
     on conflict (client_id, order_id, charge_key) do nothing`,
    values,
  );
}

export type ListedMissing = MissingPrice & { orderId: string };
export async function listMissingOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<ListedMissing[]> {
  return queryRows<ListedMissing>(connection, {
    name: 'list-missing-prices-of-order',
    text: `select ${LISTED_MISSING} from missing_prices where client_id = $1 and order_id = $2 order by charge_key`,
    values: [clientId, orderId],
  });
}

const MISSING: ColumnTypes<MissingPrice> = {
  ...{ chargeKey: 'text', day: 'date', kind: 'text', title: 'text', code: 'text', technology: 'text' },
  ...{ quantity: 'int', problem: 'text' },
};

export async function replaceMissing(
  connection: Connection,
  clientId: string,
  orderId: string,
  missing: readonly MissingPrice[],
): Promise<void> {
  await connection.query('delete from missing_prices where client_id = $1 and order_id = $2', [clientId, orderId]);
  if (missing.length === 0) return;
  const values: unknown[] = [clientId, orderId];
  await connection.query(
    `insert into missing_prices (client_id, order_id, ${namesOf(MISSING)})
     select $1, $2, ${namesOf(MISSING)} from ${tableOf('given', missing, MISSING, values)}`,
    values,
  );
}

/** Returns whether the client sees its charges. Its price lists stay until the transaction ends. */
export async function lockClientTerms(connection: Connection, clientId: string): Promise<boolean> {
  const text = 'select shows_charges as shows from clients where client_id = $1 for share';
  return (await queryRow<{ shows: boolean }>(connection, { text, values: [clientId] }))?.shows === true;
}

/** Erases the words of staff in the charges of the order. Reasons of replacements are codes, and stay. */
export async function eraseChargeReasons(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    text: `update charges set reason = null where client_id = $1 and order_id = $2 and kind = 'CORRECTION' and reason is not null`,
    values: [clientId, orderId],
  });
}

/** Returns the query for clients whose storage of the month, which ends on this day, is not charged. */
export function dueStorage(month: string, lastDay: string): DueQuery {
  return {
    text: `select distinct l.client_id as key from price_lists l
           join prices p on p.client_id = l.client_id and p.price_list_id = l.price_list_id and p.kind like 'STORAGE%'
           where ${ofAnyClient('l.client_id')} and l.valid_from <= $2::date and (l.valid_to is null or l.valid_to >= $2::date)
             and not exists (select 1 from charges c where c.client_id = l.client_id and c.order_id = '' and c.charge_key = 'storage/' || $1 || '/' || p.kind)`,
    values: [month, lastDay],
  };
}

/** Counts the pieces of the client's products on the shelf. */
export async function countStoredPieces(connection: Connection, clientId: string): Promise<number> {
  const found = await queryRow<{ pieces: number }>(connection, {
    name: 'count-stored-pieces',
    text: `select coalesce(sum(stock_level_quantity), 0)::int as pieces
           from client_product_variants a join product_variants v using (ean13) where a.client_id = $1`,
    values: [clientId],
  });
  return found?.pieces ?? 0;
}
