// Generated from operator-openapi.json by `npm run openapi`. Change the schemas of the server instead.

/**
 * Has exactly one of existingProduct and customProduct.
 */
export type OrderItem = ExistingProductItem | CustomProductItem;
/**
 * How the order ships: with your own label, or with a contracted carrier.
 */
export type Shipping = LabelShipment | AddressShipment;

export interface OperatorApi {
  paths: {
    '/operator/v1/sign-in-options': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': SignInOptions;
            };
          };
        };
      };
    };
    '/operator/v1/session': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': Session;
            };
          };
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': SignInRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Session;
            };
          };
        };
      };
      delete: {
        parameters: {};
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/session/welcome': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': WelcomeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Session;
            };
          };
        };
      };
    };
    '/operator/v1/station-session': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': StationSession;
            };
          };
        };
      };
      delete: {
        parameters: {};
        responses: {
          204: {};
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': OpenStationRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StationSession;
            };
          };
        };
      };
    };
    '/operator/v1/station-session/badge': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BadgeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StationSession;
            };
          };
        };
      };
    };
    '/operator/v1/station-session/pin': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': PinRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StationSession;
            };
          };
        };
      };
    };
    '/operator/v1/station-session/activity': {
      post: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': StationSession;
            };
          };
        };
      };
    };
    '/operator/v1/station-session/sign-off': {
      post: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': StationSession;
            };
          };
        };
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
            preferred?: 'true' | 'false';
            sort?: 'newest' | 'oldest' | 'longest';
            q?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedOrder[];
            };
          };
        };
      };
    };
    '/operator/v1/orders/counts': {
      get: {
        parameters: {
          query?: {
            mode?: 'live' | 'sandbox';
            clientId?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OrderCounts;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OperatorOrder;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/events': {
      get: {
        parameters: {
          query?: {
            sort?: 'oldest' | 'newest';
            limit?: number;
            cursor?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OperatorOrderEvent[];
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/customs': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OrderCustoms;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files/{sha256}': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
            sha256: string;
          };
        };
        responses: {
          200: {
            content: {
              'image/png': string;
              'image/jpeg': string;
              'application/pdf': string;
              'application/zpl': string;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OrderFiles;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files/{sha256}/thumbnails/{size}': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
            sha256: string;
            size: 'small' | 'large';
          };
        };
        responses: {
          200: {
            content: {
              'image/webp': string;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/files.zip': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/zip': string;
            };
          };
        };
      };
    };
    '/operator/v1/orders/files.zip': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': OrderFilesRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/zip': string;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/accept': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/ship': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ShipRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/error': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ErrorRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/reopen': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': TryAgainRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/retry': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': TryAgainRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/cancel': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': CancelByStaffRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/cancellation/accept': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': ScrapRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/cancellation/reject': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': ReasonRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/hold': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': HoldRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/release': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/prefer': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/unprefer': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/shipments/{shipmentId}/tracking': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
            shipmentId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': TrackingRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/notes': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Note[];
            };
          };
        };
      };
      post: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': NoteRequest;
          };
        };
        responses: {
          201: {
            content: {
              'application/json': Note;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/notes/{noteId}': {
      put: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
            noteId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': NoteRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Note;
            };
          };
        };
      };
      delete: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
            noteId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/erase': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Order;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-ship': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkShipRequest;
            /**
             * The file, in UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.
             */
            'text/csv': string;
            /**
             * The file, in UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.
             */
            'application/vnd.ms-excel': string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkShipResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-accept': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-cancel': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkCancelRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-retry': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-hold': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkHoldRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-release': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-prefer': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/orders/bulk-unprefer': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BulkRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BulkResult;
            };
          };
        };
      };
    };
    '/operator/v1/clients': {
      get: {
        parameters: {
          query?: {
            q?: string;
            mode?: 'live' | 'sandbox';
            scope?: 'fulfillment' | 'operator';
            status?: 'active' | 'disabled';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedClient[];
            };
          };
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': NewClientRequest;
          };
        };
        responses: {
          201: {
            content: {
              'application/json': NewSecret;
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}': {
      get: {
        parameters: {
          path: {
            clientId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
      patch: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ClientChangeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/secrets': {
      get: {
        parameters: {
          path: {
            clientId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ClientSecret[];
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/secrets/{secretId}': {
      delete: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            secretId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/clients/{clientId}/rotate-secret': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': RotateSecretRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': NewSecret;
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/disable': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/enable': {
      post: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
    };
    '/operator/v1/carriers': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Carrier[];
            };
          };
        };
      };
    };
    '/operator/v1/carriers/{carrierId}': {
      get: {
        parameters: {
          path: {
            carrierId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Carrier;
            };
          };
        };
      };
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            carrierId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': CarrierRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Carrier;
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/carriers/{carrierId}': {
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            carrierId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': ContractRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
      delete: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            carrierId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/products/{productId}': {
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            productId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
      delete: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            clientId: string;
            productId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Client;
            };
          };
        };
      };
    };
    '/operator/v1/catalog/import': {
      post: {
        parameters: {
          query?: {
            clientId?: string;
            retireMissing?: 'true' | 'false';
            dryRun?: 'true' | 'false';
          };
        };
        requestBody: {
          content: {
            'application/json': CatalogRequest;
            /**
             * One CSV file of the catalogue, as described at /docs/catalog-import; its columns tell which. In UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.
             */
            'text/csv': string;
            /**
             * One CSV file of the catalogue, as described at /docs/catalog-import; its columns tell which. In UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.
             */
            'application/vnd.ms-excel': string;
            'multipart/form-data': CatalogForm;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ImportCounts;
            };
          };
        };
      };
    };
    '/operator/v1/articles': {
      get: {
        parameters: {
          query?: {
            q?: string;
            type?: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedArticle[];
            };
          };
        };
      };
    };
    '/operator/v1/articles/{manufacturerCode}': {
      get: {
        parameters: {
          path: {
            manufacturerCode: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffArticle;
            };
          };
        };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/notes': {
      get: {
        parameters: {
          path: {
            manufacturerCode: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Note[];
            };
          };
        };
      };
      post: {
        parameters: {
          path: {
            manufacturerCode: string;
          };
        };
        requestBody: {
          content: {
            'application/json': NoteRequest;
          };
        };
        responses: {
          201: {
            content: {
              'application/json': Note;
            };
          };
        };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/notes/{noteId}': {
      put: {
        parameters: {
          path: {
            manufacturerCode: string;
            noteId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': NoteRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Note;
            };
          };
        };
      };
      delete: {
        parameters: {
          path: {
            manufacturerCode: string;
            noteId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/products': {
      get: {
        parameters: {
          query?: {
            q?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedProduct[];
            };
          };
        };
      };
    };
    '/operator/v1/products/{productId}': {
      get: {
        parameters: {
          path: {
            productId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffProduct;
            };
          };
        };
      };
    };
    '/operator/v1/products/{productId}/clients': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
          path: {
            productId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': NamedClient[];
            };
          };
        };
      };
    };
    '/operator/v1/carriers/{carrierId}/clients': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
          path: {
            carrierId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ContractedClient[];
            };
          };
        };
      };
    };
    '/operator/v1/clients/{clientId}/products': {
      get: {
        parameters: {
          query?: {
            q?: string;
            limit?: number;
            cursor?: string;
          };
          path: {
            clientId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedProduct[];
            };
          };
        };
      };
    };
    '/operator/v1/articles/{manufacturerCode}/customs': {
      get: {
        parameters: {
          path: {
            manufacturerCode: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            manufacturerCode: string;
          };
        };
        requestBody: {
          content: {
            'application/json': CustomsRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
    };
    '/operator/v1/article-variants/{sku}/customs': {
      get: {
        parameters: {
          path: {
            sku: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            sku: string;
          };
        };
        requestBody: {
          content: {
            'application/json': CustomsRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
    };
    '/operator/v1/products/{productId}/customs': {
      get: {
        parameters: {
          path: {
            productId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            productId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': CustomsRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
    };
    '/operator/v1/product-variants/{ean13}/customs': {
      get: {
        parameters: {
          path: {
            ean13: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
      put: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            ean13: string;
          };
        };
        requestBody: {
          content: {
            'application/json': CustomsRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': CustomsData;
            };
          };
        };
      };
    };
    '/operator/v1/stock': {
      get: {
        parameters: {
          query?: {
            q?: string;
            code?: string;
            kind?: 'ARTICLE' | 'PRODUCT';
            low?: number;
            short?: 'true' | 'false';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedStock[];
            };
          };
        };
      };
    };
    '/operator/v1/stock/{kind}/{code}': {
      get: {
        parameters: {
          path: {
            kind: 'ARTICLE' | 'PRODUCT';
            code: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StockLevel;
            };
          };
        };
      };
    };
    '/operator/v1/stock/{kind}/{code}/set': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
            'if-match'?: string;
          };
          path: {
            kind: 'ARTICLE' | 'PRODUCT';
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': SetStockRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StockLevel;
            };
          };
        };
      };
    };
    '/operator/v1/stock/{kind}/{code}/adjust': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
            'if-match'?: string;
          };
          path: {
            kind: 'ARTICLE' | 'PRODUCT';
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': AdjustStockRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StockLevel;
            };
          };
        };
      };
    };
    '/operator/v1/stock/{kind}/{code}/movements': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
          path: {
            kind: 'ARTICLE' | 'PRODUCT';
            code: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StockMovement[];
            };
          };
        };
      };
    };
    '/operator/v1/printers': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': Printer[];
            };
          };
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': NewPrinterRequest;
          };
        };
        responses: {
          201: {
            content: {
              'application/json': Printer;
            };
          };
        };
      };
    };
    '/operator/v1/printers/{printerId}': {
      get: {
        parameters: {
          path: {
            printerId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Printer;
            };
          };
        };
      };
      patch: {
        parameters: {
          header?: {
            'if-match'?: string;
          };
          path: {
            printerId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': PrinterChangeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Printer;
            };
          };
        };
      };
      delete: {
        parameters: {
          path: {
            printerId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/printers/{printerId}/test': {
      post: {
        parameters: {
          path: {
            printerId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs': {
      get: {
        parameters: {
          query?: {
            printer?: string;
            state?: 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob[];
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}': {
      get: {
        parameters: {
          path: {
            jobId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}/document': {
      get: {
        parameters: {
          path: {
            jobId: string;
          };
        };
        responses: {
          200: {};
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}/take': {
      post: {
        parameters: {
          path: {
            jobId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}/confirm': {
      post: {
        parameters: {
          path: {
            jobId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}/retry': {
      post: {
        parameters: {
          path: {
            jobId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}/cancel': {
      post: {
        parameters: {
          path: {
            jobId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/print-jobs/{jobId}/reprint': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
          path: {
            jobId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ReprintRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/release-groups': {
      get: {
        parameters: {
          query?: {
            technology?: string;
            manufacturerCode?: string;
            sku?: string;
            clientId?: string;
            dueBy?: string;
            size?: 'SINGLE' | 'MULTI';
            due?: 'LATE' | 'TODAY' | 'TOMORROW';
            oldest?: number;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ReleaseGroup[];
            };
          };
        };
      };
    };
    '/operator/v1/release-orders': {
      get: {
        parameters: {
          query?: {
            technology?: string;
            manufacturerCode?: string;
            sku?: string;
            clientId?: string;
            dueBy?: string;
            size?: 'SINGLE' | 'MULTI';
            due?: 'LATE' | 'TODAY' | 'TOMORROW';
            limit?: number;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ReleasableOrder[];
            };
          };
        };
      };
    };
    '/operator/v1/release-counts': {
      get: {
        parameters: {
          query?: {
            technology?: string;
            manufacturerCode?: string;
            sku?: string;
            clientId?: string;
            dueBy?: string;
            size?: 'SINGLE' | 'MULTI';
            due?: 'LATE' | 'TODAY' | 'TOMORROW';
            oldest?: number;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ReleaseCounts;
            };
          };
        };
      };
    };
    '/operator/v1/floor-counts': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': FloorCounts;
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}/progress': {
      get: {
        parameters: {
          path: {
            batchId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': BatchProgress;
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}/pieces': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
            state?: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'STOPPED' | 'SHIPPED' | 'ENDED';
            sku?: string;
          };
          path: {
            batchId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Piece[];
            };
          };
        };
      };
    };
    '/operator/v1/bins/contents': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': BinContents;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/piece-events': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PieceEvent[];
            };
          };
        };
      };
    };
    '/operator/v1/batches': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ReleaseRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Release;
            };
          };
        };
      };
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
            open?: 'true' | 'false';
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Batch[];
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}': {
      get: {
        parameters: {
          path: {
            batchId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Batch;
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}/shorts': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
          path: {
            batchId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ShortRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Short;
            };
          };
        };
      };
    };
    '/operator/v1/orders/{clientId}/{orderId}/pieces': {
      get: {
        parameters: {
          path: {
            clientId: string;
            orderId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Piece[];
            };
          };
        };
      };
    };
    '/operator/v1/pieces/{code}': {
      get: {
        parameters: {
          path: {
            code: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PieceInHand;
            };
          };
        };
      };
    };
    '/operator/v1/pieces/{code}/stop': {
      post: {
        parameters: {
          path: {
            code: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': StopRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StoppedOrder;
            };
          };
        };
      };
    };
    '/operator/v1/pieces': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
            sku?: string;
            manufacturerCode?: string;
            color?: string;
            size?: string;
            technology?: string;
            state?: 'TO_MAKE' | 'MADE' | 'CHECKED';
            batchId?: string;
            hasBlank?: 'true' | 'false';
          };
        };
        responses: {
          200: {
            content: {
              'application/json': FoundPiece[];
            };
          };
        };
      };
    };
    '/operator/v1/scans': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': ScanRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ScanAnswer;
            };
          };
        };
      };
    };
    '/operator/v1/bins': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': Bin[];
            };
          };
        };
      };
      put: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': BinsRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Bin[];
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs': {
      get: {
        parameters: {
          query?: {
            carrierId?: string;
            state?: 'OPEN' | 'CLOSED';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': HandOver[];
            };
          };
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': OpenHandOverRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': HandOver;
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}': {
      get: {
        parameters: {
          path: {
            handOverId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': HandOver;
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/parcels': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
          path: {
            handOverId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': HandedOverParcel[];
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/parcels/{code}/remove': {
      post: {
        parameters: {
          path: {
            handOverId: string;
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': RemoveParcelRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': HandOver;
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/close': {
      post: {
        parameters: {
          path: {
            handOverId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': CloseHandOverRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': HandOver;
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/list.pdf': {
      get: {
        parameters: {
          path: {
            handOverId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/print': {
      post: {
        parameters: {
          path: {
            handOverId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': PrintHandOverRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PrintJob;
            };
          };
        };
      };
    };
    '/operator/v1/hand-overs/{handOverId}/customs.csv': {
      get: {
        parameters: {
          path: {
            handOverId: string;
          };
        };
        responses: {
          200: {
            content: {
              'text/csv': string;
            };
          };
        };
      };
    };
    '/operator/v1/hand-over-carriers': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': HandOverCarrier[];
            };
          };
        };
      };
    };
    '/operator/v1/waiting-parcels': {
      get: {
        parameters: {
          query?: {
            carrierId?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': WaitingParcel[];
            };
          };
        };
      };
    };
    '/operator/v1/pieces/{code}/pictures/{sha256}/{size}': {
      get: {
        parameters: {
          path: {
            code: string;
            sha256: string;
            size: 'small' | 'large';
          };
        };
        responses: {
          200: {
            content: {
              'image/webp': string;
            };
          };
        };
      };
    };
    '/operator/v1/parcels/{code}/pictures/{sha256}/{size}': {
      get: {
        parameters: {
          path: {
            code: string;
            sha256: string;
            size: 'small' | 'large';
          };
        };
        responses: {
          200: {
            content: {
              'image/webp': string;
            };
          };
        };
      };
    };
    '/operator/v1/pieces/{code}/files/{step}': {
      get: {
        parameters: {
          path: {
            code: string;
            step: string;
          };
        };
        responses: {
          200: {
            content: {
              'image/png': string;
              'image/jpeg': string;
              'application/pdf': string;
              'application/zpl': string;
            };
          };
        };
      };
    };
    '/operator/v1/parcels/{code}': {
      get: {
        parameters: {
          path: {
            code: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PackedParcel;
            };
          };
        };
      };
    };
    '/operator/v1/parcels/{code}/label': {
      post: {
        parameters: {
          path: {
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': PrintLabelRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PackedParcel;
            };
          };
        };
      };
    };
    '/operator/v1/parcels/{code}/reprint': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
          path: {
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ReprintParcelRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PackedParcel;
            };
          };
        };
      };
    };
    '/operator/v1/parcels/{code}/ship': {
      post: {
        parameters: {
          path: {
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ShipParcelRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PackedParcel;
            };
          };
        };
      };
    };
    '/operator/v1/problems': {
      get: {
        parameters: {
          query?: {
            kind?:
              | 'NO_LABEL'
              | 'PAPER_NOT_MADE'
              | 'NO_BLANK'
              | 'STOPPED'
              | 'ON_HOLD'
              | 'ASKED_TO_CANCEL'
              | 'PRINT_JOB'
              | 'PRINTER'
              | 'BIN';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': FloorProblem[];
            };
          };
        };
      };
    };
    '/operator/v1/problems/counts': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': FloorProblemCounts;
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}/papers': {
      get: {
        parameters: {
          path: {
            batchId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PaperRun[];
            };
          };
        };
      };
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
          path: {
            batchId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': BatchPapersRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PaperRun;
            };
          };
        };
      };
    };
    '/operator/v1/batches/{batchId}/papers/{paper}': {
      get: {
        parameters: {
          path: {
            batchId: string;
            paper: 'tickets' | 'ticket-sheets' | 'pick-list' | 'cover';
          };
        };
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
    };
    '/operator/v1/pieces/{code}/ticket': {
      get: {
        parameters: {
          path: {
            code: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
          path: {
            code: string;
          };
        };
        requestBody: {
          content: {
            'application/json': TicketRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': PaperRun;
            };
          };
        };
      };
    };
    '/operator/v1/papers/commands': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
    };
    '/operator/v1/papers/bins': {
      get: {
        parameters: {
          query?: {
            from?: number;
          };
        };
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
    };
    '/operator/v1/papers/scanner-test': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
    };
    '/operator/v1/operators/{operatorId}/badge.pdf': {
      get: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/pdf': string;
            };
          };
        };
      };
    };
    '/operator/v1/returns': {
      post: {
        parameters: {
          header?: {
            'idempotency-key'?: string;
          };
        };
        requestBody: {
          content: {
            'application/json': ReturnRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Return;
            };
          };
        };
      };
      get: {
        parameters: {
          query?: {
            clientId?: string;
            orderId?: string;
            condition?: 'RESELL' | 'REUSE' | 'WASTE';
            reason?:
              | 'WRONG_SIZE'
              | 'NOT_AS_EXPECTED'
              | 'PRINT_DEFECT'
              | 'DAMAGED'
              | 'WRONG_ITEM'
              | 'UNDELIVERABLE'
              | 'OTHER';
            from?: string;
            to?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Return[];
            };
          };
        };
      };
    };
    '/operator/v1/returnable-orders': {
      get: {
        parameters: {
          query?: {
            code?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Returnable[];
            };
          };
        };
      };
    };
    '/operator/v1/overview': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': Overview;
            };
          };
        };
      };
    };
    '/operator/v1/reports/production': {
      get: {
        parameters: {
          query?: {
            from?: string;
            to?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ProductionReport;
            };
          };
        };
      };
    };
    '/operator/v1/reports/production.csv': {
      get: {
        parameters: {
          query?: {
            from?: string;
            to?: string;
            table?: 'days' | 'rejects' | 'stations' | 'people';
          };
        };
        responses: {
          200: {
            content: {
              'text/csv': string;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints': {
      get: {
        parameters: {
          query?: {
            clientId?: string;
            state?: 'healthy' | 'failing' | 'disabled' | 'given_up';
            mode?: 'live' | 'sandbox';
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookEndpoint[];
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}': {
      get: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookEndpoint;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/enable': {
      post: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookEndpoint;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/disable': {
      post: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookEndpoint;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/resend-failed': {
      post: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
          };
        };
        requestBody?: {
          content: {
            'application/json': ResendFailedByStaffRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ResendFailed;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries': {
      get: {
        parameters: {
          query?: {
            state?: 'pending' | 'delivered' | 'failed' | 'skipped';
            limit?: number;
            cursor?: string;
          };
          path: {
            clientId: string;
            endpointId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookDelivery[];
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}': {
      get: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
            deliveryId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookDeliveryDetail;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/resend': {
      post: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
            deliveryId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookDelivery;
            };
          };
        };
      };
    };
    '/operator/v1/webhook-endpoints/{clientId}/{endpointId}/deliveries/{deliveryId}/skip': {
      post: {
        parameters: {
          path: {
            clientId: string;
            endpointId: string;
            deliveryId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': StaffWebhookDelivery;
            };
          };
        };
      };
    };
    '/operator/v1/operators': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Operator[];
            };
          };
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': NewOperatorRequest;
          };
        };
        responses: {
          201: {
            content: {
              'application/json': OperatorLink;
            };
          };
        };
      };
    };
    '/operator/v1/operators/{operatorId}': {
      get: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Operator;
            };
          };
        };
      };
      patch: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': OperatorChangeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Operator;
            };
          };
        };
      };
    };
    '/operator/v1/operators/{operatorId}/reset': {
      post: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OperatorLink;
            };
          };
        };
      };
    };
    '/operator/v1/operators/{operatorId}/sessions': {
      get: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OperatorSession[];
            };
          };
        };
      };
      delete: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/operators/{operatorId}/sessions/{sessionId}': {
      delete: {
        parameters: {
          path: {
            operatorId: string;
            sessionId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/me': {
      put: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': MeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Session;
            };
          };
        };
      };
    };
    '/operator/v1/me/password': {
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': PasswordRequest;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/me/sessions': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': OperatorSession[];
            };
          };
        };
      };
      delete: {
        parameters: {};
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/me/sessions/{sessionId}': {
      delete: {
        parameters: {
          path: {
            sessionId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/operators/{operatorId}/badge': {
      post: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Operator;
            };
          };
        };
      };
      delete: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Operator;
            };
          };
        };
      };
    };
    '/operator/v1/operators/{operatorId}/pin': {
      post: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': OperatorPin;
            };
          };
        };
      };
      delete: {
        parameters: {
          path: {
            operatorId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Operator;
            };
          };
        };
      };
    };
    '/operator/v1/stations': {
      get: {
        parameters: {
          query?: {
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Station[];
            };
          };
        };
      };
      post: {
        parameters: {};
        requestBody: {
          content: {
            'application/json': NewStationRequest;
          };
        };
        responses: {
          201: {
            content: {
              'application/json': Station;
            };
          };
        };
      };
    };
    '/operator/v1/stations/{stationId}': {
      get: {
        parameters: {
          path: {
            stationId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Station;
            };
          };
        };
      };
      patch: {
        parameters: {
          path: {
            stationId: string;
          };
        };
        requestBody: {
          content: {
            'application/json': StationChangeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Station;
            };
          };
        };
      };
    };
    '/operator/v1/stations/{stationId}/sessions': {
      get: {
        parameters: {
          path: {
            stationId: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': ListedStationSession[];
            };
          };
        };
      };
    };
    '/operator/v1/stations/{stationId}/sessions/{sessionId}': {
      delete: {
        parameters: {
          path: {
            stationId: string;
            sessionId: string;
          };
        };
        responses: {
          204: {};
        };
      };
    };
    '/operator/v1/audit': {
      get: {
        parameters: {
          query?: {
            person?: string;
            subject?: string;
            from?: string;
            to?: string;
            limit?: number;
            cursor?: string;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': AuditEntry[];
            };
          };
        };
      };
    };
    '/operator/v1/settings': {
      get: {
        parameters: {};
        responses: {
          200: {
            content: {
              'application/json': ServiceSettings;
            };
          };
        };
      };
    };
    '/operator/v1/resume': {
      post: {
        parameters: {};
        requestBody?: {
          content: {
            'application/json': ResumeRequest;
          };
        };
        responses: {
          200: {
            content: {
              'application/json': Resumed;
            };
          };
        };
      };
    };
  };
  schemas: {
    Address: Address;
    AddressShipment: AddressShipment;
    AdjustStockRequest: AdjustStockRequest;
    Attention: Attention;
    AuditActor: AuditActor;
    AuditEntry: AuditEntry;
    AuditSubject: AuditSubject;
    Backlog: Backlog;
    BacklogAge: BacklogAge;
    BacklogTechnology: BacklogTechnology;
    BadgeRequest: BadgeRequest;
    Batch: Batch;
    BatchCustomization: BatchCustomization;
    BatchLine: BatchLine;
    BatchPapersRequest: BatchPapersRequest;
    BatchProgress: BatchProgress;
    Bin: Bin;
    BinContent: BinContent;
    BinContents: BinContents;
    BinsRequest: BinsRequest;
    BulkCancelRequest: BulkCancelRequest;
    BulkHoldRequest: BulkHoldRequest;
    BulkOrder: BulkOrder;
    BulkRequest: BulkRequest;
    BulkResult: BulkResult;
    BulkRow: BulkRow;
    BulkShipOrder: BulkShipOrder;
    BulkShipRequest: BulkShipRequest;
    BulkShipResult: BulkShipResult;
    BulkShipRow: BulkShipRow;
    CancelByStaffRequest: CancelByStaffRequest;
    Cancellation: Cancellation;
    Carrier: Carrier;
    CarrierOfOrder: CarrierOfOrder;
    CarrierRequest: CarrierRequest;
    CatalogArticle: CatalogArticle;
    CatalogArticleVariant: CatalogArticleVariant;
    CatalogCarrier: CatalogCarrier;
    CatalogDifferences: CatalogDifferences;
    CatalogForm: CatalogForm;
    CatalogProduct: CatalogProduct;
    CatalogProductVariant: CatalogProductVariant;
    CatalogRequest: CatalogRequest;
    ChangedRecord: ChangedRecord;
    Client: Client;
    ClientChangeRequest: ClientChangeRequest;
    ClientSecret: ClientSecret;
    CloseHandOverRequest: CloseHandOverRequest;
    ContractRequest: ContractRequest;
    ContractedCarrier: ContractedCarrier;
    ContractedClient: ContractedClient;
    CustomProduct: CustomProduct;
    CustomProductItem: CustomProductItem;
    Customization: Customization;
    CustomsData: CustomsData;
    CustomsGap: CustomsGap;
    CustomsLine: CustomsLine;
    CustomsRequest: CustomsRequest;
    DifferenceCounts: DifferenceCounts;
    DifferencesCounted: DifferencesCounted;
    Error: Error;
    ErrorRequest: ErrorRequest;
    ExistingProduct: ExistingProduct;
    ExistingProductItem: ExistingProductItem;
    FailedAttempt: FailedAttempt;
    FieldChange: FieldChange;
    FloorCounts: FloorCounts;
    FloorNote: FloorNote;
    FloorProblem: FloorProblem;
    FloorProblemCounts: FloorProblemCounts;
    FloorSentence: FloorSentence;
    FoundPiece: FoundPiece;
    HandOver: HandOver;
    HandOverCarrier: HandOverCarrier;
    HandedOverParcel: HandedOverParcel;
    HoldRequest: HoldRequest;
    ImportCounts: ImportCounts;
    ImportWarning: ImportWarning;
    KeptFile: KeptFile;
    LabelShipment: LabelShipment;
    LeftOutOrder: LeftOutOrder;
    ListedArticle: ListedArticle;
    ListedClient: ListedClient;
    ListedOrder: ListedOrder;
    ListedProduct: ListedProduct;
    ListedRecipient: ListedRecipient;
    ListedStationSession: ListedStationSession;
    ListedStock: ListedStock;
    LocationTechnologies: LocationTechnologies;
    MeRequest: MeRequest;
    MissingPiece: MissingPiece;
    NamedClient: NamedClient;
    NewClientRequest: NewClientRequest;
    NewOperatorRequest: NewOperatorRequest;
    NewPrinterRequest: NewPrinterRequest;
    NewRecord: NewRecord;
    NewSecret: NewSecret;
    NewStationRequest: NewStationRequest;
    Note: Note;
    NoteOfArticle: NoteOfArticle;
    NoteRequest: NoteRequest;
    OpenHandOverRequest: OpenHandOverRequest;
    OpenIdConnectOption: OpenIdConnectOption;
    OpenStationRequest: OpenStationRequest;
    Operator: Operator;
    OperatorChangeRequest: OperatorChangeRequest;
    OperatorLink: OperatorLink;
    OperatorOrder: OperatorOrder;
    OperatorOrderEvent: OperatorOrderEvent;
    OperatorPin: OperatorPin;
    OperatorSession: OperatorSession;
    Order: Order;
    OrderCounts: OrderCounts;
    OrderCustoms: OrderCustoms;
    OrderDay: OrderDay;
    OrderFiles: OrderFiles;
    OrderFilesKey: OrderFilesKey;
    OrderFilesRequest: OrderFilesRequest;
    OrderItem: OrderItem;
    OrderWarning: OrderWarning;
    OrdersByReason: OrdersByReason;
    OrdersByStatus: OrdersByStatus;
    OrdersInError: OrdersInError;
    OrdersOfClient: OrdersOfClient;
    Overview: Overview;
    OwnStation: OwnStation;
    PackedItem: PackedItem;
    PackedParcel: PackedParcel;
    PaperPrinter: PaperPrinter;
    PaperRun: PaperRun;
    PaperRunJob: PaperRunJob;
    Parcel: Parcel;
    ParcelItem: ParcelItem;
    ParcelPaper: ParcelPaper;
    PasswordRequest: PasswordRequest;
    Paused: Paused;
    Piece: Piece;
    PieceArticle: PieceArticle;
    PieceArtwork: PieceArtwork;
    PieceEvent: PieceEvent;
    PieceInHand: PieceInHand;
    PiecePictures: PiecePictures;
    PieceStep: PieceStep;
    PinRequest: PinRequest;
    PlaceInBatch: PlaceInBatch;
    Preference: Preference;
    Print: Print;
    PrintArea: PrintArea;
    PrintHandOverRequest: PrintHandOverRequest;
    PrintJob: PrintJob;
    PrintJobCreator: PrintJobCreator;
    PrintJobPrinter: PrintJobPrinter;
    PrintLabelRequest: PrintLabelRequest;
    Printer: Printer;
    PrinterChangeRequest: PrinterChangeRequest;
    ProductionReport: ProductionReport;
    ReasonRequest: ReasonRequest;
    ReleasableOrder: ReleasableOrder;
    Release: Release;
    ReleaseChoice: ReleaseChoice;
    ReleaseCounts: ReleaseCounts;
    ReleaseGroup: ReleaseGroup;
    ReleaseOrder: ReleaseOrder;
    ReleaseRequest: ReleaseRequest;
    RemoveParcelRequest: RemoveParcelRequest;
    ReportedDay: ReportedDay;
    ReportedPerson: ReportedPerson;
    ReportedPieces: ReportedPieces;
    ReportedReject: ReportedReject;
    ReportedShipping: ReportedShipping;
    ReportedStation: ReportedStation;
    ReprintParcelRequest: ReprintParcelRequest;
    ReprintRequest: ReprintRequest;
    ResendFailed: ResendFailed;
    ResendFailedByStaffRequest: ResendFailedByStaffRequest;
    ResumeRequest: ResumeRequest;
    Resumed: Resumed;
    RetiredVariant: RetiredVariant;
    Return: Return;
    ReturnItemRequest: ReturnItemRequest;
    ReturnRequest: ReturnRequest;
    Returnable: Returnable;
    ReturnableItem: ReturnableItem;
    ReturnablePiece: ReturnablePiece;
    ReturnedItem: ReturnedItem;
    ReturnedPieces: ReturnedPieces;
    RotateSecretRequest: RotateSecretRequest;
    ScanAnswer: ScanAnswer;
    ScanContext: ScanContext;
    ScanDone: ScanDone;
    ScanNext: ScanNext;
    ScanRefusal: ScanRefusal;
    ScanRequest: ScanRequest;
    ScannedHandOver: ScannedHandOver;
    ScannedOrder: ScannedOrder;
    ScannedParcel: ScannedParcel;
    ScrapRequest: ScrapRequest;
    ScrappedPieces: ScrappedPieces;
    ServiceCheck: ServiceCheck;
    ServiceSettings: ServiceSettings;
    ServiceTrouble: ServiceTrouble;
    Session: Session;
    SetStockRequest: SetStockRequest;
    Setting: Setting;
    ShipParcelRequest: ShipParcelRequest;
    ShipRequest: ShipRequest;
    Shipment: Shipment;
    ShippedItem: ShippedItem;
    Shipping: Shipping;
    Short: Short;
    ShortRequest: ShortRequest;
    SignInOptions: SignInOptions;
    SignInRequest: SignInRequest;
    SignedInOperator: SignedInOperator;
    SignedOnOperator: SignedOnOperator;
    StaffArticle: StaffArticle;
    StaffArticleVariant: StaffArticleVariant;
    StaffProduct: StaffProduct;
    StaffProductVariant: StaffProductVariant;
    StaffWebhookDelivery: StaffWebhookDelivery;
    StaffWebhookDeliveryDetail: StaffWebhookDeliveryDetail;
    StaffWebhookEndpoint: StaffWebhookEndpoint;
    Station: Station;
    StationChangeRequest: StationChangeRequest;
    StationPrinter: StationPrinter;
    StationSession: StationSession;
    StatusDetail: StatusDetail;
    StatusReason: StatusReason;
    StepInHand: StepInHand;
    StockAfterShort: StockAfterShort;
    StockLevel: StockLevel;
    StockMovement: StockMovement;
    StockReservation: StockReservation;
    StockWait: StockWait;
    StopRequest: StopRequest;
    StoppedOrder: StoppedOrder;
    Thumbnails: Thumbnails;
    TicketRequest: TicketRequest;
    TrackingRequest: TrackingRequest;
    TryAgainRequest: TryAgainRequest;
    Turnaround: Turnaround;
    UntouchedOrder: UntouchedOrder;
    VariantDifferenceCounts: VariantDifferenceCounts;
    Violation: Violation;
    WaitingParcel: WaitingParcel;
    WebhooksInTrouble: WebhooksInTrouble;
    WelcomeRequest: WelcomeRequest;
  };
}
/**
 * The ways to sign in.
 */
