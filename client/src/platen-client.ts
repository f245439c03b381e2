import { AccessTokenSource } from './access-token-source.ts';
import { Account } from './account.ts';
import { ApiConnection, type RawRequest } from './api-connection.ts';
import { Articles, ArticleVariants, Carriers, Products, ProductVariants, Stock } from './catalog.ts';
import { type PlatenClientOptions, readBaseUrl, readCredential, readSettings } from './client-options.ts';
import { Events } from './event-feed.ts';
import { Files } from './files.ts';
import { Orders } from './orders.ts';
import { keepResponse } from './responses.ts';
import { Returns } from './returns.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';

export type { Account } from './account.ts';
export type { CallOptions, ConditionalOptions, KeyedOptions, RawRequest } from './api-connection.ts';
export type {
  Address,
  AddressRequest,
  AddressShipment,
  AddressShipmentRequest,
  AnnouncedItem,
  AnnounceReturnRequest,
  AreaOnPicture,
  Article,
  ArticleVariant,
  ArticleVariantDetail,
  ArticleVariantOfArticle,
  Cancellation,
  CancelledItem,
  CancelRequest,
  Carrier,
  CountryCode,
  Credential,
  CredentialCount,
  CredentialRequest,
  CurrencyCode,
  Customization,
  CustomizationRequest,
  CustomProduct,
  CustomProductItem,
  CustomProductItemRequest,
  CustomProductRequest,
  Delivery,
  Error as ErrorBody,
  EventFeed,
  ExistingProduct,
  ExistingProductItem,
  ExistingProductItemRequest,
  ExistingProductRequest,
  FeedEvent,
  FileBytes,
  FileCheck,
  FileCheckPrint,
  FileCheckRequest,
  FileRefusal,
  FileWarning,
  HoldRequest,
  LabelShipment,
  LabelShipmentRequest,
  Limits,
  LocationTechnologies,
  LoggedAttempt,
  Networks,
  NewCredential,
  Order,
  OrderAcceptedEvent,
  OrderAssignedEvent,
  OrderBatchResult,
  OrderCancellationRejectedEvent,
  OrderCancellationRequestedEvent,
  OrderCancelledEvent,
  OrderCharge,
  OrderCreatedEvent,
  OrderErrorEvent,
  OrderEvent,
  OrderItem,
  OrderItemRequest,
  OrderPartiallyShippedEvent,
  OrderRequest,
  OrderReturnedEvent,
  OrderShippedEvent,
  OrderSummary,
  OrderUpdatedEvent,
  OrderWarning,
  OwnStock,
  ParcelUpdatedEvent,
  Preview,
  Print,
  PrintArea,
  PrintRequest,
  Product,
  ProductStockChangedEvent,
  ProductVariant,
  Quota,
  Quote,
  QuotedItem,
  QuotedPostage,
  QuotedService,
  QuoteRequest,
  RepeatedBy,
  RepeatOf,
  ResendFailed,
  Return,
  ReturnedItem,
  ReturnLabel,
  RotateSecretRequest,
  Shipment,
  ShippedItem,
  ShippedParcel,
  Shipping,
  ShippingRequest,
  SimulateCancellationRequest,
  SimulateRequest,
  SimulateSituationRequest,
  SimulateStatusRequest,
  StatusDetail,
  StatusReason,
  TaxIds,
  TaxIdsRequest,
  UploadedFile,
  Usage,
  Violation,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointChangeRequest,
  WebhookEndpointCount,
  WebhookEndpointRequest,
  WebhookEndpointSecret,
  WebhookPayload,
  WebhookTestEvent,
} from './api-types.ts';
export type {
  Articles,
  ArticleVariantQuery,
  ArticleVariants,
  Carriers,
  Products,
  ProductVariantQuery,
  ProductVariants,
  Stock,
} from './catalog.ts';
export type { PlatenClientOptions } from './client-options.ts';
export type { Events, FeedQuery } from './event-feed.ts';
export type { Fetch, RequestNotice, ResponseNotice } from './exchange.ts';
export type { Files } from './files.ts';
export type { CountedPage, CursorQuery, List, Page, PageQuery } from './list.ts';
export type { CancelResult, OrderQuery, OrderStatus, Orders, OrderWithEtag } from './orders.ts';
export {
  type ErrorName,
  PlatenApiError,
  PlatenAuthenticationError,
  PlatenConflictError,
  PlatenConnectionError,
  PlatenError,
  PlatenInvalidRequestError,
  PlatenNotFoundError,
  PlatenPermissionError,
  PlatenRateLimitError,
  PlatenServerError,
  PlatenTimeoutError,
} from './platen-errors.ts';
export { type RemainingQuota, type ResponseInfo, responseOf } from './responses.ts';
export type { RetryNotice } from './retry.ts';
export type { Returns } from './returns.ts';
export type { AppInfo } from './user-agent.ts';
export {
  signTestWebhook,
  type TestWebhook,
  type UnknownWebhookEvent,
  verifyWebhook,
  type WebhookEvent,
  type WebhookVerification,
  WebhookVerificationError,
  type WebhookVerificationProblem,
} from './verify-webhook.ts';
export type { WebhookDeliveryQuery, WebhookEndpoints, WithAnyEventType } from './webhook-endpoints.ts';

/** The response to a raw request. */
export interface RawResponse<Body> {
  /** 2xx, or 304 for a request with `if-none-match`. */
  status: number;
  /** The parsed JSON, a Uint8Array of any other file, or undefined if the response is empty. */
  body: Body;
  headers: Headers;
}

/** Client of one Platen server. Create one and share it, because it keeps the access token. */
export class PlatenClient {
  readonly orders: Orders;
  readonly files: Files;
  readonly returns: Returns;
  readonly events: Events;
  readonly products: Products;
  readonly productVariants: ProductVariants;
  readonly articleVariants: ArticleVariants;
  readonly articles: Articles;
  readonly carriers: Carriers;
  readonly stock: Stock;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly account: Account;
  readonly #api: ApiConnection;

  /** Sends no request yet. Throws a TypeError that names an invalid option. */
  constructor(options: PlatenClientOptions) {
    const settings = readSettings(options);
    const baseUrl = readBaseUrl('baseUrl', options.baseUrl);
    const authUrl = readBaseUrl('authUrl', options.authUrl ?? baseUrl);
    const clientId = readCredential('clientId', options.clientId);
    const clientSecret = readCredential('clientSecret', options.clientSecret);
    const tokens = new AccessTokenSource(settings, authUrl, clientId, clientSecret);
    const api = new ApiConnection(settings, baseUrl, tokens);
    this.orders = new Orders(api);
    this.files = new Files(api);
    this.returns = new Returns(api);
    this.events = new Events(api);
    this.products = new Products(api);
    this.productVariants = new ProductVariants(api);
    this.articleVariants = new ArticleVariants(api);
    this.articles = new Articles(api);
    this.carriers = new Carriers(api);
    this.stock = new Stock(api);
    this.webhookEndpoints = new WebhookEndpoints(api);
    this.account = new Account(api);
    this.#api = api;
  }

  /** Sends a request to any path of the API, with the token and the retries of this client. */
  async request<Body = unknown>(request: RawRequest): Promise<RawResponse<Body>> {
    const answer = await this.#api.request(request);
    const { status, body, headers } = answer;
    return keepResponse({ status, body: body as Body, headers }, answer);
  }
}
