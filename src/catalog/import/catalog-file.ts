import type { Violation } from '../../platform/errors/errors.ts';
import type { CustomsData } from '../../shipping/customs-data-rules.ts';
import type { ArticleType, DtgType, LocationTechnologies } from '../catalog-schemas.ts';

export type { LocationTechnologies, PrintArea } from '../catalog-schemas.ts';

import { grouped } from '../../platform/text/wording.ts';

/** An import ends at its 10,000th fault: it looks for no more, and lists no more. */
export const FAULTS_MAX = 10_000;

/** What `platen catalog import` reads, from JSON or CSV (docs/catalog-import.md); what was absent is an empty list here. */
export interface CatalogFile {
  articles: CatalogArticle[];
  products: CatalogProduct[];
  carriers: CatalogCarrier[];
  /** Variants whose article, or product, is in the database and not in the file. CSV alone can hold them. */
  articleVariants?: (CatalogArticleVariant & { manufacturerCode: string } & Located)[];
  productVariants?: (CatalogProductVariant & { productId: string } & Located)[];
  /** What is imported though it was probably not meant so. */
  warnings?: readonly Violation[];
}

/** Customs data of an article holds for those of its variants that have none; so with a product. What is absent stays as it is stored. */
export interface CatalogArticle extends CustomsData {
  manufacturerCode: string;
  title: string;
  type: ArticleType;
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
  /** For the client that the carriers are assigned to: what an order ships with that names no carrier. */
  default?: boolean;
}

/** Where a record stands in its file, in words; with a field (or a path below one), where that does. */
export type Place = (field?: string) => string;

interface Located {
  place: Place;
}

/** Why nothing was imported. */
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

/** Throws `invalid_catalog` if anything is wrong. Lists at most FAULTS_MAX violations. */
export function assertNoViolations(violations: readonly Violation[]): void {
  const { length } = violations;
  if (length === 0) return;
  const most = `${grouped(FAULTS_MAX)} faults or more, of which the first are told`;
  const faults = length === 1 ? '1 fault' : length < FAULTS_MAX ? `${grouped(length)} faults` : most;
  throw new CatalogError(
    'invalid_catalog',
    `Nothing was imported: the catalogue has ${faults}.`,
    violations.slice(0, FAULTS_MAX),
  );
}
