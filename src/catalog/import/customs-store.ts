import type { Connection } from '../../platform/database/transaction.ts';

/** What has customs data, and the table and key of each. */
const TABLE_OF = {
  article: ['articles', 'manufacturer_code'],
  articleVariant: ['article_variants', 'sku'],
  product: ['products', 'product_id'],
  productVariant: ['product_variants', 'ean13'],
} as const;

export type CustomsKind = keyof typeof TABLE_OF;

/** What is stored; null where it is not known. */
export interface StoredCustoms {
  hsCode: string | null;
  countryOfOrigin: string | null;
  weightGrams: number | null;
  customsDescription: string | null;
}

/** The customs data of one record, its own alone; undefined where there is no such record. */
export async function findCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
): Promise<StoredCustoms | undefined> {
  return readCustoms(connection, kind, code, '');
}

/** The same; nobody else changes the record until the transaction ends. */
export async function lockCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
): Promise<StoredCustoms | undefined> {
  return readCustoms(connection, kind, code, 'for update');
}

/** Replaces all of it. */
export async function updateCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
  customs: { [Field in keyof StoredCustoms]?: StoredCustoms[Field] | undefined },
): Promise<void> {
  const [table, key] = TABLE_OF[kind];
  await connection.query(
    `update ${table} set hs_code = $2, country_of_origin = $3, weight_grams = $4, customs_description = $5 where ${key} = $1`,
    [
      code,
      customs.hsCode ?? null,
      customs.countryOfOrigin ?? null,
      customs.weightGrams ?? null,
      customs.customsDescription ?? null,
    ],
  );
}

async function readCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
  lock: '' | 'for update',
): Promise<StoredCustoms | undefined> {
  const [table, key] = TABLE_OF[kind];
  const { rows } = await connection.query<StoredCustoms>(
    `select hs_code as "hsCode", country_of_origin as "countryOfOrigin", weight_grams as "weightGrams",
            customs_description as "customsDescription"
     from ${table} where ${key} = $1 ${lock}`,
    [code],
  );
  return rows[0];
}
