-- What each table and column holds, for everybody who reads the database.

comment on table article_variants is 'Articles in one colour and size: blanks, customizations, and what can be neither ordered nor decorated.';
comment on column article_variants.sku is 'Identifier, given by the catalogue.';
comment on column article_variants.manufacturer_code is 'The article it is a variant of.';
comment on column article_variants.color is 'Colour, for people.';
comment on column article_variants.size is 'Size, for people.';
comment on column article_variants.stock_level_quantity is 'Pieces on the shelf, reserved ones included.';
comment on column article_variants.dtg_type is 'For direct-to-garment printing: WHITE_UNDERBASE or NO_UNDERBASE. Null where it is not printed so.';
comment on column article_variants.allowed_locations is 'Where a BLANK may be decorated, with which technologies; the JSON text as it is answered.';
comment on column article_variants.is_allowed_on_locations is 'Where a CUSTOMIZATION may be applied, with which technologies; the JSON text as it is answered.';
comment on column article_variants.reserved is 'Pieces that orders have reserved; the sum of stock_reservations.';

comment on table articles is 'Articles: what can be printed or customized, and what is applied to them.';
comment on column articles.manufacturer_code is 'Identifier, given by the catalogue.';
comment on column articles.title is 'Name, for people.';
comment on column articles.type is 'BLANK: can be decorated. CUSTOMIZATION: is applied to a blank. UNPRODUCIBLE: neither.';

comment on table blob_sweep is 'One row: the background walk that deletes the blobs which nothing names.';
comment on column blob_sweep.singleton is 'Always true: there is one row.';
comment on column blob_sweep.next is 'When the next walk begins.';
comment on column blob_sweep.step is 'Which part of the walk is under way.';
comment on column blob_sweep.reached is 'The SHA-256 up to which that part has come.';
comment on column blob_sweep.walked_files is 'Blobs that the walk under way found to be kept so far.';
comment on column blob_sweep.walked_bytes is 'Their bytes.';
comment on column blob_sweep.kept_files is 'Blobs that the last whole walk found to be kept. Null before the first.';
comment on column blob_sweep.kept_bytes is 'Their bytes.';

comment on table blobs is 'Contents in the blob store. A row exists before its blob does, and is deleted after it.';
comment on column blobs.sha256 is 'SHA-256 of the content in lower-case hexadecimal; names the blob.';
comment on column blobs.bytes is 'Size of the content.';
comment on column blobs.unnamed_since is 'Since when no other table was seen to name it. Null: one does, or is about to.';

comment on table carriers is 'Who may carry parcels.';
comment on column carriers.carrier_id is 'Identifier, given by the catalogue.';
comment on column carriers.name is 'Name, for people.';

comment on table catalog_version is 'One row: the version of the catalogue. What processes remember of the catalogue holds for one version.';
comment on column catalog_version.singleton is 'Always true: there is one row.';
comment on column catalog_version.version is 'Raised by every change of articles, products, carriers or contracts.';

comment on table client_carriers is 'Carriers that a client has a contract with.';
comment on column client_carriers.client_id is 'The client.';
comment on column client_carriers.carrier_id is 'The carrier.';
comment on column client_carriers.is_default is 'Whether it carries the orders that name no carrier; one of a client''s at most.';

comment on table client_catalogs is 'How many products a client has, so that lists need not count.';
comment on column client_catalogs.client_id is 'The client.';
comment on column client_catalogs.products is 'Products assigned to it.';
comment on column client_catalogs.product_variants is 'Variants of those products.';

comment on table client_file_bytes is 'Bytes fetched for a client on a day, for its quota.';
comment on column client_file_bytes.client_id is 'The client.';
comment on column client_file_bytes.day is 'The day, in UTC.';
comment on column client_file_bytes.bytes is 'Bytes fetched.';

