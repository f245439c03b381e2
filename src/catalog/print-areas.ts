import type { Connection } from '../platform/database/transaction.ts';
import type { PrintArea } from './catalog-schemas.ts';
import { findArticleVariants } from './catalog-store.ts';

/** How large a print may be on an article variant at a location; undefined where the catalogue does not say. */
export type PrintAreaOf = (sku: string, location: string) => PrintArea | undefined;

export async function findPrintAreas(connection: Connection, skus: readonly string[]): Promise<PrintAreaOf> {
  const variants = await findArticleVariants(connection, [...new Set(skus)]);
  const areas = new Map(
    variants.map(({ sku, allowedLocations }) => [
      sku,
      new Map(allowedLocations.map(({ location, printArea }) => [location, printArea])),
    ]),
  );
  return (sku, location) => areas.get(sku)?.get(location);
}
