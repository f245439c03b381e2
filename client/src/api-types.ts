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
/** The simulated step of a sandbox order: a status, a step of its cancellation, or a situation. */
export type SimulateRequest = SimulateStatusRequest | SimulateCancellationRequest | SimulateSituationRequest;
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
  | ParcelUpdatedEvent
  | OrderReturnedEvent
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
export interface AddressShipmentRequest {
  address: AddressRequest;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */
  carrierId?: string;
  shippingLabelUrl?: never;
  returnLabelUrl?: never;
}

/** A return that you expect. */
export interface AnnounceReturnRequest {
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
export interface AnnouncedItem {
  /** Item of the order. */
  id: string;
  /** Number of its pieces that come back. */
  quantity: number;
  /** Why the pieces come back. */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
}

/** Where the area is on the first picture of the article. The print is then shown over that picture. */
export interface AreaOnPicture {
  /** Left edge of the area, as a fraction of the width of the picture, 0 to 1. */
  left: number;
  /** Upper edge of the area, as a fraction of the height of the picture, 0 to 1. */
  top: number;
  /** Width of the area, as a fraction of the width of the picture, above 0. */
  width: number;
}

/** A blank article or a customization. */
export interface Article {
  /** Unique identifier of the article. */
  manufacturerCode: string;
  /** Title of the article. */
  title: string;
  /** Variants, ordered by SKU. */
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

/** An article variant with its allowed locations. */
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
  /** Locations at which a BLANK may be printed or customized, with the technologies. Empty for other types. */
  allowedLocations: LocationTechnologies[];
  /** Locations at which a CUSTOMIZATION may be applied to a blank, with the technologies. Empty for other types. */
  isAllowedOnLocations: LocationTechnologies[];
  /** Whether direct-to-garment printing uses a white underbase. */
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

/** The area that a print fills at most. */
export interface PrintArea {
  /** Width in millimeters. */
  widthMm: number;
  /** Height in millimeters. */
  heightMm: number;
  /** From where its position is measured: the seam of the collar, or the edges of the platen. */
  origin?: 'COLLAR' | 'PLATEN';
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
export interface CancelRequest {
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
export interface CancelledItem {
  /** Item of the order. */
  id: string;
  /** Pieces to cancel. Absent: all of the item. */
  quantity?: number;
}

/** State of the request to cancel an order in production. */
export interface Cancellation {
  /** REQUESTED until staff decide. */
  status: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  /** The reason that you gave. */
  reason?: string;
  /** Why it was rejected: text from staff, or order_shipped or order_failed if that ended the request. */
  rejectionReason?: string;
}

/** A carrier that you have a contract with. */
export interface Carrier {
  /** Identifier of the carrier, for `shipping.carrierId` of an order. */
  carrierId: string;
  /** Name of the carrier. */
  name: string;
  /** Whether orders that name no carrier ship with it. */
  default: boolean;
}

/** A valid client secret. Its value is not stored. */
export interface Credential {
  /** Identifier of the credential. Its tokens have it as `secret_id`. */
  credentialId: string;
  /** Its name. Absent: the main credential. */
  name?: string;
  /**
   * The scopes of its tokens. `fulfillment` contains all scopes.
   *
   * Items: A scope. New values may be added.
   */
  scopes: (
    'fulfillment' | 'orders:read' | 'orders:write' | 'catalog:read' | 'webhooks:manage' | (string & {})
  )[];
  /** When it was created. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** When it or one of its tokens was last used, up to six minutes late. Absent: never yet. ISO 8601 in UTC with milliseconds. */
  lastUsed?: string;
}

/** CredentialCount in use. */
export interface CredentialCount {
  /** Number in use. */
  used: number;
  /** Largest number of names of credentials. */
  max: number;
}

/** A new credential. */
export interface CredentialRequest {
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
  scopes?: ('orders:read' | 'orders:write' | 'catalog:read' | 'webhooks:manage')[];
  /** true: all other credentials of this name and their tokens end at once. Default: false. */
  revokePrevious?: boolean;
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
export interface Customization {
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
export interface CustomProductItem {
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
export interface CustomProductItemRequest {
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
export interface CustomizationRequest {
  /** SKU of a variant of a CUSTOMIZATION article. */
  sku: string;
  /** The place on the garment: one of the article's locations. */
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
  /** Always true. */
  deleted: boolean;
}

/** How far a parcel has come, as its carrier reports it. */
export interface Delivery {
  /** IN_TRANSIT: the carrier has it. DELIVERED: the recipient has it. PROBLEM: it cannot be delivered for now. RETURNED: it goes back to the center. */
  status: 'IN_TRANSIT' | 'DELIVERED' | 'PROBLEM' | 'RETURNED';
  /** When it reached this status. ISO 8601 in UTC with milliseconds. */
  since: string;
}

/** The body of every answer outside of 2xx. */
export interface Error {
  /** Name of the error. New values may be added. */
  error:
    | 'invalid_request'
    | 'invalid_json'
    | 'invalid_url'
    | 'bad_request'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'missing_token'
    | 'invalid_token'
    | 'invalid_client'
    | 'insufficient_scope'
    | 'network_not_allowed'
    | 'return_label_not_allowed'
    | 'rush_not_allowed'
    | 'sandbox_only'
    | 'not_found'
    | 'order_not_found'
    | 'article_not_found'
    | 'article_variant_not_found'
    | 'products_not_found'
    | 'return_not_found'
    | 'credential_not_found'
    | 'webhook_endpoint_not_found'
    | 'webhook_delivery_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'order_already_exists'
    | 'order_not_changeable'
    | 'order_not_cancellable'
    | 'return_not_withdrawable'
    | 'credential_in_use'
    | 'too_many_credentials'
    | 'upload_quota_reached'
    | 'too_many_webhook_endpoints'
    | 'position_expired'
    | 'precondition_failed'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'temporarily_unavailable'
    | (string & {});
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

/** A part of the feed. */
export interface EventFeed {
  /** The events, in an order that never changes. */
  data: FeedEvent[];
  /** Send it as `after` the next time. Keep it when you have processed the events. */
  next: string;
}

/** An event, with ids and states. Read the order for the rest. */
export interface FeedEvent {
  /** The id of the event, which is also its webhook-id. */
  id: string;
  /** The type of the event. New values may be added. */
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
    | 'order.cancellation_rejected'
    | 'parcel.updated'
    | 'order.returned'
    | 'product.stock_changed'
    | (string & {});
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** Of an order: orderId, status, previousStatus, version and reason; of order.returned also return, with returnId and quantity. Of a variant: ean13, productId and stockLevelQuantity. */
  data: {
    [k: string]: unknown;
  };
}

/** An existing product. */
export interface ExistingProduct {
  /** EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue. */
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
export interface ExistingProductItemRequest {
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
export interface ExistingProductRequest {
  /** EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue. */
  ean13: string;
}

/** Bytes of print files that were fetched for you on this day (UTC). */
export interface FileBytes {
  /** Bytes fetched today. */
  used: number;
  /** Largest number of bytes in a day. Further files are fetched the next day. */
  max: number;
}

/** What an order with this artwork would meet. */
export interface FileCheck {
  /** What the content is. Absent: not known. New values may be added. */
  mediaType?:
    'image/png' | 'image/jpeg' | 'image/tiff' | 'application/pdf' | 'application/zpl' | (string & {});
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
export interface FileCheckPrint {
  /** Printed width in millimeters. */
  widthMm: number;
  /** Printed height in millimeters. */
  heightMm: number;
  /** Pixels per inch of an image at its printed size. */
  dpi?: number;
}

/** A reason why the order would be refused, wait, or go to ERROR. */
export interface FileRefusal {
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
export interface FileWarning {
  /** Short name of the warning. */
  code: string;
  /** A sentence about it. */
  message: string;
}

/** Artwork, and where it would be printed. */
export interface FileCheckRequest {
  /** Address of the artwork, or of an uploaded file. */
  url: string;
  /** SKU of the blank. */
  sku: string;
  /** The place on the garment: one of the article's locations. */
  location: string;
  /** One of the technologies of the location. */
  technology: string;
}

/** The answer of a healthy server. */
export interface Health {
  /** Always ok. */
  status: 'ok';
  /** Version of the program. */
  version: string;
}

/** A request to hold an order. */
export interface HoldRequest {
  /** The reason, for the staff. */
  reason?: string;
}

/** Authorization server metadata (RFC 8414). */
export interface IssuerMetadata {
  /** Identifier of the issuer, as in the claim `iss` of the tokens. */
  issuer: string;
  /** Address of the token endpoint. */
  token_endpoint: string;
  /** Address of the public keys. */
  jwks_uri: string;
  /** Supported grants: only client_credentials. */
  grant_types_supported: string[];
  /** Empty: there is no authorization endpoint. */
  response_types_supported: string[];
  /** How a client authenticates: by HTTP Basic, or in the body. */
  token_endpoint_auth_methods_supported: string[];
  /** All scopes. */
  scopes_supported: string[];
}

/** JSON Web Key Set (RFC 7517). */
export interface KeySet {
  /** The key that signs now, the next one, and recent ones whose tokens are still valid. */
  keys: PublicKey[];
}

/** A public key that verifies tokens. */
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
  /** Use of the key. sig: it verifies signatures. */
  use: string;
}

/** It ships with your own label. */
export interface LabelShipment {
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
export interface LabelShipmentRequest {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  address?: never;
  carrierId?: never;
}

/** Limits of one request or order. */
export interface Limits {
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
export interface LoggedAttempt {
  /** When it ended. ISO 8601 in UTC with milliseconds. */
  at: string;
  /** HTTP status of the answer. Absent: there was none. */
  status?: number;
  /** Why it failed. Absent: it succeeded. New values may be added. */
  error?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem'
    | (string & {});
}

/** The networks from which your requests are accepted. */
export interface Networks {
  /**
   * IP addresses, and networks in CIDR notation, from which your requests are accepted. At most 50. Empty: all.
   *
   * @maxItems 50
   */
  networks: string[];
}

/** A new client secret. */
export interface NewCredential {
  /** Identifier of the credential. Its tokens have it as `secret_id`. */
  credentialId: string;
  /** Its name. Absent: the main credential. */
  name?: string;
  /**
   * The scopes of its tokens. `fulfillment` contains all scopes.
   *
   * Items: A scope. New values may be added.
   */
  scopes: (
    'fulfillment' | 'orders:read' | 'orders:write' | 'catalog:read' | 'webhooks:manage' | (string & {})
  )[];
  /** When it was created. ISO 8601 in UTC with milliseconds. */
  created: string;
  /** Your client id. */
  clientId: string;
  /** The secret. Only this answer contains it. */
  clientSecret: string;
}

/** The issuer metadata, with the fields that OpenID Connect Discovery 1.0 requires. */
export interface OpenIdMetadata {
  /** Identifier of the issuer, as in the claim `iss` of the tokens. */
  issuer: string;
  /** Address of the token endpoint. */
  token_endpoint: string;
  /** Address of the public keys. */
  jwks_uri: string;
  /** Supported grants: only client_credentials. */
  grant_types_supported: string[];
  /** Empty: there is no authorization endpoint. */
  response_types_supported: string[];
  /** How a client authenticates: by HTTP Basic, or in the body. */
  token_endpoint_auth_methods_supported: string[];
  /** All scopes. */
  scopes_supported: string[];
  /** public: `sub` is the client id, the same for every reader. */
  subject_types_supported: string[];
  /** Algorithm that signs tokens. Some libraries apply it to access tokens; there are no ID tokens. */
  id_token_signing_alg_values_supported: string[];
}

/** An order. Optional fields that have no value are left out. */
export interface Order {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
  priority?: 'STANDARD' | 'RUSH';
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
export interface TaxIds {
  /** Number of the Import One-Stop Shop of the EU: IM and 10 digits. */
  ioss?: string;
  /** Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters. */
  eori?: string;
  /** VAT number of the sender, which begins with the code of its country. Greece has EL. */
  vat?: string;
}

/** Why the order is in ERROR or on hold, or what it waits for. */
export interface StatusReason {
  /** Short name of the reason, listed at /docs/order-life. */
  code: string;
  /** The meaning of the reason, and what to do. */
  message: string;
  /** JSON Pointer to the part of the order, where there is one. */
  pointer?: string;
  /** With on_hold, `client`: you hold the order, and can release it. Absent: staff. New values may be added. */
  heldBy?: 'client' | (string & {});
  /** Every place with a problem: all files, or the first 100 places that are short of stock. */
  details?: StatusDetail[];
}

/** Something that the order waits for or fails on: a file, or stock. */
export interface StatusDetail {
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
export interface Shipment {
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
export interface ShippedItem {
  /** Item of the order. */
  id: string;
  /** Number of its pieces in the parcel. */
  quantity: number;
}

/** Something that could be better. */
export interface OrderWarning {
  /** Short name of the warning. */
  code: string;
  /** A sentence about the part that could be better. */
  message: string;
  /** JSON Pointer to the part of the order. */
  pointer: string;
}

/** A charge of an order. */
export interface OrderCharge {
  /** What is charged. New values may be added. */
  kind:
    | 'ARTICLE'
    | 'PRINT'
    | 'CUSTOMIZATION'
    | 'PACKING_ORDER'
    | 'PACKING_PARCEL'
    | 'PACKING_PIECE'
    | 'POSTAGE'
    | 'STORAGE_MONTH'
    | 'STORAGE_PIECE'
    | 'CORRECTION'
    | (string & {});
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
export interface RepeatOf {
  /** The shipped order. */
  orderId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. New values may be added. */
  kind: 'REPLACEMENT' | 'REPEAT' | (string & {});
  /** Why pieces are replaced. Absent: a paid repeat. New values may be added. */
  reason?: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER' | (string & {});
}

/** An order that makes pieces of this one again. */
export interface RepeatedBy {
  /** The new order. */
  orderId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. New values may be added. */
  kind: 'REPLACEMENT' | 'REPEAT' | (string & {});
  /** Why pieces are replaced. Absent: a paid repeat. New values may be added. */
  reason?: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER' | (string & {});
}

/** Body of `order.accepted`: the center took it into production. */
export interface OrderAcceptedEvent {
  /** The type of the event. */
  type: 'order.accepted';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'ACCEPTED';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface ShippedParcel {
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
export interface OrderAssignedEvent {
  /** The type of the event. */
  type: 'order.assigned';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'ASSIGNED';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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

/** Up to 100 orders. */
export interface OrderBatch {
  /**
   * The orders to create.
   *
   * @minItems 1
   * @maxItems 100
   */
  orders: OrderRequest[];
}

/** The order to create. null counts as absent, unknown properties are refused, and types are never converted. */
export interface OrderRequest {
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
  priority?: 'STANDARD' | 'RUSH';
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
export interface TaxIdsRequest {
  /** Number of the Import One-Stop Shop of the EU: IM and 10 digits. */
  ioss?: string;
  /** Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters. */
  eori?: string;
  /** VAT number of the sender, which begins with the code of its country. Greece has EL. */
  vat?: string;
}

/** What became of one order. Has exactly one of order and error. */
export interface OrderBatchResult {
  /** The orderId as it was sent. Absent: it was no text. */
  orderId?: string;
  /** The HTTP status that POST /v1/orders would answer. */
  status: number;
  order?: Order;
  /** true: the same order was already stored. */
  replayed?: boolean;
  error?: Error;
}

/** The results of a batch. */
export interface OrderBatchResults {
  /** One for each order. */
  results: OrderBatchResult[];
}

/** Body of `order.cancellation_rejected`: your request to cancel was rejected: by staff, or because the order was shipped or failed in the meantime. */
export interface OrderCancellationRejectedEvent {
  /** The type of the event. */
  type: 'order.cancellation_rejected';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderCancellationRequestedEvent {
  /** The type of the event. */
  type: 'order.cancellation_requested';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderCancelledEvent {
  /** The type of the event. */
  type: 'order.cancelled';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'CANCELLED';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderCreatedEvent {
  /** The type of the event. */
  type: 'order.created';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'NEW';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderErrorEvent {
  /** The type of the event. */
  type: 'order.error';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'ERROR';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderEvent {
  /** The type of the event. New values may be added. */
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
    | 'order.cancellation_rejected'
    | 'parcel.updated'
    | 'order.returned'
    | (string & {});
  /** When it happened. ISO 8601 in UTC with milliseconds. */
  occurred: string;
  /** Status after the event. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Status before the event. */
  previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Version of the order after the event; its ETag. */
  version: number;
  /** The author of the event: you, the staff or the service. */
  actor: 'client' | 'operator' | 'system';
  /** The reason, if one was given. */
  reason?: string;
  /** JSON Pointers to the fields that a change or correction changed. At most 100. Absent after erasure. */
  changed?: string[];
}

/** Body of `order.partially_shipped`: a part of the order was shipped, and other pieces remain; `shipments` has the parcels of this part. */
export interface OrderPartiallyShippedEvent {
  /** The type of the event. */
  type: 'order.partially_shipped';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'ACCEPTED';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderReturnedEvent {
  /** The type of the event. */
  type: 'order.returned';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderShippedEvent {
  /** The type of the event. */
  type: 'order.shipped';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'SHIPPED';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderSummary {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OrderUpdatedEvent {
  /** The type of the event. */
  type: 'order.updated';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface OwnStock {
  /** ARTICLE: `code` is the SKU of a blank. PRODUCT: `code` is an EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
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
export interface ParcelUpdatedEvent {
  /** The type of the event. */
  type: 'parcel.updated';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The order after the event, without personal data. Read the order for the other fields. */
  data: {
    /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
    orderId: string;
    /** Status after the event. */
    status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
    /** Status before the event. */
    previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
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
export interface Preview {
  /** What the file is. New values may be added. */
  role: 'artwork' | 'quality_control_image' | (string & {});
  /** The place of the print or customization. */
  location?: string;
  /** The technology of the print or customization. */
  technology?: string;
  /** PENDING: it is drawn soon. NONE: no picture of the file can be drawn. */
  state: 'READY' | 'PENDING' | 'NONE';
  /** The picture as a data URL, WebP, at most 320 pixels on the longer side. Set in READY. */
  image?: string;
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
  /** Number of items on all pages. */
  totalItems: number;
  /** The products of this page. */
  data: Product[];
}

/** Body of `product.stock_changed`: the available quantity of one of your variants changed: `ean13`, `productId`, `stockLevelQuantity`; at most once in 5 seconds for each variant. */
export interface ProductStockChangedEvent {
  /** The type of the event. */
  type: 'product.stock_changed';
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
  /** Number of items on all pages. */
  totalItems: number;
  /** The variants of this page. */
  data: ProductVariant[];
}

/** The requests of the present window. Absent: requests are not limited. */
export interface Quota {
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
export interface Quote {
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
export interface QuotedItem {
  /** The item. */
  id: string;
  /** Whether all its pieces can be reserved now, after the items before it. */
  available: boolean;
}

/** A service of a carrier. */
export interface QuotedService {
  /** The service, as the label provider names it. */
  service: string;
  /** Name of the carrier. */
  carrier: string;
  /** Days until delivery, if the provider tells them. */
  days?: number;
  postage?: QuotedPostage;
}

/** Your postage for one parcel. Absent: it has no price. */
export interface QuotedPostage {
  /** In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */
  currency: string;
}

/** The body of POST /v1/orders. The orderId may be absent. */
export interface QuoteRequest {
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
  priority?: 'STANDARD' | 'RUSH';
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

/** The answer of a server that can process requests. */
export interface Readiness {
  /** ok. With `verbose`, degraded if one of the checks is degraded. */
  status: 'ok' | 'degraded';
  /** Version of the program. */
  version: string;
  /**
   * The checks. Only with `verbose`.
   *
   * Items: A part that the service depends on.
   */
  checks?: {
    /** backups, database, disk, intake, jobs, keys or webhooks. */
    name: string;
    /** degraded: a person has to look at it. */
    status: 'ok' | 'degraded';
    /** The problem, in a sentence. */
    message?: string;
  }[];
}

/** The result of sending failed deliveries again. */
export interface ResendFailed {
  /** Number of deliveries that are sent again now. */
  resent: number;
}

/** The failed deliveries to send again. */
export interface ResendFailedRequest {
  /** Failed deliveries of events since this time are sent again. ISO 8601 in UTC with milliseconds. */
  since: string;
}

/** A return. Without an announcement, it is RECEIVED from the beginning. */
export interface Return {
  /** Identifier of the return. */
  returnId: string;
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** ANNOUNCED: it has not arrived. RECEIVED: staff have booked it. WITHDRAWN: you have withdrawn it. New values may be added. */
  status: 'ANNOUNCED' | 'RECEIVED' | 'WITHDRAWN' | (string & {});
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
export interface ReturnedItem {
  /** Item of the order. */
  id: string;
  /** Number of its pieces. */
  quantity: number;
  /** Why the pieces come back. New values may be added. */
  reason:
    | 'WRONG_SIZE'
    | 'NOT_AS_EXPECTED'
    | 'PRINT_DEFECT'
    | 'DAMAGED'
    | 'WRONG_ITEM'
    | 'UNDELIVERABLE'
    | 'OTHER'
    | (string & {});
  /** RESELL: the product is sold again. REUSE: the blank is used again. WASTE: written off. Absent: it has not arrived. New values may be added. */
  condition?: 'RESELL' | 'REUSE' | 'WASTE' | (string & {});
}

/** The label for the way back. Absent: none was asked for, or the return is withdrawn. */
export interface ReturnLabel {
  /** PENDING: it is being made. READY: GET /v1/returns/{returnId}/label has it. FAILED: the provider refused it; ask the center. NONE: no parcel of the order can have one. New values may be added. */
  status: 'PENDING' | 'READY' | 'FAILED' | 'NONE' | (string & {});
  /** Its tracking number, once READY. */
  trackingNumber?: string;
  /** Its carrier, once READY. */
  trackingCarrier?: string;
}

/** A credential that was revoked. */
export interface RevokedCredential {
  /** Identifier of the credential. Its tokens have it as `secret_id`. */
  credentialId: string;
  /** Always true. */
  revoked: boolean;
}

/** How to replace the secret. */
export interface RotateSecretRequest {
  /** true: all earlier secrets end at once, for example because one has leaked. Default: false. */
  revokePrevious?: boolean;
}

/** A step of a cancellation to simulate. */
export interface SimulateCancellationRequest {
  /** The cancellation of an order that is ACCEPTED: REQUESTED requests it, ACCEPTED grants the request, REJECTED rejects it. */
  cancellation: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  status?: never;
  errorCode?: never;
  situation?: never;
}

/** A status to simulate. */
export interface SimulateStatusRequest {
  /** Status to take the order to. Exactly one of status, cancellation and situation is required. */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** With the status ERROR: `code` of its `statusReason`. Default: simulated. */
  errorCode?: string;
  cancellation?: never;
  situation?: never;
}

/** A situation to simulate. */
export interface SimulateSituationRequest {
  /** PARTIALLY_SHIPPED: one more piece ships, and the order stays ACCEPTED. WAITING_FOR_STOCK: the NEW order waits. BROKEN_FILE: ERROR, as if its first file did not exist. PARCEL_…: the order ships, and its carrier reports this status of its parcels (`parcel.updated`). RETURN_RECEIVED: it ships, and its announced return, or all of it, comes back (`order.returned`). SHIPMENT_WITHDRAWN: it ships, and its first parcel is withdrawn. ON_HOLD: the center holds it until another step is simulated. WAITING_FOR_FILE, RETIRED: the NEW order waits for a file, or for a retired variant. STOCK_CHANGED: `product.stock_changed` of its products; the order stays. */
  situation:
    | 'PARTIALLY_SHIPPED'
    | 'WAITING_FOR_STOCK'
    | 'BROKEN_FILE'
    | 'PARCEL_IN_TRANSIT'
    | 'PARCEL_DELIVERED'
    | 'PARCEL_PROBLEM'
    | 'PARCEL_RETURNED'
    | 'RETURN_RECEIVED'
    | 'SHIPMENT_WITHDRAWN'
    | 'ON_HOLD'
    | 'WAITING_FOR_FILE'
    | 'RETIRED'
    | 'STOCK_CHANGED';
  status?: never;
  errorCode?: never;
  cancellation?: never;
}

/** An access token (RFC 6749, 5.1). */
export interface Token {
  /** JWT access token (RFC 9068). Send it as `Authorization: Bearer …` until it expires. */
  access_token: string;
  /** The scheme of the Authorization header (RFC 6750). */
  token_type: 'Bearer';
  /** Lifetime in seconds. */
  expires_in: number;
  /** The scope of the token: fulfillment, which contains all scopes, or its scopes separated by spaces. */
  scope: string;
}

/** The body of every answer of the token endpoint outside 2xx. */
export interface TokenError {
  /** Error code of RFC 6749, 5.2, or from the catalogue. New values may be added. */
  error:
    | 'invalid_request'
    | 'invalid_json'
    | 'invalid_url'
    | 'bad_request'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'missing_token'
    | 'invalid_token'
    | 'invalid_client'
    | 'insufficient_scope'
    | 'network_not_allowed'
    | 'return_label_not_allowed'
    | 'rush_not_allowed'
    | 'sandbox_only'
    | 'not_found'
    | 'order_not_found'
    | 'article_not_found'
    | 'article_variant_not_found'
    | 'products_not_found'
    | 'return_not_found'
    | 'credential_not_found'
    | 'webhook_endpoint_not_found'
    | 'webhook_delivery_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'order_already_exists'
    | 'order_not_changeable'
    | 'order_not_cancellable'
    | 'return_not_withdrawable'
    | 'credential_in_use'
    | 'too_many_credentials'
    | 'upload_quota_reached'
    | 'too_many_webhook_endpoints'
    | 'position_expired'
    | 'precondition_failed'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'temporarily_unavailable'
    | (string & {});
  /** The same as message (RFC 6749, 5.2). */
  error_description: string;
  /** A sentence with the fault and the remedy. */
  message: string;
  /** All violations, or the general meaning of the error. */
  detail: string;
  /** The X-Request-Id of the answer. Support needs it to find the request. */
  requestId: string;
}

/** A request for a token. Unknown parameters are ignored. */
export interface TokenRequest {
  /** The OAuth 2.0 grant (RFC 6749, 4.4). */
  grant_type: 'client_credentials';
  /** Client id. Required without HTTP Basic. */
  client_id?: string;
  /** Client secret. Required without HTTP Basic. */
  client_secret?: string;
  /** Scopes, separated by spaces, to limit the token: orders:read, orders:write, catalog:read, webhooks:manage. Without it, the token gets all that its secret may have. */
  scope?: string;
}

/** An uploaded file. */
export interface UploadedFile {
  /** Random id of the file. The same content has the same id. */
  fileId: string;
  /** Address of the file, for orders and checks. */
  url: string;
  /** What the content is. Absent: not known. New values may be added. */
  mediaType?:
    'image/png' | 'image/jpeg' | 'image/tiff' | 'application/pdf' | 'application/zpl' | (string & {});
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
export interface Usage {
  /** sandbox: your orders never reach production. */
  mode: 'live' | 'sandbox';
  quota?: Quota;
  fileBytes: FileBytes;
  webhookEndpoints: WebhookEndpointCount;
  credentials: CredentialCount;
  limits: Limits;
}

/** WebhookEndpointCount in use. */
export interface WebhookEndpointCount {
  /** Number in use. */
  used: number;
  /** Largest number of webhook endpoints. */
  max: number;
}

/** The delivery of an event to an endpoint. */
export interface WebhookDelivery {
  /** The webhook-id of the event, the same for each endpoint and each attempt. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
  /** The order of the event. Absent: the event is not about one. */
  orderId?: string;
  /** pending: it will be sent; to a disabled endpoint after it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: the staff of the fulfillment center skipped it, since it delayed the deliveries after it. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
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
  lastError?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem'
    | (string & {});
}

/** A delivery with its body and the answer of the receiver. */
export interface WebhookDeliveryDetail {
  /** The webhook-id of the event, the same for each endpoint and each attempt. */
  deliveryId: string;
  /** Type of the event. */
  type: string;
  /** The order of the event. Absent: the event is not about one. */
  orderId?: string;
  /** pending: it will be sent; to a disabled endpoint after it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: the staff of the fulfillment center skipped it, since it delayed the deliveries after it. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
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
  lastError?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem'
    | (string & {});
  /** The body exactly as it is signed and sent. */
  body: string;
  /** The first 500 characters of the last answer. */
  responseExcerpt?: string;
  /** The last 50 attempts, oldest first. Sending again keeps them. */
  attemptLog: LoggedAttempt[];
}

/** An address to which events are sent. */
export interface WebhookEndpoint {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url: string;
  /**
   * The types of events that are sent. Empty: all types.
   *
   * Items: A type of events. New values may be added.
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
    | 'parcel.updated'
    | 'order.returned'
    | 'product.stock_changed'
    | (string & {})
  )[];
  /** Your own note about the endpoint. */
  description?: string;
  /** active: events are recorded and sent. disabled: they are not. */
  status: 'active' | 'disabled';
  /** requested: you disabled it. gone: it answered 410. failing: it failed for five days without a success. by_staff: the staff of the fulfillment center disabled it. New values may be added. */
  disabledReason?: 'requested' | 'gone' | 'failing' | 'by_staff' | (string & {});
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
export interface WebhookEndpointChangeRequest {
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url?: string;
  /**
   * The types of events to send. An empty list selects all types, also types that are added later.
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
    | 'parcel.updated'
    | 'order.returned'
    | 'product.stock_changed'
  )[];
  /** Your own note about the endpoint. */
  description?: string;
  /** disabled: events are neither recorded nor sent. active: pending deliveries are sent at once. */
  status?: 'active' | 'disabled';
}

/** A new endpoint. */
export interface WebhookEndpointRequest {
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url: string;
  /**
   * The types of events to send. An empty list selects all types, also types that are added later.
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
    | 'parcel.updated'
    | 'order.returned'
    | 'product.stock_changed'
  )[];
  /** Your own note about the endpoint. */
  description?: string;
}

/** An endpoint with its secret. */
export interface WebhookEndpointSecret {
  /** Identifier of the endpoint. */
  endpointId: string;
  /** Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused. */
  url: string;
  /**
   * The types of events that are sent. Empty: all types.
   *
   * Items: A type of events. New values may be added.
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
    | 'parcel.updated'
    | 'order.returned'
    | 'product.stock_changed'
    | (string & {})
  )[];
  /** Your own note about the endpoint. */
  description?: string;
  /** active: events are recorded and sent. disabled: they are not. */
  status: 'active' | 'disabled';
  /** requested: you disabled it. gone: it answered 410. failing: it failed for five days without a success. by_staff: the staff of the fulfillment center disabled it. New values may be added. */
  disabledReason?: 'requested' | 'gone' | 'failing' | 'by_staff' | (string & {});
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
export interface WebhookTestEvent {
  /** The type of the event. */
  type: 'webhook.test';
  /** Time of the event. ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  /** The requested test. */
  data: {
    /** The tested endpoint. */
    endpointId: string;
  };
}
