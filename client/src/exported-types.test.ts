import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type * as sdk from './platen-client.ts';

/** Every exported type of the API. */
interface Exported {
  Address: sdk.Address;
  AddressRequest: sdk.AddressRequest;
  AddressShipment: sdk.AddressShipment;
  AddressShipmentRequest: sdk.AddressShipmentRequest;
  AnnouncedItem: sdk.AnnouncedItem;
  AnnounceReturnRequest: sdk.AnnounceReturnRequest;
  AreaOnPicture: sdk.AreaOnPicture;
  Article: sdk.Article;
  ArticleVariant: sdk.ArticleVariant;
  ArticleVariantDetail: sdk.ArticleVariantDetail;
  ArticleVariantOfArticle: sdk.ArticleVariantOfArticle;
  CancelledItem: sdk.CancelledItem;
  CancelRequest: sdk.CancelRequest;
  Cancellation: sdk.Cancellation;
  Carrier: sdk.Carrier;
  CountryCode: sdk.CountryCode;
  CurrencyCode: sdk.CurrencyCode;
  CustomProduct: sdk.CustomProduct;
  CustomProductItem: sdk.CustomProductItem;
  CustomProductItemRequest: sdk.CustomProductItemRequest;
  CustomProductRequest: sdk.CustomProductRequest;
  Credential: sdk.Credential;
  CredentialCount: sdk.CredentialCount;
  CredentialRequest: sdk.CredentialRequest;
  Customization: sdk.Customization;
  CustomizationRequest: sdk.CustomizationRequest;
  Delivery: sdk.Delivery;
  ErrorBody: sdk.ErrorBody;
  EventFeed: sdk.EventFeed;
  ExistingProduct: sdk.ExistingProduct;
  ExistingProductItem: sdk.ExistingProductItem;
  ExistingProductItemRequest: sdk.ExistingProductItemRequest;
  ExistingProductRequest: sdk.ExistingProductRequest;
  FeedEvent: sdk.FeedEvent;
  FileBytes: sdk.FileBytes;
  FileCheck: sdk.FileCheck;
  FileCheckPrint: sdk.FileCheckPrint;
  FileCheckRequest: sdk.FileCheckRequest;
  FileRefusal: sdk.FileRefusal;
  FileWarning: sdk.FileWarning;
  HoldRequest: sdk.HoldRequest;
  LabelShipment: sdk.LabelShipment;
  LabelShipmentRequest: sdk.LabelShipmentRequest;
  Limits: sdk.Limits;
  LocationTechnologies: sdk.LocationTechnologies;
  LoggedAttempt: sdk.LoggedAttempt;
  Networks: sdk.Networks;
  NewCredential: sdk.NewCredential;
  Order: sdk.Order;
  OrderAcceptedEvent: sdk.OrderAcceptedEvent;
  OrderAssignedEvent: sdk.OrderAssignedEvent;
  OrderBatchResult: sdk.OrderBatchResult;
  OrderCancellationRejectedEvent: sdk.OrderCancellationRejectedEvent;
  OrderCancellationRequestedEvent: sdk.OrderCancellationRequestedEvent;
  OrderCancelledEvent: sdk.OrderCancelledEvent;
  OrderCharge: sdk.OrderCharge;
  OrderCreatedEvent: sdk.OrderCreatedEvent;
  OrderErrorEvent: sdk.OrderErrorEvent;
  OrderEvent: sdk.OrderEvent;
  OrderItem: sdk.OrderItem;
  OrderItemRequest: sdk.OrderItemRequest;
  OrderPartiallyShippedEvent: sdk.OrderPartiallyShippedEvent;
  OrderRequest: sdk.OrderRequest;
  OrderReturnedEvent: sdk.OrderReturnedEvent;
  OrderShippedEvent: sdk.OrderShippedEvent;
  OrderSummary: sdk.OrderSummary;
  OrderUpdatedEvent: sdk.OrderUpdatedEvent;
  OrderWarning: sdk.OrderWarning;
  OwnStock: sdk.OwnStock;
  Preview: sdk.Preview;
  ParcelUpdatedEvent: sdk.ParcelUpdatedEvent;
  Print: sdk.Print;
  PrintArea: sdk.PrintArea;
  PrintRequest: sdk.PrintRequest;
  Product: sdk.Product;
  ProductStockChangedEvent: sdk.ProductStockChangedEvent;
  ProductVariant: sdk.ProductVariant;
  Quota: sdk.Quota;
  Quote: sdk.Quote;
  QuotedItem: sdk.QuotedItem;
  QuotedPostage: sdk.QuotedPostage;
  QuotedService: sdk.QuotedService;
  QuoteRequest: sdk.QuoteRequest;
  RepeatedBy: sdk.RepeatedBy;
  RepeatOf: sdk.RepeatOf;
  ResendFailed: sdk.ResendFailed;
  Return: sdk.Return;
  ReturnedItem: sdk.ReturnedItem;
  ReturnLabel: sdk.ReturnLabel;
  RotateSecretRequest: sdk.RotateSecretRequest;
  Shipment: sdk.Shipment;
  ShippedItem: sdk.ShippedItem;
  ShippedParcel: sdk.ShippedParcel;
  Shipping: sdk.Shipping;
  ShippingRequest: sdk.ShippingRequest;
  SimulateCancellationRequest: sdk.SimulateCancellationRequest;
  SimulateRequest: sdk.SimulateRequest;
  SimulateSituationRequest: sdk.SimulateSituationRequest;
  SimulateStatusRequest: sdk.SimulateStatusRequest;
  StatusDetail: sdk.StatusDetail;
  StatusReason: sdk.StatusReason;
  TaxIds: sdk.TaxIds;
  TaxIdsRequest: sdk.TaxIdsRequest;
  UploadedFile: sdk.UploadedFile;
  Usage: sdk.Usage;
  Violation: sdk.Violation;
  WebhookDelivery: sdk.WebhookDelivery;
  WebhookDeliveryDetail: sdk.WebhookDeliveryDetail;
  WebhookEndpoint: sdk.WebhookEndpoint;
  WebhookEndpointChangeRequest: sdk.WebhookEndpointChangeRequest;
  WebhookEndpointCount: sdk.WebhookEndpointCount;
  WebhookEndpointRequest: sdk.WebhookEndpointRequest;
  WebhookEndpointSecret: sdk.WebhookEndpointSecret;
  WebhookPayload: sdk.WebhookPayload;
  WebhookTestEvent: sdk.WebhookTestEvent;
}