export interface SignInOptions {
  /**
   * Whether people may sign in with a login and a password.
   */
  password: boolean;
  openIdConnect?: OpenIdConnectOption;
}
/**
 * Present when OpenID Connect is set up.
 */
export interface OpenIdConnectOption {
  /**
   * Label of the button.
   */
  label: string;
}
/**
 * A session of a person.
 */
export interface Session {
  operator: SignedInOperator;
  /**
   * All that the role may do.
   *
   * Items: Something that may be done.
   */
  verbs: (
    | 'me.read'
    | 'me.change'
    | 'orders.read'
    | 'stock.read'
    | 'catalog.read'
    | 'carriers.read'
    | 'clients.read'
    | 'webhooks.read'
    | 'reports.read'
    | 'printers.read'
    | 'prints.read'
    | 'production.read'
    | 'handovers.read'
    | 'orders.accept'
    | 'orders.ship'
    | 'orders.cancel'
    | 'orders.mend'
    | 'orders.hold'
    | 'orders.prefer'
    | 'orders.note'
    | 'stock.change'
    | 'catalog.change'
    | 'catalog.note'
    | 'carriers.change'
    | 'clients.contracts'
    | 'webhooks.change'
    | 'stations.work'
    | 'stations.read'
    | 'stations.open'
    | 'print'
    | 'production.release'
    | 'production.work'
    | 'returns.book'
    | 'handovers.change'
    | 'notes.change'
    | 'orders.erase'
    | 'clients.change'
    | 'clients.secrets'
    | 'operators.read'
    | 'operators.change'
    | 'stations.change'
    | 'audit.read'
    | 'settings.read'
    | 'service.resume'
    | 'printers.change'
  )[];
  /**
   * When the session ends, if it is not used before. ISO 8601 in UTC with milliseconds.
   */
  expires: string;
}
/**
 * Who is signed in.
 */
export interface SignedInOperator {
  /**
   * Identifier of the account.
   */
  operatorId: string;
  /**
   * Name that others see.
   */
  name: string;
  /**
   * What the person signs in with.
   */
  login: string;
  /**
   * What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
   */
  role: 'admin' | 'office' | 'floor' | 'viewer';
  /**
   * Language of the console; absent: that of the browser.
   */
  language?: 'de' | 'en';
}
/**
 * A login and its password.
 */
export interface SignInRequest {
  /**
   * Case does not count.
   */
  login: string;
  /**
   * The password.
   */
  password: string;
}
/**
 * A password to be set by a one-time link.
 */
export interface WelcomeRequest {
  /**
   * Token of the one-time link: what follows the #.
   */
  token: string;
  /**
   * At least 12 characters, and not easy to guess: the strength is estimated with common words and with what the person is known by.
   */
  password: string;
}
/**
 * A browser that is a station, with who is signed on.
 */
export interface StationSession {
  station: OwnStation;
  operator?: SignedOnOperator;
  /**
   * All that may be done there: what the role floor may, whoever is signed on.
   *
   * Items: Something that may be done.
   */
  verbs: (
    | 'me.read'
    | 'me.change'
    | 'orders.read'
    | 'stock.read'
    | 'catalog.read'
    | 'carriers.read'
    | 'clients.read'
    | 'webhooks.read'
    | 'reports.read'
    | 'printers.read'
    | 'prints.read'
    | 'production.read'
    | 'handovers.read'
    | 'orders.accept'
    | 'orders.ship'
    | 'orders.cancel'
    | 'orders.mend'
    | 'orders.hold'
    | 'orders.prefer'
    | 'orders.note'
    | 'stock.change'
    | 'catalog.change'
    | 'catalog.note'
    | 'carriers.change'
    | 'clients.contracts'
    | 'webhooks.change'
    | 'stations.work'
    | 'stations.read'
    | 'stations.open'
    | 'print'
    | 'production.release'
    | 'production.work'
    | 'returns.book'
    | 'handovers.change'
    | 'notes.change'
    | 'orders.erase'
    | 'clients.change'
    | 'clients.secrets'
    | 'operators.read'
    | 'operators.change'
    | 'stations.change'
    | 'audit.read'
    | 'settings.read'
    | 'service.resume'
    | 'printers.change'
  )[];
  /**
   * When nobody is signed on any more, unless something is done before. ISO 8601 in UTC with milliseconds.
   */
  locks?: string;
  /**
   * After so many seconds in which nothing is done nobody is signed on any more.
   */
  idleSeconds: number;
}
/**
 * Which station the browser is.
 */
export interface OwnStation {
  /**
   * Identifier of the station.
   */
  stationId: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What is done there.
   *
   * @minItems 1
   *
   * Items: A kind of work.
   */
  kinds: ('make' | 'check' | 'pack' | 'hand_over')[];
}
/**
 * Who is signed on. Absent: nobody; all other requests are answered with `station_locked`.
 */
export interface SignedOnOperator {
  /**
   * Identifier of the account.
   */
  operatorId: string;
  /**
   * Name that others see.
   */
  name: string;
  /**
   * Of the console.
   */
  language?: string;
}
/**
 * Which station the browser becomes.
 */
export interface OpenStationRequest {
  /**
   * Identifier of the station.
   */
  stationId: string;
}
/**
 * A badge that was scanned.
 */
export interface BadgeRequest {
  /**
   * What the scanner read.
   */
  badge: string;
}
/**
 * A login and its PIN.
 */
export interface PinRequest {
  /**
   * Case does not count.
   */
  login: string;
  /**
   * The PIN.
   */
  pin: string;
}
/**
 * An order in the list of staff.
 */
export interface ListedOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  clientName: string;
  /**
   * The client's identifier of the order.
   */
  orderId: string;
  /**
   * Whether it is an integrator's test; those never reach production.
   */
  mode: 'live' | 'sandbox';
  /**
   * Status of the order.
   */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /**
   * Raised by every change. In double quotes it is the ETag that `If-Match`, and `ifMatch` of a bulk, take: `"3"`.
   */
  version: number;
  /**
   * Code of the reason, where there is one.
   */
  statusReason?: string;
  /**
   * Message of the reason, where there is one.
   */
  statusMessage?: string;
  /**
   * Since when it is in its status.
   */
  statusSince: string;
  recipient?: ListedRecipient;
  /**
   * Who carries it: the carrierId that it names, else the default of its client when it was assigned; what staff shipped it with. Absent: nobody yet, or its own label says.
   */
  carrier?: string;
  /**
   * true where it is on hold; else absent.
   */
  held?: boolean;
  /**
   * What became of its customer's wish to cancel it, where there was one.
   */
  cancellation?: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  /**
   * true where nobody else takes what it waits for; else absent.
   */
  preferred?: boolean;
  /**
   * Number of items.
   */
  items: number;
  /**
   * When the order was made.
   */
  created: string;
  /**
   * When the order last changed.
   */
  updated: string;
}
/**
 * Recipient. Absent: the order ships with its own label.
 */
