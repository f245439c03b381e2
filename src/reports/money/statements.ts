import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { lockOrders } from '../../orders/rows/order-row-store.ts';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { invalidRequest, orderNotFound } from '../../platform/errors/errors.ts';
import { csvRow } from '../../platform/formats/write-csv.ts';
import { currencyViolation, minorUnits } from '../../shipping/currencies.ts';
import { requireCustomer } from './change-price-list.ts';
import {
  bookCharges,
  type ChargeContext,
  chargeOrders,
  chargeStorage,
  dayIn,
  lastMonth,
  monthOf,
  showInOrder,
} from './charge-orders.ts';
import type { Charge } from './charge-rules.ts';
import { type BookedCharge, type ListedMissing, listChargesOfOrder, lockClientTerms } from './charge-store.ts';
import { decimalOf } from './price-list-rules.ts';
import {
  closeStatement,
  findStatement,
  listCharges,
  listMissing,
  listPositions,
  type Position,
  type Total,
} from './statement-store.ts';

/** Missing prices that a statement lists. */
export const MISSING_LISTED_MAX = 500;
const MISSING_EXPORTED_MAX = 100_000;
const CHARGES_AT_ONCE = 1_000;

/** Returns the first and the last day of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return { from: `${month}-01`, to: `${month}-${String(daysInMonth).padStart(2, '0')}` };
}

export interface Statement {
  clientId: string;
  clientName: string;
  month: string;
  closed: Date | null;
  closedByName: string | null;
  totals: Total[];
  positions: Position[];
  missing: ListedMissing[];
}

/** Reads the statement of a client and month. Throws `client_not_found`. */
export async function readStatement(pool: Pool, clientId: string, month: string): Promise<Statement> {
  return inTransaction(pool, async (connection) => {
    const { name: clientName } = await requireCustomer(connection, clientId);
    const state = await findStatement(connection, clientId, month);
    const positions = await listPositions(connection, clientId, month);
    const missing = await listMissing(connection, clientId, { ...daysOfMonth(month), limit: MISSING_LISTED_MAX });
    const totals = [...Map.groupBy(positions, ({ currency }) => currency)].map(([currency, some]) => ({
      currency,
      amount: some.reduce((sum, { amount }) => sum + amount, 0),
      cost: some.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    }));
    const { closed = null, closedByName = null } = state ?? {};
    return { ...{ clientId, clientName, month, closed, closedByName }, totals, positions, missing };
  });
}

/**
 * Closes the month of a client, after the charges that are due. Idempotent. Throws `client_not_found`, and
 * `invalid_request` for a month that is not over.
 */
export async function closeMonth(
  context: ChargeContext,
  clientId: string,
  month: string,
  { by, now }: Doing,
): Promise<void> {
  const { pool, timeZone } = context;
  await requireCustomer(pool, clientId);
  if (month >= monthOf(dayIn(timeZone())(now))) {
    const message = `The month ${month} is not over. Close it when it is.`;
    throw invalidRequest([{ pointer: 'month', code: 'month_not_over', message }]);
  }
  await chargeOrders(context, clientId, new AbortController().signal);
  if (month === lastMonth(now, timeZone()).month) await chargeStorage(context, clientId);
  const entryId = randomUUIDv7();
  await inTransaction(pool, async (connection) => {
    if (!(await closeStatement(connection, clientId, month, { closed: now, by }))) return;
    const subject = ['client', clientId] as const;
    await recordAudit(connection, by, now, { entryId, action: 'statement.closed', subject, detail: { month } });
  });
}

export interface Correction {
  orderId: string | undefined;
  /** Minor units. Negative: in favour of the client. */
  amount: number;
  currency: string;
  reason: string;
  /** Absent: the present month. A closed month is replaced by the present one. */
  month: string | undefined;
}

/**
 * Adds a correction to the charges of a client, in the caller's transaction. Throws `client_not_found`,
 * `order_not_found`, and `invalid_request`.
 */
export async function correctCharges(
  connection: Connection,
  clientId: string,
  { orderId = '', amount, currency, reason, month }: Correction,
  { by, now, timeZone, id }: Doing & { timeZone: string; id: string },
): Promise<Pick<BookedCharge, 'orderId' | 'chargeKey'>> {
  await requireCustomer(connection, clientId);
  const dayOf = dayIn(timeZone);
  const fault = currencyViolation(currency, '/currency');
  const faults = fault ? [fault] : [];
  if (amount === 0) faults.push({ pointer: '/amount', code: 'too_small', message: '"amount" must not be 0.' });
  if (month !== undefined && month > monthOf(dayOf(now)))
    faults.push({ pointer: '/month', code: 'too_large', message: 'The month has not begun.' });
  if (faults.length > 0) throw invalidRequest(faults);
  const [order] = orderId === '' ? [] : await lockOrders(connection, clientId, [orderId]);
  if (orderId !== '' && !order) throw orderNotFound();
  const charge: Charge & { orderId: string } = {
    ...{ orderId, chargeKey: `correction/${id}`, kind: 'CORRECTION', title: '', code: null, technology: null },
    ...{ quantity: 1, unitAmount: amount, amount, currency, cost: null, cause: null, reason, shipped: null },
  };
  await bookCharges(connection, clientId, [charge], { now, dayOf, by, month });
  const subject = ['client', clientId] as const;
  const detail = { amount: decimalOf(amount, minorUnits(currency)), currency, ...(orderId !== '' && { orderId }) };
  await recordAudit(connection, by, now, { entryId: id, action: 'charge.corrected', subject, detail });
  if (order && (await lockClientTerms(connection, clientId))) {
    const charges = await listChargesOfOrder(connection, clientId, orderId);
    await showInOrder(connection, clientId, order, charges, now);
  }
  return { orderId, chargeKey: charge.chargeKey };
}

const COLUMNS = [
  ...['month', 'created', 'orderId', 'shipped', 'kind', 'title', 'code', 'technology', 'quantity', 'unitPrice'],
  ...['amount', 'currency', 'cause', 'reason', 'by', 'problem'],
];

/** Yields every charge of the statement and every missing price as CSV, with decimal amounts. */
export async function* statementCsv(pool: Pool, clientId: string, month: string): AsyncGenerator<string> {
  yield csvRow(COLUMNS);
  let after: BookedCharge | undefined;
  do {
    const charges = await listCharges(pool, clientId, month, { after, limit: CHARGES_AT_ONCE });
    yield charges.map((charge) => csvRow(cellsOf(charge))).join('');
    after = charges.length === CHARGES_AT_ONCE ? charges.at(-1) : undefined;
  } while (after);
  const missing = await listMissing(pool, clientId, { ...daysOfMonth(month), limit: MISSING_EXPORTED_MAX });
  for (const { orderId, day, kind, title, code, technology, quantity, problem } of missing) {
    const cells = [month, '', orderId, day, kind, title, code ?? '', technology ?? '', quantity];
    yield csvRow([...cells, '', '', '', '', '', '', problem]);
  }
}

function cellsOf(charge: BookedCharge) {
  const { month, created, orderId, shipped, kind, title, code, technology, quantity, unitAmount, amount } = charge;
  const { currency, cause, reason, createdByName } = charge;
  const digits = minorUnits(currency);
  return [
    ...[month, created.toISOString(), orderId, shipped?.toISOString() ?? '', kind, title, code ?? '', technology ?? ''],
    ...[quantity, decimalOf(unitAmount, digits), decimalOf(amount, digits), currency, cause ?? '', reason ?? ''],
    createdByName ?? '',
  ];
}
