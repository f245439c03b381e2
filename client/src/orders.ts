import { type ApiConnection, type CallOptions, pathSegment } from './api-connection.ts';
import type { Order, OrderRequest, OrderSummary } from './api-types.ts';
import { type List, type PageQuery, plainList } from './list.ts';

export type OrderStatus = Order['status'];

/** Which orders to list. Moments are a Date, or ISO 8601 with a time zone. */
export type OrderQuery = PageQuery & {
  status?: OrderStatus | undefined;
  /** Only orders created after this moment. */
  createdFrom?: Date | string | undefined;
  /** Only orders created up to and at this moment. */
  createdTo?: Date | string | undefined;
  /** Only orders changed after this moment. */
  updatedFrom?: Date | string | undefined;
  /** Only orders last changed up to and at this moment. */
  updatedTo?: Date | string | undefined;
};

/** /v1/orders */
export class Orders {
  readonly #api: ApiConnection;

  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /**
   * Creates an order. Sending the same one again is harmless and gives it as it is now; another order under an orderId
   * that is taken is 409 `order_already_exists`.
   */
  async create(order: OrderRequest, options?: CallOptions): Promise<Order> {
    return (await this.#api.post('/v1/orders', order, options)).body as Order;
  }

  /** Reads one order; 404 `order_not_found`. */
  async get(orderId: string, options?: CallOptions): Promise<Order> {
    return (await this.#api.get(`/v1/orders/${pathSegment('orderId', orderId)}`, {}, options)).body as Order;
  }

  /** Lists orders, newest first, then by orderId. */
  list(query: OrderQuery = {}, options?: CallOptions): List<OrderSummary> {
    return plainList(this.#api, '/v1/orders', query, options);
  }
}
