import {
  type ApiConnection,
  type CallOptions,
  type ConditionalOptions,
  type KeyedOptions,
  pathSegment,
} from './api-connection.ts';
import type {
  CancelRequest,
  HoldRequest,
  Order,
  OrderBatchResult,
  OrderBatchResults,
  OrderEvent,
  OrderRequest,
  OrderSummary,
  Preview,
  Quote,
  QuoteRequest,
  SimulateRequest,
} from './api-types.ts';
import { type CursorQuery, type List, type PageQuery, plainList } from './list.ts';
import { PlatenError } from './platen-errors.ts';
import { keepResponse } from './responses.ts';

export type OrderStatus = Order['status'];

/** Filters of the list. A time is a Date, or ISO 8601 with a time zone. */
export type OrderQuery = PageQuery & {
  /** Only orders in this status, or in one of these. */
  status?: OrderStatus | readonly OrderStatus[] | undefined;
  /** Only orders created after this time. */
  createdFrom?: Date | string | undefined;
  /** Only orders created at or before this time. */
  createdTo?: Date | string | undefined;
  /** Only orders changed after this time. */
  updatedFrom?: Date | string | undefined;
  /** Only orders last changed at or before this time. */
  updatedTo?: Date | string | undefined;
  carrierId?: string | undefined;
  /** Country of the recipient, ISO 3166-1 alpha-2. */
  country?: string | undefined;
  /** Only orders with a `statusReason`, or only those without. */
  hasProblem?: boolean | undefined;
  /** The `customerReference` of the order. */
  reference?: string | undefined;
  /** A minus means descending; `-created` by default. */
  sort?: 'created' | '-created' | 'updated' | '-updated' | 'due' | '-due' | undefined;
  /** Parts of the orders that the list has too. */
  include?: readonly ('items' | 'shipping' | 'shipments')[] | undefined;
};

/** An order with the ETag of its version. */
export interface OrderWithEtag {
  order: Order;
  /** Pass it as `ifMatch` to `replace`. */
  etag: string;
}

/** The result of a cancellation. */
export interface CancelResult {
  order: Order;
  /** `requested`: the order is in production, so staff decide. `order.cancellation` has their decision. */
  outcome: 'cancelled' | 'requested';
}

