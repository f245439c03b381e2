import type { Connection } from '../database/transaction.ts';

/** What a customs declaration says of a variant: its own data, else that of its article or product. */
export interface VariantCustoms {
  kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */
  code: string;
  /** Title of the article, or name of the variant of a product. */
  title: string;
  hsCode: string | null;
  countryOfOrigin: string | null;
  weightGrams: number | null;
  customsDescription: string | null;
}

export async function findVariantCustoms(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<VariantCustoms[]> {
  const customs = (parent: string) => `coalesce(v.hs_code, ${parent}.hs_code) as "hsCode",
            coalesce(v.country_of_origin, ${parent}.country_of_origin) as "countryOfOrigin",
            coalesce(v.weight_grams, ${parent}.weight_grams) as "weightGrams",
            coalesce(v.customs_description, ${parent}.customs_description) as "customsDescription"`;
  const { rows } = await connection.query<VariantCustoms>({
    name: 'find-variant-customs',
    text: `select 'ARTICLE' as kind, sku as code, title, ${customs('a')}
           from article_variants v join articles a using (manufacturer_code) where sku = any($1)
           union all
           select 'PRODUCT', ean13, v.name, ${customs('p')}
           from product_variants v join products p using (product_id) where ean13 = any($2)`,
    values: [skus, ean13s],
  });
  return rows;
}
