import type { Actor } from '../platform/audit/actor.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { StockCode, StockQuantity } from './stock-rules.ts';

export interface Supplier {
  supplierId: string;
  name: string;
  email: string | null;
  /** Days from an order to its delivery. */
  leadDays: number;
}

export interface SupplierItem extends StockCode {
  supplierCode: string | null;
  packSize: number;
  /** In the currency of the center. */
  price: number | null;
}

const nameKey = (name: string) => name.normalize('NFKC').trim().toLowerCase();
const SUPPLIER = 'supplier_id as "supplierId", name, email, lead_days as "leadDays"';

/** Inserts or updates a supplier by its name. Returns it as stored. */
export async function saveSupplier(connection: Connection, supplier: Supplier, created: Date): Promise<Supplier> {
  const { supplierId, name, email, leadDays } = supplier;
  const saved = await queryRow<Supplier>(connection, {
    name: 'save-supplier',
    text: `insert into suppliers (supplier_id, name, name_key, email, lead_days, created) values ($1, $2, $3, $4, $5, $6)
           on conflict (name_key) do update set name = excluded.name, email = excluded.email, lead_days = excluded.lead_days
           returning ${SUPPLIER}`,
    values: [supplierId, name, nameKey(name), email, leadDays, created],
  });
  return saved as Supplier;
}

export async function listSuppliers(connection: Connection): Promise<Supplier[]> {
  return queryRows<Supplier>(connection, `select ${SUPPLIER} from suppliers order by name_key`);
}

export async function findSupplier(connection: Connection, supplierId: string): Promise<Supplier | undefined> {
  return queryRow<Supplier>(connection, {
    name: 'find-supplier',
    text: `select ${SUPPLIER} from suppliers where supplier_id = $1`,
    values: [supplierId],
  });
}

/** Sets the supplier of the variants, with its article numbers, packs and prices. */
export async function saveSupplierItems(
  connection: Connection,
  supplierId: string,
  items: readonly SupplierItem[],
): Promise<void> {
  await connection.query({
    name: 'save-supplier-items',
    text: `insert into supplier_items (supplier_id, kind, code, supplier_code, pack_size, price)
           select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::numeric[])
           on conflict (kind, code) do update set supplier_id = excluded.supplier_id, supplier_code = excluded.supplier_code,
             pack_size = excluded.pack_size, price = excluded.price`,
    values: [supplierId, ...columnsOf(items, 'kind', 'code', 'supplierCode', 'packSize', 'price')],
  });
}

export interface BuyProposal extends StockCode {
  name: string;
  color: string;
  size: string;
  supplierId: string | null;
  supplierName: string | null;
  supplierCode: string | null;
  packSize: number;
  price: number | null;
  available: number;
  /** Pieces that orders wait for. */
  waiting: number;
  /** Pieces in sent purchase orders that have not arrived. */
  onOrder: number;
  /** Pieces shipped or scrapped in the last 28 full days, less pieces that came back. */
  used: number;
  minimum: number | null;
  target: number | null;
  /** Whole packs. */
  quantity: number;
}

/** Stock that must last longer than the lead time of the supplier, in days. */
export const REVIEW_DAYS = 7;
export const LEAD_DAYS_DEFAULT = 7;
export const USE_DAYS = 28;

/**
 * Lists what to buy: variants whose available and ordered pieces, less the pieces that orders wait for, are
 * below their minimum or their use until the next delivery. They are filled to their target.
 */
export async function listBuyProposals(
  connection: Connection,
  { supplierId, limit }: { supplierId: string | undefined; limit: number },
): Promise<BuyProposal[]> {
  return queryRows<BuyProposal>(connection, {
    name: 'list-buy-proposals',
    text: `with waiting as (select kind, code, sum(quantity) as pieces from stock_waits group by kind, code),
                ordered as (
                  select kind, code, sum(greatest(0, ordered - received)) as pieces
                  from purchase_orders join purchase_lines using (purchase_id) where state = 'SENT' group by kind, code
                ), variants as (
                  select 'ARTICLE' as kind, sku as code, title as name, color, size, stock_level_quantity - reserved as available, minimum
                  from article_variants join articles using (manufacturer_code) where retired is null and owner_id is null
                  union all
                  select 'PRODUCT', ean13, v.name, color, size, stock_level_quantity - reserved, minimum
                  from product_variants v where v.retired is null and v.owner_id is null
                ), facts as (
                  select v.*, i.supplier_id, s.name as supplier_name, i.supplier_code, coalesce(i.pack_size, 1) as pack_size, i.price,
                         coalesce(w.pieces, 0) as waiting, coalesce(o.pieces, 0) as on_order, coalesce(p.used, 0) as used, p.target,
                         ceil(coalesce(p.used, 0) * (coalesce(s.lead_days, ${LEAD_DAYS_DEFAULT}) + ${REVIEW_DAYS}) / ${USE_DAYS}.0) as until_then
                  from variants v
                  left join waiting w using (kind, code) left join ordered o using (kind, code) left join stock_plans p using (kind, code)
                  left join supplier_items i using (kind, code) left join suppliers s on s.supplier_id = i.supplier_id
                ), lacking as (
                  select *, greatest(target, minimum, until_then) - (available + on_order - waiting) as lacks from facts
                  where available + on_order - waiting < greatest(minimum, until_then, 0)
                )
           select kind, code, name, color, size, supplier_id as "supplierId", supplier_name as "supplierName", supplier_code as "supplierCode",
                  pack_size as "packSize", price::float8, available, waiting::int, on_order::int as "onOrder", used, minimum, target,
                  (ceil(lacks / pack_size::numeric) * pack_size)::int as quantity
           from lacking where lacks > 0 and ($1::text is null or supplier_id = $1)
           order by waiting = 0, supplier_name nulls last, kind, code limit $2`,
    values: [supplierId ?? null, limit],
  });
}

