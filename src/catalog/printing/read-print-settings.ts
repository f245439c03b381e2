import type { Connection } from '../../platform/database/transaction.ts';
import type { PrintArea } from '../catalog-schemas.ts';
import { findArticleVariants } from '../catalog-store.ts';
import { type FittingRule, USUAL_FITTING } from './placement-rules.ts';
import { findPrintRules, type StoredFitting } from './print-settings-store.ts';
import { type PrintTechnology, usualTechnology } from './print-technologies.ts';

/** How the prints of an order are made. */
export interface PrintSettings {
  /** The area at a location of a variant, if the catalogue has one. */
  areaOf: (sku: string, location: string) => PrintArea | undefined;
  fittingOf: (sku: string) => FittingRule;
  technologyOf: (technology: string) => PrintTechnology;
  /** The first picture of the article, as the catalogue has it. */
  pictureOf: (sku: string) => string | undefined;
  /** Whether doubtful artwork puts orders of the client into ERROR. */
  refusesArtwork: boolean;
}

export async function readPrintSettings(
  connection: Connection,
  clientId: string,
  skus: readonly string[],
): Promise<PrintSettings> {
  const variants = await findArticleVariants(connection, [...new Set(skus)]);
  const known = new Map(variants.map((one) => [one.sku, one]));
  const articles = [...new Set(variants.map(({ manufacturerCode }) => manufacturerCode))];
  const { fittings, technologies, refusesArtwork, pictures } = await findPrintRules(connection, clientId, articles);
  const changed = new Map(technologies.map(({ technology, ...settings }) => [technology, settings]));
  return {
    areaOf: (sku, location) => known.get(sku)?.allowedLocations.find((one) => one.location === location)?.printArea,
    fittingOf: (sku) => fittingOf(fittings, known.get(sku)?.manufacturerCode),
    technologyOf: (technology) => changed.get(technology) ?? usualTechnology(technology),
    pictureOf: (sku) => pictures?.[known.get(sku)?.manufacturerCode ?? ''],
    refusesArtwork,
  };
}

/** Returns the rule for client and article, else for the article, else for the client, else the center's. */
export function fittingOf(rules: readonly StoredFitting[], article: string | undefined): FittingRule {
  const rank = ({ clientId, manufacturerCode }: StoredFitting) => (manufacturerCode ? 2 : 0) + (clientId ? 1 : 0);
  const [best] = rules
    .filter(({ manufacturerCode }) => !manufacturerCode || manufacturerCode === article)
    .sort((one, other) => rank(other) - rank(one));
  return best ? { fit: best.fit, position: best.position } : USUAL_FITTING;
}
