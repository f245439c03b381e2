import { takeInOrders } from '../../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../../src/orders/test-support/intake-context.ts';
import { customItem, NECK_LABEL, order } from '../../src/orders/test-support/sample-orders.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { startFileServer } from '../../src/platform/files/test-support/file-server.ts';
import { makeJpeg, makePng } from '../../src/platform/files/test-support/sample-files.ts';
import { assign, markMade, newOperator, type Operator } from './operator.ts';
import type { TestServer } from './test-server.ts';

const SHELF = 1_000;
export const BLANK = customItem().customProduct?.sku ?? '';

/** A shop whose pieces have stored files, so that stations show their pictures. */
export interface PiecesToMake {
  operator: Operator;
  customer: Customer;
  /**
   * Creates an order in production and returns the codes of its pieces. With `isLabelled` each piece also has
   * a neck label. With `isMade` the pieces are made.
   */
  inProduction(
    orderId: string,
    pieces: number,
    options?: { isLabelled?: boolean; isMade?: boolean },
  ): Promise<string[]>;
  piecesOf(orderId: string): Promise<{ code: string; state: string; attempt: number }[]>;
}

export async function newPiecesToMake(server: TestServer): Promise<PiecesToMake> {
  const operator = await newOperator(server);
  const customer = await newCustomer(server);
  const { clientId } = customer;
  const files: Record<string, Buffer> = {
    '/front.png': makePng({ width: 2_000, height: 2_400 }),
    '/check.jpg': makeJpeg(),
  };
  const host = await startFileServer(server, ({ url = '' }, response) => response.end(files[url]));
  for (const sku of [BLANK, NECK_LABEL])
    await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(sku)}/set`, { quantity: SHELF });
  const piecesOf = async (orderId: string) =>
    (await operator.get(`/orders/${clientId}/${encodeURIComponent(orderId)}/pieces`)).json;
  return {
    operator,
    customer,
    piecesOf,
    async inProduction(orderId, pieces, { isLabelled = false, isMade = false } = {}) {
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
      await takeInOrders(intake, clientId, new AbortController().signal);
      await blobs.close();
      await assign(server, clientId, orderId);
      const { text, json } = await operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
      if (!json.batch) throw new Error(text);
      const codes = (await piecesOf(orderId)).map(({ code }: { code: string }) => code);
      if (isMade) await markMade(server, codes);
      return codes;
    },
  };
}
