import type { Connection } from '../platform/database/transaction.ts';
import type { StockCode } from './stock-store.ts';

// Needed because the stock has a copy on each node: Citus locks such a table as a whole when one of its rows is locked or changed.
// Reservations would then wait for each other, and could deadlock. Here codes are locked by advisory locks on the coordinator, through
// which all transactions go. Their holder changes rows without a lock on the whole table.
// One PostgreSQL keeps row locks: there an import does not stop reservations of other codes. The previous release, which runs beside
// this one during a rolling update, knows no advisory locks on one PostgreSQL.

/** Any fixed number. A transaction that locks all codes holds this lock alone, all others share it. */
const CATALOG_STOCK_LOCK = 7_521_883_413;

/** A transaction that needs more codes locks all of them: PostgreSQL has room for some thousands of locks in all transactions together. */
const CODES_MAX = 200;

/** Locks the codes in a fixed order until the transaction ends. */
export async function lockCodesByName(connection: Connection, codes: readonly StockCode[]): Promise<void> {
  if (codes.length > CODES_MAX) await lockAllCodesByName(connection);
  await connection.query({
    name: 'lock-stock-on-nodes',
    text: `select pg_advisory_xact_lock_shared(${CATALOG_STOCK_LOCK}), set_config('citus.all_modifications_commutative', 'on', true)`,
  });
  if (codes.length > CODES_MAX) return;
  await connection.query({
    name: 'lock-codes-on-nodes',
    text: `select pg_advisory_xact_lock(hashtextextended(kind || ' ' || code, 0))
           from (select distinct kind, code from unnest($1::text[], $2::text[]) as given (kind, code) order by kind, code) sorted`,
    values: [codes.map(({ kind }) => kind), codes.map(({ code }) => code)],
  });
}

/** Locks all codes until the transaction ends. */
export async function lockAllCodesByName(connection: Connection): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${CATALOG_STOCK_LOCK})`);
}
