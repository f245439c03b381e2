import { randomUUID } from 'node:crypto';

/** Time limit for background work on the requests. */
const SETTLED_WITHIN_MS = 60_000;
const LOOK_INTERVAL_MS = 100;

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: releases answer differently.
  json: any;
  text: string;
}

/** Sends a request to the server of that version. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** A small catalogue with each kind of article. */
export const FIXTURE_CATALOG = {
  articles: [
    {
      manufacturerCode: 'ST-CREATOR',
      title: 'Creator Tee',
      type: 'BLANK',
      variants: ['M', 'L'].map((size) => ({
        sku: `ST-CREATOR-BLK-${size}`,
        color: 'Black',
        size,
        stockLevelQuantity: 120,
        dtgType: 'WHITE_UNDERBASE',
        allowedLocations: [
          { location: 'REGULAR', printTechnologies: ['DTG', 'DTF'] },
          { location: 'NECK', printTechnologies: ['DTF'] },
        ],
        isAllowedOnLocations: [],
      })),
    },
    {
      manufacturerCode: 'CZ-NECK-LABEL',
      title: 'Neck label',
      type: 'CUSTOMIZATION',
      variants: [
        {
          sku: 'CZ-NECK-LABEL-WHT',
          color: 'White',
          size: '60x60 mm',
          stockLevelQuantity: 500,
          allowedLocations: [],
          isAllowedOnLocations: [{ location: 'NECK', printTechnologies: ['DTF'] }],
        },
      ],
    },
  ],
  products: [
    {
      productId: 'P-100',
      name: 'Logo Tee',
      previewImageUrls: ['p-100/front.png'],
      variants: [
        {
          ean13: '4006381333931',
          name: 'Logo Tee Black M',
          color: 'Black',
          size: 'M',
          stockLevelQuantity: 40,
        },
        {
          ean13: '4006381333948',
          name: 'Logo Tee Größe L',
          color: 'Black',
          size: 'L',
          stockLevelQuantity: 3,
        },
      ],
    },
  ],
  carriers: [
    { carrierId: 'dhl-paket', name: 'DHL Paket' },
    { carrierId: 'dpd', name: 'DPD' },
  ],
};

const ADDRESS = {
  personName: 'Ada Lovelace',
  street: 'Musterstraße 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  email: 'ada@example.com',
};
const product = (quantity: number, ean13 = '4006381333931') => ({
  quantity,
  unitPrice: 24.9,
  existingProduct: { ean13 },
});

const printedItem = (files: string, name = 'art.png') => ({
  id: 'front',
  quantity: 2,
  unitPrice: 31.5,
  customProduct: {
    sku: 'ST-CREATOR-BLK-M',
    prints: [{ dataUrl: `${files}/${name}`, location: 'REGULAR', technology: 'DTG' }],
    customizations: [{ sku: 'CZ-NECK-LABEL-WHT', location: 'NECK', technology: 'DTF' }],
  },
});

/** Creates orders in every state that this version of Platen has, by requests of the shop and staff. */
export async function fillShop(shop: Send, staff: Send, clientId: string, files: string): Promise<void> {
  const post = (orderId: string, items: object[], more: object = {}) =>
    must(
      shop('POST', '/v1/orders', {
        ...{ orderId, items, shipping: { address: ADDRESS, carrierId: 'dhl-paket' } },
        ...{ unitPriceCurrency: 'EUR', ...more },
      }),
    );
  const work = (orderId: string, verb: string, body?: object) =>
    must(staff('POST', `/operator/v1/orders/${clientId}/${encodeURIComponent(orderId)}/${verb}`, body));
  const awaitStatus = (orderId: string, ...wanted: string[]) => awaitSettled(shop, orderId, wanted);

  await must(
    shop('POST', '/v1/webhook-endpoints', {
      url: `${files}/hook`,
      types: ['order.created', 'order.shipped'],
    }),
  );
  await post('SHIPPED', [printedItem(files)], { packingSlip: `${files}/slip.pdf` });
  await post('ACCEPTED/with ä', [printedItem(files)]);
  await post('ASKED', [product(1)]);
  await post('ASSIGNED', [printedItem(files), product(2)]);
  await post('SHORT', [product(9, '4006381333948')]);
  await post('LOST', [printedItem(files, 'lost.png')]);
  await post('CANCELLED', [product(3)]);
  await post('CHANGED', [product(1)]);
  await post('OWN-LABEL', [product(1)], { shipping: { shippingLabelUrl: `${files}/label.pdf` } });
  for (const orderId of ['SHIPPED', 'ACCEPTED/with ä', 'ASKED', 'ASSIGNED', 'CANCELLED', 'CHANGED', 'OWN-LABEL'])
    await awaitStatus(orderId, 'ASSIGNED');
  await awaitStatus('SHORT', 'waiting_for_stock');
  await awaitStatus('LOST', 'ERROR');
  for (const orderId of ['SHIPPED', 'ACCEPTED/with ä', 'ASKED']) await work(orderId, 'accept');
  await work('SHIPPED', 'ship', {
    shipments: undefined,
    parcels: [{ trackingCarrier: 'DHL', trackingNumber: '00340434161094041001' }],
  });
  await must(shop('POST', '/v1/orders/ASKED/cancel', { reason: 'Too late, I fear' }));
  await must(shop('POST', '/v1/orders/CANCELLED/cancel', { reason: 'Ordered twice' }));
  await must(
    shop('PUT', '/v1/orders/CHANGED', {
      ...{ orderId: 'CHANGED', items: [product(2)], unitPriceCurrency: 'EUR' },
      shipping: { address: { ...ADDRESS, city: 'Zürich', postalCode: '8001', country: 'CH' } },
    }),
  );
  await awaitStatus('CHANGED', 'ASSIGNED');
  await must(
    staff('POST', '/operator/v1/stock/PRODUCT/4006381333931/adjust', {
      ...{ by: -1, reason: 'Counted' },
    }),
  );
}