export const PURCHASE_STATES = ['DRAFT', 'SENT', 'DONE', 'CANCELLED'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

export interface Purchase {
  purchaseId: string;
  supplierId: string;
  supplierName: string;
  reference: string;
  state: PurchaseState;
  created: Date;
  createdByName: string | null;
  sent: Date | null;
  /** Day, as YYYY-MM-DD. */
  expected: string | null;
  /** ISO 4217 code of the prices. Null: none was set, so they are in the currency of the center. */
  currency: string | null;
  /** Sum of the lines with a price. Null: no line has one. */
  total: number | null;
  /** The last e-mail with it. */
  mail: { address: string; state: 'WAITING' | 'SENT' | 'FAILED'; error?: string | null } | null;
}

export interface PurchaseLine extends StockCode {
  ordered: number;
  received: number;
  price: number | null;
  supplierCode: string | null;
}

const PURCHASE = `purchase_id as "purchaseId", supplier_id as "supplierId", s.name as "supplierName", reference, state, p.created,
  created_by_name as "createdByName", sent, to_char(expected, 'YYYY-MM-DD') as expected, currency,
  (select sum(l.ordered * l.price)::float8 from purchase_lines l where l.purchase_id = p.purchase_id) as total,
  (select json_build_object('address', m.address, 'state', m.state, 'error', m.last_error) from purchase_mails m
   where m.purchase_id = p.purchase_id order by m.mail_id desc limit 1) as mail`;
const PURCHASES = 'purchase_orders p join suppliers s using (supplier_id)';

/** Inserts a draft. Returns false if another one has its reference. */
export async function insertPurchase(
  connection: Connection,
  {
    purchaseId,
    supplierId,
    reference,
    currency,
  }: Pick<Purchase, 'purchaseId' | 'supplierId' | 'reference' | 'currency'>,
  lines: readonly (StockQuantity & { price: number | null })[],
  { by, now }: { by: Actor; now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'insert-purchase',
    text: `insert into purchase_orders (purchase_id, supplier_id, reference, state, created, created_by_id, created_by_name, currency)
           values ($1, $2, $3, 'DRAFT', $4, $5, $6, $7) on conflict do nothing`,
    values: [purchaseId, supplierId, reference, now, by.id, by.name, currency],
  });
  if (rowCount !== 1) return false;
  await connection.query({
    name: 'insert-purchase-lines',
    text: `insert into purchase_lines (purchase_id, kind, code, ordered, price)
           select $1, * from unnest($2::text[], $3::text[], $4::int[], $5::numeric[])`,
    values: [purchaseId, ...columnsOf(lines, 'kind', 'code', 'quantity', 'price')],
  });
  return true;
}

export async function listPurchases(
  connection: Connection,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Purchase[]> {
  return queryRows<Purchase>(connection, {
    name: 'list-purchases',
    text: `select ${PURCHASE} from ${PURCHASES} where $1::text is null or purchase_id < $1 order by purchase_id desc limit $2`,
    values: [before ?? null, limit],
  });
}

export async function findPurchase(connection: Connection, purchaseId: string): Promise<Purchase | undefined> {
  return queryRow<Purchase>(connection, {
    name: 'find-purchase',
    text: `select ${PURCHASE} from ${PURCHASES} where purchase_id = $1`,
    values: [purchaseId],
  });
}

export async function lockPurchase(connection: Connection, purchaseId: string): Promise<Purchase | undefined> {
  return queryRow<Purchase>(connection, {
    name: 'lock-purchase',
    text: `select ${PURCHASE} from ${PURCHASES} where purchase_id = $1 for no key update of p`,
    values: [purchaseId],
  });
}

export async function listPurchaseLines(connection: Connection, purchaseId: string): Promise<PurchaseLine[]> {
  return queryRows<PurchaseLine>(connection, {
    name: 'list-purchase-lines',
    text: `select l.kind, l.code, ordered, received, l.price::float8, i.supplier_code as "supplierCode"
           from purchase_lines l left join supplier_items i using (kind, code) where purchase_id = $1 order by l.kind, l.code`,
    values: [purchaseId],
  });
}

/** Changes the state of a locked purchase order. The first SENT sets the time of sending. */
export async function updatePurchaseState(
  connection: Connection,
  purchaseId: string,
  state: PurchaseState,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'update-purchase-state',
    text: `update purchase_orders p set state = $2::text, sent = case when $2::text = 'SENT' then coalesce(sent, $3) else sent end,
             expected = case when $2::text = 'SENT' then coalesce(expected, ($3::timestamptz at time zone 'UTC')::date + s.lead_days) else expected end
           from suppliers s where s.supplier_id = p.supplier_id and purchase_id = $1`,
    values: [purchaseId, state, now],
  });
}