/** /v1/orders */
export class Orders {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /**
   * POST /v1/orders creates an order. A repeated request returns the order as it is now. A different order
   * with a known orderId is 409 `order_already_exists`.
   */
  async create(order: OrderRequest, options?: CallOptions): Promise<Order> {
    return (await this.#api.post('/v1/orders', order, options)).body as Order;
  }

  /**
   * POST /v1/orders/batch creates up to 100 orders. Returns what became of each, in their order. A repeated
   * call returns the stored orders. Orders beyond the quota have status 429: send only them again.
   */
  async createBatch(orders: readonly OrderRequest[], options?: CallOptions): Promise<OrderBatchResult[]> {
    const answer = await this.#api.post('/v1/orders/batch', { orders }, options);
    return keepResponse((answer.body as OrderBatchResults).results, answer);
  }

  /** POST /v1/quotes judges an order without storing it. Its violations are in the quote. */
  async quote(order: QuoteRequest, options?: CallOptions): Promise<Quote> {
    return (await this.#api.post('/v1/quotes', order, options)).body as Quote;
  }

  /** POST /v1/orders/{orderId}/hold stops an order before production until `release`. Idempotent. */
  async hold(orderId: string, request: HoldRequest = {}, options?: CallOptions): Promise<Order> {
    return (await this.#api.post(`${orderPath(orderId)}/hold`, request, options)).body as Order;
  }

  /** POST /v1/orders/{orderId}/release ends a hold. Idempotent. */
  async release(orderId: string, options?: CallOptions): Promise<Order> {
    return (await this.#api.post(`${orderPath(orderId)}/release`, {}, options)).body as Order;
  }

  /** POST /v1/orders/{orderId}/rush puts an order before others, if the contract allows it. Idempotent. */
  async rush(orderId: string, options?: CallOptions): Promise<Order> {
    return (await this.#api.post(`${orderPath(orderId)}/rush`, {}, options)).body as Order;
  }

  /** GET /v1/orders/{orderId} reads one order; 404 `order_not_found`. */
  async get(orderId: string, options?: CallOptions): Promise<Order> {
    return (await this.#api.get(orderPath(orderId), {}, options)).body as Order;
  }

  /** GET /v1/orders/{orderId} reads one order and its ETag, for `replace`; 404 `order_not_found`. */
  async getWithEtag(orderId: string, options?: CallOptions): Promise<OrderWithEtag> {
    const answer = await this.#api.get(orderPath(orderId), {}, options);
    // A compressing proxy marks the tag as weak, and If-Match never matches a weak tag (RFC 9110, 13.1.1).
    const etag = answer.headers.get('etag')?.replace(/^W\//, '');
    if (!etag) throw new PlatenError('The order came without an ETag; a proxy must have taken it away.');
    return keepResponse({ order: answer.body as Order, etag }, answer);
  }

  /**
   * PUT /v1/orders/{orderId} replaces an order in status NEW, ASSIGNED or ERROR, and sets it to NEW.
   * Otherwise it is 409 `order_not_changeable`. With `ifMatch`, a changed order is 412 `precondition_failed`.
   * Equal content changes nothing, except in ERROR, where the order is tried again.
   */
  async replace(order: OrderRequest, options?: ConditionalOptions): Promise<Order> {
    return (await this.#api.put(orderPath(order.orderId), order, options)).body as Order;
  }

  /**
   * POST /v1/orders/{orderId}/cancel cancels an order. In production, it requests a cancellation from the
   * staff. A shipped order is 409 `order_not_cancellable`. With `items`, only these are cancelled, before
   * production. Idempotent; with `items` for each `idempotencyKey`.
   */
  async cancel(orderId: string, request: CancelRequest = {}, options?: KeyedOptions): Promise<CancelResult> {
    const answer = await this.#api.postWithKey(`${orderPath(orderId)}/cancel`, request, options);
    const { status, body } = answer;
    return keepResponse({ order: body as Order, outcome: status === 202 ? 'requested' : 'cancelled' }, answer);
  }

  /** GET /v1/orders/{orderId}/events lists the events of an order, oldest first; 404 `order_not_found`. */
  events(orderId: string, query: CursorQuery = {}, options?: CallOptions): List<OrderEvent> {
    return plainList(this.#api, `${orderPath(orderId)}/events`, query, options);
  }

  /**
   * POST /v1/orders/{orderId}/simulate moves an order of a sandbox client to a status, through all statuses
   * between. With `{ cancellation }` it requests, grants or rejects a cancellation. 403 `sandbox_only`; 409
   * `order_not_changeable` if the status cannot be reached. Sent again after a lost answer, it counts once.
   */
  async simulate(orderId: string, to: OrderStatus | SimulateRequest, options?: KeyedOptions): Promise<Order> {
    const request: SimulateRequest = typeof to === 'string' ? { status: to } : to;
    return (await this.#api.postWithKey(`${orderPath(orderId)}/simulate`, request, options)).body as Order;
  }

  /** GET /v1/orders/{orderId}/items/{itemId}/previews reads small pictures of the files of an item. */
  async previews(orderId: string, itemId: string, options?: CallOptions): Promise<Preview[]> {
    const path = `${orderPath(orderId)}/items/${pathSegment('itemId', itemId)}/previews`;
    return (await this.#api.get(path, {}, options)).body as Preview[];
  }

  /** GET /v1/orders lists orders, newest first, then by orderId. */
  list(query: OrderQuery = {}, options?: CallOptions): List<OrderSummary> {
    return plainList(this.#api, '/v1/orders', query, options);
  }
}

function orderPath(orderId: string): string {
  return `/v1/orders/${pathSegment('orderId', orderId)}`;
}
