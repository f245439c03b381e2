import { randomUUID } from 'node:crypto';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../../src/catalog/test-support/sample-catalog.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { ARTWORK, item, order } from '../../src/orders/test-support/sample-orders.ts';
import { commandSheet } from '../../src/production/command-codes.ts';
import { assign, newOperator, type Operator } from './operator.ts';
import type { TestServer } from './test-server.ts';

const SHELF = 400;

export const TEE = { manufacturerCode: 'TEE', title: 'Organic tee' };
/** The shop's blanks: two colours in two sizes. */
export const TEES = ['TEE-BLK-M', 'TEE-BLK-L', 'TEE-SAND-M', 'TEE-SAND-L'] as const;
export type Tee = (typeof TEES)[number];

/** Quantities of an order, by blank or product. */
export type Wanted = Partial<Record<Tee | 'product', number>>;

export interface FloorScene {
  customer: Customer;
  operator: Operator;
  /** Creates an ASSIGNED order with an age in hours. */
  order(orderId: string, wanted: Wanted, hoursAgo?: number, changes?: Parameters<typeof order>[0]): Promise<void>;
  /** Releases the orders and returns the codes of their pieces. */
  release(...orderIds: string[]): Promise<{ batchId: string; codes: string[] }>;
  codesOf(orderId: string): Promise<string[]>;
  /**
   * Scans the codes at a workplace one after the other, each with the state that the previous scan returned.
   * PASS confirms what a station asks to be confirmed.
   */
  scan(work: 'MAKE' | 'CHECK' | 'PACK', ...codes: string[]): Promise<void>;
}

/** Returns the code of a command on the command sheet. */
export const commandOf = (name: string, reason?: string): string =>
  commandSheet().find((one) => one.command === name && (reason === undefined || JSON.stringify(one).includes(reason)))
    ?.code ?? '';

/** Creates a shop with full shelves and a client that sends orders. */
export async function newFloorScene(server: TestServer): Promise<FloorScene> {
  const operator = await newOperator(server);
  const customer = await newCustomer(server);
  const [creator] = sampleCatalog.articles;
  const [blank] = creator?.variants ?? [];
  if (!creator || !blank) throw new Error('The sample catalogue has no article.');
  const variants = TEES.map((sku) => {
    const [, color, size = ''] = sku.split('-');
    return {
      ...blank,
      sku,
      color: color === 'BLK' ? 'Black' : 'Desert sand',
      size,
      stockLevelQuantity: SHELF,
    };
  });
  await importCatalog(
    server.pool,
    { articles: [{ ...creator, ...TEE, variants }], products: [], carriers: [] },
    { clientId: customer.clientId },
  );
  const codesOf = async (orderId: string): Promise<string[]> =>
    (await operator.get(`/orders/${customer.clientId}/${encodeURIComponent(orderId)}/pieces`)).json.map(
      ({ code }: { code: string }) => code,
    );
  return {
    customer,
    operator,
    codesOf,
    async order(orderId, { product = 0, ...tees }, hoursAgo = 0, changes = {}) {
      const items = Object.entries(tees).map(([sku, quantity]) => ({
        quantity,
        unitPrice: 20,
        customProduct: { sku, prints: [{ dataUrl: ARTWORK, location: 'FRONT', technology: 'DTG' }] },
      }));
      const answer = await customer.post(
        order({
          orderId,
          items: [...items, ...(product > 0 ? [item({ quantity: product })] : [])],
          ...changes,
        }),
      );
      if (answer.status !== 200) throw new Error(answer.text);
      await assign(server, customer.clientId, orderId);
      if (hoursAgo === 0) return;
      await server.pool.query(
        `update orders set created = created - $3 * interval '1 hour', due = due - $3 * interval '1 hour',
           document = regexp_replace(document, '"expectedShipDate":"[^"]*"', '"expectedShipDate":"' ||
             to_char((due - $3 * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"')
         where client_id = $1 and order_id = $2`,
        [customer.clientId, orderId, hoursAgo],
      );
    },
    async release(...orderIds) {
      const orders = orderIds.map((orderId) => ({ clientId: customer.clientId, orderId }));
      const { json, text } = await operator.send('POST', '/batches', { orders });
      if (!json.batch) throw new Error(text);
      return { batchId: json.batch.batchId, codes: (await Promise.all(orderIds.map(codesOf))).flat() };
    },
    async scan(work, ...codes) {
      let context: object = { work };
      const send = async (code: string) => {
        const body = { id: randomUUID(), station: `${work} 1`, code, context };
        const { json, text } = await operator.send('POST', '/scans', body);
        if (json.refusal) throw new Error(text);
        context = json.next;
        return json;
      };
      for (const code of codes) {
        let { asks } = await send(code);
        while (asks?.startsWith('CONFIRM_')) asks = (await send(commandOf('PASS'))).asks;
      }
    },
  };
}