export interface ListedRecipient {
  /**
   * Person or company.
   */
  name?: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
}
/**
 * How many orders there are.
 */
export interface OrderCounts {
  /**
   * Number of all orders.
   */
  orders: number;
  statuses: OrdersByStatus;
  /**
   * Orders that have a reason, the most frequent first.
   */
  reasons: OrdersByReason[];
  /**
   * Clients that have orders: those with the most of each status and reason.
   */
  clients: OrdersOfClient[];
}
/**
 * Number of orders in each status.
 */
export interface OrdersByStatus {
  /**
   * Number of orders.
   */
  NEW: number;
  /**
   * Number of orders.
   */
  ASSIGNED: number;
  /**
   * Number of orders.
   */
  ACCEPTED: number;
  /**
   * Number of orders.
   */
  SHIPPED: number;
  /**
   * Number of orders.
   */
  CANCELLED: number;
  /**
   * Number of orders.
   */
  ERROR: number;
}
/**
 * Orders in a status for a reason.
 */
export interface OrdersByReason {
  /**
   * Status of the order.
   */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /**
   * Code of the reason.
   */
  reason: string;
  /**
   * Number of orders.
   */
  orders: number;
}
/**
 * Orders of a client.
 */
export interface OrdersOfClient {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Number of orders.
   */
  orders: number;
  statuses: OrdersByStatus;
  /**
   * Orders that have a reason, the most frequent first.
   */
  reasons: OrdersByReason[];
}
/**
 * An order with all that is known of it.
 */
export interface OperatorOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  clientName: string;
  /**
   * Whether it is an integrator's test; those never reach production.
   */
  mode: 'live' | 'sandbox';
  /**
   * Raised by every change of the order.
   */
  version: number;
  preferred?: Preference;
  carrier?: CarrierOfOrder;
  /**
   * Whether the destination is in the area of the Union's customs and VAT rules, or parcels there need customs papers. Absent: a label of the client's own does not tell.
   */
  zone?: 'EU' | 'OUTSIDE_EU';
  /**
   * The place that decides the zone, where its country does not.
   */
  zonePlace?: string;
  order: Order;
  /**
   * The files that are kept, by pointer.
   */
  files: KeptFile[];
  /**
   * What happened, oldest first; the latest 100.
   */
  events: OperatorOrderEvent[];
  /**
   * Present where the history is longer: the `cursor` of listOrderEvents with `sort=newest` that goes on with what was before.
   */
  earlierEvents?: string;
  /**
   * The stock that is reserved for it.
   */
  reservations: StockReservation[];
  /**
   * The stock that it waits for.
   */
  waits: StockWait[];
  /**
   * What staff wrote about the articles that it is made of, article by article and oldest first; at most 100.
   */
  articleNotes: NoteOfArticle[];
}
/**
 * Present when the order is preferred: no other order takes the stock that it waits for until it is filled.
 */
export interface Preference {
  /**
   * When it was preferred.
   */
  since: string;
  /**
   * Who did it, by name.
   */
  by?: string;
}
/**
 * Who is to carry it, or did: the carrier that the order names, else its client's default. Absent: nobody was chosen, or the client sent a label of its own.
 */
export interface CarrierOfOrder {
  /**
   * Identifier of the carrier.
   */
  carrierId: string;
  /**
   * Its name.
   */
  name?: string;
}
/**
 * An order. Optional fields that have no value are left out.
 */
export interface Order {
  /**
   * Your own identifier of the order, unique among your orders. Any characters but control characters, and not "." or ".."; percent-encode it in a path.
   */
  orderId: string;
  /**
   * Status of the order.
   */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /**
   * What is ordered.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: OrderItem[];
  shipping: Shipping;
  /**
   * Packing slip to put into the parcel: PNG, or PDF of at most 50 pages without scripts, forms or embedded files. http or https, at most 2,048 characters, without credentials.
   */
  packingSlip?: string;
  /**
   * ISO 4217 code of the unit prices. Required when there is no shippingLabelUrl.
   */
  unitPriceCurrency?: string;
  statusReason?: StatusReason;
  cancellation?: Cancellation;
  /**
   * The parcels that have left, in their order. While the order is ACCEPTED, what they do not hold is still to leave; of one that is CANCELLED it never left.
   */
  shipments?: Shipment[];
  /**
   * What could be better, but does not stop the order.
   */
  warnings?: OrderWarning[];
  /**
   * When all that the order told of people was erased: its recipient, its files, tracking and reasons. What must be there reads erased or https://erased.invalid/ since. Absent: it was not. ISO 8601 in UTC with milliseconds.
   */
  personalDataErased?: string;
  /**
   * When the order was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When the order last changed. ISO 8601 in UTC with milliseconds.
   */
  updated: string;
}
/**
 * Pieces of an existing product.
 */
export interface ExistingProductItem {
  /**
   * Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent.
   */
  id: string;
  /**
   * Pieces ordered.
   */
  quantity: number;
  /**
   * Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs.
   */
  unitPrice?: number;
  existingProduct: ExistingProduct;
}
/**
 * An existing product.
 */
export interface ExistingProduct {
  /**
   * EAN-13 of a product variant that is assigned to you.
   */
  ean13: string;
  /**
   * Name of the variant when it was ordered.
   */
  name: string;
}
/**
 * Pieces of a custom product.
 */
export interface CustomProductItem {
  /**
   * Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent.
   */
  id: string;
  /**
   * Pieces ordered.
   */
  quantity: number;
  /**
   * Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs.
   */
  unitPrice?: number;
  customProduct: CustomProduct;
}
/**
 * A blank article with prints and customizations.
 */
export interface CustomProduct {
  /**
   * SKU of a variant of a BLANK article.
   */
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
  /**
   * Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials.
   */
  qualityControlImageUrl?: string;
}
/**
 * Print data, and where and how it is applied.
 */
export interface Print {
  /**
   * Where the print data is fetched. http or https, at most 2,048 characters, without credentials.
   */
  dataUrl: string;
  /**
   * Where on the article, one of its locations.
   */
  location: string;
  /**
   * How it is printed, one of the technologies of that location.
   */
  technology: string;
  /**
   * Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials.
   */
  qualityControlImageUrl?: string;
}
/**
 * An article that is applied to the blank, and where and how.
 */
export interface Customization {
  /**
   * SKU of a variant of a CUSTOMIZATION article.
   */
  sku: string;
  /**
   * Where on the article, one of its locations.
   */
  location: string;
  /**
   * How it is applied.
   */
  technology: string;
  /**
   * Image that quality control compares the finished piece with. http or https, at most 2,048 characters, without credentials.
   */
  qualityControlImageUrl?: string;
}
/**
 * It ships with your own label.
 */
export interface LabelShipment {
  /**
   * Own label: PDF, ZPL or PNG, at most 10 pages. A ZPL command that does more than draw, or a PDF with scripts, forms or embedded files, puts the order into ERROR. Outside the EU zone it must show the retail price including VAT. http or https, at most 2,048 characters, without credentials.
   */
  shippingLabelUrl: string;
  /**
   * Return label beside your own label: PDF, ZPL or PNG, by the same rules. http or https, at most 2,048 characters, without credentials.
   */
  returnLabelUrl?: string;
  /**
   * Of the first parcel, once that has left.
   */
  trackingNumber?: string;
  /**
   * Who carries the first parcel, once that has left.
   */
  trackingCarrier?: string;
  /**
   * Where the first parcel can be followed, once that has left. An http or https URL.
   */
  trackingUrl?: string;
}
/**
 * A contracted carrier ships it to an address.
 */
export interface AddressShipment {
  address: Address;
  /**
   * One of your contracted carriers (GET /v1/carriers). Absent: your default carrier.
   */
  carrierId?: string;
  /**
   * Of the first parcel, once that has left.
   */
  trackingNumber?: string;
  /**
   * Who carries the first parcel, once that has left.
   */
  trackingCarrier?: string;
  /**
   * Where the first parcel can be followed, once that has left. An http or https URL.
   */
  trackingUrl?: string;
}
/**
 * Where a contracted carrier delivers.
 */
export interface Address {
  /**
   * Recipient. This or company is required.
   */
  personName?: string;
  /**
   * Company of the recipient.
   */
  company?: string;
  /**
   * Street and number. Required.
   */
  street: string;
  /**
   * Apartment, floor, building.
   */
  addressLine2?: string;
  /**
   * Town or city. Required.
   */
  city: string;
  /**
   * Required where the country uses postal codes.
   */
  postalCode?: string;
  /**
   * ISO 3166-1 alpha-2, or UK, EL, XI, IC, EA. Small letters are accepted too. Kept in upper case.
   */
  country: string;
  /**
   * State or province. Required where addresses of the country need one.
   */
  state?: string;
  /**
   * For the carrier.
   */
  phoneNumber?: string;
  /**
   * For the carrier.
   */
  email?: string;
}
/**
 * Why the order is in ERROR or on hold, or what it waits for.
 */
export interface StatusReason {
  /**
   * Short name of the reason, listed at /docs/order-life.
   */
  code: string;
  /**
   * What it means and what to do.
   */
  message: string;
  /**
   * JSON Pointer to the part of the order, where there is one.
   */
  pointer?: string;
  /**
   * Each place that keeps the order from going on: every file, or where several are short of stock the first 100.
   */
  details?: StatusDetail[];
}
/**
 * Something that keeps the order from going on: a file, or stock.
 */
export interface StatusDetail {
  /**
   * JSON Pointer to the place in the order; of a file, to the first that names it.
   */
  pointer: string;
  /**
   * Short name of what is wrong with it, listed at /docs/order-life.
   */
  code: string;
  /**
   * What it means and what to do.
   */
  message: string;
  /**
   * Of a file: when it is fetched again; absent where it is not. ISO 8601 in UTC with milliseconds.
   */
  nextAttempt?: string;
}
/**
 * What became of the wish to cancel an order that was in production.
 */
export interface Cancellation {
  /**
   * REQUESTED while staff decide.
   */
  status: 'REQUESTED' | 'ACCEPTED' | 'REJECTED';
  /**
   * As it was given.
   */
  reason?: string;
  /**
   * Why it was rejected: in the words of staff, or order_shipped or order_failed where that ended it.
   */
  rejectionReason?: string;
}
/**
 * A parcel of the order.
 */
export interface Shipment {
  /**
   * Identifies the parcel within the order: its place in the list, counted from 1. Absent in parcels that left before there were ids.
   */
  shipmentId?: string;
  /**
   * Number to follow the parcel with.
   */
  trackingNumber?: string;
  /**
   * Who carries the parcel.
   */
  trackingCarrier?: string;
  /**
   * Where the parcel can be followed. An http or https URL.
   */
  trackingUrl?: string;
  /**
   * What is in the parcel; empty where that was not told.
   */
  items: ShippedItem[];
  /**
   * When the parcel left. ISO 8601 in UTC with milliseconds.
   */
  shipped: string;
}
/**
 * Pieces of an item in a parcel.
 */
export interface ShippedItem {
  /**
   * Item of the order.
   */
  id: string;
  /**
   * Pieces of it in the parcel.
   */
  quantity: number;
}
/**
 * Something that could be better.
 */
export interface OrderWarning {
  /**
   * Short name of the warning.
   */
  code: string;
  /**
   * What could be better.
   */
  message: string;
  /**
   * JSON Pointer to the part of the order.
   */
  pointer: string;
}
/**
 * A file of the order that is kept here.
 */
export interface KeptFile {
  /**
   * JSON Pointer to the URL in the order.
   */
  pointer: string;
  /**
   * What it is for.
   */
  role: 'artwork' | 'quality_control_image' | 'packing_slip' | 'label';
  /**
   * By its content.
   */
  mediaType: string;
  /**
   * Size.
   */
  bytes: number;
  /**
   * Of the content, in hexadecimal.
   */
  sha256: string;
  /**
   * Where its content is read: getOrderFile.
   */
  url: string;
  thumbnails: Thumbnails;
  /**
   * Pixels, of an image.
   */
  width?: number;
  /**
   * Pixels, of an image.
   */
  height?: number;
  /**
   * Pixels per inch that an image says of itself, if it does; the lower number where they differ across and down.
   */
  dpi?: number;
  /**
   * Whether an image may have transparent pixels.
   */
  hasAlpha?: boolean;
  /**
   * Of a PDF.
   */
  pages?: number;
  /**
   * Millimeters, of the first page of a PDF as it is shown.
   */
  widthMm?: number;
  /**
   * Millimeters, of the first page of a PDF as it is shown.
   */
  heightMm?: number;
  printArea?: PrintArea;
  /**
   * Of an image: pixels per inch when it is scaled to fit into the print area.
   */
  printDpi?: number;
  /**
   * When it was fetched.
   */
  fetched: string;
}
/**
 * Where pictures of it are read: getOrderFileThumbnail.
 */
export interface Thumbnails {
  /**
   * At most 320 pixels along the longer side.
   */
  small: string;
  /**
   * At most 1,280.
   */
  large: string;
}
/**
 * What a print fills at most. Artwork is scaled to fit into it.
 */
export interface PrintArea {
  /**
   * Width in millimeters.
   */
  widthMm: number;
  /**
   * Height in millimeters.
   */
  heightMm: number;
}
/**
 * Something that happened to an order, and who did it.
 */
export interface OperatorOrderEvent {
  /**
   * What happened; more types may come.
   */
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
    | 'order.returned';
  /**
   * When it happened. ISO 8601 in UTC with milliseconds.
   */
  occurred: string;
  /**
   * Status after it.
   */
  status: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /**
   * Status before it.
   */
  previousStatus?: 'NEW' | 'ASSIGNED' | 'ACCEPTED' | 'SHIPPED' | 'CANCELLED' | 'ERROR';
  /**
   * Version of the order after it; its ETag.
   */
  version: number;
  /**
   * Who did it: the client of the order, the staff of the center, or Platen itself.
   */
  actor: 'client' | 'operator' | 'system';
  /**
   * Why, where a reason was given.
   */
  reason?: string;
  /**
   * Of `order.returned`, which its client does not read: what came back.
   */
  returned?: ReturnedPieces[];
  /**
   * The id of who did it: of a client, of a program of the center, or the operatorId of a person. Absent: Platen itself.
   */
  actorId?: string;
  /**
   * The name they had then.
   */
  actorName?: string;
}
/**
 * Some pieces that came back.
 */
export interface ReturnedPieces {
  /**
   * The item.
   */
  itemId: string;
  /**
   * Code of the piece.
   */
  piece?: string;
  /**
   * Pieces.
   */
  quantity: number;
  /**
   * What became of them.
   */
  condition: 'RESELL' | 'REUSE' | 'WASTE';
  /**
   * Why they came back.
   */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
  /**
   * In the words of staff.
   */
  note?: string;
}
/**
 * Stock that is reserved for an order.
 */
export interface StockReservation {
  /**
   * ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
   */
  kind: 'ARTICLE' | 'PRODUCT';
  /**
   * EAN-13 or SKU.
   */
  code: string;
  /**
   * Pieces.
   */
  quantity: number;
}
/**
 * Stock that an order waits for.
 */
export interface StockWait {
  /**
   * ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
   */
  kind: 'ARTICLE' | 'PRODUCT';
  /**
   * EAN-13 or SKU.
   */
  code: string;
  /**
   * Pieces that it is short of.
   */
  quantity: number;
  /**
   * Older orders that wait for it too; at most 1,000 are counted.
   */
  ahead: number;
}
/**
 * What staff wrote about an article that the order is made of.
 */
export interface NoteOfArticle {
  /**
   * The article that it is about.
   */
  manufacturerCode: string;
  /**
   * The variants of that article that the order names.
   */
  skus: string[];
  /**
   * Identifier of the note.
   */
  noteId: string;
  /**
   * What was written.
   */
  text: string;
  /**
   * When it was written. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When it was last corrected; absent: never. ISO 8601 in UTC with milliseconds.
   */
  changed?: string;
  /**
   * Who wrote it: operatorId of a person, clientId of a program.
   */
  authorId?: string;
  /**
   * The name they had then.
   */
  authorName?: string;
}
/**
 * What customs are told of an order, by the catalogue as it is now.
 */
export interface OrderCustoms {
  /**
   * declared: the destination is outside the EU zone. none: inside. unknown: the order has its own label, which alone says where it goes.
   */
  need: 'declared' | 'none' | 'unknown';
  /**
   * ISO 4217, of all values.
   */
  currency?: string;
  /**
   * Merged by tariff number and origin; without what has a gap.
   */
  lines: CustomsLine[];
  /**
   * Different six-digit tariff numbers: what a duty for each tariff line is counted by.
   */
  tariffLines: number;
  /**
   * Grams of all lines.
   */
  totalNetWeightGrams: number;
  /**
   * Of all lines.
   */
  totalValue: number;
  /**
   * Empty: it can be declared.
   */
  gaps: CustomsGap[];
}
/**
 * All pieces of one tariff number and origin.
 */
export interface CustomsLine {
  /**
   * Tariff number.
   */
  hsCode: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  countryOfOrigin: string;
  /**
   * What the pieces are; several descriptions with commas between them.
   */
  description: string;
  /**
   * Pieces.
   */
  quantity: number;
  /**
   * Grams of all of them, without packaging.
   */
  netWeightGrams: number;
  /**
   * Of all of them, with VAT, in `currency`.
   */
  value: number;
}
/**
 * Why something cannot be declared.
 */
export interface CustomsGap {
  /**
   * What is missing.
   */
  field: 'hsCode' | 'countryOfOrigin' | 'weightGrams' | 'unitPrice';
  /**
   * SKU or EAN-13 of what it is missing for.
   */
  code: string;
  /**
   * Name of the product, or title of the article.
   */
  title: string;
  /**
   * The items that name it.
   */
  itemIds: string[];
  /**
   * What is missing, as a sentence.
   */
  message: string;
}
/**
 * The files of an order.
 */
export interface OrderFiles {
  /**
   * By pointer.
   */
  files: KeptFile[];
}
/**
 * Orders whose files are wanted.
 */
export interface OrderFilesRequest {
  /**
   * The orders.
   *
   * @minItems 1
   * @maxItems 100
   */
  orders: OrderFilesKey[];
}
/**
 * What names an order.
 */
export interface OrderFilesKey {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, as it is.
   */
  orderId: string;
}
/**
 * What left of an order.
 */
export interface ShipRequest {
  /**
   * The parcels that left.
   *
   * @minItems 1
   * @maxItems 100
   */
  parcels: Parcel[];
}
/**
 * A parcel.
 */
export interface Parcel {
  /**
   * Number to follow the parcel with.
   */
  trackingNumber?: string;
  /**
   * Who carries the parcel.
   */
  trackingCarrier?: string;
  /**
   * Where the parcel can be followed: http or https.
   */
  trackingUrl?: string;
  /**
   * What is in the parcel. Absent: all that is left; where several parcels have none, it is not told what is in which.
   *
   * @minItems 1
   * @maxItems 500
   */
  items?: ParcelItem[];
}
/**
 * Pieces of an item in a parcel.
 */
export interface ParcelItem {
  /**
   * Item of the order.
   */
  id: string;
  /**
   * Pieces of it in the parcel.
   */
  quantity: number;
}
/**
 * Why an order cannot be made as it is.
 */
export interface ErrorRequest {
  /**
   * Short name of the reason. Absent: production_problem, or in ERROR what it was.
   */
  code?: string;
  /**
   * What is wrong and what to do, for the client.
   */
  message: string;
  /**
   * JSON Pointer to the part of the order that is to be corrected.
   */
  pointer?: string;
  /**
   * Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none.
   *
   * @maxItems 500
   */
  scrapped?: ScrappedPieces[];
}
/**
 * Pieces of an item that were spoiled.
 */
export interface ScrappedPieces {
  /**
   * Id of the item.
   */
  item: string;
  /**
   * Pieces that were spoiled; no more than are in production.
   */
  quantity: number;
  /**
   * Why, for the ledger of the stock.
   */
  reason: string;
}
/**
 * How an order is tried again.
 */
export interface TryAgainRequest {
  /**
   * true: also the files that are kept are fetched anew. Absent: those stay.
   */
  refetch?: boolean;
}
/**
 * Why an order is cancelled.
 */
