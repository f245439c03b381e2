import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

export async function findClientsOfProducts(connection: Connection, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ clientId: string }>(
    `select distinct client_id as "clientId" from client_products where product_id = any($1)`,
    [productIds],
  );
  return rows.map((row) => row.clientId);
}

/** Assigns the products and their variants to the client. Returns the number of new rows and the variants. */
export async function assignProducts(
  connection: Connection,
  clientId: string,
  productIds: readonly string[],
): Promise<{ assigned: number; ean13s: string[] }> {
  const products = await connection.query(
    `insert into client_products (client_id, product_id, name, is_retired)
     select $1, product_id, name, retired is not null from products where product_id = any($2)
     on conflict do nothing returning 1`,
    [clientId, productIds],
  );
  const { rows } = await connection.query<{ ean13: string }>(
    `insert into client_product_variants (client_id, ean13, product_id)
     select $1, ean13, product_id from product_variants where product_id = any($2) and retired is null
     on conflict do nothing returning ean13`,
    [clientId, productIds],
  );
  return { assigned: (products.rowCount ?? 0) + rows.length, ean13s: rows.map(({ ean13 }) => ean13) };
}

/** Two forms of one GTIN that a client would have. */
export type SameGtin = { ean13: string; other: string; productId: string };

/** Finds the client's variants that have one of `forms`, each of the EAN-13 at its place in `ean13s`. */
export async function findVariantsOfForms(
  connection: Connection,
  clientId: string,
  ean13s: readonly string[],
  forms: readonly string[],
): Promise<SameGtin[]> {
  return queryRows<SameGtin>(connection, {
    text: `select given.ean13, c.ean13 as other, c.product_id as "productId"
     from unnest($2::text[], $3::text[]) as given (ean13, form)
     join client_product_variants c on c.client_id = $1 and c.ean13 = given.form and c.ean13 <> given.ean13
     order by 1, 2`,
    values: [clientId, ean13s, forms],
  });
}

/** Copies new names to the rows by which the client's list is sorted. */
export async function renameAssignedProducts(
  connection: Connection,
  clientId: string,
  productIds: readonly string[],
): Promise<void> {
  await connection.query(
    `update client_products c set name = p.name from products p
     where c.client_id = $1 and c.product_id = any($2) and p.product_id = c.product_id and p.name <> c.name`,
    [clientId, productIds],
  );
}

export async function withdrawMovedVariants(
  connection: Connection,
  clientId: string,
  ean13s: readonly string[],
): Promise<void> {
  await connection.query(
    `delete from client_product_variants c using product_variants v
     where c.client_id = $1 and c.ean13 = any($2) and v.ean13 = c.ean13 and v.product_id <> c.product_id`,
    [clientId, ean13s],
  );
}

export async function withdrawVariants(
  connection: Connection,
  clientId: string,
  ean13s: readonly string[],
): Promise<void> {
  await connection.query('delete from client_product_variants where client_id = $1 and ean13 = any($2)', [
    clientId,
    ean13s,
  ]);
}

export async function updateRetiredProducts(
  connection: Connection,
  clientId: string,
  productIds: readonly string[],
): Promise<void> {
  await connection.query(
    `update client_products c set is_retired = p.retired is not null from products p
     where c.client_id = $1 and c.product_id = any($2) and p.product_id = c.product_id
       and c.is_retired <> (p.retired is not null)`,
    [clientId, productIds],
  );
}

export async function assignVariants(
  connection: Connection,
  clientId: string,
  ean13s: readonly string[],
): Promise<void> {
  await connection.query(
    `insert into client_product_variants (client_id, ean13, product_id)
     select c.client_id, v.ean13, v.product_id from product_variants v join client_products c using (product_id)
     where c.client_id = $1 and v.ean13 = any($2) and v.retired is null on conflict do nothing`,
    [clientId, ean13s],
  );
}

export async function recountClient(connection: Connection, clientId: string): Promise<void> {
  await connection.query(
    `insert into client_catalogs (client_id, products, product_variants)
     select $1, listed.products, given.variants
     from (select count(*) as products from client_products where client_id = $1 and not is_retired) listed
     cross join (select count(*) as variants from client_product_variants where client_id = $1) given
     on conflict (client_id) do update set
       products = excluded.products, product_variants = excluded.product_variants`,
    [clientId],
  );
}

