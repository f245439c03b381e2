import { createHmac } from 'node:crypto';
import { type FakeServer, startFakeServer } from './fake-shop-server.ts';
import type { Scope } from './scope.ts';

export const WOO_SECRET = 'the secret of the webhook';

interface Note {
  id: number;
  note: string;
  customer_note: boolean;
}

export interface FakeWooCommerce extends FakeServer {
  orders: Map<string, { status: string; date_modified_gmt: string }>;
  products: { id: number; sku: string; name: string; global_unique_id: string; stock_quantity?: number }[];
  notes: Map<string, Note[]>;
  /** Notes that were mailed to customers. */
  mails: string[];
  /** Adds an order in the form of the recorded one. */
  newOrder(id: string, order: object, status?: string): void;
  /** Changes an order as the shop's staff would. */
  change(id: string, change: object): void;
  /** Refunds pieces of items, or money alone. */
  refund(id: string, lines: { item: number; quantity: number }[]): void;
  /** Sends the webhook of an order once, as WooCommerce does. */
  send(url: string, id: string, event?: string): Promise<{ status: number; json: unknown }>;
}

/** A shop in WooCommerce. It mails each note to the customer, and sends each webhook once. */
export async function startFakeWooCommerce(t: Scope): Promise<FakeWooCommerce> {
  const orders: FakeWooCommerce['orders'] = new Map();
  const notes: FakeWooCommerce['notes'] = new Map();
  const refunds = new Map<string, object[]>();
  let time = Date.now();
  let noteId = 0;
  const server = await startFakeServer(t, ({ method, path, body }) => {
    if (path.startsWith('/wp-json/wc/v3/products/batch')) {
      for (const { id, stock_quantity } of JSON.parse(body).update ?? [])
        Object.assign(shop.products.find((one) => one.id === id)!, { stock_quantity });
      return {};
    }
    if (path.startsWith('/wp-json/wc/v3/products')) return shop.products;
    const [, id = '', part] = /^\/wp-json\/wc\/v3\/orders(?:\/(\d+))?(\/notes|\/refunds)?/.exec(path) ?? [];
    if (id === '') {
      const query = new URL(path, 'http://shop').searchParams;
      const states = (query.get('status') ?? 'any').split(',');
      const after = query.get('modified_after') ?? '';
      const found = [...orders.values()].filter(
        (order) =>
          (states.includes(order.status) || (states.includes('any') && order.status !== 'trash')) &&
          order.date_modified_gmt > after,
      );
      const size = Number(query.get('per_page'));
      const begin = (Number(query.get('page')) - 1) * size;
      return found.slice(begin, begin + size);
    }
    const order = orders.get(id);
    if (!order) return undefined;
    if (part === '/refunds') return refunds.get(id) ?? [];
    const known = notes.get(id) ?? [];
    if (part && method === 'GET') return known;
    if (part) {
      const note = { id: ++noteId, ...JSON.parse(body) } as Note;
      notes.set(id, [...known, { ...note, note: note.note.replaceAll('&', '&amp;') }]);
      if (note.customer_note) shop.mails.push(`${id}: ${note.note}`);
      return note;
    }
    if (method === 'PUT') shop.change(id, JSON.parse(body));
    return orders.get(id);
  });
  const shop: FakeWooCommerce = Object.assign(server, {
    orders,
    products: [],
    notes,
    mails: [],
    newOrder: (id: string, order: object, status = 'processing') => {
      orders.set(id, { ...order, id: Number(id), status, date_modified_gmt: '' } as never);
      shop.change(id, {});
    },
    change: (id: string, change: object) => {
      time += 1_000;
      const date_modified_gmt = new Date(time).toISOString().slice(0, 19);
      orders.set(id, { ...orders.get(id)!, ...change, date_modified_gmt });
    },
    refund: (id: string, lines: { item: number; quantity: number }[]) => {
      const line_items = lines.map(({ item, quantity }) => ({
        quantity: -quantity,
        meta_data: [{ key: '_refunded_item_id', value: String(item) }],
      }));
      const all = [...(refunds.get(id) ?? []), { id: 9_000 + refunds.size, amount: '1.00', line_items }];
      refunds.set(id, all);
      // The order lists its refunds without their items.
      shop.change(id, { refunds: all.map((_refund, index) => ({ id: 9_000 + index, total: '-1.00' })) });
    },
    send: async (url: string, id: string, event = 'updated') => {
      const body = JSON.stringify(event === 'deleted' ? { id: Number(id) } : orders.get(id));
      const signature = createHmac('sha256', WOO_SECRET).update(body).digest('base64');
      const headers = {
        'x-wc-webhook-resource': 'order',
        'x-wc-webhook-event': event,
        'x-wc-webhook-signature': signature,
      };
      const response = await fetch(`${url}/shop`, { method: 'POST', body, headers });
      return { status: response.status, json: await response.json() };
    },
  });
  return shop;
}
