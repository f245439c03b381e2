import type { OrderCatalog } from '../../catalog/catalog-cache.ts';
import type { DueRule } from '../../clients/due-rules.ts';
import { WEEK } from '../../platform/settings/setting-values.ts';
import type { OrderRequest } from '../document/order-request-schemas.ts';

/** In the sample catalogue: a product variant, a blank and a neck label. */
export const EAN = '4006381333931';
export const BLANK = 'ST-CREATOR-BLK-M';
export const NECK_LABEL = 'CZ-NECK-LABEL-WHT-60X60MM';
export const ARTWORK = 'https://files.example.com/artwork/front.png';
export const LABEL = 'https://files.example.com/labels/1.pdf';

export type Address = NonNullable<OrderRequest['shipping']['address']>;
export type Item = OrderRequest['items'][number];
export type CustomProduct = NonNullable<Item['customProduct']>;

export const ADDRESS: Address = {
  personName: 'Ada Lovelace',
  street: 'Musterstraße 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
};

export function order(changes: Partial<OrderRequest> = {}): OrderRequest {
  return {
    orderId: 'SHOP-1',
    items: [item()],
    shipping: { address: ADDRESS },
    unitPriceCurrency: 'EUR',
    ...changes,
  };
}

export function item(changes: Partial<Item> = {}): Item {
  return { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: EAN }, ...changes };
}

export function customItem(changes: Partial<CustomProduct> = {}): Item {
  const print = { dataUrl: ARTWORK, location: 'FRONT', technology: 'DTG' };
  return { quantity: 1, unitPrice: 31.5, customProduct: { sku: BLANK, prints: [print], ...changes } };
}

/** An order with every field of a request, within the EU zone. */
export function fullOrder(orderId = 'SHOP-FULL'): OrderRequest {
  const qualityControlImageUrl = 'https://files.example.com/qc/1.jpg';
  return {
    orderId,
    items: [
      item({ id: 'first' }),
      {
        id: 'second',
        quantity: 100_000,
        unitPrice: 0.5,
        customProduct: {
          sku: BLANK,
          prints: [{ dataUrl: ARTWORK, location: 'FRONT', technology: 'DTG', qualityControlImageUrl }],
          customizations: [{ sku: NECK_LABEL, location: 'NECK', technology: 'DTF', qualityControlImageUrl }],
          qualityControlImageUrl,
        },
      },
    ],
    shipping: {
      address: {
        personName: 'Ada Lovelace',
        company: 'Analytical Engines Ltd',
        street: 'Musterstraße 1',
        addressLine2: '2. OG',
        city: 'Berlin',
        postalCode: '10115',
        country: 'DE',
        state: 'BE',
        phoneNumber: '+49 30 1234567',
        email: 'ada@example.com',
      },
      carrierId: 'dhl-paket',
    },
    packingSlip: 'https://files.example.com/slips/1.pdf',
    unitPriceCurrency: 'EUR',
  };
}

export const LIMITS = { filesMax: 200, violationsMax: 100 };

/** The catalogue that these orders refer to, and articles of other types. */
export const CATALOG: OrderCatalog = {
  variantNames: new Map([[EAN, 'Logo Tee Black M']]),
  storedEan13s: new Map([[EAN, EAN]]),
  retiredVariants: new Set(),
  similarSkus: [BLANK, NECK_LABEL],
  articles: new Map([
    [
      BLANK,
      {
        type: 'BLANK',
        allowedLocations: new Map([
          ['FRONT', new Set(['DTG', 'DTF'])],
          ['NECK', new Set(['DTF', 'HEAT_PRESS'])],
          ['BACK', new Set(['DTG'])],
        ]),
        isAllowedOnLocations: new Map(),
        isRetired: false,
      },
    ],
    [
      NECK_LABEL,
      {
        type: 'CUSTOMIZATION',
        allowedLocations: new Map(),
        isAllowedOnLocations: new Map([
          ['NECK', new Set(['DTF', 'EMBROIDERY'])],
          ['HOOD', new Set(['DTF'])],
          ['BACK', new Set(['DTF'])],
        ]),
        isRetired: false,
      },
    ],
    [
      'TUMBLER',
      {
        type: 'UNPRODUCIBLE',
        allowedLocations: new Map(),
        isAllowedOnLocations: new Map(),
        isRetired: false,
      },
    ],
  ]),
  carrierIds: new Set(['dhl-paket', 'ups-standard']),
  mayRush: false,
};

export const DUE_RULE: DueRule = {
  PRODUCTION_HOURS: 48,
  WORKING_DAYS: WEEK,
  TIME_ZONE: 'UTC',
  HOLIDAYS: undefined,
};
