import type { Connection } from '../database/transaction.ts';
import type { StockCode } from './stock-store.ts';

// In a distributed database the stock has a copy on each node, and Citus locks such a table as a whole for whoever locks a row of it, or changes one. So nobody
// would reserve anything while another does, and two transactions that come to the tables in another order would wait for each other. Here the codes are
// locked by their names on the node that is spoken to, which all go through; and who has those locks changes rows without asking for the whole table.

/** Any fixed number: it names the lock that those have alone who lock all codes, and all others together. */
const CATALOG_STOCK_LOCK = 7_521_883_413;

/** Whoever locks more codes at once locks all there are: PostgreSQL has room for some thousands of locks by name, of all transactions together. */
const CODES_MAX = 200;

/** Locks the codes in a fixed order until the transaction ends. */
export async function lockCodesOnNodes(connection: Connection, codes: readonly StockCode[]): Promise<void> {
  if (codes.length > CODES_MAX) await lockAllCodesOnNodes(connection);
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
export async function lockAllCodesOnNodes(connection: Connection): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${CATALOG_STOCK_LOCK})`);
}
