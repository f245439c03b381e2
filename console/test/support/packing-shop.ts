import type { Page } from 'playwright-core';
import { type Address, BLANK, customItem } from '../../../src/orders/test-support/sample-orders.ts';
import { stationWith } from '../../../test/support/paper-bench.ts';
import { newSampleShop, type SampleShop } from '../../../test/support/sample-shop.ts';
import type { TestConsole } from './console.ts';
import { newPackingScene, type PackingScene } from './packing-scene.ts';

export const EAN = '4006381333931';
const SHELF = 1_000;
/** A destination without a customs form. */
export const address: Address = {
  personName: 'Ada Lovelace',
  street: 'Musterstraße 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
};

/** A shop with full shelves, bins, and DHL as its carrier. */
export interface PackingShop extends SampleShop, PackingScene {
  /** An item with one print and its picture for quality control. */
  printed(quantity: number): ReturnType<typeof customItem>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the API
  orderOf(orderId: string): Promise<any>;
  /** Creates a packing station without printers. */
  newStation(name: string): Promise<string>;
}

export async function openPackingShop(office: TestConsole): Promise<PackingShop> {
  const shop = await newSampleShop(office.server);
  const { operator, clientId, files } = shop;
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: SHELF });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: SHELF });
  await operator.send('PUT', '/bins', { count: 20 });
  await operator.send('PUT', '/carriers/dhl-paket', { name: 'DHL Paket' });
  await operator.send('PUT', `/clients/${clientId}/carriers/dhl-paket`, { default: true });
  const print = { dataUrl: `${files}/art.png`, location: 'FRONT', technology: 'DTG' };
  return {
    ...shop,
    ...(await newPackingScene(office, shop)),
    printed: (quantity) => ({
      ...customItem({ prints: [{ ...print, qualityControlImageUrl: `${files}/qc.png` }] }),
      quantity,
    }),
    orderOf: async (orderId) => (await shop.customer.read(orderId)).json,
    newStation: (name) => stationWith(operator, name, []),
  };
}

/** Returns what the page shows as packed, such as `1 of 3`. */
export const packedOn = (page: Page) =>
  page.locator('[data-packed]').evaluateAll((all) => all.map((one) => one.textContent));
