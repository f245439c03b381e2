import type { Connection } from '../../database/transaction.ts';

/** SKUs that are not retired, in code-point order, after the one given; of all articles. */
export async function listSkus(connection: Connection, after: string, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ sku: string }>(
    'select sku from article_variants where retired is null and sku > $1 order by sku limit $2',
    [after, limit],
  );
  return rows.map(({ sku }) => sku);
}

/** EAN-13s that are not retired, in code-point order, after the one given; of all products. */
export async function listEan13s(connection: Connection, after: string, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ ean13: string }>(
    'select ean13 from product_variants where retired is null and ean13 > $1 order by ean13 limit $2',
    [after, limit],
  );
  return rows.map(({ ean13 }) => ean13);
}

/** The same of the client's products. */
export async function listEan13sOfClient(
  connection: Connection,
  clientId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query<{ ean13: string }>(
    'select ean13 from client_product_variants where client_id = $1 and ean13 > $2 order by ean13 limit $3',
    [clientId, after, limit],
  );
  return rows.map(({ ean13 }) => ean13);
}

/** The same of those products. */
export async function findEan13sOfProducts(
  connection: Connection,
  productIds: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query<{ ean13: string }>(
    'select ean13 from product_variants where retired is null and product_id = any($1)',
    [productIds],
  );
  return rows.map(({ ean13 }) => ean13);
}

/** Answers how many there were. */
export async function retireArticleVariants(
  connection: Connection,
  skus: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await connection.query(
    'update article_variants set retired = $2 where sku = any($1) and retired is null',
    [skus, now],
  );
  return rowCount ?? 0;
}

/** Answers how many there were. */
export async function retireProductVariants(
  connection: Connection,
  ean13s: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await connection.query(
    'update product_variants set retired = $2 where ean13 = any($1) and retired is null',
    [ean13s, now],
  );
  return rowCount ?? 0;
}
