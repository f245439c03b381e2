/** A country by ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too, and kept in upper case. */
type CountryCode = "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EA" | "EC" | "EE" | "EG" | "EH" | "EL" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "IC" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UK" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XI" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | (string & {});
/** A current ISO 4217 code that prices can be in. */
type CurrencyCode = "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAD" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | (string & {});
/** Has exactly one of existingProduct and customProduct. */
type OrderItem = ExistingProductItem | CustomProductItem;
/** How the order ships: with your own label, or with a contracted carrier. */
type Shipping = LabelShipment | AddressShipment;
/** Exactly one of existingProduct and customProduct. */
type OrderItemRequest = ExistingProductItemRequest | CustomProductItemRequest;
/** Exactly one of two ways: your own label (shippingLabelUrl, optionally returnLabelUrl), or a contracted carrier (address, optionally carrierId). */
type ShippingRequest = LabelShipmentRequest | AddressShipmentRequest;
/** The simulated step of a sandbox order: a status, a step of its cancellation, or a situation. */
type SimulateRequest = SimulateStatusRequest | SimulateCancellationRequest | SimulateSituationRequest;
/** The body of a webhook: `type` decides what `data` is. */
type WebhookPayload = OrderCreatedEvent | OrderUpdatedEvent | OrderAssignedEvent | OrderAcceptedEvent | OrderPartiallyShippedEvent | OrderShippedEvent | OrderCancelledEvent | OrderErrorEvent | OrderCancellationRequestedEvent | OrderCancellationRejectedEvent | ParcelUpdatedEvent | OrderReturnedEvent | ProductStockChangedEvent | WebhookTestEvent;
/** Where a contracted carrier delivers. */
interface Address {
  /** Recipient. This or company is required. */
  personName?: string;
  /** Company of the recipient. */
  company?: string;
  /** Street and number. Required. */
  street: string;
  /** Apartment, floor, building. */
  addressLine2?: string;
  /** Town or city. Required. */
  city: string;
  /** Required where the country uses postal codes. */
  postalCode?: string;
  /** ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too. Kept in upper case. */
  country: string;
  /** State or province. Required where addresses of the country need one. */
  state?: string;
  /** For the carrier. */
  phoneNumber?: string;
  /** For the carrier. */
  email?: string;
}
/** Recipient, when a contracted carrier ships. It has a personName or a company. */
interface AddressRequest {
  /** Recipient. This or company is required. */
  personName?: string;
  /** Company of the recipient. */
  company?: string;
  /** Street and number. Required. */
  street: string;
  /** Apartment, floor, building. */
  addressLine2?: string;
  /** Town or city. Required. */
  city: string;
  /** Required where the country uses postal codes. */
  postalCode?: string;
  country: CountryCode;
  /** State or province. Required where addresses of the country need one. */
  state?: string;
  /** For the carrier. */
  phoneNumber?: string;
  /** For the carrier. */
  email?: string;
}
/** A contracted carrier ships it to an address. */
interface AddressShipment {
  address: Address;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */
  carrierId?: string;
  /** Tracking number of the first parcel, once it has left. */
  trackingNumber?: string;
  /** Carrier of the first parcel, once it has left. */
  trackingCarrier?: string;
  /** Tracking page of the first parcel, once it has left. An http or https URL. */
  trackingUrl?: string;
  shippingLabelUrl?: never;
  returnLabelUrl?: never;
}
/** A contracted carrier ships it to an address. */
interface AddressShipmentRequest {
  address: AddressRequest;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */
  carrierId?: string;
  shippingLabelUrl?: never;
  returnLabelUrl?: never;
}
/** A return that you expect. */
interface AnnounceReturnRequest {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /**
   * The pieces that come back.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: AnnouncedItem[];
  /** Your own number of the return. */
  reference?: string;
  /** A note for the staff. */
  note?: string;
  /** true: a label provider of the center makes a label for the way back. Default: false. */
  label?: boolean;
}
/** Pieces of an item that come back. */
interface AnnouncedItem {
  /** Item of the order. */
  id: string;
  /** Number of its pieces that come back. */
  quantity: number;
  /** Why the pieces come back. */
  reason: "WRONG_SIZE" | "NOT_AS_EXPECTED" | "PRINT_DEFECT" | "DAMAGED" | "WRONG_ITEM" | "UNDELIVERABLE" | "OTHER";
}
/** Where the area is on the first picture of the article. The print is then shown over that picture. */
interface AreaOnPicture {
  /** Left edge of the area, as a fraction of the width of the picture, 0 to 1. */
  left: number;
  /** Upper edge of the area, as a fraction of the height of the picture, 0 to 1. */
  top: number;
  /** Width of the area, as a fraction of the width of the picture, above 0. */
  width: number;
}
/** A blank article or a customization. */
interface Article {
  /** Unique identifier of the article. */
  manufacturerCode: string;
  /** Title of the article. */
  title: string;
  /** Variants, ordered by SKU. */
  articleVariants: ArticleVariantOfArticle[];
  /** BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither. */
  type: "BLANK" | "CUSTOMIZATION" | "UNPRODUCIBLE";
}
/** A variant in the list of its article. */
interface ArticleVariantOfArticle {
  /** SKU of the article variant. */
  sku: string;
  /** Title of the article. */
  title: string;
  /** Colour. */
  color: string;
  /** Size. */
  size: string;
}
/** An article in one colour and size. */
interface ArticleVariant {
  /** SKU of the article variant. */
  sku: string;
  /** Title of the article. */
  title: string;
  /** Unique identifier of the article. */
  manufacturerCode: string;
  /** Colour. */
  color: string;
  /** Size. */
  size: string;
  /** Pieces in stock. */
  stockLevelQuantity: number;
}
/** An article variant with its allowed locations. */
interface ArticleVariantDetail {
  /** SKU of the article variant. */
  sku: string;
  /** Title of the article. */
  title: string;
  /** Unique identifier of the article. */
  manufacturerCode: string;
  /** Colour. */
  color: string;
  /** Size. */
  size: string;
  /** Pieces in stock. */
  stockLevelQuantity: number;
  /** Locations at which a BLANK may be printed or customized, with the technologies. Empty for other types. */
  allowedLocations: LocationTechnologies[];
  /** Locations at which a CUSTOMIZATION may be applied to a blank, with the technologies. Empty for other types. */
  isAllowedOnLocations: LocationTechnologies[];
  /** Whether direct-to-garment printing uses a white underbase. */
  dtgType?: "WHITE_UNDERBASE" | "NO_UNDERBASE";
  /** BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither. */
  type: "BLANK" | "CUSTOMIZATION" | "UNPRODUCIBLE";
}
/** A location on an article, with the technologies allowed there. */
interface LocationTechnologies {
  /** Location on the article. */
  location: string;
  /** Technologies allowed there. */
  printTechnologies: string[];
  printArea?: PrintArea;
}
/** The area that a print fills at most. */
interface PrintArea {
  /** Width in millimeters. */
  widthMm: number;
  /** Height in millimeters. */
  heightMm: number;
  /** From where its position is measured: the seam of the collar, or the edges of the platen. */
  origin?: "COLLAR" | "PLATEN";
  /** Millimeters from the origin down to the upper edge of the area. */
  topMm?: number;
  /** Millimeters to the left edge of the area: from the middle of the collar, to the left if negative, or from the left edge of the platen. Absent: the area is centered. */
  leftMm?: number;
  /** Name of the side of the product. Areas on the same side must not overlap. */
  side?: string;
  /** Millimeters that the print reaches beyond each edge of the area. */
  bleedMm?: number;
  picture?: AreaOnPicture;
}
/** A cancellation of an order, or of some of its items. */
interface CancelRequest {
  /** The reason, for the staff. */
  reason?: string;
  /**
   * Cancels these items or pieces only, before production. Absent: the whole order.
   *
   * @minItems 1
   * @maxItems 500
   */
  items?: CancelledItem[];
}
/** Pieces of an item to cancel. */
interface CancelledItem {
  /** Item of the order. */
  id: string;
  /** Pieces to cancel. Absent: all of the item. */
  quantity?: number;
}
/** State of the request to cancel an order in production. */
interface Cancellation {
  /** REQUESTED until staff decide. */
  status: "REQUESTED" | "ACCEPTED" | "REJECTED";
  /** The reason that you gave. */
  reason?: string;
  /** Why it was rejected: text from staff, or order_shipped or order_failed if that ended the request. */
  rejectionReason?: string;
}
/** A carrier that you have a contract with. */
interface Carrier {
  /** Identifier of the carrier, for `shipping.carrierId` of an order. */
  carrierId: string;
  /** Name of the carrier. */
  name: string;
  /** Whether orders that name no carrier ship with it. */
  default: boolean;
}
/** A valid client secret. Its value is not stored. */
interface Credential {
  /** Identifier of the credential. Its tokens have it as `secret_id`. */
  credentialId: string;
  /** Its name. Absent: the main credential. */
  name?: string;
  /**
   * The scopes of its tokens. `fulfillment` contains all scopes.
   *
   * Items: A scope. New values may be added.
   */
  scopes: ("fulfillment" | "orders:read" | "orders:write" | "catalog:read" | "webhooks:manage" | (string & {}))[];
  /** When it was created. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When it or one of its tokens was last used, up to six minutes late. Absent: never yet. ISO 8601 in UTC with milliseconds. */
  lastUsed?: string;
}
/** CredentialCount in use. */
interface CredentialCount {
  /** Number in use. */
  used: number;
  /** Largest number of names of credentials. */
  max: number;
}
/** A new credential. */
interface CredentialRequest {
  /** The program that gets the credential. Absent: the main credential is rotated. */
  name?: string;
  /**
   * The only scopes that its tokens have. Absent: those of the newest credential with this name, or else all. Only with a name.
   *
   * @minItems 1
   * @maxItems 4
   *
   * Items: A scope.
   */
  scopes?: ("orders:read" | "orders:write" | "catalog:read" | "webhooks:manage")[];
  /** true: all other credentials of this name and their tokens end at once. Default: false. */
  revokePrevious?: boolean;
}
/** A blank article with prints and customizations. */
interface CustomProduct {
  /** SKU of a variant of a BLANK article. */
  sku: string;
  /**
   * Prints to apply.
   *
   * @maxItems 50
   */
  prints?: Print[];
  /**
   * Customizations to apply.
   *
   * @maxItems 50
   */
  customizations?: Customization[];
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** Print data, and where and how it is applied. */
interface Print {
  /** URL of the print data. http or https, at most 2,048 characters, without credentials. */
  dataUrl: string;
  /** The place on the garment: one of the article's locations. */
  location: string;
  /** How it is printed, one of the technologies of that location. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
  /** Name of the design on our packing slip. Default: the file name of the print data. */
  designName?: string;
}
/** An article that is applied to the blank, and where and how. */
interface Customization {
  /** SKU of a variant of a CUSTOMIZATION article. */
  sku: string;
  /** The place on the garment: one of the article's locations. */
  location: string;
  /** How it is applied. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** Pieces of a custom product. */
interface CustomProductItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
  customProduct: CustomProduct;
  existingProduct?: never;
}
/** Pieces of a custom product. */
interface CustomProductItemRequest {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id?: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
  customProduct: CustomProductRequest;
  existingProduct?: never;
}
/** A blank article with prints and customizations. */
interface CustomProductRequest {
  /** SKU of a variant of a BLANK article. */
  sku: string;
  /**
   * Prints to apply. At least one print or customization.
   *
   * @maxItems 50
   */
  prints?: PrintRequest[];
  /**
   * Customizations to apply: neck labels, hang tags, patches.
   *
   * @maxItems 50
   */
  customizations?: CustomizationRequest[];
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** Print data, and where and how it is applied. */
interface PrintRequest {
  /** URL of the print data. http or https, at most 2,048 characters, without credentials. */
  dataUrl: string;
  /** The place on the garment: one of the article's locations. */
  location: string;
  /** How it is printed, one of the technologies of that location. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
  /** Name of the design on our packing slip. Default: the file name of the print data. */
  designName?: string;
}
/** An article that is applied to the blank, and where and how. */
interface CustomizationRequest {
  /** SKU of a variant of a CUSTOMIZATION article. */
  sku: string;
  /** The place on the garment: one of the article's locations. */
  location: string;
  /** How it is applied. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** How far a parcel has come, as its carrier reports it. */
interface Delivery {
  /** IN_TRANSIT: the carrier has it. DELIVERED: the recipient has it. PROBLEM: it cannot be delivered for now. RETURNED: it goes back to the center. */
  status: "IN_TRANSIT" | "DELIVERED" | "PROBLEM" | "RETURNED";
  /** When it reached this status. ISO 8601 in UTC with milliseconds. */
  since: string;
}
/** The body of every answer outside of 2xx. */
interface Error$1 {
  /** Name of the error. New values may be added. */
  error: "invalid_request" | "invalid_json" | "invalid_url" | "bad_request" | "unsupported_grant_type" | "invalid_scope" | "missing_token" | "invalid_token" | "invalid_client" | "insufficient_scope" | "network_not_allowed" | "return_label_not_allowed" | "rush_not_allowed" | "sandbox_only" | "not_found" | "order_not_found" | "article_not_found" | "article_variant_not_found" | "products_not_found" | "return_not_found" | "credential_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "method_not_allowed" | "request_timeout" | "order_already_exists" | "order_not_changeable" | "order_not_cancellable" | "return_not_withdrawable" | "credential_in_use" | "too_many_credentials" | "upload_quota_reached" | "too_many_webhook_endpoints" | "position_expired" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "temporarily_unavailable" | (string & {});
  /** A sentence with the fault and the remedy. */
  message: string;
  /** All violations, or the general meaning of the error. */
  detail: string;
  /** The X-Request-Id of the answer. Support needs it to find the request. */
  requestId: string;
  /** All violations, at most 100, or 10,000 in the import of a catalogue. */
  violations?: Violation[];
}
/** A violation of one rule by the request. */
interface Violation {
  /** JSON Pointer (RFC 6901) into the body, or the name of the parameter. */
  pointer: string;
  /** Name of the violated rule, in snake_case. */
  code: string;
  /** A sentence that says what to do. */
  message: string;
  /** The accepted values, if they can be listed. */
  allowed?: string[];
}
/** A part of the feed. */
interface EventFeed {
  /** The events, in an order that never changes. */
  data: FeedEvent[];
  /** Send it as `after` the next time. Keep it when you have processed the events. */
  next: string;
}
/** An event, with ids and states. Read the order for the rest. */
interface FeedEvent {
  /** The id of the event, which is also its webhook-id. */
  id: string;
  /** The type of the event. New values may be added. */
  type: "order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "parcel.updated" | "order.returned" | "product.stock_changed" | (string & {});
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** Of an order: orderId, status, previousStatus, version and reason; of order.returned also return, with returnId and quantity. Of a variant: ean13, productId and stockLevelQuantity. */
  data: {
    [k: string]: unknown;
  };
}
/** An existing product. */
interface ExistingProduct {
  /** EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue. */
  ean13: string;
  /** Name of the variant when it was ordered. */
  name: string;
}
/** Pieces of an existing product. */
interface ExistingProductItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
  existingProduct: ExistingProduct;
  customProduct?: never;
}
/** Pieces of an existing product. */
interface ExistingProductItemRequest {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id?: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
  existingProduct: ExistingProductRequest;
  customProduct?: never;
}
/** An existing product. */
interface ExistingProductRequest {
  /** EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue. */
  ean13: string;
}
/** Bytes of print files that were fetched for you on this day (UTC). */
interface FileBytes {
  /** Bytes fetched today. */
  used: number;
  /** Largest number of bytes in a day. Further files are fetched the next day. */
  max: number;
}
/** What an order with this artwork would meet. */
interface FileCheck {
  /** What the content is. Absent: not known. New values may be added. */
  mediaType?: "image/png" | "image/jpeg" | "image/tiff" | "application/pdf" | "application/zpl" | (string & {});
  /** Size in bytes. */
  bytes?: number;
  /** Width of an image in pixels. */
  width?: number;
  /** Height of an image in pixels. */
  height?: number;
  /** Pixels per inch that an image declares. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */
  hasAlpha?: boolean;
  /** Pages of a PDF, or labels of ZPL. */
  pages?: number;
  /** Width of a PDF in millimeters. */
  widthMm?: number;
  /** Height of a PDF in millimeters. */
  heightMm?: number;
  print?: FileCheckPrint;
  /** Empty: the artwork would be accepted. */
  refusals: FileRefusal[];
  /** They would not stop the order. */
  warnings: FileWarning[];
}
/** The printed size. Absent: the location has no print area. */
interface FileCheckPrint {
  /** Printed width in millimeters. */
  widthMm: number;
  /** Printed height in millimeters. */
  heightMm: number;
  /** Pixels per inch of an image at its printed size. */
  dpi?: number;
}
/** A reason why the order would be refused, wait, or go to ERROR. */
interface FileRefusal {
  /** JSON Pointer into the request. */
  pointer: string;
  /** Name of the reason. */
  code: string;
  /** A sentence that says what to do. */
  message: string;
  /** false: an order would try again by itself. */
  permanent: boolean;
}
/** Something that could be better. */
interface FileWarning {
  /** Short name of the warning. */
  code: string;
  /** A sentence about it. */
  message: string;
}
/** Artwork, and where it would be printed. */
interface FileCheckRequest {
  /** Address of the artwork, or of an uploaded file. */
  url: string;
  /** SKU of the blank. */
  sku: string;
  /** The place on the garment: one of the article's locations. */
  location: string;
  /** One of the technologies of the location. */
  technology: string;
}
/** A request to hold an order. */
interface HoldRequest {
  /** The reason, for the staff. */
  reason?: string;
}
/** It ships with your own label. */
interface LabelShipment {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  /** Tracking number of the first parcel, once it has left. */
  trackingNumber?: string;
  /** Carrier of the first parcel, once it has left. */
  trackingCarrier?: string;
  /** Tracking page of the first parcel, once it has left. An http or https URL. */
  trackingUrl?: string;
  address?: never;
  carrierId?: never;
}
/** It ships with your own label. */
interface LabelShipmentRequest {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  address?: never;
  carrierId?: never;
}
/** Limits of one request or order. */
interface Limits {
  /** Bytes of a request body. */
  bodyBytes: number;
  /** Items of an order. */
  itemsPerOrder: number;
  /** Different URLs of an order. */
  filesPerOrder: number;
  /** Bytes of all files of an order. */
  fileBytesPerOrder: number;
  /** Largest page of a list. */
  ordersPerPage: number;
  /** Networks in the allow-list. */
  networks: number;
}
/** One attempt. */
interface LoggedAttempt {
  /** When it ended. ISO 8601 in UTC with milliseconds. */
  at: string;
  /** HTTP status of the answer. Absent: there was none. */
  status?: number;
  /** Why it failed. Absent: it succeeded. New values may be added. */
  error?: "unexpected_status" | "redirect" | "timeout" | "address_refused" | "certificate_invalid" | "unreachable" | "secret_unreadable" | "internal_problem" | (string & {});
}
/** The networks from which your requests are accepted. */
interface Networks {
  /**
   * IP addresses, and networks in CIDR notation, from which your requests are accepted. At most 50. Empty: all.
   *
   * @maxItems 50
   */
  networks: string[];
}
/** A new client secret. */
interface NewCredential {
  /** Identifier of the credential. Its tokens have it as `secret_id`. */
  credentialId: string;
  /** Its name. Absent: the main credential. */
  name?: string;
  /**
   * The scopes of its tokens. `fulfillment` contains all scopes.
   *
   * Items: A scope. New values may be added.
   */
  scopes: ("fulfillment" | "orders:read" | "orders:write" | "catalog:read" | "webhooks:manage" | (string & {}))[];
  /** When it was created. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** Your client id. */
  clientId: string;
  /** The secret. Only this answer contains it. */
  clientSecret: string;
}
/** An order. Optional fields that have no value are left out. */
interface Order {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */
  status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
  /**
   * The ordered items.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: OrderItem[];
  shipping: Shipping;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  /** ISO 4217 code of the unit prices. Required without a shippingLabelUrl. */
  unitPriceCurrency?: string;
  /** Message to the recipient, printed on our packing slip. */
  message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */
  gift?: boolean;
  /** Tax code, VAT number or importer code of the recipient, printed on customs forms. */
  importerReference?: string;
  /** RUSH: the order goes before others. Your contract must allow it. Default: STANDARD. */
  priority?: "STANDARD" | "RUSH";
  /** Your number for the order at your customer, such as a purchase order. Printed on our packing slip. */
  customerReference?: string;
  /** Words of the giver to the recipient, printed on our packing slip. Line feeds are kept. */
  giftMessage?: string;
  /** The day on which the recipient wants the parcel: YYYY-MM-DD. Staff see it; expectedShipDate does not depend on it. */
  requestedDeliveryDate?: string;
  taxIds?: TaxIds;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
  statusReason?: StatusReason;
  cancellation?: Cancellation;
  /** The shipped parcels, in the order of shipping. While the order is ACCEPTED, the remaining pieces are still to be shipped. If it is CANCELLED, they were never shipped. */
  shipments?: Shipment[];
  /**
   * Parcels that were reported as shipped and have not left. Staff removed them from shipments.
   *
   * Items: The shipmentId of a withdrawn parcel. No other parcel gets it.
   */
  withdrawnShipments?: string[];
  /** Parts that could be better. They do not stop the order. */
  warnings?: OrderWarning[];
  /** When the personal data of the order was erased: its recipient, files, tracking and reasons. Required fields now read erased or https://erased.invalid/. Absent: it was not erased. ISO 8601 in UTC with milliseconds. */
  personalDataErased?: string;
  /** When the order is expected to ship. Set when it becomes ASSIGNED, by your contract. Absent before that, and in ERROR and CANCELLED. ISO 8601 in UTC with milliseconds. */
  expectedShipDate?: string;
  /** What the order costs you, some seconds after it was shipped, if your contract says so. Later corrections are further elements. */
  charges?: OrderCharge[];
  repeatOf?: RepeatOf;
  /** Orders by which the center makes pieces of this one again, the oldest first. */
  repeatedBy?: RepeatedBy[];
  /** When the order was created. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */
  updated: string;
}
/** Numbers of the sender for this order, printed on customs forms and sent to label providers. Your contract has the number for an absent one. */
interface TaxIds {
  /** Number of the Import One-Stop Shop of the EU: IM and 10 digits. */
  ioss?: string;
  /** Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters. */
  eori?: string;
  /** VAT number of the sender, which begins with the code of its country. Greece has EL. */
  vat?: string;
}
/** Why the order is in ERROR or on hold, or what it waits for. */
interface StatusReason {
  /** Short name of the reason, listed at /docs/order-life. */
  code: string;
  /** The meaning of the reason, and what to do. */
  message: string;
  /** JSON Pointer to the part of the order, where there is one. */
  pointer?: string;
  /** With on_hold, `client`: you hold the order, and can release it. Absent: staff. New values may be added. */
  heldBy?: "client" | (string & {});
  /** Every place with a problem: all files, or the first 100 places that are short of stock. */
  details?: StatusDetail[];
}
/** Something that the order waits for or fails on: a file, or stock. */
interface StatusDetail {
  /** JSON Pointer to the place in the order. For a file, the first place that names it. */
  pointer: string;
  /** Code of the problem, listed at /docs/order-life. */
  code: string;
  /** The meaning of the problem, and what to do. */
  message: string;
  /** When the file is fetched again. Absent: it is not. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
}
/** A parcel of the order. */
interface Shipment {
  /** Identifier of the parcel in the order: its place in the list, counted from 1. Absent in old parcels. */
  shipmentId?: string;
  /** Tracking number of the parcel. */
  trackingNumber?: string;
  /** Carrier of the parcel. */
  trackingCarrier?: string;
  /** Tracking page of the parcel. An http or https URL. */
  trackingUrl?: string;
  /** Items in the parcel. Empty: unknown. */
  items: ShippedItem[];
  /** When the parcel left. ISO 8601 in UTC with milliseconds. */
  shipped: string;
  delivery?: Delivery;
}
/** Pieces of an item in a parcel. */
interface ShippedItem {
  /** Item of the order. */
  id: string;
  /** Number of its pieces in the parcel. */
  quantity: number;
}
/** Something that could be better. */
interface OrderWarning {
  /** Short name of the warning. */
  code: string;
  /** A sentence about the part that could be better. */
  message: string;
  /** JSON Pointer to the part of the order. */
  pointer: string;
}
/** A charge of an order. */
interface OrderCharge {
  /** What is charged. New values may be added. */
  kind: "ARTICLE" | "PRINT" | "CUSTOMIZATION" | "PACKING_ORDER" | "PACKING_PARCEL" | "PACKING_PIECE" | "POSTAGE" | "STORAGE_MONTH" | "STORAGE_PIECE" | "CORRECTION" | (string & {});
  /** Name of the article, location of the print, or service of the carrier. */
  title?: string;
  /** SKU or EAN-13. */
  code?: string;
  /** Technology of the print. */
  technology?: string;
  /** Number of pieces, prints or parcels. Negative: taken back. */
  quantity: number;
  /** Price of one. In the minor unit of the currency, such as cents. */
  unitAmount: number;
  /** Price of all. Negative: in your favour. In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */
  currency: string;
}
/** The shipped order that the center makes again. */
interface RepeatOf {
  /** The shipped order. */
  orderId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. New values may be added. */
  kind: "REPLACEMENT" | "REPEAT" | (string & {});
  /** Why pieces are replaced. Absent: a paid repeat. New values may be added. */
  reason?: "DAMAGED" | "LOST" | "MISPRINT" | "WRONG_ITEM" | "DEFECT" | "OTHER" | (string & {});
}
/** An order that makes pieces of this one again. */
interface RepeatedBy {
  /** The new order. */
  orderId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. New values may be added. */
  kind: "REPLACEMENT" | "REPEAT" | (string & {});
  /** Why pieces are replaced. Absent: a paid repeat. New values may be added. */
  reason?: "DAMAGED" | "LOST" | "MISPRINT" | "WRONG_ITEM" | "DEFECT" | "OTHER" | (string & {});
}
/** Body of `order.accepted`: the center took it into production. */
interface OrderAcceptedEvent {
  /** The type of the event. */
  type: "order.accepted";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "ACCEPTED";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** A parcel of the order, without its items. */
interface ShippedParcel {
  /** Identifier of the parcel in the order: its place in the list, counted from 1. Absent in old parcels. */
  shipmentId?: string;
  /** Tracking number of the parcel. */
  trackingNumber?: string;
  /** Carrier of the parcel. */
  trackingCarrier?: string;
  /** Tracking page of the parcel. An http or https URL. */
  trackingUrl?: string;
  /** When the parcel left. ISO 8601 in UTC with milliseconds. */
  shipped: string;
  delivery?: Delivery;
}
/** Body of `order.assigned`: its files are stored and its stock is reserved. */
interface OrderAssignedEvent {
  /** The type of the event. */
  type: "order.assigned";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "ASSIGNED";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** The order to create. null counts as absent, unknown properties are refused, and types are never converted. */
interface OrderRequest {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /**
   * The ordered items.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: OrderItemRequest[];
  shipping: ShippingRequest;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  unitPriceCurrency?: CurrencyCode;
  /** Message to the recipient, printed on our packing slip. */
  message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */
  gift?: boolean;
  /** Tax code, VAT number or importer code of the recipient, printed on customs forms. */
  importerReference?: string;
  /** RUSH: the order goes before others. Your contract must allow it. Default: STANDARD. */
  priority?: "STANDARD" | "RUSH";
  /** Your number for the order at your customer, such as a purchase order. Printed on our packing slip. */
  customerReference?: string;
  /** Words of the giver to the recipient, printed on our packing slip. Line feeds are kept. */
  giftMessage?: string;
  /** The day on which the recipient wants the parcel: YYYY-MM-DD. Staff see it; expectedShipDate does not depend on it. */
  requestedDeliveryDate?: string;
  taxIds?: TaxIdsRequest;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
}
/** Numbers of the sender for this order, printed on customs forms and sent to label providers. Your contract has the number for an absent one. */
interface TaxIdsRequest {
  /** Number of the Import One-Stop Shop of the EU: IM and 10 digits. */
  ioss?: string;
  /** Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters. */
  eori?: string;
  /** VAT number of the sender, which begins with the code of its country. Greece has EL. */
  vat?: string;
}
/** What became of one order. Has exactly one of order and error. */
interface OrderBatchResult {
  /** The orderId as it was sent. Absent: it was no text. */
  orderId?: string;
  /** The HTTP status that POST /v1/orders would answer. */
  status: number;
  order?: Order;
  /** true: the same order was already stored. */
  replayed?: boolean;
  error?: Error$1;
}
/** Body of `order.cancellation_rejected`: your request to cancel was rejected: by staff, or because the order was shipped or failed in the meantime. */
interface OrderCancellationRejectedEvent {
  /** The type of the event. */
  type: "order.cancellation_rejected";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
    /** The decision on the cancellation request. */
    cancellation: {
      /** Status of the request to cancel: REJECTED. */
      status?: string;
      /** The reason: text from staff, or order_shipped or order_failed. */
      rejectionReason?: string;
    };
  };
}
/** Body of `order.cancellation_requested`: you requested the cancellation of an order in production. */
interface OrderCancellationRequestedEvent {
  /** The type of the event. */
  type: "order.cancellation_requested";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** Body of `order.cancelled`: the order was cancelled. */
interface OrderCancelledEvent {
  /** The type of the event. */
  type: "order.cancelled";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "CANCELLED";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** Body of `order.created`: you or the center created the order. */
interface OrderCreatedEvent {
  /** The type of the event. */
  type: "order.created";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "NEW";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
    repeatOf?: RepeatOf;
  };
}
/** Body of `order.error`: the order cannot continue; `statusReason` has the reason. */
interface OrderErrorEvent {
  /** The type of the event. */
  type: "order.error";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "ERROR";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** Something that happened to an order. */
interface OrderEvent {
  /** The type of the event. New values may be added. */
  type: "order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "parcel.updated" | "order.returned" | (string & {});
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  occurred: string;
  /** Status after the event. */
  status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
  /** Status before the event. */
  previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
  /** Version of the order after the event; its ETag. */
  version: number;
  /** The author of the event: you, the staff or the service. */
  actor: "client" | "operator" | "system";
  /** The reason, if one was given. */
  reason?: string;
  /** JSON Pointers to the fields that a change or correction changed. At most 100. Absent after erasure. */
  changed?: string[];
}
/** Body of `order.partially_shipped`: a part of the order was shipped, and other pieces remain; `shipments` has the parcels of this part. */
interface OrderPartiallyShippedEvent {
  /** The type of the event. */
  type: "order.partially_shipped";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "ACCEPTED";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** Body of `order.returned`: pieces of the order came back to the center, or a sandbox return was simulated; `return` has its id. */
interface OrderReturnedEvent {
  /** The type of the event. */
  type: "order.returned";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
    /** The pieces that came back. */
    return: {
      /** The return: GET /v1/returns/{returnId}. */
      returnId: string;
      /** Number of pieces that came back. */
      quantity: number;
    };
  };
}
/** Body of `order.shipped`: the whole order is shipped; see `trackingNumber`, `trackingCarrier`, `trackingUrl`, and `shipments` for the last parcels. */
interface OrderShippedEvent {
  /** The type of the event. */
  type: "order.shipped";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "SHIPPED";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** An order in a list, with the parts asked for. */
interface OrderSummary {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */
  status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
  /** When the order was created. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */
  updated: string;
  /** As in the order, with `include=items`. */
  items?: OrderItem[];
  shipping?: Shipping;
  /** As in the order, with `include=shipments`. */
  shipments?: Shipment[];
  repeatOf?: RepeatOf;
  /** As in the order, with `include=repeatedBy`. */
  repeatedBy?: RepeatedBy[];
}
/** Body of `order.updated`: the order changed in another way: you replaced it, it is tried again, it waits for stock, or staff changed it (`reason`, `shipments`). */
interface OrderUpdatedEvent {
  /** The type of the event. */
  type: "order.updated";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
    /** The cause of some changes: shipment_withdrawn, tracking_corrected, corrected, on_hold, released, rushed, items_cancelled, repeated. More may be added. */
    reason?: string;
  };
}
/** A variant whose pieces are yours. */
interface OwnStock {
  /** ARTICLE: `code` is the SKU of a blank. PRODUCT: `code` is an EAN-13. */
  kind: "ARTICLE" | "PRODUCT";
  /** SKU or EAN-13. */
  code: string;
  /** Title of the article, or name of the product variant. */
  name: string;
  /** Colour of the variant. */
  color: string;
  /** Size of the variant. */
  size: string;
  /** Pieces on the shelf. */
  onHand: number;
  /** Pieces that your orders have reserved. */
  reserved: number;
  /** Pieces that your orders may still reserve. */
  available: number;
  /** Pieces that your orders wait for. */
  waiting: number;
}
/** Body of `parcel.updated`: a shipped parcel is in transit, delivered, has a problem or returns, as its carrier reports; see `delivery` in `shipments`. */
interface ParcelUpdatedEvent {
  /** The type of the event. */
  type: "parcel.updated";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Status before the event. */
    previousStatus?: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
    /** Version of the order after the event; its ETag. A higher version is newer. */
    version: number;
    /** Tracking number of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Carrier of the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Tracking page of the first parcel, once shipped. */
    trackingUrl?: string;
    /** The parcels of this event. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}
/** A small picture of a file of an item. */
interface Preview {
  /** What the file is. New values may be added. */
  role: "artwork" | "quality_control_image" | (string & {});
  /** The place of the print or customization. */
  location?: string;
  /** The technology of the print or customization. */
  technology?: string;
  /** PENDING: it is drawn soon. NONE: no picture of the file can be drawn. */
  state: "READY" | "PENDING" | "NONE";
  /** The picture as a data URL, WebP, at most 320 pixels on the longer side. Set in READY. */
  image?: string;
}
/** A product that is assigned to you. */
interface Product {
  /** Identifier of the product. */
  productId: string;
  /** Name of the product. */
  name: string;
  /** Number of variants. */
  variants: number;
  /**
   * Addresses of preview images, relative to the image base URL (see the introduction).
   *
   * @maxItems 20
   */
  previewImageUrls: string[];
}
/** Body of `product.stock_changed`: the available quantity of one of your variants changed: `ean13`, `productId`, `stockLevelQuantity`; at most once in 5 seconds for each variant. */
interface ProductStockChangedEvent {
  /** The type of the event. */
  type: "product.stock_changed";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** A variant and its stock. */
  data: {
    /** EAN-13 of the variant. */
    ean13: string;
    /** Product of the variant. */
    productId: string;
    /** Pieces in stock now. */
    stockLevelQuantity: number;
  };
}
/** A product in one colour and size. */
interface ProductVariant {
  /** EAN-13 of the variant; it identifies the variant in an order. */
  ean13: string;
  /** Name of the variant. */
  name: string;
  /** Pieces in stock. */
  stockLevelQuantity: number;
  /** Identifier of the product. */
  productId: string;
  /** Colour. */
  color: string;
  /** Size. */
  size: string;
}
/** The requests of the present window. Absent: requests are not limited. */
interface Quota {
  /** Requests of one window. A request counts more for each full 16 KiB of its body. */
  requests: number;
  /** Requests that are left in the window. Other servers may have used some of them. */
  remaining: number;
  /** Length of a window in seconds. */
  windowSeconds: number;
  /** Seconds until the next window. */
  resetSeconds: number;
}
/** What the order would meet if it were sent now. */
interface Quote {
  /** Why POST /v1/orders would refuse it. Empty: it would be accepted, unless you have another order with its orderId. */
  violations: Violation[];
  /** Absent with violations. */
  items?: QuotedItem[];
  /** When the order would ship, if its files come and its pieces are reserved at once. Absent with violations. ISO 8601 in UTC with milliseconds. */
  expectedShipDate?: string;
  /** Services of the label provider for this order, the cheapest first. Empty: none is set up, it does not answer, or a weight is unknown. Absent with violations. */
  services?: QuotedService[];
  /** What the order would cost you if it shipped today in one parcel, without postage that depends on the service. A print is taken to fill its print area. Absent: your contract does not show charges. */
  charges?: OrderCharge[];
  /** Whether everything but postage has a price. false: the statement will have more, or you have no price list yet. */
  isPriced?: boolean;
}
/** The availability of an item. */
interface QuotedItem {
  /** The item. */
  id: string;
  /** Whether all its pieces can be reserved now, after the items before it. */
  available: boolean;
}
/** A service of a carrier. */
interface QuotedService {
  /** The service, as the label provider names it. */
  service: string;
  /** Name of the carrier. */
  carrier: string;
  /** Days until delivery, if the provider tells them. */
  days?: number;
  postage?: QuotedPostage;
}
/** Your postage for one parcel. Absent: it has no price. */
interface QuotedPostage {
  /** In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */
  currency: string;
}
/** The body of POST /v1/orders. The orderId may be absent. */
interface QuoteRequest {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId?: string;
  /**
   * The ordered items.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: OrderItemRequest[];
  shipping: ShippingRequest;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  unitPriceCurrency?: CurrencyCode;
  /** Message to the recipient, printed on our packing slip. */
  message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */
  gift?: boolean;
  /** Tax code, VAT number or importer code of the recipient, printed on customs forms. */
  importerReference?: string;
  /** RUSH: the order goes before others. Your contract must allow it. Default: STANDARD. */
  priority?: "STANDARD" | "RUSH";
  /** Your number for the order at your customer, such as a purchase order. Printed on our packing slip. */
  customerReference?: string;
  /** Words of the giver to the recipient, printed on our packing slip. Line feeds are kept. */
  giftMessage?: string;
  /** The day on which the recipient wants the parcel: YYYY-MM-DD. Staff see it; expectedShipDate does not depend on it. */
  requestedDeliveryDate?: string;
  taxIds?: TaxIdsRequest;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: {
    [k: string]: string;
  };
}
/** The result of sending failed deliveries again. */
interface ResendFailed {
  /** Number of deliveries that are sent again now. */
  resent: number;
}
/** A return. Without an announcement, it is RECEIVED from the beginning. */
interface Return {
  /** Identifier of the return. */
  returnId: string;
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** ANNOUNCED: it has not arrived. RECEIVED: staff have booked it. WITHDRAWN: you have withdrawn it. New values may be added. */
  status: "ANNOUNCED" | "RECEIVED" | "WITHDRAWN" | (string & {});
  /** Your own number of the return. */
  reference?: string;
  /** Your note. */
  note?: string;
  /** When you announced it. Absent: you did not. ISO 8601 in UTC with milliseconds. */
  announced?: string;
  /** When staff booked it. Absent: it has not arrived. ISO 8601 in UTC with milliseconds. */
  received?: string;
  /** When you withdrew it. Absent: you did not. ISO 8601 in UTC with milliseconds. */
  withdrawn?: string;
  /** The announced pieces; once RECEIVED, the pieces that came back. */
  items: ReturnedItem[];
  label?: ReturnLabel;
}
/** Pieces of an item. */
interface ReturnedItem {
  /** Item of the order. */
  id: string;
  /** Number of its pieces. */
  quantity: number;
  /** Why the pieces come back. New values may be added. */
  reason: "WRONG_SIZE" | "NOT_AS_EXPECTED" | "PRINT_DEFECT" | "DAMAGED" | "WRONG_ITEM" | "UNDELIVERABLE" | "OTHER" | (string & {});
  /** RESELL: the product is sold again. REUSE: the blank is used again. WASTE: written off. Absent: it has not arrived. New values may be added. */
  condition?: "RESELL" | "REUSE" | "WASTE" | (string & {});
}
/** The label for the way back. Absent: none was asked for, or the return is withdrawn. */
interface ReturnLabel {
  /** PENDING: it is being made. READY: GET /v1/returns/{returnId}/label has it. FAILED: the provider refused it; ask the center. NONE: no parcel of the order can have one. New values may be added. */
  status: "PENDING" | "READY" | "FAILED" | "NONE" | (string & {});
  /** Its tracking number, once READY. */
  trackingNumber?: string;
  /** Its carrier, once READY. */
  trackingCarrier?: string;
}
/** How to replace the secret. */
interface RotateSecretRequest {
  /** true: all earlier secrets end at once, for example because one has leaked. Default: false. */
  revokePrevious?: boolean;
}
/** A step of a cancellation to simulate. */
interface SimulateCancellationRequest {
  /** The cancellation of an order that is ACCEPTED: REQUESTED requests it, ACCEPTED grants the request, REJECTED rejects it. */
  cancellation: "REQUESTED" | "ACCEPTED" | "REJECTED";
  status?: never;
  errorCode?: never;
  situation?: never;
}
/** A status to simulate. */
interface SimulateStatusRequest {
  /** Status to take the order to. Exactly one of status, cancellation and situation is required. */
  status: "NEW" | "ASSIGNED" | "ACCEPTED" | "SHIPPED" | "CANCELLED" | "ERROR";
  /** With the status ERROR: `code` of its `statusReason`. Default: simulated. */
  errorCode?: string;
  cancellation?: never;
  situation?: never;
}
/** A situation to simulate. */
interface SimulateSituationRequest {
  /** PARTIALLY_SHIPPED: one more piece ships, and the order stays ACCEPTED. WAITING_FOR_STOCK: the NEW order waits. BROKEN_FILE: ERROR, as if its first file did not exist. PARCEL_…: the order ships, and its carrier reports this status of its parcels (`parcel.updated`). RETURN_RECEIVED: it ships, and its announced return, or all of it, comes back (`order.returned`). SHIPMENT_WITHDRAWN: it ships, and its first parcel is withdrawn. ON_HOLD: the center holds it until another step is simulated. WAITING_FOR_FILE, RETIRED: the NEW order waits for a file, or for a retired variant. STOCK_CHANGED: `product.stock_changed` of its products; the order stays. */
  situation: "PARTIALLY_SHIPPED" | "WAITING_FOR_STOCK" | "BROKEN_FILE" | "PARCEL_IN_TRANSIT" | "PARCEL_DELIVERED" | "PARCEL_PROBLEM" | "PARCEL_RETURNED" | "RETURN_RECEIVED" | "SHIPMENT_WITHDRAWN" | "ON_HOLD" | "WAITING_FOR_FILE" | "RETIRED" | "STOCK_CHANGED";
  status?: never;
  errorCode?: never;
  cancellation?: never;
}
/** An uploaded file. */
interface UploadedFile {
  /** Random id of the file. The same content has the same id. */
  fileId: string;
  /** Address of the file, for orders and checks. */
  url: string;
  /** What the content is. Absent: not known. New values may be added. */
  mediaType?: "image/png" | "image/jpeg" | "image/tiff" | "application/pdf" | "application/zpl" | (string & {});
  /** Size in bytes. */
  bytes?: number;
  /** Width of an image in pixels. */
  width?: number;
  /** Height of an image in pixels. */
  height?: number;
  /** Pixels per inch that an image declares. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */
  hasAlpha?: boolean;
  /** Pages of a PDF, or labels of ZPL. */
  pages?: number;
  /** Width of a PDF in millimeters. */
  widthMm?: number;
  /** Height of a PDF in millimeters. */
  heightMm?: number;
  /** When it is deleted, unless an order uses it. ISO 8601 in UTC with milliseconds. */
  expires: string;
}
/** The use of your quota, and the limits of the API. */
interface Usage {
  /** sandbox: your orders never reach production. */
  mode: "live" | "sandbox";
  quota?: Quota;
  fileBytes: FileBytes;
  webhookEndpoints: WebhookEndpointCount;
  credentials: CredentialCount;
  limits: Limits;
}
/** WebhookEndpointCount in use. */
interface WebhookEndpointCount {
  /** Number in use. */
  used: number;
  /** Largest number of webhook endpoints. */
  max: number;
}
/** The delivery of an event to an endpoint. */
interface WebhookDelivery {
  /** The webhook-id of the event, the same for each endpoint and each attempt. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
  /** The order of the event. Absent: the event is not about one. */
  orderId?: string;
  /** pending: it will be sent; to a disabled endpoint after it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: the staff of the fulfillment center skipped it, since it delayed the deliveries after it. */
  state: "pending" | "delivered" | "failed" | "skipped";
  /** Attempts so far. */
  attempts: number;
  /** Only for a pending delivery of an active endpoint: the earliest time of the next attempt. Earlier deliveries are sent first. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** End of the last attempt. ISO 8601 in UTC with milliseconds. */
  lastAttempt?: string;
  /** Time of the answer 2xx. ISO 8601 in UTC with milliseconds. */
  delivered?: string;
  /** HTTP status of the last answer. */
  lastStatus?: number;
  /** Reason of the last failure. unexpected_status: not 2xx. redirect: 3xx, which is not followed. timeout: no answer within 20 seconds. address_refused: the host is unknown, or its address is private. secret_unreadable: rotate the secret. internal_problem: an error of Platen. New values may be added. */
  lastError?: "unexpected_status" | "redirect" | "timeout" | "address_refused" | "certificate_invalid" | "unreachable" | "secret_unreadable" | "internal_problem" | (string & {});
}
/** A delivery with its body and the answer of the receiver. */
interface WebhookDeliveryDetail {
  /** The webhook-id of the event, the same for each endpoint and each attempt. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
  /** The order of the event. Absent: the event is not about one. */
  orderId?: string;
  /** pending: it will be sent; to a disabled endpoint after it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: the staff of the fulfillment center skipped it, since it delayed the deliveries after it. */
  state: "pending" | "delivered" | "failed" | "skipped";
  /** Attempts so far. */
  attempts: number;
  /** Only for a pending delivery of an active endpoint: the earliest time of the next attempt. Earlier deliveries are sent first. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** End of the last attempt. ISO 8601 in UTC with milliseconds. */
  lastAttempt?: string;
  /** Time of the answer 2xx. ISO 8601 in UTC with milliseconds. */
  delivered?: string;
  /** HTTP status of the last answer. */
  lastStatus?: number;
  /** Reason of the last failure. unexpected_status: not 2xx. redirect: 3xx, which is not followed. timeout: no answer within 20 seconds. address_refused: the host is unknown, or its address is private. secret_unreadable: rotate the secret. internal_problem: an error of Platen. New values may be added. */
  lastError?: "unexpected_status" | "redirect" | "timeout" | "address_refused" | "certificate_invalid" | "unreachable" | "secret_unreadable" | "internal_problem" | (string & {});
  /** The body exactly as it is signed and sent. */
  body: string;
  /** The first 500 characters of the last answer. */
  responseExcerpt?: string;
  /** The last 50 attempts, oldest first. Sending again keeps them. */
  attemptLog: LoggedAttempt[];
}
/** An address to which events are sent. */
interface WebhookEndpoint {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url: string;
  /**
   * The types of events that are sent. Empty: all types.
   *
   * Items: A type of events. New values may be added.
   */
  types: ("order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "parcel.updated" | "order.returned" | "product.stock_changed" | (string & {}))[];
  /** Your own note about the endpoint. */
  description?: string;
  /** active: events are recorded and sent. disabled: they are not. */
  status: "active" | "disabled";
  /** requested: you disabled it. gone: it answered 410. failing: it failed for five days without a success. by_staff: the staff of the fulfillment center disabled it. New values may be added. */
  disabledReason?: "requested" | "gone" | "failing" | "by_staff" | (string & {});
  /** First failure since the last success, or since the last time without pending deliveries. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Until this time each delivery is also signed with the previous secret. Secrets before it end earlier. ISO 8601 in UTC with milliseconds. */
  previousSecretValidUntil?: string;
  /** Time of creation. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** Time of the last change. ISO 8601 in UTC with milliseconds. */
  updated: string;
}
/** A change of an endpoint. */
interface WebhookEndpointChangeRequest {
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url?: string;
  /**
   * The types of events to send. An empty list selects all types, also types that are added later.
   *
   * @maxItems 50
   */
  types?: ("order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "parcel.updated" | "order.returned" | "product.stock_changed")[];
  /** Your own note about the endpoint. */
  description?: string;
  /** disabled: events are neither recorded nor sent. active: pending deliveries are sent at once. */
  status?: "active" | "disabled";
}
/** A new endpoint. */
interface WebhookEndpointRequest {
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url: string;
  /**
   * The types of events to send. An empty list selects all types, also types that are added later.
   *
   * @maxItems 50
   */
  types?: ("order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "parcel.updated" | "order.returned" | "product.stock_changed")[];
  /** Your own note about the endpoint. */
  description?: string;
}
/** An endpoint with its secret. */
interface WebhookEndpointSecret {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url: string;
  /**
   * The types of events that are sent. Empty: all types.
   *
   * Items: A type of events. New values may be added.
   */
  types: ("order.created" | "order.updated" | "order.assigned" | "order.accepted" | "order.partially_shipped" | "order.shipped" | "order.cancelled" | "order.error" | "order.cancellation_requested" | "order.cancellation_rejected" | "parcel.updated" | "order.returned" | "product.stock_changed" | (string & {}))[];
  /** Your own note about the endpoint. */
  description?: string;
  /** active: events are recorded and sent. disabled: they are not. */
  status: "active" | "disabled";
  /** requested: you disabled it. gone: it answered 410. failing: it failed for five days without a success. by_staff: the staff of the fulfillment center disabled it. New values may be added. */
  disabledReason?: "requested" | "gone" | "failing" | "by_staff" | (string & {});
  /** First failure since the last success, or since the last time without pending deliveries. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Until this time each delivery is also signed with the previous secret. Secrets before it end earlier. ISO 8601 in UTC with milliseconds. */
  previousSecretValidUntil?: string;
  /** Time of creation. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** Time of the last change. ISO 8601 in UTC with milliseconds. */
  updated: string;
  /** Signs the deliveries. Shown only in this answer. */
  secret: string;
}
/** Body of `webhook.test`: you requested a test. */
interface WebhookTestEvent {
  /** The type of the event. */
  type: "webhook.test";
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The requested test. */
  data: {
    /** The tested endpoint. */
    endpointId: string;
  };
}
/**
 * Name of an error from the API's catalogue. It is `unexpected_answer` for a response from another server,
 * such as a proxy. A newer server may send names that are not listed here.
 */
type ErrorName = Error$1["error"] | "unexpected_answer" | (string & {});
/** Base class of all errors of this client. */
declare class PlatenError extends Error {}
/** A response outside 2xx, or without the JSON of the API. `error` identifies the case. */
declare class PlatenApiError extends PlatenError {
  /** HTTP status. */
  readonly status: number;
  readonly error: ErrorName;
  /** All violations as one text, or a general explanation of the error. */
  readonly detail: string | undefined;
  /** Quote it when you contact the fulfillment center. */
  readonly requestId: string | undefined;
  /** Every violation in the request; empty for other errors. */
  readonly violations: readonly Violation[];
  /** Minimum wait before the next request, as the server asks, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, fields: Omit<PlatenApiError, keyof Error>);
}
/** 400, 413, 415 or 422: the request must be changed. `violations` has the places. */
declare class PlatenInvalidRequestError extends PlatenApiError {}
/** 401: the client id, the secret or the token is not valid. */
declare class PlatenAuthenticationError extends PlatenApiError {}
/** 403: the client may not do this. */
declare class PlatenPermissionError extends PlatenApiError {}
/** 404 or 410: there is no such thing, or no longer. */
declare class PlatenNotFoundError extends PlatenApiError {}
/** 409 or 412: the state does not allow it, or the version has changed. */
declare class PlatenConflictError extends PlatenApiError {}
/** 429: a quota is used up. `retryAfterMs` is the wait. */
declare class PlatenRateLimitError extends PlatenApiError {}
/** 500 to 599: the server failed. Send the request again. */
declare class PlatenServerError extends PlatenApiError {}
/** No complete response arrived; `cause` has the reason. The server may have carried out the request. */
declare class PlatenConnectionError extends PlatenError {}
/** No complete response arrived within `timeoutMs`. */
declare class PlatenTimeoutError extends PlatenConnectionError {}
/** The part of the standard `fetch` that the client uses. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** The argument of `onRequest`. */
interface RequestNotice {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path of the address, without the query. */
  path: string;
  /** 1 for the first request of a call. Requests of a token are counted separately. */
  attempt: number;
}
/** The argument of `onResponse`. */
interface ResponseNotice extends RequestNotice {
  /** HTTP status; undefined without a complete response. */
  status: number | undefined;
  /** Quote it when you contact the fulfillment center. */
  requestId: string | undefined;
  /** From sending the request until its response was complete, in milliseconds. */
  elapsedMs: number;
}
/** The argument of `onRetry`. */
interface RetryNotice {
  /** 1 for the first retry of a call. */
  retry: number;
  /** Waiting time before the retry, in milliseconds. */
  delayMs: number;
  /** The failure of the previous attempt. */
  error: PlatenApiError | PlatenConnectionError;
}
/** Your program, as the User-Agent of its requests names it. Printable ASCII characters only. */
interface AppInfo {
  name: string;
  version?: string | undefined;
  url?: string | undefined;
}
/** Options of the PlatenClient constructor. */
interface PlatenClientOptions {
  /** Address of the API without /v1, such as https://fulfillment.example.com. It may have a path prefix. */
  baseUrl: string | URL;
  /** Address of the token issuer without /oauth/token. The default is `baseUrl`. */
  authUrl?: string | URL | undefined;
  clientId: string;
  clientSecret: string;
  /** Replaces the global `fetch`, for example to use a proxy or your own connection pool. */
  fetch?: Fetch | undefined;
  /** Limit for each single request until its response is complete, in milliseconds; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of one request, 0 to 20; 8 by default. */
  maxRetries?: number | undefined;
  /** Names your program in the User-Agent of each request. */
  appInfo?: AppInfo | undefined;
  /** Called before each request is sent, also before each retry and each request of a token. */
  onRequest?: ((notice: RequestNotice) => void) | undefined;
  /** Called after each of these requests, with its response or without one. */
  onResponse?: ((notice: ResponseNotice) => void) | undefined;
  /** Called before each wait for a retry, for example to write a log line. */
  onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** For tests: returns the time in milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** For tests: waits. Rejects with the signal's reason as soon as it is aborted. */
  sleep?: ((delayMs: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** For tests: returns a number from 0 up to, but not including, 1. */
  random?: (() => number) | undefined;
}
/** Options of every call. */
interface CallOptions {
  /** Ends the call, also during the wait for a retry. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Limit for each single request of this call, in milliseconds, instead of that of the client. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of this call, 0 to 20, instead of that of the client. */
  maxRetries?: number | undefined;
}
/** A request to any path of the API, such as one that this client does not know yet. */
interface RawRequest extends CallOptions {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the address of the API, such as /v1/orders. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | Date | readonly string[] | undefined>> | undefined;
  /** Sent as JSON, or as it is if it is a file: bytes or a Blob. */
  body?: unknown;
  /** Further header fields of the request, such as `if-none-match`. The token is always the client's. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Makes a POST safe to repeat, if the operation takes an Idempotency-Key. */
  idempotencyKey?: string | undefined;
}
/** Options of a call that can require a version. */
interface ConditionalOptions extends CallOptions {
  /**
   * ETag of the version that the call changes. The server answers 412 `precondition_failed` if the current
   * version differs.
   */
  ifMatch?: string | undefined;
}
/** Options of a call that the server carries out once for each key. */
interface KeyedOptions extends CallOptions {
  /**
   * Identifies this call in at most 128 printable ASCII characters. Your program may repeat it within 24
   * hours. Without a key, each call has one of its own, which covers its retries.
   */
  idempotencyKey?: string | undefined;
}
/** Paging options of a list. */
type CursorQuery = {
  /** Elements per page, 1 to 500. It does not limit the whole list. */
  limit?: number | undefined;
  /** Start of the page: `nextCursor` of the previous page. */
  cursor?: string | undefined;
};
/** Paging options of a list with page numbers. */
type PageQuery = CursorQuery & {
  /** Number of the first page, starting at 1. Ignored if `cursor` is set. Prefer `cursor` for long lists. */
  page?: number | undefined;
};
interface Page<Element> {
  items: Element[];
  /** The `cursor` of the next page; undefined on the last page. */
  nextCursor: string | undefined;
}
/** One page of a list with a known length. */
interface CountedPage<Element> extends Page<Element> {
  /** Number of elements on all pages. */
  totalItems: number;
}
/**
 * A list of the API. It sends requests only when it is read: by `for await`, by page, or as an array. Each
 * read starts at the first page again.
 */
declare class List<Element, OnePage extends Page<Element> = Page<Element>> implements AsyncIterable<Element> {
  #private;
  constructor(read: (cursor?: string) => Promise<OnePage>);
  /** Reads one page: the first, or the one that the query selects. */
  page(): Promise<OnePage>;
  /** Reads that page and all later ones. Each page is requested when the loop reaches it. */
  pages(): AsyncGenerator<OnePage, void, undefined>;
  /** Reads all elements, starting at that page. */
  [Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined>;
  /** Reads all elements into one array, or the first ones, without requesting later pages. */
  toArray({ limit }?: {
    limit?: number | undefined;
  }): Promise<Element[]>;
}
/** The credentials, networks and usage of your account. */
declare class Account {
  #private;
  /** GET /v1/credentials lists your valid client secrets, newest first, without their values. */
  credentials(options?: CallOptions): List<Credential>;
  /**
   * POST /v1/credentials creates a client secret, or rotates it. Only this call returns the secret. It is not
   * repeated after a lost response, because a second rotation would end the secret that is in use.
   */
  createCredential(request?: CredentialRequest, options?: CallOptions): Promise<NewCredential>;
  /** DELETE /v1/credentials/{credentialId} ends a secret, and its tokens within 5 seconds. */
  revokeCredential(credentialId: string, options?: CallOptions): Promise<void>;
  /** GET /v1/networks reads the networks from which your requests are accepted. Empty: all. */
  networks(options?: CallOptions): Promise<Networks>;
  /** PUT /v1/networks replaces the allow-list, which must contain the address of this request. */
  replaceNetworks(networks: readonly string[], options?: CallOptions): Promise<Networks>;
  /** GET /v1/usage reads the rest of your quota, and the limits of the API. */
  usage(options?: CallOptions): Promise<Usage>;
}
/** Filters of the list of product variants. */
type ProductVariantQuery = PageQuery & {
  productId?: string | undefined;
  ean13?: string | undefined;
};
/** Filters of the list of article variants. */
type ArticleVariantQuery = PageQuery & {
  manufacturerCode?: string | undefined;
};
/** /v1/products */
declare class Products {
  #private;
  /**
   * GET /v1/products lists the products assigned to you, sorted by name. Without any, it is 404
   * `products_not_found`.
   */
  list(query?: PageQuery, options?: CallOptions): List<Product, CountedPage<Product>>;
}
/** /v1/product-variants */
declare class ProductVariants {
  #private;
  /** GET /v1/product-variants lists the variants of your products, sorted by descending EAN-13. */
  list(query?: ProductVariantQuery, options?: CallOptions): List<ProductVariant, CountedPage<ProductVariant>>;
}
/** /v1/article-variants */
declare class ArticleVariants {
  #private;
  /** GET /v1/article-variants lists article variants, sorted by SKU. */
  list(query?: ArticleVariantQuery, options?: CallOptions): List<ArticleVariant>;
  /**
   * GET /v1/article-variants/{sku} reads one article variant with its print locations and technologies; 404
   * `article_variant_not_found`.
   */
  get(sku: string, options?: CallOptions): Promise<ArticleVariantDetail>;
}
/** /v1/articles */
declare class Articles {
  #private;
  /** GET /v1/articles/{manufacturerCode} reads one article with its variants; 404 `article_not_found`. */
  get(manufacturerCode: string, options?: CallOptions): Promise<Article>;
}
/** /v1/carriers */
declare class Carriers {
  #private;
  /** GET /v1/carriers lists the carriers of your contract. */
  list(options?: CallOptions): List<Carrier>;
}
/** /v1/stock */
declare class Stock {
  #private;
  /** GET /v1/stock lists the blanks and products that you own and the center stores for you. */
  list(query?: CursorQuery, options?: CallOptions): List<OwnStock>;
  /** GET /v1/stock.csv exports your own stock, as the bytes of a CSV file in UTF-8. */
  exportCsv(options?: CallOptions): Promise<Uint8Array>;
}
/** `after`: `next` of an earlier answer, or `latest`. Absent: from the beginning. */
type FeedQuery = {
  after?: string | undefined;
  limit?: number | undefined;
};
/** /v1/events: all events of orders and stock, in an order that never changes. */
declare class Events {
  #private;
  /**
   * GET /v1/events reads a part of the feed. 410 `position_expired`: `violations[0].allowed` has another
   * position.
   */
  read(query?: FeedQuery, options?: CallOptions): Promise<EventFeed>;
  /** Reads all events after the position, until the present end. `next` is the position after its part. */
  all(query?: FeedQuery, options?: CallOptions): AsyncGenerator<FeedEvent & {
    next: string;
  }>;
}
/** /v1/files: artwork that is checked before ordering, and uploads. */
declare class Files {
  #private;
  /** POST /v1/files/checks judges artwork as an order would. Its refusals are in the answer. */
  check(request: FileCheckRequest, options?: CallOptions): Promise<FileCheck>;
  /** POST /v1/files stores a file, of at most 256 MiB, for orders to name its `url`. Idempotent. */
  upload(content: Uint8Array | Blob, options?: CallOptions): Promise<UploadedFile>;
  /** GET /v1/files/{fileId} reads a file that you uploaded. */
  get(fileId: string, options?: CallOptions): Promise<Uint8Array>;
}
type OrderStatus = Order["status"];
/** Filters of the list. A time is a Date, or ISO 8601 with a time zone. */
type OrderQuery = PageQuery & {
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
  sort?: "created" | "-created" | "updated" | "-updated" | "due" | "-due" | undefined;
  /** Parts of the orders that the list has too. */
  include?: readonly ("items" | "shipping" | "shipments")[] | undefined;
};
/** An order with the ETag of its version. */
interface OrderWithEtag {
  order: Order;
  /** Pass it as `ifMatch` to `replace`. */
  etag: string;
}
/** The result of a cancellation. */
interface CancelResult {
  order: Order;
  /** `requested`: the order is in production, so staff decide. `order.cancellation` has their decision. */
  outcome: "cancelled" | "requested";
}
/** /v1/orders */
declare class Orders {
  #private;
  /**
   * POST /v1/orders creates an order. A repeated request returns the order as it is now. A different order
   * with a known orderId is 409 `order_already_exists`.
   */
  create(order: OrderRequest, options?: CallOptions): Promise<Order>;
  /**
   * POST /v1/orders/batch creates up to 100 orders. Returns what became of each, in their order. A repeated
   * call returns the stored orders. Orders beyond the quota have status 429: send only them again.
   */
  createBatch(orders: readonly OrderRequest[], options?: CallOptions): Promise<OrderBatchResult[]>;
  /** POST /v1/quotes judges an order without storing it. Its violations are in the quote. */
  quote(order: QuoteRequest, options?: CallOptions): Promise<Quote>;
  /** POST /v1/orders/{orderId}/hold stops an order before production until `release`. Idempotent. */
  hold(orderId: string, request?: HoldRequest, options?: CallOptions): Promise<Order>;
  /** POST /v1/orders/{orderId}/release ends a hold. Idempotent. */
  release(orderId: string, options?: CallOptions): Promise<Order>;
  /** POST /v1/orders/{orderId}/rush puts an order before others, if the contract allows it. Idempotent. */
  rush(orderId: string, options?: CallOptions): Promise<Order>;
  /** GET /v1/orders/{orderId} reads one order; 404 `order_not_found`. */
  get(orderId: string, options?: CallOptions): Promise<Order>;
  /** GET /v1/orders/{orderId} reads one order and its ETag, for `replace`; 404 `order_not_found`. */
  getWithEtag(orderId: string, options?: CallOptions): Promise<OrderWithEtag>;
  /**
   * PUT /v1/orders/{orderId} replaces an order in status NEW, ASSIGNED or ERROR, and sets it to NEW.
   * Otherwise it is 409 `order_not_changeable`. With `ifMatch`, a changed order is 412 `precondition_failed`.
   * Equal content changes nothing, except in ERROR, where the order is tried again.
   */
  replace(order: OrderRequest, options?: ConditionalOptions): Promise<Order>;
  /**
   * POST /v1/orders/{orderId}/cancel cancels an order. In production, it requests a cancellation from the
   * staff. A shipped order is 409 `order_not_cancellable`. With `items`, only these are cancelled, before
   * production. Idempotent; with `items` for each `idempotencyKey`.
   */
  cancel(orderId: string, request?: CancelRequest, options?: KeyedOptions): Promise<CancelResult>;
  /** GET /v1/orders/{orderId}/events lists the events of an order, oldest first; 404 `order_not_found`. */
  events(orderId: string, query?: CursorQuery, options?: CallOptions): List<OrderEvent>;
  /**
   * POST /v1/orders/{orderId}/simulate moves an order of a sandbox client to a status, through all statuses
   * between. With `{ cancellation }` it requests, grants or rejects a cancellation. 403 `sandbox_only`; 409
   * `order_not_changeable` if the status cannot be reached. Sent again after a lost answer, it counts once.
   */
  simulate(orderId: string, to: OrderStatus | SimulateRequest, options?: KeyedOptions): Promise<Order>;
  /** GET /v1/orders/{orderId}/items/{itemId}/previews reads small pictures of the files of an item. */
  previews(orderId: string, itemId: string, options?: CallOptions): Promise<Preview[]>;
  /** GET /v1/orders lists orders, newest first, then by orderId. */
  list(query?: OrderQuery, options?: CallOptions): List<OrderSummary>;
}
/** /v1/returns */
declare class Returns {
  #private;
  /** GET /v1/returns lists your returns, newest first. */
  list(query?: CursorQuery, options?: CallOptions): List<Return>;
  /** POST /v1/returns announces pieces that come back. Sent again after a lost answer, it counts once. */
  announce(request: AnnounceReturnRequest, options?: KeyedOptions): Promise<Return>;
  /** GET /v1/returns/{returnId} reads one return. */
  get(returnId: string, options?: CallOptions): Promise<Return>;
  /** POST /v1/returns/{returnId}/withdraw ends an announced return that has not arrived. Idempotent. */
  withdraw(returnId: string, options?: CallOptions): Promise<Return>;
  /** GET /v1/returns/{returnId}/label reads the label for the way back, a PDF, once it is READY. */
  label(returnId: string, options?: CallOptions): Promise<Uint8Array>;
}
/** A request with any types that an endpoint returns, also types that this client does not know. */
type WithAnyEventType<Request> = Omit<Request, "types"> & {
  types?: readonly WebhookEndpoint["types"][number][];
};
/** Filters of the list of deliveries. */
type WebhookDeliveryQuery = CursorQuery & {
  state?: WebhookDelivery["state"] | undefined;
  /** Only deliveries of events of this order. */
  orderId?: string | undefined;
};
/**
 * /v1/webhook-endpoints. All methods except `create` and `list` are 404 `webhook_endpoint_not_found` for an
 * unknown endpoint. `create`, `rotateSecret` and `sendTest` are not idempotent, so they are not repeated
 * after a lost response.
 */
declare class WebhookEndpoints {
  #private;
  /**
   * POST /v1/webhook-endpoints creates an endpoint. Store its secret, because no later response contains it.
   * The 21st endpoint is 409 `too_many_webhook_endpoints`.
   */
  create(endpoint: WithAnyEventType<WebhookEndpointRequest>, options?: CallOptions): Promise<WebhookEndpointSecret>;
  /** GET /v1/webhook-endpoints/{endpointId} reads one endpoint, without its secret. */
  get(endpointId: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** GET /v1/webhook-endpoints lists your endpoints on one page, oldest first. */
  list(options?: CallOptions): List<WebhookEndpoint>;
  /** PUT /v1/webhook-endpoints/{endpointId} changes the given fields of an endpoint and keeps the others. */
  update(endpointId: string, change: WithAnyEventType<WebhookEndpointChangeRequest>, options?: CallOptions): Promise<WebhookEndpoint>;
  /** DELETE /v1/webhook-endpoints/{endpointId} deletes an endpoint with its deliveries. */
  delete(endpointId: string, options?: CallOptions): Promise<void>;
  /**
   * POST /v1/webhook-endpoints/{endpointId}/rotate-secret replaces the secret and returns the endpoint with
   * the new one. For 24 hours, webhooks carry signatures by both secrets. With `revokePrevious`, all earlier
   * secrets end at once.
   */
  rotateSecret(endpointId: string, { revokePrevious, ...options }?: CallOptions & RotateSecretRequest): Promise<WebhookEndpointSecret>;
  /**
   * POST /v1/webhook-endpoints/{endpointId}/test sends an event of type `webhook.test` and returns its
   * pending delivery.
   */
  sendTest(endpointId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** GET /v1/webhook-endpoints/{endpointId}/deliveries lists sent and pending deliveries, newest first. */
  deliveries(endpointId: string, query?: WebhookDeliveryQuery, options?: CallOptions): List<WebhookDelivery>;
  /**
   * GET /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId} reads one delivery with its request body
   * and the endpoint's response; 404 `webhook_delivery_not_found`.
   */
  getDelivery(endpointId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /**
   * POST /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend sends a delivery again, even after
   * success. Returns the pending delivery; 404 `webhook_delivery_not_found`.
   */
  resendDelivery(endpointId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /**
   * POST /v1/webhook-endpoints/{endpointId}/resend-failed sends failed deliveries of events since a time
   * again. `since` is a Date, or ISO 8601 with a time zone. One call resends at most 10,000; repeat it until
   * `resent` is 0.
   */
  resendFailed(endpointId: string, since: Date | string, options?: CallOptions): Promise<ResendFailed>;
}
/** Status and header fields of a response. */
interface ResponseInfo {
  /** HTTP status. */
  status: number;
  /** Quote it when you contact the fulfillment center. */
  requestId: string | undefined;
  /** True: an earlier request with the same content had the effect, and this one repeated its answer. */
  isReplayed: boolean;
  /** Your quota after this request; undefined if the server has none. */
  quota: RemainingQuota | undefined;
  headers: Headers;
}
interface RemainingQuota {
  /** Requests that are left. */
  remaining: number;
  /** Seconds until the whole quota is available again. */
  resetSeconds: number;
  /** Requests of a whole window. */
  limit: number | undefined;
}
/** Returns the response of a PlatenApiError, or of an object that a call returned, such as an order. */
declare function responseOf(result: object): ResponseInfo | undefined;
/** Reason why a webhook was refused. */
type WebhookVerificationProblem = "missing_header" | "invalid_timestamp" | "too_old" | "too_new" | "invalid_signature" | "invalid_body";
/** The webhook has no valid signature, was altered, or is too old or too new. Answer it with status 400. */
declare class WebhookVerificationError extends PlatenError {
  readonly problem: WebhookVerificationProblem;
  constructor(problem: WebhookVerificationProblem, message: string);
}
interface WebhookVerification {
  /** Headers of the request: a Headers, or Node's `request.headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it arrived. Verify it before you parse it. */
  body: string | Uint8Array | ArrayBuffer;
  /**
   * `whsec_…`, as returned when the endpoint was created or its secret rotated. Pass both during a rotation.
   */
  secret: string | readonly string[];
  /** Maximum difference between the webhook's timestamp and now, in seconds; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** For tests: the present time. */
  now?: Date | undefined;
}
/**
 * A webhook event. `type` determines the type of `data`. Newer servers may send types that this client does
 * not know. They arrive unchanged: in the `default` branch of a `switch` over `type`, the event is an
 * UnknownWebhookEvent.
 */
type WebhookEvent = WebhookPayload & {
  /** Every repetition of an event has the same id. Remember ids to handle each event once. */
  id: string;
};
/** An event of a type that this client does not know. Ignore it, or read `data` yourself. */
interface UnknownWebhookEvent {
  id: string;
  type: string;
  /** Time of the event, ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}
/**
 * Verifies a webhook request (Standard Webhooks) and returns its event. Throws WebhookVerificationError if
 * the webhook is invalid, and TypeError for an invalid option.
 */
declare function verifyWebhook({ headers, body, secret, toleranceSeconds, now }: WebhookVerification): Promise<WebhookEvent>;
/**
 * Signs an event as the server does, for tests of a receiver. Returns the headers and the body of the
 * request. A `body` is signed as it is.
 */
declare function signTestWebhook({ event, body, secret, id, now }: TestWebhook): Promise<{
  headers: Record<string, string>;
  body: string;
}>;
interface TestWebhook {
  /** The event, such as `{ type: 'order.shipped', timestamp: …, data: … }`. */
  event?: unknown;
  /** The text to sign instead of an event. */
  body?: string | undefined;
  /** `whsec_…`, as the receiver has it. */
  secret: string;
  id?: string | undefined;
  now?: Date | undefined;
}
/** The response to a raw request. */
interface RawResponse<Body> {
  /** 2xx, or 304 for a request with `if-none-match`. */
  status: number;
  /** The parsed JSON, a Uint8Array of any other file, or undefined if the response is empty. */
  body: Body;
  headers: Headers;
}
/** Client of one Platen server. Create one and share it, because it keeps the access token. */
declare class PlatenClient {
  #private;
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
  /** Sends no request yet. Throws a TypeError that names an invalid option. */
  constructor(options: PlatenClientOptions);
  /** Sends a request to any path of the API, with the token and the retries of this client. */
  request<Body = unknown>(request: RawRequest): Promise<RawResponse<Body>>;
}
export { type Account, type Address, type AddressRequest, type AddressShipment, type AddressShipmentRequest, type AnnounceReturnRequest, type AnnouncedItem, type AppInfo, type AreaOnPicture, type Article, type ArticleVariant, type ArticleVariantDetail, type ArticleVariantOfArticle, type ArticleVariantQuery, type ArticleVariants, type Articles, type CallOptions, type CancelRequest, type CancelResult, type Cancellation, type CancelledItem, type Carrier, type Carriers, type ConditionalOptions, type CountedPage, type CountryCode, type Credential, type CredentialCount, type CredentialRequest, type CurrencyCode, type CursorQuery, type CustomProduct, type CustomProductItem, type CustomProductItemRequest, type CustomProductRequest, type Customization, type CustomizationRequest, type Delivery, type Error$1 as ErrorBody, type ErrorName, type EventFeed, type Events, type ExistingProduct, type ExistingProductItem, type ExistingProductItemRequest, type ExistingProductRequest, type FeedEvent, type FeedQuery, type Fetch, type FileBytes, type FileCheck, type FileCheckPrint, type FileCheckRequest, type FileRefusal, type FileWarning, type Files, type HoldRequest, type KeyedOptions, type LabelShipment, type LabelShipmentRequest, type Limits, type List, type LocationTechnologies, type LoggedAttempt, type Networks, type NewCredential, type Order, type OrderAcceptedEvent, type OrderAssignedEvent, type OrderBatchResult, type OrderCancellationRejectedEvent, type OrderCancellationRequestedEvent, type OrderCancelledEvent, type OrderCharge, type OrderCreatedEvent, type OrderErrorEvent, type OrderEvent, type OrderItem, type OrderItemRequest, type OrderPartiallyShippedEvent, type OrderQuery, type OrderRequest, type OrderReturnedEvent, type OrderShippedEvent, type OrderStatus, type OrderSummary, type OrderUpdatedEvent, type OrderWarning, type OrderWithEtag, type Orders, type OwnStock, type Page, type PageQuery, type ParcelUpdatedEvent, PlatenApiError, PlatenAuthenticationError, PlatenClient, type PlatenClientOptions, PlatenConflictError, PlatenConnectionError, PlatenError, PlatenInvalidRequestError, PlatenNotFoundError, PlatenPermissionError, PlatenRateLimitError, PlatenServerError, PlatenTimeoutError, type Preview, type Print, type PrintArea, type PrintRequest, type Product, type ProductStockChangedEvent, type ProductVariant, type ProductVariantQuery, type ProductVariants, type Products, type Quota, type Quote, type QuoteRequest, type QuotedItem, type QuotedPostage, type QuotedService, type RawRequest, RawResponse, type RemainingQuota, type RepeatOf, type RepeatedBy, type RequestNotice, type ResendFailed, type ResponseInfo, type ResponseNotice, type RetryNotice, type Return, type ReturnLabel, type ReturnedItem, type Returns, type RotateSecretRequest, type Shipment, type ShippedItem, type ShippedParcel, type Shipping, type ShippingRequest, type SimulateCancellationRequest, type SimulateRequest, type SimulateSituationRequest, type SimulateStatusRequest, type StatusDetail, type StatusReason, type Stock, type TaxIds, type TaxIdsRequest, type TestWebhook, type UnknownWebhookEvent, type UploadedFile, type Usage, type Violation, type WebhookDelivery, type WebhookDeliveryDetail, type WebhookDeliveryQuery, type WebhookEndpoint, type WebhookEndpointChangeRequest, type WebhookEndpointCount, type WebhookEndpointRequest, type WebhookEndpointSecret, type WebhookEndpoints, type WebhookEvent, type WebhookPayload, type WebhookTestEvent, type WebhookVerification, WebhookVerificationError, type WebhookVerificationProblem, type WithAnyEventType, responseOf, signTestWebhook, verifyWebhook };