/** Works on pieces: one order is made and packed, another is started. */
export async function workOnFloor(shop: Send, staff: Send, clientId: string, files: string): Promise<void> {
  const orderIds = ['FLOOR-1', 'FLOOR-2'];
  for (const orderId of orderIds) {
    const items = [printedItem(files)];
    await must(
      shop('POST', '/v1/orders', {
        ...{ orderId, items, shipping: { address: ADDRESS } },
        unitPriceCurrency: 'EUR',
      }),
    );
    await awaitSettled(shop, orderId, ['ASSIGNED']);
  }
  const orders = orderIds.map((orderId) => ({ clientId, orderId }));
  await must(staff('PUT', '/operator/v1/bins', { count: 4 }));
  await must(staff('POST', '/operator/v1/batches', { orders }));
  const codes: string[] = [];
  for (const orderId of orderIds) {
    const { json } = await must(staff('GET', `/operator/v1/orders/${clientId}/${orderId}/pieces`));
    codes.push(...json.map(({ code }: { code: string }) => code));
  }
  const scan = async (work: string, scanned: readonly string[]) => {
    let context: object = { work };
    for (const code of scanned) {
      const { json, text } = await must(
        staff('POST', '/operator/v1/scans', { id: randomUUID(), station: `${work} 1`, code, context }),
      );
      if (json.refusal) throw new Error(text);
      context = json.next;
    }
  };
  // Each piece has a print and a neck label.
  await scan('MAKE', [...codes.slice(0, 3), ...codes.slice(0, 2)]);
  await scan('CHECK', codes.slice(0, 2));
}

/** Lists the paths that a shop can read. */
export async function listReadablePaths(shop: Send): Promise<string[]> {
  const orders = (await must(shop('GET', '/v1/orders?limit=500'))).json as { orderId: string }[];
  const variants = (await must(shop('GET', '/v1/article-variants?limit=500'))).json as { sku: string }[];
  const endpoints = (await must(shop('GET', '/v1/webhook-endpoints'))).json;
  const list: { endpointId: string }[] = Array.isArray(endpoints) ? endpoints : endpoints.data;
  return [
    '/v1/orders?limit=500',
    '/v1/orders?status=ASSIGNED',
    '/v1/products',
    '/v1/product-variants',
    '/v1/article-variants',
    '/v1/articles/ST-CREATOR',
    '/v1/carriers',
    '/v1/webhook-endpoints',
    ...variants.map(({ sku }) => `/v1/article-variants/${sku}`),
    ...list.map(({ endpointId }) => `/v1/webhook-endpoints/${endpointId}`),
    ...orders.flatMap(({ orderId }) => {
      const path = `/v1/orders/${encodeURIComponent(orderId)}`;
      return [path, `${path}/events`];
    }),
  ];
}

async function must(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

async function awaitSettled(shop: Send, orderId: string, wanted: readonly string[]): Promise<void> {
  let last = '';
  for (const end = Date.now() + SETTLED_WITHIN_MS; Date.now() < end; ) {
    const { json, text } = await must(shop('GET', `/v1/orders/${encodeURIComponent(orderId)}`));
    last = text;
    if ([json.status, json.statusReason?.code].some((one) => wanted.includes(one))) return;
    await new Promise((done) => setTimeout(done, LOOK_INTERVAL_MS));
  }
  throw new Error(`${orderId} did not become ${wanted}: ${last}`);
}