comment on table client_files is 'Files fetched for a client, by URL: orders that name the same URL within a while share one fetch.';
comment on column client_files.client_id is 'The client.';
comment on column client_files.url_hash is 'SHA-256 of the URL, which may hold a secret.';
comment on column client_files.sha256 is 'Names the content in the blob store. Null, with the columns that describe it: nothing that may be used.';
comment on column client_files.content is 'What judging the content found, as JSON.';
comment on column client_files.etag is 'ETag of the answer, to ask whether it has changed.';
comment on column client_files.last_modified is 'Last-Modified of the answer, to ask whether it has changed.';
comment on column client_files.fetched is 'When the fetch began that brought it, or the one that found it unchanged.';
comment on column client_files.refused_before is 'What was fetched before this moment is not used: the file at the URL was replaced.';

comment on table client_product_variants is 'Product variants that a client may order.';
comment on column client_product_variants.client_id is 'The client.';
comment on column client_product_variants.ean13 is 'The variant.';
comment on column client_product_variants.product_id is 'Its product.';

comment on table client_products is 'Products that are assigned to a client.';
comment on column client_products.client_id is 'The client.';
comment on column client_products.product_id is 'The product.';
comment on column client_products.name is 'Its name, repeated here for the order of the list.';

comment on table client_secrets is 'Secrets of clients, two at most while one is rotated.';
comment on column client_secrets.client_id is 'The client.';
comment on column client_secrets.secret_id is 'Identifier; tokens carry it, and end with it.';
comment on column client_secrets.secret_hash is 'SHA-256 of the secret, which has 256 random bits.';
comment on column client_secrets.created is 'When it was made.';

comment on table clients is 'API customers, and the center''s own systems.';
comment on column clients.client_id is 'Identifier, also the OAuth 2.0 client_id.';
comment on column clients.name is 'Name, for staff.';
comment on column clients.mode is 'live, or sandbox: orders of a sandbox client never reach production.';
comment on column clients.scope is 'fulfillment: a customer. operator: a system of the center.';
comment on column clients.status is 'active or disabled.';
comment on column clients.created is 'When it was made.';

comment on table idempotency_keys is 'Changes that were sent with an Idempotency-Key, recorded in the transaction that made them.';
comment on column idempotency_keys.client_id is 'Who sent it.';
comment on column idempotency_keys.key is 'The key.';
comment on column idempotency_keys.request_hash is 'SHA-256 of the request; another request under the key is refused.';
comment on column idempotency_keys.answer is 'What was answered; the same again when it is sent again.';
comment on column idempotency_keys.created is 'When it was sent first; forgotten after a day.';

comment on table order_events is 'Everything that happened to orders.';
comment on column order_events.client_id is 'The client of the order.';
comment on column order_events.order_id is 'The order.';
comment on column order_events.event_id is 'UUIDv7; also the webhook-id of its deliveries.';
comment on column order_events.type is 'Kind of event, such as order.shipped.';
comment on column order_events.occurred is 'When it happened.';
comment on column order_events.status is 'Status of the order after it.';
comment on column order_events.previous_status is 'Status before it; null for the first.';
comment on column order_events.version is 'Version of the order after it.';
comment on column order_events.actor is 'Who did it: client, operator or system.';
comment on column order_events.reason is 'Why, in a code or in words; null where none was given.';

comment on table order_files is 'Files of orders that are kept, by the place in the order that names them.';
comment on column order_files.client_id is 'The client of the order.';
comment on column order_files.order_id is 'The order.';
comment on column order_files.pointer is 'JSON Pointer into the order.';
comment on column order_files.role is 'artwork, quality_control_image, packing_slip or label.';
comment on column order_files.url is 'Where it was fetched.';
comment on column order_files.sha256 is 'Names the content in the blob store.';
comment on column order_files.media_type is 'By its content.';
comment on column order_files.bytes is 'Size.';
comment on column order_files.width is 'Pixels across, of an image.';
comment on column order_files.height is 'Pixels down, of an image.';
comment on column order_files.dpi is 'Pixels per inch that an image says of itself.';
comment on column order_files.has_alpha is 'Whether an image may have transparent pixels.';
comment on column order_files.fetched is 'When it was fetched.';
comment on column order_files.pages is 'Pages of a PDF.';
comment on column order_files.width_mm is 'Width of the first page of a PDF in millimeters.';
comment on column order_files.height_mm is 'Height of the first page of a PDF in millimeters.';

