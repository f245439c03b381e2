import type { AddressRequest } from '../client/dist/platen-client.js';

/** An order as a shop has it, whatever shop that is. */
export interface ShopOrder {
  /** The shop's own, by which its API knows it. */
  id: string;
  /** What people call it. */
  number: string;
  /** In the shop's words, as `takeWhen` of the mapping names it. */
  status: string;
  isCancelled: boolean;
  /** When the shop last changed it, in the shop's words: only ever compared with itself. */
  changed: string;
  currency: string;
  address: AddressRequest;
  /** Names and codes by which `carriers` of the mapping may know how it is to be shipped. */
  shippingMethods: readonly string[];
  items: readonly ShopItem[];
  /** What the shop knows of it beside that: note attributes, meta data, checkout data. */
  values: Readonly<Record<string, string>>;
}

export interface ShopItem {
  /** The shop's own, unique within the order. */
  id: string;
  sku: string;
  quantity: number;
  /** What one piece cost, with taxes and without discounts. */
  unitPrice: number;
  /** Properties, meta data, variations. */
  values: Readonly<Record<string, string>>;
}

/** A parcel that left. */
export interface Parcel {
  trackingNumber?: string | undefined;
  trackingCarrier?: string | undefined;
  trackingUrl?: string | undefined;
  /** Item by the shop's own id, and how many pieces; empty: all that is left. */
  items: readonly { id: string; quantity: number }[];
}

/** What the shop has of an order now. */
export type CurrentOrder = Pick<ShopOrder, 'status' | 'isCancelled' | 'changed'>;

export interface ShopRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it arrived. */
  body: Buffer;
}

/** A shop: its webhooks, and its API as far as a connector needs it. */
export interface Shop {
  /** The order in a webhook; undefined for one that is about no order. Throws RefusedWebhook. */
  readWebhook(request: ShopRequest): ShopOrder | undefined;
  /** Undefined where the credentials of its API were not given. */
  api?: ShopApi;
}

/** All of it may be done again: what the shop has already is not made twice. Throws ShopUnavailable and ShopRefused. */
export interface ShopApi {
  /** Undefined: there is no such order. */
  current(id: string): Promise<CurrentOrder | undefined>;
  /** Orders that wait to be shipped, the newest first. */
  openOrders(): AsyncIterable<ShopOrder>;
  /** Tells of all parcels that left so far; `isAll`: none is to follow. */
  tellShipped(id: string, parcels: readonly Parcel[], isAll: boolean): Promise<void>;
  /** Tells the shop's people. `tag` is short, and the same for the same. */
  tellPeople(id: string, note: { tag: string; text: string }): Promise<void>;
}

/** The request did not come from the shop, or is none. */
export class RefusedWebhook extends Error {
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.status = status;
  }
}

/** Trying again later may help. */
export class ShopUnavailable extends Error {}

/** Trying again will not help. */
export class ShopRefused extends Error {}
