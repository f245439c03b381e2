import { type ColumnTypes, columnsOf, namesOf, tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows, sendTogether } from '../platform/database/transaction.ts';
import type { LevelChange, ReservationLeft } from './stock-change-rules.ts';
import type { LockedStock, OrderStock, StockCode, StockKind, StockQuantity } from './stock-rules.ts';

const TABLES = { ARTICLE: ['article_variants', 'sku'], PRODUCT: ['product_variants', 'ean13'] } as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;

/** Locks the codes that exist, in a fixed order, until the transaction ends. Returns their levels. */
export async function lockStock(connection: Connection, codes: readonly StockCode[]): Promise<LockedStock[]> {
  if (codes.length === 0) return [];
  const locked: LockedStock[] = [];
  for (const kind of KINDS) {
    const wanted = codesOf(codes, kind);
    if (wanted.length === 0) continue;
    const [table, key] = TABLES[kind];
    const { rows } = await connection.query<Omit<LockedStock, 'kind'>>(
      `select ${key} as code, stock_level_quantity as "onHand", reserved, retired is not null as "isRetired", owner_id as "ownerId" from ${table}
       where ${key} = any($1) order by ${key} for no key update`,
      [wanted],
    );
    locked.push(...rows.map((row) => ({ kind, ...row })));
  }
  return locked;
}

/** Finds the pieces that orders can still reserve. Unknown and retired codes are absent. */
export async function findAvailable(connection: Connection, codes: readonly StockCode[]): Promise<StockQuantity[]> {
  const found: StockQuantity[] = [];
  for (const kind of KINDS) {
    const [table, key] = TABLES[kind];
    const rows = await queryRows<Omit<StockQuantity, 'kind'>>(connection, {
      name: `find-available ${kind}`,
      text: `select ${key} as code, greatest(stock_level_quantity - reserved, 0) as quantity from ${table}
             where ${key} = any($1) and retired is null`,
      values: [codesOf(codes, kind)],
    });
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}

const LEVEL_CHANGE: ColumnTypes<LevelChange> = { code: 'text', onHandChange: 'int', reservedChange: 'int' };

/** Changes the levels of codes of one kind. The codes must be locked. */
export async function updateLevels(
  connection: Connection,
  kind: StockKind,
  changes: readonly LevelChange[],
): Promise<void> {
  const values: unknown[] = [];
  const [table, key] = TABLES[kind];
  await connection.query(
    `update ${table} set stock_level_quantity = stock_level_quantity + on_hand_change, reserved = reserved + reserved_change
     from ${tableOf('given', changes, LEVEL_CHANGE, values)} where ${key} = given.code`,
    values,
  );
}

const RESERVATION: ColumnTypes<OrderStock> = { orderId: 'text', kind: 'text', code: 'text', quantity: 'int' };

/** Adds the quantities to the reservations of the client's orders. */
export async function insertReservations(
  connection: Connection,
  clientId: string,
  reservations: readonly OrderStock[],
): Promise<void> {
  const values: unknown[] = [clientId];
  const names = namesOf(RESERVATION);
  await connection.query({
    name: 'insert-reservations',
    text: `insert into stock_reservations (client_id, ${names})
           select $1, ${names} from ${tableOf('given', reservations, RESERVATION, values)}
           on conflict (client_id, order_id, kind, code) do update set quantity = stock_reservations.quantity + excluded.quantity`,
    values,
  });
}

const OF_ORDER = 'r.client_id = $1 and r.order_id = l.order_id and r.kind = l.kind and r.code = l.code';

/** Sets the remaining quantities of reservations of the client's orders, and deletes empty ones. */
export async function reduceReservations(
  connection: Connection,
  clientId: string,
  reservations: readonly ReservationLeft[],
): Promise<void> {
  const values: unknown[] = [clientId];
  const rows = reservations.map(({ left: quantity, ...reservation }) => ({ ...reservation, quantity }));
  const left = tableOf('l', rows, RESERVATION, values);
  await sendTogether([
    connection.query(`delete from stock_reservations r using ${left} where ${OF_ORDER} and l.quantity = 0`, values),
    connection.query(
      `update stock_reservations r set quantity = l.quantity from ${left} where ${OF_ORDER} and l.quantity > 0`,
      values,
    ),
  ]);
}

export async function findReservations(connection: Connection, clientId: string, orderIds: readonly string[]) {
  return queryRows<OrderStock>(connection, {
    text: `select order_id as "orderId", kind, code, quantity from stock_reservations
     where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
}

function codesOf(codes: readonly StockCode[], kind: StockKind): string[] {
  return codes.filter((one) => one.kind === kind).map(({ code }) => code);
}

type Planned<Value> = readonly (StockCode & { value: Value | null })[];

/** Sets the minimums of locked variants. */
export async function updateMinimums(connection: Connection, rows: Planned<number>): Promise<void> {
  for (const [kind, some] of Map.groupBy(rows, (one) => one.kind)) {
    const [table, key] = TABLES[kind];
    await connection.query(
      `update ${table} set minimum = value from unnest($1::text[], $2::int[]) as given (code, value) where ${key} = given.code`,
      columnsOf(some, 'code', 'value'),
    );
  }
}

/** Sets the owners of locked variants. */
export async function updateOwners(connection: Connection, rows: Planned<string>): Promise<void> {
  for (const [kind, some] of Map.groupBy(rows, (one) => one.kind)) {
    const [table, key] = TABLES[kind];
    await connection.query(
      `update ${table} set owner_id = value from unnest($1::text[], $2::text[]) as given (code, value) where ${key} = given.code`,
      columnsOf(some, 'code', 'value'),
    );
  }
}
