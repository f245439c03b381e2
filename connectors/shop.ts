import type { AddressRequest } from '../client/dist/platen-client.js';

/** An order in a form that all shops share. */
export interface ShopOrder {
  /** Id in the shop's API. */
  id: string;
  /** Order number that people use. */
  number: string;
  /** Status in the shop's terms. `takeWhen` of the mapping names these. */
  status: string;
  /** Why the order must not be made: it is cancelled or fully refunded. Empty otherwise. */
  cancelled: string;
  /** True if some money was paid back, for all or a part of the items or for none. */
  isRefundedInPart: boolean;
  /** True if the shop wants the order to wait. */
  isOnHold: boolean;
  /** True for a test order, which nobody paid. */
  isTest: boolean;
  /** True if the shop has nothing left to ship. */
  isFulfilled: boolean;
  /** Changes with each change of the order. Webhooks of one shop have versions that sort by time. */
  version: string;
  currency: string;
  address: AddressRequest;
  /** Names and codes of the shipping method. `carriers` of the mapping may use any of them. */
  shippingMethods: readonly string[];
  items: readonly ShopItem[];
  /** The buyer's note, or '' without one. */
  note: string;
  /** Further values of the order: note attributes, meta data, checkout data. */
  values: Readonly<Record<string, string>>;
}

export interface ShopItem {
  /** The shop's item id, unique within the order. */
  id: string;
  sku: string;
  /** Name of the product, as the buyer read it. */
  name: string;
  quantity: number;
  /** Price of one piece, with taxes and without discounts. */
  unitPrice: number;
  /** Further values of the item: properties, meta data, variations. */
  values: Readonly<Record<string, string>>;
}

/** A shipped parcel. */
export interface Parcel {
  trackingNumber?: string | undefined;
  trackingCarrier?: string | undefined;
  trackingUrl?: string | undefined;
  /** The shop's item ids with the number of pieces. Empty for unknown contents: all remaining pieces. */
  items: readonly { id: string; quantity: number }[];
}

/** A parcel that the shop does not have, or has with other tracking. */
export interface ParcelNews {
  parcel: Parcel;
  shipmentId: string;
  /** The parcel's id in the shop, if the shop has it with other tracking. */
  toldId: string | undefined;
  /** Ids in the shop of the order's other parcels. */
  otherIds: ReadonlySet<string>;
  /** All parcels of the order. */
  all: readonly Parcel[];
  /** The order's items at Platen. The mapping may ignore further items of the shop's order. */
  ordered: Parcel['items'];
}

export interface ShopRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body exactly as it arrived. */
  body: Buffer;
}

/** A shop's webhooks and the parts of its API that the connector uses. */
export interface Shop {
  /** Returns the order in a webhook, or undefined if the webhook has no order. Throws RefusedWebhook. */
  readWebhook(request: ShopRequest): ShopOrder | undefined;
  /** Undefined without credentials for the API. */
  api?: ShopApi;
}

export interface ListedOrder {
  id: string;
  version: string;
  /** True if the order is ready to be taken. */
  isOpen: boolean;
}

/**
 * The methods look at the shop's state before they change it, because an attempt may have succeeded although
 * its answer was lost. They throw ShopUnavailable, ShopRefused and ShopWaits.
 */
export interface ShopApi {
  /** Returns the order, or undefined for an unknown one. */
  order(id: string): Promise<ShopOrder | undefined>;
  /**
   * Lists the orders to ship, and all orders that were changed since a time, in pages. With `onlyChanged`, it
   * lists only the changed ones.
   */
  list(changedSince: Date | undefined, onlyChanged?: boolean): AsyncIterable<ListedOrder[]>;
  /** Reports a parcel. Returns its id in the shop, or '' if staff had shipped its items there. */
  tellParcel(id: string, news: ParcelNews): Promise<string>;
  /** Takes back a parcel that has not left. Without this method, the shop's staff get a note. */
  withdrawParcel?(id: string, toldId: string): Promise<void>;
  /** Reports that no parcel will follow. */
  tellComplete?(id: string): Promise<void>;
  /** Notes something for the shop's staff. `tag` is a short name for this kind of note. */
  tellPeople(id: string, note: { tag: string; text: string }): Promise<void>;
  /** Changes nothing. Throws if the shop cannot be reached, or refuses something that the connector needs. */
  test(): Promise<void>;
  /** Lists the variants of products, in pages. */
  products(): AsyncIterable<ShopProduct[]>;
  /**
   * Adds or removes an address that the shop asks for prices of shipping at its checkout. The last part of
   * the address is its secret. Undefined: shops of this kind cannot ask.
   */
  offerRates?(url: string, isOffered: boolean): Promise<void>;
  /** Sets the number of pieces that can be sold. Repeating it changes nothing. */
  tellStock(levels: readonly StockLevel[]): Promise<void>;
}

/** A variant of a product in the shop. */
export interface ShopProduct {
  /** Empty: it has none. */
  sku: string;
  /** Name of the product and its variant. */
  name: string;
  /** Identifies the variant where its stock is set. */
  variant: string;
  barcode: string;
  pictureUrl: string;
}

export interface StockLevel {
  variant: string;
  quantity: number;
}

/** The request is invalid, did not come from the shop, or exceeds a limit. */
export class RefusedWebhook extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Why a shop did not answer as expected. */
export type ShopFault =
  | 'unreachable'
  | 'private'
  | 'nameless'
  | 'certificate'
  | 'slow'
  | 'redirect'
  | 'denied'
  | 'uninstalled'
  | 'forbidden'
  | 'unknown'
  | 'without_api'
  | 'busy'
  | 'unusable';

/** A retry may succeed. */
export class ShopUnavailable extends Error {
  readonly fault: ShopFault;
  /** The permissions that are missing, in the words of the shop. */
  readonly missing: readonly string[];

  constructor(message: string, fault: ShopFault = 'busy', missing: readonly string[] = []) {
    super(message);
    this.fault = fault;
    this.missing = missing;
  }
}

/** A retry cannot succeed. */
export class ShopRefused extends Error {}

/** The shop is not ready for the report, for example because the order is on hold. */
export class ShopWaits extends Error {}
