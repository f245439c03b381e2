import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFile } from '../src/catalog/catalog-file.ts';
import { readCatalogFile } from '../src/catalog/read-catalog-file.ts';
import type { Parcel } from '../src/orders/change/shipment-rules.ts';
import type { OrderRequest } from '../src/orders/document/order-request-schemas.ts';
import type { Config } from '../src/platform/settings/config.ts';

const DATA = import.meta.dirname;
/** Pictures of products, artwork, labels and packing slips. They are served below /images/. */
export const DEMO_IMAGES = join(DATA, 'images');
/** A path below DEMO_IMAGES. */
export const FIRST_ARTWORK = 'artwork/sun.png';

const URL_FIELDS: ReadonlySet<string> = new Set([
  'dataUrl',
  'qualityControlImageUrl',
  'shippingLabelUrl',
  'packingSlip',
]);

/** A customer of the demo center. */
export interface DemoShop {
  clientId: string;
  name: string;
  /** Its products from the catalogue. */
  productIds: readonly string[];
  /** Its contracted carriers, the default first. */
  carrierIds: readonly string[];
  orders: readonly DemoOrder[];
}

export interface DemoOrder {
  /** Age of the order when the demo is created, in seconds. */
  secondsAgo: number;
  /** True if the intake takes the order only after the demo was created. */
  isLeftAlone?: boolean;
  /** The body of `POST /v1/orders`. */
  request: OrderRequest;
  story: readonly DemoStep[];
}

/** A change by staff or by the customer. */
export type DemoStep = { afterSeconds: number } & (
  | { verb: 'accept' }
  | { verb: 'prefer' | 'acceptCancellation' }
  | { verb: 'askToCancel' | 'cancel' | 'rejectCancellation' | 'hold'; reason: string }
  | { verb: 'ship'; parcels: Parcel[] }
  | { verb: 'correctTracking'; shipmentId: string; trackingNumber: string }
  | { verb: 'fail'; message: string; pointer: string }
  | { verb: 'note'; text: string }
);

/** Reads the catalogue of the demo center. */
export function readDemoCatalog(): Promise<CatalogFile> {
  return readCatalogFile(join(DATA, 'catalog'));
}

/** Returns the address below which this server serves the demo's files. */
export function demoImagesUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>): string {
  return `${BASE_URL}/images/`;
}

/** Reads the shops with their orders, which name their files by address. */
export async function readDemoShops(config: Pick<Config, 'BASE_URL'>): Promise<DemoShop[]> {
  const imagesUrl = demoImagesUrl(config);
  const text = await readFile(join(DATA, 'shops.json'), 'utf8');
  return JSON.parse(text, (name, value) => (URL_FIELDS.has(name) ? new URL(value, imagesUrl).href : value));
}

/** Reads the artwork of the first custom order in the documentation, a PNG with transparency. */
export function readFirstArtwork(): Promise<Buffer> {
  return readFile(join(DEMO_IMAGES, FIRST_ARTWORK));
}