export interface CancelByStaffRequest {
  /**
   * Why; the client sees it in the history of the order.
   */
  reason?: string;
  /**
   * Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none.
   *
   * @maxItems 500
   */
  scrapped?: ScrappedPieces[];
}
/**
 * What was spoiled of an order.
 */
export interface ScrapRequest {
  /**
   * Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none.
   *
   * @maxItems 500
   */
  scrapped?: ScrappedPieces[];
}
/**
 * Why.
 */
export interface ReasonRequest {
  /**
   * Why; the client sees it in the history of the order.
   */
  reason?: string;
}
/**
 * Why an order is put on hold.
 */
export interface HoldRequest {
  /**
   * Why; the client reads it.
   */
  reason?: string;
}
/**
 * How a parcel can be followed. What is absent stays; an empty text takes away what was told.
 */
export interface TrackingRequest {
  /**
   * Number to follow the parcel with.
   */
  trackingNumber?: string;
  /**
   * Who carries the parcel.
   */
  trackingCarrier?: string;
  /**
   * Where the parcel can be followed: http or https.
   */
  trackingUrl?: string;
}
/**
 * What staff wrote for each other; customers never read it.
 */
export interface Note {
  /**
   * Identifier of the note.
   */
  noteId: string;
  /**
   * What was written.
   */
  text: string;
  /**
   * When it was written. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When it was last corrected; absent: never. ISO 8601 in UTC with milliseconds.
   */
  changed?: string;
  /**
   * Who wrote it: operatorId of a person, clientId of a program.
   */
  authorId?: string;
  /**
   * The name they had then.
   */
  authorName?: string;
}
/**
 * A note for colleagues.
 */
export interface NoteRequest {
  /**
   * What colleagues should know; also in several lines.
   */
  text: string;
}
/**
 * What left of many orders.
 */
export interface BulkShipRequest {
  /**
   * The orders.
   *
   * @minItems 1
   * @maxItems 500
   */
  orders: BulkShipOrder[];
}
/**
 * What left of an order.
 */
export interface BulkShipOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, as it is.
   */
  orderId: string;
  /**
   * ETag of the order as you read it, as in `If-Match` of the single change, or its `version` in double quotes: when it has changed since, this order is not changed.
   */
  ifMatch?: string;
  /**
   * The parcels that left.
   *
   * @minItems 1
   * @maxItems 100
   */
  parcels: Parcel[];
}
/**
 * What became of the rows.
 */
export interface BulkShipResult {
  /**
   * Number of results that went well.
   */
  succeeded: number;
  /**
   * Number of those that did not.
   */
  failed: number;
  /**
   * One for each row, in the same order.
   */
  results: BulkShipRow[];
  /**
   * How the file was read, where that was not as UTF-8.
   */
  warnings?: ImportWarning[];
}
/**
 * What became of a row.
 */
export interface BulkShipRow {
  /**
   * Of a file: the line that the row begins in, counted from 1.
   */
  line?: number;
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, as it is.
   */
  orderId: string;
  /**
   * Status of the order now, when it went well.
   */
  status?: string;
  /**
   * Name of the error, when it did not.
   */
  error?: string;
  /**
   * What was wrong, and what to do.
   */
  message?: string;
}
/**
 * An imported value that looks like a mistake.
 */
export interface ImportWarning {
  /**
   * Where: a JSON Pointer into the body, or a file and line.
   */
  pointer: string;
  /**
   * What, for programs.
   */
  code: string;
  /**
   * What, and what to do about it.
   */
  message: string;
}
/**
 * Orders to change.
 */
export interface BulkRequest {
  /**
   * The orders.
   *
   * @minItems 1
   * @maxItems 500
   */
  orders: BulkOrder[];
}
/**
 * What names an order, and what of it was seen.
 */
export interface BulkOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, as it is.
   */
  orderId: string;
  /**
   * ETag of the order as you read it, as in `If-Match` of the single change, or its `version` in double quotes: when it has changed since, this order is not changed.
   */
  ifMatch?: string;
}
/**
 * What became of the orders.
 */
export interface BulkResult {
  /**
   * Number of results that went well.
   */
  succeeded: number;
  /**
   * Number of those that did not.
   */
  failed: number;
  /**
   * One for each order, in the same order.
   */
  results: BulkRow[];
}
/**
 * What became of an order.
 */
export interface BulkRow {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, as it is.
   */
  orderId: string;
  /**
   * Status of the order now, when it went well.
   */
  status?: string;
  /**
   * Name of the error, when it did not.
   */
  error?: string;
  /**
   * What was wrong, and what to do.
   */
  message?: string;
}
/**
 * Orders to cancel.
 */
export interface BulkCancelRequest {
  /**
   * The orders.
   *
   * @minItems 1
   * @maxItems 500
   */
  orders: BulkOrder[];
  /**
   * Why; the client sees it in the history of the order.
   */
  reason?: string;
}
/**
 * Orders to put on hold.
 */
export interface BulkHoldRequest {
  /**
   * The orders.
   *
   * @minItems 1
   * @maxItems 500
   */
  orders: BulkOrder[];
  /**
   * Why; the client reads it.
   */
  reason?: string;
}
/**
 * A client in a list.
 */
export interface ListedClient {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the customer.
   */
  name: string;
  /**
   * sandbox: for tests; its orders never reach production.
   */
  mode: 'live' | 'sandbox';
  /**
   * fulfillment: a customer. operator: the center's own systems.
   */
  scope: 'fulfillment' | 'operator';
  /**
   * With the scope operator: what it may do.
   */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
  /**
   * A disabled client gets no tokens, and those it has end.
   */
  status: 'active' | 'disabled';
  /**
   * When it was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * Products it has.
   */
  products: number;
  /**
   * Product variants it has.
   */
  productVariants: number;
  /**
   * Secrets that are valid.
   */
  secrets: number;
}
/**
 * A client to be made.
 */
export interface NewClientRequest {
  /**
   * Name of the customer.
   */
  name: string;
  /**
   * Default: live.
   */
  mode?: 'live' | 'sandbox';
  /**
   * Default: fulfillment.
   */
  scope?: 'fulfillment' | 'operator';
  /**
   * With the scope operator: what it may do. Default: admin.
   */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
}
/**
 * The id and a new secret of a client.
 */
export interface NewSecret {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Shown this once; only its hash is kept.
   */
  clientSecret: string;
}
/**
 * A client.
 */
export interface Client {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the customer.
   */
  name: string;
  /**
   * sandbox: for tests; its orders never reach production.
   */
  mode: 'live' | 'sandbox';
  /**
   * fulfillment: a customer. operator: the center's own systems.
   */
  scope: 'fulfillment' | 'operator';
  /**
   * With the scope operator: what it may do.
   */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
  /**
   * A disabled client gets no tokens, and those it has end.
   */
  status: 'active' | 'disabled';
  /**
   * When it was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * Products it has.
   */
  products: number;
  /**
   * Product variants it has.
   */
  productVariants: number;
  /**
   * Secrets that are valid.
   */
  secrets: number;
  /**
   * The carriers that it has a contract with.
   */
  carriers: ContractedCarrier[];
}
/**
 * A carrier that a client has a contract with.
 */
export interface ContractedCarrier {
  /**
   * What an order names as shipping.carrierId.
   */
  carrierId: string;
  /**
   * Name of the carrier.
   */
  name: string;
  /**
   * Whether orders that name no carrier ship with it.
   */
  default: boolean;
}
/**
 * What is absent stays.
 */
export interface ClientChangeRequest {
  /**
   * Name of the customer.
   */
  name?: string;
  /**
   * Of a client with the scope operator only: what it may do.
   */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
}
/**
 * A secret that is valid. The secret itself was shown once, and is not kept.
 */
export interface ClientSecret {
  /**
   * Identifier of the secret; the claim `secret_id` of the tokens that it was exchanged for.
   */
  secretId: string;
  /**
   * When it was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
}
/**
 * How the secret is rotated.
 */
export interface RotateSecretRequest {
  /**
   * End every other secret, and the tokens it was exchanged for, at once. Default: false, the one before stays valid beside it.
   */
  revokeOthers?: boolean;
}
/**
 * A carrier.
 */
export interface Carrier {
  /**
   * What an order names as shipping.carrierId.
   */
  carrierId: string;
  /**
   * Name of the carrier.
   */
  name: string;
  /**
   * What customs form goes on its parcels out of the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: it makes its own.
   */
  customsForm: 'BY_VALUE' | 'CN22' | 'CN23' | 'NONE';
}
/**
 * A carrier.
 */
export interface CarrierRequest {
  /**
   * Name of the carrier.
   */
  name: string;
  /**
   * What customs form goes on its parcels out of the EU zone. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: it makes its own. Absent: stays as it is, at first BY_VALUE.
   */
  customsForm?: 'BY_VALUE' | 'CN22' | 'CN23' | 'NONE';
}
/**
 * A contract with a carrier.
 */
export interface ContractRequest {
  /**
   * Whether orders that name no carrier ship with it. Absent: stays as it is, at first false.
   */
  default?: boolean;
}
/**
 * A catalogue, as described at /docs/catalog-import. It has at least one of the three sections.
 */
export interface CatalogRequest {
  /**
   * Articles.
   */
  articles?: CatalogArticle[];
  /**
   * Products.
   */
  products?: CatalogProduct[];
  /**
   * Carriers.
   */
  carriers?: CatalogCarrier[];
}
/**
 * An article with its variants.
 */
export interface CatalogArticle {
  /**
   * Unique identifier of the article.
   */
  manufacturerCode: string;
  /**
   * Title.
   */
  title: string;
  /**
   * What can be done with it.
   */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
  /**
   * Its variants.
   */
  variants?: CatalogArticleVariant[];
}
/**
 * A variant of an article.
 */
export interface CatalogArticleVariant {
  /**
   * SKU.
   */
  sku: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf.
   */
  stockLevelQuantity: number;
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
  /**
   * For printing with DTG.
   */
  dtgType?: 'WHITE_UNDERBASE' | 'NO_UNDERBASE';
  /**
   * Of a BLANK: where it may be decorated.
   */
  allowedLocations?: LocationTechnologies[];
  /**
   * Of a CUSTOMIZATION: where it may be applied.
   */
  isAllowedOnLocations?: LocationTechnologies[];
}
/**
 * A location on an article, with the technologies allowed there.
 */
export interface LocationTechnologies {
  /**
   * Location on the article.
   */
  location: string;
  /**
   * Technologies allowed there.
   */
  printTechnologies: string[];
  printArea?: PrintArea;
}
/**
 * A product with its variants.
 */
export interface CatalogProduct {
  /**
   * Identifier of the product.
   */
  productId: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Relative to the image base URL, or http(s).
   */
  previewImageUrls?: string[];
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
  /**
   * Its variants.
   */
  variants?: CatalogProductVariant[];
}
/**
 * A variant of a product.
 */
export interface CatalogProductVariant {
  /**
   * EAN-13.
   */
  ean13: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf.
   */
  stockLevelQuantity: number;
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
}
/**
 * A carrier.
 */
export interface CatalogCarrier {
  /**
   * Identifier of the carrier.
   */
  carrierId: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Make it the client's default.
   */
  default?: boolean;
}
/**
 * The CSV files of a catalogue, each as a part of its own, under whatever field name.
 */
export interface CatalogForm {
  /**
   * The files. `articles.csv`, `article-variants.csv`, `products.csv`, `product-variants.csv` and `carriers.csv` are known by their names, others by their columns.
   *
   * Items: A file, with its name.
   */
  files: string[];
}
/**
 * What a catalogue holds.
 */
export interface ImportCounts {
  /**
   * Articles in the catalogue.
   */
  articles: number;
  /**
   * Article variants in it.
   */
  articleVariants: number;
  /**
   * Products in it.
   */
  products: number;
  /**
   * Product variants in it.
   */
  productVariants: number;
  /**
   * Carriers in it.
   */
  carriers: number;
  /**
   * Of its products, those that the client has now.
   */
  assignedProducts: number;
  /**
   * Their variants.
   */
  assignedProductVariants: number;
  /**
   * Of its carriers, those that the client has a contract with now.
   */
  assignedCarriers: number;
  /**
   * Imported values that look like mistakes; the first 100.
   */
  warnings?: ImportWarning[];
  differences?: CatalogDifferences;
  /**
   * true: it was a dry run, and nothing was changed. Else absent.
   */
  dryRun?: boolean;
}
/**
 * What changes: with `dryRun` what would, and nothing does.
 */
export interface CatalogDifferences {
  counts: DifferencesCounted;
  /**
   * What is new; the first 500.
   */
  new: NewRecord[];
  /**
   * What changes; the first 500.
   */
  changed: ChangedRecord[];
  /**
   * Variants that were retired, and are no longer, with what else changes; the first 500.
   */
  broughtBack: ChangedRecord[];
  /**
   * Variants that are retired; the first 500.
   */
  retired: RetiredVariant[];
}
/**
 * How many records of each kind differ.
 */
export interface DifferencesCounted {
  articles: DifferenceCounts;
  articleVariants: VariantDifferenceCounts;
  products: DifferenceCounts;
  productVariants: VariantDifferenceCounts;
  carriers: DifferenceCounts;
}
/**
 * How many records differ.
 */
export interface DifferenceCounts {
  /**
   * Records that are new.
   */
  new: number;
  /**
   * Records that change.
   */
  changed: number;
  /**
   * Records that stay as they are.
   */
  unchanged: number;
}
/**
 * How many variants differ.
 */
export interface VariantDifferenceCounts {
  /**
   * Records that are new.
   */
  new: number;
  /**
   * Records that change.
   */
  changed: number;
  /**
   * Records that stay as they are.
   */
  unchanged: number;
  /**
   * Variants that were retired, and are no longer.
   */
  broughtBack: number;
  /**
   * Variants that the catalogue no longer names, and that are retired.
   */
  retired: number;
}
/**
 * A record of the catalogue that is new.
 */
export interface NewRecord {
  /**
   * What it is.
   */
  kind: 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
  /**
   * Its identifier: manufacturerCode, sku, productId, ean13 or carrierId.
   */
  code: string;
}
/**
 * A record of the catalogue that changes.
 */
export interface ChangedRecord {
  /**
   * What it is.
   */
  kind: 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
  /**
   * Its identifier: manufacturerCode, sku, productId, ean13 or carrierId.
   */
  code: string;
  /**
   * The fields that change.
   */
  changes: FieldChange[];
}
/**
 * A field whose value is another one.
 */
export interface FieldChange {
  /**
   * Name of the field.
   */
  field: string;
  /**
   * What is stored; absent where there is nothing.
   */
  before?: unknown;
  /**
   * What comes; absent where nothing does.
   */
  after?: unknown;
}
/**
 * A variant that is retired.
 */
export interface RetiredVariant {
  /**
   * What it is.
   */
  kind: 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
  /**
   * Its identifier: manufacturerCode, sku, productId, ean13 or carrierId.
   */
  code: string;
  /**
   * Name of the product variant, or title of the article.
   */
  name: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf. They stay there.
   */
  onHand: number;
  /**
   * Orders that name it and have not ended, those of sandbox clients aside.
   */
  openOrders: number;
}
/**
 * An article in a list.
 */
export interface ListedArticle {
  /**
   * Identifier of the article.
   */
  manufacturerCode: string;
  /**
   * Title.
   */
  title: string;
  /**
   * BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither.
   */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
  /**
   * Number of variants, without those that are retired.
   */
  variants: number;
}
/**
 * An article with its variants and their stock. Its customs data holds for variants that have none of their own.
 */
export interface StaffArticle {
  /**
   * Identifier of the article.
   */
  manufacturerCode: string;
  /**
   * Title.
   */
  title: string;
  /**
   * BLANK can be decorated, CUSTOMIZATION is applied to a blank, UNPRODUCIBLE is neither.
   */
  type: 'BLANK' | 'CUSTOMIZATION' | 'UNPRODUCIBLE';
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
  /**
   * By SKU; the first 1000.
   */
  variants: StaffArticleVariant[];
}
/**
 * A variant of an article, with its stock.
 */
export interface StaffArticleVariant {
  /**
   * SKU.
   */
  sku: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf.
   */
  onHand: number;
  /**
   * Pieces that orders have reserved.
   */
  reserved: number;
  /**
   * Pieces that may still be reserved; never below 0.
   */
  available: number;
  /**
   * Since when it is retired, and cannot be ordered any more; absent where it is not.
   */
  retired?: string;
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
  /**
   * Whether direct-to-garment printing puts white under the colours.
   */
  dtgType?: 'WHITE_UNDERBASE' | 'NO_UNDERBASE';
  /**
   * Of a BLANK: where it may be decorated, with what, and how large.
   */
  allowedLocations: LocationTechnologies[];
  /**
   * Of a CUSTOMIZATION: where it may be applied, and with what.
   */
  isAllowedOnLocations: LocationTechnologies[];
}
/**
 * A product in a list.
 */
export interface ListedProduct {
  /**
   * Identifier of the product.
   */
  productId: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Addresses of its pictures, in full.
   */
  previewImageUrls: string[];
  /**
   * Number of variants, without those that are retired.
   */
  variants: number;
}
/**
 * A product with its variants and their stock. Its customs data holds for variants that have none of their own.
 */
export interface StaffProduct {
  /**
   * Identifier of the product.
   */
  productId: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Addresses of its pictures, in full.
   */
  previewImageUrls: string[];
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
  /**
   * By EAN-13; the first 1000.
   */
  variants: StaffProductVariant[];
}
/**
 * A variant of a product, with its stock.
 */
export interface StaffProductVariant {
  /**
   * EAN-13.
   */
  ean13: string;
  /**
   * Name.
   */
  name: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf.
   */
  onHand: number;
  /**
   * Pieces that orders have reserved.
   */
  reserved: number;
  /**
   * Pieces that may still be reserved; never below 0.
   */
  available: number;
  /**
   * Since when it is retired, and cannot be ordered any more; absent where it is not.
   */
  retired?: string;
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
}
/**
 * A client, by its name.
 */
export interface NamedClient {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  name: string;
  /**
   * Whether it is an integrator's test; those never reach production.
   */
  mode: 'live' | 'sandbox';
  /**
   * Whether it may use the API.
   */
  status: 'active' | 'disabled';
}
/**
 * A client that has a contract with a carrier.
 */
export interface ContractedClient {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  name: string;
  /**
   * Whether it is an integrator's test; those never reach production.
   */
  mode: 'live' | 'sandbox';
  /**
   * Whether it may use the API.
   */
  status: 'active' | 'disabled';
  /**
   * Whether it is the default carrier of the client.
   */
  default: boolean;
}
/**
 * What a customs declaration says of one piece; what is not known is absent.
 */
export interface CustomsData {
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
}
/**
 * The customs data; what is absent is removed.
 */
export interface CustomsRequest {
  /**
   * Tariff number: 6 to 10 digits, of which the first six hold in all countries.
   */
  hsCode?: string;
  /**
   * Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.
   */
  countryOfOrigin?: string;
  /**
   * Grams of one piece, without packaging.
   */
  weightGrams?: number;
  /**
   * What it is, of what and for whom, in words that customs accept.
   */
  customsDescription?: string;
}
/**
 * Stock of a variant, in a list.
 */
export interface ListedStock {
  /**
   * ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
   */
  kind: 'ARTICLE' | 'PRODUCT';
  /**
   * EAN-13 or SKU.
   */
  code: string;
  /**
   * Name of the product variant, or title of the article.
   */
  name: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf.
   */
  onHand: number;
  /**
   * Pieces that orders have reserved.
   */
  reserved: number;
  /**
   * Pieces that may still be reserved; never below 0.
   */
  available: number;
  /**
   * Since when it is retired, and cannot be ordered any more; absent where it is not.
   */
  retired?: string;
  /**
   * Of an article variant the manufacturerCode, of a product variant the productId.
   */
  parent: string;
}
/**
 * Stock of a variant.
 */
export interface StockLevel {
  /**
   * ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.
   */
  kind: 'ARTICLE' | 'PRODUCT';
  /**
   * EAN-13 or SKU.
   */
  code: string;
  /**
   * Name of the product variant, or title of the article.
   */
  name: string;
  /**
   * Colour.
   */
  color: string;
  /**
   * Size.
   */
  size: string;
  /**
   * Pieces on the shelf.
   */
  onHand: number;
  /**
   * Pieces that orders have reserved.
   */
  reserved: number;
  /**
   * Pieces that may still be reserved; never below 0.
   */
  available: number;
  /**
   * Orders that wait for it; at most 1,000 are counted.
   */
  waitingOrders: number;
  /**
   * Since when it is retired, and cannot be ordered any more; absent where it is not.
   */
  retired?: string;
}
/**
 * What was counted.
 */
export interface SetStockRequest {
  /**
   * Pieces that were counted on the shelf, reserved ones included.
   */
  quantity: number;
  /**
   * Reason of the change, recorded with the stock movement.
   */
  reason?: string;
}
/**
 * A change of the quantity on hand.
 */
export interface AdjustStockRequest {
  /**
   * Pieces that were put on the shelf, or taken off it when negative.
   */
  by: number;
  /**
   * Reason of the change, recorded with the stock movement.
   */
  reason?: string;
}
/**
 * A stock movement.
 */
export interface StockMovement {
  /**
   * UUID.
   */
  movementId: string;
  /**
   * When.
   */
  occurred: string;
  /**
   * What happened. carried_forward: all movements of a month together, from before the time that each is kept by itself; it occurred when the last of them did.
   */
  reason:
    | 'reserved'
    | 'released'
    | 'shipped'
    | 'scrapped'
    | 'returned'
    | 'set'
    | 'adjusted'
    | 'imported'
    | 'carried_forward';
  /**
   * Pieces put on the shelf, or taken off it when negative.
   */
  onHandChange: number;
  /**
   * Pieces reserved, or given back when negative.
   */
  reservedChange: number;
  /**
   * How many movements were carried forward.
   */
  movements?: number;
  /**
   * Identifier of the client.
   */
  clientId?: string;
  /**
   * The order it was for.
   */
  orderId?: string;
  /**
   * Why, in the words of staff.
   */
  note?: string;
  /**
   * Who did it: the client of the order, the staff of the center, or Platen itself. Absent: from before this was recorded.
   */
  actor?: 'client' | 'operator' | 'system';
  /**
   * The id of who did it. Absent: Platen itself, or the command line.
   */
  actorId?: string;
  /**
   * The name they had then.
   */
  actorName?: string;
}
/**
 * A printer. Its address is told to those who may change it.
 */
export interface Printer {
  /**
   * Identifier of the printer.
   */
  printerId: string;
  /**
   * What people call it; no other has the same.
   */
  name: string;
  /**
   * raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
   */
  kind: 'raw' | 'ipp' | 'browser';
  /**
   * Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here.
   */
  address?: string;
  /**
   * What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well.
   *
   * @minItems 1
   * @maxItems 3
   *
   * Items: A media type.
   */
  mediaTypes: ('application/zpl' | 'application/pdf' | 'image/png')[];
  /**
   * Width of its paper in millimeters.
   */
  mediaWidthMm: number;
  /**
   * Height of its paper in millimeters.
   */
  mediaHeightMm: number;
  /**
   * How fine it prints: 203 or 300 of most label printers.
   */
  dotsPerInch: number;
  /**
   * When it was named. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * Print jobs that are queued or being sent.
   */
  waiting: number;
  /**
   * Since when nothing reaches it. Absent: the last attempt did. ISO 8601 in UTC with milliseconds.
   */
  failingSince?: string;
  /**
   * What the last attempt failed of. The guide to printing lists them.
   */
  lastError?: string;
  /**
   * When it is tried again. ISO 8601 in UTC with milliseconds.
   */
  nextAttempt?: string;
}
/**
 * A printer.
 */
export interface NewPrinterRequest {
  /**
   * What people call it; no other has the same.
   */
  name: string;
  /**
   * raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
   */
  kind: 'raw' | 'ipp' | 'browser';
  /**
   * Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here.
   */
  address?: string;
  /**
   * What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well.
   *
   * @minItems 1
   * @maxItems 3
   *
   * Items: A media type.
   */
  mediaTypes?: ('application/zpl' | 'application/pdf' | 'image/png')[];
  /**
   * Width of its paper in millimeters.
   */
  mediaWidthMm: number;
  /**
   * Height of its paper in millimeters.
   */
  mediaHeightMm: number;
  /**
   * How fine it prints: 203 or 300 of most label printers.
   */
  dotsPerInch: number;
}
/**
 * What changes of a printer; the rest stays.
 */
export interface PrinterChangeRequest {
  /**
   * What people call it; no other has the same.
   */
  name?: string;
  /**
   * raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
   */
  kind?: 'raw' | 'ipp' | 'browser';
  /**
   * Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here.
   */
  address?: string;
  /**
   * What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well.
   *
   * @minItems 1
   * @maxItems 3
   *
   * Items: A media type.
   */
  mediaTypes?: ('application/zpl' | 'application/pdf' | 'image/png')[];
  /**
   * Width of its paper in millimeters.
   */
  mediaWidthMm?: number;
  /**
   * Height of its paper in millimeters.
   */
  mediaHeightMm?: number;
  /**
   * How fine it prints: 203 or 300 of most label printers.
   */
  dotsPerInch?: number;
}
/**
 * A document that is printed, or was.
 */
export interface PrintJob {
  /**
   * Identifier of the print job.
   */
  jobId: string;
  printer: PrintJobPrinter;
  /**
   * What it is.
   */
  kind: string;
  /**
   * Which one of its kind: it is printed once.
   */
  key: string;
  /**
   * What people call it.
   */
  title: string;
  /**
   * The station where it was asked for.
   */
  stationId?: string;
  /**
   * Of its document.
   */
  contentType: 'application/zpl' | 'application/pdf' | 'image/png';
  /**
   * Size of its document.
   */
  documentBytes: number;
  /**
   * false: the document was deleted some time after printing.
   */
  hasDocument: boolean;
  /**
   * How many are printed.
   */
  copies: number;
  /**
   * queued: waits for its printer. sending: under way. printed: the printer has taken it whole. failed: the printer refuses it, or it waited too long. unknown: it may have been printed, a person says (`confirmPrintJob` or `retryPrintJob`). cancelled.
   */
  state: 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
  /**
   * How often it was tried to send it.
   */
  attempts: number;
  /**
   * When it was asked for. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  createdBy: PrintJobCreator;
  /**
   * Since when it is in its state. ISO 8601 in UTC with milliseconds.
   */
  changed: string;
  /**
   * When the printer had taken it, or a person said so. ISO 8601 in UTC with milliseconds.
   */
  printed?: string;
  /**
   * What the last attempt failed of. The guide to printing lists them.
   */
  lastError?: string;
  /**
   * The job that it repeats.
   */
  reprintOf?: string;
  /**
   * Why it was printed again.
   */
  reason?: string;
}
/**
 * On which printer.
 */
export interface PrintJobPrinter {
  /**
   * Identifier of the printer.
   */
  printerId: string;
  /**
   * Absent: it was deleted.
   */
  name?: string;
  /**
   * raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.
   */
  kind?: 'raw' | 'ipp' | 'browser';
}
/**
 * Who asked for it.
 */
export interface PrintJobCreator {
  /**
   * operator, or system: Platen itself.
   */
  kind: string;
  /**
   * Who it was.
   */
  id?: string;
  /**
   * Their name then.
   */
  name?: string;
}
/**
 * Why it is printed again.
 */
export interface ReprintRequest {
  /**
   * Why; the old one is to be destroyed.
   */
  reason: string;
  /**
   * Another printer than before.
   */
  printerId?: string;
}
/**
 * Items of ASSIGNED orders that are made alike.
 */
export interface ReleaseGroup {
  /**
   * Absent: existing products, which are only packed.
   */
  technology?: string;
  /**
   * Of the article; absent for existing products.
   */
  manufacturerCode?: string;
  /**
   * Of the article, or name of the product variant.
   */
  title: string;
  /**
   * SKU of the blank, or EAN-13 of the product variant.
   */
  code: string;
  /**
   * Colour of it.
   */
  color: string;
  /**
   * Size of it.
   */
  size: string;
  /**
   * Orders that have it.
   */
  orders: number;
  /**
   * Pieces of it in them: so many are taken from the shelf.
   */
  pieces: number;
  /**
   * How many of the orders have several pieces.
   */
  multi: number;
  /**
   * How many of the orders are due already.
   */
  late: number;
  /**
   * When the oldest of the orders was made. ISO 8601 in UTC with milliseconds.
   */
  oldest: string;
  /**
   * When the oldest of them is due. ISO 8601 in UTC with milliseconds.
   */
  due: string;
  /**
   * Pieces on the shelf.
   */
  onHand: number;
  /**
   * Pieces of it that orders have reserved, these orders and those in production.
   */
  reserved: number;
}
/**
 * An ASSIGNED order that is not on hold.
 */
export interface ReleasableOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  clientName: string;
  /**
   * The orderId, percent-encoded.
   */
  orderId: string;
  /**
   * Pieces and counted products.
   */
  pieces: number;
  /**
   * When it was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When it is due. ISO 8601 in UTC with milliseconds.
   */
  due: string;
}
/**
 * How many orders can be released. All but `assigned` is of the oldest orders that are chosen, as many as `oldest` says.
 */
