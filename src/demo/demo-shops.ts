import type { CatalogCarrier } from '../catalog/import/catalog-file.ts';

/** A customer of the demo center, whose orders the console shows. */
export interface DemoShop {
  clientId: string;
  name: string;
  /** What it sells ready-made. */
  productIds: readonly string[];
  /** Whom it has contracts with, the default first. */
  carrierIds: readonly string[];
}

/** Prints to order, and brings the labels of its own carrier. */
export const FUCHSBAU: DemoShop = {
  clientId: 'fuchsbau',
  name: 'Fuchsbau Prints',
  productIds: ['P-103', 'P-109'],
  carrierIds: [],
};

/** Prints to order, sent to all of Europe and beyond by the center's carriers. */
export const MIRABELLE: DemoShop = {
  clientId: 'atelier-mirabelle',
  name: 'Atelier Mirabelle',
  productIds: ['P-101', 'P-103', 'P-105', 'P-107', 'P-112', 'P-113', 'P-116', 'P-126'],
  carrierIds: ['dhl-paket', 'deutsche-post-warenpost', 'dpd-classic', 'fedex-international'],
};

/** Sells what lies ready on the shelf. */
export const KOPFSTEIN: DemoShop = {
  clientId: 'kopfstein-merch',
  name: 'Kopfstein Merch',
  productIds: [
    'P-101',
    'P-102',
    'P-104',
    'P-105',
    'P-106',
    'P-107',
    'P-110',
    'P-111',
    'P-115',
    'P-117',
    'P-120',
    'P-122',
    'P-124',
  ],
  carrierIds: ['dpd-classic', 'dhl-paket', 'ups-standard', 'gls-business'],
};

export const demoShops: readonly DemoShop[] = [FUCHSBAU, MIRABELLE, KOPFSTEIN];

/** What the shop is given of the carriers of the catalogue. */
export function carriersOf(shop: DemoShop, carriers: readonly CatalogCarrier[]): CatalogCarrier[] {
  const [first] = shop.carrierIds;
  return carriers
    .filter(({ carrierId }) => shop.carrierIds.includes(carrierId))
    .map((carrier) => ({ ...carrier, ...(carrier.carrierId === first && { default: true }) }));
}