comment on table order_search is 'What staff find orders by, apart from the orders: most changes of an order leave it as it is.';
comment on column order_search.client_id is 'The client of the order.';
comment on column order_search.order_id is 'The order.';
comment on column order_search.created is 'When the order was made: found orders are listed newest first.';
comment on column order_search.terms is 'Words of the order: id, recipient, tracking numbers, EAN-13s, SKUs. Made by the application.';

comment on table orders is 'Orders, a row each.';
comment on column orders.client_id is 'The client that made it.';
comment on column orders.order_id is 'The client''s own identifier.';
comment on column orders.status is 'NEW, ASSIGNED, ACCEPTED, SHIPPED, CANCELLED or ERROR.';
comment on column orders.created is 'When it was made.';
comment on column orders.updated is 'When it last changed.';
comment on column orders.version is 'Raised by every change; the ETag.';
comment on column orders.request_hash is 'SHA-256 of the normalised request, to recognise the same order sent again.';
comment on column orders.document is 'The order''s JSON text exactly as it is answered.';
comment on column orders.summary is 'Its element of the order list, as JSON text.';
comment on column orders.work_due is 'From when on the background has something to do for it. Null: nothing.';
comment on column orders.intake_attempts is 'Attempts to fetch the files of this content that failed for now.';
comment on column orders.parked_host is 'Set aside by the intake until a file can be fetched from this host (host:port; empty: from any). Null: not set aside.';
comment on column orders.own_failures is 'Attempts at this content that failed for a reason of Platen''s own.';

comment on table product_variants is 'Products in one colour and size.';
comment on column product_variants.ean13 is 'Identifier: EAN-13, or another GTIN as the catalogue gives it.';
comment on column product_variants.product_id is 'The product it is a variant of.';
comment on column product_variants.name is 'Name, for people.';
comment on column product_variants.color is 'Colour, for people.';
comment on column product_variants.size is 'Size, for people.';
comment on column product_variants.stock_level_quantity is 'Pieces on the shelf, reserved ones included.';
comment on column product_variants.reserved is 'Pieces that orders have reserved; the sum of stock_reservations.';

comment on table products is 'Finished products.';
comment on column products.product_id is 'Identifier, given by the catalogue.';
comment on column products.name is 'Name, for people.';
comment on column products.preview_image_urls is 'Addresses of pictures, relative to the image base URL, or absolute.';
comment on column products.variants is 'Number of its variants, so that lists need not count.';

comment on table signing_keys is 'Keys that sign access tokens.';
comment on column signing_keys.key_id is 'Identifier, the kid of tokens.';
comment on column signing_keys.public_jwk is 'Public key as a JSON Web Key.';
comment on column signing_keys.private_key_encrypted is 'Private key, encrypted with ENCRYPTION_KEY.';
comment on column signing_keys.created is 'When it was made.';
comment on column signing_keys.signs_from is 'From when on it signs; it is published before.';
comment on column signing_keys.retired is 'Since when it no longer signs; published for a while after. Null: in use.';

comment on table stock_announcements is 'The quantity that product.stock_changed told last of each variant.';
comment on column stock_announcements.ean13 is 'The variant.';
comment on column stock_announcements.quantity is 'The quantity told.';

comment on table stock_announcer is 'One row: up to when the stock was looked at for announcements.';
comment on column stock_announcer.singleton is 'Always true: there is one row.';
comment on column stock_announcer.looked is 'When it was last looked at.';

comment on table stock_movements is 'The ledger: every change of what is on the shelf or reserved. Rows never change.';
comment on column stock_movements.movement_id is 'UUIDv7.';
comment on column stock_movements.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_movements.code is 'The variant.';
comment on column stock_movements.on_hand_change is 'Pieces put on the shelf, or taken off it when negative.';
comment on column stock_movements.reserved_change is 'Pieces reserved, or given back when negative.';
comment on column stock_movements.reason is 'Why: reserved, released, shipped, set, adjusted, imported and the like.';
comment on column stock_movements.client_id is 'The client of the order it was for, if any.';
comment on column stock_movements.order_id is 'The order it was for, if any.';
comment on column stock_movements.occurred is 'When.';
comment on column stock_movements.note is 'Why, in the words of staff.';