export interface ReleaseCounts {
  /**
   * All orders of live clients that are ASSIGNED and not on hold, whatever is chosen. It is kept, and not counted.
   */
  assigned: number;
  /**
   * Orders that are chosen and can be released: `oldest` at most, and then there may be more.
   */
  orders: number;
  /**
   * Pieces and counted products in them.
   */
  pieces: number;
  /**
   * How many of the orders are due already.
   */
  late: number;
  /**
   * How many are due by the end of today, the late ones among them.
   */
  today: number;
  /**
   * How many have several pieces.
   */
  multi: number;
}
/**
 * What of the floor needs a person now.
 */
export interface FloorCounts {
  /**
   * Open orders of live clients that are due already.
   */
  late: number;
  /**
   * When those were made at the latest, to the minute. ISO 8601 in UTC with milliseconds.
   */
  lateMadeBy: string;
  /**
   * Bins whose order is in error, on hold, or asked to be cancelled.
   */
  binsStopped: number;
  /**
   * Bins whose order was cancelled, or shipped without being packed here.
   */
  binsToEmpty: number;
}
/**
 * What a batch is made of, and how far it is.
 */
export interface BatchProgress {
  /**
   * What is picked, by technology, article and variant.
   */
  lines: BatchLine[];
  /**
   * What is applied, by SKU.
   */
  customizations: BatchCustomization[];
}
/**
 * Pieces of a batch that are made alike.
 */
export interface BatchLine {
  /**
   * Absent: existing products, which are only packed.
   */
  technology?: string;
  /**
   * Of the article; absent for existing products.
   */
  manufacturerCode?: string;
  /**
   * Of the article, or name of the product variant.
   */
  title: string;
  /**
   * SKU of the blank, or EAN-13 of the product variant.
   */
  code: string;
  /**
   * Colour of it.
   */
  color: string;
  /**
   * Size of it.
   */
  size: string;
  /**
   * So many are picked: those that were not replaced, scrapped or cancelled.
   */
  pieces: number;
  /**
   * Still to be made.
   */
  toMake: number;
  /**
   * Made, and not yet checked.
   */
  made: number;
  /**
   * Checked, and not yet packed.
   */
  checked: number;
  /**
   * In parcels, or left without being packed here.
   */
  packed: number;
  /**
   * Of orders that are in error or cancelled.
   */
  stopped: number;
  /**
   * Rejected, and made again.
   */
  replaced: number;
  /**
   * Pieces on the shelf.
   */
  onHand: number;
  /**
   * Pieces of it that orders have reserved, these among them.
   */
  reserved: number;
}
/**
 * What is applied to pieces beside their prints.
 */
export interface BatchCustomization {
  /**
   * Its SKU.
   */
  code: string;
  /**
   * How often it is applied.
   */
  pieces: number;
}
/**
 * A physical piece of a custom item.
 */
export interface Piece {
  /**
   * As it is scanned: P and ten digits.
   */
  code: string;
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * Counts the acceptances of the order: what it was changed to after an error is another run, with new pieces.
   */
  run: number;
  /**
   * Id of the item in the order.
   */
  itemId: string;
  /**
   * Place of the item in the order, from 1.
   */
  position: number;
  /**
   * Which of the pieces of the item, from 1.
   */
  copy: number;
  /**
   * 0: the first. 1: its successor R1, and so on.
   */
  attempt: number;
  /**
   * 1; of an item of more than 200 pieces all of them, as one lot.
   */
  quantity: number;
  /**
   * The blank.
   */
  sku: string;
  /**
   * Of its first step.
   */
  technology: string;
  /**
   * What is to be done with it, in this order.
   */
  steps: PieceStep[];
  /**
   * How many of the steps are done, the first ones.
   */
  stepsDone: number;
  /**
   * What has become of it.
   */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /**
   * Since when. ISO 8601 in UTC with milliseconds.
   */
  stateSince: string;
  /**
   * The batch that it is made in.
   */
  batchId?: string;
  /**
   * false: no blank is reserved for it yet, since the shelf had none.
   */
  hasBlank?: boolean;
  /**
   * Number of the parcel that it is in.
   */
  parcel?: number;
  /**
   * Why it was replaced, scrapped or cancelled.
   */
  reason?: string;
  /**
   * Code of its successor.
   */
  replacedBy?: string;
}
/**
 * Something to be done with a piece.
 */
export interface PieceStep {
  /**
   * PRINT or CUSTOMIZATION.
   */
  kind: 'PRINT' | 'CUSTOMIZATION';
  /**
   * How it is done.
   */
  technology: string;
  /**
   * Where on the blank.
   */
  location: string;
  /**
   * Which of the prints or customizations of the item, from 0.
   */
  place: number;
  /**
   * Of a customization: what is applied.
   */
  sku?: string;
}
/**
 * Which orders lie where.
 */
export interface BinContents {
  /**
   * How many bins there are.
   */
  bins: number;
  /**
   * Those that are taken, by their numbers.
   */
  contents: BinContent[];
}
/**
 * What lies in a bin, and what it waits for.
 */
export interface BinContent {
  /**
   * Its number.
   */
  bin: number;
  /**
   * As it is scanned: K and four digits.
   */
  code: string;
  /**
   * COMPLETE: all is there, and it can be packed. WAITING: pieces are still to come. STOPPED: the order is in error, on hold, or asked to be cancelled. CANCELLED, SHIPPED: nothing happens to the order any more, so empty it.
   */
  state: 'COMPLETE' | 'WAITING' | 'STOPPED' | 'CANCELLED' | 'SHIPPED';
  /**
   * Client of the order that has it.
   */
  clientId: string;
  /**
   * Its name.
   */
  clientName: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * Since when. ISO 8601 in UTC with milliseconds.
   */
  taken: string;
  /**
   * Pieces of the order that count.
   */
  pieces: number;
  /**
   * Those that are checked, and lie in it.
   */
  checked: number;
  /**
   * Those that are in parcels already.
   */
  packed: number;
  /**
   * Pieces that are still to come, the first ten.
   */
  missing: MissingPiece[];
}
/**
 * A piece that is still to come.
 */
export interface MissingPiece {
  /**
   * Of the piece.
   */
  code: string;
  /**
   * What has become of it.
   */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /**
   * 0: the first. 1: its successor R1, and so on.
   */
  attempt: number;
  /**
   * The blank.
   */
  sku: string;
  /**
   * Of its first step.
   */
  technology: string;
}
/**
 * What happened to a piece.
 */
export interface PieceEvent {
  /**
   * Identifier of the event.
   */
  eventId: string;
  /**
   * Of the piece.
   */
  code: string;
  /**
   * What happened, such as piece.made.
   */
  type: string;
  /**
   * When. ISO 8601 in UTC with milliseconds.
   */
  occurred: string;
  /**
   * Where.
   */
  station?: string;
  /**
   * Who: operatorId of a person, clientId of a program.
   */
  actorId?: string;
  /**
   * The name they had then.
   */
  actorName?: string;
  /**
   * Why it was rejected.
   */
  reason?: string;
}
/**
 * Which ASSIGNED orders are to be made together: by what they are, or by their names.
 */
export interface ReleaseRequest {
  /**
   * Of the first print of an item, else of its first customization.
   */
  technology?: string;
  /**
   * Of the article.
   */
  manufacturerCode?: string;
  /**
   * Of the blank.
   */
  sku?: string;
  /**
   * Identifier of the client.
   */
  clientId?: string;
  /**
   * Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds.
   */
  dueBy?: string;
  /**
   * SINGLE: orders of one piece. MULTI: orders of several.
   */
  size?: 'SINGLE' | 'MULTI';
  /**
   * LATE: due already. TODAY, TOMORROW: due by the end of that day, by the clock of `TIME_ZONE`. Kept with the batch as `dueBy`.
   */
  due?: 'LATE' | 'TODAY' | 'TOMORROW';
  /**
   * At most so many orders, the oldest.
   */
  limit?: number;
  /**
   * These orders, whatever else they are. What else is named then only tells what they were chosen by.
   *
   * @minItems 1
   * @maxItems 500
   */
  orders?: ReleaseOrder[];
}
/**
 * An order.
 */
export interface ReleaseOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, percent-encoded.
   */
  orderId: string;
}
/**
 * What was released; without `batch` nothing was.
 */
export interface Release {
  batch?: Batch;
  /**
   * Those that were chosen, and that somebody else was faster with, or that cannot be made now.
   */
  leftOut: LeftOutOrder[];
}
/**
 * Orders that were released into production together.
 */
export interface Batch {
  /**
   * Its number.
   */
  batchId: string;
  /**
   * As it is scanned: B and its number.
   */
  code: string;
  /**
   * When it was released. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * Who released it: operatorId of a person, clientId of a program.
   */
  createdById?: string;
  /**
   * The name they had then.
   */
  createdByName?: string;
  choice: ReleaseChoice;
  /**
   * When its most urgent order is due. ISO 8601 in UTC with milliseconds.
   */
  due?: string;
  /**
   * Orders, when it was released.
   */
  orders: number;
  /**
   * Pieces and counted products, when it was released.
   */
  pieces: number;
  /**
   * Since when nothing of it is left to make; absent: something is. ISO 8601 in UTC with milliseconds.
   */
  ended?: string;
}
/**
 * What its orders were chosen by; empty when they were only named.
 */
export interface ReleaseChoice {
  /**
   * Of the first print of an item, else of its first customization.
   */
  technology?: string;
  /**
   * Of the article.
   */
  manufacturerCode?: string;
  /**
   * Of the blank.
   */
  sku?: string;
  /**
   * Identifier of the client.
   */
  clientId?: string;
  /**
   * Orders that are due at this moment or before; an order is due `PRODUCTION_HOURS` after it was made. ISO 8601 in UTC with milliseconds.
   */
  dueBy?: string;
  /**
   * SINGLE: orders of one piece. MULTI: orders of several.
   */
  size?: 'SINGLE' | 'MULTI';
}
/**
 * An order that was chosen, and could not be released.
 */
export interface LeftOutOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * The orderId, percent-encoded.
   */
  orderId: string;
  /**
   * ALREADY_RELEASED: another batch has it. NOT_ASSIGNED: it cannot be accepted now.
   */
  reason: 'ALREADY_RELEASED' | 'NOT_ASSIGNED';
  /**
   * The batch that has it.
   */
  batchId?: string;
  /**
   * Of that batch.
   */
  code?: string;
}
/**
 * A blank of which too few were found.
 */
export interface ShortRequest {
  /**
   * The blank.
   */
  sku: string;
  /**
   * How many of those that the batch needs were not found.
   */
  missing: number;
}
/**
 * What left the batch.
 */
export interface Short {
  /**
   * Those that left the batch, of the youngest orders; a lot leaves as a whole.
   */
  pieces: Piece[];
  stock: StockAfterShort;
}
/**
 * The blank in the stock.
 */
export interface StockAfterShort {
  /**
   * As it counts now: no more than orders have reserved.
   */
  onHand: number;
  /**
   * Pieces that orders have reserved.
   */
  reserved: number;
}
/**
 * A piece with all that a station shows of it. Addresses are paths on this server.
 */
