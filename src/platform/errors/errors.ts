/** A violation of one rule. `pointer` is a JSON Pointer (RFC 6901) into the body, or a parameter name. */
export interface Violation {
  pointer: string;
  code: string;
  /** A sentence that says what to do. It never contains personal data. */
  message: string;
  allowed?: readonly string[];
}

/** The HTTP status and the general meaning of each error. A test compares them with docs/errors.md. */
export const ERRORS = {
  invalid_request: [400, 'The request breaks one or more rules of the API.'],
  invalid_json: [400, 'The body is not one well-formed JSON text in UTF-8 with unique property names.'],
  invalid_url: [400, 'The path of the request is not validly percent-encoded UTF-8.'],
  bad_request: [400, 'The request is not valid HTTP/1.1, or a part of it could not be read.'],
  unsupported_grant_type: [400, 'The token endpoint supports only the client credentials grant (RFC 6749, 4.4).'],
  invalid_scope: [400, 'This client may not have the requested scope.'],
  missing_token: [401, 'This endpoint needs an access token: `Authorization: Bearer <token>`.'],
  invalid_token: [401, 'The access token is malformed, expired, foreign or revoked. Request a new one.'],
  sign_in_refused: [401, 'Nobody was signed in: unknown login, wrong password, or account disabled.'],
  not_signed_in: [401, 'Nobody is signed in with this session, or the session has ended.'],
  not_a_station: [401, 'The browser is not a station, or no longer.'],
  station_locked: [401, 'Nobody is signed on at the station, or nobody has used it for too long.'],
  invalid_client: [401, 'Client authentication failed: unknown client, wrong secret, or client disabled.'],
  insufficient_scope: [403, 'The access token lacks the scope that this endpoint needs.'],
  network_not_allowed: [403, 'The client accepts no requests from the network of the sender.'],
  not_permitted: [403, 'The role of the sender does not allow this.'],
  people_only: [403, 'Only people who are signed in can do this, not programs with an access token, and not stations.'],
  foreign_origin: [403, 'The request may come from a page of another origin than the console.'],
  wrong_password: [403, 'The present password is wrong.'],
  openid_refused: [
    403,
    'The OpenID Connect provider refused the sign-in, or its claims about the person do not allow it.',
  ],
  return_label_not_allowed: [403, 'The contract of this client has no labels for returns.'],
  rush_not_allowed: [403, 'The contract of this client does not allow priority RUSH.'],
  sandbox_only: [403, 'This is for sandbox clients only.'],
  not_found: [404, 'There is nothing at that address.'],
  order_not_found: [404, 'This client has no order with that orderId.'],
  article_not_found: [404, 'There is no article with that manufacturerCode.'],
  article_variant_not_found: [404, 'There is no article variant with that SKU.'],
  product_variant_not_found: [404, 'There is no product variant with that EAN-13.'],
  products_not_found: [404, 'No product is assigned to this client yet.'],
  return_not_found: [404, 'This client has no return with that returnId, or it has no label yet.'],
  credential_not_found: [404, 'This client has no credential with that credentialId.'],
  webhook_endpoint_not_found: [404, 'This client has no webhook endpoint with that endpointId.'],
  webhook_delivery_not_found: [404, 'This webhook endpoint has no delivery with that deliveryId.'],
  client_not_found: [404, 'There is no client with that clientId.'],
  secret_not_found: [404, 'This client has no secret with that secretId.'],
  carrier_not_found: [404, 'There is no carrier with that carrierId, or the client has no contract with it.'],
  product_not_found: [404, 'There is no product with that productId, or the client does not have it.'],
  shipment_not_found: [404, 'This order has no shipment with this shipmentId.'],
  operator_not_found: [404, 'There is no account with that operatorId.'],
  note_not_found: [404, 'There is no note with that noteId about this order or article.'],
  station_not_found: [404, 'There is no station with that stationId.'],
  session_not_found: [404, 'This account has no session with that sessionId.'],
  batch_not_found: [404, 'There is no batch with that number.'],
  hand_over_not_found: [404, 'There is no hand-over list with that number.'],
  piece_not_found: [404, 'No piece has that code.'],
  parcel_not_found: [404, 'No parcel has that code.'],
  stock_not_found: [404, 'There is no variant of that kind and code.'],
  delivery_not_found: [404, 'There is no delivery with that deliveryId.'],
  supplier_not_found: [404, 'There is no supplier with that supplierId.'],
  purchase_not_found: [404, 'There is no purchase order with that purchaseId.'],
  count_not_found: [404, 'There is no count with that countId.'],
  count_line_not_found: [404, 'The count has no such variant at that place.'],
  printer_not_found: [404, 'There is no printer with that printerId.'],
  shop_connection_not_found: [404, 'This client has no shop with that connection in the console.'],
  shop_rates_unknown: [404, 'Platen has no price of shipping for this cart. The shop uses rates of its own.'],
  shop_product_not_found: [404, 'The shop has no product with that SKU.'],
  label_provider_not_found: [404, 'There is no label provider with that providerId.'],
  package_not_found: [404, 'There is no package with that packageId.'],
  price_list_not_found: [404, 'This client has no price list with that priceListId.'],
  order_view_not_found: [404, 'There is no view with that viewId that the sender sees.'],
  order_job_not_found: [404, 'There is no bulk change with that jobId.'],
  wall_board_not_found: [404, 'There is no wall board with that boardId or link.'],
  machine_not_found: [404, 'There is no machine with that machineId.'],
  gang_sheet_not_found: [404, 'There is no gang sheet with that code.'],
  machine_job_not_found: [404, 'There is no file for a machine with that jobId.'],
  print_job_not_found: [404, 'There is no print job with that jobId.'],
  method_not_allowed: [405, 'The route exists, but not with that method. See the `Allow` header.'],
  request_timeout: [408, 'The request did not arrive completely in time.'],
  order_already_exists: [409, 'This client already has a different order under that orderId.'],
  order_not_changeable: [409, 'The order is in a status that does not allow this.'],
  too_many_notes: [409, 'The order or article has the maximum number of notes.'],
  sandbox_order: [409, 'The order belongs to a sandbox client. Nobody works on such orders.'],
  order_not_cancellable: [409, 'The order has been shipped.'],
  return_not_withdrawable: [409, 'The return has arrived.'],
  station_name_taken: [409, 'There is a station with that name already.'],
  login_taken: [409, 'There is an account with that login already.'],
  last_admin: [409, 'Without this account there would be no admin who can sign in.'],
  openid_account: [409, 'The account has no password here: its owner signs in by OpenID Connect.'],
  credential_in_use: [409, 'The request was sent with this credential, so it cannot be revoked by it.'],
  too_many_credentials: [409, 'This client has the maximum number of credentials.'],
  upload_quota_reached: [
    409,
    'The uploads of this client have reached their number, their bytes, or the bytes of a day.',
  ],
  too_many_webhook_endpoints: [409, 'This client has the maximum number of webhook endpoints.'],
  webhook_delivery_ended: [409, 'The delivery is no longer pending, so there is nothing to skip.'],
  not_enough_stock: [409, 'The change would leave less on the shelf than orders have reserved.'],
  too_much_stock: [409, 'The change would leave more on the shelf than can be counted.'],
  mail_not_set_up: [409, 'The server has no access to a mail server.'],
  delivery_ended: [409, 'The delivery was booked or cancelled.'],
  count_ended: [409, 'The count has ended.'],
  purchase_exists: [409, 'There is a purchase order with that reference already.'],
  purchase_not_changeable: [
    409,
    'The purchase order is in a state that does not allow this, or goods of it have arrived.',
  ],
  printer_name_taken: [409, 'There is a printer with that name already.'],
  too_many_printers: [409, 'The number of printers has reached its maximum.'],
  shop_already_connected: [409, 'The client has this shop already.'],
  shop_is_another: [409, 'The address or the store is one of another shop.'],
  too_many_shop_connections: [409, 'The number of shops of this client has reached its maximum.'],
  label_provider_name_taken: [409, 'There is a label provider with that name already.'],
  too_many_label_providers: [409, 'The number of label providers has reached its maximum.'],
  too_many_wall_boards: [409, 'The number of wall boards has reached its maximum.'],
  machine_name_taken: [409, 'There is a machine with that name already.'],
  too_many_machines: [409, 'The number of machines has reached its maximum.'],
  machine_in_use: [409, 'Files wait for this machine, or lie at it.'],
  machine_job_not_changeable: [409, 'The file for a machine is in a state that does not allow this.'],
  too_many_order_views: [409, 'The number of saved views has reached its maximum.'],
  too_many_order_jobs: [409, 'The number of running bulk changes has reached its maximum.'],
  too_many_orders: [409, 'More orders match than one bulk change may have.'],
  printer_in_use: [409, 'Print jobs wait for this printer.'],
  hand_over_incomplete: [409, 'Packed parcels of the carrier are not on the list, or nothing is.'],
  parcel_handed_over: [409, 'The parcel is on a closed hand-over list: its driver has it.'],
  shipment_not_withdrawable: [409, 'The shipment cannot be withdrawn; the message says why.'],
  parcel_on_other_list: [409, 'The parcel is on another hand-over list.'],
  print_job_not_changeable: [409, 'The print job is in a state that does not allow this.'],
  document_not_printable: [409, 'The printer does not take such a document, or it is too large.'],
  parcel_not_packed: [409, 'The parcel is being packed, or has left.'],
  papers_void: [409, 'A correction of the order made papers of the parcel void. Print them again first.'],
  label_not_made: [409, 'The label of the parcel cannot be made; the message says what is missing.'],
  print_document_deleted: [410, 'The document of this print job was deleted some time after printing.'],
  position_expired: [
    410,
    'The position in the feed of events is too old. `allowed` of the violation has one to go on from.',
  ],
  link_not_valid: [410, 'The one-time link was used, has expired, or was replaced by another.'],
  precondition_failed: [412, 'The record has changed since the version in `If-Match`.'],
  body_too_large: [413, 'The body is larger than this endpoint accepts: usually 1 MiB (1,048,576 bytes).'],
  unsupported_media_type: [415, 'This endpoint does not accept the media type, charset or encoding of the body.'],
  idempotency_key_reused: [422, 'The `Idempotency-Key` was used for another request.'],
  rate_limited: [429, 'Too many requests in the window. Wait for the seconds given in `Retry-After`.'],
  headers_too_large: [431, 'The header fields of the request are too large.'],
  internal_error: [500, 'The server failed. You may send the request again. Name the requestId when you ask for help.'],
  temporarily_unavailable: [503, 'The service cannot answer right now, usually for seconds. Send the request again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorName = keyof typeof ERRORS;

export interface ErrorBody {
  error: ErrorName;
  message: string;
  detail: string;
  requestId: string;
  violations?: readonly Violation[];
}

/** Ends a request with an error of the catalogue `ERRORS`. `http/error-handler` makes the HTTP response. */
export class ApiError extends Error {
  readonly error: ErrorName;
  readonly headers: Readonly<Record<string, string>>;
  readonly violations: readonly Violation[] | undefined;

  constructor(
    error: ErrorName,
    message: string,
    extra: { headers?: Record<string, string>; violations?: readonly Violation[] } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.error = error;
    this.headers = extra.headers ?? {};
    this.violations = extra.violations;
  }

  get status(): number {
    return ERRORS[this.error][0];
  }
}

/** The limit of violations in one answer. A large body can contain far more. */
export const VIOLATIONS_LISTED_MAX = 100;

/** Returns `invalid_request` with the first violation as its message, and at most `listedMax` violations. */
export function invalidRequest(violations: readonly Violation[], listedMax = VIOLATIONS_LISTED_MAX): ApiError {
  const [first] = violations;
  const more = violations.length - 1;
  const message = `${first?.message ?? 'The request is not valid.'}${more > 0 ? ` (and ${more} more, see violations)` : ''}`;
  return new ApiError('invalid_request', message, { violations: violations.slice(0, listedMax) });
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const detail = error.violations?.length
    ? error.violations
        .slice(0, VIOLATIONS_LISTED_MAX)
        .map((violation) => `${violation.pointer || '/'}: ${violation.message}`)
        .join(' ')
    : ERRORS[error.error][1];
  return {
    error: error.error,
    message: error.message,
    detail,
    requestId,
    ...(error.violations && { violations: error.violations }),
  };
}

function errorMaker(name: ErrorName, message: string): () => ApiError {
  return () => new ApiError(name, message);
}

export const orderNotFound = errorMaker('order_not_found', 'This client has no order with this orderId.');
export const fileNotFound = errorMaker(
  'not_found',
  'This order keeps no file of this SHA-256; read the order for the "files" that it keeps now.',
);
export const clientNotFound = errorMaker('client_not_found', 'There is no client with this clientId.');
export const carrierNotFound = errorMaker(
  'carrier_not_found',
  'There is no carrier with this carrierId, or no contract with it to end.',
);
export const productNotFound = errorMaker(
  'product_not_found',
  'There is no product with this productId, or the client does not have it.',
);
export const stockNotFound = errorMaker('stock_not_found', 'There is no variant of this kind and code.');
export const operatorNotFound = errorMaker('operator_not_found', 'There is no account with this operatorId.');
export const stationNotFound = errorMaker(
  'station_not_found',
  'There is no station with this stationId that is in use.',
);
export const sessionNotFound = errorMaker('session_not_found', 'This account has no session with this sessionId.');
export const noteNotFound = errorMaker('note_not_found', 'There is no note with this noteId about it.');
export const articleNotFound = errorMaker('article_not_found', 'There is no article with this manufacturerCode.');
export const orderViewNotFound = errorMaker('order_view_not_found', 'There is no view with this viewId that you see.');
export const orderJobNotFound = errorMaker('order_job_not_found', 'There is no bulk change with this jobId.');
export const batchNotFound = errorMaker('batch_not_found', 'There is no batch with this number or code.');
export const handOverNotFound = errorMaker('hand_over_not_found', 'There is no hand-over list with this number.');
export const parcelNotFound = errorMaker('parcel_not_found', 'No parcel has this code. Scan it again, or type it.');
export const pieceNotFound = errorMaker(
  'piece_not_found',
  'No piece has this code. Scan it again, or type it: its last digit shows a mistake.',
);

export function preconditionFailed(what: string): ApiError {
  return new ApiError('precondition_failed', `The ${what} has changed since you read it; read it again.`);
}
