import assert from 'node:assert/strict';
import type { TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { adjustStock } from '../../stock/change-stock.ts';
import { cancelOrder } from '../change/cancel-order.ts';
import type { Order } from '../document/order-schemas.ts';
import { assignOrders, assignWaitingOrders } from '../intake/assign-orders.ts';
import { DUE_RULE } from './sample-orders.ts';

export const STAFF: Actor = { kind: 'operator', id: 'center', name: 'The Center' };
export const CUSTOMER: Actor = { kind: 'client', id: 'shop', name: 'The Shop' };

export interface Shop {
  clientId: string;
  token: string;
  orderIds: string[];
}

/** Creates shops whose orders compete for stock. `serverOf` returns the server once it has started. */
export function stockShops(serverOf: () => TestServer) {
  return { ...shopActions(serverOf), ...storedState(serverOf) };
}

function shopActions(serverOf: () => TestServer) {
  return { shopWith, order, restock, cancel, lookAgain, assign };

  async function shopWith(levels: Record<string, number>): Promise<Shop> {
    const { token, client } = await serverOf().token();
    const variants = Object.entries(levels).map(([ean13, stockLevelQuantity]) => ({
      ean13,
      name: `Tee ${ean13}`,
      color: 'Black',
      size: 'M',
      stockLevelQuantity,
    }));
    const products = [{ productId: 'P-1', name: 'Tee', previewImageUrls: [], variants }];
    await serverOf().pool.query('truncate stock_movements');
    await importCatalog(serverOf().pool, { articles: [], products, carriers: [] }, { clientId: client.clientId });
    return { clientId: client.clientId, token, orderIds: [] };
  }

  async function order(
    shop: Shop,
    orderId: string,
    items: [string, number][],
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<void> {
    shop.orderIds.push(orderId);
    const answer = await serverOf().send(method === 'POST' ? '/v1/orders' : `/v1/orders/${orderId}`, {
      token: shop.token,
      method,
      body: {
        orderId,
        items: items.map(([ean13, quantity]) => ({ quantity, existingProduct: { ean13 } })),
        shipping: { shippingLabelUrl: 'https://files.example.com/label.pdf' },
      },
    });
    assert.equal(answer.status, 200, answer.text);
  }

  async function restock(code: string, by: number): Promise<void> {
    await inTransaction(
      serverOf().pool,
      adjustStock({ kind: 'PRODUCT', code }, by, { now: new Date(), actor: SYSTEM }),
    );
  }

  async function cancel({ clientId }: Shop, orderId: string): Promise<void> {
    const { pool } = serverOf();
    const context = { pool, clock: () => new Date(), onWork: () => {} };
    await cancelOrder(context, { clientId, orderId }, { by: CUSTOMER });
  }

  async function lookAgain(): Promise<void> {
    const { pool, log, faults } = serverOf();
    await assignWaitingOrders(
      { pool, log, faults, clock: () => new Date(), dueRule: DUE_RULE },
      new AbortController().signal,
    );
  }

  async function assign(shop: Shop, orderIds: readonly string[], haveWaited = false): Promise<void> {
    const { rows } = await serverOf().pool.query(
      'select order_id, version from orders where client_id = $1 and order_id = any($2)',
      [shop.clientId, orderIds],
    );
    const ready = new Map<string, { version: number }>(rows.map((row) => [row.order_id, row]));
    await inTransaction(serverOf().pool, (connection) =>
      assignOrders(connection, shop.clientId, ready, { now: new Date(), dueRule: DUE_RULE, haveWaited }),
    );
  }
}

function storedState(serverOf: () => TestServer) {
  return { statuses, statusById, stockOf, assertLedgerAgrees };

  async function statuses(shops: readonly Shop[]): Promise<Order[]> {
    const { rows } = await serverOf().pool.query('select document from orders where client_id = any($1)', [
      shops.map(({ clientId }) => clientId),
    ]);
    return rows.map(({ document }) => JSON.parse(document));
  }

  async function statusById(shop: Shop): Promise<Record<string, string>> {
    return Object.fromEntries((await statuses([shop])).map(({ orderId, status }) => [orderId, status]).sort());
  }

  async function stockOf(ean13: string): Promise<{ on_hand: number; reserved: number }> {
    const { rows } = await serverOf().pool.query(
      'select stock_level_quantity as on_hand, reserved from product_variants where ean13 = $1',
      [ean13],
    );
    return rows[0];
  }

  async function assertLedgerAgrees(ean13: string): Promise<void> {
    const { rows } = await serverOf().pool.query(
      `select (select coalesce(sum(quantity), 0)::int from stock_reservations where code = $1) as held,
            (select coalesce(sum(reserved_change), 0)::int from stock_movements where code = $1) as moved,
            (select reserved from product_variants where ean13 = $1) as reserved`,
      [ean13],
    );
    assert.equal(rows[0].held, rows[0].reserved);
    assert.equal(rows[0].moved, rows[0].reserved);
  }
}
