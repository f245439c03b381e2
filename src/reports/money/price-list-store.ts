import { type ColumnTypes, namesOf, tableOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { PricedList } from './charge-rules.ts';
import type { KnownCodes, Price, PriceList } from './price-list-rules.ts';

const LIST = `price_list_id as "priceListId", name, currency, valid_from::text as "validFrom", valid_to::text as "validTo"`;

/** Lists the price lists of the client, the latest first. */
export async function listPriceLists(
  connection: Connection,
  clientId: string,
): Promise<(PriceList & { changed: Date; prices: number })[]> {
  return queryRows(connection, {
    name: 'list-price-lists',
    text: `select ${LIST}, changed, (select count(*)::int from prices p where p.client_id = $1 and p.price_list_id = l.price_list_id) as prices
           from price_lists l where client_id = $1 order by valid_from desc`,
    values: [clientId],
  });
}

export async function findPriceList(
  connection: Connection,
  clientId: string,
  priceListId: string,
): Promise<(PriceList & { changed: Date }) | undefined> {
  return queryRow(connection, {
    name: 'find-price-list',
    text: `select ${LIST}, changed from price_lists where client_id = $1 and price_list_id = $2`,
    values: [clientId, priceListId],
  });
}

const PRICE = `kind, code, technology, width_mm as "widthMm", height_mm as "heightMm", country, amount::float8 as amount,
  plus_basis_points as "plusBasisPoints", cost::float8 as cost`;

export async function listPrices(connection: Connection, clientId: string, priceListId: string): Promise<Price[]> {
  return queryRows<Price>(connection, {
    name: 'list-prices',
    text: `select ${PRICE} from prices where client_id = $1 and price_list_id = $2 order by place`,
    values: [clientId, priceListId],
  });
}

/** Lists all price lists of the client, with the prices of these codes and the prices without a code. */
export async function listPricedLists(
  connection: Connection,
  clientId: string,
  codes: readonly string[],
): Promise<PricedList[]> {
  const lists = await queryRows<PriceList>(connection, {
    name: 'list-lists-of-client',
    text: `select ${LIST} from price_lists where client_id = $1`,
    values: [clientId],
  });
  const prices = await queryRows<Price & { priceListId: string }>(connection, {
    name: 'list-prices-of-codes',
    text: `select price_list_id as "priceListId", ${PRICE} from prices
           where client_id = $1 and (code is null or code = any($2)) order by price_list_id, place`,
    values: [clientId, codes],
  });
  const byList = Map.groupBy(prices, ({ priceListId }) => priceListId);
  return lists.map((list) => ({ ...list, prices: byList.get(list.priceListId) ?? [] }));
}

export async function upsertPriceList(
  connection: Connection,
  clientId: string,
  { priceListId, name, currency, validFrom, validTo }: PriceList,
  changed: Date,
): Promise<void> {
  await connection.query({
    text: `insert into price_lists (client_id, price_list_id, name, currency, valid_from, valid_to, changed)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (client_id, price_list_id) do update set name = excluded.name, currency = excluded.currency,
             valid_from = excluded.valid_from, valid_to = excluded.valid_to, changed = excluded.changed`,
    values: [clientId, priceListId, name, currency, validFrom, validTo, changed],
  });
}

const PRICE_TYPES: ColumnTypes<Price> = {
  ...{ kind: 'text', code: 'text', technology: 'text', widthMm: 'int', heightMm: 'int', country: 'text' },
  ...{ amount: 'bigint', plusBasisPoints: 'int', cost: 'bigint' },
};

export async function replacePrices(
  connection: Connection,
  clientId: string,
  priceListId: string,
  prices: readonly Price[],
): Promise<void> {
  await connection.query('delete from prices where client_id = $1 and price_list_id = $2', [clientId, priceListId]);
  const values: unknown[] = [clientId, priceListId];
  await connection.query(
    `insert into prices (client_id, price_list_id, ${namesOf(PRICE_TYPES)}, place)
     select $1, $2, ${namesOf(PRICE_TYPES)}, place from ${tableOf('given', prices, PRICE_TYPES, values)}`,
    values,
  );
}

/** Deletes the list with its prices. Charges that were made stay. */
export async function deletePriceList(connection: Connection, clientId: string, priceListId: string): Promise<boolean> {
  await connection.query('delete from prices where client_id = $1 and price_list_id = $2', [clientId, priceListId]);
  return queryHasRow(connection, 'delete from price_lists where client_id = $1 and price_list_id = $2', [
    clientId,
    priceListId,
  ]);
}

/** Finds which of the codes the catalogue has, and all technologies of its articles. */
export async function findKnownCodes(connection: Connection, codes: readonly string[]): Promise<KnownCodes> {
  const found = await queryRows<{ code: string; type: string }>(connection, {
    name: 'find-priced-codes',
    text: `select sku as code, type from article_variants join articles using (manufacturer_code) where sku = any($1)
           union all select manufacturer_code, type from articles where manufacturer_code = any($1)
           union all select ean13, 'PRODUCT' from product_variants where ean13 = any($1)
           union all select product_id, 'PRODUCT' from products where product_id = any($1)`,
    values: [codes],
  });
  const technologies = await queryRows<{ technology: string }>(connection, {
    name: 'list-technologies',
    text: `select distinct technology from (select distinct allowed_locations from article_variants) v,
             jsonb_array_elements(v.allowed_locations::jsonb) location,
             jsonb_array_elements_text(location -> 'printTechnologies') technology`,
  });
  const isCustomization = ({ type }: { type: string }) => type === 'CUSTOMIZATION';
  const codesOf = (some: typeof found) => new Set(some.map(({ code }) => code));
  return {
    articles: codesOf(found.filter((one) => !isCustomization(one))),
    customizations: codesOf(found.filter(isCustomization)),
    technologies: new Set(technologies.map(({ technology }) => technology)),
  };
}

/** Makes the orders of the client due that have missing prices. */
export async function insertDueOfMissing(connection: Connection, clientId: string, now: Date): Promise<void> {
  await connection.query({
    text: `insert into charges_due (client_id, order_id, since)
           select distinct client_id, order_id, $2::timestamptz from missing_prices where client_id = $1
           on conflict do nothing`,
    values: [clientId, now],
  });
}

/** Makes the orders of the client due that were shipped from this time on. */
export async function insertDueSince(
  connection: Connection,
  clientId: string,
  { from, now }: { from: Date; now: Date },
): Promise<void> {
  await connection.query({
    text: `insert into charges_due (client_id, order_id, since)
           select client_id, order_id, $3::timestamptz from orders
           where client_id = $1 and status = 'SHIPPED' and personal_data_erased is null and coalesce(status_since, updated) >= $2
           on conflict do nothing`,
    values: [clientId, from, now],
  });
}
