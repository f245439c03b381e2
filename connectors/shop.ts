import type { AddressRequest } from '../client/dist/platen-client.js';

/** An order in a form that all shops share. */
export interface ShopOrder {
  /** Id in the shop's API. */
  id: string;
  /** Order number that people use. */
  number: string;
  /** Status in the shop's terms. `takeWhen` of the mapping names these. */
  status: string;
  isCancelled: boolean;
  /** Time of the last change, in the shop's format. It is only compared for equality. */
  changed: string;
  currency: string;
  address: AddressRequest;
  /** Names and codes of the shipping method. `carriers` of the mapping may use any of them. */
  shippingMethods: readonly string[];
  items: readonly ShopItem[];
  /** Further values of the order: note attributes, meta data, checkout data. */
  values: Readonly<Record<string, string>>;
}

export interface ShopItem {
  /** The shop's item id, unique within the order. */
  id: string;
  sku: string;
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
  /** The shop's item ids with the number of pieces. An empty list means all remaining pieces. */
  items: readonly { id: string; quantity: number }[];
}

/** The current state of an order in the shop. */
export type CurrentOrder = Pick<ShopOrder, 'status' | 'isCancelled' | 'changed'>;

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

/** All methods are idempotent. They throw ShopUnavailable and ShopRefused. */
export interface ShopApi {
  /** Returns the current state, or undefined for an unknown order. */
  current(id: string): Promise<CurrentOrder | undefined>;
  /** Lists the orders to ship, newest first. */
  openOrders(): AsyncIterable<ShopOrder>;
  /** Reports all parcels shipped until now. `isAll` is true if no parcel will follow. */
  tellShipped(id: string, parcels: readonly Parcel[], isAll: boolean): Promise<void>;
  /** Notes something for the shop's staff. `tag` is a short name for this kind of note. */
  tellPeople(id: string, note: { tag: string; text: string }): Promise<void>;
}

/** The request is invalid or did not come from the shop. */
export class RefusedWebhook extends Error {
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.status = status;
  }
}

/** A retry may succeed. */
export class ShopUnavailable extends Error {}

/** A retry cannot succeed. */
export class ShopRefused extends Error {}
