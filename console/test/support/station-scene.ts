import type { Page } from 'playwright-core';
import { openBlobs } from '../../../src/files/open-blobs.ts';
import { startFileServer } from '../../../src/files/test-support/file-server.ts';
import { makeJpeg, makePng } from '../../../src/files/test-support/sample-files.ts';
import { takeInOrders } from '../../../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../../../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../../../src/orders/test-support/intake-context.ts';
import { customItem, NECK_LABEL, order } from '../../../src/orders/test-support/sample-orders.ts';
import { assign, newOperator, type Operator } from '../../../test/support/operator.ts';
import { newAccount, signedIn } from '../../../test/support/signed-in.ts';
import type { TestConsole } from './console.ts';
import { scan } from './scanner.ts';

const SHELF = 1_000;
export const BLANK = customItem().customProduct?.sku ?? '';

/** A shop with pieces to be made, stations, and people with badges. */
export interface StationScene {
  operator: Operator;
  customer: Customer;
  /** An order in production whose files are kept; the codes of its pieces. */
  inProduction(orderId: string, pieces: number, options?: { isLabelled?: boolean }): Promise<string[]>;
  piecesOf(orderId: string): Promise<{ code: string; state: string; attempt: number }[]>;
  /** Somebody of the floor; the code of their badge. */
  badgeOf(name: string): Promise<string>;
  /** A screen that is a station, at which nobody is signed on. */
  station(name: string, kinds: string[], options?: Parameters<TestConsole['signedIn']>[0]): Promise<Page>;
  /** The same, with somebody signed on, at the page of a kind of work. */
  at(
    name: string,
    work: 'make' | 'check' | 'pack' | 'find',
    badge: string,
    options?: Parameters<TestConsole['signedIn']>[0],
  ): Promise<Page>;
}

export async function newStationScene(office: TestConsole): Promise<StationScene> {
  const { server } = office;
  const [operator, customer, admin] = [
    await newOperator(server),
    await newCustomer(server),
    await signedIn(server),
  ];
  const files: Record<string, Buffer> = {
    '/front.png': makePng({ width: 2_000, height: 2_400 }),
    '/check.jpg': makeJpeg(),
  };
  const host = await startFileServer(server, ({ url = '' }, response) => response.end(files[url]));
  for (const sku of [BLANK, NECK_LABEL])
    await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(sku)}/set`, { quantity: SHELF });
  const piecesOf = async (orderId: string) =>
    (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
  const station: StationScene['station'] = async (name, kinds, options) => {
    const { stationId } = (await admin.send('POST', '/stations', { name, kinds })).json;
    const page = await office.signedIn({ role: 'office', ...options });
    await page.goto('account');
    await page.evaluate(async (id) => {
      const answer = await fetch(new URL('../operator/v1/station-session', document.baseURI), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ stationId: id }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }, stationId);
    return page;
  };
  return {
    operator,
    customer,
    piecesOf,
    station,
    async inProduction(orderId, pieces, { isLabelled = false } = {}) {
      const print = {
        dataUrl: `${host.url}/front.png`,
        location: 'FRONT',
        technology: 'DTG',
        qualityControlImageUrl: `${host.url}/check.jpg`,
      };
      const customizations = [{ sku: NECK_LABEL, location: 'NECK', technology: 'DTF' }];
      const item = customItem({ prints: [print], ...(isLabelled && { customizations }) });
      const made = await customer.post(order({ orderId, items: [{ ...item, quantity: pieces }] } as never));
      if (made.status !== 200) throw new Error(made.text);
      const blobs = openBlobs(server.config);
      const intake = await newIntakeContext(server, server, { blobs, allow: [host.host], retrySeconds: [] });
      await takeInOrders(intake, customer.clientId, new AbortController().signal);
      await blobs.close();
      await assign(server, customer.clientId, orderId);
      const { text, json } = await operator.send('POST', '/batches', {
        orders: [{ clientId: customer.clientId, orderId }],
      });
      if (!json.batch) throw new Error(text);
      return (await piecesOf(orderId)).map(({ code }: { code: string }) => code);
    },
    async badgeOf(name) {
      const { operatorId } = await newAccount(server, 'floor');
      await admin.send('PATCH', `/operators/${operatorId}`, { name });
      return (await admin.send('POST', `/operators/${operatorId}/badge`)).json.badgeCode;
    },
    async at(name, work, badge, options) {
      const page = await station(name, [work === 'find' ? 'check' : work], options);
      await page.goto(`station/${work}`);
      await page.getByText(/Scan your badge|Ausweis scannen/).waitFor();
      await scan(page, badge);
      await page.getByRole('banner').waitFor();
      return page;
    },
  };
}
