import {
  type ApiConnection,
  type CallOptions,
  type ConditionalOptions,
  pathSegment,
} from './api-connection.ts';
import type {
  CancelRequest,
  Order,
  OrderEvent,
  OrderRequest,
  OrderSummary,
  SimulateRequest,
} from './api-types.ts';
import { type CursorQuery, type List, type PageQuery, plainList } from './list.ts';
import { PlatenError } from './platen-errors.ts';

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

/** An order, and which version of it this is. */
export interface OrderWithEtag {
  order: Order;
  /** What `replace` takes as `ifMatch`. */
  etag: string;
}

/** What became of a wish to cancel. */
export interface CancelResult {
  order: Order;
  /** requested: the order is in production, and staff decide; `order.cancellation` tells how. */
  outcome: 'cancelled' | 'requested';
}

/** /v1/orders */
export class Orders {
  readonly #api: ApiConnection;

  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /**
   * POST /v1/orders creates an order. Sending the same one again is harmless and gives it as it is now; another order
   * under an orderId that is taken is 409 `order_already_exists`.
   */
  async create(order: OrderRequest, options?: CallOptions): Promise<Order> {
    return (await this.#api.post('/v1/orders', order, options)).body as Order;
  }

  /** GET /v1/orders/{orderId} reads one order; 404 `order_not_found`. */
  async get(orderId: string, options?: CallOptions): Promise<Order> {
    return (await this.#api.get(orderPath(orderId), {}, options)).body as Order;
  }

  /** GET /v1/orders/{orderId} reads one order and its ETag, for `replace`; 404 `order_not_found`. */
  async getWithEtag(orderId: string, options?: CallOptions): Promise<OrderWithEtag> {
    const { body, headers } = await this.#api.get(orderPath(orderId), {}, options);
    // Proxies that compress mark the tag as weak, and If-Match never fits a weak one (RFC 9110, 13.1.1).
    const etag = headers.get('etag')?.replace(/^W\//, '');
    if (!etag) throw new PlatenError('The order came without an ETag; a proxy must have taken it away.');
    return { order: body as Order, etag };
  }

  /**
   * PUT /v1/orders/{orderId} replaces all that an order asks for, while it is NEW, ASSIGNED or ERROR (409
   * `order_not_changeable`); it begins anew as NEW. With `ifMatch` only the version that was read (412
   * `precondition_failed`). The same content again changes nothing, but in ERROR, where it means: try again.
   */
  async replace(order: OrderRequest, options?: ConditionalOptions): Promise<Order> {
    return (await this.#api.put(orderPath(order.orderId), order, options)).body as Order;
  }

  /**
   * POST /v1/orders/{orderId}/cancel cancels an order, or asks the staff to when it is in production; 409
   * `order_not_cancellable` once it is shipped. Idempotent.
   */
  async cancel(orderId: string, request: CancelRequest = {}, options?: CallOptions): Promise<CancelResult> {
    const { status, body } = await this.#api.post(`${orderPath(orderId)}/cancel`, request, options);
    return { order: body as Order, outcome: status === 202 ? 'requested' : 'cancelled' };
  }

  /** GET /v1/orders/{orderId}/events lists what happened to an order, oldest first; 404 `order_not_found`. */
  events(orderId: string, query: CursorQuery = {}, options?: CallOptions): List<OrderEvent> {
    return plainList(this.#api, `${orderPath(orderId)}/events`, query, options);
  }

  /**
   * POST /v1/orders/{orderId}/simulate takes an order of a sandbox client to a status, through every one on the way; with `{ cancellation }` a wish
   * to cancel it is asked for, granted or rejected. 403 `sandbox_only`, 409 `order_not_changeable` where no way leads there.
   */
  async simulate(orderId: string, to: OrderStatus | SimulateRequest, options?: CallOptions): Promise<Order> {
    const request: SimulateRequest = typeof to === 'string' ? { status: to } : to;
    return (await this.#api.post(`${orderPath(orderId)}/simulate`, request, options)).body as Order;
  }

  /** GET /v1/orders lists orders, newest first, then by orderId. */
  list(query: OrderQuery = {}, options?: CallOptions): List<OrderSummary> {
    return plainList(this.#api, '/v1/orders', query, options);
  }
}

function orderPath(orderId: string): string {
  return `/v1/orders/${pathSegment('orderId', orderId)}`;
}
