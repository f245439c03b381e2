// Generated from openapi.json by `npm run types`. Change the schemas of the server instead.

/** A country by ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too, and kept in upper case. */
export type CountryCode =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AQ'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EA'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'EL'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'IC'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UK'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'XI'
  | 'XK'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'
  | (string & {});
/** A current ISO 4217 code that prices can be in. */
export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BOV'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHE'
  | 'CHF'
  | 'CHW'
  | 'CLF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'COU'
  | 'CRC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MXV'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLE'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STN'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'USN'
  | 'UYI'
  | 'UYU'
  | 'UYW'
  | 'UZS'
  | 'VED'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAD'
  | 'XAF'
  | 'XCD'
  | 'XCG'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'ZAR'
  | 'ZMW'
  | 'ZWG'
  | (string & {});
/** Has exactly one of existingProduct and customProduct. */
export type OrderItem = ExistingProductItem | CustomProductItem;
/** How the order ships: with your own label, or with a contracted carrier. */
export type Shipping = LabelShipment | AddressShipment;
/** Exactly one of existingProduct and customProduct. */
export type OrderItemRequest = ExistingProductItemRequest | CustomProductItemRequest;
/** Exactly one of two ways: your own label (shippingLabelUrl, optionally returnLabelUrl), or a contracted carrier (address, optionally carrierId). */
export type ShippingRequest = LabelShipmentRequest | AddressShipmentRequest;
/** What to simulate for a sandbox order: a status, or what becomes of a wish to cancel it. */
export type SimulateRequest = SimulateStatusRequest | SimulateCancellationRequest;
/** The body of a webhook: `type` decides what `data` is. */
export type WebhookPayload =
  | OrderCreatedEvent
  | OrderUpdatedEvent
  | OrderAssignedEvent
  | OrderAcceptedEvent
  | OrderPartiallyShippedEvent
  | OrderShippedEvent
  | OrderCancelledEvent
  | OrderErrorEvent
  | OrderCancellationRequestedEvent
  | OrderCancellationRejectedEvent
  | ProductStockChangedEvent
  | WebhookTestEvent;