export interface PieceInHand {
  /**
   * As it is scanned: P and ten digits.
   */
  code: string;
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * Counts the acceptances of the order: what it was changed to after an error is another run, with new pieces.
   */
  run: number;
  /**
   * Id of the item in the order.
   */
  itemId: string;
  /**
   * Place of the item in the order, from 1.
   */
  position: number;
  /**
   * Which of the pieces of the item, from 1.
   */
  copy: number;
  /**
   * 0: the first. 1: its successor R1, and so on.
   */
  attempt: number;
  /**
   * 1; of an item of more than 200 pieces all of them, as one lot.
   */
  quantity: number;
  /**
   * The blank.
   */
  sku: string;
  /**
   * Of its first step.
   */
  technology: string;
  /**
   * What is to be done with it, in this order.
   */
  steps: StepInHand[];
  /**
   * How many of the steps are done, the first ones.
   */
  stepsDone: number;
  /**
   * What has become of it.
   */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /**
   * Since when. ISO 8601 in UTC with milliseconds.
   */
  stateSince: string;
  /**
   * The batch that it is made in.
   */
  batchId?: string;
  /**
   * false: no blank is reserved for it yet, since the shelf had none.
   */
  hasBlank?: boolean;
  /**
   * Number of the parcel that it is in.
   */
  parcel?: number;
  /**
   * Why it was replaced, scrapped or cancelled.
   */
  reason?: string;
  /**
   * Code of its successor.
   */
  replacedBy?: string;
  /**
   * Which of the pieces of its item it is, from 1.
   */
  number: number;
  /**
   * How many pieces its item is.
   */
  of: number;
  article?: PieceArticle;
  qualityControl?: PiecePictures;
  batch?: PlaceInBatch;
  /**
   * When its order should have left. ISO 8601 in UTC with milliseconds.
   */
  due?: string;
  /**
   * Staff prefer its order.
   */
  isPreferred: boolean;
}
/**
 * Something to be done with a piece, and how.
 */
export interface StepInHand {
  /**
   * PRINT or CUSTOMIZATION.
   */
  kind: 'PRINT' | 'CUSTOMIZATION';
  /**
   * How it is done.
   */
  technology: string;
  /**
   * Where on the blank.
   */
  location: string;
  /**
   * Which of the prints or customizations of the item, from 0.
   */
  place: number;
  /**
   * Of a customization: what is applied.
   */
  sku?: string;
  /**
   * Whether it is behind the piece.
   */
  isDone: boolean;
  /**
   * How wide the print is: its artwork, scaled to fit into the print area.
   */
  widthMm?: number;
  /**
   * How high it is.
   */
  heightMm?: number;
  /**
   * Of a customization: name of what is applied.
   */
  title?: string;
  artwork?: PieceArtwork;
  qualityControl?: PiecePictures;
}
/**
 * What is printed. Absent where it is not kept.
 */
export interface PieceArtwork {
  /**
   * Address of a small picture of it.
   */
  thumbnail: string;
  /**
   * Address of a large picture of it.
   */
  preview: string;
  /**
   * Address of the file itself.
   */
  file: string;
  /**
   * The name under which it is saved.
   */
  fileName: string;
}
/**
 * How the piece should look.
 */
export interface PiecePictures {
  /**
   * Address of a small picture of it.
   */
  thumbnail: string;
  /**
   * Address of a large picture of it.
   */
  preview: string;
}
/**
 * The blank, as the catalogue describes it.
 */
export interface PieceArticle {
  /**
   * The blank.
   */
  sku: string;
  /**
   * Of the article.
   */
  title: string;
  /**
   * Its colour.
   */
  color: string;
  /**
   * Its size.
   */
  size: string;
  /**
   * WHITE_UNDERBASE or NO_UNDERBASE: whether white is printed below.
   */
  dtgType?: string;
}
/**
 * Where it stands in its batch.
 */
export interface PlaceInBatch {
  /**
   * Its number.
   */
  batchId: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * Place of the piece in it, from 1, in the order in which blanks are picked.
   */
  place: number;
  /**
   * How many places there are.
   */
  of: number;
}
/**
 * Why the order of a piece is stopped.
 */
export interface StopRequest {
  /**
   * Which step of the piece cannot be printed; absent: the one that comes next.
   */
  step?: number;
  /**
   * What its customer reads.
   */
  message?: string;
}
/**
 * What an order was stopped for.
 */
export interface StoppedOrder {
  /**
   * JSON Pointer to the print in the order.
   */
  pointer: string;
  /**
   * What its customer reads.
   */
  message: string;
}
/**
 * A piece on the floor, with pictures to compare it by.
 */
export interface FoundPiece {
  /**
   * As it is scanned: P and ten digits.
   */
  code: string;
  /**
   * The client of the order. Not for the role floor.
   */
  clientId?: string;
  /**
   * What the client is called. Not for the role floor.
   */
  clientName?: string;
  /**
   * The order. Not for the role floor.
   */
  orderId?: string;
  /**
   * Id of the item in the order.
   */
  itemId: string;
  /**
   * Which of the pieces of its item it is, from 1.
   */
  number: number;
  /**
   * 0: the first. 1: its successor R1, and so on.
   */
  attempt: number;
  /**
   * 1; of an item of more than 200 pieces all of them, as one lot.
   */
  quantity: number;
  /**
   * The blank.
   */
  sku: string;
  article?: PieceArticle;
  /**
   * Of its first step.
   */
  technology: string;
  /**
   * What has become of it.
   */
  state: 'TO_MAKE' | 'MADE' | 'CHECKED' | 'PACKED' | 'REPLACED' | 'SCRAPPED' | 'CANCELLED';
  /**
   * The batch that it is made in.
   */
  batchId?: string;
  /**
   * false: no blank is reserved for it yet, since the shelf had none.
   */
  hasBlank?: boolean;
  /**
   * When its order should have left. ISO 8601 in UTC with milliseconds.
   */
  due: string;
  artwork?: PiecePictures;
  qualityControl?: PiecePictures;
}
/**
 * A code that was scanned at a station.
 */
export interface ScanRequest {
  /**
   * Made at the station, such as a UUID: the same scan sent again counts once.
   */
  id: string;
  /**
   * Which station. Left out by a browser that is one, which is known by its session; others must name it.
   */
  station?: string;
  /**
   * As it came from the scanner.
   */
  code: string;
  context: ScanContext;
}
/**
 * What the station has open: `next` of the last answer.
 */
export interface ScanContext {
  /**
   * What is done at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up, and change nothing.
   */
  work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER' | 'FIND';
  /**
   * Code of the piece in hand, as the last answer gave it.
   */
  piece?: string;
  /**
   * Code of the piece that was finished before it, or of HAND_OVER the parcel that was scanned last, as the last answer gave it.
   */
  last?: string;
  /**
   * Of PACK: code of the parcel that is open, as the last answer gave it.
   */
  parcel?: string;
  /**
   * Of PACK: code of the order that somebody else packs, as the last answer gave it.
   */
  order?: string;
  /**
   * Of PACK: code of the parcel whose label is printed again, as the last answer gave it.
   */
  reprint?: string;
  /**
   * Of HAND_OVER: the list that is open at the station. Its number.
   */
  handOver?: string;
  /**
   * Of HAND_OVER: true when the last answer asked to CLOSE.
   */
  isClosing?: boolean;
}
/**
 * What a scan meant, what it did, and what comes next.
 */
export interface ScanAnswer {
  /**
   * What the code stands for.
   */
  meaning:
    | 'PIECE'
    | 'ORDER'
    | 'BATCH'
    | 'BIN'
    | 'PARCEL'
    | 'PERSON'
    | 'COMMAND'
    | 'PRODUCT'
    | 'TRACKING'
    | 'UNKNOWN';
  piece?: PieceInHand;
  order?: ScannedOrder;
  /**
   * Of a code on the sheet of commands.
   */
  command?:
    | 'PASS'
    | 'UNDO'
    | 'NEXT_PARCEL'
    | 'NO_TRACKING'
    | 'HAND_OVER_TO_ME'
    | 'STOP_ORDER'
    | 'REPRINT_LABEL'
    | 'REJECT';
  /**
   * Of REJECT: what is wrong with the piece.
   */
  reason?: 'MISPLACED' | 'COLOUR' | 'SMEAR' | 'WRONG_GARMENT' | 'HOLE' | 'ARTWORK' | 'LOST' | 'OTHER';
  done?: ScanDone;
  parcel?: ScannedParcel;
  leaving?: WaitingParcel;
  handOver?: ScannedHandOver;
  /**
   * TRACKING: all is in the parcel, and the next scan is its tracking number, or NO_TRACKING. CLOSE: parcels are missing, and PASS closes the list without them. REASON: why the label is printed again; a code of the reasons prints it.
   */
  asks?: 'TRACKING' | 'CLOSE' | 'REASON';
  stopped?: StoppedOrder;
  /**
   * true: the piece in hand was scanned again, so that its file is wanted.
   */
  isAgain?: boolean;
  next: ScanNext;
  refusal?: ScanRefusal;
}
/**
 * The order, or the one of the piece.
 */
export interface ScannedOrder {
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * What the client is called.
   */
  clientName?: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * As it is scanned: R and ten digits.
   */
  code: string;
  /**
   * Its pieces, without those that were replaced.
   */
  pieces?: number;
  /**
   * The bin in which they gather.
   */
  bin?: number;
  /**
   * What staff wrote about the order and the article of the piece (without one, the articles of the order), oldest first; the latest 20.
   */
  notes: FloorNote[];
}
/**
 * What staff wrote for each other.
 */
export interface FloorNote {
  /**
   * What was written.
   */
  text: string;
  /**
   * When. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * Who wrote it, by the name they had then.
   */
  author?: string;
  /**
   * The article that it is about; absent: the order.
   */
  manufacturerCode?: string;
}
/**
 * What the scan brought to an end, and what became of that piece.
 */
export interface ScanDone {
  piece: Piece;
  /**
   * Where to put it: the bin of its order.
   */
  bin?: number;
  /**
   * All pieces of its order are checked: it can be packed.
   */
  isOrderComplete?: boolean;
  successor?: Piece;
}
/**
 * Of PACK: the parcel that is open, has just left, or waits for its label.
 */
export interface ScannedParcel {
  /**
   * As it is scanned: T and ten digits.
   */
  code: string;
  /**
   * Its number within the order, from 1.
   */
  number: number;
  /**
   * OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it has left. DROPPED: its order ended, or was changed, without it.
   */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /**
   * Each item of which something is still to leave.
   */
  items: PackedItem[];
  /**
   * Those that were asked for; none before all is in it.
   */
  papers: ParcelPaper[];
  /**
   * What customs still have to be told of what is to leave, as sentences: mend it before packing ends.
   */
  gaps: string[];
  /**
   * Name of the carrier.
   */
  carrier?: string;
  /**
   * Why it has no label. customs_data_missing: the catalogue lacks what customs are to be told. file_missing: a file that the client sent is gone. file_not_printable: a file that the client sent would do more than be printed. label_used: the one label that the client sent is on another parcel of the order. no_printer: no printer takes it. address_not_printable: the address has characters that nothing here can print. paper_not_drawn: drawing failed.
   */
  problem?:
    | 'customs_data_missing'
    | 'file_missing'
    | 'file_not_printable'
    | 'label_used'
    | 'no_printer'
    | 'address_not_printable'
    | 'paper_not_drawn';
  /**
   * The same with codes.
   */
  gapSentences: FloorSentence[];
  /**
   * What is missing, as sentences.
   */
  details?: string[];
  /**
   * The same with codes.
   */
  detailSentences?: FloorSentence[];
  /**
   * As it was scanned or told.
   */
  trackingNumber?: string;
  /**
   * Lines of the address, while the parcel is open here.
   */
  recipient?: string[];
}
/**
 * What of an item is in the parcel.
 */
export interface PackedItem {
  /**
   * Id of the item in the order.
   */
  itemId: string;
  /**
   * Name of the product, or title of the article.
   */
  title: string;
  /**
   * Of an existing product: what is scanned.
   */
  ean13?: string;
  /**
   * Of a custom product: its blank.
   */
  sku?: string;
  /**
   * Its colour.
   */
  color?: string;
  /**
   * Its size.
   */
  size?: string;
  /**
   * Address of a small picture: a path on this server, or a URL.
   */
  thumbnail?: string;
  /**
   * Pieces in the parcel.
   */
  packed: number;
  /**
   * Pieces that are still to leave, those in the parcel among them.
   */
  of: number;
}
/**
 * A paper of a parcel.
 */
export interface ParcelPaper {
  /**
   * What it is. CUSTOMS: a CN22 or CN23.
   */
  kind: 'SLIP' | 'LABEL' | 'CUSTOMS' | 'RETURN_LABEL';
  /**
   * CLIENT: a file that the client sent, unchanged. OURS: drawn here.
   */
  source: 'CLIENT' | 'OURS';
  /**
   * drawing: it becomes a print job in a moment. not_made: it could not be drawn. Else the state of its print job.
   */
  state: 'drawing' | 'not_made' | 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
  /**
   * The print job that it is, or becomes.
   */
  jobId: string;
  printer?: PaperPrinter;
  /**
   * From 2 on: it was printed again.
   */
  copy?: number;
  /**
   * Why it could not be drawn, or printed.
   */
  problem?: string;
}
/**
 * Where it is printed.
 */
export interface PaperPrinter {
  /**
   * Identifier of the printer.
   */
  printerId: string;
  /**
   * Absent: it was deleted.
   */
  name?: string;
  /**
   * browser: the page of the station takes and prints it.
   */
  kind?: 'raw' | 'ipp' | 'browser';
}
/**
 * Something that is told, for consoles that say it in their own language.
 */
export interface FloorSentence {
  /**
   * Which sentence it is; more come with time.
   */
  code:
    | 'old_ticket'
    | 'order_cancelled'
    | 'order_shipped'
    | 'order_on_hold'
    | 'order_stopped'
    | 'order_stopped_because'
    | 'order_not_to_be_shipped'
    | 'cancellation_asked'
    | 'part_has_left'
    | 'piece_rejected'
    | 'piece_replaced'
    | 'piece_scrapped'
    | 'piece_unknown'
    | 'order_unknown'
    | 'parcel_unknown'
    | 'bin_unknown'
    | 'bin_free'
    | 'code_misread'
    | 'code_unknown'
    | 'code_or_product_unknown'
    | 'code_means_nothing'
    | 'command_unknown'
    | 'command_of_packing'
    | 'command_not_of_packing'
    | 'command_not_of_hand_over'
    | 'badge_at_no_station'
    | 'several_pieces'
    | 'tracking_unknown'
    | 'tracking_of_several'
    | 'tracking_misread'
    | 'nothing_to_pack'
    | 'nothing_printed'
    | 'no_blank'
    | 'blank_not_counted'
    | 'bins_full'
    | 'no_bins'
    | 'scan_piece_first'
    | 'scan_order_first'
    | 'scan_parcel_code'
    | 'close_parcel_first'
    | 'parcel_empty'
    | 'parcel_not_complete'
    | 'parcel_without_label'
    | 'label_not_printed_again'
    | 'no_parcel_left'
    | 'made_already'
    | 'checked_already'
    | 'changed_since'
    | 'in_parcel'
    | 'in_parcel_of_order'
    | 'nothing_finished'
    | 'nothing_packed'
    | 'piece_of_other_order'
    | 'piece_not_in_parcel'
    | 'product_not_of_order'
    | 'enough_of_item'
    | 'enough_of_product'
    | 'order_in_use'
    | 'no_list_open'
    | 'list_closed'
    | 'list_empty'
    | 'list_full'
    | 'list_incomplete'
    | 'nothing_on_list'
    | 'parcel_on_list'
    | 'parcel_on_closed_list'
    | 'parcel_just_listed'
    | 'parcel_being_packed'
    | 'parcel_unlabelled'
    | 'parcel_given_up'
    | 'parcel_of_other_carrier'
    | 'hs_code_missing'
    | 'country_of_origin_missing'
    | 'weight_missing'
    | 'price_missing'
    | 'label_not_kept'
    | 'slip_not_kept'
    | 'file_lost'
    | 'client_file_not_printable'
    | 'label_used'
    | 'no_printer_of_label'
    | 'no_printer_of_customs'
    | 'no_printer_of_client_label'
    | 'no_printer_of_client_slip'
    | 'not_printable'
    | 'address_not_printable'
    | 'paper_not_drawn'
    | 'order_gone';
  /**
   * What is filled in, such as a code; what is not known is absent.
   */
  params: {
    [k: string]: string;
  };
  /**
   * In English.
   */
  message: string;
}
/**
 * A parcel where parcels are handed over; without a name or an address.
 */
export interface WaitingParcel {
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * Its name.
   */
  clientName: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * As it is scanned: T and ten digits.
   */
  code: string;
  /**
   * OPEN: it is being packed. PACKED: it has no label yet, and cannot leave. SHIPPED: it can leave. DROPPED: its order ended without it.
   */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /**
   * As it was scanned.
   */
  trackingNumber?: string;
}
/**
 * Of HAND_OVER: the list that is open here, or was just closed.
 */
export interface ScannedHandOver {
  /**
   * Its number.
   */
  handOverId: string;
  /**
   * The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own.
   */
  carrierId?: string;
  /**
   * Its name.
   */
  carrierName?: string;
  /**
   * CLOSED: the driver has what is on it.
   */
  state: 'OPEN' | 'CLOSED';
  /**
   * How many are on it.
   */
  parcels: number;
  /**
   * Packed parcels of the carrier that are on no list; of the last 14 days, counted up to 1,000.
   */
  missingCount: number;
  /**
   * The oldest 20 of them.
   */
  missing: WaitingParcel[];
}
/**
 * The `context` of the next scan.
 */
export interface ScanNext {
  /**
   * What is done at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up, and change nothing.
   */
  work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER' | 'FIND';
  /**
   * Code of the piece in hand, as the last answer gave it.
   */
  piece?: string;
  /**
   * Code of the piece that was finished before it, or of HAND_OVER the parcel that was scanned last, as the last answer gave it.
   */
  last?: string;
  /**
   * Of PACK: code of the parcel that is open, as the last answer gave it.
   */
  parcel?: string;
  /**
   * Of PACK: code of the order that somebody else packs, as the last answer gave it.
   */
  order?: string;
  /**
   * Of PACK: code of the parcel whose label is printed again, as the last answer gave it.
   */
  reprint?: string;
  /**
   * Of HAND_OVER: the list that is open at the station. Its number.
   */
  handOver?: string;
  /**
   * Of HAND_OVER: true when the last answer asked to CLOSE.
   */
  isClosing?: boolean;
}
/**
 * Why nothing was done with what was scanned.
 */
export interface ScanRefusal {
  /**
   * Why; stations have a sound for each.
   */
  kind:
    | 'UNKNOWN'
    | 'MISREAD'
    | 'REPLACED'
    | 'CANCELLED'
    | 'OLD_TICKET'
    | 'STOPPED'
    | 'ON_HOLD'
    | 'SHIPPED'
    | 'ASKED_TO_CANCEL'
    | 'NO_BLANK'
    | 'ALREADY_DONE'
    | 'NOT_MADE'
    | 'NOTHING_IN_HAND'
    | 'BINS_FULL'
    | 'FOREIGN'
    | 'TOO_MANY'
    | 'IN_USE'
    | 'NO_PARCEL'
    | 'NOT_COMPLETE'
    | 'NO_LABEL';
  /**
   * What it is, and what to do.
   */
  message: string;
  /**
   * Which sentence it is; more come with time.
   */
  code?:
    | 'old_ticket'
    | 'order_cancelled'
    | 'order_shipped'
    | 'order_on_hold'
    | 'order_stopped'
    | 'order_stopped_because'
    | 'order_not_to_be_shipped'
    | 'cancellation_asked'
    | 'part_has_left'
    | 'piece_rejected'
    | 'piece_replaced'
    | 'piece_scrapped'
    | 'piece_unknown'
    | 'order_unknown'
    | 'parcel_unknown'
    | 'bin_unknown'
    | 'bin_free'
    | 'code_misread'
    | 'code_unknown'
    | 'code_or_product_unknown'
    | 'code_means_nothing'
    | 'command_unknown'
    | 'command_of_packing'
    | 'command_not_of_packing'
    | 'command_not_of_hand_over'
    | 'badge_at_no_station'
    | 'several_pieces'
    | 'tracking_unknown'
    | 'tracking_of_several'
    | 'tracking_misread'
    | 'nothing_to_pack'
    | 'nothing_printed'
    | 'no_blank'
    | 'blank_not_counted'
    | 'bins_full'
    | 'no_bins'
    | 'scan_piece_first'
    | 'scan_order_first'
    | 'scan_parcel_code'
    | 'close_parcel_first'
    | 'parcel_empty'
    | 'parcel_not_complete'
    | 'parcel_without_label'
    | 'label_not_printed_again'
    | 'no_parcel_left'
    | 'made_already'
    | 'checked_already'
    | 'changed_since'
    | 'in_parcel'
    | 'in_parcel_of_order'
    | 'nothing_finished'
    | 'nothing_packed'
    | 'piece_of_other_order'
    | 'piece_not_in_parcel'
    | 'product_not_of_order'
    | 'enough_of_item'
    | 'enough_of_product'
    | 'order_in_use'
    | 'no_list_open'
    | 'list_closed'
    | 'list_empty'
    | 'list_full'
    | 'list_incomplete'
    | 'nothing_on_list'
    | 'parcel_on_list'
    | 'parcel_on_closed_list'
    | 'parcel_just_listed'
    | 'parcel_being_packed'
    | 'parcel_unlabelled'
    | 'parcel_given_up'
    | 'parcel_of_other_carrier'
    | 'hs_code_missing'
    | 'country_of_origin_missing'
    | 'weight_missing'
    | 'price_missing'
    | 'label_not_kept'
    | 'slip_not_kept'
    | 'file_lost'
    | 'client_file_not_printable'
    | 'label_used'
    | 'no_printer_of_label'
    | 'no_printer_of_customs'
    | 'no_printer_of_client_label'
    | 'no_printer_of_client_slip'
    | 'not_printable'
    | 'address_not_printable'
    | 'paper_not_drawn'
    | 'order_gone';
  /**
   * What is filled in, such as a code; what is not known is absent.
   */
  params?: {
    [k: string]: string;
  };
  /**
   * Code of the ticket that counts instead.
   */
  replacedBy?: string;
}
/**
 * A place where the pieces of an order gather.
 */
