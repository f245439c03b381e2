import { type Connection, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import { CHARGE, LISTED_MISSING } from './charge-parts-store.ts';
import type { ChargeKind } from './charge-rules.ts';
import type { BookedCharge, ListedMissing } from './charge-store.ts';

export interface Total {
  currency: string;
  amount: number;
  /** The known cost to the center. */
  cost: number;
}

export interface ClientMonth extends Total {
  clientId: string;
  clientName: string;
  closed: Date | null;
  orders: number;
  missing: number;
}

/** Sums the charges of a month by client and currency. A client with missing prices only has no currency. */
export async function sumMonth(
  connection: Connection,
  { month, from, to }: { month: string; from: string; to: string },
): Promise<(Omit<ClientMonth, 'currency'> & { currency: string | null })[]> {
  return queryRows(connection, {
    name: 'sum-charges-of-month',
    text: `select s.client_id as "clientId", k.name as "clientName", s.closed, c.currency, coalesce(sum(c.amount), 0)::float8 as amount,
                  coalesce(sum(c.cost), 0)::float8 as cost, count(distinct nullif(c.order_id, ''))::int as orders,
                  (select count(*)::int from missing_prices m where m.client_id = s.client_id and m.day between $2::date and $3::date) as missing
           from statements s join clients k on k.client_id = s.client_id
           left join charges c on c.client_id = s.client_id and c.month = s.month
           where s.month = $1 group by s.client_id, k.name, s.closed, c.currency order by lower(k.name), s.client_id, c.currency`,
    values: [month, from, to],
  });
}

export interface StatementState {
  closed: Date | null;
  closedByName: string | null;
}

export async function findStatement(
  connection: Connection,
  clientId: string,
  month: string,
): Promise<StatementState | undefined> {
  return queryRow<StatementState>(connection, {
    name: 'find-statement',
    text: `select closed, closed_by_name as "closedByName" from statements where client_id = $1 and month = $2`,
    values: [clientId, month],
  });
}

/** Closes the statement. Returns false if it is closed already. */
export async function closeStatement(
  connection: Connection,
  clientId: string,
  month: string,
  { closed, by }: { closed: Date; by: { id: string | null; name: string | null } },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into statements as s (client_id, month, closed, closed_by_id, closed_by_name) values ($1, $2, $3, $4, $5)
           on conflict (client_id, month) do update set closed = excluded.closed, closed_by_id = excluded.closed_by_id,
             closed_by_name = excluded.closed_by_name where s.closed is null`,
    values: [clientId, month, closed, by.id, by.name],
  });
}

export interface Position {
  kind: ChargeKind;
  title: string;
  code: string | null;
  technology: string | null;
  cause: BookedCharge['cause'];
  /** Only of corrections. */
  reason: string | null;
  unitAmount: number;
  currency: string;
  quantity: number;
  amount: number;
  cost: number | null;
}

/** Sums the charges of a client and month by subject and price. */
export async function listPositions(connection: Connection, clientId: string, month: string): Promise<Position[]> {
  return queryRows<Position>(connection, {
    name: 'list-positions',
    text: `select kind, title, code, technology, cause, case kind when 'CORRECTION' then reason end as reason, unit_amount::float8 as "unitAmount", currency, sum(quantity)::int as quantity,
                  sum(amount)::float8 as amount, sum(cost)::float8 as cost
           from charges where client_id = $1 and month = $2
           group by kind, title, code, technology, cause, 6, unit_amount, currency
           order by currency, kind, code, technology, title, unit_amount`,
    values: [clientId, month],
  });
}

export interface OrderSum {
  orderId: string;
  shipped: Date | null;
  currency: string;
  amount: number;
}

/** Sums the charges of a client and month by order. */
export async function listOrderSums(
  connection: Connection,
  clientId: string,
  month: string,
  limit: number,
): Promise<OrderSum[]> {
  return queryRows<OrderSum>(connection, {
    name: 'list-order-sums',
    text: `select order_id as "orderId", min(shipped) as shipped, currency, sum(amount)::float8 as amount from charges
           where client_id = $1 and month = $2 and order_id <> '' group by order_id, currency order by order_id, currency limit $3`,
    values: [clientId, month, limit],
  });
}

/** Lists charges of a client and month by order, after a charge. */
export async function listCharges(
  connection: Connection,
  clientId: string,
  month: string,
  { after, limit }: { after: { orderId: string; chargeKey: string } | undefined; limit: number },
): Promise<BookedCharge[]> {
  return queryRows<BookedCharge>(connection, {
    name: 'list-charges',
    text: `select ${CHARGE} from charges where client_id = $1 and month = $2 and (order_id, charge_key) > ($3, $4)
           order by order_id, charge_key limit $5`,
    values: [clientId, month, after?.orderId ?? '', after?.chargeKey ?? '', limit],
  });
}

/** Lists the shipped goods without a price, from `from` to `to`. */
export async function listMissing(
  connection: Connection,
  clientId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<ListedMissing[]> {
  return queryRows<ListedMissing>(connection, {
    name: 'list-missing-prices',
    text: `select ${LISTED_MISSING} from missing_prices where client_id = $1 and day between $2::date and $3::date order by day, order_id, charge_key limit $4`,
    values: [clientId, from, to, limit],
  });
}