/** Adds received pieces to the lines. The purchase order must be locked. Returns whether all have arrived. */
export async function addReceived(
  connection: Connection,
  purchaseId: string,
  received: readonly StockQuantity[],
): Promise<boolean> {
  await connection.query({
    name: 'add-received',
    text: `update purchase_lines l set received = received + g.quantity
           from unnest($2::text[], $3::text[], $4::int[]) as g (kind, code, quantity)
           where purchase_id = $1 and l.kind = g.kind and l.code = g.code`,
    values: [purchaseId, ...columnsOf(received, 'kind', 'code', 'quantity')],
  });
  const lines = await listPurchaseLines(connection, purchaseId);
  return lines.every((line) => line.received >= line.ordered);
}

/** Updates the average costs of locked variants. `onHand`: the pieces before the delivery. */
export async function averageCosts(
  connection: Connection,
  arrived: readonly (StockQuantity & { onHand: number; price: number })[],
): Promise<void> {
  if (arrived.length === 0) return;
  await connection.query({
    name: 'average-costs',
    text: `insert into stock_plans as p (kind, code, cost)
           select kind, code, price from unnest($1::text[], $2::text[], $3::numeric[]) as g (kind, code, price)
           on conflict (kind, code) do update set cost = (
             select round((coalesce(p.cost, g.price) * g.on_hand + g.price * g.quantity) / (g.on_hand + g.quantity), 4)
             from unnest($1::text[], $2::text[], $3::numeric[], $4::int[], $5::int[]) as g (kind, code, price, on_hand, quantity)
             where g.kind = p.kind and g.code = p.code)`,
    values: columnsOf(arrived, 'kind', 'code', 'price', 'onHand', 'quantity'),
  });
}

export async function updateTargets(
  connection: Connection,
  targets: readonly (StockCode & { value: number | null })[],
): Promise<void> {
  if (targets.length === 0) return;
  await connection.query({
    name: 'update-targets',
    text: `insert into stock_plans (kind, code, target) select * from unnest($1::text[], $2::text[], $3::int[])
           on conflict (kind, code) do update set target = excluded.target`,
    values: columnsOf(targets, 'kind', 'code', 'value'),
  });
}

export async function listSupplierItems(connection: Connection, codes: readonly StockCode[]): Promise<SupplierItem[]> {
  return queryRows<SupplierItem>(connection, {
    name: 'list-supplier-items',
    text: `select kind, code, supplier_code as "supplierCode", pack_size as "packSize", price::float8
           from unnest($1::text[], $2::text[]) as g (kind, code) join supplier_items using (kind, code)`,
    values: columnsOf(codes, 'kind', 'code'),
  });
}

/** Finds whether the use of variants was not computed on this day yet. */
export async function findUseDue(connection: Connection, firstMovement: string, day: string): Promise<string[]> {
  const row = await queryRow(connection, {
    name: 'find-use-due',
    text: `select 1 as due where not exists (select 1 from stock_plans where used_on = $2::date)
             and (exists (select 1 from stock_plans)
                  or exists (select 1 from stock_movements where movement_id >= $1::uuid and reason in ('shipped', 'scrapped')))`,
    values: [firstMovement, day],
  });
  return row ? ['use'] : [];
}

/** Computes the shipped or scrapped pieces of each variant since a movement, less pieces that came back. */
export async function computeUse(connection: Connection, firstMovement: string, day: string): Promise<void> {
  await connection.query({
    name: 'forget-use',
    text: 'update stock_plans set used = 0, used_on = $1::date',
    values: [day],
  });
  await connection.query({
    name: 'compute-use',
    text: `insert into stock_plans (kind, code, used, used_on)
           select kind, code, greatest(-sum(on_hand_change), 0), $2::date from stock_movements
           where movement_id >= $1::uuid and reason in ('shipped', 'scrapped', 'withdrawn', 'returned') group by kind, code
           on conflict (kind, code) do update set used = excluded.used, used_on = excluded.used_on`,
    values: [firstMovement, day],
  });
}
