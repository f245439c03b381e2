import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import sharp from 'sharp';
import { DEMO_IMAGES, readFirstArtwork } from '../../demo/demo-data.ts';
import { takeInOrders } from '../../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../../src/orders/test-support/intake-context.ts';
import { type Address, customItem, item, order } from '../../src/orders/test-support/sample-orders.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { startFileServer } from '../../src/platform/files/test-support/file-server.ts';
import { makePdf } from '../../src/platform/files/test-support/sample-files.ts';
import { newOperator, type Operator } from './operator.ts';
import type { TestServer } from './test-server.ts';

export interface SampleShop {
  clientId: string;
  /** The shop's own programs. */
  customer: Customer;
  operator: Operator;
  /** Sends an order and runs its intake. The order is then ASSIGNED, waiting, or in ERROR. */
  send(orderId: string, changes?: Parameters<typeof order>[0]): Promise<void>;
  /** Sends an order with one print, its quality control picture, and papers. */
  sendPrinted(orderId: string, changes?: Parameters<typeof order>[0]): Promise<void>;
  /** Base URL of the shop's files: /art.png, /qc.png, /slip.pdf, /label.pdf. Other paths are 404. */
  files: string;
  /** Serves this content at the path from now on. */
  serve(path: string, content: () => Buffer | Readable): void;
  /** Runs the intake of waiting orders. */
  takeIn(): Promise<void>;
  read(orderId: string): Promise<{ status: string }>;
}

const PEOPLE: Address[] = [
  {
    personName: 'Ada Lovelace',
    street: 'Musterstraße 1',
    postalCode: '10115',
    city: 'Berlin',
    country: 'DE',
  },
  {
    personName: 'Jürg Müller',
    street: 'Bahnhofstrasse 12',
    postalCode: '8001',
    city: 'Zürich',
    country: 'CH',
  },
  { personName: 'Zoë Leclerc', street: '8 rue des Lilas', postalCode: '75011', city: 'Paris', country: 'FR' },
  {
    company: 'Brightwork Studio',
    street: '221 Baker St',
    postalCode: 'NW1 6XE',
    city: 'London',
    country: 'GB',
  },
];

/** Creates a client with a file host, at a server without background work. Both end with the server. */
export async function newSampleShop(server: TestServer): Promise<SampleShop> {
  const customer = await newCustomer(server);
  const { clientId, post, read } = customer;
  const operator = await newOperator(server);
  const art = await readFirstArtwork();
  // The file check in another process allows only some formats. Tests run it in this process, so formats are
  // allowed again.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const contents: Record<string, Buffer> = {
    '/art.png': art,
    '/qc.png': await sharp(await readFile(join(DEMO_IMAGES, 'p-100/front.svg')))
      .png()
      .toBuffer(),
    '/slip.pdf': makePdf(),
    '/label.pdf': makePdf(),
  };
  const served = new Map<string, () => Buffer | Readable>();
  const host = await startFileServer(server, ({ url = '' }, response) => {
    const content = served.get(url)?.() ?? contents[url];
    response.writeHead(content ? 200 : 404);
    if (content instanceof Readable) pipeline(content, response, () => {});
    else response.end(content);
  });
  const blobs = openBlobs(server.config);
  server.after(() => blobs.close());
  const context = await newIntakeContext(server, server, { blobs, allow: [host.host], retrySeconds: [] });
  const takeIn = () => takeInOrders(context, clientId, new AbortController().signal);
  let people = 0;
  const send: SampleShop['send'] = async (orderId, changes = {}) => {
    const address = PEOPLE[people++ % PEOPLE.length] as Address;
    const answer = await post(order({ orderId, shipping: { address }, ...changes }));
    if (answer.status !== 200) throw new Error(answer.text);
    await takeIn();
  };
  const printItem = () => {
    const print = { dataUrl: `${host.url}/art.png`, location: 'REGULAR', technology: 'DTG' };
    const qualityControlImageUrl = `${host.url}/qc.png`;
    return customItem({ prints: [{ ...print, qualityControlImageUrl }] });
  };
  return {
    clientId,
    customer,
    operator,
    files: host.url,
    serve: (path, content) => void served.set(path, content),
    takeIn,
    send,
    sendPrinted: (orderId, changes = {}) =>
      send(orderId, { items: [printItem(), item()], packingSlip: `${host.url}/slip.pdf`, ...changes }),
    read: async (orderId) => (await read(orderId)).json,
  };
}

/** Creates orders in every status, like a morning in an office. */
export async function fillSampleShop(shop: SampleShop): Promise<void> {
  const { operator, clientId, files } = shop;
  const work = async (orderId: string, ...verbs: [verb: string, body?: unknown][]) => {
    for (const [verb, body] of verbs) {
      const answer = await operator.work(clientId, orderId, verb, body);
      if (answer.status !== 200) throw new Error(answer.text);
    }
  };
  for (const number of [1001, 1002, 1003]) {
    await shop.sendPrinted(`SHOP-${number}`);
    const parcels = [{ trackingCarrier: 'DHL', trackingNumber: `0034043416109404${number}` }];
    await work(`SHOP-${number}`, ['accept'], ['ship', { parcels }]);
  }
  for (const number of [1004, 1005, 1006]) {
    await shop.sendPrinted(`SHOP-${number}`);
    await work(`SHOP-${number}`, ['accept']);
  }
  const lost = { dataUrl: `${files}/lost.png`, location: 'REGULAR', technology: 'DTG' };
  await shop.send('SHOP-1007', { items: [customItem({ prints: [lost] })] });
  await shop.send('SHOP-1008', { items: [item({ quantity: 5_000 })] });
  await work('SHOP-1008', ['prefer']);
  await shop.sendPrinted('SHOP-1009');
  await work('SHOP-1009', ['hold', { reason: 'The customer asked us to wait for a better file.' }]);
  await shop.sendPrinted('SHOP-1010', { shipping: { shippingLabelUrl: `${files}/label.pdf` } });
  await shop.send('SHOP-1011');
  await work('SHOP-1011', ['cancel', { reason: 'Ordered twice.' }]);
  for (const number of [1012, 1013, 1014]) await shop.sendPrinted(`SHOP-${number}`);
}
