import type { Request } from 'autocannon';
import { ID_MARK } from './load.ts';

// The shop of the benchmarks: its catalogue and its orders, all derived from numbers.

export const PRODUCTS = 200;
export const VARIANTS_OF_PRODUCT = 3;
export const ARTICLES = 40;
const STOCK = 1_000_000_000;
const SIZES = ['S', 'M', 'L'] as const;

interface OrderOptions {
  items?: number;
  /** The number of the first product. */
  first?: number;
  orderId?: string;
  /** Address of the files, `http://host:port/path`. If set, each second item is a print on a blank. */
  filesUrl?: string | undefined;
  personName?: string;
  country?: string;
}

export function orderBody(options: OrderOptions = {}) {
  const {
    items = 1,
    first = 0,
    orderId = `O-${ID_MARK}`,
    filesUrl,
    personName = 'Ada Lovelace',
    country = 'DE',
  } = options;
  return {
    orderId,
    items: Array.from({ length: items }, (_, index) =>
      index % 2 === 0 || filesUrl === undefined
        ? { quantity: 1, unitPrice: 24.9, existingProduct: { ean13: ean13Of((first + index) % PRODUCTS, 0) } }
        : {
            quantity: 1,
            unitPrice: 34.5,
            customProduct: {
              sku: skuOf(index % ARTICLES, 'M'),
              prints: [{ dataUrl: filesUrl, location: 'REGULAR', technology: 'DTG' }],
            },
          },
    ),
    shipping: {
      address: {
        personName,
        street: 'Musterstraße 1',
        postalCode: '10115',
        city: 'Berlin',
        country,
        email: 'ada@example.com',
      },
    },
    unitPriceCurrency: 'EUR',
  };
}

export function getRequest(token: string, path: string, headers: Record<string, string> = {}): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}`, ...headers } };
}

export function postRequest(token: string, path: string, body: unknown): Request {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/** Returns the articles and the carriers. */
export function articleCatalogue() {
  const articles = Array.from({ length: ARTICLES }, (_, article) => ({
    manufacturerCode: `BENCH-${article}`,
    title: `Bench Tee ${article}`,
    type: 'BLANK',
    variants: SIZES.map((size) => ({
      sku: skuOf(article, size),
      color: 'Black',
      size,
      stockLevelQuantity: STOCK,
      dtgType: 'WHITE_UNDERBASE',
      allowedLocations: [{ location: 'REGULAR', printTechnologies: ['DTG'] }],
      isAllowedOnLocations: [],
    })),
  }));
  const carriers = ['dhl-paket', 'dpd-classic', 'ups-standard'].map((id) => ({ carrierId: id, name: id }));
  return { articles, carriers };
}

/** Returns the products from number `from` up to, but not including, `to`, with three variants each. */
export function productCatalogue(from: number, to: number) {
  const products = Array.from({ length: to - from }, (_, index) => ({
    productId: `P-${from + index}`,
    name: `Logo Tee ${from + index}`,
    previewImageUrls: [`p-${from + index}/front.png`],
    variants: SIZES.map((size, variant) => ({
      ean13: ean13Of(from + index, variant),
      name: `Logo Tee ${from + index} Black ${size}`,
      color: 'Black',
      size,
      stockLevelQuantity: STOCK,
    })),
  }));
  return { products };
}

export function skuOf(article: number, size: string): string {
  return `BENCH-${article}-BLK-${size}`;
}

/** Returns an EAN-13 from the range for use within a company. */
export function ean13Of(product: number, variant: number): string {
  const digits = `2${String(product * VARIANTS_OF_PRODUCT + variant).padStart(11, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