/** Names of fields whose type is a text or a list: a list of texts whose parentheses are missing. */
type Mixed<Value> = Value extends object
  ? {
      [Name in keyof Value]-?: [Extract<Value[Name], string>] extends [never]
        ? never
        : [Extract<Value[Name], readonly unknown[]>] extends [never]
          ? never
          : Name;
    }[keyof Value]
  : never;
const isMixed: { [Name in keyof Exported as Mixed<Exported[Name]> extends never ? never : Name]: true } = {};

/** Never called. Only the compiler checks it. */
function compiled({ platen, webhookEndpoint, change, order, delivery, event, error }: Used): unknown[] {
  return [
    isMixed,
    webhookEndpoint.types.map((type) => type.toUpperCase()),
    webhookEndpoint.types.includes('order.shipped'),
    () => platen.webhookEndpoints.update(webhookEndpoint.endpointId, { types: webhookEndpoint.types }),
    () => platen.webhookEndpoints.create({ url: webhookEndpoint.url, types: webhookEndpoint.types }),
    change.types?.filter((type) => type !== 'order.error').join(),
    webhookEndpoint.disabledReason?.toUpperCase(),
    order.statusReason?.details?.map(({ code, message }) => code + message),
    order.items.flatMap(({ customProduct }) => customProduct?.prints?.map(({ location }) => location) ?? []),
    order.shipments?.flatMap(({ items }) => items?.map(({ quantity }) => quantity + 1) ?? []),
    order.warnings?.map(({ pointer }) => pointer?.length),
    delivery.lastError?.toUpperCase(),
    event.type.startsWith('order.'),
    error.violations?.flatMap(({ allowed }) => allowed ?? []).map((value) => value.length),
  ];
}
interface Used {
  platen: sdk.PlatenClient;
  webhookEndpoint: sdk.WebhookEndpoint;
  change: sdk.WebhookEndpointChangeRequest;
  order: sdk.Order;
  delivery: sdk.WebhookDelivery;
  event: sdk.OrderEvent;
  error: sdk.ErrorBody;
}

const DECLARATION = /^(?:declare class|interface|type|declare function|declare const) (\w+)/;

/** Returns the declarations of the built package by name, and the names that it exports for them. */
async function readDeclarations() {
  const source = await readFile(new URL('../dist/platen-client.d.ts', import.meta.url), 'utf8');
  const [, list = ''] = /^export \{([^}]*)\}/m.exec(source) ?? [];
  const exported = [...list.matchAll(/(\w+)(?:\$\d+)?(?: as (\w+))?(?:,|\s*$)/g)];
  const texts = source
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .split(/^(?=(?:declare|interface|type) )/m)
    .flatMap((text) => (DECLARATION.test(text) ? [[DECLARATION.exec(text)?.[1] ?? '', text] as const] : []));
  return { exported: new Map(exported.map(([, name = '', alias = name]) => [name, alias])), texts: new Map(texts) };
}

test('each type that an exported type uses is exported', async () => {
  const { exported, texts } = await readDeclarations();
  assert.ok(exported.size > 80 && texts.size >= exported.size);
  for (const [name, text] of texts) {
    if (!exported.has(name)) continue;
    const missing = [...texts.keys()].filter((one) => !exported.has(one) && new RegExp(`\\b${one}\\b`).test(text));
    assert.deepEqual(missing, [], `${name} uses types that are not exported`);
  }
});

test('each exported type of the API is in the list that the compiler checks', async () => {
  assert.equal(typeof compiled, 'function');
  const own = await readFile(new URL(import.meta.url), 'utf8');
  const listed = [...own.matchAll(/^ {2}(\w+): sdk\.\1;$/gm)].map(([, name]) => name);
  const { exported } = await readDeclarations();
  const api = await readFile(new URL('api-types.ts', import.meta.url), 'utf8');
  const ofApi = [...api.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
  assert.deepEqual(listed.sort(), ofApi.flatMap((name) => exported.get(name) ?? []).sort());
});