/** Where a contracted carrier delivers. */
export interface Address {
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
export interface AddressRequest {
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
export interface AddressShipment {
  address: Address;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */
  carrierId?: string;
  /** Of the first parcel, once that has left. */
  trackingNumber?: string;
  /** Who carries the first parcel, once that has left. */
  trackingCarrier?: string;
  /** Where the first parcel can be followed, once that has left. An http or https URL. */
  trackingUrl?: string;
  shippingLabelUrl?: never;
  returnLabelUrl?: never;
}

/** A contracted carrier ships it to an address. */
export interface AddressShipmentRequest {
  address: AddressRequest;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */
  carrierId?: string;
  shippingLabelUrl?: never;
  returnLabelUrl?: never;
}

/** A blank article or a customization. */
export interface Article {
  /** Unique identifier of the article. */
  manufacturerCode: string;
  /** Title of the article. */
  title: string;
  /** Its variants, ordered by SKU. */
  articleVariants: ArticleVariantOfArticle[];
  /** BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither. */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
}

/** A variant in the list of its article. */
export interface ArticleVariantOfArticle {
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
export interface ArticleVariant {
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

/** An article variant with what it may be combined with. */
export interface ArticleVariantDetail {
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
  /** Where a BLANK may be printed or customized, and with what. Empty for other types. */
  allowedLocations: LocationTechnologies[];
  /** Where a CUSTOMIZATION may be applied to a blank, and with what. Empty for other types. */
  isAllowedOnLocations: LocationTechnologies[];
  /** Whether direct-to-garment printing puts white under the colours. */
  dtgType?: 'WHITE_UNDERBASE' | 'NO_UNDERBASE';
  /** BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither. */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
}

/** A location on an article, with the technologies allowed there. */
export interface LocationTechnologies {
  /** Location on the article. */
  location: string;
  /** Technologies allowed there. */
  printTechnologies: string[];
  printArea?: PrintArea;
}

/** What a print fills at most. Artwork is scaled to fit into it. */
export interface PrintArea {
  /** Width in millimeters. */
  widthMm: number;
  /** Height in millimeters. */
  heightMm: number;
}

/** A wish to cancel. */
export interface CancelRequest {
  /** Why, for the staff. */
  reason?: string;
}

/** What became of the wish to cancel an order that was in production. */
export interface Cancellation {
  /** REQUESTED while staff decide. */
  status: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  /** As it was given. */
  reason?: string;
  /** Why it was rejected: in the words of staff, or order_shipped or order_failed where that ended it. */
  rejectionReason?: string;
}

/** A carrier that you have a contract with. */
export interface Carrier {
  /** What an order names as shipping.carrierId. */
  carrierId: string;
  /** Name of the carrier. */
  name: string;
  /** Whether orders that name no carrier ship with it. */
  default: boolean;
}

/** A blank article with prints and customizations. */
export interface CustomProduct {
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
export interface Print {
  /** Where the print data is fetched. http or https, at most 2,048 characters, without credentials. */
  dataUrl: string;
  /** Where on the article, one of its locations. */
  location: string;
  /** How it is printed, one of the technologies of that location. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}

/** An article that is applied to the blank, and where and how. */
export interface Customization {
  /** SKU of a variant of a CUSTOMIZATION article. */
  sku: string;
  /** Where on the article, one of its locations. */
  location: string;
  /** How it is applied. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}

/** Pieces of a custom product. */
export interface CustomProductItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs. */
  unitPrice?: number;
  customProduct: CustomProduct;
  existingProduct?: never;
}

/** Pieces of a custom product. */
export interface CustomProductItemRequest {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id?: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs. */
  unitPrice?: number;
  customProduct: CustomProductRequest;
  existingProduct?: never;
}

/** A blank article with prints and customizations. */
export interface CustomProductRequest {
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
export interface PrintRequest {
  /** Where the print data is fetched. http or https, at most 2,048 characters, without credentials. */
  dataUrl: string;
  /** Where on the article, one of its locations. */
  location: string;
  /** How it is printed, one of the technologies of that location. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}

/** An article that is applied to the blank, and where and how. */
export interface CustomizationRequest {
  /** SKU of a variant of a CUSTOMIZATION article. */
  sku: string;
  /** Where on the article, one of its locations. */
  location: string;
  /** How it is applied. */
  technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}

/** A deleted endpoint. */
export interface DeletedWebhookEndpoint {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** true */
  deleted: boolean;
}

/** The body of every answer outside of 2xx. */
export interface Error {
  /** Name of the error. */
  error:
    | 'invalid_request'
    | 'invalid_json'
    | 'invalid_url'
    | 'bad_request'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'missing_token'
    | 'invalid_token'
    | 'sign_in_refused'
    | 'not_signed_in'
    | 'not_a_station'
    | 'station_locked'
    | 'invalid_client'
    | 'insufficient_scope'
    | 'not_permitted'
    | 'people_only'
    | 'foreign_origin'
    | 'wrong_password'
    | 'openid_refused'
    | 'sandbox_only'
    | 'not_found'
    | 'order_not_found'
    | 'article_not_found'
    | 'article_variant_not_found'
    | 'product_variant_not_found'
    | 'products_not_found'
    | 'webhook_endpoint_not_found'
    | 'webhook_delivery_not_found'
    | 'client_not_found'
    | 'secret_not_found'
    | 'carrier_not_found'
    | 'product_not_found'
    | 'shipment_not_found'
    | 'operator_not_found'
    | 'note_not_found'
    | 'station_not_found'
    | 'session_not_found'
    | 'batch_not_found'
    | 'hand_over_not_found'
    | 'piece_not_found'
    | 'parcel_not_found'
    | 'stock_not_found'
    | 'printer_not_found'
    | 'print_job_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'order_already_exists'
    | 'order_not_changeable'
    | 'too_many_notes'
    | 'sandbox_order'
    | 'order_not_cancellable'
    | 'station_name_taken'
    | 'login_taken'
    | 'last_admin'
    | 'openid_account'
    | 'too_many_webhook_endpoints'
    | 'webhook_delivery_ended'
    | 'not_enough_stock'
    | 'too_much_stock'
    | 'printer_name_taken'
    | 'too_many_printers'
    | 'printer_in_use'
    | 'hand_over_incomplete'
    | 'parcel_on_other_list'
    | 'print_job_not_changeable'
    | 'document_not_printable'
    | 'parcel_not_packed'
    | 'label_not_made'
    | 'print_document_deleted'
    | 'link_not_valid'
    | 'precondition_failed'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'temporarily_unavailable';
  /** A sentence that says what is wrong and what to do. */
  message: string;
  /** All violations, or the general meaning of the error. */
  detail: string;
  /** The X-Request-Id of the answer. Support needs it to find the request. */
  requestId: string;
  /** All violations, at most 100, or 10,000 in the import of a catalogue. */
  violations?: Violation[];
}

/** A violation of one rule by the request. */
export interface Violation {
  /** JSON Pointer (RFC 6901) into the body, or the name of the parameter. */
  pointer: string;
  /** Name of the violated rule, in snake_case. */
  code: string;
  /** A sentence that says what to do. */
  message: string;
  /** The accepted values, if they can be listed. */
  allowed?: string[];
}

/** An existing product. */
export interface ExistingProduct {
  /** EAN-13 of a product variant that is assigned to you. */
  ean13: string;
  /** Name of the variant when it was ordered. */
  name: string;
}

/** Pieces of an existing product. */
export interface ExistingProductItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs. */
  unitPrice?: number;
  existingProduct: ExistingProduct;
  customProduct?: never;
}

/** Pieces of an existing product. */
export interface ExistingProductItemRequest {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id?: string;
  /** Pieces ordered. */
  quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs. */
  unitPrice?: number;
  existingProduct: ExistingProductRequest;
  customProduct?: never;
}

/** An existing product. */
export interface ExistingProductRequest {
  /** EAN-13 of a product variant that is assigned to you. */
  ean13: string;
}

/** The answer of a healthy server. */
export interface Health {
  /** ok. */
  status: 'ok';
  /** Version of the program. */
  version: string;
}

/** Authorization server metadata (RFC 8414). */
export interface IssuerMetadata {
  /** AUTH_URL; `iss` of the tokens. */
  issuer: string;
  /** Address of the token endpoint. */
  token_endpoint: string;
  /** Address of the public keys. */
  jwks_uri: string;
  /** client_credentials. */
  grant_types_supported: string[];
  /** Empty: there is no authorization endpoint. */
  response_types_supported: string[];
  /** How a client may authenticate: by HTTP Basic, or in the body. */
  token_endpoint_auth_methods_supported: string[];
  /** The scopes; a client has one of them. */
  scopes_supported: string[];
}

/** JSON Web Key Set (RFC 7517). */
export interface KeySet {
  /** Keys that sign now, will sign next, or signed recently. */
  keys: PublicKey[];
}

/** A public key that tokens are verified with. */
export interface PublicKey {
  /** Key type. */
  kty: string;
  /** Curve. */
  crv: string;
  /** X coordinate, base64url. */
  x: string;
  /** Y coordinate, base64url. */
  y: string;
  /** Key id, as in the header of a token. */
  kid: string;
  /** Algorithm. */
  alg: string;
  /** sig: for signatures. */
  use: string;
}

/** It ships with your own label. */
export interface LabelShipment {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  /** Of the first parcel, once that has left. */
  trackingNumber?: string;
  /** Who carries the first parcel, once that has left. */
  trackingCarrier?: string;
  /** Where the first parcel can be followed, once that has left. An http or https URL. */
  trackingUrl?: string;
  address?: never;
  carrierId?: never;
}

/** It ships with your own label. */
export interface LabelShipmentRequest {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  address?: never;
  carrierId?: never;
}

/** The metadata, with what OpenID Connect Discovery 1.0 asks for beside it. */
export interface OpenIdMetadata {
  /** AUTH_URL; `iss` of the tokens. */
  issuer: string;
  /** Address of the token endpoint. */
  token_endpoint: string;
  /** Address of the public keys. */
  jwks_uri: string;
  /** client_credentials. */
  grant_types_supported: string[];
  /** Empty: there is no authorization endpoint. */
  response_types_supported: string[];
  /** How a client may authenticate: by HTTP Basic, or in the body. */
  token_endpoint_auth_methods_supported: string[];
  /** The scopes; a client has one of them. */
  scopes_supported: string[];
  /** public: `sub` is the client id, the same for every reader. */
  subject_types_supported: string[];
  /** What tokens are signed with. Some libraries take it for access tokens, too; there are no ID tokens. */
  id_token_signing_alg_values_supported: string[];
}

/** An order. Optional fields that have no value are left out. */
export interface Order {
  /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /**
   * What is ordered.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: OrderItem[];
  shipping: Shipping;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  /** ISO 4217 code of the unit prices. Required when there is no shippingLabelUrl. */
  unitPriceCurrency?: string;
  statusReason?: StatusReason;
  cancellation?: Cancellation;
  /** The parcels that have left, in their order. While the order is ACCEPTED, what they do not hold is still to leave; of one that is CANCELLED it never left. */
  shipments?: Shipment[];
  /** What could be better, but does not stop the order. */
  warnings?: OrderWarning[];
  /** When all that the order told of people was erased: its recipient, its files, tracking and reasons. What must be there reads erased or https://erased.invalid/ since. Absent: it was not. ISO 8601 in UTC with milliseconds. */
  personalDataErased?: string;
  /** When the order was made. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */
  updated: string;
}

/** Why the order is in ERROR or on hold, or what it waits for. */
export interface StatusReason {
  /** Short name of the reason, listed at /docs/order-life. */
  code: string;
  /** What it means and what to do. */
  message: string;
  /** JSON Pointer to the part of the order, where there is one. */
  pointer?: string;
  /** Each place that keeps the order from going on: every file, or where several are short of stock the first 100. */
  details?: StatusDetail[];
}

/** Something that keeps the order from going on: a file, or stock. */
export interface StatusDetail {
  /** JSON Pointer to the place in the order; of a file, to the first that names it. */
  pointer: string;
  /** Short name of what is wrong with it, listed at /docs/order-life. */
  code: string;
  /** What it means and what to do. */
  message: string;
  /** Of a file: when it is fetched again; absent where it is not. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
}

/** A parcel of the order. */
export interface Shipment {
  /** Identifies the parcel within the order: its place in the list, counted from 1. Absent in parcels that left before there were ids. */
  shipmentId?: string;
  /** Number to follow the parcel with. */
  trackingNumber?: string;
  /** Who carries the parcel. */
  trackingCarrier?: string;
  /** Where the parcel can be followed. An http or https URL. */
  trackingUrl?: string;
  /** What is in the parcel; empty where that was not told. */
  items: ShippedItem[];
  /** When the parcel left. ISO 8601 in UTC with milliseconds. */
  shipped: string;
}

/** Pieces of an item in a parcel. */
export interface ShippedItem {
  /** Item of the order. */
  id: string;
  /** Pieces of it in the parcel. */
  quantity: number;
}

/** Something that could be better. */
export interface OrderWarning {
  /** Short name of the warning. */
  code: string;
  /** What could be better. */
  message: string;
  /** JSON Pointer to the part of the order. */
  pointer: string;
}

/** Body of `order.accepted`: the center took it into production. */
export interface OrderAcceptedEvent {
  /** What happened. */
  type: 'order.accepted';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'ACCEPTED';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** A parcel of the order; what is in it stands in the order. */
export interface ShippedParcel {
  /** Identifies the parcel within the order: its place in the list, counted from 1. Absent in parcels that left before there were ids. */
  shipmentId?: string;
  /** Number to follow the parcel with. */
  trackingNumber?: string;
  /** Who carries the parcel. */
  trackingCarrier?: string;
  /** Where the parcel can be followed. An http or https URL. */
  trackingUrl?: string;
  /** When the parcel left. ISO 8601 in UTC with milliseconds. */
  shipped: string;
}

/** Body of `order.assigned`: its files are kept and its stock is reserved. */
export interface OrderAssignedEvent {
  /** What happened. */
  type: 'order.assigned';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'ASSIGNED';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** Body of `order.cancellation_rejected`: the order is not cancelled as you asked: staff decided so, or it was shipped or failed meanwhile. */
export interface OrderCancellationRejectedEvent {
  /** What happened. */
  type: 'order.cancellation_rejected';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
    /** How it was decided. */
    cancellation: {
      /** REJECTED. */
      status?: string;
      /** Why, in the words of staff, or order_shipped or order_failed. */
      rejectionReason?: string;
    };
  };
}

/** Body of `order.cancellation_requested`: you asked to cancel an order in production. */
export interface OrderCancellationRequestedEvent {
  /** What happened. */
  type: 'order.cancellation_requested';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** Body of `order.cancelled`: it is cancelled. */
export interface OrderCancelledEvent {
  /** What happened. */
  type: 'order.cancelled';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'CANCELLED';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** Body of `order.created`: you made the order. */
export interface OrderCreatedEvent {
  /** What happened. */
  type: 'order.created';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'NEW';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** Body of `order.error`: it cannot go on; `statusReason` tells why. */
export interface OrderErrorEvent {
  /** What happened. */
  type: 'order.error';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'ERROR';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** Something that happened to an order. */
export interface OrderEvent {
  /** What happened; more types may come. */
  type:
    | 'order.created'
    | 'order.updated'
    | 'order.assigned'
    | 'order.accepted'
    | 'order.partially_shipped'
    | 'order.shipped'
    | 'order.cancelled'
    | 'order.error'
    | 'order.cancellation_requested'
    | 'order.cancellation_rejected';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  occurred: string;
  /** Status after it. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Status before it. */
  previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Version of the order after it; its ETag. */
  version: number;
  /** Who did it: you, the staff, or the service. */
  actor: 'client' | 'operator' | 'system';
  /** Why, where a reason was given. */
  reason?: string;
}

/** Body of `order.partially_shipped`: some of its pieces left, and others are still to leave; `shipments` has the parcels of this part. */
export interface OrderPartiallyShippedEvent {
  /** What happened. */
  type: 'order.partially_shipped';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'ACCEPTED';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** An order to be made. null counts as absent; unknown properties are refused; types are never converted. */
export interface OrderRequest {
  /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
  orderId: string;
  /**
   * What is ordered.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: OrderItemRequest[];
  shipping: ShippingRequest;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  unitPriceCurrency?: CurrencyCode;
}

/** Body of `order.shipped`: all of it is on its way; `trackingNumber`, `trackingCarrier`, `trackingUrl`, and `shipments` with the last parcels. */
export interface OrderShippedEvent {
  /** What happened. */
  type: 'order.shipped';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'SHIPPED';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** An order in a list. */
export interface OrderSummary {
  /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** When the order was made. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */
  updated: string;
}

/** Body of `order.updated`: it changed without another of these: you replaced it, it is tried again, it waits for stock, the tracking of a parcel was corrected (`shipments`). */
export interface OrderUpdatedEvent {
  /** What happened. */
  type: 'order.updated';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order as it is after it, without personal data: read the order for the rest. */
  data: {
    /** Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path. */
    orderId: string;
    /** Status after it. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before it. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Version of the order after it, its ETag: what has a higher one is newer. */
    version: number;
    /** Of the first parcel, once shipped. */
    trackingNumber?: string;
    /** Who carries the first parcel, once shipped. */
    trackingCarrier?: string;
    /** Where the first parcel can be followed, once shipped. */
    trackingUrl?: string;
    /** The parcels that it is about. */
    shipments?: ShippedParcel[];
    statusReason?: StatusReason;
  };
}

/** A product that is assigned to you. */
export interface Product {
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

/** A page of products. */
export interface ProductList {
  /** How many there are on all pages. */
  totalItems: number;
  /** The products of this page. */
  data: Product[];
}

/** Body of `product.stock_changed`: the pieces of a variant of yours that are available have changed: `ean13`, `productId`, `stockLevelQuantity`; at most one in 5 seconds for each variant. */
export interface ProductStockChangedEvent {
  /** What happened. */
  type: 'product.stock_changed';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
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
export interface ProductVariant {
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

/** A page of product variants. */
export interface ProductVariantList {
  /** How many there are on all pages. */
  totalItems: number;
  /** The variants of this page. */
  data: ProductVariant[];
}

/** The answer of a server that can answer requests. */
export interface Readiness {
  /** ok; with `verbose` also degraded, when a check is. */
  status: 'ok' | 'degraded';
  /** Version of the program. */
  version: string;
  /**
   * With `verbose`.
   *
   * Items: One thing that the service needs.
   */
  checks?: {
    /** database, disk, intake, jobs, keys or webhooks. */
    name: string;
    /** ok or degraded. */
    status: 'ok' | 'degraded';
    /** What is wrong. */
    message?: string;
  }[];
}

/** How many failed deliveries are sent again. */
export interface ResendFailed {
  /** How many are sent again now. */
  resent: number;
}

/** Which failed deliveries are to be sent again. */
export interface ResendFailedRequest {
  /** Failed deliveries of events since this moment are sent again. ISO 8601 in UTC with milliseconds. */
  since: string;
}

/** What becomes of a wish to cancel. */
export interface SimulateCancellationRequest {
  /** What becomes of a wish to cancel an order that is ACCEPTED: REQUESTED asks for it, ACCEPTED grants it, REJECTED rejects it. */
  cancellation: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  status?: never;
}

/** A status that is simulated. */
export interface SimulateStatusRequest {
  /** Status to take the order to. This or cancellation is required. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  cancellation?: never;
}

/** An access token (RFC 6749, 5.1). */
export interface Token {
  /** JWT access token (RFC 9068). Send it as `Authorization: Bearer …` until it expires. */
  access_token: string;
  /** How the token is sent (RFC 6750). */
  token_type: 'Bearer';
  /** Lifetime in seconds. */
  expires_in: number;
  /** What the token may be used for. */
  scope: string;
}

/** The body of every answer of the token endpoint outside 2xx. */
export interface TokenError {
  /** Error code of RFC 6749, 5.2, or from the catalogue. */
  error:
    | 'invalid_request'
    | 'invalid_json'
    | 'invalid_url'
    | 'bad_request'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'missing_token'
    | 'invalid_token'
    | 'sign_in_refused'
    | 'not_signed_in'
    | 'not_a_station'
    | 'station_locked'
    | 'invalid_client'
    | 'insufficient_scope'
    | 'not_permitted'
    | 'people_only'
    | 'foreign_origin'
    | 'wrong_password'
    | 'openid_refused'
    | 'sandbox_only'
    | 'not_found'
    | 'order_not_found'
    | 'article_not_found'
    | 'article_variant_not_found'
    | 'product_variant_not_found'
    | 'products_not_found'
    | 'webhook_endpoint_not_found'
    | 'webhook_delivery_not_found'
    | 'client_not_found'
    | 'secret_not_found'
    | 'carrier_not_found'
    | 'product_not_found'
    | 'shipment_not_found'
    | 'operator_not_found'
    | 'note_not_found'
    | 'station_not_found'
    | 'session_not_found'
    | 'batch_not_found'
    | 'hand_over_not_found'
    | 'piece_not_found'
    | 'parcel_not_found'
    | 'stock_not_found'
    | 'printer_not_found'
    | 'print_job_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'order_already_exists'
    | 'order_not_changeable'
    | 'too_many_notes'
    | 'sandbox_order'
    | 'order_not_cancellable'
    | 'station_name_taken'
    | 'login_taken'
    | 'last_admin'
    | 'openid_account'
    | 'too_many_webhook_endpoints'
    | 'webhook_delivery_ended'
    | 'not_enough_stock'
    | 'too_much_stock'
    | 'printer_name_taken'
    | 'too_many_printers'
    | 'printer_in_use'
    | 'hand_over_incomplete'
    | 'parcel_on_other_list'
    | 'print_job_not_changeable'
    | 'document_not_printable'
    | 'parcel_not_packed'
    | 'label_not_made'
    | 'print_document_deleted'
    | 'link_not_valid'
    | 'precondition_failed'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'temporarily_unavailable';
  /** The same as message (RFC 6749, 5.2). */
  error_description: string;
  /** A sentence that says what is wrong and what to do. */
  message: string;
  /** All violations, or the general meaning of the error. */
  detail: string;
  /** The X-Request-Id of the answer. Support needs it to find the request. */
  requestId: string;
}

/** A request for a token; parameters that are not known are ignored. */
export interface TokenRequest {
  /** The OAuth 2.0 grant (RFC 6749, 4.4). */
  grant_type: 'client_credentials';
  /** Client id. May come by HTTP Basic instead. */
  client_id?: string;
  /** Client secret. May come by HTTP Basic instead. */
  client_secret?: string;
  /** May be left out: a client has one scope. */
  scope?: string;
}

/** An event at an endpoint: what is to be sent, and what came of it. */
export interface WebhookDelivery {
  /** The webhook-id that it is sent with: the same for each endpoint and each attempt. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
  /** pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: the staff of the fulfillment center skipped it, since it held up those behind it. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** Attempts so far. */
  attempts: number;
  /** For pending ones of an active endpoint: not before this, and not before the one that waits in front. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  /** When it was recorded, with what it tells of. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When the last attempt ended. ISO 8601 in UTC with milliseconds. */
  lastAttempt?: string;
  /** When it was answered 2xx. ISO 8601 in UTC with milliseconds. */
  delivered?: string;
  /** HTTP status of the last answer. */
  lastStatus?: number;
  /** Why the last attempt failed. unexpected_status: not 2xx. redirect: 3xx, which is not followed. timeout: no answer within 20 seconds. address_refused: the host is unknown, or its address is not one of the public internet. secret_unreadable: rotate the secret. internal_problem: something on our side failed. */
  lastError?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem';
}

/** A delivery with what is sent and what was answered. */
export interface WebhookDeliveryDetail {
  /** The webhook-id that it is sent with: the same for each endpoint and each attempt. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
  /** pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: the staff of the fulfillment center skipped it, since it held up those behind it. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** Attempts so far. */
  attempts: number;
  /** For pending ones of an active endpoint: not before this, and not before the one that waits in front. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  /** When it was recorded, with what it tells of. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When the last attempt ended. ISO 8601 in UTC with milliseconds. */
  lastAttempt?: string;
  /** When it was answered 2xx. ISO 8601 in UTC with milliseconds. */
  delivered?: string;
  /** HTTP status of the last answer. */
  lastStatus?: number;
  /** Why the last attempt failed. unexpected_status: not 2xx. redirect: 3xx, which is not followed. timeout: no answer within 20 seconds. address_refused: the host is unknown, or its address is not one of the public internet. secret_unreadable: rotate the secret. internal_problem: something on our side failed. */
  lastError?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem';
  /** The body exactly as it is signed and sent. */
  body: string;
  /** The first 500 characters of the last answer. */
  responseExcerpt?: string;
}

/** Where events are sent. */
export interface WebhookEndpoint {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** Where events are sent by POST. http or https, at most 2,048 characters, without credentials, on the public internet: private addresses and names are refused. */
  url: string;
  /**
   * The types of events that are wanted. Empty: all of them, also types that are added later.
   *
   * @maxItems 50
   */
  types: (
    | 'order.created'
    | 'order.updated'
    | 'order.assigned'
    | 'order.accepted'
    | 'order.partially_shipped'
    | 'order.shipped'
    | 'order.cancelled'
    | 'order.error'
    | 'order.cancellation_requested'
    | 'order.cancellation_rejected'
    | 'product.stock_changed'
  )[];
  /** Your own note about the endpoint. */
  description?: string;
  /** Whether events are recorded for it and sent. */
  status: 'active' | 'disabled';
  /** requested: by you. gone: it answered 410. failing: nothing but failure for five days. by_staff: by the staff of the fulfillment center. */
  disabledReason?: 'requested' | 'gone' | 'failing' | 'by_staff';
  /** First failure since the last success, or since nothing waited any more. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Until then each delivery is also signed with the secret before the last rotation. ISO 8601 in UTC with milliseconds. */
  previousSecretValidUntil?: string;
  /** When it was made. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When it was last changed. ISO 8601 in UTC with milliseconds. */
  updated: string;
}

/** What is to change of an endpoint. */
export interface WebhookEndpointChangeRequest {
  /** Where events are sent by POST. http or https, at most 2,048 characters, without credentials, on the public internet: private addresses and names are refused. */
  url?: string;
  /**
   * The types of events that are wanted. Empty: all of them, also types that are added later.
   *
   * @maxItems 50
   */
  types?: (
    | 'order.created'
    | 'order.updated'
    | 'order.assigned'
    | 'order.accepted'
    | 'order.partially_shipped'
    | 'order.shipped'
    | 'order.cancelled'
    | 'order.error'
    | 'order.cancellation_requested'
    | 'order.cancellation_rejected'
    | 'product.stock_changed'
  )[];
  /** Your own note about the endpoint. */
  description?: string;
  /** disabled: nothing that happens is recorded, and nothing sent. active: what waits is sent at once. */
  status?: 'active' | 'disabled';
}

/** An endpoint that is to be made. */
export interface WebhookEndpointRequest {
  /** Where events are sent by POST. http or https, at most 2,048 characters, without credentials, on the public internet: private addresses and names are refused. */
  url: string;
  /**
   * The types of events that are wanted. Empty: all of them, also types that are added later.
   *
   * @maxItems 50
   */
  types?: (
    | 'order.created'
    | 'order.updated'
    | 'order.assigned'
    | 'order.accepted'
    | 'order.partially_shipped'
    | 'order.shipped'
    | 'order.cancelled'
    | 'order.error'
    | 'order.cancellation_requested'
    | 'order.cancellation_rejected'
    | 'product.stock_changed'
  )[];
  /** Your own note about the endpoint. */
  description?: string;
}

/** An endpoint with its secret. */
export interface WebhookEndpointSecret {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** Where events are sent by POST. http or https, at most 2,048 characters, without credentials, on the public internet: private addresses and names are refused. */
  url: string;
  /**
   * The types of events that are wanted. Empty: all of them, also types that are added later.
   *
   * @maxItems 50
   */
  types: (
    | 'order.created'
    | 'order.updated'
    | 'order.assigned'
    | 'order.accepted'
    | 'order.partially_shipped'
    | 'order.shipped'
    | 'order.cancelled'
    | 'order.error'
    | 'order.cancellation_requested'
    | 'order.cancellation_rejected'
    | 'product.stock_changed'
  )[];
  /** Your own note about the endpoint. */
  description?: string;
  /** Whether events are recorded for it and sent. */
  status: 'active' | 'disabled';
  /** requested: by you. gone: it answered 410. failing: nothing but failure for five days. by_staff: by the staff of the fulfillment center. */
  disabledReason?: 'requested' | 'gone' | 'failing' | 'by_staff';
  /** First failure since the last success, or since nothing waited any more. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Until then each delivery is also signed with the secret before the last rotation. ISO 8601 in UTC with milliseconds. */
  previousSecretValidUntil?: string;
  /** When it was made. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When it was last changed. ISO 8601 in UTC with milliseconds. */
  updated: string;
  /** Signs what is sent. Shown in this answer only. */
  secret: string;
}

/** Body of `webhook.test`: you asked for it. */
export interface WebhookTestEvent {
  /** What happened. */
  type: 'webhook.test';
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** What was asked for. */
  data: {
    /** Endpoint that is tested. */
    endpointId: string;
  };
}
