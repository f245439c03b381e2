import type { Violation } from '../platform/errors/errors.ts';
import { formatCount } from '../platform/errors/wording.ts';
import type { CustomsData } from '../shipping/customs-rules.ts';
import type { ArticleType, DtgType, LocationTechnologies } from './catalog-schemas.ts';
import type { ArticlePrintArea } from './printing/print-area-rules.ts';

/** The checks of an import stop at this number of faults. */
export const FAULTS_MAX = 10_000;

/** A catalogue that was read from JSON or CSV (docs/catalog-import.md). Absent lists are empty. */
export interface CatalogFile {
  articles: CatalogArticle[];
  products: CatalogProduct[];
  carriers: CatalogCarrier[];
  /** Variants whose article or product is in the database and not in the file. Only CSV can have them. */
  articleVariants?: (CatalogArticleVariant & { manufacturerCode: string } & Located)[];
  productVariants?: (CatalogProductVariant & { productId: string } & Located)[];
  /** Print areas by manufacturerCode. They replace all areas of the article. */
  printAreas?: Map<string, ArticlePrintArea[]>;
  /** The first place of the areas whose article is not in the file. */
  areaPlaces?: Map<string, Place>;
  warnings?: readonly Violation[];
}

/** Variants without customs data use their article's. An absent field keeps its stored value. */
export interface CatalogArticle extends CustomsData {
  manufacturerCode: string;
  title: string;
  type: ArticleType;
  previewImageUrls?: string[];
  variants: CatalogArticleVariant[];
}

export interface CatalogArticleVariant extends CustomsData {
  sku: string;
  color: string;
  size: string;
  stockLevelQuantity: number;
  dtgType?: DtgType;
  allowedLocations: LocationTechnologies[];
  isAllowedOnLocations: LocationTechnologies[];
}

export interface CatalogProduct extends CustomsData {
  productId: string;
  name: string;
  previewImageUrls: string[];
  variants: CatalogProductVariant[];
}

export interface CatalogProductVariant extends CustomsData {
  ean13: string;
  name: string;
  color: string;
  size: string;
  stockLevelQuantity: number;
}

export interface CatalogCarrier {
  carrierId: string;
  name: string;
  /** The client's orders without a carrier use this one. */
  default?: boolean;
}

/** Returns the place of a record in its file, in words, or the place of a field or of a path below it. */
export type Place = (field?: string) => string;
type Located = { place: Place };

export class CatalogError extends Error {
  readonly error: 'invalid_catalog' | 'catalog_unreadable' | 'client_not_found';
  readonly violations: readonly Violation[];

  constructor(error: CatalogError['error'], message: string, violations: readonly Violation[] = []) {
    super(message);
    this.name = 'CatalogError';
    this.error = error;
    this.violations = violations;
  }
}

/** Throws `invalid_catalog` with at most FAULTS_MAX violations, if there are any. */
export function assertNoViolations(violations: readonly Violation[]): void {
  const { length } = violations;
  if (length === 0) return;
  const most = `${formatCount(FAULTS_MAX)} faults or more; the first are listed`;
  const faults = length === 1 ? '1 fault' : length < FAULTS_MAX ? `${formatCount(length)} faults` : most;
  throw new CatalogError(
    'invalid_catalog',
    `Nothing was imported: the catalogue has ${faults}.`,
    violations.slice(0, FAULTS_MAX),
  );
}
