import { type Connection, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';

/** The parameters of the list of orders that a view keeps, as the API reads them. */
export type ViewQuery = Readonly<Record<string, string | number>>;

export interface OrderView {
  viewId: string;
  ownerId: string;
  ownerName: string;
  isShared: boolean;
  name: string;
  query: ViewQuery;
  columns: string[];
}

const COLUMNS =
  'view_id as "viewId", owner_id as "ownerId", owner_name as "ownerName", is_shared as "isShared", name, query, columns';

/** Lists the person's own views and the shared ones, by name. */
export async function listViews(connection: Connection, operatorId: string): Promise<OrderView[]> {
  return queryRows<OrderView>(connection, {
    name: 'list-order-views',
    text: `select ${COLUMNS} from order_views where owner_id = $1 or is_shared order by lower(name), view_id`,
    values: [operatorId],
  });
}

/** Returns a view of the person or a shared one, locked. */
export async function lockView(
  connection: Connection,
  operatorId: string,
  viewId: string,
): Promise<OrderView | undefined> {
  return queryRow<OrderView>(connection, {
    text: `select ${COLUMNS} from order_views where view_id = $2 and (owner_id = $1 or is_shared) for update`,
    values: [operatorId, viewId],
  });
}

/** Inserts a view. Returns false if there are `max` of the same owner, or `max` shared ones. */
export async function insertView(
  connection: Connection,
  { viewId, ownerId, ownerName, isShared, name, query, columns }: OrderView,
  { created, max }: { created: Date; max: number },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into order_views (view_id, owner_id, owner_name, is_shared, name, query, columns, created)
           select $1, $2, $3, $4, $5, $6, $7, $8
           where (select count(*) from order_views where is_shared = $4 and (owner_id = $2 or $4)) < $9`,
    values: [viewId, ownerId, ownerName, isShared, name, JSON.stringify(query), columns, created, max],
  });
}

export async function updateView(connection: Connection, view: OrderView): Promise<void> {
  const { viewId, isShared, name, query, columns } = view;
  await connection.query(
    'update order_views set is_shared = $2, name = $3, query = $4, columns = $5 where view_id = $1',
    [viewId, isShared, name, JSON.stringify(query), columns],
  );
}

export async function deleteView(connection: Connection, viewId: string): Promise<void> {
  await connection.query('delete from order_views where view_id = $1', [viewId]);
  await connection.query('delete from order_view_defaults where view_id = $1', [viewId]);
}

export async function findDefaultView(connection: Connection, operatorId: string): Promise<string | undefined> {
  const found = await queryRow<{ viewId: string }>(connection, {
    name: 'find-default-order-view',
    text: 'select view_id as "viewId" from order_view_defaults where operator_id = $1',
    values: [operatorId],
  });
  return found?.viewId;
}

export async function saveDefaultView(connection: Connection, operatorId: string, viewId: string): Promise<void> {
  await connection.query(
    `insert into order_view_defaults (operator_id, view_id) values ($1, $2)
     on conflict (operator_id) do update set view_id = excluded.view_id`,
    [operatorId, viewId],
  );
}

export async function deleteDefaultView(connection: Connection, operatorId: string, viewId: string): Promise<void> {
  await connection.query('delete from order_view_defaults where operator_id = $1 and view_id = $2', [
    operatorId,
    viewId,
  ]);
}

/** Values that the filters of views name. */
export const NAMED_FILTERS = ['clientId', 'carrier', 'assigneeId', 'tag', 'code'] as const;
export type NamedValues = Readonly<Record<(typeof NAMED_FILTERS)[number], readonly string[]>>;

/** Returns the values that exist, each after the name of its filter. Ignores tags. */
export async function findNamedValues(
  connection: Connection,
  { clientId, carrier, assigneeId, code }: NamedValues,
): Promise<Set<string>> {
  const rows = await queryRows<{ found: string }>(connection, {
    name: 'find-named-filter-values',
    text: `select 'clientId ' || client_id as found from clients where client_id = any($1)
           union all select 'carrier ' || carrier_id from carriers where carrier_id = any($2)
           union all select 'assigneeId ' || operator_id from operators where operator_id = any($3) and status = 'active'
           union all select 'code ' || sku from article_variants where sku = any($4)
           union all select 'code ' || ean13 from product_variants where ean13 = any($4)`,
    values: [clientId, carrier, assigneeId, code],
  });
  return new Set(rows.map(({ found }) => found));
}

/** Returns whether an order has a carrier of this name, which staff may have typed. */
export async function hasShippedWith(connection: Connection, carrier: string): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'has-shipped-with',
    text: 'select 1 from order_search where carrier = $1 limit 1',
    values: [carrier],
  });
}

export async function hasTag(connection: Connection, tag: string): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'has-order-tag',
    text: 'select 1 from order_marks where tags @> array[$1::text] limit 1',
    values: [tag],
  });
}