export interface Bin {
  /**
   * Its number.
   */
  bin: number;
  /**
   * As it is scanned: K and four digits.
   */
  code: string;
  /**
   * Client of the order that has it. Not for the role floor.
   */
  clientId?: string;
  /**
   * The order that has it. Not for the role floor.
   */
  orderId?: string;
  /**
   * Since when an order has it; absent: it is free.
   */
  taken?: string;
}
/**
 * How many bins there are.
 */
export interface BinsRequest {
  /**
   * Bins 1 to this number; of those above it the free ones go.
   */
  count: number;
}
/**
 * A list of the parcels that a carrier's driver takes along.
 */
export interface HandOver {
  /**
   * Its number.
   */
  handOverId: string;
  /**
   * The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own.
   */
  carrierId?: string;
  /**
   * Its name.
   */
  carrierName?: string;
  /**
   * OPEN: parcels are still scanned into it. CLOSED: the driver has them.
   */
  state: 'OPEN' | 'CLOSED';
  /**
   * When. ISO 8601 in UTC with milliseconds.
   */
  opened: string;
  /**
   * operatorId of a person, clientId of a program.
   */
  openedById?: string;
  /**
   * The name they had then.
   */
  openedByName?: string;
  /**
   * How many are on it; at most 2,000.
   */
  parcels: number;
  /**
   * When. ISO 8601 in UTC with milliseconds.
   */
  closed?: string;
  /**
   * operatorId of a person, clientId of a program.
   */
  closedById?: string;
  /**
   * The name they had then.
   */
  closedByName?: string;
  /**
   * Packed parcels of the carrier that stayed behind when it was closed.
   */
  missing?: number;
}
/**
 * Whose list.
 */
export interface OpenHandOverRequest {
  /**
   * The carrier. Absent: of parcels whose carrier is not known.
   */
  carrierId?: string;
}
/**
 * A parcel on a hand-over list.
 */
export interface HandedOverParcel {
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * Its name.
   */
  clientName: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * As it is scanned: T and ten digits.
   */
  code: string;
  /**
   * OPEN: it is being packed. PACKED: it has no label yet, and cannot leave. SHIPPED: it can leave. DROPPED: its order ended without it.
   */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /**
   * As it was scanned.
   */
  trackingNumber?: string;
  /**
   * When it was scanned into the list. ISO 8601 in UTC with milliseconds.
   */
  handedOver: string;
}
/**
 * Why a parcel is taken off a list.
 */
export interface RemoveParcelRequest {
  /**
   * Why; staff read it in the audit.
   */
  reason: string;
}
/**
 * How it is closed.
 */
export interface CloseHandOverRequest {
  /**
   * true: also when packed parcels of the carrier are not on it.
   */
  leaveMissing?: boolean;
}
/**
 * Where it is printed.
 */
export interface PrintHandOverRequest {
  /**
   * A printer that takes PDF.
   */
  printerId: string;
}
/**
 * What waits for the driver of a carrier.
 */
export interface HandOverCarrier {
  /**
   * The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own.
   */
  carrierId?: string;
  /**
   * Its name.
   */
  carrierName?: string;
  /**
   * Packed parcels that are on no list; of the last 14 days, counted up to 1,000.
   */
  waiting: number;
  /**
   * Of these, those that have no label yet.
   */
  unlabelled: number;
  /**
   * The list that is open.
   */
  handOverId?: string;
  /**
   * How many are on that.
   */
  parcels?: number;
}
/**
 * A parcel of an order, without its address.
 */
export interface PackedParcel {
  /**
   * As it is scanned: T and ten digits.
   */
  code: string;
  /**
   * Its number within the order, from 1.
   */
  number: number;
  /**
   * OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it has left. DROPPED: its order ended, or was changed, without it.
   */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  /**
   * Each item of which something is still to leave.
   */
  items: PackedItem[];
  /**
   * Those that were asked for; none before all is in it.
   */
  papers: ParcelPaper[];
  /**
   * What customs still have to be told of what is to leave, as sentences: mend it before packing ends.
   */
  gaps: string[];
  /**
   * Name of the carrier.
   */
  carrier?: string;
  /**
   * Why it has no label. customs_data_missing: the catalogue lacks what customs are to be told. file_missing: a file that the client sent is gone. file_not_printable: a file that the client sent would do more than be printed. label_used: the one label that the client sent is on another parcel of the order. no_printer: no printer takes it. address_not_printable: the address has characters that nothing here can print. paper_not_drawn: drawing failed.
   */
  problem?:
    | 'customs_data_missing'
    | 'file_missing'
    | 'file_not_printable'
    | 'label_used'
    | 'no_printer'
    | 'address_not_printable'
    | 'paper_not_drawn';
  /**
   * The same with codes.
   */
  gapSentences: FloorSentence[];
  /**
   * What is missing, as sentences.
   */
  details?: string[];
  /**
   * The same with codes.
   */
  detailSentences?: FloorSentence[];
  /**
   * As it was scanned or told.
   */
  trackingNumber?: string;
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * Where it was packed, or is.
   */
  station: string;
  /**
   * When it was begun.
   */
  opened?: string;
  /**
   * Since when it waits for its label.
   */
  packed?: string;
  /**
   * When it left.
   */
  closed?: string;
}
/**
 * Where it is printed.
 */
export interface PrintLabelRequest {
  /**
   * Another printer than those of the station where it was packed.
   */
  printerId?: string;
}
/**
 * Which papers are printed again, and why.
 */
export interface ReprintParcelRequest {
  /**
   * Which; absent: the label, and the customs form that goes with it.
   *
   * @minItems 1
   *
   * Items: A paper.
   */
  papers?: ('SLIP' | 'LABEL' | 'CUSTOMS' | 'RETURN_LABEL')[];
  /**
   * Why; the old one is to be destroyed.
   */
  reason: string;
  /**
   * Another printer than those of the station.
   */
  printerId?: string;
}
/**
 * How the parcel can be followed.
 */
export interface ShipParcelRequest {
  /**
   * Absent: it has none.
   */
  trackingNumber?: string;
}
/**
 * Something that stands still until somebody does something.
 */
export interface FloorProblem {
  /**
   * NO_LABEL: a parcel that was packed without a label. PAPER_NOT_MADE: a paper of a parcel that has left could not be made. NO_BLANK: a piece that was rejected, and the shelf has no blank for its successor. STOPPED, ON_HOLD, ASKED_TO_CANCEL: an order with pieces on the floor. PRINT_JOB: it failed, or nobody knows whether it was printed. PRINTER: it cannot be reached, and jobs wait. BIN: taken for more than 24 hours.
   */
  kind:
    | 'NO_LABEL'
    | 'PAPER_NOT_MADE'
    | 'NO_BLANK'
    | 'STOPPED'
    | 'ON_HOLD'
    | 'ASKED_TO_CANCEL'
    | 'PRINT_JOB'
    | 'PRINTER'
    | 'BIN';
  /**
   * Since when. ISO 8601 in UTC with milliseconds.
   */
  since: string;
  /**
   * What to do.
   */
  todo: string;
  /**
   * The client of the order.
   */
  clientId?: string;
  /**
   * The order.
   */
  orderId?: string;
  /**
   * Of the parcel, piece or order, as it is scanned.
   */
  code?: string;
  /**
   * The print job.
   */
  jobId?: string;
  /**
   * The printer.
   */
  printerId?: string;
  /**
   * Its name.
   */
  printerName?: string;
  /**
   * The bin.
   */
  bin?: number;
  /**
   * Pieces of the order on the floor; of a printer the jobs that wait.
   */
  count?: number;
  /**
   * Of a parcel, a print job or a printer a short name of what is wrong; of an order its reason; of a piece the SKU of its blank; of a bin the status of its order.
   */
  reason?: string;
  /**
   * What is missing, as sentences.
   */
  details?: string[];
  /**
   * The same with codes.
   */
  detailSentences?: FloorSentence[];
}
/**
 * How many of each kind there are; of very many 1,000.
 */
export interface FloorProblemCounts {
  /**
   * Of kind NO_LABEL.
   */
  NO_LABEL: number;
  /**
   * Of kind PAPER_NOT_MADE.
   */
  PAPER_NOT_MADE: number;
  /**
   * Of kind NO_BLANK.
   */
  NO_BLANK: number;
  /**
   * Of kind STOPPED.
   */
  STOPPED: number;
  /**
   * Of kind ON_HOLD.
   */
  ON_HOLD: number;
  /**
   * Of kind ASKED_TO_CANCEL.
   */
  ASKED_TO_CANCEL: number;
  /**
   * Of kind PRINT_JOB.
   */
  PRINT_JOB: number;
  /**
   * Of kind PRINTER.
   */
  PRINTER: number;
  /**
   * Of kind BIN.
   */
  BIN: number;
}
/**
 * Papers that somebody asked for.
 */
export interface PaperRun {
  /**
   * Identifier of what was asked for.
   */
  runId: string;
  /**
   * What it is.
   */
  paper: 'TICKETS' | 'PICK_LIST' | 'COVER' | 'TICKET';
  /**
   * Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight.
   */
  form: 'STICKER' | 'SHEET';
  /**
   * drawing: it is being drawn, and becomes print jobs. enqueued: all of it are print jobs. not_made: it could not be drawn, or there is nothing on it.
   */
  state: 'drawing' | 'enqueued' | 'not_made';
  /**
   * Where it is printed.
   */
  printerId: string;
  /**
   * When it was asked for. ISO 8601 in UTC with milliseconds.
   */
  asked: string;
  /**
   * By whom.
   */
  askedBy?: string;
  /**
   * Why it was printed again; absent: it is the first.
   */
  reason?: string;
  /**
   * The print jobs that it has become, many tickets in several.
   */
  jobs: PaperRunJob[];
}
/**
 * A print job.
 */
export interface PaperRunJob {
  /**
   * The print job.
   */
  jobId: string;
  /**
   * How far it is.
   */
  state: 'queued' | 'sending' | 'printed' | 'failed' | 'unknown' | 'cancelled';
  /**
   * What its last attempt failed of.
   */
  lastError?: string;
}
/**
 * Which papers of a batch are printed, and where.
 */
export interface BatchPapersRequest {
  /**
   * TICKETS: one for each piece, in picking order. PICK_LIST: what to take from the shelves. COVER: the sheet on top.
   */
  paper: 'TICKETS' | 'PICK_LIST' | 'COVER';
  /**
   * Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight. Absent: what suits the printer.
   */
  form?: 'STICKER' | 'SHEET';
  /**
   * The printer; absent: one of the station, else a browser.
   */
  printerId?: string;
  /**
   * Name or id of the station whose printers are taken; a browser that is one need not say it.
   */
  station?: string;
  /**
   * Why it is printed again.
   */
  reason?: string;
}
/**
 * Why the ticket of a piece is printed again, and where.
 */
export interface TicketRequest {
  /**
   * Why it is printed again.
   */
  reason: string;
  /**
   * Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight. Absent: what suits the printer.
   */
  form?: 'STICKER' | 'SHEET';
  /**
   * The printer; absent: one of the station, else a browser.
   */
  printerId?: string;
  /**
   * Name or id of the station whose printers are taken; a browser that is one need not say it.
   */
  station?: string;
}
/**
 * What came back, and of which order: by clientId and orderId, or by a code.
 */
export interface ReturnRequest {
  /**
   * The client of the order.
   */
  clientId?: string;
  /**
   * The order.
   */
  orderId?: string;
  /**
   * Instead of those: code of a piece (P…), of the order (R…) or of a parcel (T…), or the tracking number of a parcel. That of a piece names the piece too, where one item is told without it.
   */
  code?: string;
  /**
   * What came back, by item or piece and condition.
   *
   * @minItems 1
   * @maxItems 500
   */
  items: ReturnItemRequest[];
}
/**
 * Some pieces that came back.
 */
export interface ReturnItemRequest {
  /**
   * The item of the order; may be left out where the piece is named, or only one item has left.
   */
  itemId?: string;
  /**
   * Code of the piece, P and ten digits, where it can be read.
   */
  piece?: string;
  /**
   * Pieces; 1 when absent.
   */
  quantity?: number;
  /**
   * RESELL: a product goes back on the shelf. REUSE: a blank does. WASTE: it is written off.
   */
  condition: 'RESELL' | 'REUSE' | 'WASTE';
  /**
   * Why it came back.
   */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
  /**
   * What else there is to say.
   */
  note?: string;
}
/**
 * What came back of an order at once.
 */
export interface Return {
  /**
   * Identifier, a UUIDv7.
   */
  returnId: string;
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * Its name.
   */
  clientName: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * When it was booked. ISO 8601 in UTC with milliseconds.
   */
  received: string;
  /**
   * Who booked it: operatorId of a person, clientId of a program.
   */
  receivedById?: string;
  /**
   * The name they had then.
   */
  receivedByName?: string;
  /**
   * What came back.
   */
  items: ReturnedItem[];
}
/**
 * Some pieces that came back.
 */
export interface ReturnedItem {
  /**
   * The item of the order.
   */
  itemId: string;
  /**
   * ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13.
   */
  kind: 'ARTICLE' | 'PRODUCT';
  /**
   * What was sold.
   */
  code: string;
  /**
   * Code of the piece.
   */
  piece?: string;
  /**
   * Pieces.
   */
  quantity: number;
  /**
   * RESELL: a product goes back on the shelf. REUSE: a blank does. WASTE: it is written off.
   */
  condition: 'RESELL' | 'REUSE' | 'WASTE';
  /**
   * Why it came back.
   */
  reason:
    'WRONG_SIZE' | 'NOT_AS_EXPECTED' | 'PRINT_DEFECT' | 'DAMAGED' | 'WRONG_ITEM' | 'UNDELIVERABLE' | 'OTHER';
  /**
   * In the words of staff.
   */
  note?: string;
}
/**
 * An order of which something may come back.
 */
export interface Returnable {
  /**
   * The client of the order.
   */
  clientId: string;
  /**
   * Its name.
   */
  clientName: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * ACCEPTED or SHIPPED.
   */
  status: string;
  piece?: ReturnablePiece;
  /**
   * The items of which something has left.
   */
  items: ReturnableItem[];
}
/**
 * The piece that was scanned.
 */
export interface ReturnablePiece {
  /**
   * P and ten digits.
   */
  code: string;
  /**
   * Of which item.
   */
  itemId: string;
  /**
   * It came back already.
   */
  isReturned: boolean;
}
/**
 * An item of which something has left.
 */
export interface ReturnableItem {
  /**
   * The item of the order.
   */
  itemId: string;
  /**
   * ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13.
   */
  kind: 'ARTICLE' | 'PRODUCT';
  /**
   * What was sold.
   */
  code: string;
  /**
   * Of the article, or name of the product.
   */
  title: string;
  /**
   * Of the variant.
   */
  color?: string;
  /**
   * Of the variant.
   */
  size?: string;
  /**
   * Pieces that have left.
   */
  shipped: number;
  /**
   * Pieces that came back before.
   */
  returned: number;
}
/**
 * What staff see first. Of live clients alone.
 */
export interface Overview {
  /**
   * In which the days are, as the setting TIME_ZONE names it.
   */
  timeZone: string;
  attention: Attention;
  paused?: Paused;
  /**
   * How many orders there are by status; those without are left out.
   */
  statuses: {
    [k: string]: number;
  };
  backlog: Backlog;
  /**
   * How long orders took, in the last 7 and in the last 30 days.
   */
  turnaround: Turnaround[];
  /**
   * The last 30 days, today last.
   */
  days: OrderDay[];
}
/**
 * What needs a person now.
 */
export interface Attention {
  errors: OrdersInError;
  /**
   * Orders in production whose client asks for their cancellation; at most 10,000 are counted.
   */
  cancellationsRequested: number;
  /**
   * Orders that wait for stock.
   */
  waitingForStock: number;
  /**
   * Orders that wait for a file that cannot be fetched for now.
   */
  waitingForFiles: number;
  /**
   * Orders on hold.
   */
  onHold: number;
  oldestNew?: UntouchedOrder;
  oldestAssigned?: UntouchedOrder;
  webhooks: WebhooksInTrouble;
  /**
   * What `GET /health/ready?verbose` tells as degraded. Empty: all is well.
   */
  service: ServiceTrouble[];
}
/**
 * Orders in ERROR.
 */
export interface OrdersInError {
  /**
   * How many there are.
   */
  orders: number;
  /**
   * How many by the code of their reason.
   */
  reasons: {
    [k: string]: number;
  };
}
/**
 * An order that has been in its status longer than all others.
 */
export interface UntouchedOrder {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  clientName: string;
  /**
   * The order.
   */
  orderId: string;
  /**
   * Since when it is in its status. ISO 8601 in UTC with milliseconds.
   */
  since: string;
}
/**
 * Webhook endpoints of clients.
 */
export interface WebhooksInTrouble {
  /**
   * Endpoints whose deliveries fail.
   */
  failing: number;
  /**
   * Endpoints that were disabled by an answer of 410 or after days of failure; not those that their customers or staff disabled.
   */
  disabled: number;
}
/**
 * Something that the service needs and that is not well.
 */
export interface ServiceTrouble {
  /**
   * What it is about. disk: space is low, or cannot be read.
   */
  name: 'backups' | 'database' | 'disk' | 'intake' | 'jobs' | 'keys' | 'webhooks';
  /**
   * What is the matter.
   */
  message?: string;
}
/**
 * The database was restored, and what the server sends by itself waits for `POST /operator/v1/resume`. Absent: nothing is paused.
 */
export interface Paused {
  /**
   * When the database was restored. ISO 8601 in UTC with milliseconds.
   */
  since: string;
  /**
   * Time of the last change in the restored database. Absent: unknown, since the database was restored by its own tools. ISO 8601 in UTC with milliseconds.
   */
  restoredTo?: string;
  /**
   * The paused parts. Orders, both APIs and the floor go on.
   *
   * Items: connectors: shops that are told of orders by webhooks.
   */
  parts: ('webhooks' | 'connectors' | 'printers' | 'sandbox')[];
  /**
   * Pending webhooks of all clients that are older than `restoredTo`, or than `since` where that is absent; at most 10,000 are counted.
   */
  oldWebhooks: number;
}
/**
 * What is to be done.
 */
export interface Backlog {
  age: BacklogAge;
  /**
   * What is ASSIGNED or ACCEPTED, by technology of prints and customizations.
   */
  technologies: BacklogTechnology[];
}
/**
 * Orders that are neither shipped nor cancelled, by the day on which they were made.
 */
export interface BacklogAge {
  /**
   * Made today.
   */
  today: number;
  /**
   * Made yesterday.
   */
  oneDay: number;
  /**
   * Made two or three days ago.
   */
  twoToThreeDays: number;
  /**
   * Made before.
   */
  older: number;
}
/**
 * What is to be done with a technology.
 */
export interface BacklogTechnology {
  /**
   * The technology. Absent: existing products.
   */
  technology?: string;
  /**
   * Orders that have it; one with several counts for each.
   */
  orders: number;
  /**
   * Pieces of those of their items that have it.
   */
  pieces: number;
}
/**
 * How long orders took that were shipped in the last days.
 */
