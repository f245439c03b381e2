// Generated from operator-openapi.json by "npm run openapi". Change the schemas of the server instead.

type Json<Body> = {content: {'application/json': Body}};

/** Has exactly one of existingProduct and customProduct. */
export type OrderItem = ExistingProductItem | CustomProductItem;
/** How the order ships: with your own label, or with a contracted carrier. */
export type Shipping = LabelShipment | AddressShipment;
/** A country by ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too, and kept in upper case. */
export type CountryCode =
  | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX'
  | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ'
  | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK'
  | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM'
  | 'DO' | 'DZ' | 'EA' | 'EC' | 'EE' | 'EG' | 'EH' | 'EL' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM'
  | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ'
  | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'IC' | 'ID' | 'IE'
  | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH'
  | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS'
  | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN'
  | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE'
  | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH'
  | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW'
  | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR'
  | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM'
  | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UK' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA'
  | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XI' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
/** Exactly one of existingProduct and customProduct. */
export type OrderItemRequest = ExistingProductItemRequest | CustomProductItemRequest;
/** Exactly one of two ways: your own label (shippingLabelUrl, optionally returnLabelUrl), or a contracted carrier (address, optionally carrierId). */
export type ShippingRequest = LabelShipmentRequest | AddressShipmentRequest;
/** A current ISO 4217 code that prices can be in. */
export type CurrencyCode =
  | 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD'
  | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF'
  | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF'
  | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP'
  | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR'
  | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT'
  | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP'
  | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR'
  | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB'
  | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN'
  | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH'
  | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAD'
  | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG';

export interface OperatorApi {
  paths: {
    '/operator/v1/sign-in-options': { get: { responses: { 200: Json<SignInOptions> } } };
    '/operator/v1/session': {
      get: { responses: { 200: Json<Session> } };
      post: { requestBody: Json<SignInRequest>; responses: { 200: Json<Session> } };
      delete: { responses: { 204: {} } };
    };
    '/operator/v1/session/welcome': {
      post: { requestBody: Json<WelcomeRequest>; responses: { 200: Json<Session> } };
    };
    '/operator/v1/session/welcome/check': {
      post: { requestBody: Json<LinkCheckRequest>; responses: { 204: {} } };
    };
    '/operator/v1/station-session': {
      get: { responses: { 200: Json<StationSession> } }; delete: { responses: { 204: {} } };
      post: { requestBody: Json<OpenStationRequest>; responses: { 200: Json<StationSession> } };
    };
    '/operator/v1/station-session/badge': {
      post: { requestBody: Json<BadgeRequest>; responses: { 200: Json<StationSession> } };
    };
    '/operator/v1/station-session/pin': {
      post: { requestBody: Json<PinRequest>; responses: { 200: Json<StationSession> } };
    };
    '/operator/v1/station-session/activity': { post: { responses: { 200: Json<StationSession> } } };
    '/operator/v1/station-session/sign-off': { post: { responses: { 200: Json<StationSession> } } };
    '/operator/v1/wall-board': {
      get: { parameters: { header: { 'x-wall-token': string } }; responses: { 200: Json<WallFigures> } };
    };
    '/operator/v1/parcel-news/{providerId}/{secret}': {
      post: {
        parameters: { path: { providerId: string; secret: string } };
        requestBody: {
          content: {
            /** News of a parcel, in any form. */ 'application/json': { [k: string]: unknown };
          };
        };
        responses: { 204: {} };
      };
    };
    '/operator/v1/shop-news/{clientId}/{connection}/{secret}': {
      post: {
        parameters: { path: { clientId: string; connection: string; secret: string } };
        responses: { 204: {} };
      };
    };
    '/operator/v1/shop-rates/{clientId}/{connection}/{secret}': {
      post: {
        parameters: { path: { clientId: string; connection: string; secret: string } };
        requestBody: Json<ShopRatesRequest>; responses: { 200: Json<ShopRates> };
      };
    };
    '/operator/v1/orders': {
      get: {
        parameters: {
          query?: {
            status?: string;
            reason?: string;
            clientId?: string;
            mode?: 'live' | 'sandbox';
            createdFrom?: string;
            createdTo?: string;
            updatedFrom?: string;
            updatedTo?: string;
            olderThanHours?: number;
            inStatusForHours?: number;
            orderIds?: string;
            cancellation?: 'requested';
            carrier?: string;
            country?: string;
            code?: string;
            held?: 'true' | 'false';
            assigneeId?: string;
            tag?: string;
            preferred?: 'true' | 'false';
            due?: 'LATE' | 'TODAY' | 'TOMORROW' | 'AT_RISK';
            rush?: 'true' | 'false';
            sort?:
              | 'newest' | 'oldest' | 'longest' | 'due' | 'order' | '-order' | 'client' | '-client'
              | 'recipient' | '-recipient' | 'country' | '-country' | 'status' | '-status' | 'reason'
              | '-reason' | '-due' | 'since' | '-since' | 'items' | '-items' | 'carrier' | '-carrier'
              | 'updated' | '-updated' | 'assignee' | '-assignee' | 'tags' | '-tags';
            q?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: { 200: Json<ListedOrder[]> };
      };
    };
    '/operator/v1/orders/export': {
      get: {
        parameters: {
          query?: {
            status?: string;
            reason?: string;
            clientId?: string;
            mode?: 'live' | 'sandbox';
            createdFrom?: string;
            createdTo?: string;
            updatedFrom?: string;
            updatedTo?: string;
            olderThanHours?: number;
            inStatusForHours?: number;
            orderIds?: string;
            cancellation?: 'requested';
            carrier?: string;
            country?: string;
            code?: string;
            held?: 'true' | 'false';
            assigneeId?: string;
            tag?: string;
            preferred?: 'true' | 'false';
            due?: 'LATE' | 'TODAY' | 'TOMORROW' | 'AT_RISK';
            rush?: 'true' | 'false';
            sort?:
              | 'newest' | 'oldest' | 'longest' | 'due' | 'order' | '-order' | 'client' | '-client'
              | 'recipient' | '-recipient' | 'country' | '-country' | 'status' | '-status' | 'reason'
              | '-reason' | '-due' | 'since' | '-since' | 'items' | '-items' | 'carrier' | '-carrier'
              | 'updated' | '-updated' | 'assignee' | '-assignee' | 'tags' | '-tags';
            q?: string;
            format?: 'csv' | 'csv_semicolon' | 'xlsx';
            language?: 'de' | 'en';
          };
        };
        responses: {
          200: {
            content: {
              'text/csv': string;
              'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
            };
          };
        };
      };
    };
    '/operator/v1/orders/counts': {
      get: {
        parameters: { query?: { mode?: 'live' | 'sandbox'; clientId?: string } };
        responses: { 200: Json<OrderCounts> };
      };
    };
    '/operator/v1/orders/matches': {
      get: {
        parameters: {
          query?: {
            status?: string;
            reason?: string;
            clientId?: string;
            mode?: 'live' | 'sandbox';
            createdFrom?: string;
            createdTo?: string;
            updatedFrom?: string;
            updatedTo?: string;
            olderThanHours?: number;
            inStatusForHours?: number;
            orderIds?: string;
            cancellation?: 'requested';
            carrier?: string;
            country?: string;
            code?: string;
            held?: 'true' | 'false';
            assigneeId?: string;
            tag?: string;
            preferred?: 'true' | 'false';
            due?: 'LATE' | 'TODAY' | 'TOMORROW' | 'AT_RISK';
            rush?: 'true' | 'false';
            sort?:
              | 'newest' | 'oldest' | 'longest' | 'due' | 'order' | '-order' | 'client' | '-client'
              | 'recipient' | '-recipient' | 'country' | '-country' | 'status' | '-status' | 'reason'
              | '-reason' | '-due' | 'since' | '-since' | 'items' | '-items' | 'carrier' | '-carrier'
              | 'updated' | '-updated' | 'assignee' | '-assignee' | 'tags' | '-tags';
          };
        };
        responses: { 200: Json<MatchingOrders> };
      };
    };
    '/operator/v1/order-views': {
      get: { responses: { 200: Json<OrderView[]> } };
      post: {
        parameters: { header?: { 'idempotency-key'?: string } }; requestBody: Json<OrderViewRequest>;
        responses: { 200: Json<OrderView> };
      };
    };
    '/operator/v1/order-views/counts': { get: { responses: { 200: Json<OrderViewCount[]> } } };
    '/operator/v1/order-views/{viewId}': {
      patch: {
        parameters: { path: { viewId: string } }; requestBody: Json<OrderViewChange>;
        responses: { 200: Json<OrderView> };
      };
      delete: { parameters: { path: { viewId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/order-views/{viewId}/default': {
      put: { parameters: { path: { viewId: string } }; responses: { 204: {} } };
      delete: { parameters: { path: { viewId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/order-jobs': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string } }; requestBody: Json<OrderJobRequest>;
        responses: { 200: Json<OrderJob> };
      };
      get: { responses: { 200: Json<OrderJob[]> } };
    };
    '/operator/v1/order-jobs/{jobId}': {
      get: { parameters: { path: { jobId: string } }; responses: { 200: Json<OrderJob> } };
    };
    '/operator/v1/order-jobs/{jobId}/orders': {
      get: {
        parameters: {
          query?: { state?: 'WAITING' | 'DONE' | 'REFUSED'; limit?: number; cursor?: string };
          path: { jobId: string };
        };
        responses: { 200: Json<OrderJobRow[]> };
      };
    };
    '/operator/v1/order-jobs/{jobId}/file': {
      get: {
        parameters: { query?: { state?: 'WAITING' | 'DONE' | 'REFUSED' }; path: { jobId: string } };
        responses: { 200: { content: { 'text/csv': string } } };
      };
    };
    '/operator/v1/order-jobs/{jobId}/stop': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<OrderJob> } };
    };
    '/operator/v1/orders/{clientId}/{orderId}': {
      get: {
        parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<OperatorOrder> };
      };
      patch: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody: Json<OrderCorrection>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/events': {
      get: {
        parameters: {
          query?: { sort?: 'oldest' | 'newest'; limit?: number; cursor?: string };
          path: { clientId: string; orderId: string };
        };
        responses: { 200: Json<OperatorOrderEvent[]> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/customs': {
      get: {
        parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<OrderCustoms> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files/{sha256}': {
      get: {
        parameters: { path: { clientId: string; orderId: string; sha256: string } };
        responses: {
          200: {
            content: {
              'image/png': string; 'image/jpeg': string; 'image/tiff': string; 'application/pdf': string;
              'application/zpl': string;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files': {
      get: {
        parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<OrderFiles> };
      };
      post: {
        parameters: {
          query?: { role?: 'artwork' | 'quality_control_image' | 'packing_slip' | 'label'; isNew?: 'true' };
          path: { clientId: string; orderId: string };
        };
        requestBody: {
          content: {
            /** The file. */ 'application/octet-stream': string;
          };
        };
        responses: { 200: Json<UploadedFile> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files/{sha256}/thumbnails/{size}': {
      get: {
        parameters: { path: { clientId: string; orderId: string; sha256: string; size: 'small' | 'large' } };
        responses: { 200: { content: { 'image/webp': string } } };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files.zip': {
      get: {
        parameters: { path: { clientId: string; orderId: string } };
        responses: { 200: { content: { 'application/zip': string } } };
      };
    };
    '/operator/v1/orders/files.zip': {
      post: {
        requestBody: Json<OrderFilesRequest>; responses: { 200: { content: { 'application/zip': string } } };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/print-files': {
      get: {
        parameters: { path: { clientId: string; orderId: string } };
        responses: { 200: Json<OrderPrintFile[]> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/print-files/{position}/{print}': {
      get: {
        parameters: { path: { clientId: string; orderId: string; position: string; print: string } };
        responses: {
          200: { content: { 'image/png': string; 'image/tiff': string; 'application/pdf': string } };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/print-files/{position}/{print}/picture': {
      get: {
        parameters: { path: { clientId: string; orderId: string; position: string; print: string } };
        responses: { 200: { content: { 'image/webp': string } } };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/print-files/make': {
      post: {
        parameters: { path: { clientId: string; orderId: string } };
        responses: { 200: Json<PrintFilesRemade> };
      };
    };
    '/operator/v1/clients/{clientId}/orders': {
      post: {
        parameters: { path: { clientId: string } }; requestBody: Json<OrderRequest>;
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/clients/{clientId}/orders/check': {
      post: {
        parameters: { path: { clientId: string } }; requestBody: Json<OrderRequest>;
        responses: { 200: Json<CheckedOrder> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/repeat': {
      post: {
        parameters: { path: { clientId: string; orderId: string } }; requestBody: Json<RepeatRequest>;
        responses: { 200: Json<RepeatedOrder> };
      };
    };
    '/operator/v1/clients/{clientId}/orders/import': {
      post: {
        parameters: {
          query?: {
            dryRun?: 'true' | 'false';
            rowByRow?: 'true' | 'false';
            encoding?:
              | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254'
              | 'windows-1257' | 'macintosh';
          };
          path: { clientId: string };
        };
        requestBody: {
          content: {
            /** The CSV file, as described at /docs/order-files. */ 'text/csv': string;
            /** The CSV file, as described at /docs/order-files. */ 'application/vnd.ms-excel': string;
          };
        };
        responses: { 200: Json<ImportedOrders> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/accept': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/ship': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody: Json<ShipRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/error': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody: Json<ErrorRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/reopen': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody?: Json<TryAgainRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/retry': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody?: Json<TryAgainRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/cancel': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody?: Json<CancelByStaffRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/cancellation/accept': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody?: Json<ScrapRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/cancellation/reject': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody?: Json<ReasonRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/hold': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        requestBody?: Json<HoldRequest>; responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/release': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/rush': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/unrush': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/prefer': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/unprefer': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/shipments/{shipmentId}/tracking': {
      post: {
        parameters: {
          header?: { 'if-match'?: string }; path: { clientId: string; orderId: string; shipmentId: string };
        };
        requestBody: Json<TrackingRequest>;
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/shipments/{shipmentId}/withdraw': {
      post: {
        parameters: {
          header?: { 'if-match'?: string }; path: { clientId: string; orderId: string; shipmentId: string };
        };
        requestBody: Json<TakeBackRequest>;
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/erase': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; orderId: string } };
        responses: { 200: Json<Order> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/notes': {
      get: { parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<Note[]> } };
      post: {
        parameters: { path: { clientId: string; orderId: string } }; requestBody: Json<OrderNoteRequest>;
        responses: { 201: Json<Note> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/notes/{noteId}': {
      put: {
        parameters: { path: { clientId: string; orderId: string; noteId: string } };
        requestBody: Json<NoteRequest>; responses: { 200: Json<Note> };
      };
      delete: {
        parameters: { path: { clientId: string; orderId: string; noteId: string } }; responses: { 204: {} };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/notes': {
      get: { parameters: { path: { manufacturerCode: string } }; responses: { 200: Json<Note[]> } };
      post: {
        parameters: { path: { manufacturerCode: string } }; requestBody: Json<NoteRequest>;
        responses: { 201: Json<Note> };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/notes/{noteId}': {
      put: {
        parameters: { path: { manufacturerCode: string; noteId: string } }; requestBody: Json<NoteRequest>;
        responses: { 200: Json<Note> };
      };
      delete: { parameters: { path: { manufacturerCode: string; noteId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/orders/bulk-mark': {
      post: { requestBody: Json<MarkOrdersRequest>; responses: { 200: Json<MarkedOrders> } };
    };
    '/operator/v1/order-marks': { get: { responses: { 200: Json<OrderMarks> } } };
    '/operator/v1/orders/bulk-ship': {
      post: {
        requestBody: {
          content: {
            'application/json': BulkShipRequest;
            /** The CSV file, in UTF-8, UTF-16 or Windows-1252. */ 'text/csv': string;
            /** The CSV file, in UTF-8, UTF-16 or Windows-1252. */ 'application/vnd.ms-excel': string;
          };
        };
        responses: { 200: Json<BulkShipResult> };
      };
    };
    '/operator/v1/orders/bulk-accept': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-cancel': {
      post: { requestBody: Json<BulkCancelRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-retry': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-hold': {
      post: { requestBody: Json<BulkHoldRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-release': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-rush': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-unrush': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-prefer': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/orders/bulk-unprefer': {
      post: { requestBody: Json<BulkRequest>; responses: { 200: Json<BulkResult> } };
    };
    '/operator/v1/clients': {
      get: {
        parameters: {
          query?: {
            q?: string; mode?: 'live' | 'sandbox'; scope?: 'fulfillment' | 'operator';
            status?: 'active' | 'disabled'; limit?: number; cursor?: string;
          };
        };
        responses: { 200: Json<ListedClient[]> };
      };
      post: { requestBody: Json<NewClientRequest>; responses: { 201: Json<NewSecret> } };
    };
    '/operator/v1/clients/{clientId}': {
      get: { parameters: { path: { clientId: string } }; responses: { 200: Json<Client> } };
      patch: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string } };
        requestBody: Json<ClientChangeRequest>; responses: { 200: Json<Client> };
      };
    };
    '/operator/v1/clients/{clientId}/secrets': {
      get: { parameters: { path: { clientId: string } }; responses: { 200: Json<ClientSecret[]> } };
    };
    '/operator/v1/clients/{clientId}/secrets/{secretId}': {
      delete: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; secretId: string } };
        responses: { 204: {} };
      };
    };
    '/operator/v1/clients/{clientId}/rotate-secret': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string } };
        requestBody?: Json<RotateSecretRequest>; responses: { 200: Json<NewSecret> };
      };
    };
    '/operator/v1/clients/{clientId}/disable': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string } };
        responses: { 200: Json<Client> };
      };
    };
    '/operator/v1/clients/{clientId}/enable': {
      post: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string } };
        responses: { 200: Json<Client> };
      };
    };
    '/operator/v1/clients/{clientId}/contract': {
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string } };
        requestBody: Json<ContractTermsRequest>; responses: { 200: Json<Client> };
      };
    };
    '/operator/v1/clients/{clientId}/carriers/{carrierId}': {
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; carrierId: string } };
        requestBody?: Json<ContractRequest>; responses: { 200: Json<Client> };
      };
      delete: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; carrierId: string } };
        responses: { 200: Json<Client> };
      };
    };
    '/operator/v1/clients/{clientId}/products/{productId}': {
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; productId: string } };
        responses: { 200: Json<Client> };
      };
      delete: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; productId: string } };
        responses: { 200: Json<Client> };
      };
    };
    '/operator/v1/clients/{clientId}/slip': {
      get: { parameters: { path: { clientId: string } }; responses: { 200: Json<ClientSlip> } };
      put: {
        parameters: { path: { clientId: string } }; requestBody: Json<ClientSlipRequest>;
        responses: { 200: Json<ClientSlip> };
      };
    };
    '/operator/v1/clients/{clientId}/slip/logo': {
      delete: { parameters: { path: { clientId: string } }; responses: { 200: Json<ClientSlip> } };
      put: {
        parameters: { path: { clientId: string } };
        requestBody: {
          content: {
            /** The logo. */ 'image/png': string;
            /** The logo. */ 'image/svg+xml': string;
          };
        };
        responses: { 200: Json<ClientSlip> };
      };
    };
    '/operator/v1/catalog/import': {
      post: {
        parameters: {
          query?: {
            clientId?: string;
            retireMissing?: 'true' | 'false';
            encoding?:
              | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254'
              | 'windows-1257' | 'macintosh';
            dryRun?: 'true' | 'false';
          };
        };
        requestBody: {
          content: {
            'application/json': CatalogRequest;
            /** One CSV file of the catalogue, as described at /docs/catalog-import. Its columns decide which records it contains. In UTF-8, UTF-16 or Windows-1252. */
            'text/csv': string;
            /** One CSV file of the catalogue, as described at /docs/catalog-import. Its columns decide which records it contains. In UTF-8, UTF-16 or Windows-1252. */
            'application/vnd.ms-excel': string;
            'multipart/form-data': CatalogForm;
          };
        };
        responses: { 200: Json<ImportCounts> };
      };
    };
    '/operator/v1/products': {
      get: {
        parameters: { query?: { q?: string; limit?: number; cursor?: string } };
        responses: { 200: Json<ListedProduct[]> };
      };
    };
    '/operator/v1/products/{productId}': {
      get: { parameters: { path: { productId: string } }; responses: { 200: Json<StaffProduct> } };
    };
    '/operator/v1/products/{productId}/clients': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string }; path: { productId: string } };
        responses: { 200: Json<NamedClient[]> };
      };
    };
    '/operator/v1/clients/{clientId}/products': {
      get: {
        parameters: { query?: { q?: string; limit?: number; cursor?: string }; path: { clientId: string } };
        responses: { 200: Json<ListedProduct[]> };
      };
    };
    '/operator/v1/articles': {
      get: {
        parameters: {
          query?: {
            q?: string; type?: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE'; limit?: number; cursor?: string;
          };
        };
        responses: { 200: Json<ListedArticle[]> };
      };
    };
    '/operator/v1/articles/{manufacturerCode}': {
      get: { parameters: { path: { manufacturerCode: string } }; responses: { 200: Json<StaffArticle> } };
    };
    '/operator/v1/carriers': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: Json<Carrier[]> };
      };
    };
    '/operator/v1/carriers/{carrierId}': {
      get: { parameters: { path: { carrierId: string } }; responses: { 200: Json<Carrier> } };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { carrierId: string } };
        requestBody: Json<CarrierRequest>; responses: { 200: Json<Carrier> };
      };
    };
    '/operator/v1/carriers/{carrierId}/clients': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string }; path: { carrierId: string } };
        responses: { 200: Json<ContractedClient[]> };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/print-areas': {
      get: { parameters: { path: { manufacturerCode: string } }; responses: { 200: Json<PrintAreas> } };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { manufacturerCode: string } };
        requestBody: Json<PrintAreasRequest>; responses: { 200: Json<PrintAreas> };
      };
    };
    '/operator/v1/fitting-rules': {
      get: { responses: { 200: Json<FittingRules> } };
      put: {
        parameters: { header?: { 'if-match'?: string } }; requestBody: Json<FittingRulesRequest>;
        responses: { 200: Json<FittingRules> };
      };
    };
    '/operator/v1/print-technologies': { get: { responses: { 200: Json<PrintTechnologies> } } };
    '/operator/v1/print-technologies/{technology}': {
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { technology: string } };
        requestBody: Json<PrintTechnologyRequest>; responses: { 200: Json<PrintTechnology> };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/customs': {
      get: { parameters: { path: { manufacturerCode: string } }; responses: { 200: Json<CustomsData> } };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { manufacturerCode: string } };
        requestBody: Json<CustomsRequest>; responses: { 200: Json<CustomsData> };
      };
    };
    '/operator/v1/article-variants/{sku}/customs': {
      get: { parameters: { path: { sku: string } }; responses: { 200: Json<CustomsData> } };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { sku: string } };
        requestBody: Json<CustomsRequest>; responses: { 200: Json<CustomsData> };
      };
    };
    '/operator/v1/products/{productId}/customs': {
      get: { parameters: { path: { productId: string } }; responses: { 200: Json<CustomsData> } };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { productId: string } };
        requestBody: Json<CustomsRequest>; responses: { 200: Json<CustomsData> };
      };
    };
    '/operator/v1/product-variants/{ean13}/customs': {
      get: { parameters: { path: { ean13: string } }; responses: { 200: Json<CustomsData> } };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { ean13: string } };
        requestBody: Json<CustomsRequest>; responses: { 200: Json<CustomsData> };
      };
    };
    '/operator/v1/stock': {
      get: {
        parameters: {
          query?: {
            q?: string; code?: string; kind?: 'ARTICLE' | 'PRODUCT'; low?: number; short?: 'true' | 'false';
            belowMinimum?: 'true' | 'false'; waiting?: 'true' | 'false'; place?: string; owner?: string;
            sort?: 'code' | 'name' | 'place' | 'available' | 'cover' | 'value' | 'waiting'; limit?: number;
            cursor?: string;
          };
        };
        responses: { 200: Json<ListedStock[]> };
      };
    };
    '/operator/v1/stock.csv': {
      get: {
        parameters: {
          query?: {
            q?: string; code?: string; kind?: 'ARTICLE' | 'PRODUCT'; low?: number; short?: 'true' | 'false';
            belowMinimum?: 'true' | 'false'; waiting?: 'true' | 'false'; place?: string; owner?: string;
            day?: string;
          };
        };
        responses: { 200: { content: { 'text/csv': string } } };
      };
      put: {
        parameters: { query?: { preview?: 'true' | 'false' } };
        requestBody: {
          content: {
            /** The CSV file, as described at /docs/stock. */ 'text/csv': string;
            /** The CSV file, as described at /docs/stock. */ 'application/vnd.ms-excel': string;
          };
        };
        responses: { 200: Json<StockPlanResult> };
      };
    };
    '/operator/v1/stock-plans': {
      put: { requestBody: Json<StockPlanRequest>; responses: { 200: Json<StockPlanResult> } };
    };
    '/operator/v1/stock/{kind}/{code}': {
      get: {
        parameters: { path: { kind: 'ARTICLE' | 'PRODUCT'; code: string } };
        responses: { 200: Json<StockLevel> };
      };
    };
    '/operator/v1/stock/{kind}/{code}/set': {
      post: {
        parameters: {
          header?: { 'idempotency-key'?: string; 'if-match'?: string };
          path: { kind: 'ARTICLE' | 'PRODUCT'; code: string };
        };
        requestBody: Json<SetStockRequest>;
        responses: { 200: Json<StockLevel> };
      };
    };
    '/operator/v1/stock/{kind}/{code}/adjust': {
      post: {
        parameters: {
          header?: { 'idempotency-key'?: string; 'if-match'?: string };
          path: { kind: 'ARTICLE' | 'PRODUCT'; code: string };
        };
        requestBody: Json<AdjustStockRequest>;
        responses: { 200: Json<StockLevel> };
      };
    };
    '/operator/v1/stock/{kind}/{code}/minimum': {
      put: {
        parameters: { path: { kind: 'ARTICLE' | 'PRODUCT'; code: string } };
        requestBody: Json<StockMinimumRequest>; responses: { 200: Json<StockLevel> };
      };
    };
    '/operator/v1/stock/{kind}/{code}/movements': {
      get: {
        parameters: {
          query?: { limit?: number; cursor?: string }; path: { kind: 'ARTICLE' | 'PRODUCT'; code: string };
        };
        responses: { 200: Json<StockMovement[]> };
      };
    };
    '/operator/v1/stock/{kind}/{code}/days/{day}': {
      get: {
        parameters: { path: { kind: 'ARTICLE' | 'PRODUCT'; code: string; day: string } };
        responses: { 200: Json<PastStock> };
      };
    };
    '/operator/v1/places': {
      get: { parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: Json<Place[]> } };
    };
    '/operator/v1/places/assignment': {
      put: { requestBody: Json<PlaceAssignment>; responses: { 200: Json<PlacedVariant[]> } };
    };
    '/operator/v1/places/rename': {
      post: { requestBody: Json<PlaceRename>; responses: { 200: Json<RenamedPlace> } };
    };
    '/operator/v1/stock-codes/{code}': {
      get: { parameters: { path: { code: string } }; responses: { 200: Json<FoundCode> } };
    };
    '/operator/v1/stock/{kind}/{code}/moves': {
      post: {
        parameters: {
          header?: { 'idempotency-key'?: string }; path: { kind: 'ARTICLE' | 'PRODUCT'; code: string };
        };
        requestBody: Json<StockMove>;
        responses: { 200: Json<PlacedVariant> };
      };
    };
    '/operator/v1/stock/{kind}/{code}/scrap': {
      post: {
        parameters: {
          header?: { 'idempotency-key'?: string }; path: { kind: 'ARTICLE' | 'PRODUCT'; code: string };
        };
        requestBody: Json<StockScrap>;
        responses: { 200: Json<PlacedVariant> };
      };
    };
    '/operator/v1/deliveries': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string; purchaseId?: string } };
        responses: { 200: Json<StockDelivery[]> };
      };
      post: { requestBody: Json<DeliveryRequest>; responses: { 200: Json<CountedDelivery> } };
    };
    '/operator/v1/deliveries/{deliveryId}': {
      get: { parameters: { path: { deliveryId: string } }; responses: { 200: Json<CountedDelivery> } };
    };
    '/operator/v1/deliveries/{deliveryId}/counted': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { deliveryId: string } };
        requestBody: Json<DeliveredPieces>; responses: { 200: Json<CountedDelivery> };
      };
    };
    '/operator/v1/deliveries/{deliveryId}/book': {
      post: { parameters: { path: { deliveryId: string } }; responses: { 200: Json<CountedDelivery> } };
    };
    '/operator/v1/deliveries/{deliveryId}/cancel': {
      post: { parameters: { path: { deliveryId: string } }; responses: { 200: Json<CountedDelivery> } };
    };
    '/operator/v1/delivery-notes/{sender}/{reference}': {
      post: {
        parameters: { path: { sender: string; reference: string } };
        requestBody: {
          content: {
            /** The note. */ 'text/csv': string;
            /** The note. */ 'application/vnd.ms-excel': string;
          };
        };
        responses: { 200: Json<CountedDelivery> };
      };
    };
    '/operator/v1/suppliers': {
      get: { responses: { 200: Json<Supplier[]> } };
      put: { requestBody: Json<SupplierRequest>; responses: { 200: Json<Supplier> } };
    };
    '/operator/v1/suppliers/{supplierId}/items': {
      put: {
        parameters: { path: { supplierId: string } }; requestBody: Json<SupplierItems>;
        responses: { 200: Json<Supplier> };
      };
    };
    '/operator/v1/buy-proposals': {
      get: { parameters: { query?: { supplierId?: string } }; responses: { 200: Json<BuyProposal[]> } };
    };
    '/operator/v1/purchases': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: Json<Purchase[]> };
      };
      post: { requestBody: Json<PurchaseRequest>; responses: { 200: Json<PurchaseWithLines> } };
    };
    '/operator/v1/purchases/{purchaseId}': {
      get: { parameters: { path: { purchaseId: string } }; responses: { 200: Json<PurchaseWithLines> } };
    };
    '/operator/v1/purchases/{purchaseId}/csv': {
      get: {
        parameters: { path: { purchaseId: string } };
        responses: { 200: { content: { 'text/csv': string } } };
      };
    };
    '/operator/v1/purchases/{purchaseId}/pdf': {
      get: {
        parameters: { path: { purchaseId: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/purchases/{purchaseId}/mail': {
      post: {
        parameters: { path: { purchaseId: string } }; requestBody: Json<PurchaseMailRequest>;
        responses: { 200: Json<PurchaseWithLines> };
      };
    };
    '/operator/v1/purchases/{purchaseId}/state': {
      put: {
        parameters: { path: { purchaseId: string } }; requestBody: Json<PurchaseStateRequest>;
        responses: { 200: Json<PurchaseWithLines> };
      };
    };
    '/operator/v1/counts': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: Json<StockCount[]> };
      };
      post: {
        parameters: { header?: { 'idempotency-key'?: string } }; requestBody: Json<StockCountRequest>;
        responses: { 200: Json<StockCountWithLines> };
      };
    };
    '/operator/v1/counts/{countId}': {
      get: { parameters: { path: { countId: string } }; responses: { 200: Json<StockCountWithLines> } };
    };
    '/operator/v1/counts/{countId}/counted': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { countId: string } };
        requestBody: Json<CountedPieces>; responses: { 200: Json<StockCountWithLines> };
      };
    };
    '/operator/v1/counts/{countId}/confirmed': {
      post: {
        parameters: { path: { countId: string } }; requestBody: Json<CountConfirmation>;
        responses: { 200: Json<StockCountWithLines> };
      };
    };
    '/operator/v1/counts/{countId}/end': {
      post: { parameters: { path: { countId: string } }; responses: { 200: Json<StockCountWithLines> } };
    };
    '/operator/v1/printers': {
      get: { responses: { 200: Json<Printer[]> } };
      post: { requestBody: Json<NewPrinterRequest>; responses: { 201: Json<Printer> } };
    };
    '/operator/v1/printers/{printerId}': {
      get: { parameters: { path: { printerId: string } }; responses: { 200: Json<Printer> } };
      patch: {
        parameters: { header?: { 'if-match'?: string }; path: { printerId: string } };
        requestBody: Json<PrinterChangeRequest>; responses: { 200: Json<Printer> };
      };
      delete: { parameters: { path: { printerId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/printers/{printerId}/test': {
      post: { parameters: { path: { printerId: string } }; responses: { 200: Json<PrintJob> } };
    };
    '/operator/v1/print-jobs': {
      get: {
        parameters: {
          query?: {
            printer?: string; state?: 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
            limit?: number; cursor?: string;
          };
        };
        responses: { 200: Json<PrintJob[]> };
      };
    };
    '/operator/v1/print-jobs/{jobId}': {
      get: { parameters: { path: { jobId: string } }; responses: { 200: Json<PrintJob> } };
    };
    '/operator/v1/print-jobs/{jobId}/document': {
      get: { parameters: { path: { jobId: string } }; responses: { 200: {} } };
    };
    '/operator/v1/print-jobs/{jobId}/take': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<PrintJob> } };
    };
    '/operator/v1/print-jobs/{jobId}/confirm': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<PrintJob> } };
    };
    '/operator/v1/print-jobs/{jobId}/retry': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<PrintJob> } };
    };
    '/operator/v1/print-jobs/{jobId}/cancel': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<PrintJob> } };
    };
    '/operator/v1/print-jobs/{jobId}/reprint': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { jobId: string } };
        requestBody: Json<ReprintRequest>; responses: { 200: Json<PrintJob> };
      };
    };
    '/operator/v1/machines': {
      get: { responses: { 200: Json<Machine[]> } };
      post: { requestBody: Json<NewMachineRequest>; responses: { 201: Json<Machine> } };
    };
    '/operator/v1/machines/{machineId}': {
      get: { parameters: { path: { machineId: string } }; responses: { 200: Json<Machine> } };
      patch: {
        parameters: { path: { machineId: string } }; requestBody: Json<MachineChangeRequest>;
        responses: { 200: Json<Machine> };
      };
      delete: { parameters: { path: { machineId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/machines/{machineId}/test': {
      post: { parameters: { path: { machineId: string } }; responses: { 200: Json<MachineTest> } };
    };
    '/operator/v1/machines/{machineId}/stop': {
      post: { parameters: { path: { machineId: string } }; responses: { 200: Json<Machine> } };
    };
    '/operator/v1/machines/{machineId}/resume': {
      post: { parameters: { path: { machineId: string } }; responses: { 200: Json<Machine> } };
    };
    '/operator/v1/machine-rules': {
      get: { responses: { 200: Json<MachineRules> } };
      put: { requestBody: Json<MachineRulesRequest>; responses: { 200: Json<MachineRules> } };
    };
    '/operator/v1/machine-templates': { get: { responses: { 200: Json<MachineTemplates> } } };
    '/operator/v1/machine-templates/preview': {
      post: { requestBody: Json<TemplatePreviewRequest>; responses: { 200: Json<TemplatePreview> } };
    };
    '/operator/v1/machines/{machineId}/jobs': {
      get: {
        parameters: {
          query?: {
            state?: 'waiting' | 'written' | 'taken' | 'failed' | 'ended'; limit?: number; cursor?: string;
          };
          path: { machineId: string };
        };
        responses: { 200: Json<MachineJob[]> };
      };
    };
    '/operator/v1/machine-jobs/{jobId}/send': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<MachineJob> } };
    };
    '/operator/v1/machine-jobs/{jobId}/take': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<MachineJob> } };
    };
    '/operator/v1/machine-jobs/{jobId}/withdraw': {
      post: { parameters: { path: { jobId: string } }; responses: { 200: Json<MachineJob> } };
    };
    '/operator/v1/machine-jobs/{jobId}/file': {
      get: {
        parameters: { path: { jobId: string } };
        responses: {
          200: { content: { 'image/png': string; 'image/tiff': string; 'application/pdf': string } };
        };
      };
    };
    '/operator/v1/pieces/{code}/send-files': {
      post: {
        parameters: { path: { code: string } }; requestBody: Json<SendFilesRequest>;
        responses: { 200: Json<SendFiles> };
      };
    };
    '/operator/v1/batches/{batchId}/send-files': {
      post: {
        parameters: { path: { batchId: string } }; requestBody: Json<SendFilesRequest>;
        responses: { 200: Json<SendFiles> };
      };
    };
    '/operator/v1/machines/{machineId}/sheets': {
      post: { parameters: { path: { machineId: string } }; responses: { 200: Json<SendFiles> } };
    };
    '/operator/v1/gang-sheets/{sheet}': {
      get: { parameters: { path: { sheet: string } }; responses: { 200: Json<GangSheet> } };
    };
    '/operator/v1/gang-sheets/{sheet}/picture': {
      get: {
        parameters: { path: { sheet: string } }; responses: { 200: { content: { 'image/webp': string } } };
      };
    };
    '/operator/v1/batches/{batchId}/print-files': {
      get: {
        parameters: { path: { batchId: string } };
        responses: { 200: { content: { 'application/zip': string } } };
      };
    };
    '/operator/v1/label-providers': {
      get: { responses: { 200: Json<LabelProvider[]> } };
      post: { requestBody: Json<NewLabelProviderRequest>; responses: { 201: Json<LabelProvider> } };
    };
    '/operator/v1/label-providers/{providerId}': {
      patch: {
        parameters: { path: { providerId: string } }; requestBody: Json<LabelProviderChangeRequest>;
        responses: { 200: Json<LabelProvider> };
      };
      delete: { parameters: { path: { providerId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/label-providers/{providerId}/test': {
      post: { parameters: { path: { providerId: string } }; responses: { 200: Json<LabelProviderTest> } };
    };
    '/operator/v1/label-rules': {
      get: { responses: { 200: Json<LabelRules> } };
      put: { requestBody: Json<LabelRulesRequest>; responses: { 200: Json<LabelRules> } };
    };
    '/operator/v1/label-rules/try': {
      post: { requestBody: Json<TryLabelRulesRequest>; responses: { 200: Json<TriedLabelRules> } };
    };
    '/operator/v1/packages': {
      get: { responses: { 200: Json<Packages> } };
      put: { requestBody: Json<PackagesRequest>; responses: { 200: Json<Packages> } };
    };
    '/operator/v1/open-labels': {
      get: {
        parameters: {
          query?: {
            problem?:
              | 'customs_data_missing' | 'sender_missing' | 'file_missing' | 'file_not_printable'
              | 'label_used' | 'no_printer' | 'address_not_printable' | 'paper_not_drawn'
              | 'label_no_service' | 'label_weight_missing' | 'label_not_printable' | 'label_is_test'
              | 'label_refused' | 'label_credentials_refused' | 'label_provider_unreachable'
              | 'label_answer_unusable';
            limit?: number;
            cursor?: string;
          };
        };
        responses: { 200: Json<OpenLabel[]> };
      };
    };
    '/operator/v1/label-retries': {
      post: { requestBody: Json<RetryLabelsRequest>; responses: { 200: Json<RetriedLabels> } };
    };
    '/operator/v1/reports/label-costs': {
      get: { parameters: { query?: { from?: string; to?: string } }; responses: { 200: Json<LabelCosts> } };
    };
    '/operator/v1/reports/label-costs.csv': {
      get: {
        parameters: { query?: { from?: string; to?: string } };
        responses: { 200: { content: { 'text/csv': string } } };
      };
    };
    '/operator/v1/release-groups': {
      get: {
        parameters: {
          query?: {
            technology?: string; manufacturerCode?: string; sku?: string; clientId?: string; dueBy?: string;
            size?: 'SINGLE' | 'MULTI'; status?: 'ASSIGNED' | 'ACCEPTED'; due?: 'LATE' | 'TODAY' | 'TOMORROW';
            oldest?: number;
          };
        };
        responses: { 200: Json<ReleaseGroup[]> };
      };
    };
    '/operator/v1/release-orders': {
      get: {
        parameters: {
          query?: {
            technology?: string; manufacturerCode?: string; sku?: string; clientId?: string; dueBy?: string;
            size?: 'SINGLE' | 'MULTI'; status?: 'ASSIGNED' | 'ACCEPTED'; due?: 'LATE' | 'TODAY' | 'TOMORROW';
            limit?: number;
          };
        };
        responses: { 200: Json<ReleasableOrder[]> };
      };
    };
    '/operator/v1/release-counts': {
      get: {
        parameters: {
          query?: {
            technology?: string; manufacturerCode?: string; sku?: string; clientId?: string; dueBy?: string;
            size?: 'SINGLE' | 'MULTI'; status?: 'ASSIGNED' | 'ACCEPTED'; due?: 'LATE' | 'TODAY' | 'TOMORROW';
            oldest?: number;
          };
        };
        responses: { 200: Json<ReleaseCounts> };
      };
    };
    '/operator/v1/batches': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string } }; requestBody: Json<ReleaseRequest>;
        responses: { 200: Json<Release> };
      };
      get: {
        parameters: { query?: { limit?: number; cursor?: string; open?: 'true' | 'false' } };
        responses: { 200: Json<Batch[]> };
      };
    };
    '/operator/v1/batches/{batchId}': {
      get: { parameters: { path: { batchId: string } }; responses: { 200: Json<Batch> } };
    };
    '/operator/v1/batches/{batchId}/progress': {
      get: { parameters: { path: { batchId: string } }; responses: { 200: Json<BatchProgress> } };
    };
    '/operator/v1/batches/{batchId}/pieces': {
      get: {
        parameters: {
          query?: {
            limit?: number; cursor?: string;
            state?: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'STOPPED' | 'SHIPPED' | 'ENDED';
            sku?: string;
          };
          path: { batchId: string };
        };
        responses: { 200: Json<Piece[]> };
      };
    };
    '/operator/v1/floor-counts': { get: { responses: { 200: Json<FloorCounts> } } };
    '/operator/v1/bins/contents': { get: { responses: { 200: Json<BinContents> } } };
    '/operator/v1/problems': {
      get: {
        parameters: {
          query?: {
            kind?:
              | 'NO_LABEL' | 'PAPER_NOT_MADE' | 'DELIVERY' | 'NO_BLANK' | 'NO_BATCH' | 'STOPPED' | 'ON_HOLD'
              | 'ASKED_TO_CANCEL' | 'PRINT_JOB' | 'PRINTER' | 'BIN' | 'WORK_FAILED';
            limit?: number;
            cursor?: string;
          };
        };
        responses: { 200: Json<FloorProblem[]> };
      };
    };
    '/operator/v1/problems/counts': { get: { responses: { 200: Json<FloorProblemCounts> } } };
    '/operator/v1/batches/{batchId}/picks': {
      get: { parameters: { path: { batchId: string } }; responses: { 200: Json<PickLine[]> } };
      put: {
        parameters: { path: { batchId: string } }; requestBody: Json<PickRequest>;
        responses: { 200: Json<PickLine> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/pieces': {
      get: { parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<Piece[]> } };
    };
    '/operator/v1/orders/{clientId}/{orderId}/piece-events': {
      get: {
        parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<PieceEvent[]> };
      };
    };
    '/operator/v1/pieces/{code}': {
      get: { parameters: { path: { code: string } }; responses: { 200: Json<PieceInHand> } };
    };
    '/operator/v1/pieces/{code}/stop': {
      post: {
        parameters: { path: { code: string } }; requestBody?: Json<StopRequest>;
        responses: { 200: Json<StoppedOrder> };
      };
    };
    '/operator/v1/pieces': {
      get: {
        parameters: {
          query?: {
            limit?: number; cursor?: string; sku?: string; manufacturerCode?: string; color?: string;
            size?: string; technology?: string; state?: 'TO_MAKE' | 'MADE' | 'CHECKED'; batchId?: string;
            hasBlank?: 'true' | 'false';
          };
        };
        responses: { 200: Json<FoundPiece[]> };
      };
    };
    '/operator/v1/station-queue': {
      get: {
        parameters: { query?: { work?: 'MAKE' | 'CHECK' | 'PACK' } }; responses: { 200: Json<StationQueue> };
      };
    };
    '/operator/v1/pieces/{code}/pictures/{sha256}/{size}': {
      get: {
        parameters: { path: { code: string; sha256: string; size: 'small' | 'large' } };
        responses: { 200: { content: { 'image/webp': string } } };
      };
    };
    '/operator/v1/parcels/{code}/pictures/{sha256}/{size}': {
      get: {
        parameters: { path: { code: string; sha256: string; size: 'small' | 'large' } };
        responses: { 200: { content: { 'image/webp': string } } };
      };
    };
    '/operator/v1/pieces/{code}/files/{step}': {
      get: {
        parameters: { path: { code: string; step: string } };
        responses: {
          200: {
            content: {
              'image/png': string; 'image/jpeg': string; 'image/tiff': string; 'application/pdf': string;
              'application/zpl': string;
            };
          };
        };
      };
    };
    '/operator/v1/pieces/{code}/print-files/{step}': {
      get: {
        parameters: { path: { code: string; step: string } };
        responses: {
          200: {
            content: {
              'image/png': string; 'image/jpeg': string; 'image/tiff': string; 'application/pdf': string;
              'application/zpl': string;
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}/papers': {
      get: { parameters: { path: { batchId: string } }; responses: { 200: Json<PaperRun[]> } };
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { batchId: string } };
        requestBody: Json<BatchPapersRequest>; responses: { 200: Json<PaperRun> };
      };
    };
    '/operator/v1/batches/{batchId}/papers/{paper}': {
      get: {
        parameters: { path: { batchId: string; paper: 'tickets' | 'ticket-sheets' | 'pick-list' | 'cover' } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/tickets.pdf': {
      get: {
        parameters: { path: { clientId: string; orderId: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/pieces/{code}/ticket': {
      get: {
        parameters: { path: { code: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { code: string } };
        requestBody: Json<TicketRequest>; responses: { 200: Json<PaperRun> };
      };
    };
    '/operator/v1/papers/state': { get: { responses: { 200: Json<PaperState> } } };
    '/operator/v1/papers/commands': {
      get: { responses: { 200: { content: { 'application/pdf': string } } } };
    };
    '/operator/v1/papers/bins': {
      get: {
        parameters: { query?: { from?: number } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/papers/stock-labels': {
      post: {
        requestBody: Json<StockLabelsRequest>;
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/papers/scanner-test': {
      get: { responses: { 200: { content: { 'application/pdf': string } } } };
    };
    '/operator/v1/papers/badges': { get: { responses: { 200: { content: { 'application/pdf': string } } } } };
    '/operator/v1/papers/samples/{paper}': {
      get: {
        parameters: {
          query?: { client?: string };
          path: {
            paper:
              | 'ticket-sticker' | 'ticket-sheet' | 'pick-list' | 'cover' | 'packing-slip'
              | 'packing-slip-a6' | 'address-label' | 'cn22' | 'cn23' | 'hand-over-list' | 'commands'
              | 'badge' | 'bin-label' | 'scanner-test';
          };
        };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/papers/samples/{paper}/picture': {
      get: {
        parameters: {
          query?: { client?: string };
          path: {
            paper:
              | 'ticket-sticker' | 'ticket-sheet' | 'pick-list' | 'cover' | 'packing-slip'
              | 'packing-slip-a6' | 'address-label' | 'cn22' | 'cn23' | 'hand-over-list' | 'commands'
              | 'badge' | 'bin-label' | 'scanner-test';
          };
        };
        responses: { 200: { content: { 'image/png': string } } };
      };
    };
    '/operator/v1/operators/{operatorId}/badge.pdf': {
      get: {
        parameters: { path: { operatorId: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/scans': { post: { requestBody: Json<ScanRequest>; responses: { 200: Json<ScanAnswer> } } };
    '/operator/v1/scans/latest': {
      get: {
        parameters: { query?: { work?: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER' | 'FIND'; station?: string } };
        responses: { 200: Json<ScanAnswer>; 204: {} };
      };
    };
    '/operator/v1/bins': {
      get: { responses: { 200: Json<Bin[]> } };
      put: { requestBody: Json<BinsRequest>; responses: { 200: Json<Bin[]> } };
    };
    '/operator/v1/batches/{batchId}/shorts': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { batchId: string } };
        requestBody: Json<ShortRequest>; responses: { 200: Json<Short> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/parcels': {
      get: {
        parameters: { path: { clientId: string; orderId: string } };
        responses: { 200: Json<PackedParcel[]> };
      };
    };
    '/operator/v1/parcels/{code}': {
      get: { parameters: { path: { code: string } }; responses: { 200: Json<PackedParcel> } };
    };
    '/operator/v1/parcels/{code}/label': {
      post: {
        parameters: { path: { code: string } }; requestBody: Json<PrintLabelRequest>;
        responses: { 200: Json<PackedParcel> };
      };
    };
    '/operator/v1/parcels/{code}/return-label': {
      post: {
        parameters: { path: { code: string } }; requestBody: Json<ReturnLabelRequest>;
        responses: { 200: Json<PackedParcel> };
      };
    };
    '/operator/v1/parcels/{code}/return-label.pdf': {
      get: {
        parameters: { path: { code: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/parcels/{code}/reprint': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { code: string } };
        requestBody: Json<ReprintParcelRequest>; responses: { 200: Json<PackedParcel> };
      };
    };
    '/operator/v1/parcels/{code}/package': {
      put: {
        parameters: { path: { code: string } }; requestBody: Json<ParcelPackageRequest>;
        responses: { 200: Json<PackedParcel> };
      };
    };
    '/operator/v1/parcels/{code}/ship': {
      post: {
        parameters: { path: { code: string } }; requestBody: Json<ShipParcelRequest>;
        responses: { 200: Json<PackedParcel> };
      };
    };
    '/operator/v1/parcels/{code}/take-back': {
      post: {
        parameters: { path: { code: string } }; requestBody: Json<TakeBackRequest>;
        responses: { 200: Json<PackedParcel> };
      };
    };
    '/operator/v1/hand-over-carriers': { get: { responses: { 200: Json<HandOverCarrier[]> } } };
    '/operator/v1/waiting-parcels': {
      get: {
        parameters: {
          query?: { carrierId?: string; labels?: 'ADDRESS' | 'CLIENT'; limit?: number; cursor?: string };
        };
        responses: { 200: Json<WaitingParcel[]> };
      };
    };
    '/operator/v1/hand-overs': {
      get: {
        parameters: {
          query?: { carrierId?: string; state?: 'OPEN' | 'CLOSED'; limit?: number; cursor?: string };
        };
        responses: { 200: Json<HandOver[]> };
      };
      post: { requestBody: Json<OpenHandOverRequest>; responses: { 200: Json<HandOver> } };
    };
    '/operator/v1/hand-overs/{handOverId}': {
      get: { parameters: { path: { handOverId: string } }; responses: { 200: Json<HandOver> } };
    };
    '/operator/v1/hand-overs/{handOverId}/parcels': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string }; path: { handOverId: string } };
        responses: { 200: Json<HandedOverParcel[]> };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/parcels/{code}/remove': {
      post: {
        parameters: { path: { handOverId: string; code: string } }; requestBody: Json<RemoveParcelRequest>;
        responses: { 200: Json<HandOver> };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/close': {
      post: {
        parameters: { path: { handOverId: string } }; requestBody: Json<CloseHandOverRequest>;
        responses: { 200: Json<HandOver> };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/list.pdf': {
      get: {
        parameters: { path: { handOverId: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/print': {
      post: {
        parameters: { path: { handOverId: string } }; requestBody: Json<PrintHandOverRequest>;
        responses: { 200: Json<PrintJob> };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/customs.csv': {
      get: {
        parameters: { path: { handOverId: string } };
        responses: { 200: { content: { 'text/csv': string } } };
      };
    };
    '/operator/v1/returns': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string } }; requestBody: Json<ReturnRequest>;
        responses: { 200: Json<Return> };
      };
      get: {
        parameters: {
          query?: {
            clientId?: string;
            orderId?: string;
            condition?: 'RESELL' | 'REUSE' | 'WASTE';
            reason?:
              | 'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM'
              | 'UNDELIVERABLE' | 'OTHER';
            from?: string;
            to?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: { 200: Json<Return[]> };
      };
    };
    '/operator/v1/announced-returns': {
      get: {
        parameters: { query?: { clientId?: string; orderId?: string; limit?: number; cursor?: string } };
        responses: { 200: Json<AnnouncedReturn[]> };
      };
    };
    '/operator/v1/returnable-orders': {
      get: { parameters: { query?: { code?: string } }; responses: { 200: Json<Returnable[]> } };
    };
    '/operator/v1/clients/{clientId}/price-lists': {
      get: { parameters: { path: { clientId: string } }; responses: { 200: Json<ListedPriceList[]> } };
      post: {
        parameters: { path: { clientId: string } }; requestBody: Json<PriceListRequest>;
        responses: { 201: Json<PriceList> };
      };
    };
    '/operator/v1/clients/{clientId}/price-lists/{priceListId}': {
      get: {
        parameters: { path: { clientId: string; priceListId: string } }; responses: { 200: Json<PriceList> };
      };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; priceListId: string } };
        requestBody: Json<PriceListRequest>; responses: { 200: Json<PriceList> };
      };
      delete: { parameters: { path: { clientId: string; priceListId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/clients/{clientId}/price-lists/{priceListId}/prices.csv': {
      get: {
        parameters: { path: { clientId: string; priceListId: string } };
        responses: { 200: { content: { 'text/csv': string } } };
      };
      put: {
        parameters: { header?: { 'if-match'?: string }; path: { clientId: string; priceListId: string } };
        requestBody: {
          content: {
            /** The CSV file, as described at /docs/money. */ 'text/csv': string;
            /** The CSV file, as described at /docs/money. */ 'application/vnd.ms-excel': string;
          };
        };
        responses: { 200: Json<PriceList> };
      };
    };
    '/operator/v1/statements': {
      get: { parameters: { query?: { month?: string } }; responses: { 200: Json<StatementMonth> } };
    };
    '/operator/v1/clients/{clientId}/statements/{month}': {
      get: { parameters: { path: { clientId: string; month: string } }; responses: { 200: Json<Statement> } };
    };
    '/operator/v1/clients/{clientId}/statements/{month}/charges': {
      get: {
        parameters: {
          query?: { limit?: number; cursor?: string }; path: { clientId: string; month: string };
        };
        responses: { 200: Json<Charge[]> };
      };
    };
    '/operator/v1/clients/{clientId}/statements/{month}/charges.csv': {
      get: {
        parameters: { path: { clientId: string; month: string } };
        responses: { 200: { content: { 'text/csv': string } } };
      };
    };
    '/operator/v1/clients/{clientId}/statements/{month}/statement.pdf': {
      get: {
        parameters: { path: { clientId: string; month: string } };
        responses: { 200: { content: { 'application/pdf': string } } };
      };
    };
    '/operator/v1/clients/{clientId}/statements/{month}/close': {
      post: {
        parameters: { path: { clientId: string; month: string } }; responses: { 200: Json<Statement> };
      };
    };
    '/operator/v1/clients/{clientId}/charges': {
      post: {
        parameters: { header?: { 'idempotency-key'?: string }; path: { clientId: string } };
        requestBody: Json<CorrectionRequest>; responses: { 200: Json<Charge> };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/charges': {
      get: {
        parameters: { path: { clientId: string; orderId: string } }; responses: { 200: Json<OrderCharges> };
      };
    };
    '/operator/v1/overview': { get: { responses: { 200: Json<Overview> } } };
    '/operator/v1/reports/replacements': {
      get: {
        parameters: { query?: { from?: string; to?: string; clientId?: string } };
        responses: { 200: Json<ReplacementReport> };
      };
    };
    '/operator/v1/reports/breakdown': {
      get: {
        parameters: { query?: { from?: string; to?: string; clientId?: string } };
        responses: { 200: Json<ReportBreakdown> };
      };
    };
    '/operator/v1/reports/table': {
      get: {
        parameters: {
          query?: {
            from?: string;
            to?: string;
            clientId?: string;
            format?: 'csv' | 'xlsx';
            table?:
              | 'days' | 'rejects' | 'stations' | 'people' | 'clients' | 'steps' | 'machines' | 'articles'
              | 'replacements';
          };
        };
        responses: {
          200: {
            content: {
              'text/csv': string;
              'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
            };
          };
        };
      };
    };
    '/operator/v1/reports/money': {
      get: {
        parameters: { query?: { from?: string; to?: string; clientId?: string } };
        responses: { 200: Json<MoneyReport> };
      };
    };
    '/operator/v1/reports/money/table': {
      get: {
        parameters: {
          query?: {
            from?: string; to?: string; clientId?: string; format?: 'csv' | 'xlsx';
            table?: 'clients' | 'kinds' | 'articles';
          };
        };
        responses: {
          200: {
            content: {
              'text/csv': string;
              'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
            };
          };
        };
      };
    };
    '/operator/v1/reports/production': {
      get: {
        parameters: { query?: { from?: string; to?: string; clientId?: string } };
        responses: { 200: Json<ProductionReport> };
      };
    };
    '/operator/v1/reports/production.csv': {
      get: {
        parameters: {
          query?: {
            from?: string; to?: string; clientId?: string;
            table?: 'days' | 'rejects' | 'stations' | 'people';
          };
        };
        responses: { 200: { content: { 'text/csv': string } } };
      };
    };
    '/operator/v1/wall-boards': {
      get: { responses: { 200: Json<WallBoard[]> } };
      post: { requestBody: Json<WallBoardRequest>; responses: { 201: Json<WallBoardLink> } };
    };
    '/operator/v1/wall-boards/{boardId}': {
      delete: { parameters: { path: { boardId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/webhook-endpoints': {
      get: {
        parameters: {
          query?: {
            clientId?: string; state?: 'healthy' | 'failing' | 'disabled' | 'given_up';
            mode?: 'live' | 'sandbox'; limit?: number; cursor?: string;
          };
        };
        responses: { 200: Json<StaffWebhookEndpoint[]> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}': {
      get: {
        parameters: { path: { clientId: string; endpointId: string } };
        responses: { 200: Json<StaffWebhookEndpoint> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/enable': {
      post: {
        parameters: { path: { clientId: string; endpointId: string } };
        responses: { 200: Json<StaffWebhookEndpoint> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/disable': {
      post: {
        parameters: { path: { clientId: string; endpointId: string } };
        responses: { 200: Json<StaffWebhookEndpoint> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/resend-failed': {
      post: {
        parameters: { path: { clientId: string; endpointId: string } };
        requestBody?: Json<ResendFailedByStaffRequest>; responses: { 200: Json<ResendFailed> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries': {
      get: {
        parameters: {
          query?: { state?: 'pending' | 'delivered' | 'failed' | 'skipped'; limit?: number; cursor?: string };
          path: { clientId: string; endpointId: string };
        };
        responses: { 200: Json<StaffWebhookDelivery[]> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}': {
      get: {
        parameters: { path: { clientId: string; endpointId: string; deliveryId: string } };
        responses: { 200: Json<StaffWebhookDeliveryDetail> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/resend': {
      post: {
        parameters: { path: { clientId: string; endpointId: string; deliveryId: string } };
        responses: { 200: Json<StaffWebhookDelivery> };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/skip': {
      post: {
        parameters: { path: { clientId: string; endpointId: string; deliveryId: string } };
        responses: { 200: Json<StaffWebhookDelivery> };
      };
    };
    '/operator/v1/clients/{clientId}/shop-connections': {
      get: { parameters: { path: { clientId: string } }; responses: { 200: Json<ShopConnection[]> } };
      post: {
        parameters: { path: { clientId: string } }; requestBody: Json<NewShopRequest>;
        responses: { 201: Json<ConnectedShop> };
      };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/resend': {
      post: {
        parameters: { path: { clientId: string; connection: string } };
        requestBody?: Json<ResendShopMessagesRequest>; responses: { 200: Json<ResentShopMessages> };
      };
    };
    '/operator/v1/shop-connections': { get: { responses: { 200: Json<ConnectedShop[]> } } };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}': {
      patch: {
        parameters: { path: { clientId: string; connection: string } }; requestBody: Json<ShopChangeRequest>;
        responses: { 200: Json<ConnectedShop> };
      };
      delete: { parameters: { path: { clientId: string; connection: string } }; responses: { 204: {} } };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/test': {
      post: {
        parameters: { path: { clientId: string; connection: string } }; responses: { 200: Json<ShopTest> };
      };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/read-products': {
      post: { parameters: { path: { clientId: string; connection: string } }; responses: { 204: {} } };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/products': {
      get: {
        parameters: {
          query?: { limit?: number; cursor?: string; filter?: 'all' | 'unmapped' | 'proposed'; q?: string };
          path: { clientId: string; connection: string };
        };
        responses: { 200: Json<ShopProduct[]> };
      };
      put: {
        parameters: { path: { clientId: string; connection: string } };
        requestBody: Json<MapShopProductRequest>; responses: { 200: Json<MappedShopProducts> };
      };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/text-previews': {
      post: {
        parameters: { path: { clientId: string; connection: string } };
        requestBody: Json<ShopTextPreviewRequest>; responses: { 200: Json<ShopTextPreview> };
      };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/products/accept-proposals': {
      post: {
        parameters: { path: { clientId: string; connection: string } };
        responses: { 200: Json<MappedShopProducts> };
      };
    };
    '/operator/v1/clients/{clientId}/shop-connections/{connection}/rates': {
      put: {
        parameters: { path: { clientId: string; connection: string } };
        requestBody: Json<OfferShopRatesRequest>; responses: { 200: Json<ShopTest> };
      };
    };
    '/operator/v1/operators': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: Json<Operator[]> };
      };
      post: { requestBody: Json<NewOperatorRequest>; responses: { 201: Json<OperatorLink> } };
    };
    '/operator/v1/operators/{operatorId}': {
      get: { parameters: { path: { operatorId: string } }; responses: { 200: Json<Operator> } };
      patch: {
        parameters: { path: { operatorId: string } }; requestBody: Json<OperatorChangeRequest>;
        responses: { 200: Json<Operator> };
      };
    };
    '/operator/v1/operators/{operatorId}/reset': {
      post: { parameters: { path: { operatorId: string } }; responses: { 200: Json<OperatorLink> } };
    };
    '/operator/v1/operators/{operatorId}/sessions': {
      get: { parameters: { path: { operatorId: string } }; responses: { 200: Json<OperatorSession[]> } };
      delete: { parameters: { path: { operatorId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/operators/{operatorId}/sessions/{sessionId}': {
      delete: { parameters: { path: { operatorId: string; sessionId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/operators/{operatorId}/badge': {
      post: { parameters: { path: { operatorId: string } }; responses: { 200: Json<Operator> } };
      delete: { parameters: { path: { operatorId: string } }; responses: { 200: Json<Operator> } };
    };
    '/operator/v1/operators/{operatorId}/pin': {
      post: { parameters: { path: { operatorId: string } }; responses: { 200: Json<OperatorPin> } };
      delete: { parameters: { path: { operatorId: string } }; responses: { 200: Json<Operator> } };
    };
    '/operator/v1/me': { put: { requestBody: Json<MeRequest>; responses: { 200: Json<Session> } } };
    '/operator/v1/me/password': { post: { requestBody: Json<PasswordRequest>; responses: { 204: {} } } };
    '/operator/v1/me/sessions': {
      get: { responses: { 200: Json<OperatorSession[]> } }; delete: { responses: { 204: {} } };
    };
    '/operator/v1/me/sessions/{sessionId}': {
      delete: { parameters: { path: { sessionId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/stations': {
      get: {
        parameters: { query?: { limit?: number; cursor?: string } }; responses: { 200: Json<Station[]> };
      };
      post: { requestBody: Json<NewStationRequest>; responses: { 201: Json<Station> } };
    };
    '/operator/v1/stations/{stationId}': {
      get: { parameters: { path: { stationId: string } }; responses: { 200: Json<Station> } };
      patch: {
        parameters: { path: { stationId: string } }; requestBody: Json<StationChangeRequest>;
        responses: { 200: Json<Station> };
      };
    };
    '/operator/v1/stations/{stationId}/sessions': {
      get: { parameters: { path: { stationId: string } }; responses: { 200: Json<ListedStationSession[]> } };
    };
    '/operator/v1/stations/{stationId}/sessions/{sessionId}': {
      delete: { parameters: { path: { stationId: string; sessionId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/audit': {
      get: {
        parameters: {
          query?: {
            person?: string; subject?: string; from?: string; to?: string; limit?: number; cursor?: string;
          };
        };
        responses: { 200: Json<AuditEntry[]> };
      };
    };
    '/operator/v1/settings': { get: { responses: { 200: Json<ServiceSettings> } } };
    '/operator/v1/resume': { post: { requestBody?: Json<ResumeRequest>; responses: { 200: Json<Resumed> } } };
    '/operator/v1/settings/shop': {
      get: { responses: { 200: Json<ShopSettings> } };
      put: {
        parameters: { header?: { 'if-match'?: string } }; requestBody: Json<ShopSettingsRequest>;
        responses: { 200: Json<ShopSettings> };
      };
    };
    '/operator/v1/holidays': {
      get: {
        parameters: { query?: { region?: string; language?: 'en' | 'de' } };
        responses: { 200: Json<Holidays> };
      };
    };
    '/operator/v1/settings/checklist': {
      get: { responses: { 200: Json<Checklist> } };
      put: { requestBody: Json<ChecklistRequest>; responses: { 200: Json<Checklist> } };
    };
    '/operator/v1/alerts': { get: { responses: { 200: Json<Alerts> } } };
    '/operator/v1/alerts/read': { post: { requestBody: Json<ReadAlertsRequest>; responses: { 204: {} } } };
    '/operator/v1/alerts/{alertId}/done': {
      post: { parameters: { path: { alertId: string } }; responses: { 204: {} } };
    };
    '/operator/v1/me/alerts': {
      get: { responses: { 200: Json<AlertChoice> } };
      put: { requestBody: Json<AlertChoiceRequest>; responses: { 200: Json<AlertChoice> } };
    };
  };
  schemas: {
    Address: Address; AddressCorrection: AddressCorrection; AddressRequest: AddressRequest;
    AddressShipment: AddressShipment; AddressShipmentRequest: AddressShipmentRequest;
    AdjustStockRequest: AdjustStockRequest; Alert: Alert; AlertChoice: AlertChoice;
    AlertChoiceRequest: AlertChoiceRequest; AlertFacts: AlertFacts; Alerts: Alerts;
    AnnouncedReturn: AnnouncedReturn; AnnouncedReturnItem: AnnouncedReturnItem; AreaOnPicture: AreaOnPicture;
    ArticlePrintArea: ArticlePrintArea; ArticlePrintAreaRequest: ArticlePrintAreaRequest;
    Attention: Attention; AuditActor: AuditActor; AuditEntry: AuditEntry; AuditSubject: AuditSubject;
    Backlog: Backlog; BacklogAge: BacklogAge; BacklogTechnology: BacklogTechnology;
    BadgeRequest: BadgeRequest; Batch: Batch; BatchCustomization: BatchCustomization; BatchLine: BatchLine;
    BatchPapersRequest: BatchPapersRequest; BatchProgress: BatchProgress; Bin: Bin; BinContent: BinContent;
    BinContents: BinContents; BinsRequest: BinsRequest; BulkCancelRequest: BulkCancelRequest;
    BulkHoldRequest: BulkHoldRequest; BulkOrder: BulkOrder; BulkRequest: BulkRequest; BulkResult: BulkResult;
    BulkRow: BulkRow; BulkShipOrder: BulkShipOrder; BulkShipRequest: BulkShipRequest;
    BulkShipResult: BulkShipResult; BulkShipRow: BulkShipRow; BuyProposal: BuyProposal;
    CancelByStaffRequest: CancelByStaffRequest; Cancellation: Cancellation; Carrier: Carrier;
    CarrierOfOrder: CarrierOfOrder; CarrierRequest: CarrierRequest; CatalogArticle: CatalogArticle;
    CatalogArticleVariant: CatalogArticleVariant; CatalogCarrier: CatalogCarrier;
    CatalogDifferences: CatalogDifferences; CatalogForm: CatalogForm; CatalogPrintArea: CatalogPrintArea;
    CatalogProduct: CatalogProduct; CatalogProductVariant: CatalogProductVariant;
    CatalogRequest: CatalogRequest; ChangedField: ChangedField; ChangedRecord: ChangedRecord; Charge: Charge;
    CheckedOrder: CheckedOrder; Checklist: Checklist; ChecklistRequest: ChecklistRequest;
    ChecklistStep: ChecklistStep; Client: Client; ClientChangeRequest: ClientChangeRequest;
    ClientLabelCosts: ClientLabelCosts; ClientSecret: ClientSecret; ClientSlip: ClientSlip;
    ClientSlipRequest: ClientSlipRequest; CloseHandOverRequest: CloseHandOverRequest;
    ConnectedShop: ConnectedShop; Contract: Contract; ContractRequest: ContractRequest;
    ContractTermsRequest: ContractTermsRequest; ContractedCarrier: ContractedCarrier;
    ContractedClient: ContractedClient; CorrectionRequest: CorrectionRequest;
    CountConfirmation: CountConfirmation; CountLine: CountLine; CountedDelivery: CountedDelivery;
    CountedPieces: CountedPieces; CountryCode: CountryCode; CurrencyCode: CurrencyCode;
    CustomProduct: CustomProduct; CustomProductItem: CustomProductItem;
    CustomProductItemRequest: CustomProductItemRequest; CustomProductRequest: CustomProductRequest;
    Customization: Customization; CustomizationRequest: CustomizationRequest; CustomsData: CustomsData;
    CustomsGap: CustomsGap; CustomsLine: CustomsLine; CustomsRequest: CustomsRequest;
    DeliveredPieces: DeliveredPieces; Delivery: Delivery; DeliveryLine: DeliveryLine;
    DeliveryRequest: DeliveryRequest; DifferenceCounts: DifferenceCounts;
    DifferencesCounted: DifferencesCounted; Error: Error; ErrorRequest: ErrorRequest;
    ExistingProduct: ExistingProduct; ExistingProductItem: ExistingProductItem;
    ExistingProductItemRequest: ExistingProductItemRequest; ExistingProductRequest: ExistingProductRequest;
    ExpectedLine: ExpectedLine; FailedAttempt: FailedAttempt; FieldChange: FieldChange;
    FittingRule: FittingRule; FittingRuleRequest: FittingRuleRequest; FittingRules: FittingRules;
    FittingRulesRequest: FittingRulesRequest; FloorCounts: FloorCounts; FloorNote: FloorNote;
    FloorProblem: FloorProblem; FloorProblemCounts: FloorProblemCounts; FloorSentence: FloorSentence;
    FoundCode: FoundCode; FoundPiece: FoundPiece; GangPrint: GangPrint; GangSheet: GangSheet;
    HandOver: HandOver; HandOverCarrier: HandOverCarrier; HandedOverParcel: HandedOverParcel;
    HoldRequest: HoldRequest; Holiday: Holiday; HolidayRegion: HolidayRegion; Holidays: Holidays;
    ImportCounts: ImportCounts; ImportWarning: ImportWarning; ImportedOrders: ImportedOrders;
    ItemCorrection: ItemCorrection; KeptFile: KeptFile; LabelCost: LabelCost; LabelCosts: LabelCosts;
    LabelCredentials: LabelCredentials; LabelProvider: LabelProvider;
    LabelProviderChangeRequest: LabelProviderChangeRequest; LabelProviderTest: LabelProviderTest;
    LabelRate: LabelRate; LabelRule: LabelRule; LabelRuleConditions: LabelRuleConditions;
    LabelRules: LabelRules; LabelRulesRequest: LabelRulesRequest; LabelSender: LabelSender;
    LabelShipment: LabelShipment; LabelShipmentRequest: LabelShipmentRequest; LastAlertMail: LastAlertMail;
    LastOrderOfShop: LastOrderOfShop; LastReportToShop: LastReportToShop; LastShopOrder: LastShopOrder;
    LastShopReport: LastShopReport; LeftOutOrder: LeftOutOrder; LinkCheckRequest: LinkCheckRequest;
    ListedArticle: ListedArticle; ListedClient: ListedClient; ListedOrder: ListedOrder;
    ListedPriceList: ListedPriceList; ListedProduct: ListedProduct; ListedRecipient: ListedRecipient;
    ListedStatement: ListedStatement; ListedStationSession: ListedStationSession; ListedStock: ListedStock;
    LocationTechnologies: LocationTechnologies; LostParcel: LostParcel; Machine: Machine;
    MachineChangeRequest: MachineChangeRequest; MachineJob: MachineJob; MachineRule: MachineRule;
    MachineRules: MachineRules; MachineRulesRequest: MachineRulesRequest; MachineTemplate: MachineTemplate;
    MachineTemplates: MachineTemplates; MachineTest: MachineTest; MachineTicket: MachineTicket;
    Manifest: Manifest; MapShopProductRequest: MapShopProductRequest; MappedShopProducts: MappedShopProducts;
    MarkOrdersRequest: MarkOrdersRequest; MarkedOrder: MarkedOrder; MarkedOrders: MarkedOrders;
    MatchingOrders: MatchingOrders; MeRequest: MeRequest; MissingPiece: MissingPiece;
    MissingPrice: MissingPrice; MoneyOfArticle: MoneyOfArticle; MoneyOfClient: MoneyOfClient;
    MoneyOfKind: MoneyOfKind; MoneyReport: MoneyReport; NamedClient: NamedClient;
    NewClientRequest: NewClientRequest; NewLabelProviderRequest: NewLabelProviderRequest;
    NewMachineRequest: NewMachineRequest; NewOperatorRequest: NewOperatorRequest;
    NewPrinterRequest: NewPrinterRequest; NewPurchaseLine: NewPurchaseLine; NewRecord: NewRecord;
    NewSecret: NewSecret; NewShopRequest: NewShopRequest; NewStationRequest: NewStationRequest; Note: Note;
    NoteOfArticle: NoteOfArticle; NoteRequest: NoteRequest; OfferShopRatesRequest: OfferShopRatesRequest;
    OpenHandOverRequest: OpenHandOverRequest; OpenIdConnectOption: OpenIdConnectOption; OpenLabel: OpenLabel;
    OpenShopMessage: OpenShopMessage; OpenStationRequest: OpenStationRequest; Operator: Operator;
    OperatorChangeRequest: OperatorChangeRequest; OperatorLink: OperatorLink; OperatorOrder: OperatorOrder;
    OperatorOrderEvent: OperatorOrderEvent; OperatorPin: OperatorPin; OperatorSession: OperatorSession;
    Order: Order; OrderAssignee: OrderAssignee; OrderCharge: OrderCharge; OrderCharges: OrderCharges;
    OrderCorrection: OrderCorrection; OrderCounts: OrderCounts; OrderCustoms: OrderCustoms;
    OrderDay: OrderDay; OrderFiles: OrderFiles; OrderFilesKey: OrderFilesKey;
    OrderFilesRequest: OrderFilesRequest; OrderItem: OrderItem; OrderItemRequest: OrderItemRequest;
    OrderJob: OrderJob; OrderJobQuery: OrderJobQuery; OrderJobRequest: OrderJobRequest;
    OrderJobRow: OrderJobRow; OrderMarks: OrderMarks; OrderNoteRequest: OrderNoteRequest;
    OrderPrintFile: OrderPrintFile; OrderRepeat: OrderRepeat; OrderRequest: OrderRequest;
    OrderView: OrderView; OrderViewChange: OrderViewChange; OrderViewCount: OrderViewCount;
    OrderViewParameters: OrderViewParameters; OrderViewQuery: OrderViewQuery;
    OrderViewRequest: OrderViewRequest; OrderWarning: OrderWarning; OrdersByReason: OrdersByReason;
    OrdersByStatus: OrdersByStatus; OrdersInError: OrdersInError; OrdersOfClient: OrdersOfClient;
    Overview: Overview; OwnStation: OwnStation; Package: Package; Packages: Packages;
    PackagesRequest: PackagesRequest; PackedItem: PackedItem; PackedParcel: PackedParcel;
    PaperPrinter: PaperPrinter; PaperRun: PaperRun; PaperRunJob: PaperRunJob;
    PaperRunPrinter: PaperRunPrinter; PaperState: PaperState; Parcel: Parcel; ParcelItem: ParcelItem;
    ParcelLabel: ParcelLabel; ParcelLabelCost: ParcelLabelCost; ParcelPackageRequest: ParcelPackageRequest;
    ParcelPaper: ParcelPaper; PasswordRequest: PasswordRequest; PastStock: PastStock; Paused: Paused;
    PickLine: PickLine; PickRequest: PickRequest; Piece: Piece; PieceArticle: PieceArticle;
    PieceArtwork: PieceArtwork; PieceEvent: PieceEvent; PieceInHand: PieceInHand;
    PiecePictures: PiecePictures; PieceStep: PieceStep; PinRequest: PinRequest; Place: Place;
    PlaceAssignment: PlaceAssignment; PlaceInBatch: PlaceInBatch; PlaceInOrder: PlaceInOrder;
    PlaceRename: PlaceRename; PlacedVariant: PlacedVariant; Preference: Preference; Price: Price;
    PriceList: PriceList; PriceListRequest: PriceListRequest; PriceRequest: PriceRequest; Print: Print;
    PrintArea: PrintArea; PrintAreaRequest: PrintAreaRequest; PrintAreas: PrintAreas;
    PrintAreasRequest: PrintAreasRequest; PrintFilesRemade: PrintFilesRemade;
    PrintHandOverRequest: PrintHandOverRequest; PrintJob: PrintJob; PrintJobCreator: PrintJobCreator;
    PrintJobPrinter: PrintJobPrinter; PrintLabelRequest: PrintLabelRequest; PrintRequest: PrintRequest;
    PrintTechnologies: PrintTechnologies; PrintTechnology: PrintTechnology;
    PrintTechnologyRequest: PrintTechnologyRequest; Printer: Printer;
    PrinterChangeRequest: PrinterChangeRequest; ProductionReport: ProductionReport; Purchase: Purchase;
    PurchaseLine: PurchaseLine; PurchaseMail: PurchaseMail; PurchaseMailRequest: PurchaseMailRequest;
    PurchaseRequest: PurchaseRequest; PurchaseStateRequest: PurchaseStateRequest;
    PurchaseWithLines: PurchaseWithLines; ReadAlertsRequest: ReadAlertsRequest; ReadyOrder: ReadyOrder;
    ReasonRequest: ReasonRequest; RefusedPrint: RefusedPrint; RefusedRow: RefusedRow;
    ReleasableOrder: ReleasableOrder; Release: Release; ReleaseChoice: ReleaseChoice;
    ReleaseCounts: ReleaseCounts; ReleaseGroup: ReleaseGroup; ReleaseOrder: ReleaseOrder;
    ReleaseRequest: ReleaseRequest; RemoveParcelRequest: RemoveParcelRequest; RenamedPlace: RenamedPlace;
    RepeatOf: RepeatOf; RepeatRequest: RepeatRequest; RepeatedBy: RepeatedBy; RepeatedItem: RepeatedItem;
    RepeatedOrder: RepeatedOrder; ReplacementReport: ReplacementReport;
    ReplacementsOfReason: ReplacementsOfReason; ReportBreakdown: ReportBreakdown;
    ReportedArticle: ReportedArticle; ReportedClient: ReportedClient; ReportedDay: ReportedDay;
    ReportedMachine: ReportedMachine; ReportedPerson: ReportedPerson; ReportedPieces: ReportedPieces;
    ReportedReject: ReportedReject; ReportedShipping: ReportedShipping; ReportedStation: ReportedStation;
    ReportedStep: ReportedStep; ReportedTechnology: ReportedTechnology;
    ReprintParcelRequest: ReprintParcelRequest; ReprintRequest: ReprintRequest; ResendFailed: ResendFailed;
    ResendFailedByStaffRequest: ResendFailedByStaffRequest;
    ResendShopMessagesRequest: ResendShopMessagesRequest; ResentShopMessages: ResentShopMessages;
    ReservePlace: ReservePlace; ResumeRequest: ResumeRequest; Resumed: Resumed;
    RetiredVariant: RetiredVariant; RetriedLabels: RetriedLabels; RetryLabelsRequest: RetryLabelsRequest;
    Return: Return; ReturnItemRequest: ReturnItemRequest; ReturnLabelRequest: ReturnLabelRequest;
    ReturnRequest: ReturnRequest; Returnable: Returnable; ReturnableItem: ReturnableItem;
    ReturnablePiece: ReturnablePiece; ReturnedItem: ReturnedItem; ReturnedPieces: ReturnedPieces;
    RotateSecretRequest: RotateSecretRequest; ScanAnswer: ScanAnswer; ScanContext: ScanContext;
    ScanDone: ScanDone; ScanNext: ScanNext; ScanRefusal: ScanRefusal; ScanRequest: ScanRequest;
    ScannedHandOver: ScannedHandOver; ScannedOrder: ScannedOrder; ScannedParcel: ScannedParcel;
    ScannedSheet: ScannedSheet; ScrapRequest: ScrapRequest; ScrappedPieces: ScrappedPieces;
    SendFiles: SendFiles; SendFilesRequest: SendFilesRequest; ServiceCheck: ServiceCheck;
    ServiceSettings: ServiceSettings; ServiceTrouble: ServiceTrouble; Session: Session;
    SetStockRequest: SetStockRequest; Setting: Setting; SheetRoll: SheetRoll;
    ShipParcelRequest: ShipParcelRequest; ShipRequest: ShipRequest; Shipment: Shipment;
    ShippedItem: ShippedItem; Shipping: Shipping; ShippingCorrection: ShippingCorrection;
    ShippingRequest: ShippingRequest; ShopChangeRequest: ShopChangeRequest; ShopConnection: ShopConnection;
    ShopConnectionSettings: ShopConnectionSettings; ShopCredentials: ShopCredentials;
    ShopProduct: ShopProduct; ShopRate: ShopRate; ShopRates: ShopRates; ShopRatesRequest: ShopRatesRequest;
    ShopSettings: ShopSettings; ShopSettingsChange: ShopSettingsChange;
    ShopSettingsRequest: ShopSettingsRequest; ShopSettingsSources: ShopSettingsSources;
    ShopSettingsStored: ShopSettingsStored; ShopSettingsValues: ShopSettingsValues; ShopTest: ShopTest;
    ShopTextPreview: ShopTextPreview; ShopTextPreviewRequest: ShopTextPreviewRequest; Short: Short;
    ShortRequest: ShortRequest; SignInOptions: SignInOptions; SignInRequest: SignInRequest;
    SignedInOperator: SignedInOperator; SignedOnOperator: SignedOnOperator; SlipTexts: SlipTexts;
    StaffArticle: StaffArticle; StaffArticleVariant: StaffArticleVariant; StaffProduct: StaffProduct;
    StaffProductVariant: StaffProductVariant; StaffWebhookDelivery: StaffWebhookDelivery;
    StaffWebhookDeliveryDetail: StaffWebhookDeliveryDetail; StaffWebhookEndpoint: StaffWebhookEndpoint;
    Statement: Statement; StatementMonth: StatementMonth; StatementPosition: StatementPosition;
    StatementTotal: StatementTotal; Station: Station; StationChangeRequest: StationChangeRequest;
    StationPrinter: StationPrinter; StationQueue: StationQueue; StationSession: StationSession;
    StatusDetail: StatusDetail; StatusReason: StatusReason; StepInHand: StepInHand;
    StepPrintFile: StepPrintFile; StockAfterShort: StockAfterShort; StockCount: StockCount;
    StockCountRequest: StockCountRequest; StockCountWithLines: StockCountWithLines;
    StockDelivery: StockDelivery; StockLabel: StockLabel; StockLabelsRequest: StockLabelsRequest;
    StockLevel: StockLevel; StockMinimumRequest: StockMinimumRequest; StockMove: StockMove;
    StockMovement: StockMovement; StockPlanAfter: StockPlanAfter; StockPlanBefore: StockPlanBefore;
    StockPlanChange: StockPlanChange; StockPlanDifference: StockPlanDifference;
    StockPlanRequest: StockPlanRequest; StockPlanResult: StockPlanResult; StockReservation: StockReservation;
    StockScrap: StockScrap; StockWait: StockWait; StopRequest: StopRequest; StoppedOrder: StoppedOrder;
    Supplier: Supplier; SupplierItem: SupplierItem; SupplierItems: SupplierItems;
    SupplierRequest: SupplierRequest; TakeBackRequest: TakeBackRequest; TaxIds: TaxIds;
    TaxIdsRequest: TaxIdsRequest; TemplateMistake: TemplateMistake; TemplatePreview: TemplatePreview;
    TemplatePreviewRequest: TemplatePreviewRequest; Thumbnails: Thumbnails; TicketPrinter: TicketPrinter;
    TicketRequest: TicketRequest; TrackingDoubt: TrackingDoubt; TrackingRequest: TrackingRequest;
    TriedLabelRules: TriedLabelRules; TryAgainRequest: TryAgainRequest;
    TryLabelRulesRequest: TryLabelRulesRequest; Turnaround: Turnaround; UnfinishedPiece: UnfinishedPiece;
    UntouchedOrder: UntouchedOrder; UploadedFile: UploadedFile;
    VariantDifferenceCounts: VariantDifferenceCounts; VariantKey: VariantKey; Violation: Violation;
    WaitingParcel: WaitingParcel; WaitingPiece: WaitingPiece; WallBoard: WallBoard;
    WallBoardLink: WallBoardLink; WallBoardRequest: WallBoardRequest; WallFigures: WallFigures;
    WallStation: WallStation; WallTechnology: WallTechnology; WantedPackage: WantedPackage;
    WebhooksInTrouble: WebhooksInTrouble; WelcomeRequest: WelcomeRequest;
  };
}
/** The ways to sign in. */
export interface SignInOptions {
  /** true: people may sign in with a login and a password. */ password: boolean;
  openIdConnect?: OpenIdConnectOption;
}
/** Present when OpenID Connect is set up. */
export interface OpenIdConnectOption {
  /** Label of the button. */ label: string;
}
/** A session of a person. */
export interface Session {
  operator: SignedInOperator;
  /**
   * All permissions of the role.
   *
   * Items: A permission.
   */
  verbs: (
    | 'me.read' | 'me.change' | 'orders.read' | 'stock.read' | 'catalog.read' | 'carriers.read'
    | 'clients.read' | 'webhooks.read' | 'shops.read' | 'reports.read' | 'alerts.read' | 'printers.read'
    | 'labels.read' | 'prints.read' | 'production.read' | 'handovers.read' | 'stations.read' | 'floor.read'
    | 'orders.create' | 'orders.accept' | 'orders.ship' | 'orders.cancel' | 'orders.mend' | 'orders.hold'
    | 'orders.prefer' | 'orders.note' | 'stock.work' | 'stock.change' | 'catalog.change' | 'catalog.note'
    | 'carriers.change' | 'clients.contracts' | 'money.read' | 'money.change' | 'webhooks.change'
    | 'shops.map' | 'stations.work' | 'stations.open' | 'print' | 'production.release' | 'production.work'
    | 'returns.book' | 'handovers.change' | 'notes.change' | 'orders.erase' | 'clients.change'
    | 'clients.secrets' | 'operators.read' | 'operators.change' | 'stations.change' | 'audit.read'
    | 'settings.read' | 'settings.change' | 'service.resume' | 'printers.change' | 'labels.change'
    | 'shops.change' | 'machines.change'
  )[];
  /** When the session ends. Each use extends it. ISO 8601 in UTC with milliseconds. */ expires: string;
}
/** The person who is signed in. */
export interface SignedInOperator {
  /** Identifier of the account. */ operatorId: string;
  /** Name that others see. */ name: string;
  /** Login for signing in. */ login: string;
  /** Role of the person. admin: everything. office: orders, catalogue, stock and carriers, without accounts and secrets. floor: stations only. viewer: reads the same as office. */
  role: 'admin' | 'office' | 'floor' | 'viewer';
  /** Language of the console. Default: language of the browser. */ language?: 'de' | 'en';
}
/** A login and its password. */
export interface SignInRequest {
  /** Login, in any case. */ login: string;
  /** The password. */ password: string;
}
/** A new password and a one-time link. */
export interface WelcomeRequest {
  /** Token of the one-time link: the part after the #. */ token: string;
  /** At least 12 characters. A strength estimate refuses common words, known phrases, the example of this document, and names and logins of the person. */
  password: string;
}
/** A one-time link. */
export interface LinkCheckRequest {
  /** Token of the one-time link: the part after the #. */ token: string;
}
/** A browser that is a station, with the person who is signed on. */
export interface StationSession {
  station: OwnStation;
  operator?: SignedOnOperator;
  /**
   * Permissions at the station: those of the role floor, for every person.
   *
   * Items: A permission.
   */
  verbs: (
    | 'me.read' | 'me.change' | 'orders.read' | 'stock.read' | 'catalog.read' | 'carriers.read'
    | 'clients.read' | 'webhooks.read' | 'shops.read' | 'reports.read' | 'alerts.read' | 'printers.read'
    | 'labels.read' | 'prints.read' | 'production.read' | 'handovers.read' | 'stations.read' | 'floor.read'
    | 'orders.create' | 'orders.accept' | 'orders.ship' | 'orders.cancel' | 'orders.mend' | 'orders.hold'
    | 'orders.prefer' | 'orders.note' | 'stock.work' | 'stock.change' | 'catalog.change' | 'catalog.note'
    | 'carriers.change' | 'clients.contracts' | 'money.read' | 'money.change' | 'webhooks.change'
    | 'shops.map' | 'stations.work' | 'stations.open' | 'print' | 'production.release' | 'production.work'
    | 'returns.book' | 'handovers.change' | 'notes.change' | 'orders.erase' | 'clients.change'
    | 'clients.secrets' | 'operators.read' | 'operators.change' | 'stations.change' | 'audit.read'
    | 'settings.read' | 'settings.change' | 'service.resume' | 'printers.change' | 'labels.change'
    | 'shops.change' | 'machines.change'
  )[];
  /** When the station locks. Activity delays it. ISO 8601 in UTC with milliseconds. */ locks?: string;
  /** Seconds without activity after which the station locks. */ idleSeconds: number;
}
/** The station of the browser. */
export interface OwnStation {
  /** Identifier of the station. */ stationId: string;
  /** Name of the station. */ name: string;
  /**
   * Kinds of work at the station.
   *
   * Items: Kind of work.
   */
  kinds: ('make' | 'check' | 'pack' | 'hand_over')[];
}
/** The person who is signed on. While absent, all other requests are refused with `station_locked`. */
export interface SignedOnOperator {
  /** Identifier of the account. */ operatorId: string;
  /** Name that others see. */ name: string;
  /** Language of the console. */ language?: string;
}
/** The station that the browser becomes. */
export interface OpenStationRequest {
  /** Identifier of the station. */ stationId: string;
}
/** A scanned badge. */
export interface BadgeRequest {
  /** The code, unchanged from the scanner. */ badge: string;
}
/** A login and its PIN. */
export interface PinRequest {
  /** Login, in any case. */ login: string;
  /** The PIN. */ pin: string;
}
/** The figures on a wall board. They name no orders, clients or people. */
export interface WallFigures {
  /** Name of the center. */ center: string;
  /** Time zone of the center. */ timeZone: string;
  /** When the figures were counted. ISO 8601 in UTC with milliseconds. */ read: string;
  /** Overdue open orders. 10,001 means more than 10,000. */ late: number;
  /** Orders that are due within 4 hours, or later today and not in production. 10,001 means more than 10,000. */
  atRisk: number;
  /** The technologies, the one with the most pieces to make first. */ technologies: WallTechnology[];
  /** The stations with the most pieces first, at most 20. */ stations: WallStation[];
}
/** The pieces of one technology. */
export interface WallTechnology {
  /** The technology of the first step. */ technology: string;
  /** Pieces to make. */ toMake: number;
  /** Pieces that were made and wait to be checked. */ made: number;
  /** Pieces that were checked and wait to be packed. */ checked: number;
  /** Pieces that were packed today. */ packedToday: number;
}
/** The work of a station in the last hour. */
export interface WallStation {
  /** Name of the station. */ station: string;
  /** The work. */ work: 'MAKE' | 'CHECK' | 'PACK';
  /** Pieces of this work in the last hour. */ pieces: number;
}
/** The request of Shopify. */
export interface ShopRatesRequest {
  /** The cart: currency, destination and items. */ rate: { [k: string]: unknown };
  [k: string]: unknown;
}
/** The rates in the form of Shopify. */
export interface ShopRates {
  /** The rates. */ rates: ShopRate[];
}
/** The price of a service. */
export interface ShopRate {
  /** Name of the service. */ service_name: string;
  /** The service, as the label provider names it. */ service_code: string;
  /** The price in hundredths of the currency. */ total_price: string;
  /** Currency, ISO 4217. */ currency: string;
  /** The expected delivery. */ min_delivery_date?: string;
  /** The expected delivery. */ max_delivery_date?: string;
}
/** An order in a list. */
export interface ListedOrder {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The client's identifier of the order. */ orderId: string;
  /** sandbox: an order for testing an integration, which never reaches production. */
  mode: 'live' | 'sandbox';
  /** Status of the order. */ status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Version of the order, which every change raises. In double quotes, it is an ETag for `If-Match` and for `ifMatch` of a bulk change: `"3"`. */
  version: number;
  /** Code of the reason of the status. Absent: it has no reason. */ statusReason?: string;
  /** Message of the reason of the status. */ statusMessage?: string;
  /** When the order entered its status. ISO 8601 in UTC with milliseconds. */ statusSince: string;
  recipient?: ListedRecipient;
  /** The carrier that staff shipped it with; before, the carrierId that the order names, else the default carrier of its client at the time of ASSIGNED. Absent: no carrier is chosen, or the order has its own label. */
  carrier?: string;
  /** true: the order is on hold. Otherwise absent. */ held?: boolean;
  /** State of the customer's request to cancel. Absent: there was no request. */
  cancellation?: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  /** true: staff prefer the order. Otherwise absent. */ preferred?: boolean;
  /** Name of the person who looks after it. Absent: nobody. */ assignee?: string;
  /** Tags of staff, sorted. Absent: none. */ tags?: string[];
  /** Number of items. */ items: number;
  /** When the order is due. Absent: it is not assigned, in error, or ended. ISO 8601 in UTC with milliseconds. */
  due?: string;
  /** LATE: overdue. AT_RISK: due within 4 hours, or today and not in production. Absent: on time. */
  dueState?: 'LATE' | 'AT_RISK';
  /** true: the order goes before others. Otherwise absent. */ rush?: boolean;
  /** When the order was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */ updated: string;
}
/** The recipient. Absent: the order has its own label. */
export interface ListedRecipient {
  /** Name of the person or company. */ name?: string;
  /** Country, ISO 3166-1 alpha-2. */ country: string;
}
/** Numbers of orders. */
export interface OrderCounts {
  /** Sum of the numbers in `statuses`. */ orders: number;
  statuses: OrdersByStatus;
  /** Number of orders for each status and reason, highest number first. */ reasons: OrdersByReason[];
  /** The clients with the most orders of each status and reason. In a status with more than 10,000 orders, their numbers are of the counted orders only. */
  clients: OrdersOfClient[];
}
/** Number of orders in each status. */
export interface OrdersByStatus {
  /** Number of orders. 10,001 means more than 10,000. */ NEW: number;
  /** Number of orders. 10,001 means more than 10,000. */ ASSIGNED: number;
  /** Number of orders. 10,001 means more than 10,000. */ ACCEPTED: number;
  /** Number of orders. 10,001 means more than 10,000. */ SHIPPED: number;
  /** Number of orders. 10,001 means more than 10,000. */ CANCELLED: number;
  /** Number of orders. 10,001 means more than 10,000. */ ERROR: number;
}
/** Number of orders with a status and a reason. */
export interface OrdersByReason {
  /** Status of the order. */ status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Code of the reason. */ reason: string;
  /** Number of orders. 10,001 means more than 10,000. */ orders: number;
}
/** Numbers of orders of a client. */
export interface OrdersOfClient {
  /** Identifier of the client. */ clientId: string;
  /** Number of orders. 10,001 means more than 10,000. */ orders: number;
  statuses: OrdersByStatus;
  /** Number of orders for each status and reason, highest number first. */ reasons: OrdersByReason[];
}
/** The number of orders that match. */
export interface MatchingOrders {
  /** Number of orders. 10,001 means more than 10,000. */ orders: number;
  /** true: further orders were not examined, so there may be more. */ isMore: boolean;
}
/** A saved view of the list of orders. */
export interface OrderView {
  /** Identifier of the view. */ viewId: string;
  /** Name for people. */ name: string;
  /** true: everybody sees the view. false: only its owner. */ isShared: boolean;
  query: OrderViewParameters;
  /**
   * Columns of the table, from left to right. Empty: the usual ones.
   *
   * Items: A column of the table.
   */
  columns: (
    | 'order' | 'client' | 'recipient' | 'country' | 'status' | 'reason' | 'due' | 'since' | 'items'
    | 'carrier' | 'created' | 'updated' | 'assignee' | 'tags'
  )[];
  /** true: the reader saved it. */ isOwn: boolean;
  /** Name of the owner at that time. */ ownerName: string;
  /** true: the reader's list of orders opens with it. */ isDefault: boolean;
  /**
   * Parameters of `query` whose value no longer exists, such as a deleted carrier.
   *
   * Items: Name of a parameter.
   */
  gone: ('clientId' | 'carrier' | 'assigneeId' | 'tag' | 'code')[];
}
/** Parameters of `listOrders`. */
export interface OrderViewParameters { [k: string]: string | number }
/** A new view. */
export interface OrderViewRequest {
  /** Name for people. */ name: string;
  /** true: everybody sees the view. false: only its owner. */ isShared: boolean;
  query: OrderViewQuery;
  /**
   * Columns of the table, from left to right. Empty: the usual ones.
   *
   * Items: A column of the table.
   */
  columns: (
    | 'order' | 'client' | 'recipient' | 'country' | 'status' | 'reason' | 'due' | 'since' | 'items'
    | 'carrier' | 'created' | 'updated' | 'assignee' | 'tags'
  )[];
}
/** Parameters of `listOrders`. A search text is not kept, because it may be personal data. */
export interface OrderViewQuery {
  /** Only orders in one of these statuses: NEW, ASSIGNED, ACCEPTED, SHIPPED, CANCELLED, ERROR. Separated by commas. */
  status?: string;
  /** Only orders whose reason has one of these codes. Separated by commas. */ reason?: string;
  /** Only orders of this client. */ clientId?: string;
  /** Orders of live or of sandbox clients. */ mode?: 'live' | 'sandbox';
  /** Only orders created after this moment. ISO 8601 with a time zone. */ createdFrom?: string;
  /** Only orders created at or before this moment. ISO 8601 with a time zone. */ createdTo?: string;
  /** Only orders last changed after this moment. ISO 8601 with a time zone. */ updatedFrom?: string;
  /** Only orders last changed at or before this moment. ISO 8601 with a time zone. */ updatedTo?: string;
  /** Only orders that were created more than this number of hours ago. */ olderThanHours?: number;
  /** Only orders that have been in their status for more than this number of hours. */
  inStatusForHours?: number;
  /** Only orders with one of these orderIds, one per line, at most 100. Several clients may use the same orderId. */
  orderIds?: string;
  /** Only orders in production whose cancellation the customer has requested. */ cancellation?: 'requested';
  /** Only orders of this carrier, by its carrierId or by the carrier name that staff gave when shipping. */
  carrier?: string;
  /** Only orders to this country: ISO 3166-1 alpha-2, in any case. */ country?: string;
  /** Only orders with an item that has this EAN-13 or this SKU of a blank. Leading zeros of an EAN-13 may be missing or added. */
  code?: string;
  /** true: only orders on hold. false: only other orders. */ held?: 'true' | 'false';
  /** Only orders of this assignee (operatorId). NONE: only orders without an assignee. */
  assigneeId?: string;
  /** Only orders with this tag. */ tag?: string;
  /** true: only orders that staff prefer. false: only other orders. */ preferred?: 'true' | 'false';
  /** LATE: overdue. AT_RISK: due within 4 hours, or today and not in production. TODAY, TOMORROW: due on that day in `TIME_ZONE`, and not late. Only orders in NEW, ASSIGNED and ACCEPTED. */
  due?: 'LATE' | 'TODAY' | 'TOMORROW' | 'AT_RISK';
  /** true: only orders that go before others. false: only other orders. */ rush?: 'true' | 'false';
  /** newest, oldest: by time of creation. longest: the longest time in their status first, only of orders in NEW, ASSIGNED, ACCEPTED and ERROR. due: the earliest due time first, only of orders that have one, in NEW, ASSIGNED and ACCEPTED. The others sort by a column, with a minus sign from the last value to the first. Of more than 10,000 matching orders, they sort the newest 10,000, and the header `Sorted-Orders` says so. With `q`, always newest. */
  sort?:
    | 'newest' | 'oldest' | 'longest' | 'due' | 'order' | '-order' | 'client' | '-client' | 'recipient'
    | '-recipient' | 'country' | '-country' | 'status' | '-status' | 'reason' | '-reason' | '-due' | 'since'
    | '-since' | 'items' | '-items' | 'carrier' | '-carrier' | 'updated' | '-updated' | 'assignee'
    | '-assignee' | 'tags' | '-tags';
  /** Elements per page. */ limit?: number;
}
/** The number of orders in a view. */
export interface OrderViewCount {
  /** The view. */ viewId: string;
  /** Open orders that match. 10,001 means more than 10,000. */ orders: number;
  /** true: further orders were not examined, so there may be more. */ isMore: boolean;
}
/** Changes of a view. Absent fields stay. */
export interface OrderViewChange {
  /** Name for people. */ name?: string;
  /** true: everybody sees the view. false: only its owner. */ isShared?: boolean;
  query?: OrderViewQuery;
  /**
   * Columns of the table, from left to right. Empty: the usual ones.
   *
   * Items: A column of the table.
   */
  columns?: (
    | 'order' | 'client' | 'recipient' | 'country' | 'status' | 'reason' | 'due' | 'since' | 'items'
    | 'carrier' | 'created' | 'updated' | 'assignee' | 'tags'
  )[];
}
/** A bulk change of all orders that match now. */
export interface OrderJobRequest {
  /** What is done with each order, as by the operation with the same name: `batch` releases the orders into batches of at most 500, `mark` is `markOrders`, and `ship` ships the rest of each order in one parcel. */
  action:
    | 'accept' | 'batch' | 'cancel' | 'hold' | 'mark' | 'prefer' | 'release' | 'retry' | 'rush' | 'ship'
    | 'unprefer' | 'unrush';
  query: OrderJobQuery;
  /** Reason, which the client reads. */ reason?: string;
  /** Carrier of the parcels, for `ship`. */ trackingCarrier?: string;
  /** For `batch`: number of an open batch that takes the orders. */ batchId?: string;
  /** operatorId of the person who looks after them. Empty: nobody. */ assigneeId?: string;
  /**
   * Tags to add.
   *
   * Items: A tag: a few words of staff.
   */
  addTags?: string[];
  /**
   * Tags to remove.
   *
   * Items: A tag: a few words of staff.
   */
  removeTags?: string[];
}
/** Parameters of `listOrders`. */
export interface OrderJobQuery {
  /** Only orders in one of these statuses: NEW, ASSIGNED, ACCEPTED, SHIPPED, CANCELLED, ERROR. Separated by commas. */
  status?: string;
  /** Only orders whose reason has one of these codes. Separated by commas. */ reason?: string;
  /** Only orders of this client. */ clientId?: string;
  /** Orders of live or of sandbox clients. */ mode?: 'live' | 'sandbox';
  /** Only orders created after this moment. ISO 8601 with a time zone. */ createdFrom?: string;
  /** Only orders created at or before this moment. ISO 8601 with a time zone. */ createdTo?: string;
  /** Only orders last changed after this moment. ISO 8601 with a time zone. */ updatedFrom?: string;
  /** Only orders last changed at or before this moment. ISO 8601 with a time zone. */ updatedTo?: string;
  /** Only orders that were created more than this number of hours ago. */ olderThanHours?: number;
  /** Only orders that have been in their status for more than this number of hours. */
  inStatusForHours?: number;
  /** Only orders with one of these orderIds, one per line, at most 100. Several clients may use the same orderId. */
  orderIds?: string;
  /** Only orders in production whose cancellation the customer has requested. */ cancellation?: 'requested';
  /** Only orders of this carrier, by its carrierId or by the carrier name that staff gave when shipping. */
  carrier?: string;
  /** Only orders to this country: ISO 3166-1 alpha-2, in any case. */ country?: string;
  /** Only orders with an item that has this EAN-13 or this SKU of a blank. Leading zeros of an EAN-13 may be missing or added. */
  code?: string;
  /** true: only orders on hold. false: only other orders. */ held?: 'true' | 'false';
  /** Only orders of this assignee (operatorId). NONE: only orders without an assignee. */
  assigneeId?: string;
  /** Only orders with this tag. */ tag?: string;
  /** true: only orders that staff prefer. false: only other orders. */ preferred?: 'true' | 'false';
  /** LATE: overdue. AT_RISK: due within 4 hours, or today and not in production. TODAY, TOMORROW: due on that day in `TIME_ZONE`, and not late. Only orders in NEW, ASSIGNED and ACCEPTED. */
  due?: 'LATE' | 'TODAY' | 'TOMORROW' | 'AT_RISK';
  /** true: only orders that go before others. false: only other orders. */ rush?: 'true' | 'false';
  /** newest, oldest: by time of creation. longest: the longest time in their status first, only of orders in NEW, ASSIGNED, ACCEPTED and ERROR. due: the earliest due time first, only of orders that have one, in NEW, ASSIGNED and ACCEPTED. The others sort by a column, with a minus sign from the last value to the first. Of more than 10,000 matching orders, they sort the newest 10,000, and the header `Sorted-Orders` says so. With `q`, always newest. */
  sort?:
    | 'newest' | 'oldest' | 'longest' | 'due' | 'order' | '-order' | 'client' | '-client' | 'recipient'
    | '-recipient' | 'country' | '-country' | 'status' | '-status' | 'reason' | '-reason' | '-due' | 'since'
    | '-since' | 'items' | '-items' | 'carrier' | '-carrier' | 'updated' | '-updated' | 'assignee'
    | '-assignee' | 'tags' | '-tags';
  /** Only orders that contain every word of this text: in the orderId, customerReference, recipient, e-mail address, phone number, city, postal code, tracking numbers, or in an EAN-13, SKU, name or artwork file name of an item, at the beginning of a word. `am1057` finds `AM-1057`, and a Chinese, Japanese or Korean sign is a word. Case and accents are ignored; an umlaut matches its letter and its spelling with two letters (`muller` and `mueller`). A word of one or two characters must match a whole word. An order with exactly this orderId comes first. A page may be short or empty although more pages follow in the Link header. */
  q?: string;
}
/** A bulk change with its progress. */
export interface OrderJob {
  /** Identifier of the bulk change. */ jobId: string;
  /** What is done with each order. */
  action:
    | 'accept' | 'batch' | 'cancel' | 'hold' | 'mark' | 'prefer' | 'release' | 'retry' | 'rush' | 'ship'
    | 'unprefer' | 'unrush';
  /** RUNNING. STOPPED: by a person, or for `stopReason`. DONE: no order waits. */
  state: 'RUNNING' | 'STOPPED' | 'DONE';
  /** Why Platen stopped it. STARTER_DISABLED: its starter was disabled. New values may be added. */
  stopReason?: 'STARTER_DISABLED';
  /** Number of orders that matched at the start. */ orders: number;
  /** Orders that were not changed yet. After a stop, they stay as they are. */ waiting: number;
  /** Orders that were changed, or needed no change. */ done: number;
  /** Orders that were refused. */ refused: number;
  /** When it was started. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Person or program that started it. */ createdByName?: string;
  /** When it was done or stopped. Absent: it runs. ISO 8601 in UTC with milliseconds. */ ended?: string;
}
/** An order of a bulk change. */
export interface OrderJobRow {
  /** Identifier of the client. */ clientId: string;
  /** The client's identifier of the order. */ orderId: string;
  /** WAITING, DONE or REFUSED. */ state: 'WAITING' | 'DONE' | 'REFUSED';
  /** Name of the error. Absent: it was not refused. */ error?: string;
  /** Why it was refused. */ message?: string;
}
/** An order with its files, history and stock. */
export interface OperatorOrder {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** sandbox: an order for testing an integration, which never reaches production. */
  mode: 'live' | 'sandbox';
  /** Version of the order, which every change raises. */ version: number;
  assignee?: OrderAssignee;
  /** Tags of staff, sorted. Absent: none. */ tags?: string[];
  /** When the order is due. Absent: it was not assigned, or it is in error. ISO 8601 in UTC with milliseconds. */
  due?: string;
  /** true: the order goes before others. Otherwise absent. */ rush?: boolean;
  /** Orders that repeat this one, and the one that it repeats. Absent: none. */ repeats?: OrderRepeat[];
  preferred?: Preference;
  carrier?: CarrierOfOrder;
  /** EU: the destination is in the area of the EU's customs and VAT rules. OUTSIDE_EU: parcels there need customs papers. Absent: the order has the client's own label, so the destination is unknown. */
  zone?: 'EU' | 'OUTSIDE_EU';
  /** The place that decides the zone, if its country alone does not. */ zonePlace?: string;
  order: Order;
  /** The stored files, sorted by pointer. */ files: KeptFile[];
  /** The latest 100 events, oldest first. */ events: OperatorOrderEvent[];
  /** The `cursor` of listOrderEvents with `sort=newest` that continues with the earlier events. Absent: there are none. */
  earlierEvents?: string;
  /** The stock that is reserved for the order. */ reservations: StockReservation[];
  /** The stock that the order waits for. */ waits: StockWait[];
  /** Notes by staff about the articles of the order, by article, oldest first. At most 100. */
  articleNotes: NoteOfArticle[];
}
/** The person who looks after an order. */
export interface OrderAssignee {
  /** Identifier of the account. */ operatorId: string;
  /** Name of the person at that time. */ name: string;
}
/** An order that repeats a shipped one. */
export interface OrderRepeat {
  /** The new order. */ orderId: string;
  /** The shipped order. */ originalId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. */ kind: 'REPLACEMENT' | 'REPEAT';
  /** Why pieces are replaced. Absent: a repeat. */
  reason?: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER';
  /** Who pays for the new order. */ paidBy: 'CENTER' | 'CLIENT' | 'CARRIER';
  /** Pieces of the new order. */ pieces: number;
  /** When it was entered. ISO 8601 in UTC with milliseconds. */ created: string;
}
/** Present if staff prefer the order: until it is filled, no other order takes the stock that it waits for. */
export interface Preference {
  /** When the order was preferred. ISO 8601 in UTC with milliseconds. */ since: string;
  /** Name of the person who preferred it. */ by?: string;
}
/** The carrier that the order names, else the default carrier of its client. Absent: no carrier is chosen, or the client sent its own label. */
export interface CarrierOfOrder {
  /** Identifier of the carrier. */ carrierId: string;
  /** Name of the carrier. */ name?: string;
}
/** An order. Optional fields that have no value are left out. */
export interface Order {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** Status of the order. */ status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** The ordered items. */ items: OrderItem[];
  shipping: Shipping;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  /** ISO 4217 code of the unit prices. Required without a shippingLabelUrl. */ unitPriceCurrency?: string;
  /** Message to the recipient, printed on our packing slip. */ message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */ gift?: boolean;
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
  metadata?: { [k: string]: string };
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
  /** Parts that could be better. They do not stop the order. */ warnings?: OrderWarning[];
  /** When the personal data of the order was erased: its recipient, files, tracking and reasons. Required fields now read erased or https://erased.invalid/. Absent: it was not erased. ISO 8601 in UTC with milliseconds. */
  personalDataErased?: string;
  /** When the order is expected to ship. Set when it becomes ASSIGNED, by your contract. Absent before that, and in ERROR and CANCELLED. ISO 8601 in UTC with milliseconds. */
  expectedShipDate?: string;
  /** What the order costs you, some seconds after it was shipped, if your contract says so. Later corrections are further elements. */
  charges?: OrderCharge[];
  repeatOf?: RepeatOf;
  /** Orders by which the center makes pieces of this one again, the oldest first. */
  repeatedBy?: RepeatedBy[];
  /** When the order was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */ updated: string;
}
/** Pieces of an existing product. */
export interface ExistingProductItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */ quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: { [k: string]: string };
  existingProduct: ExistingProduct;
}
/** An existing product. */
export interface ExistingProduct {
  /** EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue. */
  ean13: string;
  /** Name of the variant when it was ordered. */ name: string;
}
/** Pieces of a custom product. */
export interface CustomProductItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */ quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: { [k: string]: string };
  customProduct: CustomProduct;
}
/** A blank article with prints and customizations. */
export interface CustomProduct {
  /** SKU of a variant of a BLANK article. */ sku: string;
  /** Prints to apply. */ prints?: Print[];
  /** Customizations to apply. */ customizations?: Customization[];
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** Print data, and where and how it is applied. */
export interface Print {
  /** URL of the print data. http or https, at most 2,048 characters, without credentials. */ dataUrl: string;
  /** The place on the garment: one of the article's locations. */ location: string;
  /** How it is printed, one of the technologies of that location. */ technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
  /** Name of the design on our packing slip. Default: the file name of the print data. */
  designName?: string;
}
/** An article that is applied to the blank, and where and how. */
export interface Customization {
  /** SKU of a variant of a CUSTOMIZATION article. */ sku: string;
  /** The place on the garment: one of the article's locations. */ location: string;
  /** How it is applied. */ technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** It ships with your own label. */
export interface LabelShipment {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  /** Tracking number of the first parcel, once it has left. */ trackingNumber?: string;
  /** Carrier of the first parcel, once it has left. */ trackingCarrier?: string;
  /** Tracking page of the first parcel, once it has left. An http or https URL. */ trackingUrl?: string;
}
/** A contracted carrier ships it to an address. */
export interface AddressShipment {
  address: Address;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */ carrierId?: string;
  /** Tracking number of the first parcel, once it has left. */ trackingNumber?: string;
  /** Carrier of the first parcel, once it has left. */ trackingCarrier?: string;
  /** Tracking page of the first parcel, once it has left. An http or https URL. */ trackingUrl?: string;
}
/** Where a contracted carrier delivers. */
export interface Address {
  /** Recipient. This or company is required. */ personName?: string;
  /** Company of the recipient. */ company?: string;
  /** Street and number. Required. */ street: string;
  /** Apartment, floor, building. */ addressLine2?: string;
  /** Town or city. Required. */ city: string;
  /** Required where the country uses postal codes. */ postalCode?: string;
  /** ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too. Kept in upper case. */
  country: string;
  /** State or province. Required where addresses of the country need one. */ state?: string;
  /** For the carrier. */ phoneNumber?: string;
  /** For the carrier. */ email?: string;
}
/** Numbers of the sender for this order, printed on customs forms and sent to label providers. Your contract has the number for an absent one. */
export interface TaxIds {
  /** Number of the Import One-Stop Shop of the EU: IM and 10 digits. */ ioss?: string;
  /** Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters. */
  eori?: string;
  /** VAT number of the sender, which begins with the code of its country. Greece has EL. */ vat?: string;
}
/** Why the order is in ERROR or on hold, or what it waits for. */
export interface StatusReason {
  /** Short name of the reason, listed at /docs/order-life. */ code: string;
  /** The meaning of the reason, and what to do. */ message: string;
  /** JSON Pointer to the part of the order, where there is one. */ pointer?: string;
  /** With on_hold, `client`: you hold the order, and can release it. Absent: staff. New values may be added. */
  heldBy?: 'client';
  /** Every place with a problem: all files, or the first 100 places that are short of stock. */
  details?: StatusDetail[];
}
/** Something that the order waits for or fails on: a file, or stock. */
export interface StatusDetail {
  /** JSON Pointer to the place in the order. For a file, the first place that names it. */ pointer: string;
  /** Code of the problem, listed at /docs/order-life. */ code: string;
  /** The meaning of the problem, and what to do. */ message: string;
  /** When the file is fetched again. Absent: it is not. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
}
/** State of the request to cancel an order in production. */
export interface Cancellation {
  /** REQUESTED until staff decide. */ status: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  /** The reason that you gave. */ reason?: string;
  /** Why it was rejected: text from staff, or order_shipped or order_failed if that ended the request. */
  rejectionReason?: string;
}
/** A parcel of the order. */
export interface Shipment {
  /** Identifier of the parcel in the order: its place in the list, counted from 1. Absent in old parcels. */
  shipmentId?: string;
  /** Tracking number of the parcel. */ trackingNumber?: string;
  /** Carrier of the parcel. */ trackingCarrier?: string;
  /** Tracking page of the parcel. An http or https URL. */ trackingUrl?: string;
  /** Items in the parcel. Empty: unknown. */ items: ShippedItem[];
  /** When the parcel left. ISO 8601 in UTC with milliseconds. */ shipped: string;
  delivery?: Delivery;
}
/** Pieces of an item in a parcel. */
export interface ShippedItem {
  /** Item of the order. */ id: string;
  /** Number of its pieces in the parcel. */ quantity: number;
}
/** How far a parcel has come, as its carrier reports it. */
export interface Delivery {
  /** IN_TRANSIT: the carrier has it. DELIVERED: the recipient has it. PROBLEM: it cannot be delivered for now. RETURNED: it goes back to the center. */
  status: 'IN_TRANSIT' | 'DELIVERED' | 'PROBLEM' | 'RETURNED';
  /** When it reached this status. ISO 8601 in UTC with milliseconds. */ since: string;
}
/** Something that could be better. */
export interface OrderWarning {
  /** Short name of the warning. */ code: string;
  /** A sentence about the part that could be better. */ message: string;
  /** JSON Pointer to the part of the order. */ pointer: string;
}
/** A charge of an order. */
export interface OrderCharge {
  /** What is charged. New values may be added. */
  kind:
    | 'ARTICLE' | 'PRINT' | 'CUSTOMIZATION' | 'PACKING_ORDER' | 'PACKING_PARCEL' | 'PACKING_PIECE'
    | 'POSTAGE' | 'STORAGE_MONTH' | 'STORAGE_PIECE' | 'CORRECTION';
  /** Name of the article, location of the print, or service of the carrier. */ title?: string;
  /** SKU or EAN-13. */ code?: string;
  /** Technology of the print. */ technology?: string;
  /** Number of pieces, prints or parcels. Negative: taken back. */ quantity: number;
  /** Price of one. In the minor unit of the currency, such as cents. */ unitAmount: number;
  /** Price of all. Negative: in your favour. In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */ currency: string;
}
/** The shipped order that the center makes again. */
export interface RepeatOf {
  /** The shipped order. */ orderId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. New values may be added. */
  kind: 'REPLACEMENT' | 'REPEAT';
  /** Why pieces are replaced. Absent: a paid repeat. New values may be added. */
  reason?: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER';
}
/** An order that makes pieces of this one again. */
export interface RepeatedBy {
  /** The new order. */ orderId: string;
  /** REPLACEMENT: free for the recipient. REPEAT: paid. New values may be added. */
  kind: 'REPLACEMENT' | 'REPEAT';
  /** Why pieces are replaced. Absent: a paid repeat. New values may be added. */
  reason?: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER';
}
/** A stored file of the order. */
export interface KeptFile {
  /** JSON Pointer to the URL in the order. */ pointer: string;
  /** Purpose of the file. */ role: 'artwork' | 'quality_control_image' | 'packing_slip' | 'label';
  /** Media type of the content. */ mediaType: string;
  /** Size in bytes. */ bytes: number;
  /** SHA-256 of the content, in hexadecimal. */ sha256: string;
  /** Address of the content (getOrderFile). */ url: string;
  thumbnails: Thumbnails;
  /** Width of an image in pixels. */ width?: number;
  /** Height of an image in pixels. */ height?: number;
  /** Resolution that an image states, in pixels per inch; the lower one if the two directions differ. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */ hasAlpha?: boolean;
  /** Number of pages of a PDF. */ pages?: number;
  /** Width of the paper that takes every page of a PDF, in millimeters. */ widthMm?: number;
  /** Height of the paper that takes every page of a PDF, in millimeters. */ heightMm?: number;
  printArea?: PrintArea;
  /** Resolution of an image that is scaled into the print area, in pixels per inch. */ printDpi?: number;
  /** When the file was fetched. ISO 8601 in UTC with milliseconds. */ fetched: string;
}
/** Addresses of pictures of the file (getOrderFileThumbnail). */
export interface Thumbnails {
  /** At most 320 pixels on the longer side. */ small: string;
  /** At most 1,280 pixels on the longer side. */ large: string;
}
/** The area that a print fills at most. */
export interface PrintArea {
  /** Width in millimeters. */ widthMm: number;
  /** Height in millimeters. */ heightMm: number;
  /** From where its position is measured: the seam of the collar, or the edges of the platen. */
  origin?: 'COLLAR' | 'PLATEN';
  /** Millimeters from the origin down to the upper edge of the area. */ topMm?: number;
  /** Millimeters to the left edge of the area: from the middle of the collar, to the left if negative, or from the left edge of the platen. Absent: the area is centered. */
  leftMm?: number;
  /** Name of the side of the product. Areas on the same side must not overlap. */ side?: string;
  /** Millimeters that the print reaches beyond each edge of the area. */ bleedMm?: number;
  picture?: AreaOnPicture;
}
/** Where the area is on the first picture of the article. The print is then shown over that picture. */
export interface AreaOnPicture {
  /** Left edge of the area, as a fraction of the width of the picture, 0 to 1. */ left: number;
  /** Upper edge of the area, as a fraction of the height of the picture, 0 to 1. */ top: number;
  /** Width of the area, as a fraction of the width of the picture, above 0. */ width: number;
}
/** An event of an order, with its actor. */
export interface OperatorOrderEvent {
  /** Type of the event. New values may be added. */
  type:
    | 'order.created' | 'order.updated' | 'order.assigned' | 'order.accepted' | 'order.partially_shipped'
    | 'order.shipped' | 'order.cancelled' | 'order.error' | 'order.cancellation_requested'
    | 'order.cancellation_rejected' | 'parcel.updated' | 'order.returned';
  /** When it happened. ISO 8601 in UTC with milliseconds. */ occurred: string;
  /** Status after the event. */ status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Status before the event. */
  previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Version of the order after the event; its ETag. */ version: number;
  /** The actor: the client of the order, the staff of the center, or Platen itself. */
  actor: 'client' | 'operator' | 'system';
  /** The reason, if one was given. */ reason?: string;
  /** The returned pieces. Only for `order.returned`. */ returned?: ReturnedPieces[];
  /** The fields that a change or correction changed. At most 100. Absent after erasure. */
  changes?: ChangedField[];
  /** Why staff corrected the order, or why its client held it or cancelled items. Its client does not see it. */
  correctionReason?: string;
  /** Id of the actor: clientId of a client or a program of the center, operatorId of a person. Absent: Platen itself. */
  actorId?: string;
  /** Name of the actor at that time. */ actorName?: string;
}
/** Returned pieces of one item. */
export interface ReturnedPieces {
  /** Id of the item. */ itemId: string;
  /** Code of the piece. */ piece?: string;
  /** Number of pieces. */ quantity: number;
  /** Condition of the pieces. */ condition: 'RESELL' | 'REUSE' | 'WASTE';
  /** Reason of the return. New values may be added. */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
  /** A note by staff. */ note?: string;
}
/** A changed field of an order. */
export interface ChangedField {
  /** JSON Pointer to the field in the order. */ pointer: string;
  /** Its value before, cut after 500 characters. Absent: it was added. */ before?: string;
  /** Its value after, cut after 500 characters. Absent: it was removed. */ after?: string;
}
/** Stock that is reserved for an order. */
export interface StockReservation {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Number of pieces. */ quantity: number;
}
/** Stock that an order waits for. */
export interface StockWait {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Number of missing pieces. */ quantity: number;
  /** Number of older orders that wait for it too. At most 1,000 are counted. */ ahead: number;
}
/** A note by staff about an article of the order. */
export interface NoteOfArticle {
  /** The article of the note. */ manufacturerCode: string;
  /** The variants of that article that the order names. */ skus: string[];
  /** Identifier of the note. */ noteId: string;
  /** Text of the note. */ text: string;
  /** When it was written. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When it was last corrected. Absent: never. ISO 8601 in UTC with milliseconds. */ changed?: string;
  /** Id of the author: operatorId of a person, clientId of a program. */ authorId?: string;
  /** Name of the author at that time. */ authorName?: string;
  /** Names of the people who are alerted of it. Absent: nobody. */ mentions?: string[];
}
/** The corrected parts of an order, and the reason. Absent fields stay. */
export interface OrderCorrection {
  /** Why the order is corrected, for the audit log. */ reason: string;
  shipping?: ShippingCorrection;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  /** Message to the recipient, printed on our packing slip. An empty text removes the field. */
  message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */ gift?: boolean;
  /** Words of the giver to the recipient, printed on our packing slip. Line feeds are kept. An empty text removes the field. */
  giftMessage?: string;
  /** Your number for the order at your customer, such as a purchase order. Printed on our packing slip. An empty text removes the field. */
  customerReference?: string;
  /** The day on which the recipient wants the parcel: YYYY-MM-DD. Staff see it; expectedShipDate does not depend on it. An empty text removes the field. */
  requestedDeliveryDate?: string;
  /** The corrected items. */ items?: ItemCorrection[];
}
/** The corrected fields. */
export interface ShippingCorrection {
  address?: AddressCorrection;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */ carrierId?: string;
  /** Own label: PDF, ZPL or PNG, at most 10 pages. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl?: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
}
/** The corrected fields of the address. An empty text removes a field. */
export interface AddressCorrection {
  /** Recipient. This or company is required. */ personName?: string;
  /** Company of the recipient. */ company?: string;
  /** Street and number. Required. */ street?: string;
  /** Apartment, floor, building. */ addressLine2?: string;
  /** Town or city. Required. */ city?: string;
  /** Required where the country uses postal codes. */ postalCode?: string;
  country?: CountryCode;
  /** State or province. Required where addresses of the country need one. */ state?: string;
  /** For the carrier. */ phoneNumber?: string;
  /** For the carrier. */ email?: string;
}
/** The corrected fields of an item. A product is replaced. */
export interface ItemCorrection {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */ quantity?: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  existingProduct?: ExistingProductRequest;
  customProduct?: CustomProductRequest;
}
/** An existing product. */
export interface ExistingProductRequest {
  /** EAN-13 of a product variant that is assigned to you. A request may have another form of the same GTIN (8, 12, 13 or 14 digits); answers have that of the catalogue. */
  ean13: string;
  /** Ignored. */ name?: string;
}
/** A blank article with prints and customizations. */
export interface CustomProductRequest {
  /** SKU of a variant of a BLANK article. */ sku: string;
  /** Prints to apply. At least one print or customization. */ prints?: PrintRequest[];
  /** Customizations to apply: neck labels, hang tags, patches. */ customizations?: CustomizationRequest[];
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** Print data, and where and how it is applied. */
export interface PrintRequest {
  /** URL of the print data. http or https, at most 2,048 characters, without credentials. */ dataUrl: string;
  /** The place on the garment: one of the article's locations. */ location: string;
  /** How it is printed, one of the technologies of that location. */ technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
  /** Name of the design on our packing slip. Default: the file name of the print data. */
  designName?: string;
}
/** An article that is applied to the blank, and where and how. */
export interface CustomizationRequest {
  /** SKU of a variant of a CUSTOMIZATION article. */ sku: string;
  /** The place on the garment: one of the article's locations. */ location: string;
  /** How it is applied. */ technology: string;
  /** Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials. */
  qualityControlImageUrl?: string;
}
/** The customs declaration of an order, by the present catalogue. */
export interface OrderCustoms {
  /** declared: the destination is outside the EU zone. none: it is inside. unknown: the order has its own label, and only the label names the destination. */
  need: 'declared' | 'none' | 'unknown';
  /** ISO 4217 code of the currency of all values. */ currency?: string;
  /** The pieces, merged by tariff number and origin, without pieces that have a gap. */ lines: CustomsLine[];
  /** Number of different six-digit tariff numbers, by which a duty for each tariff line is counted. */
  tariffLines: number;
  /** Weight of all lines in grams. */ totalNetWeightGrams: number;
  /** Value of all lines, in `currency`. */ totalValue: number;
  /** The gaps. Empty: the order can be declared. */ gaps: CustomsGap[];
}
/** All pieces of one tariff number and origin. */
export interface CustomsLine {
  /** Tariff number of 6 to 10 digits. */ hsCode: string;
  /** ISO 3166-1 alpha-2 code of the country of origin. */ countryOfOrigin: string;
  /** Description of the pieces. Several descriptions are separated by commas. */ description: string;
  /** Number of pieces. */ quantity: number;
  /** Weight of all pieces in grams, without packaging. */ netWeightGrams: number;
  /** Value of all pieces with VAT, in `currency`. */ value: number;
}
/** A missing field that prevents the declaration. */
export interface CustomsGap {
  /** The missing field. */ field: 'hsCode' | 'countryOfOrigin' | 'weightGrams' | 'unitPrice';
  /** SKU or EAN-13 of the variant that lacks the field. */ code: string;
  /** Name of the product, or title of the article. */ title: string;
  /** Ids of the items that name the variant. */ itemIds: string[];
  /** The gap, as a sentence. */ message: string;
}
/** The files of an order. */
export interface OrderFiles {
  /** The files, sorted by pointer. */ files: KeptFile[];
}
/** A file for a correction or a new order. */
export interface UploadedFile {
  /** Address of the content (getOrderFile). */ url: string;
  /** Media type of the content. */ mediaType: string;
  /** Size in bytes. */ bytes: number;
}
/** Selects the orders whose files are read. */
export interface OrderFilesRequest {
  /** The orders. */ orders: OrderFilesKey[];
}
/** The key of an order. */
export interface OrderFilesKey {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, not percent-encoded. */ orderId: string;
}
/** The print-ready file of one print of an item. All pieces of the item share it. */
export interface OrderPrintFile {
  /** Position of the item in the order. */ position: number;
  /** Index of the print in the item. */ print: number;
  /** Id of the item. */ itemId: string;
  /** Location of the print. */ location: string;
  /** Technology of the print. */ technology: string;
  /** waiting: it is made in the background. failed: see `errorCode`. */
  state: 'waiting' | 'ready' | 'failed';
  /** Grows when the artwork, its area or a rule changes, from 1. */ version: number;
  /** PNG, TIFF or PDF. Absent: it is not ready. */ kind?: string;
  /** Size of the file in bytes. */ bytes?: number;
  /** Printed width in millimeters. Absent: not known. */ widthMm?: number;
  /** Printed height in millimeters. Absent: not known. */ heightMm?: number;
  /** Pixels per inch. Absent: a PDF. */ dpi?: number;
  /** Whether the file is mirrored. */ mirrored?: boolean;
  /** Why there is no file, such as `no_print_area`. */ errorCode?: string;
  /** Path of the file. Absent: it is not ready. */ file?: string;
  /** Path of a WebP picture of the print in its area. */ picture?: string;
  /** When the state last changed. ISO 8601 in UTC with milliseconds. */ updated: string;
}
/** The files are made in the background. */
export interface PrintFilesRemade {
  /** Whether the request was stored. */ requested: boolean;
}
/** The order to create. null counts as absent, unknown properties are refused, and types are never converted. */
export interface OrderRequest {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** The ordered items. */ items: OrderItemRequest[];
  shipping: ShippingRequest;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  unitPriceCurrency?: CurrencyCode;
  /** Message to the recipient, printed on our packing slip. */ message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */ gift?: boolean;
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
  metadata?: { [k: string]: string };
  /** Ignored. */ status?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** Ignored. */ statusReason?: { [k: string]: unknown };
  /** Ignored. */ cancellation?: { [k: string]: unknown };
  /** Ignored. */ shipments?: { [k: string]: unknown };
  /** Ignored. */ withdrawnShipments?: { [k: string]: unknown };
  /** Ignored. */ warnings?: { [k: string]: unknown };
  /** Ignored. ISO 8601 in UTC with milliseconds. */ personalDataErased?: string;
  /** Ignored. ISO 8601 in UTC with milliseconds. */ expectedShipDate?: string;
  /** Ignored. */ charges?: { [k: string]: unknown };
  /** Ignored. */ repeatOf?: { [k: string]: unknown };
  /** Ignored. */ repeatedBy?: { [k: string]: unknown };
  /** Ignored. ISO 8601 in UTC with milliseconds. */ created?: string;
  /** Ignored. ISO 8601 in UTC with milliseconds. */ updated?: string;
}
/** Pieces of an existing product. */
export interface ExistingProductItemRequest {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id?: string;
  /** Pieces ordered. */ quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: { [k: string]: string };
  existingProduct: ExistingProductRequest;
}
/** Pieces of a custom product. */
export interface CustomProductItemRequest {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id?: string;
  /** Pieces ordered. */ quantity: number;
  /** Retail price of one piece including VAT, in unitPriceCurrency, with at most the decimals of the currency. Required and above 0 for a destination outside the EU zone. Printed on customs labels. */
  unitPrice?: number;
  /** Your own data as texts, which we store and answer unchanged, sorted by key. At most 20 keys of 40 characters, each with at most 500 characters. It must not contain secrets. */
  metadata?: { [k: string]: string };
  customProduct: CustomProductRequest;
}
/** It ships with your own label. */
export interface LabelShipmentRequest {
  /** Own label: PDF, ZPL or PNG, at most 10 pages. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials. */
  shippingLabelUrl: string;
  /** Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials. */
  returnLabelUrl?: string;
  /** Ignored. */ trackingNumber?: string;
  /** Ignored. */ trackingCarrier?: string;
  /** Ignored. */ trackingUrl?: string;
}
/** A contracted carrier ships it to an address. */
export interface AddressShipmentRequest {
  address: AddressRequest;
  /** One of your contracted carriers (GET /v1/carriers). Absent: your default carrier. */ carrierId?: string;
  /** Ignored. */ trackingNumber?: string;
  /** Ignored. */ trackingCarrier?: string;
  /** Ignored. */ trackingUrl?: string;
}
/** Recipient, when a contracted carrier ships. It has a personName or a company. */
export interface AddressRequest {
  /** Recipient. This or company is required. */ personName?: string;
  /** Company of the recipient. */ company?: string;
  /** Street and number. Required. */ street: string;
  /** Apartment, floor, building. */ addressLine2?: string;
  /** Town or city. Required. */ city: string;
  /** Required where the country uses postal codes. */ postalCode?: string;
  country: CountryCode;
  /** State or province. Required where addresses of the country need one. */ state?: string;
  /** For the carrier. */ phoneNumber?: string;
  /** For the carrier. */ email?: string;
}
/** Numbers of the sender for this order, printed on customs forms and sent to label providers. Your contract has the number for an absent one. */
export interface TaxIdsRequest {
  /** Number of the Import One-Stop Shop of the EU: IM and 10 digits. */ ioss?: string;
  /** Number of Economic Operators Registration and Identification: the code of an EU country, XI or GB, and up to 15 characters. */
  eori?: string;
  /** VAT number of the sender, which begins with the code of its country. Greece has EL. */ vat?: string;
}
/** The result of a check. Violations are an error instead. */
export interface CheckedOrder {
  /** true: the client has this order already, and nothing would be created. */ isThere: boolean;
}
/** The new order. */
export interface RepeatRequest {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId: string;
  /** REPLACEMENT: free for the recipient, with a reason. REPEAT: paid as a new order. */
  kind: 'REPLACEMENT' | 'REPEAT';
  /** Why the pieces are replaced. Only for a replacement. */
  reason?: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER';
  /** Who pays for it: the center, the client, or the carrier that lost or damaged it. */
  paidBy: 'CENTER' | 'CLIENT' | 'CARRIER';
  /** The pieces. Absent: all of the order. */ items?: RepeatedItem[];
  shipping?: ShippingRequest;
  /** true: checks it, and creates nothing. */ dryRun?: boolean;
}
/** Pieces of an item. */
export interface RepeatedItem {
  /** Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent. */
  id: string;
  /** Pieces ordered. */ quantity: number;
}
/** The new order. */
export interface RepeatedOrder {
  /** Your own identifier of the order, unique among your orders. It must not contain control characters or be "." or "..". Percent-encode it in a path. */
  orderId?: string;
  /** Status of the order. */ status?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /** The ordered items. */ items?: OrderItem[];
  shipping?: Shipping;
  /** Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. The content of the file decides. A path that ends in another known type, such as .gif or .docx, is refused at once. http or https, at most 2,048 characters, without credentials. */
  packingSlip?: string;
  /** ISO 4217 code of the unit prices. Required without a shippingLabelUrl. */ unitPriceCurrency?: string;
  /** Message to the recipient, printed on our packing slip. */ message?: string;
  /** true: our packing slip is a gift form without prices. Default: false. */ gift?: boolean;
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
  metadata?: { [k: string]: string };
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
  /** Parts that could be better. They do not stop the order. */ warnings?: OrderWarning[];
  /** When the personal data of the order was erased: its recipient, files, tracking and reasons. Required fields now read erased or https://erased.invalid/. Absent: it was not erased. ISO 8601 in UTC with milliseconds. */
  personalDataErased?: string;
  /** When the order is expected to ship. Set when it becomes ASSIGNED, by your contract. Absent before that, and in ERROR and CANCELLED. ISO 8601 in UTC with milliseconds. */
  expectedShipDate?: string;
  /** What the order costs you, some seconds after it was shipped, if your contract says so. Later corrections are further elements. */
  charges?: OrderCharge[];
  repeatOf?: RepeatOf;
  /** Orders by which the center makes pieces of this one again, the oldest first. */
  repeatedBy?: RepeatedBy[];
  /** When the order was created. ISO 8601 in UTC with milliseconds. */ created?: string;
  /** When the order last changed. ISO 8601 in UTC with milliseconds. */ updated?: string;
}
/** The report of an import. */
export interface ImportedOrders {
  /** Orders in the file. */ orders: number;
  /** Created orders. With `dryRun`, orders that would be created. */ created: number;
  /** Orders that existed already. */ alreadyThere: number;
  /** Refused orders. */ refused: number;
  /** Why orders were refused, at most 1000. */ refusals: RefusedRow[];
  /** Doubtful addresses of created orders, at most 1000. */ warnings: RefusedRow[];
  /** Encoding in which the file was read. */ encoding: string;
}
/** Why an order of the file was refused, or is doubtful. */
export interface RefusedRow {
  /** Line of the file, from 1. */ line: number;
  /** Column of the file. Absent: the whole row or order. */ column?: string;
  /** Order of the file. */ orderId?: string;
  /** Code of the violation. */ code: string;
  /** What is wrong, and what to do. */ message: string;
}
/** The shipped parcels of an order. */
export interface ShipRequest {
  /** The shipped parcels. */ parcels: Parcel[];
  /** Why pieces ship that nobody has made, for the audit log. */ unmadeReason?: string;
}
/** A parcel. */
export interface Parcel {
  /** Tracking number of the parcel. */ trackingNumber?: string;
  /** Carrier of the parcel. */ trackingCarrier?: string;
  /** Tracking page of the parcel: http or https. */ trackingUrl?: string;
  /** Content of the parcel. Absent: all remaining pieces. If several parcels have no items, their content is not distributed among them. */
  items?: ParcelItem[];
}
/** Pieces of an item in a parcel. */
export interface ParcelItem {
  /** Id of the item. */ id: string;
  /** Number of its pieces in the parcel. */ quantity: number;
}
/** The reason why an order cannot be made as it is. */
export interface ErrorRequest {
  /** Short name of the reason. Default: production_problem; for an order in ERROR, its present code. */
  code?: string;
  /** The problem and its solution, for the client. */ message: string;
  /** JSON Pointer to the part of the order that the client must correct. */ pointer?: string;
  /** The spoiled pieces of an order in ACCEPTED, each item once. They leave the stock on hand; other reserved stock becomes available again. Absent: the pieces that production has begun, by its scans. Empty: no pieces. */
  scrapped?: ScrappedPieces[];
}
/** Spoiled pieces of one item. */
export interface ScrappedPieces {
  /** Id of the item. */ item: string;
  /** Number of spoiled pieces. At most the pieces that are in production. */ quantity: number;
  /** Reason, for the stock movements. */ reason: string;
}
/** Options of trying an order again. */
export interface TryAgainRequest {
  /** true: stored files are fetched again too. Default: false. */ refetch?: boolean;
}
/** The reason of a cancellation, and the spoiled pieces. */
export interface CancelByStaffRequest {
  /** Reason, which the client reads in the history of the order. */ reason?: string;
  /** The spoiled pieces of an order in ACCEPTED, each item once. They leave the stock on hand; other reserved stock becomes available again. Absent: the pieces that production has begun, by its scans. Empty: no pieces. */
  scrapped?: ScrappedPieces[];
}
/** The spoiled pieces of an order. */
export interface ScrapRequest {
  /** The spoiled pieces of an order in ACCEPTED, each item once. They leave the stock on hand; other reserved stock becomes available again. Absent: the pieces that production has begun, by its scans. Empty: no pieces. */
  scrapped?: ScrappedPieces[];
}
/** The reason of a change. */
export interface ReasonRequest {
  /** Reason, which the client reads in the history of the order. */ reason?: string;
}
/** The reason of a hold. */
export interface HoldRequest {
  /** Reason, which the client reads. */ reason?: string;
}
/** The tracking of a parcel. An absent field stays; an empty text removes the stored one. */
export interface TrackingRequest {
  /** Tracking number of the parcel. */ trackingNumber?: string;
  /** Carrier of the parcel. */ trackingCarrier?: string;
  /** Tracking page of the parcel: http or https. */ trackingUrl?: string;
}
/** Why a parcel is taken back. */
export interface TakeBackRequest {
  /** The reason, for the history and the audit log. */ reason: string;
}
/** A note by staff for colleagues. Customers cannot read it. */
export interface Note {
  /** Identifier of the note. */ noteId: string;
  /** Text of the note. */ text: string;
  /** When it was written. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When it was last corrected. Absent: never. ISO 8601 in UTC with milliseconds. */ changed?: string;
  /** Id of the author: operatorId of a person, clientId of a program. */ authorId?: string;
  /** Name of the author at that time. */ authorName?: string;
  /** Names of the people who are alerted of it. Absent: nobody. */ mentions?: string[];
}
/** A note about an order for colleagues. */
export interface OrderNoteRequest {
  /** Text of the note. It may have several lines. */ text: string;
  /**
   * People who are alerted of the note.
   *
   * Items: operatorId of a person.
   */
  mentions?: string[];
}
/** A note for colleagues. */
export interface NoteRequest {
  /** Text of the note. It may have several lines. */ text: string;
}
/** Assignee and tags of orders. Absent fields change nothing. */
export interface MarkOrdersRequest {
  /** The orders. */ orders: MarkedOrder[];
  /** operatorId of the person who looks after them. Empty: nobody. */ assigneeId?: string;
  /**
   * Tags to add.
   *
   * Items: A tag: a few words of staff.
   */
  addTags?: string[];
  /**
   * Tags to remove.
   *
   * Items: A tag: a few words of staff.
   */
  removeTags?: string[];
}
/** The key of an order. */
export interface MarkedOrder {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, not percent-encoded. */ orderId: string;
}
/** The orders that exist. */
export interface MarkedOrders {
  /** Number of orders. */ orders: number;
}
/** The possible assignees, and the tags in use. */
export interface OrderMarks {
  /** Active people who read orders, by name. */ people: OrderAssignee[];
  /** Tags in use, sorted, at most 200. */ tags: string[];
}
/** The shipped parcels of many orders. */
export interface BulkShipRequest {
  /** The orders. */ orders: BulkShipOrder[];
}
/** The shipped parcels of an order. */
export interface BulkShipOrder {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, not percent-encoded. */ orderId: string;
  /** ETag of the order that you read, or its `version` in double quotes. If the order has changed since, it is not changed. */
  ifMatch?: string;
  /** The shipped parcels. */ parcels: Parcel[];
  /** Why pieces ship that nobody has made, for the audit log. */ unmadeReason?: string;
}
/** The results of all rows. */
export interface BulkShipResult {
  /** Number of results without an error. */ succeeded: number;
  /** Number of results with an error. */ failed: number;
  /** One result for each row, in the same order. */ results: BulkShipRow[];
  /** The encoding of the file, if it is not UTF-8. */ warnings?: ImportWarning[];
}
/** The result of one row. */
export interface BulkShipRow {
  /** Line of the file at which the row begins, counted from 1. Only for a file. */ line?: number;
  /** Identifier of the client. */ clientId: string;
  /** The orderId, not percent-encoded. */ orderId: string;
  /** Status of the order after a success. */ status?: string;
  /** Name of the error after a failure. */ error?: string;
  /** The problem, and what to do. */ message?: string;
}
/** An imported value that looks like a mistake. */
export interface ImportWarning {
  /** JSON Pointer into the body, or a file name with a line number. */ pointer: string;
  /** Name of the warning, for programs. */ code: string;
  /** The problem, and how to solve it. */ message: string;
}
/** Orders to change. */
export interface BulkRequest {
  /** The orders. */ orders: BulkOrder[];
}
/** The key of an order, and optionally its ETag. */
export interface BulkOrder {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, not percent-encoded. */ orderId: string;
  /** ETag of the order that you read, or its `version` in double quotes. If the order has changed since, it is not changed. */
  ifMatch?: string;
}
/** The results of all orders. */
export interface BulkResult {
  /** Number of results without an error. */ succeeded: number;
  /** Number of results with an error. */ failed: number;
  /** One result for each order, in the same order. */ results: BulkRow[];
}
/** The result of one order. */
export interface BulkRow {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, not percent-encoded. */ orderId: string;
  /** Status of the order after a success. */ status?: string;
  /** Name of the error after a failure. */ error?: string;
  /** The problem, and what to do. */ message?: string;
}
/** Orders to cancel. */
export interface BulkCancelRequest {
  /** The orders. */ orders: BulkOrder[];
  /** Reason, which the client reads in the history of the order. */ reason?: string;
}
/** Orders to put on hold. */
export interface BulkHoldRequest {
  /** The orders. */ orders: BulkOrder[];
  /** Reason, which the client reads. */ reason?: string;
}
/** A client in a list. */
export interface ListedClient {
  /** Identifier of the client. */ clientId: string;
  /** Name of the customer. */ name: string;
  /** sandbox: for tests; its orders never reach production. */ mode: 'live' | 'sandbox';
  /** fulfillment: a customer. operator: the center's own systems. */ scope: 'fulfillment' | 'operator';
  /** Role, which gives permissions. Only with the scope operator. */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
  /** disabled: the client gets no tokens, and its tokens are invalid. */ status: 'active' | 'disabled';
  /** When it was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Number of its products. */ products: number;
  /** Number of its product variants. */ productVariants: number;
  /** Number of its valid secrets. */ secrets: number;
}
/** A new client. */
export interface NewClientRequest {
  /** Name of the customer. */ name: string;
  /** Default: live. */ mode?: 'live' | 'sandbox';
  /** Default: fulfillment. */ scope?: 'fulfillment' | 'operator';
  /** Role. Only with the scope operator. Default: admin. */ role?: 'admin' | 'office' | 'floor' | 'viewer';
  /** The clientId of a customer whose products, carriers and terms it gets too. */ like?: string;
}
/** The id and a new secret of a client. */
export interface NewSecret {
  /** Identifier of the client. */ clientId: string;
  /** The secret. It appears in this answer only, because only its hash is stored. */ clientSecret: string;
}
/** A client. */
export interface Client {
  /** Identifier of the client. */ clientId: string;
  /** Name of the customer. */ name: string;
  /** sandbox: for tests; its orders never reach production. */ mode: 'live' | 'sandbox';
  /** fulfillment: a customer. operator: the center's own systems. */ scope: 'fulfillment' | 'operator';
  /** Role, which gives permissions. Only with the scope operator. */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
  /** disabled: the client gets no tokens, and its tokens are invalid. */ status: 'active' | 'disabled';
  /** When it was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Number of its products. */ products: number;
  /** Number of its product variants. */ productVariants: number;
  /** Number of its valid secrets. */ secrets: number;
  /** The carriers that the client has a contract with. */ carriers: ContractedCarrier[];
  contract: Contract;
}
/** A carrier that a client has a contract with. */
export interface ContractedCarrier {
  /** Identifier of the carrier, for `shipping.carrierId` of an order. */ carrierId: string;
  /** Name of the carrier. */ name: string;
  /** Whether orders that name no carrier ship with it. */ default: boolean;
}
/** What is agreed. */
export interface Contract {
  /** Working days from the cut-off until an order is due. Given together with `cutOff`. Absent: the setting `PRODUCTION_HOURS` decides. */
  productionDays?: number;
  /** Time of the day in the zone of the center. An order that is assigned later counts for the next working day. Orders are due at this time. */
  cutOff?: string;
  /**
   * Days that count. Public holidays never count. Absent: the working days of the center.
   *
   * Items: A day of the week.
   */
  workingDays?: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  /** Whether its orders may ask for `priority: RUSH`. */ mayRush: boolean;
  /** Whether `charges` of its shipped orders are shown to the client. */ showsCharges: boolean;
  /** Whether doubtful artwork puts an order into ERROR, instead of a warning. Absent: false. */
  refusesArtwork?: boolean;
  /** Whether it may ask for labels of announced returns, which the center buys. Absent: false. */
  buysReturnLabels?: boolean;
}
/** A change of a client. Absent fields stay. */
export interface ClientChangeRequest {
  /** Name of the customer. */ name?: string;
  /** Role. Only for a client with the scope operator. */ role?: 'admin' | 'office' | 'floor' | 'viewer';
}
/** A valid secret. Its value is not stored. */
export interface ClientSecret {
  /** Identifier of the secret. Its tokens have it as the claim `secret_id`. */ secretId: string;
  /** Name that the client gave. Absent: the main secret. */ name?: string;
  /** The only scopes of its tokens. Absent: the scope of the client. */ scopes?: string[];
  /** When it was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When it or one of its tokens was last used, up to six minutes late. Absent: never yet. ISO 8601 in UTC with milliseconds. */
  lastUsed?: string;
}
/** Options of the rotation. */
export interface RotateSecretRequest {
  /** true: ends all other secrets and their tokens at once. false: the previous secret stays valid. Default: false. */
  revokeOthers?: boolean;
}
/** What is agreed. It replaces the present terms. */
export interface ContractTermsRequest {
  /** Working days from the cut-off until an order is due. Given together with `cutOff`. Absent: the setting `PRODUCTION_HOURS` decides. */
  productionDays?: number;
  /** Time of the day in the zone of the center. An order that is assigned later counts for the next working day. Orders are due at this time. */
  cutOff?: string;
  /**
   * Days that count. Public holidays never count. Absent: the working days of the center.
   *
   * Items: A day of the week.
   */
  workingDays?: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  /** Whether its orders may ask for `priority: RUSH`. */ mayRush: boolean;
  /** Whether `charges` of its shipped orders are shown to the client. Default: false. */
  showsCharges?: boolean;
  /** Whether doubtful artwork puts an order into ERROR, instead of a warning. Default: false. */
  refusesArtwork?: boolean;
  /** Whether it may ask for labels of announced returns, which the center buys. Default: false. */
  buysReturnLabels?: boolean;
}
/** A contract with a carrier. */
export interface ContractRequest {
  /** Whether orders that name no carrier ship with it. Absent: it stays. Default of a new contract: false. */
  default?: boolean;
}
/** How the packing slips of a client look. */
export interface ClientSlip {
  /** Colour of lines and heads. Absent: black. */ color?: string;
  /** Text about returns. */ returnText?: string;
  /** Address of the shop for tracking or returns, as the QR code of the slip. {orderId} stands for the order. Absent: no QR code. */
  link?: string;
  /** EORI number of the sender, on customs forms. */ eori?: string;
  /** VAT number of the sender, on customs forms. */ vatNumber?: string;
  /** IOSS number, on customs forms. Only for carriers that ask for it. */ iossNumber?: string;
  /** Whether the slips have the prices of the order. A gift never has. */ prices: boolean;
  /** A4, or A6 for label printers. A station without a fitting printer prints the other one. */
  form: 'A4' | 'A6';
  /** Whether a logo is stored. */ hasLogo: boolean;
}
/** How the packing slips of a client look. Absent texts are removed. */
export interface ClientSlipRequest {
  /** Colour of lines and heads. Absent: black. */ color?: string;
  /** Text about returns. */ returnText?: string;
  /** Address of the shop for tracking or returns, as the QR code of the slip. {orderId} stands for the order. Absent: no QR code. */
  link?: string;
  /** EORI number of the sender, on customs forms. */ eori?: string;
  /** VAT number of the sender, on customs forms. */ vatNumber?: string;
  /** IOSS number, on customs forms. Only for carriers that ask for it. */ iossNumber?: string;
  /** Whether the slips have the prices of the order. A gift never has. */ prices?: boolean;
  /** A4, or A6 for label printers. A station without a fitting printer prints the other one. */
  form?: 'A4' | 'A6';
}
/** A catalogue, as described at /docs/catalog-import. It has at least one of the three sections. */
export interface CatalogRequest {
  /** Articles. */ articles?: CatalogArticle[];
  /** Products. */ products?: CatalogProduct[];
  /** Carriers. */ carriers?: CatalogCarrier[];
}
/** An article with its variants. */
export interface CatalogArticle {
  /** Unique identifier of the article. */ manufacturerCode: string;
  /** Title of the article. */ title: string;
  /** Type of the article. */ type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
  /** Addresses of pictures: http(s), or relative to the image base URL. Absent for an article: they stay. */
  previewImageUrls?: string[];
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
  /** Print areas of the article. They replace all its areas. Absent: they stay. */
  printAreas?: CatalogPrintArea[];
  /** Variants of the article or product. */ variants?: CatalogArticleVariant[];
}
/** A print area of an article. */
export interface CatalogPrintArea {
  /** Location on the article. */ location: string;
  /** Size of the variants to which it applies. Absent: every size without an area of its own. */
  size?: string;
  /** Width in millimeters. */ widthMm: number;
  /** Height in millimeters. */ heightMm: number;
  /** From where its position is measured: the seam of the collar, or the edges of the platen. */
  origin?: 'COLLAR' | 'PLATEN';
  /** Millimeters from the origin down to the upper edge of the area. */ topMm?: number;
  /** Millimeters to the left edge of the area: from the middle of the collar, to the left if negative, or from the left edge of the platen. Absent: the area is centered. */
  leftMm?: number;
  /** Name of the side of the product. Areas on the same side must not overlap. */ side?: string;
  /** Millimeters that the print reaches beyond each edge of the area. */ bleedMm?: number;
  picture?: AreaOnPicture;
}
/** A variant of an article. */
export interface CatalogArticleVariant {
  /** SKU of the variant. */ sku: string;
  /** Colour. */ color: string;
  /** Size. */ size: string;
  /** Pieces on the shelf. */ stockLevelQuantity: number;
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
  /** Whether direct-to-garment printing uses a white underbase. */
  dtgType?: 'WHITE_UNDERBASE' | 'NO_UNDERBASE';
  /** Locations of a BLANK that may be decorated. */ allowedLocations?: LocationTechnologies[];
  /** Locations at which a CUSTOMIZATION may be applied. */ isAllowedOnLocations?: LocationTechnologies[];
}
/** A location on an article, with the technologies allowed there. */
export interface LocationTechnologies {
  /** Location on the article. */ location: string;
  /** Technologies allowed there. */ printTechnologies: string[];
  printArea?: PrintArea;
}
/** A product with its variants. */
export interface CatalogProduct {
  /** Identifier of the product. */ productId: string;
  /** Name of the product. */ name: string;
  /** Addresses of pictures: http(s), or relative to the image base URL. Absent for an article: they stay. */
  previewImageUrls?: string[];
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
  /** Variants of the article or product. */ variants?: CatalogProductVariant[];
}
/** A variant of a product. */
export interface CatalogProductVariant {
  /** EAN-13 of the variant. */ ean13: string;
  /** Name of the variant. */ name: string;
  /** Colour. */ color: string;
  /** Size. */ size: string;
  /** Pieces on the shelf. */ stockLevelQuantity: number;
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
}
/** A carrier. */
export interface CatalogCarrier {
  /** Identifier of the carrier. */ carrierId: string;
  /** Name of the carrier. */ name: string;
  /** true: the carrier becomes the default of the client. */ default?: boolean;
}
/** The CSV files of a catalogue, each in its own part with any field name. */
export interface CatalogForm {
  /**
   * The files. `articles.csv`, `article-variants.csv`, `products.csv`, `product-variants.csv`, `carriers.csv` and `print-areas.csv` are recognized by their names, other files by their columns.
   *
   * Items: A file, with its name.
   */
  files: string[];
}
/** The numbers of imported records. */
export interface ImportCounts {
  /** Number of articles in the catalogue. */ articles: number;
  /** Number of article variants in the catalogue. */ articleVariants: number;
  /** Number of products in the catalogue. */ products: number;
  /** Number of product variants in the catalogue. */ productVariants: number;
  /** Number of carriers in the catalogue. */ carriers: number;
  /** Number of its products that the client has now. */ assignedProducts: number;
  /** Number of variants of these products. */ assignedProductVariants: number;
  /** Number of its carriers that the client has a contract with now. */ assignedCarriers: number;
  /** The first 100 imported values that look like mistakes. */ warnings?: ImportWarning[];
  differences?: CatalogDifferences;
  /** true: a dry run, which changed nothing. Otherwise absent. */ dryRun?: boolean;
}
/** The changes of the import. With `dryRun`, they are not made. */
export interface CatalogDifferences {
  counts: DifferencesCounted;
  /** The first 500 new records. */ new: NewRecord[];
  /** The first 500 changed records. */ changed: ChangedRecord[];
  /** The first 500 variants that were restored after they had been retired, with their other changes. */
  broughtBack: ChangedRecord[];
  /** The first 500 variants that are retired now. */ retired: RetiredVariant[];
}
/** Numbers of different records of each kind. */
export interface DifferencesCounted {
  articles: DifferenceCounts; articleVariants: VariantDifferenceCounts; products: DifferenceCounts;
  productVariants: VariantDifferenceCounts; carriers: DifferenceCounts;
}
/** Numbers of different records. */
export interface DifferenceCounts {
  /** Number of new records. */ new: number;
  /** Number of changed records. */ changed: number;
  /** Number of unchanged records. */ unchanged: number;
}
/** Numbers of different variants. */
export interface VariantDifferenceCounts {
  /** Number of new records. */ new: number;
  /** Number of changed records. */ changed: number;
  /** Number of unchanged records. */ unchanged: number;
  /** Number of variants that are no longer retired. */ broughtBack: number;
  /** Number of variants that the catalogue does not name and that are retired now. */ retired: number;
}
/** A new record of the catalogue. */
export interface NewRecord {
  /** Kind of the record. */ kind: 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
  /** Identifier: manufacturerCode, sku, productId, ean13 or carrierId. */ code: string;
}
/** A changed record of the catalogue. */
export interface ChangedRecord {
  /** Kind of the record. */ kind: 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
  /** Identifier: manufacturerCode, sku, productId, ean13 or carrierId. */ code: string;
  /** The changed fields. */ changes: FieldChange[];
}
/** A field with a new value. */
export interface FieldChange {
  /** Name of the field. */ field: string;
  /** Stored value. Absent: none. */ before?: unknown;
  /** Imported value. Absent: none. */ after?: unknown;
}
/** A variant that is retired now. */
export interface RetiredVariant {
  /** Kind of the record. */ kind: 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
  /** Identifier: manufacturerCode, sku, productId, ean13 or carrierId. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour. */ color: string;
  /** Size. */ size: string;
  /** Pieces on hand, which do not change. */ onHand: number;
  /** Number of open orders of live clients that name it. */ openOrders: number;
}
/** A product in a list. */
export interface ListedProduct {
  /** Identifier of the product. */ productId: string;
  /** Name of the product. */ name: string;
  /** Complete addresses of its pictures. */ previewImageUrls: string[];
  /** Number of variants, without retired ones. */ variants: number;
}
/** A product with its variants and their stock. Its customs data applies to variants without their own. */
export interface StaffProduct {
  /** Identifier of the product. */ productId: string;
  /** Name of the product. */ name: string;
  /** Complete addresses of its pictures. */ previewImageUrls: string[];
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
  /** The first 1000 variants, sorted by EAN-13. */ variants: StaffProductVariant[];
}
/** A variant of a product, with its stock. */
export interface StaffProductVariant {
  /** EAN-13 of the variant. */ ean13: string;
  /** Name of the variant. */ name: string;
  /** Colour. */ color: string;
  /** Size. */ size: string;
  /** Pieces on the shelf. */ onHand: number;
  /** Pieces that orders have reserved. */ reserved: number;
  /** Pieces that may still be reserved; never below 0. */ available: number;
  /** When the variant was retired. It cannot be ordered any more. Absent: it is not retired. ISO 8601 in UTC with milliseconds. */
  retired?: string;
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
}
/** A client with its name. */
export interface NamedClient {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ name: string;
  /** sandbox: an order for testing an integration, which never reaches production. */
  mode: 'live' | 'sandbox';
  /** Whether it may use the API. */ status: 'active' | 'disabled';
}
/** An article in a list. */
export interface ListedArticle {
  /** Identifier of the article. */ manufacturerCode: string;
  /** Title of the article. */ title: string;
  /** BLANK: it can be decorated. CUSTOMIZATION: it is applied to a blank. UNPRODUCIBLE: neither. */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
  /** Number of variants, without retired ones. */ variants: number;
}
/** An article with its variants and their stock. Its customs data applies to variants without their own. */
export interface StaffArticle {
  /** Identifier of the article. */ manufacturerCode: string;
  /** Title of the article. */ title: string;
  /** BLANK: it can be decorated. CUSTOMIZATION: it is applied to a blank. UNPRODUCIBLE: neither. */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
  /** The first 1000 variants, sorted by SKU. */ variants: StaffArticleVariant[];
}
/** A variant of an article, with its stock. */
export interface StaffArticleVariant {
  /** SKU of the variant. */ sku: string;
  /** Colour. */ color: string;
  /** Size. */ size: string;
  /** Pieces on the shelf. */ onHand: number;
  /** Pieces that orders have reserved. */ reserved: number;
  /** Pieces that may still be reserved; never below 0. */ available: number;
  /** When the variant was retired. It cannot be ordered any more. Absent: it is not retired. ISO 8601 in UTC with milliseconds. */
  retired?: string;
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
  /** Whether direct-to-garment printing needs white ink under the colors. */
  dtgType?: 'WHITE_UNDERBASE' | 'NO_UNDERBASE';
  /** Locations of a BLANK that may be decorated, with their technologies and print areas. */
  allowedLocations: LocationTechnologies[];
  /** Locations at which a CUSTOMIZATION may be applied, with their technologies. */
  isAllowedOnLocations: LocationTechnologies[];
}
/** A carrier. */
export interface Carrier {
  /** Identifier of the carrier, for `shipping.carrierId` of an order. */ carrierId: string;
  /** Name of the carrier. */ name: string;
  /** Customs form for its parcels to destinations outside the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: the carrier makes its own form. */
  customsForm: 'BY_VALUE' | 'CN22' | 'CN23' | 'NONE';
  /** Tracking page of its parcels, which fills `trackingUrl` where a shipment has none. {trackingNumber} stands for the number. Empty: none. */
  trackingUrlPattern: string;
}
/** A carrier. */
export interface CarrierRequest {
  /** Name of the carrier. */ name: string;
  /** Customs form for its parcels to destinations outside the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: the carrier makes its own form. Absent: it stays. Default of a new carrier: BY_VALUE. */
  customsForm?: 'BY_VALUE' | 'CN22' | 'CN23' | 'NONE';
  /** Tracking page of its parcels, with {trackingNumber} for the number. Empty: none. Absent: it stays. Default: the public page of DHL, Deutsche Post, UPS, FedEx, USPS, DPD, GLS and Hermes, which are known by id or name. */
  trackingUrlPattern?: string;
}
/** A client that has a contract with a carrier. */
export interface ContractedClient {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ name: string;
  /** sandbox: an order for testing an integration, which never reaches production. */
  mode: 'live' | 'sandbox';
  /** Whether it may use the API. */ status: 'active' | 'disabled';
  /** Whether it is the default carrier of the client. */ default: boolean;
}
/** The print areas of an article. They replace the areas of its variants. */
export interface PrintAreas {
  /** The areas, by location and size. */ areas: ArticlePrintArea[];
}
/** A print area of an article. */
export interface ArticlePrintArea {
  /** Location on the article. */ location: string;
  /** Size of the variants to which it applies. Absent: each size without an area of its own. */
  size?: string;
  area: PrintArea;
}
/** All print areas of the article. */
export interface PrintAreasRequest {
  /** The areas, at most 2000. Each location and size has at most one. */ areas: ArticlePrintAreaRequest[];
}
/** A print area of an article. */
export interface ArticlePrintAreaRequest {
  /** Location on the article. */ location: string;
  /** Size of the variants to which it applies. Absent: each size without an area of its own. */
  size?: string;
  area: PrintAreaRequest;
}
/** The area. */
export interface PrintAreaRequest {
  /** Width in millimeters. */ widthMm: number;
  /** Height in millimeters. */ heightMm: number;
  /** From where its position is measured: the seam of the collar, or the edges of the platen. */
  origin?: 'COLLAR' | 'PLATEN';
  /** Millimeters from the origin down to the upper edge of the area. */ topMm?: number;
  /** Millimeters to the left edge of the area: from the middle of the collar, to the left if negative, or from the left edge of the platen. Absent: the area is centered. */
  leftMm?: number;
  /** Name of the side of the product. Areas on the same side must not overlap. */ side?: string;
  /** Millimeters that the print reaches beyond each edge of the area. */ bleedMm?: number;
  picture?: AreaOnPicture;
}
/** How artwork is fitted into print areas. A rule for client and article goes before one for the article, and that before one for the client. Without a rule: CONTAIN and TOP. */
export interface FittingRules {
  /** The rules. */ rules: FittingRule[];
}
/** A rule. */
export interface FittingRule {
  /** The client. Absent: every client. */ clientId?: string;
  /** The article. Absent: every article. */ manufacturerCode?: string;
  /** CONTAIN: the whole artwork as large as the area allows. COVER: fills the area, and cuts the rest. ACTUAL: in its own size. */
  fit: 'CONTAIN' | 'COVER' | 'ACTUAL';
  /** Where artwork lies in its area. */ position: 'TOP' | 'CENTER';
}
/** How artwork is fitted into print areas. A rule for client and article goes before one for the article, and that before one for the client. Without a rule: CONTAIN and TOP. */
export interface FittingRulesRequest {
  /** All rules, at most 1000. A client and an article together have at most one. */
  rules: FittingRuleRequest[];
}
/** A rule. */
export interface FittingRuleRequest {
  /** The client. Absent: every client. */ clientId?: string;
  /** The article. Absent: every article. */ manufacturerCode?: string;
  /** CONTAIN: the whole artwork as large as the area allows. COVER: fills the area, and cuts the rest. ACTUAL: in its own size. */
  fit: 'CONTAIN' | 'COVER' | 'ACTUAL';
  /** Where artwork lies in its area. */ position: 'TOP' | 'CENTER';
}
/** The technologies of the catalogue. */
export interface PrintTechnologies {
  /** The technologies, by name. */ technologies: PrintTechnology[];
}
/** How the print files of a technology are made. */
export interface PrintTechnology {
  /** Name of the technology in the catalogue. */ technology: string;
  /** Whether print files are mirrored, as for films and papers that are turned over. */ isMirrored: boolean;
  /** Kind of print file for pictures. */ pictureKind: 'PNG' | 'TIFF';
  /** true: PDF artwork stays a PDF. false: it is drawn at `dpi`. */ keepsPdf: boolean;
  /** Pixels per inch at which PDF artwork is drawn. */ dpi: number;
  /** Whether artwork without transparency gets a warning. */ needsAlpha: boolean;
}
/** The settings. */
export interface PrintTechnologyRequest {
  /** Whether print files are mirrored, as for films and papers that are turned over. */ isMirrored: boolean;
  /** Kind of print file for pictures. */ pictureKind: 'PNG' | 'TIFF';
  /** true: PDF artwork stays a PDF. false: it is drawn at `dpi`. */ keepsPdf: boolean;
  /** Pixels per inch at which PDF artwork is drawn. */ dpi: number;
  /** Whether artwork without transparency gets a warning. */ needsAlpha: boolean;
}
/** The customs data of one piece. Unknown fields are absent. */
export interface CustomsData {
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
}
/** The customs data. Absent fields are removed. */
export interface CustomsRequest {
  /** Tariff number of 6 to 10 digits. The first six are the same in all countries. */ hsCode?: string;
  /** Country of origin: ISO 3166-1 alpha-2. Any case is accepted; answers have upper case. */
  countryOfOrigin?: string;
  /** Weight of one piece in grams, without packaging. */ weightGrams?: number;
  /** Description for customs: the kind of good, its material, and its user. */ customsDescription?: string;
}
/** Stock of a variant, in a list. */
export interface ListedStock {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Pieces on the shelf. */ onHand: number;
  /** Pieces that orders have reserved. */ reserved: number;
  /** Pieces that may still be reserved; never below 0. */ available: number;
  /** When the variant was retired. It cannot be ordered any more. Absent: it is not retired. ISO 8601 in UTC with milliseconds. */
  retired?: string;
  /** Staff are alerted when fewer pieces are available. Absent: no minimum. */ minimum?: number;
  /** Available pieces to buy up to. Absent: no target. */ target?: number;
  /** The client that owns the pieces. Absent: the center. */ ownerId?: string;
  /** Name of this client. */ ownerName?: string;
  /** Main place. Absent: it has none. */ place?: string;
  /** Reserve places. All other pieces are at the main place, picked or in production. */
  reserves: ReservePlace[];
  /** Complete address of the first picture of its article or product. */ pictureUrl?: string;
  /** manufacturerCode of an article variant, productId of a product variant. */ parent: string;
  /** Pieces that orders wait for. */ waiting: number;
  /** Pieces shipped or scrapped in the last 28 full days, less pieces that came back. */ used: number;
  /** Days that the available pieces last with this use. */ coverDays?: number;
  /** Moving average of the price of a piece, in the currency of the center. */ cost?: number;
  /** Value of the pieces on hand. Absent: unknown, or not owned. */ value?: number;
  /** Minimum by the use until the next delivery. Absent: no use. */ proposedMinimum?: number;
  /** This minimum, and the use of 28 days more. */ proposedTarget?: number;
}
/** A reserve place of a variant. */
export interface ReservePlace {
  /** The place. */ place: string;
  /** Pieces there. */ quantity: number;
}
/** What changed, or would change. */
export interface StockPlanResult {
  /** Number of changed variants. */ changed: number;
  /** The first 500 of them. */ changes: StockPlanDifference[];
}
/** Values of a variant that change. */
export interface StockPlanDifference {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  before: StockPlanBefore;
  after: StockPlanAfter;
}
/** The changed values before. Absent: none. */
export interface StockPlanBefore {
  /** The main place. */ place?: string;
  /** The minimum. */ minimum?: number;
  /** The target. */ target?: number;
  /** The client that owns the pieces. Absent: the center. */ ownerId?: string;
}
/** The changed values now. Absent: none. */
export interface StockPlanAfter {
  /** The main place. */ place?: string;
  /** The minimum. */ minimum?: number;
  /** The target. */ target?: number;
  /** The client that owns the pieces. Absent: the center. */ ownerId?: string;
}
/** Values of variants. */
export interface StockPlanRequest {
  /** The variants. */ variants: StockPlanChange[];
}
/** Values of a variant. Absent ones stay. */
export interface StockPlanChange {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Staff are alerted when fewer pieces are available. 0 removes it. Absent: it stays. */ minimum?: number;
  /** Available pieces to buy up to. 0 removes it. Absent: it stays. */ target?: number;
  /** The main place. Empty: none. */ place?: string;
  /** The client that owns the pieces. `center`: the center. */ ownerId?: string;
}
/** Stock of a variant. */
export interface StockLevel {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Pieces on the shelf. */ onHand: number;
  /** Pieces that orders have reserved. */ reserved: number;
  /** Pieces that may still be reserved; never below 0. */ available: number;
  /** Number of orders that wait for the variant, counted to at most 1,000. */ waitingOrders: number;
  /** When the variant was retired. It cannot be ordered any more. Absent: it is not retired. ISO 8601 in UTC with milliseconds. */
  retired?: string;
  /** Staff are alerted when fewer pieces are available. Absent: no minimum. */ minimum?: number;
  /** Available pieces to buy up to. Absent: no target. */ target?: number;
  /** The client that owns the pieces. Absent: the center. */ ownerId?: string;
  /** Name of this client. */ ownerName?: string;
  /** Main place. Absent: it has none. */ place?: string;
  /** Reserve places. All other pieces are at the main place, picked or in production. */
  reserves: ReservePlace[];
  /** Complete address of the first picture of its article or product. */ pictureUrl?: string;
}
/** The result of a count. */
export interface SetStockRequest {
  /** Counted pieces on hand, including reserved ones. */ quantity: number;
  /** Reason of the change, recorded with the stock movement. */ reason?: string;
}
/** A change of the quantity on hand. */
export interface AdjustStockRequest {
  /** Pieces that are added to the stock on hand. Negative: pieces that are removed. */ by: number;
  /** Reason of the change, recorded with the stock movement. */ reason?: string;
}
/** The minimum of a variant. */
export interface StockMinimumRequest {
  /** Staff are alerted when fewer pieces are available. Absent: no minimum. */ minimum?: number;
}
/** A stock movement. */
export interface StockMovement {
  /** Identifier of the movement, a UUID. */ movementId: string;
  /** When the movement was booked. ISO 8601 in UTC with milliseconds. */ occurred: string;
  /** Kind of movement. carried_forward: the sum of all older movements of a month, with the time of the last one. New values may be added. */
  reason:
    | 'reserved' | 'released' | 'shipped' | 'scrapped' | 'returned' | 'withdrawn' | 'set' | 'adjusted'
    | 'imported' | 'received' | 'counted' | 'moved' | 'carried_forward';
  /** Pieces put on the shelf, or taken off it when negative. */ onHandChange: number;
  /** Pieces reserved, or given back when negative. */ reservedChange: number;
  /** Number of movements that a `carried_forward` movement sums up. */ movements?: number;
  /** Identifier of the client. */ clientId?: string;
  /** The orderId of the order that moved the stock. */ orderId?: string;
  /** Reason that staff gave. */ note?: string;
  /** The place, as it was named then. */ place?: string;
  /** Pieces put into this reserve place, or taken from it when negative. */ placeChange?: number;
  /** The paper behind the change, such as a delivery or a count. */ document?: string;
  /** The actor: the client of the order, the staff of the center, or Platen itself. Absent: an old movement without it. */
  actor?: 'client' | 'operator' | 'system';
  /** Identifier of the actor. Absent: Platen itself, or the command line. */ actorId?: string;
  /** Name of the actor at that time. */ actorName?: string;
}
/** Stock of a variant at a past moment. */
export interface PastStock {
  /** The moment. ISO 8601 in UTC with milliseconds. */ asOf: string;
  /** Pieces on the shelf. */ onHand: number;
  /** Pieces that orders had reserved. */ reserved: number;
}
/** A place in the warehouse. */
export interface Place {
  /** The place. */ place: string;
  /** Variants with this main or reserve place. */ variants: number;
  /** Variants with this reserve place. */ reserves: number;
}
/** The main place of variants. */
export interface PlaceAssignment {
  /** The place. Absent: the variants have no main place any more. */ place?: string;
  /** The variants. */ variants: VariantKey[];
}
/** A variant. */
export interface VariantKey {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
}
/** A variant with its places. */
export interface PlacedVariant {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Pieces on the shelf. */ onHand: number;
  /** Pieces that orders have reserved. */ reserved: number;
  /** Name of the client that owns the pieces. Absent: the center. */ ownerName?: string;
  /** Main place. Absent: it has none. */ place?: string;
  /** Reserve places. All other pieces are at the main place, picked or in production. */
  reserves: ReservePlace[];
  /** Complete address of the first picture of its article or product. */ pictureUrl?: string;
}
/** Another name of a place. */
export interface PlaceRename {
  /** The present name. */ from: string;
  /** The new name. Variants that have both places have their pieces together there. */ to: string;
}
/** The renamed place. */
export interface RenamedPlace {
  /** Variants at the place. */ variants: number;
}
/** What a scanned code names: variants, or a place with its variants. */
export interface FoundCode {
  /** The place, if the code names one. */ place?: string;
  /** The variants with the code, else those at the place. */ variants: PlacedVariant[];
}
/** A move of pieces between two places of a variant. */
export interface StockMove {
  /** The place they come from. Absent: the main place. */ from?: string;
  /** The place they go to, which may be new. Absent: the main place. */ to?: string;
  /** Number of pieces. */ quantity: number;
  /** Reason of the change, recorded with the stock movement. */ reason?: string;
}
/** Spoiled pieces on a shelf. */
export interface StockScrap {
  /** The place. Absent: the main place. */ place?: string;
  /** Number of pieces. */ quantity: number;
  /** Why they are spoiled. */ reason: string;
}
/** A delivery. */
export interface StockDelivery {
  /** Identifier of the delivery. */ deliveryId: string;
  /** The purchase order. Absent: none is known. */ purchaseId?: string;
  /** Name of the supplier or sender. */ sender: string;
  /** Number of the delivery note. */ reference: string;
  /** OPEN: goods are counted. BOOKED: they are in stock. CANCELLED: nothing was booked. */
  state: 'OPEN' | 'BOOKED' | 'CANCELLED';
  /** When it was opened. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program that opened it. */ createdByName?: string;
  /** When it was booked or cancelled. ISO 8601 in UTC with milliseconds. */ ended?: string;
  /** Name of the person or program that ended it. */ endedByName?: string;
}
/** A delivery that arrives. */
export interface DeliveryRequest {
  /** The purchase order. Its supplier is the sender. */ purchaseId?: string;
  /** Name of the sender, without a purchase order. */ sender?: string;
  /** Number of the delivery note. A sender uses it once. */ reference: string;
  /** The delivery note, each variant once. Absent: what the purchase order still lacks. */
  lines?: ExpectedLine[];
}
/** Pieces on the delivery note. */
export interface ExpectedLine {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Number of pieces. */ expected: number;
}
/** A delivery with its lines. */
export interface CountedDelivery {
  /** Identifier of the delivery. */ deliveryId: string;
  /** The purchase order. Absent: none is known. */ purchaseId?: string;
  /** Name of the supplier or sender. */ sender: string;
  /** Number of the delivery note. */ reference: string;
  /** OPEN: goods are counted. BOOKED: they are in stock. CANCELLED: nothing was booked. */
  state: 'OPEN' | 'BOOKED' | 'CANCELLED';
  /** When it was opened. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program that opened it. */ createdByName?: string;
  /** When it was booked or cancelled. ISO 8601 in UTC with milliseconds. */ ended?: string;
  /** Name of the person or program that ended it. */ endedByName?: string;
  /** The variants, sorted by kind and code. */ lines: DeliveryLine[];
}
/** A variant of a delivery. */
export interface DeliveryLine {
  variant: PlacedVariant;
  /** Pieces on the delivery note, or still missing from the purchase order. */ expected: number;
  /** Undamaged pieces that arrived. */ counted: number;
  /** Damaged pieces that arrived. They are never in stock. */ damaged: number;
  /** Where the pieces go. Absent: to the main place. */ place?: string;
}
/** Pieces of a variant that were counted at the delivery. */
export interface DeliveredPieces {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Undamaged pieces to add. Negative: a correction. */ counted: number;
  /** Damaged pieces to add. Negative: a correction. */ damaged?: number;
  /** Where the pieces go. A new place is a reserve place of a variant with a main place. */ place?: string;
}
/** A supplier. */
export interface Supplier {
  /** Identifier of the supplier. */ supplierId: string;
  /** Name of the supplier. */ name: string;
  /** Address to which orders are sent. */ email?: string;
  /** Days from an order to its delivery. */ leadDays: number;
}
/** A supplier. */
export interface SupplierRequest {
  /** Name of the supplier. */ name: string;
  /** Address to which orders are sent. */ email?: string;
  /** Days from an order to its delivery. */ leadDays: number;
}
/** What a supplier sells. */
export interface SupplierItems {
  /** The variants, each once. */ lines: SupplierItem[];
}
/** A variant of the supplier. It replaces the former supplier. */
export interface SupplierItem {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Article number of the supplier. */ supplierCode?: string;
  /** Pieces in a pack. Only whole packs are bought. Absent: 1. */ packSize?: number;
  /** Price of a piece in the currency of the center. */ price?: number;
}
/** A variant to buy. */
export interface BuyProposal {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Its supplier. Absent: unknown. */ supplierId?: string;
  /** Name of the supplier. */ supplierName?: string;
  /** Article number of the supplier. */ supplierCode?: string;
  /** Pieces in a pack. */ packSize: number;
  /** Price of a piece in the currency of the center. */ price?: number;
  /** Pieces on hand less reserved ones. Negative: too few for the reservations. */ available: number;
  /** Pieces that orders wait for. */ waiting: number;
  /** Pieces in sent purchase orders that have not arrived. */ onOrder: number;
  /** Pieces shipped or scrapped in the last 28 full days, less pieces that came back. */ used: number;
  /** Its minimum. */ minimum?: number;
  /** Its target. */ target?: number;
  /** Pieces to buy, in whole packs. */ quantity: number;
}
/** A purchase order. */
export interface Purchase {
  /** Identifier of the purchase order. */ purchaseId: string;
  /** The supplier. */ supplierId: string;
  /** Name of the supplier. */ supplierName: string;
  /** Number of the order, for people. */ reference: string;
  /** DRAFT: not sent. SENT: goods are expected. DONE: everything has arrived, or no more is expected. CANCELLED: nothing is expected. */
  state: 'DRAFT' | 'SENT' | 'DONE' | 'CANCELLED';
  /** When it was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program that created it. */ createdByName?: string;
  /** When it was sent. ISO 8601 in UTC with milliseconds. */ sent?: string;
  /** Day on which the goods are expected, as YYYY-MM-DD. */ expected?: string;
  /** Currency of the prices (ISO 4217). Absent: that of the center. */ currency?: string;
  /** Sum of the lines with a price, in this currency. Absent: no line has one. */ total?: number;
  mail?: PurchaseMail;
}
/** The last e-mail with the purchase order. */
export interface PurchaseMail {
  /** Where it is sent. */ address: string;
  /** SENT: the mail server took it. FAILED: it was given up. */ state: 'WAITING' | 'SENT' | 'FAILED';
  /** Why the last attempt failed. */ error?: string;
}
/** A new purchase order. */
export interface PurchaseRequest {
  /** The supplier. */ supplierId: string;
  /** Number of the order, for people. It is used once. */ reference: string;
  /** Currency of the prices (ISO 4217). Absent: that of the center (CURRENCY). */ currency?: string;
  /** The variants, each once. */ lines: NewPurchaseLine[];
}
/** A variant to buy. */
export interface NewPurchaseLine {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Number of pieces. */ quantity: number;
  /** Price of a piece in the currency of the center. */ price?: number;
}
/** A purchase order with its lines. */
export interface PurchaseWithLines {
  /** Identifier of the purchase order. */ purchaseId: string;
  /** The supplier. */ supplierId: string;
  /** Name of the supplier. */ supplierName: string;
  /** Number of the order, for people. */ reference: string;
  /** DRAFT: not sent. SENT: goods are expected. DONE: everything has arrived, or no more is expected. CANCELLED: nothing is expected. */
  state: 'DRAFT' | 'SENT' | 'DONE' | 'CANCELLED';
  /** When it was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program that created it. */ createdByName?: string;
  /** When it was sent. ISO 8601 in UTC with milliseconds. */ sent?: string;
  /** Day on which the goods are expected, as YYYY-MM-DD. */ expected?: string;
  /** Currency of the prices (ISO 4217). Absent: that of the center. */ currency?: string;
  /** Sum of the lines with a price, in this currency. Absent: no line has one. */ total?: number;
  mail?: PurchaseMail;
  /** The variants, sorted by kind and code. */ lines: PurchaseLine[];
}
/** A variant of a purchase order. */
export interface PurchaseLine {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Article number of the supplier. */ supplierCode?: string;
  /** Pieces ordered. */ ordered: number;
  /** Undamaged pieces that have arrived. */ received: number;
  /** Price of a piece in the currency of the center. */ price?: number;
}
/** An e-mail with a purchase order. */
export interface PurchaseMailRequest {
  /** E-mail address of the supplier. */ address: string;
}
/** The state of a purchase order. */
export interface PurchaseStateRequest {
  /** The state. */ state: 'SENT' | 'DONE' | 'CANCELLED';
}
/** A count of stock. */
export interface StockCount {
  /** Identifier of the count. */ countId: string;
  /** Name for people. The ledger has it as the document. */ title: string;
  /** Whether those who count see no expected numbers. */ isBlind: boolean;
  /** Whether another person confirms each difference. */ isConfirmed: boolean;
  /** When it began. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program that began it. */ createdByName?: string;
  /** When it was ended. Absent: it is open. ISO 8601 in UTC with milliseconds. */ ended?: string;
}
/** A new count of places, variants, or the variants that were counted longest ago. */
export interface StockCountRequest {
  /** Name for people. */ title: string;
  /** Whether those who count see no expected numbers. */ isBlind: boolean;
  /** Whether another person confirms each difference. */ isConfirmed: boolean;
  /**
   * Count these places.
   *
   * Items: A place.
   */
  places?: string[];
  /** Count these variants. */ variants?: VariantKey[];
  /** Count so many variants, those first that were counted longest ago. */ oldest?: number;
}
/** A count with its lines. */
export interface StockCountWithLines {
  /** Identifier of the count. */ countId: string;
  /** Name for people. The ledger has it as the document. */ title: string;
  /** Whether those who count see no expected numbers. */ isBlind: boolean;
  /** Whether another person confirms each difference. */ isConfirmed: boolean;
  /** When it began. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program that began it. */ createdByName?: string;
  /** When it was ended. Absent: it is open. ISO 8601 in UTC with milliseconds. */ ended?: string;
  /** The lines, in the order of the shelves. */ lines: CountLine[];
}
/** A variant at a place in a count. */
export interface CountLine {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** Name of the product variant, or title of the article. */ name: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** The place. Empty: the variant has no main place. */ place: string;
  /** OPEN: not counted. BOOKED: the difference is in the stock. PENDING: it is to be confirmed. REJECTED: it was not right. REPLACED: a later count has decided. */
  state: 'OPEN' | 'BOOKED' | 'PENDING' | 'REJECTED' | 'REPLACED';
  /** Pieces that were there by the books when they were counted. Absent: not counted, or hidden. */
  expected?: number;
  /** Counted pieces. Absent: not counted. */ counted?: number;
  /** When they were counted. ISO 8601 in UTC with milliseconds. */ countedAt?: string;
  /** Name of the person or program that counted. */ countedByName?: string;
}
/** Pieces that lie at a place now. */
export interface CountedPieces {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** The place. Absent: the main place. */ place?: string;
  /** Number of pieces. */ counted: number;
}
/** A decision about a counted difference. */
export interface CountConfirmation {
  /** ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13. */
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 or SKU. */ code: string;
  /** The place, as the count has it. Empty: no place. */ place: string;
  /** Whether the difference is booked. */ isRight: boolean;
}
/** A printer. Only callers who may change printers see its address. */
export interface Printer {
  /** Identifier of the printer. */ printerId: string;
  /** Name of the printer. Unique. */ name: string;
  /** raw: bytes over TCP, for label printers. ipp: Internet Printing Protocol. browser: the page at a station prints. */
  kind: 'raw' | 'ipp' | 'browser';
  /** raw: a host, with a port unless it is 9100. ipp: a URI, such as ipp://10.0.0.8/ipp/print. browser: absent. Private addresses are allowed. */
  address?: string;
  /**
   * Media types that the printer takes. Default: ZPL for raw, PDF for ipp, PDF and PNG for browser.
   *
   * Items: A media type.
   */
  mediaTypes: ('application/zpl' | 'application/pdf' | 'image/png')[];
  /** Width of the paper in millimeters. */ mediaWidthMm: number;
  /** Height of the paper in millimeters. */ mediaHeightMm: number;
  /** Resolution in dots per inch. Most label printers have 203 or 300. */ dotsPerInch: number;
  /**
   * Papers that fit the formats and the paper of the printer. TICKETS in ZPL need 100 x 50 mm. Files from clients have sizes of their own.
   *
   * Items: A kind of paper.
   */
  papers: ('TICKETS' | 'PICK_LIST' | 'COVER' | 'HAND_OVER_LIST' | 'SLIP' | 'LABEL' | 'CUSTOMS')[];
  /** When the printer was added. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Number of print jobs that are queued or being sent. */ waiting: number;
  /** Names of the stations that the printer belongs to. */ stations: string[];
  /** When the printer became unreachable. Absent: the last attempt reached it. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Error of the last attempt. The guide to printing lists the names. */ lastError?: string;
  /** When the next attempt starts. ISO 8601 in UTC with milliseconds. */ nextAttempt?: string;
}
/** A new printer. */
export interface NewPrinterRequest {
  /** Name of the printer. Unique. */ name: string;
  /** raw: bytes over TCP, for label printers. ipp: Internet Printing Protocol. browser: the page at a station prints. */
  kind: 'raw' | 'ipp' | 'browser';
  /** raw: a host, with a port unless it is 9100. ipp: a URI, such as ipp://10.0.0.8/ipp/print. browser: absent. Private addresses are allowed. */
  address?: string;
  /**
   * Media types that the printer takes. Default: ZPL for raw, PDF for ipp, PDF and PNG for browser.
   *
   * Items: A media type.
   */
  mediaTypes?: ('application/zpl' | 'application/pdf' | 'image/png')[];
  /** Width of the paper in millimeters. */ mediaWidthMm: number;
  /** Height of the paper in millimeters. */ mediaHeightMm: number;
  /** Resolution in dots per inch. Most label printers have 203 or 300. */ dotsPerInch: number;
}
/** The fields to change. Absent fields keep their value. */
export interface PrinterChangeRequest {
  /** Name of the printer. Unique. */ name?: string;
  /** raw: bytes over TCP, for label printers. ipp: Internet Printing Protocol. browser: the page at a station prints. */
  kind?: 'raw' | 'ipp' | 'browser';
  /** raw: a host, with a port unless it is 9100. ipp: a URI, such as ipp://10.0.0.8/ipp/print. browser: absent. Private addresses are allowed. */
  address?: string;
  /**
   * Media types that the printer takes. Default: ZPL for raw, PDF for ipp, PDF and PNG for browser.
   *
   * Items: A media type.
   */
  mediaTypes?: ('application/zpl' | 'application/pdf' | 'image/png')[];
  /** Width of the paper in millimeters. */ mediaWidthMm?: number;
  /** Height of the paper in millimeters. */ mediaHeightMm?: number;
  /** Resolution in dots per inch. Most label printers have 203 or 300. */ dotsPerInch?: number;
}
/** A document to print. */
export interface PrintJob {
  /** Identifier of the print job. */ jobId: string;
  printer: PrintJobPrinter;
  /** Kind of document. */ kind: string;
  /** Key of the document. Each kind and key is printed once. */ key: string;
  /** Title of the job for people. */ title: string;
  /** Identifier of the station that requested it. */ stationId?: string;
  /** Media type of the document. */ contentType: 'application/zpl' | 'application/pdf' | 'image/png';
  /** Size of the document in bytes. */ documentBytes: number;
  /** false: the document was deleted after printing. */ hasDocument: boolean;
  /** Number of copies. */ copies: number;
  /** queued: waits for the printer. sending: being sent. printed: the printer received all of it. failed: refused by the printer, or expired in the queue. unknown: possibly printed; a person decides with `confirmPrintJob` or `retryPrintJob`. cancelled: will not be printed. */
  state: 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
  /** Number of attempts to send the job. */ attempts: number;
  /** When the job was requested. ISO 8601 in UTC with milliseconds. */ created: string;
  createdBy: PrintJobCreator;
  /** When the state last changed. ISO 8601 in UTC with milliseconds. */ changed: string;
  /** When the printer had received the job, or a person confirmed it. ISO 8601 in UTC with milliseconds. */
  printed?: string;
  /** Error of the last attempt. The guide to printing lists the names. */ lastError?: string;
  /** Identifier of the repeated job. */ reprintOf?: string;
  /** Why the document was printed again. */ reason?: string;
}
/** The printer of the job. */
export interface PrintJobPrinter {
  /** Identifier of the printer. */ printerId: string;
  /** Name of the printer. Absent after it was deleted. */ name?: string;
  /** raw: bytes over TCP, for label printers. ipp: Internet Printing Protocol. browser: the page at a station prints. */
  kind?: 'raw' | 'ipp' | 'browser';
}
/** The creator of the job. */
export interface PrintJobCreator {
  /** operator: a person or program. system: Platen. */ kind: string;
  /** operatorId of the person, or clientId of the program, that did it. */ id?: string;
  /** Name of the person or program at that time. */ name?: string;
}
/** Why the document is printed again. */
export interface ReprintRequest {
  /** The reason. Destroy the previous paper. */ reason: string;
  /** Identifier of another printer. */ printerId?: string;
}
/** A machine that takes print files. Only callers who may change machines see its address and user. */
export interface Machine {
  /** Identifier of the machine. */ machineId: string;
  /** Name of the machine. Unique. */ name: string;
  /** Where the machine takes its files. FOLDER: a mounted share. SFTP: a folder of an SFTP server. BUCKET: an S3 bucket. IPP: a printer. HTTP: a server that receives files. BROWSER: staff download the files. */
  kind: 'FOLDER' | 'SFTP' | 'BUCKET' | 'IPP' | 'HTTP' | 'BROWSER';
  /** When a file is put into the queue. RELEASE: with its batch. MAKE_SCAN: when its piece is scanned at MAKE. BY_HAND: when a person sends it. */
  mode: 'RELEASE' | 'MAKE_SCAN' | 'BY_HAND';
  /** FOLDER: a whole path. SFTP: a URI with the folder, such as sftp://10.0.0.7/jobs. BUCKET: URL of the bucket and a folder in it. IPP: a URI. HTTP: a URL. BROWSER: absent. Private addresses are allowed. */
  address?: string;
  /** SFTP: the user. BUCKET: the access key ID. Other kinds: absent. */ user?: string;
  /** SFTP: fingerprint of the host key. `testMachine` returns it. */ hostKey?: string;
  /** BUCKET: the region. Absent: us-east-1. */ region?: string;
  /** Name of a file, with fields in braces. The ending follows the type of the file. */ nameTemplate: string;
  ticket?: MachineTicket;
  /** Whether a file that is still there is removed when its piece is made. */ removesMade: boolean;
  /** Days after which a file that is still there is removed. */ keepDays: number;
  roll?: SheetRoll;
  /** Whether a secret is stored. */ hasSecret: boolean;
  /** When it was added. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When a person stopped it. Absent: it runs. ISO 8601 in UTC with milliseconds. */ stopped?: string;
  /** Since when files cannot be put to it. Absent: the last attempt worked. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Why files cannot be put to the machine. The guide to machines lists the names. */ lastError?: string;
  /** When the next attempt starts. ISO 8601 in UTC with milliseconds. */ nextAttempt?: string;
  /** Number of files that wait. */ waiting: number;
  /** Number of files that the machine has not taken. */ written: number;
  /** Number of taken files whose pieces are not made. */ taken: number;
  /** Number of files that a person must look at. */ failed: number;
  /** Number of prints that wait for a gang sheet; at most 1,000. */ waitingPrints: number;
  /** When the oldest waiting file was put into the queue. ISO 8601 in UTC with milliseconds. */
  oldest?: string;
}
/** A job ticket beside each file. */
export interface MachineTicket {
  /** Format. Values are escaped by it. */ format: 'JSON' | 'XML' | 'CSV';
  /** A template of Mustache, with fields in double braces and the loop `{{#prints}}…{{/prints}}`. */
  template: string;
  /** true: the ticket is put before the file. false: after it. */ isFirst: boolean;
}
/** A roll on which the prints of several pieces are nested as gang sheets. */
export interface SheetRoll {
  /** Width of the roll in millimeters. */ widthMm: number;
  /** Millimeters between two prints, and to the edges. */ gapMm: number;
  /** Greatest length of a sheet in millimeters. */ lengthMaxMm: number;
}
/** A new machine. */
export interface NewMachineRequest {
  /** Name of the machine. Unique. */ name: string;
  /** Where the machine takes its files. FOLDER: a mounted share. SFTP: a folder of an SFTP server. BUCKET: an S3 bucket. IPP: a printer. HTTP: a server that receives files. BROWSER: staff download the files. */
  kind: 'FOLDER' | 'SFTP' | 'BUCKET' | 'IPP' | 'HTTP' | 'BROWSER';
  /** When a file is put into the queue. RELEASE: with its batch. MAKE_SCAN: when its piece is scanned at MAKE. BY_HAND: when a person sends it. */
  mode: 'RELEASE' | 'MAKE_SCAN' | 'BY_HAND';
  /** Null: none. */ address?: string | null;
  /** Null: none. */ user?: string | null;
  /** Null: none. */ hostKey?: string | null;
  /** Null: none. */ region?: string | null;
  /** Name of a file, with fields in braces. The ending follows the type of the file. */
  nameTemplate?: string;
  /** The ticket. Null: the machine gets none. */ ticket?: MachineTicket | null;
  /** Whether a file that is still there is removed when its piece is made. */ removesMade?: boolean;
  /** Days after which a file that is still there is removed. */ keepDays?: number;
  /** The roll of gang sheets. Null: each print is a file of its own. */ roll?: SheetRoll | null;
  /** SFTP: the password, or a private key. BUCKET: the secret access key. HTTP: the bearer token. It is encrypted, and no answer contains it. */
  secret?: string;
}
/** The fields to change. Absent fields keep their value. */
export interface MachineChangeRequest {
  /** Name of the machine. Unique. */ name?: string;
  /** When a file is put into the queue. RELEASE: with its batch. MAKE_SCAN: when its piece is scanned at MAKE. BY_HAND: when a person sends it. */
  mode?: 'RELEASE' | 'MAKE_SCAN' | 'BY_HAND';
  /** Null: none. */ address?: string | null;
  /** Null: none. */ user?: string | null;
  /** Null: none. */ hostKey?: string | null;
  /** Null: none. */ region?: string | null;
  /** Name of a file, with fields in braces. The ending follows the type of the file. */
  nameTemplate?: string;
  /** The ticket. Null: the machine gets none. */ ticket?: MachineTicket | null;
  /** Whether a file that is still there is removed when its piece is made. */ removesMade?: boolean;
  /** Days after which a file that is still there is removed. */ keepDays?: number;
  /** The roll of gang sheets. Null: each print is a file of its own. */ roll?: SheetRoll | null;
  /** A new secret. Null deletes it. */ secret?: string | null;
}
/** The result of a test. */
export interface MachineTest {
  /** Whether a test file could be written and removed, or the server has answered. */ works: boolean;
  /** Why files cannot be put to the machine. The guide to machines lists the names. */ reason?: string;
  /** SFTP: fingerprint of the host key. `testMachine` returns it. */ hostKey?: string;
}
/** The rules that choose machines. */
export interface MachineRules {
  /** The rules. The fitting rule with the most specific condition decides: a station before an article, an article before a technology. */
  rules: MachineRule[];
}
/** A rule with its conditions. All of them must hold. */
export interface MachineRule {
  /** Identifier of the machine. */ machineId: string;
  /** Technology of the print. */ technology?: string;
  /** The article. */ manufacturerCode?: string;
  /** The station that scans the piece at MAKE. */ stationId?: string;
}
/** All rules. */
export interface MachineRulesRequest {
  /** The rules. The fitting rule with the most specific condition decides: a station before an article, an article before a technology. */
  rules: MachineRule[];
}
/** Templates to begin with, and the fields of all templates. */
export interface MachineTemplates {
  /** The templates. */ templates: MachineTemplate[];
  /** Fields of names. */ nameFields: string[];
  /** Fields of tickets. */ ticketFields: string[];
}
/** A template to copy into a machine. */
export interface MachineTemplate {
  /** GENERIC: for any RIP. KORNIT, DURST: in the style of these. */ name: 'GENERIC' | 'KORNIT' | 'DURST';
  /** Name of a file, with fields in braces. The ending follows the type of the file. */ nameTemplate: string;
  ticket: MachineTicket;
}
/** The templates to check. */
export interface TemplatePreviewRequest {
  /** Name of a file, with fields in braces. The ending follows the type of the file. */ nameTemplate: string;
  /** The ticket. Null: none. */ ticket?: MachineTicket | null;
}
/** What the templates make of a sample. */
export interface TemplatePreview {
  /** Mistakes. A machine with a mistake is not saved. */ mistakes: TemplateMistake[];
  /** Name of the file. */ fileName?: string;
  /** Name of the ticket. */ ticketName?: string;
  /** Content of the ticket. */ ticket?: string;
}
/** A mistake of a template. */
export interface TemplateMistake {
  /** The template. */ pointer: '/nameTemplate' | '/ticket/template';
  /** Name of the mistake. */
  code:
    | 'template_unclosed' | 'template_field_unknown' | 'template_tag_refused' | 'template_result_invalid'
    | 'template_name_character' | 'template_name_reserved' | 'template_name_dot' | 'template_name_without';
  /** Values of the message. */ params: { [k: string]: string };
  /** The mistake in English. */ message: string;
}
/** A print file for a machine. */
export interface MachineJob {
  /** Identifier of the file. */ jobId: string;
  /** Identifier of the machine. */ machineId: string;
  /** Client of the order. Absent: a gang sheet. */ clientId?: string;
  /** The orderId. Absent: a gang sheet. */ orderId?: string;
  /** Code of the piece, or of the gang sheet. */ piece: string;
  /** Number of the batch. */ batchId?: string;
  /** Location of the print. */ location: string;
  /** Technology of the print. */ technology: string;
  /** SHA-256 of the file. Absent: there is no file, or it was erased. */ sha256?: string;
  /** Size of the file in bytes. */ bytes: number;
  /** Media type of the file. */ mediaType: string;
  /** Width of the print in millimeters. */ widthMm: number;
  /** Height of the print in millimeters. */ heightMm: number;
  /** Number of prints. */ copies: number;
  /** Name of the file at the machine. */ fileName: string;
  /** Name of the ticket at the machine. */ ticketName?: string;
  /** WAITING: in the queue. WRITING, PLACING: being written. WRITTEN: the machine can take it. TAKEN: the machine took it. DONE: its piece is made. WITHDRAWN: Platen took it back. FAILED: a person must look at it. */
  state: 'WAITING' | 'WRITING' | 'PLACING' | 'WRITTEN' | 'TAKEN' | 'DONE' | 'WITHDRAWN' | 'FAILED';
  /** Why it is in this state. The guide to machines lists the names. */ cause?: string;
  /** Why the file should leave the machine. */
  unwanted?: 'MADE' | 'REJECTED' | 'CORRECTED' | 'CANCELLED' | 'STOPPED';
  /** Number of attempts to write it. */ attempts: number;
  /** When it was put into the queue. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When it got its state. ISO 8601 in UTC with milliseconds. */ changed: string;
}
/** Where the files go. */
export interface SendFilesRequest {
  /** The machine. Absent: the rules choose. */ machineId?: string;
}
/** Files are put into the queues in the background. */
export interface SendFiles {
  /** Whether the request was stored. */ requested: boolean;
}
/** A sheet of a roll with the prints of several pieces. */
export interface GangSheet {
  /** Code of the gang sheet: G and ten digits. */ sheet: string;
  /** Identifier of the machine. */ machineId: string;
  /** When the prints were placed on it. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When its file was put into the queue. Absent: it is still drawn. ISO 8601 in UTC with milliseconds. */
  drawn?: string;
  /** Width of the roll in millimeters. */ widthMm: number;
  /** Length of the sheet in millimeters. */ lengthMm: number;
  /** Path of a WebP picture of the sheet. Absent: there is none. */ picture?: string;
  /** The prints, from top to bottom. */ prints: GangPrint[];
}
/** A print on the sheet. */
export interface GangPrint {
  /** Code of the piece. */ piece: string;
  /** Client of the order. */ clientId: string;
  /** The orderId. */ orderId: string;
  /** Location of the print. */ location: string;
  /** Technology of the print. */ technology: string;
  /** Width of the print in millimeters. */ widthMm: number;
  /** Height of the print in millimeters. */ heightMm: number;
  /** Millimeters from the left edge of the sheet. */ leftMm: number;
  /** Millimeters from the top edge of the sheet. */ topMm: number;
  /** TO_MAKE: the print is still to be used. MADE: it was used. The others say why it is not used. */
  standing: 'TO_MAKE' | 'MADE' | 'REJECTED' | 'CORRECTED' | 'CANCELLED' | 'STOPPED';
}
/** A service from which Platen buys labels. Only callers who may change it see its address. */
export interface LabelProvider {
  /** Identifier of the label provider. */ providerId: string;
  /** Name of the label provider. Unique. */ name: string;
  /** HTTP: a server that follows the contract of the guide to postage. SENDCLOUD: Sendcloud, API v3. EASYPOST: EasyPost, API v2. */
  kind: 'HTTP' | 'SENDCLOUD' | 'EASYPOST';
  /** URL of the provider. Required for HTTP; absent for the usual address of the other kinds. Private addresses are allowed. */
  address?: string;
  /** Whether its labels are for tests and not for shipping. A key of EasyPost decides by itself. */
  isTest: boolean;
  sender: LabelSender;
  /** Whether credentials are stored. */ hasCredentials: boolean;
  /** Where the provider may report news of parcels. It contains a secret. Only callers who may change the provider see it. */
  newsUrl?: string;
  /** When it was added. ISO 8601 in UTC with milliseconds. */ created: string;
}
/** The address from which parcels are sent. */
export interface LabelSender {
  /** Name of a person. */ personName?: string;
  /** Name of the company. Absent: the name of the client. */ company?: string;
  /** Street and house number. */ street: string;
  /** Second line of the address. */ addressLine2?: string;
  /** City. */ city: string;
  /** Postal code. */ postalCode?: string;
  /** State or province. */ state?: string;
  /** ISO 3166-1 alpha-2 code. */ country: string;
  /** Phone number. Some carriers require it. */ phoneNumber?: string;
  /** E-mail address. */ email?: string;
}
/** A new label provider. */
export interface NewLabelProviderRequest {
  /** Name of the label provider. Unique. */ name: string;
  /** HTTP: a server that follows the contract of the guide to postage. SENDCLOUD: Sendcloud, API v3. EASYPOST: EasyPost, API v2. */
  kind: 'HTTP' | 'SENDCLOUD' | 'EASYPOST';
  /** URL of the provider. Required for HTTP; absent for the usual address of the other kinds. Private addresses are allowed. */
  address?: string;
  /** Whether its labels are for tests and not for shipping. A key of EasyPost decides by itself. */
  isTest?: boolean;
  sender: LabelSender;
  credentials?: LabelCredentials;
}
/** Credentials. They are encrypted, and no answer contains them. */
export interface LabelCredentials {
  /** SENDCLOUD: the public key. Other kinds: absent. */ user?: string;
  /** HTTP: the bearer token. SENDCLOUD: the secret key. EASYPOST: the API key. */ secret: string;
}
/** The fields to change. Absent fields keep their value. `null` deletes the credentials or the address. */
export interface LabelProviderChangeRequest {
  /** Name of the label provider. Unique. */ name?: string;
  /** URL of the provider. Null: the usual address of its kind. */ address?: string | null;
  /** Whether its labels are for tests and not for shipping. A key of EasyPost decides by itself. */
  isTest?: boolean;
  sender?: LabelSender;
  /** New credentials. Null deletes them. */ credentials?: LabelCredentials | null;
}
/** The result of a test. Nothing is bought. */
export interface LabelProviderTest {
  /** Whether the provider has answered and accepts the credentials. */ works: boolean;
  sentence?: FloorSentence;
}
/** A message with its name and values, so that a console can translate it. */
export interface FloorSentence {
  /** Name of the sentence. Later versions may add names. */
  code:
    | 'old_ticket' | 'order_cancelled' | 'order_shipped' | 'order_on_hold' | 'order_stopped'
    | 'order_stopped_because' | 'order_not_to_be_shipped' | 'cancellation_asked' | 'part_has_left'
    | 'piece_rejected' | 'piece_replaced' | 'piece_scrapped' | 'piece_unknown' | 'sheet_unknown'
    | 'sheet_only_at_make' | 'sheet_stopped' | 'print_corrected' | 'other_step_first' | 'order_unknown'
    | 'parcel_unknown' | 'bin_unknown' | 'bin_free' | 'code_misread' | 'code_unknown'
    | 'code_or_product_unknown' | 'code_means_nothing' | 'command_unknown' | 'command_of_packing'
    | 'command_not_of_packing' | 'command_not_of_hand_over' | 'badge_at_no_station' | 'several_pieces'
    | 'tracking_unknown' | 'tracking_of_several' | 'tracking_check_digit' | 'tracking_format'
    | 'tracking_used' | 'papers_void' | 'tracking_misread' | 'nothing_to_pack' | 'nothing_printed'
    | 'answer_question_first' | 'screen_too_old' | 'not_made' | 'not_checked' | 'no_blank'
    | 'blank_not_counted' | 'bins_full' | 'no_bins' | 'scan_piece_first' | 'scan_order_first'
    | 'scan_parcel_code' | 'close_parcel_first' | 'parcel_empty' | 'parcel_not_complete'
    | 'parcel_without_label' | 'label_not_printed_again' | 'no_parcel_left' | 'shipment_final'
    | 'shipment_erased' | 'shipment_returned' | 'shipment_unknown' | 'other_parcel_open'
    | 'other_parcel_aside' | 'made_already' | 'sheet_made_already' | 'checked_already' | 'changed_since'
    | 'in_parcel' | 'in_parcel_of_order' | 'nothing_finished' | 'nothing_packed' | 'piece_of_other_order'
    | 'piece_not_in_parcel' | 'product_not_of_order' | 'enough_of_item' | 'enough_of_product'
    | 'order_in_use' | 'no_list_open' | 'list_closed' | 'list_empty' | 'list_full' | 'list_incomplete'
    | 'nothing_on_list' | 'parcel_on_list' | 'parcel_on_closed_list' | 'parcel_just_listed'
    | 'parcel_being_packed' | 'parcel_unlabelled' | 'parcel_given_up' | 'parcel_of_other_carrier'
    | 'hs_code_missing' | 'country_of_origin_missing' | 'weight_missing' | 'price_missing' | 'sender_missing'
    | 'label_not_kept' | 'slip_not_kept' | 'file_lost' | 'client_file_not_printable' | 'label_used'
    | 'no_printer_of_label' | 'no_printer_of_customs' | 'no_printer_of_client_label'
    | 'no_printer_of_bought_size' | 'no_printer_of_label_size' | 'no_printer_of_client_slip'
    | 'not_printable' | 'address_not_printable' | 'paper_not_drawn' | 'order_gone' | 'label_coming'
    | 'label_is_test' | 'label_unreadable' | 'label_lost' | 'label_weight_missing' | 'label_no_rule'
    | 'label_no_service' | 'label_no_provider' | 'label_refused' | 'manifest_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable'
    | 'shop_unreachable' | 'shop_address_private' | 'shop_name_unknown' | 'shop_certificate_invalid'
    | 'shop_too_slow' | 'shop_redirects' | 'shop_credentials_refused' | 'shop_app_not_installed'
    | 'shop_permission_missing' | 'shop_not_found' | 'shop_api_not_found' | 'shop_busy'
    | 'shop_answer_unusable' | 'shop_refuses' | 'shop_credentials_lost' | 'text_area_unknown' | 'text_empty'
    | 'text_too_long' | 'text_not_in_font';
  /** Values to insert into the sentence, such as a code. Unknown values are absent. */
  params: { [k: string]: string };
  /** The sentence in English. */ message: string;
}
/** All rules in their order. */
export interface LabelRules {
  /** The first rule that fits a parcel decides. */ rules: LabelRule[];
}
/** A rule that chooses the label provider and its service. */
export interface LabelRule {
  /** Identifier of the label provider. */ providerId: string;
  /** Service in the words of the provider. Absent: the cheapest one that it offers. */ service?: string;
  /** Maximum days until delivery by the cheapest service. Absent: any number of days. */ withinDays?: number;
  /** Carrier whose hand-over list takes the parcel. Absent: the carrier of the order. */ carrierId?: string;
  when?: LabelRuleConditions;
}
/** Conditions of a rule. All of them must hold. */
export interface LabelRuleConditions {
  /**
   * Clients of the order.
   *
   * Items: One of them.
   */
  clientIds?: string[];
  /**
   * Carriers that the order names.
   *
   * Items: One of them.
   */
  carrierIds?: string[];
  /**
   * Countries of the recipient.
   *
   * Items: ISO 3166-1 alpha-2 code.
   */
  countries?: string[];
  /** Whether the recipient is in the customs zone of the European Union. */ zone?: 'EU' | 'OUTSIDE_EU';
  /** Minimum weight of the parcel with its package, in grams. */ weightGramsMin?: number;
  /** Maximum weight of the parcel with its package, in grams. */ weightGramsMax?: number;
  /** Minimum value of the goods. Orders without prices fit no rule with a value. */ valueMin?: number;
  /** Maximum value of the goods. */ valueMax?: number;
  /** Currency of the value, ISO 4217. */ currency?: string;
}
/** All rules in their order. Without rules, no label is bought. */
export interface LabelRulesRequest {
  /** The first rule that fits a parcel decides. */ rules: LabelRule[];
}
/** The order to try. */
export interface TryLabelRulesRequest {
  /** Client of the order. */ clientId: string;
  /** The orderId. */ orderId: string;
}
/** What the rules choose for the whole order as one parcel. Nothing is bought. */
export interface TriedLabelRules {
  /** Place of the rule that decides, from 1. Absent: no label is bought. */ place?: number;
  /** Identifier of the label provider. */ providerId?: string;
  /** Name of the provider. */ providerName?: string;
  /** The chosen service. Absent: the provider offers none. */ service?: string;
  rate?: LabelRate;
  /** All offers of the provider. */ rates: LabelRate[];
  /** Weight of the parcel with its package, in grams. */ weightGrams?: number;
  /** Why no service is chosen. Empty if one is. */ sentences: FloorSentence[];
}
/** A service that the provider offers for the parcel. */
export interface LabelRate {
  /** Service in the words of the provider. */ service: string;
  /** Name of the carrier. */ carrier: string;
  cost?: LabelCost;
  /** Days until delivery. */ days?: number;
}
/** The price, after it was bought. */
export interface LabelCost {
  /** The amount, with up to four decimals. */ amount: number;
  /** ISO 4217. */ currency: string;
}
/** All packages. */
export interface Packages {
  /** In their order. The first one is used unless a packer chooses another one. */ packages: Package[];
}
/** A box or bag. */
export interface Package {
  /** Identifier of the package. */ packageId: string;
  /** Code that a packer scans to choose it. It is on the command sheets. */ code: string;
  /** Name of the box or bag. Unique. */ name: string;
  /** Inner length in millimeters. */ lengthMm: number;
  /** Inner width in millimeters. */ widthMm: number;
  /** Inner height in millimeters. */ heightMm: number;
  /** Weight of the empty package in grams. */ weightGrams: number;
}
/** All packages. Those without a packageId are new. */
export interface PackagesRequest {
  /** In their order. The first one is used unless a packer chooses another one. */ packages: WantedPackage[];
}
/** A box or bag. */
export interface WantedPackage {
  /** Identifier of the package. */ packageId?: string;
  /** Name of the box or bag. Unique. */ name: string;
  /** Inner length in millimeters. */ lengthMm: number;
  /** Inner width in millimeters. */ widthMm: number;
  /** Inner height in millimeters. */ heightMm: number;
  /** Weight of the empty package in grams. */ weightGrams: number;
}
/** A label that is not on a parcel yet, or is to be voided. */
export interface OpenLabel {
  /** Scanned code of the parcel. */ code: string;
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** Name of the station that packed the parcel. */ station: string;
  /** COMING: it is being bought, also again after a failure. FAILED: a person must act. VOIDING: it was given up, and the provider is asked to void it. NOT_VOIDED: the provider refused to void it, so it is paid. */
  state: 'COMING' | 'FAILED' | 'VOIDING' | 'NOT_VOIDED';
  /** When the label was requested. ISO 8601 in UTC with milliseconds. */ asked: string;
  /** Name of the label provider. */ providerName?: string;
  /** Service in the words of the provider. */ service?: string;
  /** Failed attempts in a row. */ attempts: number;
  /** When the next attempt starts. Absent: no attempt is planned. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  cost?: LabelCost;
  /** Whether the label is a test and not for shipping. */ isTest: boolean;
  /** Why there is no label. `getParcel` describes the names. */
  problem?:
    | 'customs_data_missing' | 'sender_missing' | 'file_missing' | 'file_not_printable' | 'label_used'
    | 'no_printer' | 'address_not_printable' | 'paper_not_drawn' | 'label_no_service'
    | 'label_weight_missing' | 'label_not_printable' | 'label_is_test' | 'label_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable';
  /** The problem, as sentences. */ details: string[];
  /** The sentences with codes and values. */ detailSentences: FloorSentence[];
}
/** The cause whose labels are bought again. */
export interface RetryLabelsRequest {
  /** Why there is no label. `getParcel` describes the names. */
  problem:
    | 'customs_data_missing' | 'sender_missing' | 'file_missing' | 'file_not_printable' | 'label_used'
    | 'no_printer' | 'address_not_printable' | 'paper_not_drawn' | 'label_no_service'
    | 'label_weight_missing' | 'label_not_printable' | 'label_is_test' | 'label_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable';
}
/** Labels that are bought again now. */
export interface RetriedLabels {
  /** Number of their parcels, at most 1,000 at once, and 100 for `label_is_test`. */ parcels: number;
}
/** Costs of bought labels by month, client and currency. Voided and test labels are left out. */
export interface LabelCosts {
  /** First day. */ from: string;
  /** Last day. */ to: string;
  /** Sorted by month and name of the client. */ costs: ClientLabelCosts[];
}
/** The labels of a client in one month. */
export interface ClientLabelCosts {
  /** The month in the time zone of the center. */ month: string;
  /** The client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** ISO 4217. Absent: the provider gave no price. */ currency?: string;
  /** Number of labels. */ labels: number;
  /** Sum of their prices. */ cost: number;
}
/** Items of ASSIGNED orders with the same technology and variant. */
export interface ReleaseGroup {
  /** Technology. Absent for existing products, which are only packed. */ technology?: string;
  /** Code of the article. Absent for existing products. */ manufacturerCode?: string;
  /** Title of the article, or name of the product variant. */ title: string;
  /** SKU of the blank, or EAN-13 of the product variant. */ code: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Orders with such items. */ orders: number;
  /** Pieces to take from stock for them. */ pieces: number;
  /** Orders with several pieces. */ multi: number;
  /** Number of overdue orders. */ late: number;
  /** When the oldest of the orders was created. ISO 8601 in UTC with milliseconds. */ oldest: string;
  /** Number of rush orders. */ rush: number;
  /** When the first of the orders is due. ISO 8601 in UTC with milliseconds. */ due: string;
  /** Pieces in stock. */ onHand: number;
  /** Pieces that orders have reserved, including these orders. */ reserved: number;
  /** Complete address of the first picture of its article or product. */ pictureUrl?: string;
}
/** An ASSIGNED order that is not on hold. */
export interface ReleasableOrder {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId, percent-encoded. */ orderId: string;
  /** Number of pieces and counted products. */ pieces: number;
  /** When the order was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the order is due. ISO 8601 in UTC with milliseconds. */ due: string;
  /** Whether the order goes before others. */ rush: boolean;
}
/** Counts of releasable orders. All except `assigned` count the `oldest` chosen orders. */
export interface ReleaseCounts {
  /** Number of all ASSIGNED orders of live clients that are not on hold. It does not depend on the choice. 10,001 means more than 10,000. */
  assigned: number;
  /** Chosen orders that can be released, at most `oldest`. */ orders: number;
  /** Pieces and counted products of the orders. */ pieces: number;
  /** Number of overdue orders. */ late: number;
  /** Orders that are due by the end of today, including overdue ones. */ today: number;
  /** Orders with several pieces. */ multi: number;
}
/** The orders to produce together, chosen by their features or listed in `orders`. */
export interface ReleaseRequest {
  /** Technology of the first print of an item, else of its first customization. */ technology?: string;
  /** Code of the article. */ manufacturerCode?: string;
  /** SKU of the blank. */ sku?: string;
  /** Identifier of the client. */ clientId?: string;
  /** Only orders that are due at this time or earlier. The contract of the client and the working days of the center decide when an order is due. ISO 8601 in UTC with milliseconds. */
  dueBy?: string;
  /** SINGLE: orders with one piece. MULTI: orders with several pieces. */ size?: 'SINGLE' | 'MULTI';
  /** ASSIGNED, the default: orders that can be accepted. ACCEPTED: orders that were accepted without a batch, and have no made piece. */
  status?: 'ASSIGNED' | 'ACCEPTED';
  /** LATE: overdue. TODAY, TOMORROW: due by the end of that day in `TIME_ZONE`. The batch stores it as `dueBy`. */
  due?: 'LATE' | 'TODAY' | 'TOMORROW';
  /** Maximum number of orders. The most urgent are taken: rush orders first, then by their due time. */
  limit?: number;
  /** Adds the orders to this batch instead of a new one. Its number or scanned code. */ batchId?: string;
  /** Takes these orders, whatever their features are. The other fields are then only recorded as the choice. */
  orders?: ReleaseOrder[];
}
/** An order. */
export interface ReleaseOrder {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, percent-encoded. */ orderId: string;
}
/** The result of a release. Without `batch`, nothing was released. */
export interface Release {
  batch?: Batch;
  /** Chosen orders that were not released. */ leftOut: LeftOutOrder[];
}
/** Orders that were released to production together. */
export interface Batch {
  /** Number of the batch. */ batchId: string;
  /** Scanned code: B and the number. */ code: string;
  /** When the batch was released. ISO 8601 in UTC with milliseconds. */ created: string;
  /** operatorId of the person, or clientId of the program, that did it. */ createdById?: string;
  /** Name of the person or program at that time. */ createdByName?: string;
  choice: ReleaseChoice;
  /** When the most urgent order is due. ISO 8601 in UTC with milliseconds. */ due?: string;
  /** Number of orders at release. */ orders: number;
  /** Number of pieces and counted products at release. */ pieces: number;
  /** When the last piece was finished. Absent while pieces are left to make. ISO 8601 in UTC with milliseconds. */
  ended?: string;
}
/** The choice of its orders. Empty when they were only listed. */
export interface ReleaseChoice {
  /** Technology of the first print of an item, else of its first customization. */ technology?: string;
  /** Code of the article. */ manufacturerCode?: string;
  /** SKU of the blank. */ sku?: string;
  /** Identifier of the client. */ clientId?: string;
  /** Only orders that are due at this time or earlier. The contract of the client and the working days of the center decide when an order is due. ISO 8601 in UTC with milliseconds. */
  dueBy?: string;
  /** SINGLE: orders with one piece. MULTI: orders with several pieces. */ size?: 'SINGLE' | 'MULTI';
}
/** A chosen order that was not released. */
export interface LeftOutOrder {
  /** Identifier of the client. */ clientId: string;
  /** The orderId, percent-encoded. */ orderId: string;
  /** ALREADY_RELEASED: another batch has the order. NOT_ASSIGNED: the order cannot be accepted now, and is not accepted. New values may be added. */
  reason: 'ALREADY_RELEASED' | 'NOT_ASSIGNED';
  /** Number of the other batch. */ batchId?: string;
  /** Scanned code of the other batch. */ code?: string;
}
/** The contents and progress of a batch. */
export interface BatchProgress {
  /** The pieces, sorted by technology, article and variant. */ lines: BatchLine[];
  /** The customizations, sorted by SKU. */ customizations: BatchCustomization[];
}
/** Pieces of a batch with the same technology and variant. */
export interface BatchLine {
  /** Technology. Absent for existing products, which are only packed. */ technology?: string;
  /** Code of the article. Absent for existing products. */ manufacturerCode?: string;
  /** Title of the article, or name of the product variant. */ title: string;
  /** SKU of the blank, or EAN-13 of the product variant. */ code: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Pieces to pick, without replaced, scrapped and cancelled ones. */ pieces: number;
  /** Pieces left to make. */ toMake: number;
  /** Made pieces that are not checked. */ made: number;
  /** Checked pieces that are not packed. */ checked: number;
  /** Pieces in parcels, or shipped without being packed here. */ packed: number;
  /** Pieces of orders that are in error or cancelled. */ stopped: number;
  /** Rejected pieces that are made again. */ replaced: number;
  /** Pieces in stock. */ onHand: number;
  /** Pieces that orders have reserved, including these orders. */ reserved: number;
}
/** A customization that is applied to pieces. */
export interface BatchCustomization {
  /** SKU of the customization. */ code: string;
  /** Number of applications. */ pieces: number;
}
/** A physical piece of a custom item. */
export interface Piece {
  /** Scanned code: P and ten digits. */ code: string;
  /** Client of the order. */ clientId: string;
  /** The orderId. */ orderId: string;
  /** Number of the production run, from 1. An order that is changed after an error and accepted again starts a new run with new pieces. */
  run: number;
  /** Identifier of the item in the order. */ itemId: string;
  /** Position of the item in the order, from 1. */ position: number;
  /** Number of the piece in its item, from 1. */ copy: number;
  /** 0: the first piece. 1: its successor R1, and so on. */ attempt: number;
  /** Number of pieces: 1, or all pieces of an item with more than 200 (a lot). */ quantity: number;
  /** SKU of the blank. */ sku: string;
  /** Technology of the first step. */ technology: string;
  /** The steps in their order. */ steps: PieceStep[];
  /** Number of finished steps. */ stepsDone: number;
  /** State of the piece. */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /** When the state last changed. ISO 8601 in UTC with milliseconds. */ stateSince: string;
  /** Number of the batch. */ batchId?: string;
  /** false: no blank is reserved, because none is in stock. */ hasBlank?: boolean;
  /** Number of its parcel in the order. */ parcel?: number;
  /** Why the piece was replaced, scrapped or cancelled. */ reason?: string;
  /** Code of the successor. */ replacedBy?: string;
}
/** A step of making a piece. */
export interface PieceStep {
  /** Kind of step: a print or a customization. */ kind: 'PRINT' | 'CUSTOMIZATION';
  /** Technology of the step. */ technology: string;
  /** Location on the blank. */ location: string;
  /** Index in the prints or customizations of the item, from 0. */ place: number;
  /** SKU of the applied customization. Present for customizations only. */ sku?: string;
}
/** Late orders and blocked bins. */
export interface FloorCounts {
  /** Overdue open orders of live clients. 10,001 means more than 10,000. */ late: number;
  /** Open orders of live clients that are due later today. 10,001 means more than 10,000. */
  dueToday: number;
  /** Open orders of live clients that are due tomorrow. 10,001 means more than 10,000. */
  dueTomorrow: number;
  /** Bins whose order is in error, on hold, or has a cancellation request. */ binsStopped: number;
  /** Bins whose order was cancelled, or shipped without being packed here. */ binsToEmpty: number;
}
/** The taken bins. */
export interface BinContents {
  /** Number of all bins. */ bins: number;
  /** The taken bins, sorted by number. */ contents: BinContent[];
}
/** The contents of a bin, and its missing pieces. */
export interface BinContent {
  /** Number of the bin. */ bin: number;
  /** Scanned code: K and four digits. */ code: string;
  /** COMPLETE: all pieces are checked, so the order can be packed. PACKING: all pieces are in an open parcel. WAITING: pieces are missing. STOPPED: the order is in error, on hold, or has a cancellation request. CANCELLED, SHIPPED: the order has ended, so empty the bin. */
  state: 'COMPLETE' | 'PACKING' | 'WAITING' | 'STOPPED' | 'CANCELLED' | 'SHIPPED';
  /** Client of the order in the bin. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** When the order took the bin. ISO 8601 in UTC with milliseconds. */ taken: string;
  /** Pieces of the order, without replaced, scrapped and cancelled ones. */ pieces: number;
  /** Checked pieces in the bin. */ checked: number;
  /** Pieces in parcels. */ packed: number;
  /** Pieces that are not checked, at most 10. */ missing: MissingPiece[];
}
/** A piece that is not checked. */
export interface MissingPiece {
  /** Code of the piece. */ code: string;
  /** State of the piece. */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /** 0: the first piece. 1: its successor R1, and so on. */ attempt: number;
  /** SKU of the blank. */ sku: string;
  /** Technology of the first step. */ technology: string;
}
/** A problem that a person must solve before work continues. */
export interface FloorProblem {
  /** NO_LABEL: a parcel was packed without a label. PAPER_NOT_MADE: a paper of a shipped parcel could not be drawn. DELIVERY: a shipped parcel is late (LATE_PARCEL_DAYS), cannot be delivered, or was returned; listed for 60 days at most, or until a return of its order. NO_BLANK: a piece was rejected, and no blank is in stock for its successor. NO_BATCH: an order was accepted more than 24 hours ago, is in no batch, and nothing of it is made. STOPPED, ON_HOLD, ASKED_TO_CANCEL: such an order has pieces on the floor. PRINT_JOB: a job failed, or possibly failed. PRINTER: a printer with waiting jobs is unreachable. BIN: a bin is taken for more than 24 hours. WORK_FAILED: the charges or print files of an order could not be made, because it cannot be read, for example. */
  kind:
    | 'NO_LABEL' | 'PAPER_NOT_MADE' | 'DELIVERY' | 'NO_BLANK' | 'NO_BATCH' | 'STOPPED' | 'ON_HOLD'
    | 'ASKED_TO_CANCEL' | 'PRINT_JOB' | 'PRINTER' | 'BIN' | 'WORK_FAILED';
  /** When the problem began. ISO 8601 in UTC with milliseconds. */ since: string;
  /** Advice on solving the problem. */ todo: string;
  /** Client of the order. */ clientId?: string;
  /** The orderId. */ orderId?: string;
  /** Scanned code of the parcel, piece or order. */ code?: string;
  /** Identifier of the print job. */ jobId?: string;
  /** Identifier of the printer. */ printerId?: string;
  /** Name of the printer. */ printerName?: string;
  /** Number of the bin. */ bin?: number;
  /** Pieces of the order on the floor, or waiting jobs of the printer. */ count?: number;
  /** Parcel, print job or printer: name of the error; of a delivery LATE, PROBLEM or RETURNED. Order: its reason. Piece: SKU of its blank. Bin: status of its order. Failed work: CHARGES or PRINT_FILES. */
  reason?: string;
  /** Details, as sentences. */ details?: string[];
  /** The details with codes and values. */ detailSentences?: FloorSentence[];
}
/** Number of problems of each kind, counted up to 1,000. */
export interface FloorProblemCounts {
  /** Problems of kind NO_LABEL. */ NO_LABEL: number;
  /** Problems of kind PAPER_NOT_MADE. */ PAPER_NOT_MADE: number;
  /** Problems of kind DELIVERY. */ DELIVERY: number;
  /** Problems of kind NO_BLANK. */ NO_BLANK: number;
  /** Problems of kind NO_BATCH. */ NO_BATCH: number;
  /** Problems of kind STOPPED. */ STOPPED: number;
  /** Problems of kind ON_HOLD. */ ON_HOLD: number;
  /** Problems of kind ASKED_TO_CANCEL. */ ASKED_TO_CANCEL: number;
  /** Problems of kind PRINT_JOB. */ PRINT_JOB: number;
  /** Problems of kind PRINTER. */ PRINTER: number;
  /** Problems of kind BIN. */ BIN: number;
  /** Problems of kind WORK_FAILED. */ WORK_FAILED: number;
}
/** Pieces of a variant to take from the shelves for a batch. */
export interface PickLine {
  /** ARTICLE: a blank, by its SKU. PRODUCT: a product variant, by its EAN-13. */ kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */ code: string;
  /** Title of the article, or name of the product variant. */ title: string;
  /** Colour of the variant. */ color: string;
  /** Size of the variant. */ size: string;
  /** Main place. Absent: it has none. */ place?: string;
  /** Reserve places. All other pieces are at the main place, picked or in production. */
  reserves: ReservePlace[];
  /** Pieces that are not made yet. */ needed: number;
  /** Pieces taken so far, with those that are made. */ picked: number;
  /** Pieces that are still to be taken. */ left: number;
  /** Pieces in stock. */ onHand: number;
  /** Complete address of the first picture of its article or product. */ pictureUrl?: string;
}
/** Pieces that were taken. */
export interface PickRequest {
  /** ARTICLE: a blank, by its SKU. PRODUCT: a product variant, by its EAN-13. */ kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */ code: string;
  /** All pieces taken for the batch so far, so that a repeated request counts once. */ picked: number;
}
/** An event of a piece. */
export interface PieceEvent {
  /** Identifier of the event. */ eventId: string;
  /** Code of the piece. */ code: string;
  /** Type of the event, such as piece.made. */ type: string;
  /** When the event happened. ISO 8601 in UTC with milliseconds. */ occurred: string;
  /** Name of the station. */ station?: string;
  /** operatorId of the person, or clientId of the program, that did it. */ actorId?: string;
  /** Name of the person or program at that time. */ actorName?: string;
  /** Why the piece was rejected. */ reason?: string;
}
/** A piece with the data that a station displays. Addresses are paths on this server. */
export interface PieceInHand {
  /** Scanned code: P and ten digits. */ code: string;
  /** Client of the order. */ clientId: string;
  /** The orderId. */ orderId: string;
  /** Number of the production run, from 1. An order that is changed after an error and accepted again starts a new run with new pieces. */
  run: number;
  /** Identifier of the item in the order. */ itemId: string;
  /** Position of the item in the order, from 1. */ position: number;
  /** Number of the piece in its item, from 1. */ copy: number;
  /** 0: the first piece. 1: its successor R1, and so on. */ attempt: number;
  /** Number of pieces: 1, or all pieces of an item with more than 200 (a lot). */ quantity: number;
  /** SKU of the blank. */ sku: string;
  /** Technology of the first step. */ technology: string;
  /** The steps in their order. */ steps: StepInHand[];
  /** Number of finished steps. */ stepsDone: number;
  /** State of the piece. */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /** When the state last changed. ISO 8601 in UTC with milliseconds. */ stateSince: string;
  /** Number of the batch. */ batchId?: string;
  /** false: no blank is reserved, because none is in stock. */ hasBlank?: boolean;
  /** Number of its parcel in the order. */ parcel?: number;
  /** Why the piece was replaced, scrapped or cancelled. */ reason?: string;
  /** Code of the successor. */ replacedBy?: string;
  /** Number of the piece in its item, from 1. */ number: number;
  /** Number of pieces of the item. */ of: number;
  inOrder?: PlaceInOrder;
  article?: PieceArticle;
  qualityControl?: PiecePictures;
  batch?: PlaceInBatch;
  /** When the order is due. ISO 8601 in UTC with milliseconds. */ due?: string;
  /** true: a rush order, which goes before others. */ isPreferred: boolean;
}
/** A step of making a piece, with its files. */
export interface StepInHand {
  /** Kind of step: a print or a customization. */ kind: 'PRINT' | 'CUSTOMIZATION';
  /** Technology of the step. */ technology: string;
  /** Location on the blank. */ location: string;
  /** Index in the prints or customizations of the item, from 0. */ place: number;
  /** SKU of the applied customization. Present for customizations only. */ sku?: string;
  /** true: the step is finished. */ isDone: boolean;
  /** Width of the print in millimeters: the artwork scaled to fit the print area. */ widthMm?: number;
  /** Height of the print in millimeters. */ heightMm?: number;
  /** Title of the customization. Present for customizations only. */ title?: string;
  artwork?: PieceArtwork;
  printFile?: StepPrintFile;
  qualityControl?: PiecePictures;
}
/** The printed file. Absent when it is not stored. */
export interface PieceArtwork {
  /** Address of a small picture. */ thumbnail: string;
  /** Address of a large picture. */ preview: string;
  /** Address of the file. */ file: string;
  /** Name for saving the file. */ fileName: string;
}
/** The print-ready file. Absent when none is planned. */
export interface StepPrintFile {
  /** State of the file. */ state: 'waiting' | 'ready' | 'failed';
  /** PNG, TIFF or PDF. Present when it is ready. */ kind?: string;
  /** Grows when the artwork, its area or a rule changes, from 1. */ version: number;
  /** Why there is no file, such as `no_print_area`. */ errorCode?: string;
  /** Address of the file. Present when it is ready. */ file?: string;
}
/** Target look of the piece. */
export interface PiecePictures {
  /** Address of a small picture. */ thumbnail: string;
  /** Address of a large picture. */ preview: string;
}
/** Position of the piece among all pieces of the order. */
export interface PlaceInOrder {
  /** Number of the piece in the order, from 1. */ number: number;
  /** Number of pieces of the order. */ of: number;
}
/** Catalogue data of the blank. */
export interface PieceArticle {
  /** SKU of the blank. */ sku: string;
  /** Title of the article. */ title: string;
  /** Colour of the blank. */ color: string;
  /** Size of the blank. */ size: string;
  /** WHITE_UNDERBASE: white is printed below the artwork. Otherwise NO_UNDERBASE. */ dtgType?: string;
}
/** Position of the piece in its batch. */
export interface PlaceInBatch {
  /** Number of the batch. */ batchId: string;
  /** Name of the batch. */ name: string;
  /** Position of the piece in picking order, from 1. */ place: number;
  /** Number of positions. */ of: number;
}
/** Why an order is stopped. */
export interface StopRequest {
  /** Number of the step that cannot be printed, from 1. Default: the next step. */ step?: number;
  /** The message for the customer. */ message?: string;
}
/** Why an order was stopped. */
export interface StoppedOrder {
  /** JSON Pointer to the print in the order. */ pointer: string;
  /** The message for the customer. */ message: string;
}
/** A piece on the floor, with pictures for comparison. */
export interface FoundPiece {
  /** Scanned code: P and ten digits. */ code: string;
  /** Client of the order. Absent for the role floor. */ clientId?: string;
  /** Name of the client. Absent for the role floor. */ clientName?: string;
  /** The orderId. Absent for the role floor. */ orderId?: string;
  /** Identifier of the item in the order. */ itemId: string;
  /** Number of the piece in its item, from 1. */ number: number;
  /** 0: the first piece. 1: its successor R1, and so on. */ attempt: number;
  /** Number of pieces: 1, or all pieces of an item with more than 200 (a lot). */ quantity: number;
  /** SKU of the blank. */ sku: string;
  article?: PieceArticle;
  /** Technology of the first step. */ technology: string;
  /** State of the piece. */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /** Number of the batch. */ batchId?: string;
  /** false: no blank is reserved, because none is in stock. */ hasBlank?: boolean;
  /** When the order is due. ISO 8601 in UTC with milliseconds. */ due: string;
  /** Whether the order goes before others. */ isRush: boolean;
  artwork?: PiecePictures;
  qualityControl?: PiecePictures;
}
/** The work that waits. */
export interface StationQueue {
  /** Tickets that wait, or orders at PACK, counted to at most 1000. */ tickets: number;
  /** Pieces of these tickets. The ticket of a lot has several. */ pieces: number;
  /** Tickets of overdue orders. */ late: number;
  /** The first 5 tickets: rush orders, then by their due time. Empty for PACK. */ next: WaitingPiece[];
  /** For PACK: the first 12 orders of the most urgent 1000 accepted ones: rush orders, then by their due time. */
  ready?: ReadyOrder[];
}
/** A ticket that waits. */
export interface WaitingPiece {
  /** Scanned code: P and ten digits. */ code: string;
  /** Number of pieces: 1, or all pieces of an item with more than 200 (a lot). */ quantity: number;
  /** SKU of the blank. */ sku: string;
  /** Technology of the first step. */ technology: string;
  /** Number of the batch. */ batchId?: string;
  article?: PieceArticle;
  /** When the order is due. ISO 8601 in UTC with milliseconds. */ due: string;
  /** Whether the order goes before others. */ isRush: boolean;
}
/** An order whose pieces can be packed. It names no client and no buyer. */
export interface ReadyOrder {
  /** Code to scan: of the bin, of the parcel that was put aside, of a piece, or of the order. */
  code: string;
  /** The orderId. */ orderId: string;
  /** Number of the bin. */ bin?: number;
  /** Checked pieces that are in no parcel. */ pieces: number;
  /** When the order is due. ISO 8601 in UTC with milliseconds. */ due: string;
  /** Whether the order goes before others. */ isRush: boolean;
}
/** Requested papers of a batch or a piece. */
export interface PaperRun {
  /** Identifier of the paper run. */ runId: string;
  /** Kind of paper. */ paper: 'TICKETS' | 'PICK_LIST' | 'COVER' | 'TICKET';
  /** For tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight tickets. */ form: 'STICKER' | 'SHEET';
  /** drawing: being drawn. enqueued: all print jobs are created. not_made: see `problem`. here: printed by the caller. */
  state: 'drawing' | 'enqueued' | 'not_made' | 'here';
  /** Why nothing was printed. nothing_to_print: no piece is left to make. document_not_printable: the printer does not take it. */
  problem?: 'nothing_to_print' | 'printer_not_found' | 'document_not_printable' | 'paper_not_drawn';
  /** Identifier of the printer. Absent with `here`. */ printerId?: string;
  printer?: PaperRunPrinter;
  /** When the papers were requested. ISO 8601 in UTC with milliseconds. */ asked: string;
  /** Name of the person or program that requested them. */ askedBy?: string;
  /** Why the paper was printed again. Absent for the first print. */ reason?: string;
  /** The print jobs of the run. Many tickets are split into several jobs. */ jobs: PaperRunJob[];
}
/** The printer of a listed run. Absent after it was deleted. */
export interface PaperRunPrinter {
  /** Name of the printer. */ name: string;
  /** Kind of printer. */ kind: 'raw' | 'ipp' | 'browser';
  /** Why the printer is not reached. */ lastError?: string;
}
/** A print job. */
export interface PaperRunJob {
  /** Identifier of the print job. */ jobId: string;
  /** State of the print job. */ state: 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
  /** Error of the last attempt. */ lastError?: string;
}
/** The papers of a batch to print, and the printer. */
export interface BatchPapersRequest {
  /** TICKETS: one for each piece, in picking order. PICK_LIST: the blanks to take from stock. COVER: the top sheet. */
  paper: 'TICKETS' | 'PICK_LIST' | 'COVER';
  /** For tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight tickets. Default: the form that the printer takes. */
  form?: 'STICKER' | 'SHEET';
  /** Identifier of the printer. Default: a printer of the station, else a browser. */ printerId?: string;
  /** true: the caller prints the PDF itself. The run is recorded without a printer and print jobs. */
  here?: boolean;
  /** Name or identifier of the station whose printers are used. Default: the station of the browser. */
  station?: string;
  /** Why it is printed again. */ reason?: string;
}
/** Why the ticket of a piece is printed again, and the printer. */
export interface TicketRequest {
  /** Why it is printed again. */ reason: string;
  /** For tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight tickets. Default: the form that the printer takes. */
  form?: 'STICKER' | 'SHEET';
  /** Identifier of the printer. Default: a printer of the station, else a browser. */ printerId?: string;
  /** true: the caller prints the PDF itself. The run is recorded without a printer and print jobs. */
  here?: boolean;
  /** Name or identifier of the station whose printers are used. Default: the station of the browser. */
  station?: string;
}
/** What papers lack. */
export interface PaperState {
  /** Whether the address of the sender is set. */ hasSender: boolean;
}
/** Labels of shelves and articles. */
export interface StockLabelsRequest {
  /** The labels, in the order of printing. */ labels: StockLabel[];
}
/** A label of a place or a variant. */
export interface StockLabel {
  /** A place of the warehouse. */ place?: string;
  /** SKU or EAN-13 of a variant, instead of a place. */ code?: string;
  /** Number of stickers. */ copies?: number;
}
/** A code that was scanned at a station. */
export interface ScanRequest {
  /** Identifier of the scan from the station, such as a UUID. A repeated scan counts once. */ id: string;
  /** Name of the station. Required, unless the session of the browser names the station. */ station?: string;
  /** The code, unchanged from the scanner. */ code: string;
  context: ScanContext;
}
/** The `next` field of the previous answer. */
export interface ScanContext {
  /** The work at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up without changes. */
  work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER' | 'FIND';
  /** Code of the piece in hand. */ piece?: string;
  /** Code of the last finished piece, or EAN-13 of the last packed product. HAND_OVER: code of the last parcel. */
  last?: string;
  /** Code of the open parcel. For PACK only. */ parcel?: string;
  /** Code of the order that another person packs. For PACK only. */ order?: string;
  /** Code of the parcel whose label is printed again. For PACK only. */ reprint?: string;
  /** Number of the open hand-over list. For HAND_OVER only. */ handOver?: string;
  /** true after an answer that asked to CLOSE. For HAND_OVER only. */ isClosing?: boolean;
  /** The question that the station asks. Until it is answered, other scans are refused (`QUESTION`). UNDO closes it. */
  question?:
    | 'REJECT_REASON' | 'REPRINT_REASON' | 'TRACKING' | 'CONFIRM_TRACKING' | 'CONFIRM_INCOMPLETE'
    | 'CONFIRM_UNMADE' | 'CONFIRM_TAKE_BACK' | 'CLOSE';
  /** The code or tracking number that a CONFIRM_ question is about. Without a question: the parcel that TAKE_BACK opens. */
  pending?: string;
  /** Identifier of the scan that returned this context. If the station has sent a later scan for this work, the scan is refused (`OLD_CONTEXT`). Absent: the scan is not compared with later ones. */
  after?: string;
}
/** The meaning and effect of a scan, and the context of the next one. */
export interface ScanAnswer {
  /** Kind of the scanned code. */
  meaning:
    | 'PIECE' | 'ORDER' | 'BATCH' | 'BIN' | 'PARCEL' | 'PERSON' | 'COMMAND' | 'PRODUCT' | 'TRACKING'
    | 'SHEET' | 'UNKNOWN';
  piece?: PieceInHand;
  order?: ScannedOrder;
  /** The scanned command. */
  command?:
    | 'PASS' | 'UNDO' | 'NEXT_PARCEL' | 'NO_TRACKING' | 'HAND_OVER_TO_ME' | 'STOP_ORDER' | 'REPRINT_LABEL'
    | 'REJECT_PIECE' | 'TAKE_BACK' | 'PUT_ASIDE' | 'REJECT' | 'LABEL_REASON';
  /** The defect of the piece, or why a label is printed again. */
  reason?:
    | 'MISPLACED' | 'COLOUR' | 'SMEAR' | 'WRONG_GARMENT' | 'HOLE' | 'ARTWORK' | 'LOST' | 'OTHER'
    | 'LABEL_DAMAGED' | 'LABEL_LOST' | 'PRINTER_FAULT' | 'LABEL_OTHER';
  done?: ScanDone;
  parcel?: ScannedParcel;
  leaving?: WaitingParcel;
  handOver?: ScannedHandOver;
  /** The expected next scan. TRACKING: the tracking number of the parcel, or NO_TRACKING. CLOSE: parcels are missing; PASS closes the list without them. REASON: a reason, which prints the label again. REJECT_REASON: a reason, which rejects the piece in hand. CONFIRM_TRACKING: the number is doubtful (see `doubt`); scan it again, or PASS ships with it. CONFIRM_INCOMPLETE: pieces are missing; PASS ships without them. CONFIRM_UNMADE: nobody has made the piece; PASS packs it, or finishes its check. CONFIRM_TAKE_BACK: PASS opens the parcel again. */
  asks?:
    | 'REJECT_REASON' | 'REASON' | 'TRACKING' | 'CONFIRM_TRACKING' | 'CONFIRM_INCOMPLETE' | 'CONFIRM_UNMADE'
    | 'CONFIRM_TAKE_BACK' | 'CLOSE';
  doubt?: TrackingDoubt;
  /**
   * Printed papers that must not be used: the parcel was taken back or continued, its content changed, or its order was corrected.
   *
   * Items: Kind of paper.
   */
  voided?: ('SLIP' | 'LABEL' | 'CUSTOMS' | 'RETURN_LABEL')[];
  stopped?: StoppedOrder;
  unfinished?: UnfinishedPiece;
  sheet?: ScannedSheet;
  /** true: the piece in hand was scanned again, which asks for its file. */ isAgain?: boolean;
  next: ScanNext;
  refusal?: ScanRefusal;
}
/** The scanned order, or the order of the piece. */
export interface ScannedOrder {
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName?: string;
  /** The orderId. */ orderId: string;
  /** Scanned code of the order: R and ten digits. */ code: string;
  /** Pieces of the order, without replaced ones. */ pieces?: number;
  /** Number of the bin that collects the pieces. */ bin?: number;
  /** Notes about the order and the article of the piece, oldest first; the latest 20. Without a piece: about the order and all its articles. */
  notes: FloorNote[];
}
/** A note of staff. */
export interface FloorNote {
  /** The note. */ text: string;
  /** When the note was written. ISO 8601 in UTC with milliseconds. */ created: string;
  /** Name of the person or program at that time. */ author?: string;
  /** Article of the note. Absent for a note about the order. */ manufacturerCode?: string;
}
/** The piece that the scan finished. */
export interface ScanDone {
  piece: Piece;
  /** Number of the bin to put the piece into. */ bin?: number;
  /** true: all pieces of the order are checked, so it can be packed. */ isOrderComplete?: boolean;
  successor?: Piece;
  printer?: TicketPrinter;
}
/** The printer of the station that prints the ticket of the successor. Absent: the station has none for tickets. */
export interface TicketPrinter {
  /** Identifier of the printer. */ printerId: string;
  /** Name of the printer. */ name: string;
}
/** The parcel that is open, was just shipped, or waits for its label. For PACK only. */
export interface ScannedParcel {
  /** Scanned code: T and ten digits. */ code: string;
  /** Number of the parcel in the order, from 1. */ number: number;
  /** OPEN: being packed. PACKED: closed, and waiting for its label. SHIPPED: labelled and reported as shipped. DROPPED: abandoned, because its order ended or was changed, or because it was left empty. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /** The items with pieces that were not shipped before. */ items: PackedItem[];
  /** The requested papers. Empty until packing is complete. */ papers: ParcelPaper[];
  /** Data that the customs declaration lacks, as sentences. Complete it before packing ends. */
  gaps: string[];
  /** Name of the carrier. */ carrier?: string;
  label?: ParcelLabel;
  returnLabel?: ParcelLabel;
  /** The chosen package. Absent: the first one of the list. */ packageId?: string;
  /** Weight as typed or weighed, in grams. Absent: that of the catalogue. */ weightGrams?: number;
  /** Why the parcel has no label. customs_data_missing: the catalogue lacks customs data. sender_missing: the address of the sender is not set. file_missing: a file of the client is no longer stored. file_not_printable: a file of the client contains more than printable content. label_used: the only label of the client is on another parcel of the order. no_printer: no printer takes the label. address_not_printable: the fonts lack a character of the address. paper_not_drawn: drawing failed. label_no_service: no rule or service fits the parcel. label_weight_missing: the catalogue lacks a weight. label_not_printable: the bought label cannot be printed. label_is_test: the label of a test account was printed, and does not ship. label_refused, label_credentials_refused: the label provider has refused. label_provider_unreachable, label_answer_unusable: Platen tries again. */
  problem?:
    | 'customs_data_missing' | 'sender_missing' | 'file_missing' | 'file_not_printable' | 'label_used'
    | 'no_printer' | 'address_not_printable' | 'paper_not_drawn' | 'label_no_service'
    | 'label_weight_missing' | 'label_not_printable' | 'label_is_test' | 'label_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable';
  /** The gaps with codes and values. */ gapSentences: FloorSentence[];
  /** Details of the problem, as sentences. */ details?: string[];
  /** The details with codes and values. */ detailSentences?: FloorSentence[];
  /** The scanned or entered tracking number. */ trackingNumber?: string;
  /** Lines of the address. Present while the parcel is open at this station. */ recipient?: string[];
  lost?: LostParcel;
}
/** The pieces of one item in a parcel. */
export interface PackedItem {
  /** Identifier of the item in the order. */ itemId: string;
  /** Name of the product, or title of the article. */ title: string;
  /** EAN-13 to scan. Present for existing products only. */ ean13?: string;
  /** SKU of the blank. Present for custom products only. */ sku?: string;
  /** Colour of the variant. */ color?: string;
  /** Size of the variant. */ size?: string;
  /** Address of a small picture: a path on this server, or a URL. */ thumbnail?: string;
  /** Pieces in the parcel. */ packed: number;
  /** Pieces that were not shipped before, including the pieces in the parcel. */ of: number;
}
/** A paper of a parcel. */
export interface ParcelPaper {
  /** Kind of paper. CUSTOMS: a CN22 or CN23 form. */ kind: 'SLIP' | 'LABEL' | 'CUSTOMS' | 'RETURN_LABEL';
  /** CLIENT: the unchanged file of the client. OURS: drawn by Platen. BOUGHT: from a label provider. */
  source: 'CLIENT' | 'OURS' | 'BOUGHT';
  /** drawing: its print job is not created yet. not_made: drawing failed. void: the parcel was taken back, and the paper must not be used. The other states are those of the print job. */
  state:
    'drawing' | 'not_made' | 'void' | 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
  /** Identifier of the print job, also before the job exists. */ jobId: string;
  printer?: PaperPrinter;
  /** Number of the copy. Present from the second copy on. */ copy?: number;
  /** Why the paper could not be drawn or printed. */ problem?: string;
}
/** The printer of the paper. */
export interface PaperPrinter {
  /** Identifier of the printer. */ printerId: string;
  /** Name of the printer. Absent after the printer was deleted. */ name?: string;
  /** browser: the page at the station prints the paper. */ kind?: 'raw' | 'ipp' | 'browser';
}
/** A label that was bought for the parcel or its return, or is being bought. */
export interface ParcelLabel {
  /** COMING: it is being bought and printed. FAILED: a person must act. USED: it is on the parcel. VOIDING, VOID: it was given up. NOT_VOIDED: it was given up, and is paid. */
  state: 'COMING' | 'FAILED' | 'USED' | 'VOIDING' | 'VOID' | 'NOT_VOIDED';
  /** Name of the label provider. */ providerName?: string;
  /** Service in the words of the provider. */ service?: string;
  /** Name of the carrier. */ carrier?: string;
  /** Page where the recipient follows the parcel. */ trackingUrl?: string;
  cost?: ParcelLabelCost;
  /** Whether the label is a test and not for shipping. */ isTest: boolean;
  /** Tracking number of a return. */ trackingNumber?: string;
  /** Why the label of a return was not bought. */
  problem?:
    | 'customs_data_missing' | 'sender_missing' | 'file_missing' | 'file_not_printable' | 'label_used'
    | 'no_printer' | 'address_not_printable' | 'paper_not_drawn' | 'label_no_service'
    | 'label_weight_missing' | 'label_not_printable' | 'label_is_test' | 'label_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable';
  /** The words of the provider about it. */ message?: string;
}
/** The price. */
export interface ParcelLabelCost {
  /** The amount, with up to four decimals. */ amount: number;
  /** ISO 4217. */ currency: string;
}
/** The station has lost this parcel, whose other fields show its present state. */
export interface LostParcel {
  /** Name of the station that took it over. Absent: it was put aside. */ station?: string;
  /** Name of the person or program at that time. */ by?: string;
}
/** A parcel to hand over, without names and addresses. */
export interface WaitingParcel {
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** Scanned code: T and ten digits. */ code: string;
  /** OPEN: being packed. PACKED: closed, and waiting for its label. SHIPPED: labelled and reported as shipped. DROPPED: abandoned, because its order ended or was changed, or because it was left empty. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /** The scanned or entered tracking number. */ trackingNumber?: string;
}
/** The list that is open at the station, or was just closed. For the work HAND_OVER only. */
export interface ScannedHandOver {
  /** Number of the list. */ handOverId: string;
  /** Identifier of the carrier. Absent for parcels with an unknown carrier, such as those with a label of the client. */
  carrierId?: string;
  /** Name of the carrier. */ carrierName?: string;
  /** The labels of parcels without a known carrier. ADDRESS: address labels without postage. CLIENT: labels of clients. */
  labels?: 'ADDRESS' | 'CLIENT';
  /** OPEN: parcels can be scanned into the list. CLOSED: the driver has taken its parcels. */
  state: 'OPEN' | 'CLOSED';
  /** Number of parcels on the list. */ parcels: number;
  /** Packed parcels of the carrier that are on no list. Counts parcels of the last 14 days, at most 1,000. */
  missingCount: number;
  /** The oldest 20 of the missing parcels. */ missing: WaitingParcel[];
}
/** The fault of the tracking number, or of the printed papers. */
export interface TrackingDoubt {
  /** Name of the sentence. Later versions may add names. */
  code:
    | 'old_ticket' | 'order_cancelled' | 'order_shipped' | 'order_on_hold' | 'order_stopped'
    | 'order_stopped_because' | 'order_not_to_be_shipped' | 'cancellation_asked' | 'part_has_left'
    | 'piece_rejected' | 'piece_replaced' | 'piece_scrapped' | 'piece_unknown' | 'sheet_unknown'
    | 'sheet_only_at_make' | 'sheet_stopped' | 'print_corrected' | 'other_step_first' | 'order_unknown'
    | 'parcel_unknown' | 'bin_unknown' | 'bin_free' | 'code_misread' | 'code_unknown'
    | 'code_or_product_unknown' | 'code_means_nothing' | 'command_unknown' | 'command_of_packing'
    | 'command_not_of_packing' | 'command_not_of_hand_over' | 'badge_at_no_station' | 'several_pieces'
    | 'tracking_unknown' | 'tracking_of_several' | 'tracking_check_digit' | 'tracking_format'
    | 'tracking_used' | 'papers_void' | 'tracking_misread' | 'nothing_to_pack' | 'nothing_printed'
    | 'answer_question_first' | 'screen_too_old' | 'not_made' | 'not_checked' | 'no_blank'
    | 'blank_not_counted' | 'bins_full' | 'no_bins' | 'scan_piece_first' | 'scan_order_first'
    | 'scan_parcel_code' | 'close_parcel_first' | 'parcel_empty' | 'parcel_not_complete'
    | 'parcel_without_label' | 'label_not_printed_again' | 'no_parcel_left' | 'shipment_final'
    | 'shipment_erased' | 'shipment_returned' | 'shipment_unknown' | 'other_parcel_open'
    | 'other_parcel_aside' | 'made_already' | 'sheet_made_already' | 'checked_already' | 'changed_since'
    | 'in_parcel' | 'in_parcel_of_order' | 'nothing_finished' | 'nothing_packed' | 'piece_of_other_order'
    | 'piece_not_in_parcel' | 'product_not_of_order' | 'enough_of_item' | 'enough_of_product'
    | 'order_in_use' | 'no_list_open' | 'list_closed' | 'list_empty' | 'list_full' | 'list_incomplete'
    | 'nothing_on_list' | 'parcel_on_list' | 'parcel_on_closed_list' | 'parcel_just_listed'
    | 'parcel_being_packed' | 'parcel_unlabelled' | 'parcel_given_up' | 'parcel_of_other_carrier'
    | 'hs_code_missing' | 'country_of_origin_missing' | 'weight_missing' | 'price_missing' | 'sender_missing'
    | 'label_not_kept' | 'slip_not_kept' | 'file_lost' | 'client_file_not_printable' | 'label_used'
    | 'no_printer_of_label' | 'no_printer_of_customs' | 'no_printer_of_client_label'
    | 'no_printer_of_bought_size' | 'no_printer_of_label_size' | 'no_printer_of_client_slip'
    | 'not_printable' | 'address_not_printable' | 'paper_not_drawn' | 'order_gone' | 'label_coming'
    | 'label_is_test' | 'label_unreadable' | 'label_lost' | 'label_weight_missing' | 'label_no_rule'
    | 'label_no_service' | 'label_no_provider' | 'label_refused' | 'manifest_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable'
    | 'shop_unreachable' | 'shop_address_private' | 'shop_name_unknown' | 'shop_certificate_invalid'
    | 'shop_too_slow' | 'shop_redirects' | 'shop_credentials_refused' | 'shop_app_not_installed'
    | 'shop_permission_missing' | 'shop_not_found' | 'shop_api_not_found' | 'shop_busy'
    | 'shop_answer_unusable' | 'shop_refuses' | 'shop_credentials_lost' | 'text_area_unknown' | 'text_empty'
    | 'text_too_long' | 'text_not_in_font';
  /** Values to insert into the sentence, such as a code. Unknown values are absent. */
  params: { [k: string]: string };
  /** The sentence in English. */ message: string;
}
/** The piece that was in hand before and could not be finished. */
export interface UnfinishedPiece { piece: Piece; refusal: ScanRefusal }
/** Why the scan was refused. */
export interface ScanRefusal {
  /** Kind of refusal. Stations play a different sound for each. */
  kind:
    | 'UNKNOWN' | 'MISREAD' | 'REPLACED' | 'CANCELLED' | 'OLD_TICKET' | 'STOPPED' | 'ON_HOLD' | 'SHIPPED'
    | 'ASKED_TO_CANCEL' | 'NO_BLANK' | 'ALREADY_DONE' | 'NOT_MADE' | 'NOTHING_IN_HAND' | 'BINS_FULL'
    | 'FOREIGN' | 'TOO_MANY' | 'IN_USE' | 'NO_PARCEL' | 'NOT_COMPLETE' | 'NO_LABEL' | 'QUESTION'
    | 'OLD_CONTEXT';
  /** The reason, and how to proceed. */ message: string;
  /** Name of the sentence. Later versions may add names. */
  code?:
    | 'old_ticket' | 'order_cancelled' | 'order_shipped' | 'order_on_hold' | 'order_stopped'
    | 'order_stopped_because' | 'order_not_to_be_shipped' | 'cancellation_asked' | 'part_has_left'
    | 'piece_rejected' | 'piece_replaced' | 'piece_scrapped' | 'piece_unknown' | 'sheet_unknown'
    | 'sheet_only_at_make' | 'sheet_stopped' | 'print_corrected' | 'other_step_first' | 'order_unknown'
    | 'parcel_unknown' | 'bin_unknown' | 'bin_free' | 'code_misread' | 'code_unknown'
    | 'code_or_product_unknown' | 'code_means_nothing' | 'command_unknown' | 'command_of_packing'
    | 'command_not_of_packing' | 'command_not_of_hand_over' | 'badge_at_no_station' | 'several_pieces'
    | 'tracking_unknown' | 'tracking_of_several' | 'tracking_check_digit' | 'tracking_format'
    | 'tracking_used' | 'papers_void' | 'tracking_misread' | 'nothing_to_pack' | 'nothing_printed'
    | 'answer_question_first' | 'screen_too_old' | 'not_made' | 'not_checked' | 'no_blank'
    | 'blank_not_counted' | 'bins_full' | 'no_bins' | 'scan_piece_first' | 'scan_order_first'
    | 'scan_parcel_code' | 'close_parcel_first' | 'parcel_empty' | 'parcel_not_complete'
    | 'parcel_without_label' | 'label_not_printed_again' | 'no_parcel_left' | 'shipment_final'
    | 'shipment_erased' | 'shipment_returned' | 'shipment_unknown' | 'other_parcel_open'
    | 'other_parcel_aside' | 'made_already' | 'sheet_made_already' | 'checked_already' | 'changed_since'
    | 'in_parcel' | 'in_parcel_of_order' | 'nothing_finished' | 'nothing_packed' | 'piece_of_other_order'
    | 'piece_not_in_parcel' | 'product_not_of_order' | 'enough_of_item' | 'enough_of_product'
    | 'order_in_use' | 'no_list_open' | 'list_closed' | 'list_empty' | 'list_full' | 'list_incomplete'
    | 'nothing_on_list' | 'parcel_on_list' | 'parcel_on_closed_list' | 'parcel_just_listed'
    | 'parcel_being_packed' | 'parcel_unlabelled' | 'parcel_given_up' | 'parcel_of_other_carrier'
    | 'hs_code_missing' | 'country_of_origin_missing' | 'weight_missing' | 'price_missing' | 'sender_missing'
    | 'label_not_kept' | 'slip_not_kept' | 'file_lost' | 'client_file_not_printable' | 'label_used'
    | 'no_printer_of_label' | 'no_printer_of_customs' | 'no_printer_of_client_label'
    | 'no_printer_of_bought_size' | 'no_printer_of_label_size' | 'no_printer_of_client_slip'
    | 'not_printable' | 'address_not_printable' | 'paper_not_drawn' | 'order_gone' | 'label_coming'
    | 'label_is_test' | 'label_unreadable' | 'label_lost' | 'label_weight_missing' | 'label_no_rule'
    | 'label_no_service' | 'label_no_provider' | 'label_refused' | 'manifest_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable'
    | 'shop_unreachable' | 'shop_address_private' | 'shop_name_unknown' | 'shop_certificate_invalid'
    | 'shop_too_slow' | 'shop_redirects' | 'shop_credentials_refused' | 'shop_app_not_installed'
    | 'shop_permission_missing' | 'shop_not_found' | 'shop_api_not_found' | 'shop_busy'
    | 'shop_answer_unusable' | 'shop_refuses' | 'shop_credentials_lost' | 'text_area_unknown' | 'text_empty'
    | 'text_too_long' | 'text_not_in_font';
  /** Values to insert into the sentence, such as a code. Unknown values are absent. */
  params?: { [k: string]: string };
  /** Code of the ticket that replaces this one. */ replacedBy?: string;
}
/** The scanned gang sheet. For MAKE only. */
export interface ScannedSheet {
  /** Code of the sheet: G and ten digits. */ code: string;
  /**
   * Pieces that the scan has made.
   *
   * Items: Code of a piece.
   */
  made: string[];
  /**
   * Pieces that were made before.
   *
   * Items: Code of a piece.
   */
  already: string[];
  /** Pieces that are not made. Their prints are thrown away, or wait. */ refused: RefusedPrint[];
}
/** A piece that is not made, although its print is on the sheet. */
export interface RefusedPrint {
  /** Code of the piece. */ code: string;
  refusal: ScanRefusal;
}
/** The `context` of the next scan. */
export interface ScanNext {
  /** The work at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up without changes. */
  work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER' | 'FIND';
  /** Code of the piece in hand. */ piece?: string;
  /** Code of the last finished piece, or EAN-13 of the last packed product. HAND_OVER: code of the last parcel. */
  last?: string;
  /** Code of the open parcel. For PACK only. */ parcel?: string;
  /** Code of the order that another person packs. For PACK only. */ order?: string;
  /** Code of the parcel whose label is printed again. For PACK only. */ reprint?: string;
  /** Number of the open hand-over list. For HAND_OVER only. */ handOver?: string;
  /** true after an answer that asked to CLOSE. For HAND_OVER only. */ isClosing?: boolean;
  /** The question that the station asks. Until it is answered, other scans are refused (`QUESTION`). UNDO closes it. */
  question?:
    | 'REJECT_REASON' | 'REPRINT_REASON' | 'TRACKING' | 'CONFIRM_TRACKING' | 'CONFIRM_INCOMPLETE'
    | 'CONFIRM_UNMADE' | 'CONFIRM_TAKE_BACK' | 'CLOSE';
  /** The code or tracking number that a CONFIRM_ question is about. Without a question: the parcel that TAKE_BACK opens. */
  pending?: string;
  /** Identifier of the scan that returned this context. If the station has sent a later scan for this work, the scan is refused (`OLD_CONTEXT`). Absent: the scan is not compared with later ones. */
  after?: string;
}
/** A place that collects the pieces of one order. */
export interface Bin {
  /** Number of the bin. */ bin: number;
  /** Scanned code: K and four digits. */ code: string;
  /** Client of the order in the bin. Absent for the role floor. */ clientId?: string;
  /** The orderId of the order in the bin. Absent for the role floor. */ orderId?: string;
  /** When the order took the bin. Absent: the bin is free. ISO 8601 in UTC with milliseconds. */
  taken?: string;
}
/** The number of bins. */
export interface BinsRequest {
  /** Highest bin number. Free bins with a higher number are removed. */ count: number;
}
/** A blank that was short at picking. */
export interface ShortRequest {
  /** SKU of the blank. */ sku: string;
  /** Blanks that the batch needs and that were not found. */ missing: number;
}
/** The pieces that left a batch, and the corrected stock. */
export interface Short {
  /** Pieces of the youngest orders, which left the batch. A lot leaves as a whole. */ pieces: Piece[];
  stock: StockAfterShort;
}
/** The stock of the blank. */
export interface StockAfterShort {
  /** Corrected stock: at most the reserved amount. */ onHand: number;
  /** Pieces that orders have reserved. */ reserved: number;
}
/** A parcel of an order, without its address. */
export interface PackedParcel {
  /** Scanned code: T and ten digits. */ code: string;
  /** Number of the parcel in the order, from 1. */ number: number;
  /** OPEN: being packed. PACKED: closed, and waiting for its label. SHIPPED: labelled and reported as shipped. DROPPED: abandoned, because its order ended or was changed, or because it was left empty. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /** The items with pieces that were not shipped before. */ items: PackedItem[];
  /** The requested papers. Empty until packing is complete. */ papers: ParcelPaper[];
  /** Data that the customs declaration lacks, as sentences. Complete it before packing ends. */
  gaps: string[];
  /** Name of the carrier. */ carrier?: string;
  label?: ParcelLabel;
  returnLabel?: ParcelLabel;
  /** The chosen package. Absent: the first one of the list. */ packageId?: string;
  /** Weight as typed or weighed, in grams. Absent: that of the catalogue. */ weightGrams?: number;
  /** Why the parcel has no label. customs_data_missing: the catalogue lacks customs data. sender_missing: the address of the sender is not set. file_missing: a file of the client is no longer stored. file_not_printable: a file of the client contains more than printable content. label_used: the only label of the client is on another parcel of the order. no_printer: no printer takes the label. address_not_printable: the fonts lack a character of the address. paper_not_drawn: drawing failed. label_no_service: no rule or service fits the parcel. label_weight_missing: the catalogue lacks a weight. label_not_printable: the bought label cannot be printed. label_is_test: the label of a test account was printed, and does not ship. label_refused, label_credentials_refused: the label provider has refused. label_provider_unreachable, label_answer_unusable: Platen tries again. */
  problem?:
    | 'customs_data_missing' | 'sender_missing' | 'file_missing' | 'file_not_printable' | 'label_used'
    | 'no_printer' | 'address_not_printable' | 'paper_not_drawn' | 'label_no_service'
    | 'label_weight_missing' | 'label_not_printable' | 'label_is_test' | 'label_refused'
    | 'label_credentials_refused' | 'label_provider_unreachable' | 'label_answer_unusable';
  /** The gaps with codes and values. */ gapSentences: FloorSentence[];
  /** Details of the problem, as sentences. */ details?: string[];
  /** The details with codes and values. */ detailSentences?: FloorSentence[];
  /** The scanned or entered tracking number. */ trackingNumber?: string;
  /** Client of the order. */ clientId: string;
  /** The orderId. */ orderId: string;
  /** Name of the station that packs the parcel. Empty: it was put aside, and any station may continue it. */
  station: string;
  /** When packing began. ISO 8601 in UTC with milliseconds. */ opened?: string;
  /** When the parcel was closed without a label. ISO 8601 in UTC with milliseconds. */ packed?: string;
  /** When the parcel was shipped. ISO 8601 in UTC with milliseconds. */ closed?: string;
}
/** Where the label is printed, or another service from which it is bought. */
export interface PrintLabelRequest {
  /** Identifier of a printer. Absent: a printer of the station. */ printerId?: string;
  /** Label provider, with `service`. Absent: the rules choose. */ providerId?: string;
  /** Service in the words of the provider. Absent: the rules choose. */ service?: string;
}
/** The service from which the label of a return is bought. */
export interface ReturnLabelRequest {
  /** Label provider, with `service`. Absent: the rules choose. */ providerId?: string;
  /** Service in the words of the provider. Absent: the rules choose. */ service?: string;
}
/** The papers to print again, and the reason. */
export interface ReprintParcelRequest {
  /**
   * The papers. Absent: the label and its customs form.
   *
   * Items: Kind of paper.
   */
  papers?: ('SLIP' | 'LABEL' | 'CUSTOMS' | 'RETURN_LABEL')[];
  /** The reason. Destroy the previous paper. */ reason: string;
  /** Identifier of a printer. Absent: a printer of the station. */ printerId?: string;
}
/** The package and the weight of a parcel. Absent or null: the first package, and the weight of the catalogue. */
export interface ParcelPackageRequest {
  /** The package. Null: the first one of the list. */ packageId?: string | null;
  /** Weight of the whole parcel in grams. Null: the weight of the catalogue. */ weightGrams?: number | null;
}
/** The tracking of the parcel. */
export interface ShipParcelRequest {
  /** Tracking number. Absent when the parcel has none. */ trackingNumber?: string;
}
/** A carrier with its open list and its waiting parcels. */
export interface HandOverCarrier {
  /** Identifier of the carrier. Absent for parcels with an unknown carrier, such as those with a label of the client. */
  carrierId?: string;
  /** Name of the carrier. */ carrierName?: string;
  /** The labels of parcels without a known carrier. ADDRESS: address labels without postage. CLIENT: labels of clients. */
  labels?: 'ADDRESS' | 'CLIENT';
  /** Packed parcels that are on no list. Counts parcels of the last 14 days, at most 1,000. */
  waiting: number;
  /** Waiting parcels that have no label yet. */ unlabelled: number;
  /** Number of the open list. */ handOverId?: string;
  /** Number of parcels on the open list. */ parcels?: number;
}
/** A list of the parcels that the driver of a carrier takes. */
export interface HandOver {
  /** Number of the list. */ handOverId: string;
  /** Identifier of the carrier. Absent for parcels with an unknown carrier, such as those with a label of the client. */
  carrierId?: string;
  /** Name of the carrier. */ carrierName?: string;
  /** The labels of parcels without a known carrier. ADDRESS: address labels without postage. CLIENT: labels of clients. */
  labels?: 'ADDRESS' | 'CLIENT';
  /** OPEN: parcels can be scanned into the list. CLOSED: the driver has taken its parcels. */
  state: 'OPEN' | 'CLOSED';
  /** When the list was opened. ISO 8601 in UTC with milliseconds. */ opened: string;
  /** operatorId of the person, or clientId of the program, that did it. */ openedById?: string;
  /** Name of the person or program at that time. */ openedByName?: string;
  /** Number of parcels on the list, at most 2,000. */ parcels: number;
  /** When the list was closed. ISO 8601 in UTC with milliseconds. */ closed?: string;
  /** operatorId of the person, or clientId of the program, that did it. */ closedById?: string;
  /** Name of the person or program at that time. */ closedByName?: string;
  /** Packed parcels of the carrier that were on no list when this list was closed. */ missing?: number;
  /** Manifests of label providers. In the answer of `getHandOver` only. Absent: there are none. */
  manifests?: Manifest[];
}
/** The manifest or scan form of a label provider for a hand-over list. */
export interface Manifest {
  /** Name of the label provider. */ providerName: string;
  /** Carrier in the words of the provider. */ carrier: string;
  /** COMING: the provider is asked. MADE: no printer is chosen. PRINTED: it was given to a printer. FAILED: print the list to try again. */
  state: 'COMING' | 'MADE' | 'PRINTED' | 'FAILED';
  sentence?: FloorSentence;
}
/** The carrier whose list is opened. */
export interface OpenHandOverRequest {
  /** Identifier of the carrier. Absent for parcels with an unknown carrier. */ carrierId?: string;
  /** The labels of parcels without a known carrier. ADDRESS: address labels without postage. CLIENT: labels of clients. */
  labels?: 'ADDRESS' | 'CLIENT';
}
/** A parcel on a hand-over list. */
export interface HandedOverParcel {
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** Scanned code: T and ten digits. */ code: string;
  /** OPEN: being packed. PACKED: closed, and waiting for its label. SHIPPED: labelled and reported as shipped. DROPPED: abandoned, because its order ended or was changed, or because it was left empty. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /** The scanned or entered tracking number. */ trackingNumber?: string;
  /** When it was scanned into the list. ISO 8601 in UTC with milliseconds. */ handedOver: string;
}
/** Why a parcel is taken off a list. */
export interface RemoveParcelRequest {
  /** The reason, which the audit log records. */ reason: string;
}
/** Options of closing a list. */
export interface CloseHandOverRequest {
  /** true: closes the list even when packed parcels of the carrier are on no list. */ leaveMissing?: boolean;
  /** Printer of the list and of its manifests. Absent: nothing is printed. */ printerId?: string;
}
/** The printer of a hand-over list. */
export interface PrintHandOverRequest {
  /** Identifier of a printer that takes PDF. */ printerId: string;
}
/** The returned pieces, and their order: by clientId and orderId, or by a code. */
export interface ReturnRequest {
  /** Client of the order. */ clientId?: string;
  /** The orderId. */ orderId?: string;
  /** Replaces clientId and orderId: code of a piece (P…), an order (R…) or a parcel (T…), or a tracking number. The code of a piece also names the piece of a single item. */
  code?: string;
  /** The returned pieces, by item or piece and by condition. */ items: ReturnItemRequest[];
}
/** Returned pieces of one item. */
export interface ReturnItemRequest {
  /** Identifier of the item. Optional when the piece is given, or only one item was shipped. */
  itemId?: string;
  /** Code of the piece, if readable: P and ten digits. */ piece?: string;
  /** Number of pieces. Default: 1. */ quantity?: number;
  /** RESELL: the product returns to stock. REUSE: the blank returns to stock. WASTE: written off. */
  condition: 'RESELL' | 'REUSE' | 'WASTE';
  /** Why the pieces came back. */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
  /** Remark of the person who books the return. */ note?: string;
}
/** Pieces of one order that came back together. */
export interface Return {
  /** Identifier of the return, a UUIDv7. */ returnId: string;
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** When the return was booked. ISO 8601 in UTC with milliseconds. */ received: string;
  /** operatorId of the person, or clientId of the program, that did it. */ receivedById?: string;
  /** Name of the person or program at that time. */ receivedByName?: string;
  /** The returned pieces. */ items: ReturnedItem[];
}
/** Returned pieces of one item. */
export interface ReturnedItem {
  /** Identifier of the item in the order. */ itemId: string;
  /** ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13. */ kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */ code: string;
  /** Code of the piece. */ piece?: string;
  /** Number of pieces. */ quantity: number;
  /** RESELL: the product returns to stock. REUSE: the blank returns to stock. WASTE: written off. */
  condition: 'RESELL' | 'REUSE' | 'WASTE';
  /** Why the pieces came back. New values may be added. */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
  /** Remark of staff. */ note?: string;
}
/** Pieces that a client expected to come back. They have not arrived. */
export interface AnnouncedReturn {
  /** Identifier of the announcement, a UUIDv7. */ returnId: string;
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** When the client announced it. ISO 8601 in UTC with milliseconds. */ announced: string;
  /** Number of the return in the system of the client. */ reference?: string;
  /** Note of the client. */ note?: string;
  /** When the client withdrew it. Absent: it is expected. ISO 8601 in UTC with milliseconds. */
  withdrawn?: string;
  /** The announced pieces. */ items: AnnouncedReturnItem[];
}
/** Announced pieces of one item. */
export interface AnnouncedReturnItem {
  /** Identifier of the item in the order. */ itemId: string;
  /** Number of pieces. */ quantity: number;
  /** Why the pieces came back. New values may be added. */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
}
/** An order whose pieces can come back. */
export interface Returnable {
  /** Client of the order. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The orderId. */ orderId: string;
  /** Status of the order: ACCEPTED or SHIPPED. */ status: string;
  piece?: ReturnablePiece;
  /** The items with shipped pieces. */ items: ReturnableItem[];
}
/** The scanned piece. */
export interface ReturnablePiece {
  /** Scanned code: P and ten digits. */ code: string;
  /** Identifier of the item in the order. */ itemId: string;
  /** true: the piece came back before. */ isReturned: boolean;
}
/** An item with shipped pieces. */
export interface ReturnableItem {
  /** Identifier of the item in the order. */ itemId: string;
  /** ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13. */ kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */ code: string;
  /** Title of the article, or name of the product. */ title: string;
  /** Colour of the variant. */ color?: string;
  /** Size of the variant. */ size?: string;
  /** Number of shipped pieces. */ shipped: number;
  /** Pieces that came back before. */ returned: number;
}
/** A price list without its prices. */
export interface ListedPriceList {
  /** Identifier of the list, a UUID. */ priceListId: string;
  /** Name of the list. */ name: string;
  /** Currency, ISO 4217. */ currency: string;
  /** The first day on which parcels are charged by it. YYYY-MM-DD, in the time zone of the center. */
  validFrom: string;
  /** The last day. Absent: without end. YYYY-MM-DD, in the time zone of the center. */ validTo?: string;
  /** When the list or its prices last changed. ISO 8601 in UTC with milliseconds. */ changed: string;
  /** Number of prices. */ prices: number;
}
/** A price list. It replaces the present one. */
export interface PriceListRequest {
  /** Name of the list. */ name: string;
  /** Currency, ISO 4217. */ currency: string;
  /** The first day on which parcels are charged by it. YYYY-MM-DD, in the time zone of the center. */
  validFrom: string;
  /** The last day. Absent: without end. YYYY-MM-DD, in the time zone of the center. */ validTo?: string;
  /** The prices. */ prices: PriceRequest[];
}
/** A price. */
export interface PriceRequest {
  /** What it is for. PACKING_ORDER: once for each order. PACKING_PARCEL, POSTAGE: for each parcel. PACKING_PIECE: for each piece. STORAGE_MONTH: for each month. STORAGE_PIECE: for each piece of the products of the client on the shelf, at the end of each month. */
  kind:
    | 'ARTICLE' | 'PRINT' | 'CUSTOMIZATION' | 'PACKING_ORDER' | 'PACKING_PARCEL' | 'PACKING_PIECE'
    | 'POSTAGE' | 'STORAGE_MONTH' | 'STORAGE_PIECE';
  /** SKU, manufacturerCode, EAN-13 or productId, for ARTICLE and CUSTOMIZATION. A variant precedes its article. Absent: every other one. */
  code?: string;
  /** Technology of a print. Absent: every other one. */ technology?: string;
  /** Largest width of a print in millimeters, either way round. Absent: every other size. */
  widthMm?: number;
  /** Largest height of a print in millimeters, either way round. Absent: every other size. */
  heightMm?: number;
  /** Destination of postage, ISO 3166-1 alpha-2. Absent: every other one. */ country?: string;
  /** Price of one. In the minor unit of the currency, such as cents. Absent: postage at the cost of the label. */
  amount?: number;
  /** For postage: the cost of the label plus these hundredths of a percent. Half a minor unit is rounded up. */
  plusBasisPoints?: number;
  /** What one costs the center, for reports. The client never sees it. In the minor unit of the currency, such as cents. */
  cost?: number;
}
/** A price list. */
export interface PriceList {
  /** Identifier of the list, a UUID. */ priceListId: string;
  /** Name of the list. */ name: string;
  /** Currency, ISO 4217. */ currency: string;
  /** The first day on which parcels are charged by it. YYYY-MM-DD, in the time zone of the center. */
  validFrom: string;
  /** The last day. Absent: without end. YYYY-MM-DD, in the time zone of the center. */ validTo?: string;
  /** When the list or its prices last changed. ISO 8601 in UTC with milliseconds. */ changed: string;
  /** The prices, in their order. */ prices: Price[];
}
/** A price of a list. */
export interface Price {
  /** What it is for. PACKING_ORDER: once for each order. PACKING_PARCEL, POSTAGE: for each parcel. PACKING_PIECE: for each piece. STORAGE_MONTH: for each month. STORAGE_PIECE: for each piece of the products of the client on the shelf, at the end of each month. */
  kind:
    | 'ARTICLE' | 'PRINT' | 'CUSTOMIZATION' | 'PACKING_ORDER' | 'PACKING_PARCEL' | 'PACKING_PIECE'
    | 'POSTAGE' | 'STORAGE_MONTH' | 'STORAGE_PIECE';
  /** SKU, manufacturerCode, EAN-13 or productId, for ARTICLE and CUSTOMIZATION. A variant precedes its article. Absent: every other one. */
  code?: string;
  /** Technology of a print. Absent: every other one. */ technology?: string;
  /** Largest width of a print in millimeters, either way round. Absent: every other size. */
  widthMm?: number;
  /** Largest height of a print in millimeters, either way round. Absent: every other size. */
  heightMm?: number;
  /** Destination of postage, ISO 3166-1 alpha-2. Absent: every other one. */ country?: string;
  /** Price of one. In the minor unit of the currency, such as cents. Absent: postage at the cost of the label. */
  amount?: number;
  /** For postage: the cost of the label plus these hundredths of a percent. Half a minor unit is rounded up. */
  plusBasisPoints?: number;
  /** What one costs the center, for reports. The client never sees it. In the minor unit of the currency, such as cents. */
  cost?: number;
}
/** The statements of a month. */
export interface StatementMonth {
  /** The month, YYYY-MM. */ month: string;
  /** Clients with charges or missing prices, by name. */ clients: ListedStatement[];
}
/** The statement of a client. */
export interface ListedStatement {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** When it was closed. Absent: it is open. ISO 8601 in UTC with milliseconds. */ closed?: string;
  /** Name of the person or program that closed it. */ closedByName?: string;
  /** Sums by currency. */ totals: StatementTotal[];
  /** Number of orders with charges. */ orders: number;
  /** Number of missing prices. */ missing: number;
}
/** The sum of a currency. */
export interface StatementTotal {
  /** Currency, ISO 4217. */ currency: string;
  /** Sum of the charges. In the minor unit of the currency, such as cents. */ amount: number;
  /** Known costs of the center. In the minor unit of the currency, such as cents. */ cost: number;
}
/** What a client is charged for a month. */
export interface Statement {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The month, YYYY-MM. */ month: string;
  /** When it was closed. Absent: it is open. ISO 8601 in UTC with milliseconds. */ closed?: string;
  /** Name of the person or program that closed it. */ closedByName?: string;
  /** Sums by currency. */ totals: StatementTotal[];
  /** The charges, summed by what was charged and its price. */ positions: StatementPosition[];
  /** What was shipped in the month and has no price, at most 500. It is charged when it has one. */
  missing: MissingPrice[];
}
/** Charges of one thing at one price. */
export interface StatementPosition {
  /** What was charged. */
  kind:
    | 'ARTICLE' | 'PRINT' | 'CUSTOMIZATION' | 'PACKING_ORDER' | 'PACKING_PARCEL' | 'PACKING_PIECE'
    | 'POSTAGE' | 'STORAGE_MONTH' | 'STORAGE_PIECE' | 'CORRECTION';
  /** Name of the article, location of the print, or service of the carrier. Empty: none. */ title: string;
  /** SKU or EAN-13. */ code?: string;
  /** Technology of the print. */ technology?: string;
  /** Number of pieces, prints or parcels. Negative: taken back. */ quantity: number;
  /** Price of one. In the minor unit of the currency, such as cents. */ unitAmount: number;
  /** Price of all. Negative: in favour of the client. In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */ currency: string;
  /** What it costs the center. In the minor unit of the currency, such as cents. Absent: unknown. */
  cost?: number;
  /** FREE: a replacement that the client does not pay. WITHDRAWN: its parcel did not leave. */
  cause?: 'FREE' | 'WITHDRAWN';
  /** Reason of a correction. */ reason?: string;
}
/** Something that was shipped and has no price. */
export interface MissingPrice {
  /** The order. */ orderId: string;
  /** Day on which it was shipped. YYYY-MM-DD, in the time zone of the center. */ day: string;
  /** What was charged. */
  kind:
    | 'ARTICLE' | 'PRINT' | 'CUSTOMIZATION' | 'PACKING_ORDER' | 'PACKING_PARCEL' | 'PACKING_PIECE'
    | 'POSTAGE' | 'STORAGE_MONTH' | 'STORAGE_PIECE' | 'CORRECTION';
  /** Name of the article, location of the print, or service of the carrier. Empty: none. */ title: string;
  /** SKU or EAN-13. */ code?: string;
  /** Technology of the print. */ technology?: string;
  /** Number of pieces, prints or parcels. Negative: taken back. */ quantity: number;
  /** NO_LIST: no list is valid on the day. NO_PRICE: the list has no price for it. NO_COST: the cost of the label is unknown. OTHER_CURRENCY: the label was paid in another currency. */
  problem: 'NO_LIST' | 'NO_PRICE' | 'NO_COST' | 'OTHER_CURRENCY';
}
/** A charge. It never changes; a correction is a further charge. */
export interface Charge {
  /** The order. Absent: a charge without an order. */ orderId?: string;
  /** The month, YYYY-MM. */ month: string;
  /** When it was charged. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When its parcel left. Absent: it is not of a parcel. ISO 8601 in UTC with milliseconds. */
  shipped?: string;
  /** What was charged. */
  kind:
    | 'ARTICLE' | 'PRINT' | 'CUSTOMIZATION' | 'PACKING_ORDER' | 'PACKING_PARCEL' | 'PACKING_PIECE'
    | 'POSTAGE' | 'STORAGE_MONTH' | 'STORAGE_PIECE' | 'CORRECTION';
  /** Name of the article, location of the print, or service of the carrier. Empty: none. */ title: string;
  /** SKU or EAN-13. */ code?: string;
  /** Technology of the print. */ technology?: string;
  /** Number of pieces, prints or parcels. Negative: taken back. */ quantity: number;
  /** Price of one. In the minor unit of the currency, such as cents. */ unitAmount: number;
  /** Price of all. Negative: in favour of the client. In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */ currency: string;
  /** What it costs the center. In the minor unit of the currency, such as cents. Absent: unknown. */
  cost?: number;
  /** FREE: a replacement that the client does not pay. WITHDRAWN: its parcel did not leave. */
  cause?: 'FREE' | 'WITHDRAWN';
  /** Reason of a correction, or code of the reason of a free replacement. */ reason?: string;
  /** operatorId or clientId of the author of a correction. */ createdById?: string;
  /** Name of the author at that time. */ createdByName?: string;
}
/** A correction of charges. */
export interface CorrectionRequest {
  /** The order. Absent: it is not of an order. */ orderId?: string;
  /** Negative: in favour of the client. Not 0. In the minor unit of the currency, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */ currency: string;
  /** Why. The client reads it on the statement. */ reason: string;
  /** Month of the statement, YYYY-MM. Default: the present one. If it is closed, the correction belongs to the present one. */
  month?: string;
}
/** What the client is charged for an order. */
export interface OrderCharges {
  /** The charges, the oldest first. */ charges: Charge[];
  /** What was shipped and has no price. */ missing: MissingPrice[];
}
/** The overview for staff. It counts only live clients. */
export interface Overview {
  /** Time zone of the days (setting TIME_ZONE). */ timeZone: string;
  attention: Attention;
  paused?: Paused;
  /** Number of orders by status. A status without orders is absent. 10,001 means more than 10,000. */
  statuses: { [k: string]: number };
  backlog: Backlog;
  /** Turnaround times of the last 7 and the last 30 days. */ turnaround: Turnaround[];
  /** The last 30 days, today last. */ days: OrderDay[];
}
/** The problems that need a person now. */
export interface Attention {
  errors: OrdersInError;
  /** Number of orders in production whose cancellation the client has requested. 10,001 means more than 10,000. */
  cancellationsRequested: number;
  /** Number of orders that wait for stock. 10,001 means more than 10,000. */ waitingForStock: number;
  /** Number of orders that wait for a file that cannot be fetched at present. 10,001 means more than 10,000. */
  waitingForFiles: number;
  /** Number of orders on hold. 10,001 means more than 10,000. */ onHold: number;
  oldestNew?: UntouchedOrder;
  oldestAssigned?: UntouchedOrder;
  webhooks: WebhooksInTrouble;
  /** The degraded checks of `GET /health/ready?verbose`. Empty: there are none. */ service: ServiceTrouble[];
}
/** Orders in ERROR. */
export interface OrdersInError {
  /** Number of orders in ERROR. 10,001 means more than 10,000. */ orders: number;
  /** Number of orders in ERROR by the code of their reason. 10,001 means more than 10,000. */
  reasons: { [k: string]: number };
}
/** The order that has been in its status for the longest time. */
export interface UntouchedOrder {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The order. */ orderId: string;
  /** When it entered its status. ISO 8601 in UTC with milliseconds. */ since: string;
}
/** Webhook endpoints of clients. */
export interface WebhooksInTrouble {
  /** Number of endpoints whose deliveries fail. */ failing: number;
  /** Number of endpoints that were disabled by an answer of 410 or after days of failure. Endpoints that customers or staff disabled are not counted. */
  disabled: number;
}
/** A degraded part that the service depends on. */
export interface ServiceTrouble {
  /** The degraded part. disk: the free space is low or cannot be read. */
  name: 'backups' | 'database' | 'disk' | 'intake' | 'jobs' | 'keys' | 'webhooks';
  /** The problem, in a sentence. */ message?: string;
}
/** Present after a restore of the database: the server sends nothing by itself until `POST /operator/v1/resume`. Absent: nothing is paused. */
export interface Paused {
  /** When the database was restored. ISO 8601 in UTC with milliseconds. */ since: string;
  /** Time of the last change in the restored data. Absent: unknown, because the database was restored with its own tools. ISO 8601 in UTC with milliseconds. */
  restoredTo?: string;
  /**
   * The paused parts. Orders, both APIs and production continue.
   *
   * Items: connectors: shops that get updates of orders by webhooks.
   */
  parts: ('webhooks' | 'connectors' | 'printers' | 'sandbox')[];
  /** Number of pending webhooks of all clients that are older than `restoredTo` or, if it is absent, than `since`. At most 10,000 are counted. */
  oldWebhooks: number;
}
/** The open orders. */
export interface Backlog {
  age: BacklogAge;
  /** Orders in ASSIGNED or ACCEPTED, by technology of their prints and customizations. */
  technologies: BacklogTechnology[];
}
/** Orders that are neither shipped nor cancelled, by the day of their creation. */
export interface BacklogAge {
  /** Number of orders that were created today. 10,001 means more than 10,000. */ today: number;
  /** Number of orders that were created yesterday. 10,001 means more than 10,000. */ oneDay: number;
  /** Number of orders that were created two or three days ago. 10,001 means more than 10,000. */
  twoToThreeDays: number;
  /** Number of orders that were created earlier. 10,001 means more than 10,000. */ older: number;
}
/** The backlog of one technology. */
export interface BacklogTechnology {
  /** The technology. Absent: existing products. */ technology?: string;
  /** Number of orders with it. An order with several technologies counts for each. */ orders: number;
  /** Number of pieces of the items with it. */ pieces: number;
}
/** The turnaround time of orders that were shipped in the last days. */
export interface Turnaround {
  /** Number of days up to today: 7 or 30. */ days: number;
  /** Number of orders that were completely shipped on these days. */ shipped: number;
  /** Median seconds from NEW to SHIPPED of the shipped orders, accurate to 5 %. Absent: none was shipped. */
  medianSeconds?: number;
  /** 90th percentile of the same seconds, accurate to 5 %. Absent: none was shipped. */ p90Seconds?: number;
}
/** The orders of a day. */
export interface OrderDay {
  /** The day. */ day: string;
  /** Beginning of the day: midnight in the time zone of the center. ISO 8601 in UTC with milliseconds. */
  begins: string;
  /** Number of orders that were created on this day. */ created: number;
  /** Number of orders that were completely shipped on this day. */ shipped: number;
  /** Number of orders that were cancelled on this day. */ cancelled: number;
  /** Median seconds from NEW to SHIPPED of the shipped orders, accurate to 5 %. Absent: none was shipped. */
  medianSeconds?: number;
  /** 90th percentile of the same seconds, accurate to 5 %. Absent: none was shipped. */ p90Seconds?: number;
}
/** Replacements of shipped pieces. */
export interface ReplacementReport {
  /** The first day. */ from: string;
  /** The last day. */ to: string;
  /** The reasons, the most frequent first. */ reasons: ReplacementsOfReason[];
}
/** Replacements with a reason and a payer. */
export interface ReplacementsOfReason {
  /** Why pieces were replaced. */
  reason: 'DAMAGED' | 'LOST' | 'MISPRINT' | 'WRONG_ITEM' | 'DEFECT' | 'OTHER';
  /** Who pays for them. */ paidBy: 'CENTER' | 'CLIENT' | 'CARRIER';
  /** Number of replacement orders. */ orders: number;
  /** Pieces in them. */ pieces: number;
}
/** Shipped orders by client, time by step, rejects by station, and pieces by article. */
export interface ReportBreakdown {
  /** The first day. */ from: string;
  /** The last day. */ to: string;
  /** The clients, highest number of orders first. */ clients: ReportedClient[];
  /** The steps, in their order. */ steps: ReportedStep[];
  /** The rejects, highest number first. */ machines: ReportedMachine[];
  /** The articles, highest number of made pieces first, at most 200. */ articles: ReportedArticle[];
}
/** The orders of a client. */
export interface ReportedClient {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** Number of pieces that were rejected and made again. */ rejected: number;
  /** Number of completely shipped orders. */ shipped: number;
  /** Number of them that were shipped by their due time. */ onTime: number;
}
/** The time of shipped orders in a step. */
export interface ReportedStep {
  /** INTAKE: until ASSIGNED. RELEASE: until ACCEPTED. MAKE: until the last piece was made. CHECK: until it was checked. PACK: until SHIPPED. */
  step: 'INTAKE' | 'RELEASE' | 'MAKE' | 'CHECK' | 'PACK';
  /** Number of shipped orders with this step. */ orders: number;
  /** Mean time in seconds. */ meanSeconds: number;
}
/** Rejects of pieces that a station made, by reason. */
export interface ReportedMachine {
  /** The station that made the piece. Absent: it was not made at a station. */ station?: string;
  /** Reason of the rejection. */ reason: string;
  /** Number of pieces. */ pieces: number;
}
/** The pieces of an article. */
export interface ReportedArticle {
  /** SKU or EAN-13. */ sku: string;
  /** Name of the article or product. */ title: string;
  /** Number of pieces that were rejected and made again. */ rejected: number;
  /** Number of made pieces. */ made: number;
}
/** Charges and known costs, by the day on which they were charged. */
export interface MoneyReport {
  /** The first day. */ from: string;
  /** The last day. */ to: string;
  /** The clients, highest amount first. */ clients: MoneyOfClient[];
  /** Technologies and kinds, highest amount first. */ kinds: MoneyOfKind[];
  /** The articles, highest amount first, at most 200. */ articles: MoneyOfArticle[];
}
/** Charges of a client. */
export interface MoneyOfClient {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** Currency, ISO 4217. */ currency: string;
  /** Sum of the charges. In the minor unit of the currency, such as cents. */ amount: number;
  /** Known costs of the center. In the minor unit of the currency, such as cents. */ cost: number;
}
/** Charges of a kind. */
export interface MoneyOfKind {
  /** Technology of prints, else the kind of the charge. */ kind: string;
  /** Currency, ISO 4217. */ currency: string;
  /** Sum of the charges. In the minor unit of the currency, such as cents. */ amount: number;
  /** Known costs of the center. In the minor unit of the currency, such as cents. */ cost: number;
}
/** Charges of an article, without prints. */
export interface MoneyOfArticle {
  /** SKU or EAN-13. */ sku: string;
  /** Name of the article or product. */ title: string;
  /** Currency, ISO 4217. */ currency: string;
  /** Sum of the charges. In the minor unit of the currency, such as cents. */ amount: number;
  /** Number of charged pieces. */ pieces: number;
}
/** On-time shipping, and the work and rejects of production. */
export interface ProductionReport {
  /** Time zone of the days. */ timeZone: string;
  /** The first day. */ from: string;
  /** The last day. */ to: string;
  /** Hours after which an order without a due time is late (setting PRODUCTION_HOURS). */ dueHours: number;
  shipping: ReportedShipping;
  pieces: ReportedPieces;
  /** Rejected pieces by reason, highest number first. */ rejects: ReportedReject[];
  /** Work by station, highest number of pieces first. */ stations: ReportedStation[];
  /** Work by person or program, highest number of pieces first. */ people: ReportedPerson[];
  /** The days, oldest first. */ days: ReportedDay[];
}
/** Shipped orders of live clients. */
export interface ReportedShipping {
  /** Number of completely shipped orders. */ shipped: number;
  /** Number of them that were shipped by their due time. Days that were stored before orders had due times are judged by PRODUCTION_HOURS after the creation, accurate to 5 %. */
  onTime: number;
  /** Median seconds from NEW to SHIPPED, accurate to 5 %. Absent: none was shipped. */
  medianSeconds?: number;
  /** 90th percentile of the same seconds, accurate to 5 %. Absent: none was shipped. */ p90Seconds?: number;
}
/** Numbers of scanned pieces. */
export interface ReportedPieces {
  /** Number of made pieces. A lot counts once. */ made: number;
  /** Number of checked pieces. */ checked: number;
  /** Number of packed pieces, without products, which are only counted. */ packed: number;
  /** Number of pieces that were rejected and made again. */ rejected: number;
}
/** Pieces that were rejected for one reason. */
export interface ReportedReject {
  /** Reason of the rejection. */ reason: string;
  /** Number of pieces. */ pieces: number;
}
/** One kind of work at one station. */
export interface ReportedStation {
  /** Name of the station. */ station?: string;
  /** Kind of work. */ work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER';
  /** Number of pieces, for HAND_OVER of parcels. Work that was undone is not counted. */ pieces: number;
  /** Working hours of people, counted in quarters of an hour with at least one scan. */ hours: number;
  /** Pieces for each of these hours. */ piecesPerHour?: number;
}
/** One kind of work by one person or program. */
export interface ReportedPerson {
  /** operatorId of a person, clientId of a program. */ actorId?: string;
  /** Name at that time. */ actorName?: string;
  /** Kind of work. */ work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER';
  /** Number of pieces, for HAND_OVER of parcels. Work that was undone is not counted. */ pieces: number;
  /** Working hours of people, counted in quarters of an hour with at least one scan. */ hours: number;
  /** Pieces for each of these hours. */ piecesPerHour?: number;
}
/** The figures of one day. */
export interface ReportedDay {
  /** The day. */ day: string;
  /** Number of completely shipped orders. */ shipped: number;
  /** Number of them that were shipped by their due time. Days that were stored before orders had due times are judged by PRODUCTION_HOURS after the creation, accurate to 5 %. */
  onTime: number;
  /** Median seconds from NEW to SHIPPED, accurate to 5 %. Absent: none was shipped. */
  medianSeconds?: number;
  /** 90th percentile of the same seconds, accurate to 5 %. Absent: none was shipped. */ p90Seconds?: number;
  /** Number of made pieces. A lot counts once. */ made: number;
  /** Number of checked pieces. */ checked: number;
  /** Number of packed pieces, without products, which are only counted. */ packed: number;
  /** Number of pieces that were rejected and made again. */ rejected: number;
  /** Made pieces by technology, highest number first. */ technologies: ReportedTechnology[];
}
/** Made pieces of one technology. */
export interface ReportedTechnology {
  /** Technology of the first step. */ technology: string;
  /** Number of pieces. */ made: number;
}
/** A link for a screen in the shop. It opens the wall board, and nothing else. */
export interface WallBoard {
  /** Identifier of the board. */ boardId: string;
  /** Name, such as the place of the screen. */ name: string;
  /** When the link was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the link was last used, to some minutes. Absent: never. ISO 8601 in UTC with milliseconds. */
  seen?: string;
}
/** A new wall board. */
export interface WallBoardRequest {
  /** Name, such as the place of the screen. */ name: string;
}
/** A wall board with its link. */
export interface WallBoardLink {
  board: WallBoard;
  /** Address of the page. It appears in this answer only. */ link: string;
}
/** A webhook endpoint of a client. */
export interface StaffWebhookEndpoint {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** Mode of the client. sandbox: for tests. */ mode: 'live' | 'sandbox';
  /** Identifier of the endpoint. */ endpointId: string;
  /** Host and, if given, port of its URL. The rest of the URL may contain secrets and is not returned. */
  host: string;
  /** The customer's note about the endpoint. */ description?: string;
  /** The types of events that are sent to it. Empty: all types. */ types: string[];
  /** healthy: no attempt fails. failing: the last attempt failed, and pending deliveries are tried again. disabled: no deliveries are recorded or sent. */
  state: 'healthy' | 'failing' | 'disabled';
  /** requested: by the customer. gone: it answered 410. failing: all attempts failed for five days. by_staff: by staff. New values may be added. */
  disabledReason?: 'requested' | 'gone' | 'failing' | 'by_staff';
  /** Time of the first failure since the last success, or since no delivery was pending. ISO 8601 in UTC with milliseconds. */
  failingSince?: string;
  /** Number of pending deliveries. At most 1,000 are counted. */ pending: number;
  /** When the oldest pending delivery was recorded. It must be sent before the others. ISO 8601 in UTC with milliseconds. */
  pendingSince?: string;
  /** Time of the last answer 2xx. ISO 8601 in UTC with milliseconds. */ lastSuccess?: string;
  lastFailure?: FailedAttempt;
  /** When the endpoint was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When its settings last changed. ISO 8601 in UTC with milliseconds. */ updated: string;
}
/** The last failed attempt. */
export interface FailedAttempt {
  /** Time of the attempt. ISO 8601 in UTC with milliseconds. */ at: string;
  /** HTTP status of the answer. Absent: there was no answer. */ status?: number;
  /** The reason of the failure. New values may be added. */
  error:
    | 'unexpected_status' | 'redirect' | 'timeout' | 'address_refused' | 'certificate_invalid'
    | 'unreachable' | 'secret_unreadable' | 'internal_problem';
}
/** Selects the failed deliveries to send again. */
export interface ResendFailedByStaffRequest {
  /** Only events since this moment, ISO 8601 with a time zone. Default: the last 30 days. */ since?: string;
}
/** The result of sending failed deliveries again. */
export interface ResendFailed {
  /** Number of deliveries that are sent again now. */ resent: number;
}
/** The delivery of one event to one endpoint, with its result. */
export interface StaffWebhookDelivery {
  /** The webhook-id of its requests. */ deliveryId: string;
  /** Type of the event. */ type: string;
  /** The order of the event. Absent: the event is not about an order. */ orderId?: string;
  /** pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: staff skipped it. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** Attempts so far. */ attempts: number;
  /** Earliest time of the next attempt, which also waits for the delivery before it. Only if pending, and the endpoint is enabled. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  /** When it was recorded, together with its event. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the last attempt ended. ISO 8601 in UTC with milliseconds. */ lastAttempt?: string;
  /** Time of the answer 2xx. ISO 8601 in UTC with milliseconds. */ delivered?: string;
  /** HTTP status of the last answer. */ lastStatus?: number;
  /** Why the last attempt failed. New values may be added. */
  lastError?:
    | 'unexpected_status' | 'redirect' | 'timeout' | 'address_refused' | 'certificate_invalid'
    | 'unreachable' | 'secret_unreadable' | 'internal_problem';
  /** The first 500 characters of the last answer. */ responseExcerpt?: string;
  /** When it was skipped. ISO 8601 in UTC with milliseconds. */ skipped?: string;
  /** Name of the person who skipped it, at that time. */ skippedBy?: string;
}
/** A delivery with its body. */
export interface StaffWebhookDeliveryDetail {
  /** The webhook-id of its requests. */ deliveryId: string;
  /** Type of the event. */ type: string;
  /** The order of the event. Absent: the event is not about an order. */ orderId?: string;
  /** pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: staff skipped it. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** Attempts so far. */ attempts: number;
  /** Earliest time of the next attempt, which also waits for the delivery before it. Only if pending, and the endpoint is enabled. ISO 8601 in UTC with milliseconds. */
  nextAttempt?: string;
  /** When it was recorded, together with its event. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the last attempt ended. ISO 8601 in UTC with milliseconds. */ lastAttempt?: string;
  /** Time of the answer 2xx. ISO 8601 in UTC with milliseconds. */ delivered?: string;
  /** HTTP status of the last answer. */ lastStatus?: number;
  /** Why the last attempt failed. New values may be added. */
  lastError?:
    | 'unexpected_status' | 'redirect' | 'timeout' | 'address_refused' | 'certificate_invalid'
    | 'unreachable' | 'secret_unreadable' | 'internal_problem';
  /** The first 500 characters of the last answer. */ responseExcerpt?: string;
  /** When it was skipped. ISO 8601 in UTC with milliseconds. */ skipped?: string;
  /** Name of the person who skipped it, at that time. */ skippedBy?: string;
  /** The exact body of the request. It contains no personal data. */ body: string;
}
/** A connected shop. */
export interface ShopConnection {
  /** The prefix of its orderIds, which identifies the connection. */ connection: string;
  /** The shop system. */ shop: 'shopify' | 'woocommerce' | 'shopware' | 'orderdesk';
  /** When its connector last looked for work. A working connector does so every 5 seconds. ISO 8601 in UTC with milliseconds. */
  seen: string;
  /** The last problem that someone should look into. */ alert?: string;
  /** Number of waiting messages. */ waiting: number;
  /** Number of refused messages. */ refused: number;
  lastOrder?: LastShopOrder;
  lastReport?: LastShopReport;
  /** Open messages, refused ones first, then the oldest; at most 50. */ messages: OpenShopMessage[];
}
/** The last order from the shop. */
export interface LastShopOrder {
  /** The order at Platen. */ orderId: string;
  /** When it ended. ISO 8601 in UTC with milliseconds. */ at: string;
}
/** The last report to the shop. */
export interface LastShopReport {
  /** The order at Platen. */ orderId: string;
  /** When it ended. ISO 8601 in UTC with milliseconds. */ at: string;
}
/** A message that waits or is refused. */
export interface OpenShopMessage {
  /** The order at Platen. */ orderId: string;
  /** from_shop: an order for Platen. to_shop: parcels and notes of an order. */
  direction: 'from_shop' | 'to_shop';
  /** refused: someone must correct something. waiting: it is tried again. */ state: 'refused' | 'waiting';
  /** Failed attempts since the last message. */ attempts: number;
  /** Time of the next attempt. ISO 8601 in UTC with milliseconds. */ nextAttempt?: string;
  /** Why the last attempt failed, or why it waits. */ reason?: string;
}
/** A shop to connect. It is stopped at first. */
export interface NewShopRequest {
  /** The shop system. */ shop: 'shopify' | 'woocommerce' | 'shopware' | 'orderdesk';
  /** Address of the shop. Absent for Order Desk, which has one for all shops. */ shopUrl?: string;
  credentials: ShopCredentials;
  settings?: ShopSettingsChange;
}
/** Credentials for the API of the shop. They are encrypted, and no answer contains them. */
export interface ShopCredentials {
  /** shopify: the client ID of the app; absent if the secret is an access token. woocommerce: the consumer key. shopware: the access key ID. orderdesk: the store ID. */
  user?: string;
  /** shopify: the client secret or the access token. woocommerce: the consumer secret. shopware: the secret access key. orderdesk: the API key. */
  secret: string;
}
/** The settings to change. Absent ones stay. */
export interface ShopSettingsChange {
  /** Whether the shop gets the stock of its mapped products. */ sendsStock?: boolean;
  /** Whether the shop informs its customer of a parcel. */ notifiesCustomer?: boolean;
  /** Whether orders that Shopify marks as tests are made. */ takesTestOrders?: boolean;
  /** Currency of the prices of Order Desk, which sends none. ISO 4217. */ currency?: string;
}
/** A shop that is connected in the console. */
export interface ConnectedShop {
  /** Identifier of the client. */ clientId: string;
  /** Name of the client. */ clientName: string;
  /** The prefix of its orderIds, which identifies the shop. */ connection: string;
  /** The shop system. */ shop: 'shopify' | 'woocommerce' | 'shopware' | 'orderdesk';
  /** Address of the shop. Absent for Order Desk, which has one for all shops. */ shopUrl?: string;
  /** ACTIVE: Platen takes its orders. STOPPED: it waits. */ state: 'ACTIVE' | 'STOPPED';
  settings: ShopConnectionSettings;
  /** When it was added. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the shop last answered. ISO 8601 in UTC with milliseconds. */ contacted?: string;
  problem?: FloorSentence;
  /** Number of products of the shop. 1001 means more than 1000. */ products: number;
  /** Number of products that are not mapped. 1001 means more than 1000. */ unmapped: number;
  /** Number of products of the shop without a SKU, which cannot be mapped. */ withoutSku: number;
  /** Number of waiting messages. 1001 means more than 1000. */ waiting: number;
  /** Number of messages that need a correction. 1001 means more than 1000. */ refused: number;
  lastOrder?: LastOrderOfShop;
  lastReport?: LastReportToShop;
  /** Where webhooks of the shop may be sent, so that orders come at once. It contains a secret. Only callers who may change the shop see it. */
  newsUrl?: string;
}
/** What staff chose. */
export interface ShopConnectionSettings {
  /** Whether the shop gets the stock of its mapped products. */ sendsStock: boolean;
  /** Whether the shop informs its customer of a parcel. */ notifiesCustomer: boolean;
  /** Whether orders that Shopify marks as tests are made. */ takesTestOrders: boolean;
  /** Currency of the prices of Order Desk, which sends none. ISO 4217. */ currency: string;
  /** Whether Shopify asks Platen for prices of shipping at its checkout. */ offersRates: boolean;
}
/** The last order from the shop. */
export interface LastOrderOfShop {
  /** The order at Platen. */ orderId: string;
  /** When it ended. ISO 8601 in UTC with milliseconds. */ at: string;
}
/** The last report to the shop. */
export interface LastReportToShop {
  /** The order at Platen. */ orderId: string;
  /** When it ended. ISO 8601 in UTC with milliseconds. */ at: string;
}
/** Which messages are tried again. */
export interface ResendShopMessagesRequest {
  /** Only messages of this order. Without it, of all orders. */ orderId?: string;
}
/** Messages that are tried again. */
export interface ResentShopMessages {
  /** Number of messages that are tried again. */ resent: number;
}
/** The fields to change. Absent fields keep their value. */
export interface ShopChangeRequest {
  /** Address of the shop. Absent for Order Desk, which has one for all shops. */ shopUrl?: string;
  credentials?: ShopCredentials;
  settings?: ShopSettingsChange;
  /** ACTIVE: Platen takes its orders. STOPPED: it waits. */ state?: 'ACTIVE' | 'STOPPED';
}
/** The result of a test. Nothing is changed. */
export interface ShopTest {
  /** Whether the shop has answered and allows what Platen needs. */ works: boolean;
  sentence?: FloorSentence;
}
/** A product of a shop. */
export interface ShopProduct {
  /** The SKU in the shop. */ sku: string;
  /** Its name in the shop. */ name: string;
  /** Its EAN in the shop. */ barcode?: string;
  /** Its picture in the shop. */ pictureUrl?: string;
  /** What the product is in Platen. */
  target?:
    | {
        /** A product of the client. */ ean13: string;
      }
    | {
        /** A blank. */ sku: string;
        /** Its prints. */
        prints?: (
          | {
              /** Address of the artwork: a URL, or an option of the shop's order, such as `{item.values.Picture}`. */
              dataUrl: string;
              /** Location of the print on the blank. */ location: string;
              /** Technology of the print. */ technology: string;
              /** Name on tickets and slips; text, or an option. */ designName?: string;
            }
          | {
              /** A text of the customer, which is drawn as the artwork. */
              text: {
                /** Name of the option of the shop's order with the text. */ option: string;
                /** The font: DejaVu Sans, Serif or Mono. */
                font: 'SANS' | 'SANS_BOLD' | 'SERIF' | 'SERIF_BOLD' | 'MONO';
                /** Colour: # and six hexadecimal digits. */ color: string;
                /** Where each line is in the print area. */ align: 'LEFT' | 'CENTER' | 'RIGHT';
                /** Height of a capital letter in millimeters. A text that would not fit is smaller. */
                heightMm: number;
              };
              /** Location of the print on the blank. */ location: string;
              /** Technology of the print. */ technology: string;
              /** Name on tickets and slips; text, or an option. */ designName?: string;
            }
        )[];
      }
    | {
        /** It is not made here. */ ignore: true;
      };
  /** Name of the target in the catalogue. */ targetName?: string;
  /** What the product is in Platen. */
  proposal?:
    | {
        /** A product of the client. */ ean13: string;
      }
    | {
        /** A blank. */ sku: string;
        /** Its prints. */
        prints?: (
          | {
              /** Address of the artwork: a URL, or an option of the shop's order, such as `{item.values.Picture}`. */
              dataUrl: string;
              /** Location of the print on the blank. */ location: string;
              /** Technology of the print. */ technology: string;
              /** Name on tickets and slips; text, or an option. */ designName?: string;
            }
          | {
              /** A text of the customer, which is drawn as the artwork. */
              text: {
                /** Name of the option of the shop's order with the text. */ option: string;
                /** The font: DejaVu Sans, Serif or Mono. */
                font: 'SANS' | 'SANS_BOLD' | 'SERIF' | 'SERIF_BOLD' | 'MONO';
                /** Colour: # and six hexadecimal digits. */ color: string;
                /** Where each line is in the print area. */ align: 'LEFT' | 'CENTER' | 'RIGHT';
                /** Height of a capital letter in millimeters. A text that would not fit is smaller. */
                heightMm: number;
              };
              /** Location of the print on the blank. */ location: string;
              /** Technology of the print. */ technology: string;
              /** Name on tickets and slips; text, or an option. */ designName?: string;
            }
        )[];
      }
    | {
        /** It is not made here. */ ignore: true;
      };
  /** Name of the proposal in the catalogue. */ proposalName?: string;
}
/** What a product is in Platen. `null` removes it. */
export interface MapShopProductRequest {
  /** The SKU in the shop. */ sku: string;
  /** What the product is in Platen. */
  target:
    | (
        | {
            /** A product of the client. */ ean13: string;
          }
        | {
            /** A blank. */ sku: string;
            /** Its prints. */
            prints?: (
              | {
                  /** Address of the artwork: a URL, or an option of the shop's order, such as `{item.values.Picture}`. */
                  dataUrl: string;
                  /** Location of the print on the blank. */ location: string;
                  /** Technology of the print. */ technology: string;
                  /** Name on tickets and slips; text, or an option. */ designName?: string;
                }
              | {
                  /** A text of the customer, which is drawn as the artwork. */
                  text: {
                    /** Name of the option of the shop's order with the text. */ option: string;
                    /** The font: DejaVu Sans, Serif or Mono. */
                    font: 'SANS' | 'SANS_BOLD' | 'SERIF' | 'SERIF_BOLD' | 'MONO';
                    /** Colour: # and six hexadecimal digits. */ color: string;
                    /** Where each line is in the print area. */ align: 'LEFT' | 'CENTER' | 'RIGHT';
                    /** Height of a capital letter in millimeters. A text that would not fit is smaller. */
                    heightMm: number;
                  };
                  /** Location of the print on the blank. */ location: string;
                  /** Technology of the print. */ technology: string;
                  /** Name on tickets and slips; text, or an option. */ designName?: string;
                }
            )[];
          }
        | {
            /** It is not made here. */ ignore: true;
          }
      )
    | null;
}
/** The result. */
export interface MappedShopProducts {
  /** Number of products that are mapped now. */ mapped: number;
}
/** A text, and where it would be printed. */
export interface ShopTextPreviewRequest {
  /** The blank. */ sku: string;
  /** Location of the print on the blank. */ location: string;
  /** The text. */ text: string;
  /** The font: DejaVu Sans, Serif or Mono. */ font: 'SANS' | 'SANS_BOLD' | 'SERIF' | 'SERIF_BOLD' | 'MONO';
  /** Colour: # and six hexadecimal digits. */ color: string;
  /** Where each line is in the print area. */ align: 'LEFT' | 'CENTER' | 'RIGHT';
  /** Height of a capital letter in millimeters. A text that would not fit is smaller. */ heightMm: number;
}
/** The drawn text, or why it cannot be printed. */
export interface ShopTextPreview {
  /** Width of the print area in millimeters. */ widthMm?: number;
  /** Height of the print area in millimeters. */ heightMm?: number;
  /** Outline of the text: an SVG path in millimeters from the top left. */ path?: string;
  sentence?: FloorSentence;
}
/** Whether the shop asks Platen. */
export interface OfferShopRatesRequest {
  /** Whether Shopify asks Platen for prices of shipping at its checkout. */ offersRates: boolean;
}
/** An account of a staff member. */
export interface Operator {
  /** Identifier of the account. */ operatorId: string;
  /** Name that others see. */ name: string;
  /** Login for signing in. */ login: string;
  /** Role of the person. admin: everything. office: orders, catalogue, stock and carriers, without accounts and secrets. floor: stations only. viewer: reads the same as office. */
  role: 'admin' | 'office' | 'floor' | 'viewer';
  /** Language of the console. Default: language of the browser. */ language?: 'de' | 'en';
  /** true: the account is disabled. */ disabled: boolean;
  /** When the account was created. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the person last signed in. Absent: never. ISO 8601 in UTC with milliseconds. */ signedIn?: string;
  /** true: the account has a password. */ passwordSet: boolean;
  /** When the unused one-time link expires. ISO 8601 in UTC with milliseconds. */ linkExpires?: string;
  /** true: the person signs in with OpenID Connect. */ openIdConnect: boolean;
  /** Code 128 text of the badge, for signing on at stations. Absent: the person has no badge. */
  badgeCode?: string;
  /** When the badge was issued. ISO 8601 in UTC with milliseconds. */ badgeGiven?: string;
  /** When the PIN for stations was issued. Absent: there is none. ISO 8601 in UTC with milliseconds. */
  pinGiven?: string;
}
/** A new account. */
export interface NewOperatorRequest {
  /** Name that others see. */ name: string;
  /** A name or an e-mail address, in any case. */ login: string;
  /** Role of the person. admin: everything. office: orders, catalogue, stock and carriers, without accounts and secrets. floor: stations only. viewer: reads the same as office. */
  role: 'admin' | 'office' | 'floor' | 'viewer';
}
/** An account with its one-time link. */
export interface OperatorLink {
  operator: Operator;
  /** Address where the person sets a password. It works once, and appears in this answer only. */
  link: string;
}
/** The fields to change. Absent fields keep their value. */
export interface OperatorChangeRequest {
  /** Name that others see. */ name?: string;
  /** Role of the person. admin: everything. office: orders, catalogue, stock and carriers, without accounts and secrets. floor: stations only. viewer: reads the same as office. */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
  /** true: ends all sessions and prevents signing in. false: allows signing in again. */ disabled?: boolean;
}
/** A session of a person in a browser. */
export interface OperatorSession {
  /** Identifier of the session. */ sessionId: string;
  /** When the session began. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the session was last used, to the minute. ISO 8601 in UTC with milliseconds. */ lastSeen: string;
  /** When the session ends. Each use extends it. ISO 8601 in UTC with milliseconds. */ expires: string;
  /** User-Agent header of the browser. */ userAgent?: string;
  /** true: this is the session of the request. */ current?: boolean;
}
/** An account with its new PIN. */
export interface OperatorPin {
  operator: Operator;
  /** The PIN. It appears in this answer only; Platen stores its hash. */ pin: string;
}
/** The fields to change. Absent fields keep their value. */
export interface MeRequest {
  /** Name that others see. */ name?: string;
  /** Language of the console. Default: language of the browser. */ language?: 'de' | 'en';
}
/** The current and the new password. */
export interface PasswordRequest {
  /** The current password. */ current: string;
  /** At least 12 characters. A strength estimate refuses common words, known phrases, the example of this document, and names and logins of the person. */
  password: string;
}
/** A workplace with a device that several people share. */
export interface Station {
  /** Identifier of the station. */ stationId: string;
  /** Name of the station. */ name: string;
  /**
   * Kinds of work at the station.
   *
   * Items: Kind of work.
   */
  kinds: ('make' | 'check' | 'pack' | 'hand_over')[];
  /** true: nobody may sign on at the station. */ disabled: boolean;
  /** Printers for the papers of the station. Empty: the browser prints them. */ printers: StationPrinter[];
  /** When the station was created. ISO 8601 in UTC with milliseconds. */ created: string;
}
/** A printer of the station. */
export interface StationPrinter {
  /** Identifier of a printer. */ printerId: string;
  /** Name of the printer. */ name: string;
}
/** A new station. */
export interface NewStationRequest {
  /** Name of the station. */ name: string;
  /**
   * Kinds of work at the station.
   *
   * Items: Kind of work.
   */
  kinds: ('make' | 'check' | 'pack' | 'hand_over')[];
}
/** The fields to change. Absent fields keep their value. */
export interface StationChangeRequest {
  /** Name of the station. */ name?: string;
  /**
   * Kinds of work at the station.
   *
   * Items: Kind of work.
   */
  kinds?: ('make' | 'check' | 'pack' | 'hand_over')[];
  /** true: prevents signing on, and its browsers stop being the station. false: enables the station again. */
  disabled?: boolean;
  /**
   * Identifiers of the printers. They replace the previous ones.
   *
   * Items: Identifier of a printer.
   */
  printers?: string[];
}
/** A browser that acts as the station. */
export interface ListedStationSession {
  /** Identifier of the session. */ sessionId: string;
  /** When the session began. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the session was last used, to the minute. ISO 8601 in UTC with milliseconds. */ lastSeen: string;
  /** When the session ends. Each use extends it. ISO 8601 in UTC with milliseconds. */ expires: string;
  /** User-Agent header of the browser. */ userAgent?: string;
}
/** An action of staff. */
export interface AuditEntry {
  /** Identifier of the entry. */ entryId: string;
  /** When the action happened. ISO 8601 in UTC with milliseconds. */ occurred: string;
  actor: AuditActor;
  /** Name of the action. */ action: string;
  subject: AuditSubject;
  /** The changed values, without secrets. */ detail?: { [k: string]: unknown };
}
/** The person or program that acted. */
export interface AuditActor {
  /** operator: a person or program of the center. system: Platen. */ kind: 'client' | 'operator' | 'system';
  /** operatorId of a person, or clientId of a program. Absent for the command line. */ id?: string;
  /** Name of the person or program at that time. */ name?: string;
}
/** The subject of the action. */
export interface AuditSubject {
  /** Kind of subject. */
  kind:
    | 'order' | 'stock' | 'client' | 'carrier' | 'catalog' | 'article' | 'operator' | 'station'
    | 'webhook_endpoint' | 'printer' | 'label_provider' | 'machine' | 'batch' | 'bins' | 'hand_over'
    | 'service';
  /** Identifier of the subject. For an order: clientId and orderId, joined by a slash. */ id?: string;
  /** Current name of the client, person or carrier. For an order or webhook endpoint: name of its client. */
  name?: string;
}
/** The service and its settings. */
export interface ServiceSettings {
  /** Version of Platen. */ version: string;
  /** Version of Node that runs it. */ node: string;
  /** The database. */
  database: {
    /** Version of PostgreSQL. */ version: string;
    /** Size of the database in bytes. */ bytes: number;
    /** Whether Platen itself runs it, in DATA_DIR. */ embedded: boolean;
  };
  /** The disk of DATA_DIR. */
  disk: {
    /** Free bytes on the fullest disk of DATA_DIR. */ freeBytes: number;
    /** Free bytes below which no file is fetched. */ floorBytes: number;
  };
  /** The checks of `GET /health/ready?verbose`, without the database. */ checks: ServiceCheck[];
  /** Address of the metrics for Prometheus, as seen from this machine. Absent: metrics are off. */
  metrics?: string;
  /** Every setting, in the order of the documentation. */ settings: Setting[];
}
/** A part that the service depends on. */
export interface ServiceCheck {
  /** backups, disk, intake, jobs, keys or webhooks. */ name: string;
  /** degraded: a person has to look at it. */ status: 'ok' | 'degraded';
  /** The problem, in a sentence. */ message?: string;
}
/** A setting of the server. */
export interface Setting {
  /** Name of the environment variable. */ name: string;
  /** Effect and possible values of the setting. */ doc: string;
  /** Unit of a number. */ unit?: string;
  /** The default. Absent: there is none. */ default?: string;
  /** The value in use, without a password in an address. Absent: there is none, or it is a secret. */
  value?: string;
  /** Whether the environment sets it. */ set: boolean;
  /** Origin of the value: the database (`PUT /operator/v1/settings/shop`), the environment, or the default. */
  source: 'database' | 'environment' | 'default';
  /** Whether it is a secret, whose value is never returned. */ secret: boolean;
}
/** Options of resuming. */
export interface ResumeRequest {
  /** true: skips the pending webhooks that are older than the restored data; they are never sent. false: sends them. Default: false. */
  skipOldWebhooks?: boolean;
}
/** The result of resuming. */
export interface Resumed {
  /** false: nothing was paused, so nothing is changed. */ wasPaused: boolean;
  /** Number of webhooks that this request skipped. */ skippedWebhooks: number;
}
/** The settings of the shop. */
export interface ShopSettings {
  values: ShopSettingsValues; sources: ShopSettingsSources; stored: ShopSettingsStored;
}
/** The values in effect. Absent: there is none. */
export interface ShopSettingsValues {
  /** Name of the fulfillment center. Environment: `CENTER_NAME`. */ name?: string;
  /**
   * Address of the center. It is the sender too, unless `sender` is set.
   *
   * Items: A line. The last one is the country.
   */
  address?: string[];
  /**
   * Address below the name of the shop on labels and customs forms. Environment: `SENDER_ADDRESS`.
   *
   * Items: A line. The last one is the country.
   */
  sender?: string[];
  /** Zone of days, times and papers, by its IANA name. The orders of each day are counted again within minutes. Environment: `TIME_ZONE`. */
  timeZone?: string;
  /**
   * Days that count until an order is due. Default: every day.
   *
   * Items: A day of the week.
   */
  workingDays?: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  /** Hours of working days from the assignment of an order to its due time, without other terms in the contract of its client. Environment: `PRODUCTION_HOURS`. */
  productionHours?: number;
  /** Region whose public holidays do not count until an order is due: a country by ISO 3166-1, or a state by ISO 3166-2. Listed by `listHolidays`. Absent: no holidays. */
  holidays?: string;
  /** Language of printed papers. Environment: `PAPER_LANGUAGE`. */ paperLanguage?: 'en' | 'de';
  slipTexts?: SlipTexts;
  /** Currency (ISO 4217) of the prices in imported order files that name none. */ currency?: string;
}
/** Text at the end of the packing slips that Platen draws, by their language. */
export interface SlipTexts {
  /** The text in English. Lines are separated by a line feed. */ en?: string;
  /** The text in German. Lines are separated by a line feed. */ de?: string;
}
/** Origin of each value. database: it was stored by `PUT`. Without a sender, the address is the sender. */
export interface ShopSettingsSources {
  /** Origin of `name`. */ name: 'database' | 'environment' | 'default';
  /** Origin of `address`. */ address: 'database' | 'environment' | 'default';
  /** Origin of `sender`. */ sender: 'database' | 'environment' | 'default';
  /** Origin of `timeZone`. */ timeZone: 'database' | 'environment' | 'default';
  /** Origin of `workingDays`. */ workingDays: 'database' | 'environment' | 'default';
  /** Origin of `productionHours`. */ productionHours: 'database' | 'environment' | 'default';
  /** Origin of `holidays`. */ holidays: 'database' | 'environment' | 'default';
  /** Origin of `paperLanguage`. */ paperLanguage: 'database' | 'environment' | 'default';
  /** Origin of `slipTexts`. */ slipTexts: 'database' | 'environment' | 'default';
  /** Origin of `currency`. */ currency: 'database' | 'environment' | 'default';
}
/** The stored values, in the form of the request. */
export interface ShopSettingsStored {
  /** Name of the fulfillment center. Environment: `CENTER_NAME`. */ name?: string;
  /**
   * Address of the center. It is the sender too, unless `sender` is set.
   *
   * Items: A line. The last one is the country.
   */
  address?: string[];
  /**
   * Address below the name of the shop on labels and customs forms. Environment: `SENDER_ADDRESS`.
   *
   * Items: A line. The last one is the country.
   */
  sender?: string[];
  /** Zone of days, times and papers, by its IANA name. The orders of each day are counted again within minutes. Environment: `TIME_ZONE`. */
  timeZone?: string;
  /**
   * Days that count until an order is due. Default: every day.
   *
   * Items: A day of the week.
   */
  workingDays?: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  /** Hours of working days from the assignment of an order to its due time, without other terms in the contract of its client. Environment: `PRODUCTION_HOURS`. */
  productionHours?: number;
  /** Region whose public holidays do not count until an order is due: a country by ISO 3166-1, or a state by ISO 3166-2. Listed by `listHolidays`. Absent: no holidays. */
  holidays?: string;
  /** Language of printed papers. Environment: `PAPER_LANGUAGE`. */ paperLanguage?: 'en' | 'de';
  slipTexts?: SlipTexts;
  /** Currency (ISO 4217) of the prices in imported order files that name none. */ currency?: string;
}
/** The settings to store. For an absent one, the environment or the default applies. */
export interface ShopSettingsRequest {
  /** Name of the fulfillment center. Environment: `CENTER_NAME`. */ name?: string;
  /**
   * Address of the center. It is the sender too, unless `sender` is set.
   *
   * Items: A line. The last one is the country.
   */
  address?: string[];
  /**
   * Address below the name of the shop on labels and customs forms. Environment: `SENDER_ADDRESS`.
   *
   * Items: A line. The last one is the country.
   */
  sender?: string[];
  /** Zone of days, times and papers, by its IANA name. The orders of each day are counted again within minutes. Environment: `TIME_ZONE`. */
  timeZone?: string;
  /**
   * Days that count until an order is due. Default: every day.
   *
   * Items: A day of the week.
   */
  workingDays?: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  /** Hours of working days from the assignment of an order to its due time, without other terms in the contract of its client. Environment: `PRODUCTION_HOURS`. */
  productionHours?: number;
  /** Region whose public holidays do not count until an order is due: a country by ISO 3166-1, or a state by ISO 3166-2. Listed by `listHolidays`. Absent: no holidays. */
  holidays?: string;
  /** Language of printed papers. Environment: `PAPER_LANGUAGE`. */ paperLanguage?: 'en' | 'de';
  slipTexts?: SlipTexts;
  /** Currency (ISO 4217) of the prices in imported order files that name none. */ currency?: string;
}
/** Regions with known holidays, and the holidays of one of them. */
export interface Holidays {
  /** All regions. Empty beside `region`. */ regions: HolidayRegion[];
  /** Public holidays of `region` in this year and the next, from today on. */ days: Holiday[];
}
/** A country or state. */
export interface HolidayRegion {
  /** Code for the setting `holidays`. */ code: string;
  /** Name of the country, and of its state. */ name: string;
}
/** A public holiday. */
export interface Holiday {
  /** Day, ISO 8601. */ date: string;
  /** Its name. */ name: string;
}
/** What a center needs before its first day. */
export interface Checklist {
  /** Whether every step is done. */ done: boolean;
  /** Whether an admin dismissed the checklist, so that *Today* does not show it. */ dismissed: boolean;
  /** The steps in the order in which a center takes them. */ steps: ChecklistStep[];
}
/** One need. */
export interface ChecklistStep {
  /** center: name and address. staff: a second account. client: a customer that is no sandbox. printers: one for each size of paper. postage: a label rule. publicAddress: BASE_URL with TLS. */
  name:
    | 'center' | 'timeZone' | 'workingDays' | 'sender' | 'staff' | 'badges' | 'stations' | 'client'
    | 'catalogue' | 'printers' | 'postage' | 'backups' | 'publicAddress';
  /** Whether it is fulfilled. */ done: boolean;
  /**
   * Sizes of paper for which there is no printer. A4: also Letter.
   *
   * Items: A size of paper.
   */
  missing?: ('A4' | 'LABEL')[];
}
/** Whether the checklist is dismissed. */
export interface ChecklistRequest {
  /** true: *Today* no longer shows the checklist. false: it shows it again. */ dismissed: boolean;
}
/** The open alerts of a person. */
export interface Alerts {
  /** Number of unread alerts. 1,000 means 1,000 or more. */ unread: number;
  /** Number of open alerts. 1,000 means 1,000 or more. */ open: number;
  /** The open alerts, the newest first, at most 100. */ alerts: Alert[];
}
/** A cause that a person should look into. */
export interface Alert {
  /** Identifier of the alert, a UUID. */ alertId: string;
  /** Kind of the cause. New values may be added. */
  kind:
    | 'ORDER_ERROR' | 'CANCELLATION_ASKED' | 'ORDERS_LATE' | 'STOCK_LOW' | 'LABEL_FAILED' | 'PRINTER_STOPPED'
    | 'MACHINE_STOPPED' | 'CONNECTION_STOPPED' | 'BACKUP_FAILED' | 'MENTION';
  /** When Platen found the cause. ISO 8601 in UTC with milliseconds. */ begun: string;
  /** true: it began after the person last read the alerts. */ unread: boolean;
  /** Page of the console about the cause, below `/console`. */ path: string;
  facts: AlertFacts;
}
/** Names and keys of the cause. They contain no data of recipients. */
export interface AlertFacts {
  /** Client of the order. */ clientId?: string;
  /** Name of the client. */ clientName?: string;
  /** The orderId. */ orderId?: string;
  /** Name of the printer, the variant or the connected shop. */ name?: string;
  /** Kind of the variant. */ stockKind?: 'ARTICLE' | 'PRODUCT';
  /** Code of the variant or the parcel. */ code?: string;
  /** Code of the error of the order. */ reason?: string;
  /** The webhook endpoint. */ endpointId?: string;
  /** Number of late orders. 10,001 means more than 10,000. */ orders?: number;
  /** Pieces that were available. */ available?: number;
  /** Minimum of the variant in pieces. */ minimum?: number;
}
/** The alerts that were read. */
export interface ReadAlertsRequest {
  /** `begun` of the newest alert that was read. ISO 8601 in UTC with milliseconds. */ until: string;
}
/** The alerts that a person wants. */
export interface AlertChoice {
  /**
   * Kinds in the bell of the console.
   *
   * Items: A kind.
   */
  bell: (
    | 'ORDER_ERROR' | 'CANCELLATION_ASKED' | 'ORDERS_LATE' | 'STOCK_LOW' | 'LABEL_FAILED' | 'PRINTER_STOPPED'
    | 'MACHINE_STOPPED' | 'CONNECTION_STOPPED' | 'BACKUP_FAILED' | 'MENTION'
  )[];
  /**
   * Kinds that are sent by e-mail.
   *
   * Items: A kind.
   */
  mail: (
    | 'ORDER_ERROR' | 'CANCELLATION_ASKED' | 'ORDERS_LATE' | 'STOCK_LOW' | 'LABEL_FAILED' | 'PRINTER_STOPPED'
    | 'MACHINE_STOPPED' | 'CONNECTION_STOPPED' | 'BACKUP_FAILED' | 'MENTION'
  )[];
  /** E-mail address, without a name. Absent: no e-mail. */ address?: string;
  /** AT_ONCE: within minutes. DAILY: at 7:00 on working days of the center. */ times: 'AT_ONCE' | 'DAILY';
  /** Whether the center has a mail server (`SMTP_URL`). */ mailIsSet: boolean;
  lastMail?: LastAlertMail;
}
/** The last e-mail that was tried. */
export interface LastAlertMail {
  /** When it was written. ISO 8601 in UTC with milliseconds. */ created: string;
  /** When the mail server accepted it. Absent: not yet. ISO 8601 in UTC with milliseconds. */ sent?: string;
  /** Why the last attempt failed. */ lastError?: string;
}
/** The alerts that a person wants. */
export interface AlertChoiceRequest {
  /**
   * Kinds in the bell of the console.
   *
   * Items: A kind.
   */
  bell: (
    | 'ORDER_ERROR' | 'CANCELLATION_ASKED' | 'ORDERS_LATE' | 'STOCK_LOW' | 'LABEL_FAILED' | 'PRINTER_STOPPED'
    | 'MACHINE_STOPPED' | 'CONNECTION_STOPPED' | 'BACKUP_FAILED' | 'MENTION'
  )[];
  /**
   * Kinds that are sent by e-mail.
   *
   * Items: A kind.
   */
  mail: (
    | 'ORDER_ERROR' | 'CANCELLATION_ASKED' | 'ORDERS_LATE' | 'STOCK_LOW' | 'LABEL_FAILED' | 'PRINTER_STOPPED'
    | 'MACHINE_STOPPED' | 'CONNECTION_STOPPED' | 'BACKUP_FAILED' | 'MENTION'
  )[];
  /** E-mail address, without a name. Absent: no e-mail. */ address?: string;
  /** AT_ONCE: within minutes. DAILY: at 7:00 on working days of the center. */ times: 'AT_ONCE' | 'DAILY';
}
/** The body of every answer outside of 2xx. */
export interface Error {
  /** Name of the error. New values may be added. */
  error:
    | 'invalid_request' | 'invalid_json' | 'invalid_url' | 'bad_request' | 'missing_token' | 'invalid_token'
    | 'sign_in_refused' | 'not_signed_in' | 'not_a_station' | 'station_locked' | 'insufficient_scope'
    | 'network_not_allowed' | 'not_permitted' | 'people_only' | 'foreign_origin' | 'wrong_password'
    | 'openid_refused' | 'not_found' | 'order_not_found' | 'article_not_found' | 'article_variant_not_found'
    | 'product_variant_not_found' | 'webhook_endpoint_not_found' | 'webhook_delivery_not_found'
    | 'client_not_found' | 'secret_not_found' | 'carrier_not_found' | 'product_not_found'
    | 'shipment_not_found' | 'operator_not_found' | 'note_not_found' | 'station_not_found'
    | 'session_not_found' | 'batch_not_found' | 'hand_over_not_found' | 'piece_not_found'
    | 'parcel_not_found' | 'stock_not_found' | 'delivery_not_found' | 'supplier_not_found'
    | 'purchase_not_found' | 'count_not_found' | 'count_line_not_found' | 'printer_not_found'
    | 'shop_connection_not_found' | 'shop_rates_unknown' | 'shop_product_not_found'
    | 'label_provider_not_found' | 'package_not_found' | 'price_list_not_found' | 'order_view_not_found'
    | 'order_job_not_found' | 'wall_board_not_found' | 'machine_not_found' | 'gang_sheet_not_found'
    | 'machine_job_not_found' | 'print_job_not_found' | 'method_not_allowed' | 'request_timeout'
    | 'order_already_exists' | 'order_not_changeable' | 'too_many_notes' | 'sandbox_order'
    | 'station_name_taken' | 'login_taken' | 'last_admin' | 'openid_account' | 'webhook_delivery_ended'
    | 'not_enough_stock' | 'too_much_stock' | 'mail_not_set_up' | 'delivery_ended' | 'count_ended'
    | 'purchase_exists' | 'purchase_not_changeable' | 'printer_name_taken' | 'too_many_printers'
    | 'shop_already_connected' | 'shop_is_another' | 'too_many_shop_connections'
    | 'label_provider_name_taken' | 'too_many_label_providers' | 'too_many_wall_boards'
    | 'machine_name_taken' | 'too_many_machines' | 'machine_in_use' | 'machine_job_not_changeable'
    | 'too_many_order_views' | 'too_many_order_jobs' | 'too_many_orders' | 'printer_in_use'
    | 'hand_over_incomplete' | 'parcel_handed_over' | 'shipment_not_withdrawable' | 'parcel_on_other_list'
    | 'print_job_not_changeable' | 'document_not_printable' | 'parcel_not_packed' | 'papers_void'
    | 'label_not_made' | 'print_document_deleted' | 'link_not_valid' | 'precondition_failed'
    | 'body_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited'
    | 'headers_too_large' | 'internal_error' | 'temporarily_unavailable';
  /** A sentence with the fault and the remedy. */ message: string;
  /** All violations, or the general meaning of the error. */ detail: string;
  /** The X-Request-Id of the answer. Support needs it to find the request. */ requestId: string;
  /** All violations, at most 100, or 10,000 in the import of a catalogue. */ violations?: Violation[];
}
/** A violation of one rule by the request. */
export interface Violation {
  /** JSON Pointer (RFC 6901) into the body, or the name of the parameter. */ pointer: string;
  /** Name of the violated rule, in snake_case. */ code: string;
  /** A sentence that says what to do. */ message: string;
  /** The accepted values, if they can be listed. */ allowed?: string[];
}