export async function assignCarriers(connection: Connection, clientId: string, carrierIds: readonly string[]) {
  return queryCount(connection, {
    text: `insert into client_carriers (client_id, carrier_id)
     select $1, carrier_id from carriers where carrier_id = any($2) on conflict do nothing returning 1`,
    values: [clientId, carrierIds],
  });
}

/** Makes a contracted carrier the client's default. Returns the number of changed rows. */
export async function setDefaultCarrier(connection: Connection, clientId: string, carrierId: string): Promise<number> {
  // Two statements: the unique index allows at most one default at any time.
  const before = await connection.query(
    `update client_carriers set is_default = false where client_id = $1 and is_default and carrier_id <> $2`,
    [clientId, carrierId],
  );
  const after = await connection.query(
    `update client_carriers set is_default = true where client_id = $1 and not is_default and carrier_id = $2`,
    [clientId, carrierId],
  );
  return (before.rowCount ?? 0) + (after.rowCount ?? 0);
}

export interface Carrier {
  carrierId: string;
  name: string;
  customsForm: string;
  /** Null: staff have not set one. */
  trackingUrlPattern: string | null;
}

const CARRIER = `select carrier_id as "carrierId", name, customs_form as "customsForm", tracking_url_pattern as "trackingUrlPattern" from carriers`;

export async function listCarriersAfter(
  connection: Connection,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Carrier[]> {
  return queryRows<Carrier>(connection, {
    text: `${CARRIER} ${after === undefined ? '' : 'where carrier_id > $2'} order by carrier_id limit $1`,
    values: [limit, ...(after === undefined ? [] : [after])],
  });
}

export async function findCarrier(connection: Connection, carrierId: string): Promise<Carrier | undefined> {
  return queryRow<Carrier>(connection, `${CARRIER} where carrier_id = $1`, [carrierId]);
}

export async function carrierExists(connection: Connection, carrierId: string): Promise<boolean> {
  return queryHasRow(connection, 'select 1 from carriers where carrier_id = $1', [carrierId]);
}

export async function unsetDefaultCarrier(connection: Connection, clientId: string, carrierId: string) {
  return queryCount(connection, {
    text: 'update client_carriers set is_default = false where client_id = $1 and carrier_id = $2 and is_default',
    values: [clientId, carrierId],
  });
}

export async function deleteClientCarrier(connection: Connection, clientId: string, carrierId: string) {
  return queryCount(connection, {
    text: 'delete from client_carriers where client_id = $1 and carrier_id = $2',
    values: [clientId, carrierId],
  });
}

export async function productExists(connection: Connection, productId: string): Promise<boolean> {
  return queryHasRow(connection, 'select 1 from products where product_id = $1', [productId]);
}

/** Deletes the assignment of the product and its variants. Returns the number of deleted products. */
export async function deleteClientProduct(
  connection: Connection,
  clientId: string,
  productId: string,
): Promise<number> {
  await connection.query('delete from client_product_variants where client_id = $1 and product_id = $2', [
    clientId,
    productId,
  ]);
  return queryCount(connection, {
    text: 'delete from client_products where client_id = $1 and product_id = $2',
    values: [clientId, productId],
  });
}

export async function listAssignedProducts(connection: Connection, clientId: string): Promise<string[]> {
  const rows = await queryRows<{ productId: string }>(connection, {
    text: 'select product_id as "productId" from client_products where client_id = $1',
    values: [clientId],
  });
  return rows.map(({ productId }) => productId);
}

type ContractedCarrier = { carrierId: string; name: string; default: boolean };

export async function listContractedCarriers(connection: Connection, clientId: string): Promise<ContractedCarrier[]> {
  return queryRows<ContractedCarrier>(connection, {
    name: 'list-contracted-carriers',
    text: `select carrier_id as "carrierId", name, is_default as "default"
           from client_carriers join carriers using (carrier_id) where client_id = $1 order by carrier_id`,
    values: [clientId],
  });
}