export interface Turnaround {
  /**
   * So many days up to today: 7 or 30.
   */
  days: number;
  /**
   * Orders that were shipped completely on them.
   */
  shipped: number;
  /**
   * Seconds from NEW to SHIPPED that half of the shipped ones took at most, to within 5 %. Absent: none was shipped.
   */
  medianSeconds?: number;
  /**
   * Seconds that nine tenths of them took at most, likewise. Absent: none was shipped.
   */
  p90Seconds?: number;
}
/**
 * The orders of a day.
 */
export interface OrderDay {
  /**
   * The day.
   */
  day: string;
  /**
   * When it begins: in the time zone of the center at midnight. ISO 8601 in UTC with milliseconds.
   */
  begins: string;
  /**
   * Orders that were made on it.
   */
  created: number;
  /**
   * Orders that were shipped completely on it.
   */
  shipped: number;
  /**
   * Orders that were cancelled on it.
   */
  cancelled: number;
  /**
   * Seconds from NEW to SHIPPED that half of the shipped ones took at most, to within 5 %. Absent: none was shipped.
   */
  medianSeconds?: number;
  /**
   * Seconds that nine tenths of them took at most, likewise. Absent: none was shipped.
   */
  p90Seconds?: number;
}
/**
 * Whether the shop is on time, and where it loses.
 */
export interface ProductionReport {
  /**
   * In which the days are.
   */
  timeZone: string;
  /**
   * The first day.
   */
  from: string;
  /**
   * The last day.
   */
  to: string;
  /**
   * Hours after which an order should have left: PRODUCTION_HOURS.
   */
  dueHours: number;
  shipping: ReportedShipping;
  pieces: ReportedPieces;
  /**
   * Most first.
   */
  rejects: ReportedReject[];
  /**
   * Most pieces first.
   */
  stations: ReportedStation[];
  /**
   * Most pieces first.
   */
  people: ReportedPerson[];
  /**
   * Each day, the oldest first.
   */
  days: ReportedDay[];
}
/**
 * Whether orders left on time. Of live clients alone.
 */
export interface ReportedShipping {
  /**
   * Orders that were shipped completely.
   */
  shipped: number;
  /**
   * Of these, those that took no longer than PRODUCTION_HOURS from when they were made; to within 5 %.
   */
  onTime: number;
  /**
   * Seconds from NEW to SHIPPED that half of them took at most, to within 5 %. Absent: none was shipped.
   */
  medianSeconds?: number;
  /**
   * Seconds that nine tenths of them took at most, likewise.
   */
  p90Seconds?: number;
}
/**
 * What was scanned.
 */
export interface ReportedPieces {
  /**
   * Pieces that were made; a lot counts once.
   */
  made: number;
  /**
   * Pieces that were checked.
   */
  checked: number;
  /**
   * Pieces that were packed; not products, which are counted.
   */
  packed: number;
  /**
   * Pieces that were rejected, and made again.
   */
  rejected: number;
}
/**
 * Pieces that were rejected for one reason.
 */
export interface ReportedReject {
  /**
   * Why.
   */
  reason: string;
  /**
   * How many pieces.
   */
  pieces: number;
}
/**
 * What was done at a station.
 */
export interface ReportedStation {
  /**
   * Its name.
   */
  station?: string;
  /**
   * What was done.
   */
  work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER';
  /**
   * Pieces; of HAND_OVER parcels. Without what was taken back.
   */
  pieces: number;
  /**
   * Hours of people in which something was done, counted in quarters.
   */
  hours: number;
  /**
   * Pieces in each of these hours.
   */
  piecesPerHour?: number;
}
/**
 * What somebody did.
 */
export interface ReportedPerson {
  /**
   * operatorId of a person, clientId of a program.
   */
  actorId?: string;
  /**
   * The name they had then.
   */
  actorName?: string;
  /**
   * What was done.
   */
  work: 'MAKE' | 'CHECK' | 'PACK' | 'HAND_OVER';
  /**
   * Pieces; of HAND_OVER parcels. Without what was taken back.
   */
  pieces: number;
  /**
   * Hours of people in which something was done, counted in quarters.
   */
  hours: number;
  /**
   * Pieces in each of these hours.
   */
  piecesPerHour?: number;
}
/**
 * One day.
 */
export interface ReportedDay {
  /**
   * The day.
   */
  day: string;
  /**
   * Orders that were shipped completely.
   */
  shipped: number;
  /**
   * Of these, those that took no longer than PRODUCTION_HOURS from when they were made; to within 5 %.
   */
  onTime: number;
  /**
   * Seconds from NEW to SHIPPED that half of them took at most, to within 5 %. Absent: none was shipped.
   */
  medianSeconds?: number;
  /**
   * Seconds that nine tenths of them took at most, likewise.
   */
  p90Seconds?: number;
  /**
   * Pieces that were made; a lot counts once.
   */
  made: number;
  /**
   * Pieces that were checked.
   */
  checked: number;
  /**
   * Pieces that were packed; not products, which are counted.
   */
  packed: number;
  /**
   * Pieces that were rejected, and made again.
   */
  rejected: number;
}
/**
 * A webhook endpoint of a client.
 */
export interface StaffWebhookEndpoint {
  /**
   * Identifier of the client.
   */
  clientId: string;
  /**
   * Name of the client.
   */
  clientName: string;
  /**
   * sandbox: an integrator's test.
   */
  mode: 'live' | 'sandbox';
  /**
   * Identifier of the endpoint.
   */
  endpointId: string;
  /**
   * Host of its URL, with the port where it names one. The rest may hold secrets and is not shown.
   */
  host: string;
  /**
   * The customer's note about it.
   */
  description?: string;
  /**
   * The types of events that it wants. Empty: all.
   */
  types: string[];
  /**
   * healthy: nothing fails. failing: the last attempt failed, and what waits is tried again. disabled: nothing is recorded for it or sent.
   */
  state: 'healthy' | 'failing' | 'disabled';
  /**
   * requested: by the customer. gone: it answered 410. failing: nothing but failure for five days. by_staff: by staff.
   */
  disabledReason?: 'requested' | 'gone' | 'failing' | 'by_staff';
  /**
   * First failure since the last success, or since nothing waited any more. ISO 8601 in UTC with milliseconds.
   */
  failingSince?: string;
  /**
   * Deliveries that wait; at most 1,000 are counted.
   */
  pending: number;
  /**
   * When the first of those was recorded, which holds up the others. ISO 8601 in UTC with milliseconds.
   */
  pendingSince?: string;
  /**
   * When a delivery was last answered 2xx. ISO 8601 in UTC with milliseconds.
   */
  lastSuccess?: string;
  lastFailure?: FailedAttempt;
  /**
   * When it was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When its settings last changed. ISO 8601 in UTC with milliseconds.
   */
  updated: string;
}
/**
 * The last attempt that failed.
 */
export interface FailedAttempt {
  /**
   * When. ISO 8601 in UTC with milliseconds.
   */
  at: string;
  /**
   * HTTP status of the answer. Absent: there was none.
   */
  status?: number;
  /**
   * Why it counts as a failure.
   */
  error:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem';
}
/**
 * Which failed deliveries are to be sent again.
 */
export interface ResendFailedByStaffRequest {
  /**
   * Only those of events since this moment. Absent: all that are kept, which is 30 days.
   */
  since?: string;
}
/**
 * How many failed deliveries are sent again.
 */
export interface ResendFailed {
  /**
   * How many are sent again now.
   */
  resent: number;
}
/**
 * An event at an endpoint: what is to be sent, and what came of it.
 */
export interface StaffWebhookDelivery {
  /**
   * The webhook-id that it is sent with.
   */
  deliveryId: string;
  /**
   * Type of the event.
   */
  type: string;
  /**
   * The order that it tells of, where it tells of one.
   */
  orderId?: string;
  /**
   * pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: by staff.
   */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /**
   * Attempts so far.
   */
  attempts: number;
  /**
   * For pending ones of an enabled endpoint: not before this, and not before the one that waits in front. ISO 8601 in UTC with milliseconds.
   */
  nextAttempt?: string;
  /**
   * When it was recorded, with what it tells of. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When the last attempt ended. ISO 8601 in UTC with milliseconds.
   */
  lastAttempt?: string;
  /**
   * When it was answered 2xx. ISO 8601 in UTC with milliseconds.
   */
  delivered?: string;
  /**
   * HTTP status of the last answer.
   */
  lastStatus?: number;
  /**
   * Why the last attempt failed.
   */
  lastError?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem';
  /**
   * The first 500 characters of the last answer.
   */
  responseExcerpt?: string;
  /**
   * When it was skipped. ISO 8601 in UTC with milliseconds.
   */
  skipped?: string;
  /**
   * Who skipped it, by the name they had then.
   */
  skippedBy?: string;
}
/**
 * A delivery with what is sent.
 */
export interface StaffWebhookDeliveryDetail {
  /**
   * The webhook-id that it is sent with.
   */
  deliveryId: string;
  /**
   * Type of the event.
   */
  type: string;
  /**
   * The order that it tells of, where it tells of one.
   */
  orderId?: string;
  /**
   * pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: by staff.
   */
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /**
   * Attempts so far.
   */
  attempts: number;
  /**
   * For pending ones of an enabled endpoint: not before this, and not before the one that waits in front. ISO 8601 in UTC with milliseconds.
   */
  nextAttempt?: string;
  /**
   * When it was recorded, with what it tells of. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When the last attempt ended. ISO 8601 in UTC with milliseconds.
   */
  lastAttempt?: string;
  /**
   * When it was answered 2xx. ISO 8601 in UTC with milliseconds.
   */
  delivered?: string;
  /**
   * HTTP status of the last answer.
   */
  lastStatus?: number;
  /**
   * Why the last attempt failed.
   */
  lastError?:
    | 'unexpected_status'
    | 'redirect'
    | 'timeout'
    | 'address_refused'
    | 'certificate_invalid'
    | 'unreachable'
    | 'secret_unreadable'
    | 'internal_problem';
  /**
   * The first 500 characters of the last answer.
   */
  responseExcerpt?: string;
  /**
   * When it was skipped. ISO 8601 in UTC with milliseconds.
   */
  skipped?: string;
  /**
   * Who skipped it, by the name they had then.
   */
  skippedBy?: string;
  /**
   * The body exactly as it is sent. It has no personal data.
   */
  body: string;
}
/**
 * An account of one of the center's people.
 */
export interface Operator {
  /**
   * Identifier of the account.
   */
  operatorId: string;
  /**
   * Name that others see.
   */
  name: string;
  /**
   * What the person signs in with.
   */
  login: string;
  /**
   * What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
   */
  role: 'admin' | 'office' | 'floor' | 'viewer';
  /**
   * Language of the console; absent: that of the browser.
   */
  language?: 'de' | 'en';
  /**
   * Whether the account is disabled.
   */
  disabled: boolean;
  /**
   * When the account was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When the person last signed in; absent: never. ISO 8601 in UTC with milliseconds.
   */
  signedIn?: string;
  /**
   * Whether there is a password.
   */
  passwordSet: boolean;
  /**
   * When the one-time link that is open ends. ISO 8601 in UTC with milliseconds.
   */
  linkExpires?: string;
  /**
   * Whether the person signs in by OpenID Connect.
   */
  openIdConnect: boolean;
  /**
   * What is printed on their badge, as Code 128, with which they sign on at stations. Absent: they have none.
   */
  badgeCode?: string;
  /**
   * When the person got the badge. ISO 8601 in UTC with milliseconds.
   */
  badgeGiven?: string;
  /**
   * When the person got their PIN for stations. Absent: there is none. ISO 8601 in UTC with milliseconds.
   */
  pinGiven?: string;
}
/**
 * An account to be made.
 */
export interface NewOperatorRequest {
  /**
   * Name that others see.
   */
  name: string;
  /**
   * A name or an e-mail address; case does not count.
   */
  login: string;
  /**
   * What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
   */
  role: 'admin' | 'office' | 'floor' | 'viewer';
}
/**
 * An account with its one-time link.
 */
export interface OperatorLink {
  operator: Operator;
  /**
   * Address where the person sets a password. It works once, and is shown in this answer only.
   */
  link: string;
}
/**
 * What is absent stays.
 */
export interface OperatorChangeRequest {
  /**
   * Name that others see.
   */
  name?: string;
  /**
   * What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.
   */
  role?: 'admin' | 'office' | 'floor' | 'viewer';
  /**
   * true: the person cannot sign in, and all sessions end. false: the person may sign in again.
   */
  disabled?: boolean;
}
/**
 * A session of a person in a browser.
 */
export interface OperatorSession {
  /**
   * Identifier of the session.
   */
  sessionId: string;
  /**
   * When the person signed in. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When it was last used, to the minute. ISO 8601 in UTC with milliseconds.
   */
  lastSeen: string;
  /**
   * When it ends, if it is not used before. ISO 8601 in UTC with milliseconds.
   */
  expires: string;
  /**
   * User-Agent header of the browser.
   */
  userAgent?: string;
  /**
   * true: the session of this request.
   */
  current?: boolean;
}
/**
 * What is absent stays.
 */
export interface MeRequest {
  /**
   * Name that others see.
   */
  name?: string;
  /**
   * Language of the console; absent: that of the browser.
   */
  language?: 'de' | 'en';
}
/**
 * A change of one’s own password.
 */
export interface PasswordRequest {
  /**
   * The password as it is.
   */
  current: string;
  /**
   * At least 12 characters, and not easy to guess: the strength is estimated with common words and with what the person is known by.
   */
  password: string;
}
/**
 * An account with its new PIN.
 */
export interface OperatorPin {
  operator: Operator;
  /**
   * Shown this once; only its hash is kept.
   */
  pin: string;
}
/**
 * A place in the shop with a device that several people use.
 */
export interface Station {
  /**
   * Identifier of the station.
   */
  stationId: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * What is done there.
   *
   * @minItems 1
   *
   * Items: A kind of work.
   */
  kinds: ('make' | 'check' | 'pack' | 'hand_over')[];
  /**
   * Whether nobody may sign on there.
   */
  disabled: boolean;
  /**
   * Where the papers of what is packed there are printed; none: in the browser.
   */
  printers: StationPrinter[];
  /**
   * When it was made. ISO 8601 in UTC with milliseconds.
   */
  created: string;
}
/**
 * A printer that stands there.
 */
export interface StationPrinter {
  /**
   * Identifier of a printer.
   */
  printerId: string;
  /**
   * What people call it.
   */
  name: string;
}
/**
 * A station to be made.
 */
export interface NewStationRequest {
  /**
   * What people call it.
   */
  name: string;
  /**
   * What is done there.
   *
   * @minItems 1
   *
   * Items: A kind of work.
   */
  kinds: ('make' | 'check' | 'pack' | 'hand_over')[];
}
/**
 * What is absent stays.
 */
export interface StationChangeRequest {
  /**
   * What people call it.
   */
  name?: string;
  /**
   * What is done there.
   *
   * @minItems 1
   *
   * Items: A kind of work.
   */
  kinds?: ('make' | 'check' | 'pack' | 'hand_over')[];
  /**
   * true: nobody signs on there, and its browsers stop being it. false: it may be used again.
   */
  disabled?: boolean;
  /**
   * Identifiers of the printers that stand there, in place of those before.
   *
   * @maxItems 20
   *
   * Items: Identifier of a printer.
   */
  printers?: string[];
}
/**
 * A browser that is the station.
 */
export interface ListedStationSession {
  /**
   * Identifier of the session.
   */
  sessionId: string;
  /**
   * When the person signed in. ISO 8601 in UTC with milliseconds.
   */
  created: string;
  /**
   * When it was last used, to the minute. ISO 8601 in UTC with milliseconds.
   */
  lastSeen: string;
  /**
   * When it ends, if it is not used before. ISO 8601 in UTC with milliseconds.
   */
  expires: string;
  /**
   * User-Agent header of the browser.
   */
  userAgent?: string;
}
/**
 * Something that somebody of the center did.
 */
export interface AuditEntry {
  /**
   * Identifier of the entry.
   */
  entryId: string;
  /**
   * When it was done. ISO 8601 in UTC with milliseconds.
   */
  occurred: string;
  actor: AuditActor;
  /**
   * What was done.
   */
  action: string;
  subject: AuditSubject;
  /**
   * What changed. Never a secret.
   */
  detail?: {
    [k: string]: unknown;
  };
}
/**
 * Who did it.
 */
export interface AuditActor {
  /**
   * operator: somebody of the center, or a program of it. system: Platen itself.
   */
  kind: 'client' | 'operator' | 'system';
  /**
   * operatorId of a person, clientId of a program. Absent: the command line.
   */
  id?: string;
  /**
   * The name they had then.
   */
  name?: string;
}
/**
 * What it was done to.
 */
export interface AuditSubject {
  /**
   * What kind of thing it was done to.
   */
  kind:
    | 'order'
    | 'stock'
    | 'client'
    | 'carrier'
    | 'catalog'
    | 'article'
    | 'operator'
    | 'station'
    | 'webhook_endpoint'
    | 'printer'
    | 'batch'
    | 'bins'
    | 'hand_over'
    | 'service';
  /**
   * Which one. Of an order: clientId and orderId, with a slash between them.
   */
  id?: string;
  /**
   * The name that it has now: a client's, a person's or a carrier's own, of an order or a webhook endpoint its client's.
   */
  name?: string;
}
/**
 * The service and what is set for it.
 */
export interface ServiceSettings {
  /**
   * Version of Platen.
   */
  version: string;
  /**
   * Version of Node that runs it.
   */
  node: string;
  /**
   * The database.
   */
  database: {
    /**
     * Version of PostgreSQL.
     */
    version: string;
    /**
     * Size of the database in bytes.
     */
    bytes: number;
    /**
     * Whether it is the one that Platen runs in DATA_DIR.
     */
    embedded: boolean;
  };
  /**
   * The disk of DATA_DIR.
   */
  disk: {
    /**
     * Bytes free on the fullest disk below DATA_DIR.
     */
    freeBytes: number;
    /**
     * Bytes below which no file is fetched.
     */
    floorBytes: number;
  };
  /**
   * What `GET /health/ready?verbose` tells beside the database.
   */
  checks: ServiceCheck[];
  /**
   * Where Prometheus reads the metrics, as seen from the machine; absent: nowhere.
   */
  metrics?: string;
  /**
   * Every setting, in the order of the documentation.
   */
  settings: Setting[];
}
/**
 * One thing that the service needs.
 */
export interface ServiceCheck {
  /**
   * database, disk, intake, jobs, keys or webhooks.
   */
  name: string;
  /**
   * degraded: somebody has to look into it.
   */
  status: 'ok' | 'degraded';
  /**
   * What is wrong.
   */
  message?: string;
}
/**
 * A setting of the server.
 */
export interface Setting {
  /**
   * Name of the environment variable.
   */
  name: string;
  /**
   * What it does and what it takes.
   */
  doc: string;
  /**
   * Unit of a number.
   */
  unit?: string;
  /**
   * The default, used where the setting is not set; absent: there is none.
   */
  default?: string;
  /**
   * The value in use. Secrets are never shown: for them it is absent, and a password in an address is left out. Absent too where there is no value.
   */
  value?: string;
  /**
   * Whether it is set; false: the default is used.
   */
  set: boolean;
  /**
   * Whether its value is never shown.
   */
  secret: boolean;
}
/**
 * Whether to send or skip old webhooks.
 */
export interface ResumeRequest {
  /**
   * true: the pending webhooks that are older than the restored data are skipped and never sent. false: they are sent. Default: false.
   */
  skipOldWebhooks?: boolean;
}
/**
 * What resuming did.
 */
export interface Resumed {
  /**
   * false: nothing was paused, and nothing was changed.
   */
  wasPaused: boolean;
  /**
   * How many webhooks this request skipped.
   */
  skippedWebhooks: number;
}
/**
 * The body of every answer outside of 2xx.
 */
export interface Error {
  /**
   * Name of the error.
   */
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
  /**
   * A sentence that says what is wrong and what to do.
   */
  message: string;
  /**
   * All violations, or the general meaning of the error.
   */
  detail: string;
  /**
   * The X-Request-Id of the answer. Support needs it to find the request.
   */
  requestId: string;
  /**
   * All violations, at most 100, or 10,000 in the import of a catalogue.
   */
  violations?: Violation[];
}
/**
 * A violation of one rule by the request.
 */
export interface Violation {
  /**
   * JSON Pointer (RFC 6901) into the body, or the name of the parameter.
   */
  pointer: string;
  /**
   * Name of the violated rule, in snake_case.
   */
  code: string;
  /**
   * A sentence that says what to do.
   */
  message: string;
  /**
   * The accepted values, if they can be listed.
   */
  allowed?: string[];
}
