import { type ApiConnection, type CallOptions, pathSegment } from './api-connection.ts';
import type {
  ResendFailed,
  RotateSecretRequest,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointChangeRequest,
  WebhookEndpointRequest,
  WebhookEndpointSecret,
} from './api-types.ts';
import { type CursorQuery, type List, plainList } from './list.ts';

const ENDPOINTS = '/v1/webhook-endpoints';

/** A request with any types that an endpoint returns, also types that this client does not know. */
export type WithAnyEventType<Request> = Omit<Request, 'types'> & {
  types?: readonly WebhookEndpoint['types'][number][];
};

/** Filters of the list of deliveries. */
export type WebhookDeliveryQuery = CursorQuery & {
  state?: WebhookDelivery['state'] | undefined;
  /** Only deliveries of events of this order. */
  orderId?: string | undefined;
};

/**
 * /v1/webhook-endpoints. All methods except `create` and `list` are 404 `webhook_endpoint_not_found` for an
 * unknown endpoint. `create`, `rotateSecret` and `sendTest` are not idempotent, so they are not repeated
 * after a lost response.
 */
export class WebhookEndpoints {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /**
   * POST /v1/webhook-endpoints creates an endpoint. Store its secret, because no later response contains it.
   * The 21st endpoint is 409 `too_many_webhook_endpoints`.
   */
  async create(
    endpoint: WithAnyEventType<WebhookEndpointRequest>,
    options?: CallOptions,
  ): Promise<WebhookEndpointSecret> {
    return (await this.#api.postOnce(ENDPOINTS, endpoint, options)).body as WebhookEndpointSecret;
  }

  /** GET /v1/webhook-endpoints/{endpointId} reads one endpoint, without its secret. */
  async get(endpointId: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return (await this.#api.get(endpointPath(endpointId), {}, options)).body as WebhookEndpoint;
  }

  /** GET /v1/webhook-endpoints lists your endpoints on one page, oldest first. */
  list(options?: CallOptions): List<WebhookEndpoint> {
    return plainList(this.#api, ENDPOINTS, {}, options);
  }

  /** PUT /v1/webhook-endpoints/{endpointId} changes the given fields of an endpoint and keeps the others. */
  async update(
    endpointId: string,
    change: WithAnyEventType<WebhookEndpointChangeRequest>,
    options?: CallOptions,
  ): Promise<WebhookEndpoint> {
    return (await this.#api.put(endpointPath(endpointId), change, options)).body as WebhookEndpoint;
  }

  /** DELETE /v1/webhook-endpoints/{endpointId} deletes an endpoint with its deliveries. */
  async delete(endpointId: string, options?: CallOptions): Promise<void> {
    await this.#api.delete(endpointPath(endpointId), options);
  }

  /**
   * POST /v1/webhook-endpoints/{endpointId}/rotate-secret replaces the secret and returns the endpoint with
   * the new one. For 24 hours, webhooks carry signatures by both secrets. With `revokePrevious`, all earlier
   * secrets end at once.
   */
  async rotateSecret(
    endpointId: string,
    { revokePrevious, ...options }: CallOptions & RotateSecretRequest = {},
  ): Promise<WebhookEndpointSecret> {
    const path = `${endpointPath(endpointId)}/rotate-secret`;
    const body = revokePrevious === undefined ? undefined : { revokePrevious };
    return (await this.#api.postOnce(path, body, options)).body as WebhookEndpointSecret;
  }

  /**
   * POST /v1/webhook-endpoints/{endpointId}/test sends an event of type `webhook.test` and returns its
   * pending delivery.
   */
  async sendTest(endpointId: string, options?: CallOptions): Promise<WebhookDelivery> {
    const path = `${endpointPath(endpointId)}/test`;
    return (await this.#api.postOnce(path, undefined, options)).body as WebhookDelivery;
  }

  /** GET /v1/webhook-endpoints/{endpointId}/deliveries lists sent and pending deliveries, newest first. */
  deliveries(endpointId: string, query: WebhookDeliveryQuery = {}, options?: CallOptions): List<WebhookDelivery> {
    return plainList(this.#api, `${endpointPath(endpointId)}/deliveries`, query, options);
  }

  /**
   * GET /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId} reads one delivery with its request body
   * and the endpoint's response; 404 `webhook_delivery_not_found`.
   */
  async getDelivery(endpointId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail> {
    const { body } = await this.#api.get(deliveryPath(endpointId, deliveryId), {}, options);
    return body as WebhookDeliveryDetail;
  }

  /**
   * POST /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend sends a delivery again, even after
   * success. Returns the pending delivery; 404 `webhook_delivery_not_found`.
   */
  async resendDelivery(endpointId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    const path = `${deliveryPath(endpointId, deliveryId)}/resend`;
    return (await this.#api.post(path, undefined, options)).body as WebhookDelivery;
  }

  /**
   * POST /v1/webhook-endpoints/{endpointId}/resend-failed sends failed deliveries of events since a time
   * again. `since` is a Date, or ISO 8601 with a time zone. One call resends at most 10,000; repeat it until
   * `resent` is 0.
   */
  async resendFailed(endpointId: string, since: Date | string, options?: CallOptions): Promise<ResendFailed> {
    const path = `${endpointPath(endpointId)}/resend-failed`;
    return (await this.#api.post(path, { since }, options)).body as ResendFailed;
  }
}

function endpointPath(endpointId: string): string {
  return `${ENDPOINTS}/${pathSegment('endpointId', endpointId)}`;
}

function deliveryPath(endpointId: string, deliveryId: string): string {
  return `${endpointPath(endpointId)}/deliveries/${pathSegment('deliveryId', deliveryId)}`;
}