comment on table stock_reservations is 'What orders have reserved.';
comment on column stock_reservations.client_id is 'The client of the order.';
comment on column stock_reservations.order_id is 'The order.';
comment on column stock_reservations.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_reservations.code is 'The variant.';
comment on column stock_reservations.quantity is 'Pieces.';

comment on table stock_waits is 'What orders wait for. Whoever can be filled is filled, the oldest first; who waits reserves nothing.';
comment on column stock_waits.client_id is 'The client of the order.';
comment on column stock_waits.order_id is 'The order.';
comment on column stock_waits.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_waits.code is 'The variant.';
comment on column stock_waits.created is 'When the order was made: the oldest are tried first.';
comment on column stock_waits.quantity is 'Pieces that the order needs beside those it has reserved.';

comment on table stock_wakes is 'Variants of which there may be enough for an order that waits; the background tries those orders.';
comment on column stock_wakes.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_wakes.code is 'The variant.';
comment on column stock_wakes.wake_id is 'Changes whenever more has come.';
comment on column stock_wakes.joined is 'Orders that have begun to wait since, although there was enough for them: those who waited before come first.';

comment on table webhook_deliveries is 'Events that are to be sent to webhook endpoints, and what came of it.';
comment on column webhook_deliveries.client_id is 'The client of the endpoint.';
comment on column webhook_deliveries.endpoint_id is 'The endpoint. No foreign key: an endpoint that is being deleted must not fail the event.';
comment on column webhook_deliveries.delivery_id is 'UUIDv7 of the event, the webhook-id: the same at each endpoint and attempt.';
comment on column webhook_deliveries.position is 'The order of recording, which is the order of sending.';
comment on column webhook_deliveries.type is 'Kind of event.';
comment on column webhook_deliveries.body is 'The body exactly as it is signed and sent.';
comment on column webhook_deliveries.state is 'pending, delivered or failed.';
comment on column webhook_deliveries.attempts is 'Attempts so far.';
comment on column webhook_deliveries.due is 'When the next attempt may be made, while pending.';
comment on column webhook_deliveries.created is 'When it was recorded.';
comment on column webhook_deliveries.last_attempt is 'When the last attempt ended.';
comment on column webhook_deliveries.delivered is 'When it was answered 2xx.';
comment on column webhook_deliveries.last_status is 'HTTP status of the last answer.';
comment on column webhook_deliveries.last_error is 'Why the last attempt failed.';
comment on column webhook_deliveries.response_excerpt is 'Beginning of the last answer.';

comment on table webhook_endpoints is 'Addresses of clients that are told of events.';
comment on column webhook_endpoints.client_id is 'The client.';
comment on column webhook_endpoints.endpoint_id is 'Identifier.';
comment on column webhook_endpoints.url is 'Where events are sent.';
comment on column webhook_endpoints.description is 'The client''s own words.';
comment on column webhook_endpoints.types is 'Kinds of events that are wanted. Null: all of them, also those to come.';
comment on column webhook_endpoints.status is 'active, disabled, or deleted: the background then removes it with its deliveries.';
comment on column webhook_endpoints.disabled_reason is 'requested by the client, gone (it answered 410), or failing for days.';
comment on column webhook_endpoints.secret is 'Signs what is sent; encrypted with ENCRYPTION_KEY.';
comment on column webhook_endpoints.previous_secret is 'The one before the last rotation, encrypted; also signs for a while.';
comment on column webhook_endpoints.previous_secret_until is 'Until when it does.';
comment on column webhook_endpoints.failing_since is 'First failure since the last success.';
comment on column webhook_endpoints.created is 'When it was made.';
comment on column webhook_endpoints.updated is 'When it last changed.';
