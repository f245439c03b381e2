import type { Connection } from '../../platform/database/transaction.ts';

export interface Carrier {
  carrierId: string;
  name: string;
  /** What customs form goes on its parcels. */
  customsForm: string;
}

/** Carriers by carrierId, after the one that is given. */
export async function listCarriersAfter(
  connection: Connection,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Carrier[]> {
  const { rows } = await connection.query<Carrier>(
    `select carrier_id as "carrierId", name, customs_form as "customsForm" from carriers
     ${after === undefined ? '' : 'where carrier_id > $2'} order by carrier_id limit $1`,
    [limit, ...(after === undefined ? [] : [after])],
  );
  return rows;
}

export async function findCarrier(connection: Connection, carrierId: string): Promise<Carrier | undefined> {
  const { rows } = await connection.query<Carrier>(
    'select carrier_id as "carrierId", name, customs_form as "customsForm" from carriers where carrier_id = $1',
    [carrierId],
  );
  return rows[0];
}

export async function carrierExists(connection: Connection, carrierId: string): Promise<boolean> {
  const { rowCount } = await connection.query('select 1 from carriers where carrier_id = $1', [carrierId]);
  return rowCount === 1;
}

/** A contracted carrier is the client's default no more. Answers how many rows changed. */
export async function unsetDefaultCarrier(
  connection: Connection,
  clientId: string,
  carrierId: string,
): Promise<number> {
  const { rowCount } = await connection.query(
    'update client_carriers set is_default = false where client_id = $1 and carrier_id = $2 and is_default',
    [clientId, carrierId],
  );
  return rowCount ?? 0;
}

/** Ends the contract. Answers how many rows that was. */
export async function deleteClientCarrier(
  connection: Connection,
  clientId: string,
  carrierId: string,
): Promise<number> {
  const { rowCount } = await connection.query(
    'delete from client_carriers where client_id = $1 and carrier_id = $2',
    [clientId, carrierId],
  );
  return rowCount ?? 0;
}

export async function productExists(connection: Connection, productId: string): Promise<boolean> {
  const { rowCount } = await connection.query('select 1 from products where product_id = $1', [productId]);
  return rowCount === 1;
}

/** Takes the product and its variants from the client. Answers how many rows of products that was. */
export async function deleteClientProduct(
  connection: Connection,
  clientId: string,
  productId: string,
): Promise<number> {
  await connection.query('delete from client_product_variants where client_id = $1 and product_id = $2', [
    clientId,
    productId,
  ]);
  const { rowCount } = await connection.query(
    'delete from client_products where client_id = $1 and product_id = $2',
    [clientId, productId],
  );
  return rowCount ?? 0;
}
