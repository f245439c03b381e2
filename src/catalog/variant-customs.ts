import type { Connection } from '../platform/database/transaction.ts';
import { type CustomsData, knownCustoms } from '../shipping/customs-rules.ts';
import { findVariantCustoms } from './catalog-store.ts';

/** The title of an article variant, by SKU, or the name of a product variant, by EAN-13, and what a declaration says of it. */
export type VariantCustomsOf = (
  kind: 'ARTICLE' | 'PRODUCT',
  code: string,
) => { title: string; customs: CustomsData } | undefined;

/** What a customs declaration says of the variants: their own data, else that of their article or product. */
export async function readVariantCustoms(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<VariantCustomsOf> {
  const rows = await findVariantCustoms(connection, skus, ean13s);
  const variants = new Map(rows.map((row) => [`${row.kind} ${row.code}`, row]));
  return (kind, code) => {
    const variant = variants.get(`${kind} ${code}`);
    return variant && { title: variant.title, customs: knownCustoms(variant) };
  };
}
