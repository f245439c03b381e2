-- The schema of release 0.1.0.

create table clients (
  client_id text primary key,
  name text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  scope text not null check (scope in ('fulfillment', 'operator')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created timestamptz(3) not null,
  role text check (role in ('admin', 'office', 'floor', 'viewer'))
);
create index clients_in_order on clients (created, client_id collate "C");
create index clients_sandboxes on clients (client_id) where mode = 'sandbox';
comment on table clients is 'API customers, and the center''s own systems.';
comment on column clients.client_id is 'Identifier, also the OAuth 2.0 client_id.';
comment on column clients.name is 'Name, for staff.';
comment on column clients.mode is 'live, or sandbox: orders of a sandbox client never reach production.';
comment on column clients.scope is 'fulfillment: a customer. operator: a system of the center.';
comment on column clients.status is 'active or disabled.';
comment on column clients.created is 'When it was made.';
comment on column clients.role is 'What a program of the center may do: src/people/role-rules.ts. Null: it is a customer.';

create table client_secrets (
  client_id text references clients,
  secret_id uuid,
  secret_hash bytea not null,
  created timestamptz(3) not null,
  primary key (client_id, secret_id)
);
comment on table client_secrets is 'Secrets of clients, two at most while one is rotated.';
comment on column client_secrets.client_id is 'The client.';
comment on column client_secrets.secret_id is 'Identifier; tokens carry it, and end with it.';
comment on column client_secrets.secret_hash is 'SHA-256 of the secret, which has 256 random bits.';
comment on column client_secrets.created is 'When it was made.';

create table signing_keys (
  key_id text primary key,
  public_jwk jsonb not null,
  private_key_encrypted bytea not null,
  created timestamptz(3) not null,
  signs_from timestamptz(3) not null,
  retired timestamptz(3)
);
comment on table signing_keys is 'Keys that sign access tokens.';
comment on column signing_keys.key_id is 'Identifier, the kid of tokens.';
comment on column signing_keys.public_jwk is 'Public key as a JSON Web Key.';
comment on column signing_keys.private_key_encrypted is 'Private key, encrypted with ENCRYPTION_KEY.';
comment on column signing_keys.created is 'When it was made.';
comment on column signing_keys.signs_from is 'From when on it signs; it is published before.';
comment on column signing_keys.retired is 'Since when it no longer signs; published for a while after. Null: in use.';

create table catalog_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
comment on table catalog_version is 'One row: the version of the catalogue. What processes remember of the catalogue holds for one version.';
comment on column catalog_version.singleton is 'Always true: there is one row.';
comment on column catalog_version.version is 'Raised by every change of articles, products, carriers or contracts.';

create table articles (
  manufacturer_code text collate "C" primary key,
  title text not null,
  type text not null check (type in ('BLANK', 'CUSTOMIZATION', 'UNPRODUCIBLE')),
  hs_code text,
  country_of_origin text,
  weight_grams integer,
  customs_description text
);
comment on table articles is 'Articles: what can be printed or customized, and what is applied to them.';
comment on column articles.manufacturer_code is 'Identifier, given by the catalogue.';
comment on column articles.title is 'Name, for people.';
comment on column articles.type is 'BLANK: can be decorated. CUSTOMIZATION: is applied to a blank. UNPRODUCIBLE: neither.';
comment on column articles.hs_code is 'Tariff number of its variants that have none of their own: 6 to 10 digits.';
comment on column articles.country_of_origin is 'ISO 3166-1 alpha-2, likewise.';
comment on column articles.weight_grams is 'Grams of a piece, likewise.';
comment on column articles.customs_description is 'What it is, in the words of a customs declaration, likewise.';

create table article_variants (
  sku text collate "C" primary key,
  manufacturer_code text collate "C" not null references articles,
  color text not null,
  size text not null,
  stock_level_quantity integer not null check (stock_level_quantity >= 0),
  dtg_type text check (dtg_type in ('WHITE_UNDERBASE', 'NO_UNDERBASE')),
  allowed_locations text not null,
  is_allowed_on_locations text not null,
  reserved integer not null default 0 check (reserved >= 0),
  retired timestamptz(3),
  hs_code text,
  country_of_origin text,
  weight_grams integer,
  customs_description text
);
create index article_variants_by_article on article_variants (manufacturer_code, sku);
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
comment on column article_variants.retired is 'Since when it is retired: not shown to customers, and refused in new orders. Null: it is not.';
comment on column article_variants.hs_code is 'Tariff number, 6 to 10 digits. Null: that of its article.';
comment on column article_variants.country_of_origin is 'ISO 3166-1 alpha-2. Null: that of its article.';
comment on column article_variants.weight_grams is 'Grams of a piece. Null: those of its article.';
comment on column article_variants.customs_description is 'What it is, in the words of a customs declaration. Null: those of its article.';

create table products (
  product_id text collate "C" primary key,
  name text collate "C" not null,
  preview_image_urls text[] not null,
  variants integer not null check (variants >= 0),
  retired timestamptz(3),
  hs_code text,
  country_of_origin text,
  weight_grams integer,
  customs_description text
);
comment on table products is 'Finished products.';
comment on column products.product_id is 'Identifier, given by the catalogue.';
comment on column products.name is 'Name, for people.';
comment on column products.preview_image_urls is 'Addresses of pictures, relative to the image base URL, or absolute.';
comment on column products.variants is 'Number of its variants that are not retired, so that lists need not count.';
comment on column products.retired is 'Since when all of its variants are retired. Null: it has others, or none at all.';
comment on column products.hs_code is 'Tariff number of its variants that have none of their own: 6 to 10 digits.';
comment on column products.country_of_origin is 'ISO 3166-1 alpha-2, likewise.';
comment on column products.weight_grams is 'Grams of a piece, likewise.';
comment on column products.customs_description is 'What it is, in the words of a customs declaration, likewise.';

create table product_variants (
  ean13 text collate "C" primary key,
  product_id text collate "C" not null references products,
  name text not null,
  color text not null,
  size text not null,
  stock_level_quantity integer not null check (stock_level_quantity >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  retired timestamptz(3),
  hs_code text,
  country_of_origin text,
  weight_grams integer,
  customs_description text
);
create index product_variants_by_product on product_variants (product_id, ean13);
comment on table product_variants is 'Products in one colour and size.';
comment on column product_variants.ean13 is 'Identifier: EAN-13, or another GTIN as the catalogue gives it.';
comment on column product_variants.product_id is 'The product it is a variant of.';
comment on column product_variants.name is 'Name, for people.';
comment on column product_variants.color is 'Colour, for people.';
comment on column product_variants.size is 'Size, for people.';
comment on column product_variants.stock_level_quantity is 'Pieces on the shelf, reserved ones included.';
comment on column product_variants.reserved is 'Pieces that orders have reserved; the sum of stock_reservations.';
comment on column product_variants.retired is 'Since when it is retired: not shown to customers, and refused in new orders. Null: it is not.';
comment on column product_variants.hs_code is 'Tariff number, 6 to 10 digits. Null: that of its product.';
comment on column product_variants.country_of_origin is 'ISO 3166-1 alpha-2. Null: that of its product.';
comment on column product_variants.weight_grams is 'Grams of a piece. Null: those of its product.';
comment on column product_variants.customs_description is 'What it is, in the words of a customs declaration. Null: those of its product.';

create table client_products (
  client_id text references clients,
  product_id text collate "C" references products,
  name text collate "C" not null,
  is_retired boolean not null default false,
  primary key (client_id, product_id)
);
create index client_products_by_name on client_products (client_id, name, product_id) include (is_retired);
create index client_products_of_product on client_products (product_id, client_id collate "C");
comment on table client_products is 'Products that are assigned to a client.';
comment on column client_products.client_id is 'The client.';
comment on column client_products.product_id is 'The product.';
comment on column client_products.name is 'Its name, repeated here for the order of the list.';
comment on column client_products.is_retired is 'Whether all variants of the product are retired, repeated here for the list, which leaves it out.';

create table client_product_variants (
  client_id text references clients,
  ean13 text collate "C" references product_variants,
  product_id text collate "C" not null,
  primary key (client_id, ean13)
);
create index client_product_variants_by_ean13 on client_product_variants (ean13);
create index client_product_variants_by_product on client_product_variants (client_id, product_id, ean13);
comment on table client_product_variants is 'Variants of the products that are assigned to a client, without those that are retired.';
comment on column client_product_variants.client_id is 'The client.';
comment on column client_product_variants.ean13 is 'The variant.';
comment on column client_product_variants.product_id is 'Its product.';

create table client_catalogs (
  client_id text primary key references clients,
  products integer not null,
  product_variants integer not null
);
comment on table client_catalogs is 'How many products a client has, so that lists need not count.';
comment on column client_catalogs.client_id is 'The client.';
comment on column client_catalogs.products is 'Products that it has, without those that are retired.';
comment on column client_catalogs.product_variants is 'Their variants, without those that are retired.';

create table carriers (
  carrier_id text collate "C" primary key,
  name text not null,
  customs_form text not null default 'BY_VALUE' check (customs_form in ('BY_VALUE', 'CN22', 'CN23', 'NONE'))
);
comment on table carriers is 'Who may carry parcels.';
comment on column carriers.carrier_id is 'Identifier, given by the catalogue.';
comment on column carriers.name is 'Name, for people.';
comment on column carriers.customs_form is 'What customs form goes on its parcels. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: it makes its own.';

create table client_carriers (
  client_id text references clients,
  carrier_id text collate "C" references carriers,
  is_default boolean not null default false,
  primary key (client_id, carrier_id)
);
create unique index client_carriers_one_default on client_carriers (client_id) where is_default;
comment on table client_carriers is 'Carriers that a client has a contract with.';
comment on column client_carriers.client_id is 'The client.';
comment on column client_carriers.carrier_id is 'The carrier.';
comment on column client_carriers.is_default is 'Whether it carries the orders that name no carrier; one of a client''s at most.';

create table orders (
  client_id text,
  order_id text collate "C",
  status text not null check (status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR')),
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  version integer not null default 1,
  request_hash bytea not null,
  document text not null,
  summary text not null,
  work_due timestamptz(3),
  intake_attempts integer not null default 0,
  parked_host text collate "C",
  own_failures integer not null default 0,
  reason_code text,
  cancellation text,
  item_count integer,
  recipient text,
  country text,
  carrier text,
  reason_message text,
  status_since timestamptz(3),
  personal_data_erased timestamptz(3),
  trace_parent text collate "C",
  primary key (client_id, order_id)
);
create index orders_by_created on orders (client_id, created, order_id desc);
create index orders_by_id on orders using hash (order_id);
create index orders_by_reason on orders (client_id, reason_code, created desc, order_id) where reason_code is not null;
create index orders_by_status on orders (client_id, status, created, order_id desc);
create index orders_cancellation_requested on orders (client_id, created desc, order_id) where status = 'ACCEPTED' and cancellation = 'REQUESTED';
create index orders_cancelled on orders (updated, client_id, order_id) where status = 'CANCELLED';
create index orders_changed_by_status on orders (client_id, status, updated);
create index orders_due on orders (client_id, work_due, order_id) where work_due is not null;
create index orders_ended on orders (client_id, coalesce(status_since, updated))
  where status in ('SHIPPED', 'CANCELLED') and personal_data_erased is null;
create index orders_of_all_asked_to_cancel on orders (created desc, client_id collate "C", order_id)
  where status = 'ACCEPTED' and cancellation = 'REQUESTED';
create index orders_of_all_by_reason on orders (reason_code, created desc, client_id collate "C", order_id) where reason_code is not null;
create index orders_of_all_by_updated on orders using brin ((updated at time zone 'UTC')) with (pages_per_range = 64, autosummarize = on);
create index orders_of_all_in_status on orders (status, created) include (client_id);
create index orders_open_by_status on orders (status, status_since) where status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR');
create index orders_open_of_client on orders (client_id, status, status_since) where status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR');
create index orders_parked on orders (client_id, parked_host, created, order_id) where parked_host is not null;
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
comment on column orders.reason_code is 'The code of its statusReason. Null: it has none.';
comment on column orders.cancellation is 'What became of its customer''s wish to cancel it in production: REQUESTED, ACCEPTED, REJECTED. Null: there was none, or the order had ended before this column came.';
comment on column orders.item_count is 'How many items it has. Null: not filled in yet.';
comment on column orders.recipient is 'Name or company of the recipient. Null: it has its own label, or is not filled in yet.';
comment on column orders.country is 'Country of the recipient, ISO 3166-1 alpha-2 or an alias. Null: it has its own label, or is not filled in yet.';
comment on column orders.carrier is 'Who carries it: the carrier it names, else the default of its client when it was made, changed or assigned; once it is shipped with another, that one, by its id or as staff named it. Null: nobody yet.';
comment on column orders.reason_message is 'The message of its statusReason. Null: it has none.';
comment on column orders.status_since is 'Since when it is in its status. Null: it has ended before this column came, and then since it last changed.';
comment on column orders.personal_data_erased is 'When what it told of people was erased. Null: it was not.';
comment on column orders.trace_parent is 'W3C traceparent of the last request that changed it, where that was traced: made of hexadecimal digits alone. Null: it was not.';

create table order_events (
  client_id text not null,
  order_id text collate "C" not null,
  event_id uuid not null,
  type text not null,
  occurred timestamptz(3) not null,
  status text not null,
  previous_status text,
  version integer not null,
  actor text not null check (actor in ('client', 'operator', 'system')),
  reason text,
  actor_id text,
  actor_name text
);
alter table order_events replica identity full;
create index order_events_by_order on order_events (client_id, order_id);
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
comment on column order_events.actor_id is 'Client id of who caused it, of a customer or of the center''s own system. Null: Platen itself, or an event from before this was recorded.';
comment on column order_events.actor_name is 'The name of that client when it happened.';

create table stock_reservations (
  client_id text,
  order_id text collate "C",
  kind text check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C",
  quantity integer not null check (quantity > 0),
  primary key (client_id, order_id, kind, code)
);
comment on table stock_reservations is 'What orders have reserved.';
comment on column stock_reservations.client_id is 'The client of the order.';
comment on column stock_reservations.order_id is 'The order.';
comment on column stock_reservations.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_reservations.code is 'The variant.';
comment on column stock_reservations.quantity is 'Pieces.';

create table stock_waits (
  client_id text,
  order_id text collate "C",
  kind text check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C",
  created timestamptz(3) not null,
  quantity integer not null,
  is_preferred boolean not null,
  primary key (client_id, order_id, kind, code),
  foreign key (client_id, order_id) references orders
);
create index stock_waits_by_quantity on stock_waits (kind, code, quantity);
create index stock_waits_by_turn on stock_waits (kind, code, created, client_id, order_id);
create index stock_waits_preferred on stock_waits (kind, code, created, client_id, order_id) where is_preferred;
comment on table stock_waits is 'What orders wait for. Whoever can be filled is filled, the oldest first; who waits reserves nothing.';
comment on column stock_waits.client_id is 'The client of the order.';
comment on column stock_waits.order_id is 'The order.';
comment on column stock_waits.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_waits.code is 'The variant.';
comment on column stock_waits.created is 'When the order was made: the oldest are tried first.';
comment on column stock_waits.quantity is 'Pieces that the order needs beside those it has reserved.';
comment on column stock_waits.is_preferred is 'Nobody else takes this code before the order has it.';

create table stock_movements (
  movement_id uuid primary key,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  on_hand_change integer not null,
  reserved_change integer not null,
  reason text not null check (reason in ('reserved', 'released', 'shipped', 'scrapped', 'returned', 'set', 'adjusted', 'imported')),
  client_id text,
  order_id text collate "C",
  occurred timestamptz(3) not null,
  note text,
  actor text,
  actor_id text,
  actor_name text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index stock_movements_by_code on stock_movements (kind, code, movement_id);
create index stock_movements_noted on stock_movements (client_id, order_id) where note is not null and order_id is not null;
comment on table stock_movements is 'The ledger: every change of what is on the shelf or reserved. Rows never change.';
comment on column stock_movements.movement_id is 'UUIDv7.';
comment on column stock_movements.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_movements.code is 'The variant.';
comment on column stock_movements.on_hand_change is 'Pieces put on the shelf, or taken off it when negative.';
comment on column stock_movements.reserved_change is 'Pieces reserved, or given back when negative.';
comment on column stock_movements.reason is 'Why: reserved, released, shipped, scrapped, returned, set, adjusted, imported.';
comment on column stock_movements.client_id is 'The client of the order it was for, if any.';
comment on column stock_movements.order_id is 'The order it was for, if any.';
comment on column stock_movements.occurred is 'When.';
comment on column stock_movements.note is 'Why, in the words of staff.';
comment on column stock_movements.actor is 'Who did it: client, operator or system. Null: from before this was recorded.';
comment on column stock_movements.actor_id is 'The id of who did it. Null: Platen itself, the command line, or from before this was recorded.';
comment on column stock_movements.actor_name is 'The name they had then.';

create table order_files (
  client_id text,
  order_id text collate "C",
  pointer text,
  role text not null check (role in ('artwork', 'quality_control_image', 'packing_slip', 'label')),
  url text not null,
  sha256 text not null,
  media_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  dpi double precision,
  has_alpha boolean,
  fetched timestamptz(3) not null,
  pages integer,
  width_mm double precision,
  height_mm double precision,
  picture_due boolean,
  primary key (client_id, order_id, pointer),
  foreign key (client_id, order_id) references orders
);
create index order_files_by_content on order_files (sha256);
create index order_files_picture_due on order_files (client_id, fetched) where picture_due;
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
comment on column order_files.picture_due is 'True: a picture of it is still to be drawn. Null: it was, or is when somebody looks at it.';

create table webhook_endpoints (
  client_id text references clients,
  endpoint_id uuid,
  url text not null,
  description text,
  types text[],
  status text not null check (status in ('active', 'disabled', 'deleted')),
  disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing', 'by_staff')),
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  last_success timestamptz(3),
  last_failure timestamptz(3),
  last_failure_status integer,
  last_failure_error text,
  primary key (client_id, endpoint_id)
);
create index webhook_endpoints_active on webhook_endpoints (client_id, endpoint_id) where status = 'active';
create index webhook_endpoints_deleted on webhook_endpoints (updated) where status = 'deleted';
create index webhook_endpoints_disabled on webhook_endpoints (client_id, endpoint_id) where status = 'disabled';
create index webhook_endpoints_failing on webhook_endpoints (client_id, endpoint_id) where status = 'active' and failing_since is not null;
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
comment on column webhook_endpoints.last_success is 'When a delivery was last answered 2xx. Null: never since this column came.';
comment on column webhook_endpoints.last_failure is 'When an attempt last failed. Null: never since this column came.';
comment on column webhook_endpoints.last_failure_status is 'HTTP status of that attempt''s answer. Null: there was none.';
comment on column webhook_endpoints.last_failure_error is 'Why that attempt failed.';

create table webhook_deliveries (
  client_id text,
  endpoint_id uuid,
  delivery_id uuid,
  position bigint generated always as identity,
  type text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  due timestamptz(3) not null,
  created timestamptz(3) not null,
  last_attempt timestamptz(3),
  delivered timestamptz(3),
  last_status integer,
  last_error text,
  response_excerpt text,
  skipped timestamptz(3),
  skipped_by text,
  trace_parent text collate "C",
  primary key (client_id, endpoint_id, delivery_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index webhook_deliveries_by_position on webhook_deliveries (client_id, endpoint_id, position);
create index webhook_deliveries_ended on webhook_deliveries (created) where state <> 'pending';
create index webhook_deliveries_failed on webhook_deliveries (client_id, endpoint_id, position) where state = 'failed';
create index webhook_deliveries_pending on webhook_deliveries (client_id, endpoint_id, position) where state = 'pending';
create index webhook_deliveries_skipped on webhook_deliveries (client_id, endpoint_id, position) where state = 'skipped';
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
comment on column webhook_deliveries.skipped is 'When staff skipped it. Null: they did not.';
comment on column webhook_deliveries.skipped_by is 'Who did, by the name they had then.';
comment on column webhook_deliveries.trace_parent is 'W3C traceparent of the request that led to the event, where that was traced. Null: it was not.';

create table stock_announcements (
  ean13 text collate "C" primary key,
  quantity integer not null
);
comment on table stock_announcements is 'The quantity that product.stock_changed told last of each variant.';
comment on column stock_announcements.ean13 is 'The variant.';
comment on column stock_announcements.quantity is 'The quantity told.';

create table stock_announcer (
  singleton boolean primary key default true check (singleton),
  looked timestamptz(3) not null
);
comment on table stock_announcer is 'One row: up to when the stock was looked at for announcements.';
comment on column stock_announcer.singleton is 'Always true: there is one row.';
comment on column stock_announcer.looked is 'When it was last looked at.';

create table order_search (
  client_id text,
  order_id text collate "C",
  created timestamptz(3) not null,
  terms tsvector not null,
  country text,
  carrier text,
  primary key (client_id, order_id)
);
create index order_search_by_carrier on order_search (carrier, created) where carrier is not null;
create index order_search_by_country on order_search (country, created) where country is not null;
create index order_search_by_time on order_search using brin (created) with (pages_per_range = 32, autosummarize = on);
create index order_search_in_order on order_search (created);
create index order_search_terms on order_search using gin (terms) with (gin_pending_list_limit = 512);
comment on table order_search is 'What staff find orders by, apart from the orders: most changes of an order leave it as it is.';
comment on column order_search.client_id is 'The client of the order.';
comment on column order_search.order_id is 'The order.';
comment on column order_search.created is 'When the order was made: found orders are listed newest first.';
comment on column order_search.terms is 'Words of the order: id, recipient, tracking numbers, EAN-13s, SKUs. Made by the application.';
comment on column order_search.country is 'Country of the recipient, as in orders.';
comment on column order_search.carrier is 'Who carries it, as in orders.';

create table stock_wakes (
  kind text check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C",
  wake_id uuid not null,
  joined integer not null default 0,
  primary key (kind, code)
);
comment on table stock_wakes is 'Variants of which there may be enough for an order that waits; the background tries those orders.';
comment on column stock_wakes.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_wakes.code is 'The variant.';
comment on column stock_wakes.wake_id is 'Changes whenever more has come.';
comment on column stock_wakes.joined is 'Orders that have begun to wait since, although there was enough for them: those who waited before come first.';

create table idempotency_keys (
  client_id text,
  key text collate "C",
  request_hash bytea not null,
  answer text not null,
  created timestamptz(3) not null,
  primary key (client_id, key)
);
create index idempotency_keys_by_created on idempotency_keys (created);
comment on table idempotency_keys is 'Changes that were sent with an Idempotency-Key, recorded in the transaction that made them.';
comment on column idempotency_keys.client_id is 'The client, or the operator, who sent it.';
comment on column idempotency_keys.key is 'The key.';
comment on column idempotency_keys.request_hash is 'SHA-256 of the request; another request under the key is refused.';
comment on column idempotency_keys.answer is 'What was answered; the same again when it is sent again.';
comment on column idempotency_keys.created is 'When it was sent first; forgotten after a day.';

create table client_files (
  client_id text references clients,
  url_hash bytea,
  sha256 text,
  content jsonb,
  etag text,
  last_modified text,
  fetched timestamptz(3),
  refused_before timestamptz(3),
  primary key (client_id, url_hash)
);
create index client_files_by_content on client_files (sha256);
create index client_files_fetched on client_files (coalesce(fetched, refused_before));
comment on table client_files is 'Files fetched for a client, by URL: orders that name the same URL within a while share one fetch.';
comment on column client_files.client_id is 'The client.';
comment on column client_files.url_hash is 'SHA-256 of the URL, which may hold a secret.';
comment on column client_files.sha256 is 'Names the content in the blob store. Null, with the columns that describe it: nothing that may be used.';
comment on column client_files.content is 'What judging the content found, as JSON.';
comment on column client_files.etag is 'ETag of the answer, to ask whether it has changed.';
comment on column client_files.last_modified is 'Last-Modified of the answer, to ask whether it has changed.';
comment on column client_files.fetched is 'When the fetch began that brought it, or the one that found it unchanged.';
comment on column client_files.refused_before is 'What was fetched before this moment is not used: the file at the URL was replaced.';

create table client_file_bytes (
  client_id text references clients,
  day date,
  bytes bigint not null,
  primary key (client_id, day)
);
comment on table client_file_bytes is 'Bytes fetched for a client on a day, for its quota.';
comment on column client_file_bytes.client_id is 'The client.';
comment on column client_file_bytes.day is 'The day, in UTC.';
comment on column client_file_bytes.bytes is 'Bytes fetched.';

create table blobs (
  sha256 text primary key,
  bytes bigint not null,
  unnamed_since timestamptz(3),
  recorded timestamptz(3) not null default now()
);
create index blobs_by_recorded on blobs (recorded, sha256);
comment on table blobs is 'Contents in the blob store. A row exists before its blob does, and is deleted after it.';
comment on column blobs.sha256 is 'SHA-256 of the content in lower-case hexadecimal; names the blob.';
comment on column blobs.bytes is 'Size of the content.';
comment on column blobs.unnamed_since is 'Since when no other table was seen to name it. Null: one does, or is about to.';
comment on column blobs.recorded is 'When it was first recorded; of those from before this column, when that came.';

create table blob_sweep (
  singleton boolean primary key default true check (singleton),
  next timestamptz(3) not null,
  step integer not null default 0,
  reached text not null default '',
  walked_files bigint not null default 0,
  walked_bytes bigint not null default 0,
  kept_files bigint,
  kept_bytes bigint
);
comment on table blob_sweep is 'One row: the background walk that deletes the blobs which nothing names.';
comment on column blob_sweep.singleton is 'Always true: there is one row.';
comment on column blob_sweep.next is 'When the next walk begins.';
comment on column blob_sweep.step is 'Which part of the walk is under way.';
comment on column blob_sweep.reached is 'The SHA-256 up to which that part has come.';
comment on column blob_sweep.walked_files is 'Blobs that the walk under way found to be kept so far.';
comment on column blob_sweep.walked_bytes is 'Their bytes.';
comment on column blob_sweep.kept_files is 'Blobs that the last whole walk found to be kept. Null before the first.';
comment on column blob_sweep.kept_bytes is 'Their bytes.';

create table stock_preferences (
  client_id text,
  order_id text collate "C",
  preferred timestamptz(3) not null,
  preferred_by text,
  primary key (client_id, order_id)
);
comment on table stock_preferences is 'Orders that staff prefer, until they are filled: nobody takes what they wait for.';
comment on column stock_preferences.client_id is 'Whose order it is.';
comment on column stock_preferences.order_id is 'The order that is preferred.';
comment on column stock_preferences.preferred is 'Since when.';
comment on column stock_preferences.preferred_by is 'Who preferred it, by the name they had then.';

create table order_items (
  client_id text,
  order_id text collate "C",
  position integer,
  item_id text not null,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  quantity integer not null,
  created timestamptz(3) not null,
  technology text collate "C",
  primary key (client_id, order_id, position)
);
create index order_items_by_code on order_items (code, created);
comment on table order_items is 'The items of orders. Written when the intake of an order begins, and again when what it asks for changes.';
comment on column order_items.client_id is 'The client of the order.';
comment on column order_items.order_id is 'The order.';
comment on column order_items.position is 'Place in the order, from 1.';
comment on column order_items.item_id is 'Id of the item within the order.';
comment on column order_items.kind is 'PRODUCT: an existing product, code is its EAN-13. ARTICLE: a custom product, code is the SKU of its blank.';
comment on column order_items.code is 'The variant.';
comment on column order_items.quantity is 'Pieces.';
comment on column order_items.created is 'When the order was made: orders that are found by an item are listed by it.';
comment on column order_items.technology is 'Of a custom product: its first print, else customization. Null: an existing product, or an order from before this column.';

create table order_fills (
  client_id text primary key,
  filled_to text collate "C"
);
comment on table order_fills is 'Clients whose orders are older than some columns, which the background fills in. A row goes when that is done.';
comment on column order_fills.client_id is 'The client.';
comment on column order_fills.filled_to is 'The last order that was filled in, by order_id. Null: none yet.';

create table order_counts (
  client_id text,
  status text,
  reason_code text,
  orders bigint not null,
  primary key (client_id, status, reason_code)
);
create index order_counts_by_most on order_counts (status, reason_code, orders desc, client_id);
comment on table order_counts is 'How many orders there are by status and reason: together with order_count_changes.';
comment on column order_counts.client_id is 'The client of the orders.';
comment on column order_counts.status is 'Their status.';
comment on column order_counts.reason_code is 'The code of their statusReason; empty: they have none.';
comment on column order_counts.orders is 'How many.';

create table order_count_changes (
  client_id text,
  change_id uuid,
  status text,
  reason_code text,
  orders integer not null,
  happened timestamptz default '-infinity'::timestamptz,
  created timestamptz default '-infinity'::timestamptz,
  duration_bucket integer default '-1'::integer,
  primary key (client_id, change_id, status, reason_code, happened, created, duration_bucket)
);
comment on table order_count_changes is 'What is to be added to order_counts.';
comment on column order_count_changes.client_id is 'The client of the orders.';
comment on column order_count_changes.change_id is 'UUIDv7 of the statement that made or changed the orders.';
comment on column order_count_changes.status is 'Their status.';
comment on column order_count_changes.reason_code is 'The code of their statusReason; empty: they have none.';
comment on column order_count_changes.orders is 'How many more, or fewer when negative.';
comment on column order_count_changes.happened is 'When the orders were made or ended, by the quarter of an hour. -infinity: neither, or it is a correction of order_counts alone.';
comment on column order_count_changes.created is 'When they were made, likewise.';
comment on column order_count_changes.duration_bucket is 'How long they took from then until they were shipped, as in order_day_durations. -1: they were not.';

create table operators (
  operator_id text primary key,
  name text not null,
  login text not null,
  login_key text collate "C" not null unique,
  role text not null check (role in ('admin', 'office', 'floor', 'viewer')),
  status text not null check (status in ('active', 'disabled')),
  language text,
  password_hash text,
  link_hash bytea unique,
  link_expires timestamptz(3),
  openid_issuer text,
  openid_subject text,
  created timestamptz(3) not null,
  signed_in timestamptz(3),
  badge_code text collate "C" unique,
  badge_given timestamptz(3),
  pin_hash text,
  pin_given timestamptz(3),
  unique (openid_issuer, openid_subject)
);
comment on table operators is 'The center''s people, who sign in.';
comment on column operators.operator_id is 'UUIDv7.';
comment on column operators.name is 'What others read of them.';
comment on column operators.login is 'What they sign in with, as it was given.';
comment on column operators.login_key is 'The same in lower case and one form of Unicode: two people never have one.';
comment on column operators.role is 'What they may do: src/people/role-rules.ts.';
comment on column operators.status is 'Who is disabled cannot sign in.';
comment on column operators.language is 'Of the console, as de or en. Null: that of the browser.';
comment on column operators.password_hash is 'argon2id in the PHC string format. Null: none was set.';
comment on column operators.link_hash is 'SHA-256 of the token in the one-time link that sets the password. Null: there is none.';
comment on column operators.link_expires is 'When that link ends.';
comment on column operators.openid_issuer is 'Who vouches for the person (OpenID Connect). Null: they sign in with a password.';
comment on column operators.openid_subject is 'Who the person is to that issuer.';
comment on column operators.created is 'When the account was made.';
comment on column operators.signed_in is 'When they last signed in. Null: never.';
comment on column operators.badge_code is 'What is printed on their badge, to sign on at stations. Null: they have none.';
comment on column operators.badge_given is 'When they got it.';
comment on column operators.pin_hash is 'Of their PIN for stations: argon2id in the PHC string format. Null: they have none.';
comment on column operators.pin_given is 'When they got it.';

create table operator_sessions (
  session_hash bytea primary key,
  session_id text not null unique,
  operator_id text not null references operators,
  created timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  user_agent text
);
create index operator_sessions_by_created on operator_sessions (created);
create index operator_sessions_by_last_seen on operator_sessions (last_seen);
create index operator_sessions_by_operator on operator_sessions (operator_id, created);
comment on table operator_sessions is 'Browsers that people are signed in with.';
comment on column operator_sessions.session_hash is 'SHA-256 of the 256 random bits in the cookie.';
comment on column operator_sessions.session_id is 'UUIDv7, to name it by.';
comment on column operator_sessions.operator_id is 'Whose it is.';
comment on column operator_sessions.created is 'When they signed in.';
comment on column operator_sessions.last_seen is 'When it was last used, to the minute.';
comment on column operator_sessions.user_agent is 'What the browser says of itself, cut. Null: nothing.';

create table audit (
  entry_id text primary key,
  occurred timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('operator', 'system')),
  actor_id text,
  actor_name text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  detail text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index audit_by_actor on audit (actor_id, occurred desc, entry_id desc);
create index audit_by_kind on audit (subject_kind, occurred desc, entry_id desc);
create index audit_by_subject on audit (subject_id, occurred desc, entry_id desc);
create index audit_by_time on audit (occurred desc, entry_id desc);
comment on table audit is 'Who of the center did what. Rows are only added.';
comment on column audit.entry_id is 'UUIDv7.';
comment on column audit.occurred is 'When.';
comment on column audit.actor_kind is 'operator: a person, a program or the command line of the center. system: Platen itself.';
comment on column audit.actor_id is 'operator_id of a person, client_id of a program. Null: the command line, or Platen itself.';
comment on column audit.actor_name is 'The name they had then.';
comment on column audit.action is 'What was done, as client.disabled.';
comment on column audit.subject_kind is 'To what: order, client, stock, …';
comment on column audit.subject_id is 'To which; of an order its client and orderId with a slash between them. Null: there is only one.';
comment on column audit.detail is 'JSON: what changed. Never a secret.';

create table order_notes (
  client_id text,
  order_id text collate "C",
  note_id text,
  text text not null,
  created timestamptz(3) not null,
  changed timestamptz(3),
  author_id text,
  author_name text,
  primary key (client_id, order_id, note_id),
  foreign key (client_id, order_id) references orders
);
comment on table order_notes is 'What staff write about orders for each other; customers never read it.';
comment on column order_notes.client_id is 'Whose order it is about.';
comment on column order_notes.order_id is 'The order.';
comment on column order_notes.note_id is 'UUIDv7.';
comment on column order_notes.text is 'What was written.';
comment on column order_notes.created is 'When.';
comment on column order_notes.changed is 'When its author last corrected it. Null: never.';
comment on column order_notes.author_id is 'operator_id of a person, client_id of a program.';
comment on column order_notes.author_name is 'The name they had then.';

create table file_pictures (
  sha256 text primary key,
  small text,
  large text,
  made timestamptz(3) not null
);
create index file_pictures_by_large on file_pictures (large);
create index file_pictures_by_small on file_pictures (small);
comment on table file_pictures is 'Pictures of files that orders keep, for staff to look at.';
comment on column file_pictures.sha256 is 'Names the file in the blob store.';
comment on column file_pictures.small is 'Names the small picture in the blob store. Null: the file cannot be drawn.';
comment on column file_pictures.large is 'Names the large one.';
comment on column file_pictures.made is 'When it was drawn, or was found not to be drawable.';

create table stock_waits_untold (
  client_id text,
  order_id text collate "C",
  mark_id uuid not null,
  primary key (client_id, order_id)
);
comment on table stock_waits_untold is 'Orders that wait for a variant that was retired, or came back, and have not been told yet. A row goes when they have.';
comment on column stock_waits_untold.client_id is 'The client of the order.';
comment on column stock_waits_untold.order_id is 'The order.';
comment on column stock_waits_untold.mark_id is 'Another one when there is something else to tell since.';

create table order_days (
  client_id text,
  day date,
  created integer not null,
  shipped integer not null,
  cancelled integer not null,
  open integer not null,
  primary key (client_id, day)
);
create index order_days_by_day on order_days (day);
create index order_days_open on order_days (client_id, day) where open <> 0;
comment on table order_days is 'Orders of each day in the time zone of the center: together with order_count_changes.';
comment on column order_days.client_id is 'The client of the orders.';
comment on column order_days.day is 'The day.';
comment on column order_days.created is 'Orders that were made on it.';
comment on column order_days.shipped is 'Orders that were shipped completely on it.';
comment on column order_days.cancelled is 'Orders that were cancelled on it.';
comment on column order_days.open is 'Orders that were made on it and are neither shipped nor cancelled.';

create table order_day_durations (
  client_id text,
  day date,
  bucket integer,
  orders integer not null,
  primary key (client_id, day, bucket)
);
create index order_day_durations_by_day on order_day_durations (day);
comment on table order_day_durations is 'How long the orders that were shipped on a day took, from NEW to SHIPPED.';
comment on column order_day_durations.client_id is 'The client of the orders.';
comment on column order_day_durations.day is 'The day in the time zone of the center.';
comment on column order_day_durations.bucket is 'Eight times the logarithm to base 2 of the seconds, rounded down.';
comment on column order_day_durations.orders is 'How many orders took so long.';

create table backlog_technologies (
  client_id text,
  technology text collate "C",
  orders integer not null,
  pieces bigint not null,
  primary key (client_id, technology)
);
comment on table backlog_technologies is 'What is ASSIGNED or ACCEPTED, by technology: together with backlog_technology_changes.';
comment on column backlog_technologies.client_id is 'The client of the orders.';
comment on column backlog_technologies.technology is 'A technology of prints or customizations; an order counts for each that it has. Empty: existing products.';
comment on column backlog_technologies.orders is 'Orders.';
comment on column backlog_technologies.pieces is 'Pieces of those of their items that have it.';

create table backlog_technology_changes (
  client_id text,
  change_id uuid,
  technology text collate "C",
  orders integer not null,
  pieces bigint not null,
  primary key (client_id, change_id, technology)
);
comment on table backlog_technology_changes is 'What is to be added to backlog_technologies.';
comment on column backlog_technology_changes.client_id is 'The client of the orders.';
comment on column backlog_technology_changes.change_id is 'UUIDv7 of the statement that changed the orders.';
comment on column backlog_technology_changes.technology is 'The technology, as there.';
comment on column backlog_technology_changes.orders is 'How many more orders, or fewer when negative.';
comment on column backlog_technology_changes.pieces is 'How many more pieces, or fewer when negative.';

create table article_notes (
  manufacturer_code text collate "C" references articles,
  note_id text,
  text text not null,
  created timestamptz(3) not null,
  changed timestamptz(3),
  author_id text,
  author_name text,
  primary key (manufacturer_code, note_id)
);
comment on table article_notes is 'What staff write about articles for each other, such as how to print on one; customers never read it.';
comment on column article_notes.manufacturer_code is 'The article.';
comment on column article_notes.note_id is 'UUIDv7.';
comment on column article_notes.text is 'What was written.';
comment on column article_notes.created is 'When.';
comment on column article_notes.changed is 'When it was last corrected. Null: never.';
comment on column article_notes.author_id is 'operator_id of a person, client_id of a program.';
comment on column article_notes.author_name is 'The name they had then.';

create table sign_in_attempts (
  key bytea primary key,
  attempts integer not null,
  ends timestamptz(3) not null
);
create index sign_in_attempts_by_end on sign_in_attempts (ends);
comment on table sign_in_attempts is 'Attempts to sign in that failed or are under way; past a limit nothing is tried until their window ends.';
comment on column sign_in_attempts.key is 'SHA-256 of what is counted: an account, a network, both, a browser.';
comment on column sign_in_attempts.attempts is 'How many in this window.';
comment on column sign_in_attempts.ends is 'When the window ends; after that the row means nothing, and is deleted.';

create table stations (
  station_id text primary key,
  name text not null,
  name_key text collate "C" not null unique,
  kinds text[] not null,
  status text not null check (status in ('active', 'disabled')),
  created timestamptz(3) not null
);
comment on table stations is 'Places in the shop with a device that several people use.';
comment on column stations.station_id is 'UUIDv7.';
comment on column stations.name is 'What people call it.';
comment on column stations.name_key is 'The same in lower case and one form of Unicode: two stations never have one.';
comment on column stations.kinds is 'What is done there: make, check, pack, hand_over.';
comment on column stations.status is 'At a disabled station nobody signs on.';
comment on column stations.created is 'When it was made.';

create table station_sessions (
  session_hash bytea primary key,
  session_id text not null unique,
  station_id text not null references stations,
  opened_by text not null,
  created timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  user_agent text,
  operator_id text references operators,
  signed_on timestamptz(3),
  active timestamptz(3)
);
create index station_sessions_by_created on station_sessions (created);
create index station_sessions_by_last_seen on station_sessions (last_seen);
create index station_sessions_by_operator on station_sessions (operator_id) where operator_id is not null;
create index station_sessions_by_station on station_sessions (station_id, created);
comment on table station_sessions is 'Browsers that are a station, and who is signed on there.';
comment on column station_sessions.session_hash is 'SHA-256 of the 256 random bits in the cookie.';
comment on column station_sessions.session_id is 'UUIDv7, to name it by.';
comment on column station_sessions.station_id is 'Which station the browser is.';
comment on column station_sessions.opened_by is 'operator_id of whoever made it that.';
comment on column station_sessions.created is 'When.';
comment on column station_sessions.last_seen is 'When it was last used, to the hour.';
comment on column station_sessions.user_agent is 'What the browser says of itself, cut. Null: nothing.';
comment on column station_sessions.operator_id is 'Who is signed on. Null: nobody.';
comment on column station_sessions.signed_on is 'When they signed on.';
comment on column station_sessions.active is 'When they last did something, to a quarter of a minute; a time after that nobody is signed on.';

create table scan_numbers (
  kind text primary key,
  next_number bigint not null
);
comment on table scan_numbers is 'The next number of each kind of code that is scanned.';
comment on column scan_numbers.kind is 'piece, order, batch, and so on.';
comment on column scan_numbers.next_number is 'What nobody has yet.';

create table batches (
  batch_id bigint primary key,
  code text collate "C" not null,
  created timestamptz(3) not null,
  created_by_id text,
  created_by_name text,
  choice text not null,
  due timestamptz(3),
  orders integer not null,
  pieces integer not null,
  ended timestamptz(3),
  places integer
);
create index batches_open on batches (created desc, batch_id desc) where ended is null;
comment on table batches is 'Orders that were released into production together.';
comment on column batches.batch_id is 'Its number.';
comment on column batches.code is 'B and its number, as it is scanned.';
comment on column batches.created is 'When it was released.';
comment on column batches.created_by_id is 'operator_id of a person, client_id of a program.';
comment on column batches.created_by_name is 'The name they had then.';
comment on column batches.choice is 'JSON: what was chosen by: technology, article, client, due, single- or multi-piece.';
comment on column batches.due is 'When its most urgent order is due.';
comment on column batches.orders is 'Orders, when it was released.';
comment on column batches.pieces is 'Pieces and counted products, when it was released.';
comment on column batches.ended is 'Since when nothing of it is left to make. Null: something is.';
comment on column batches.places is 'Pieces that have a place in it. Null: released before places were given.';

create table production_orders (
  client_id text,
  order_id text collate "C",
  code text collate "C" not null,
  run integer not null,
  batch_id bigint,
  begun timestamptz(3) not null,
  primary key (client_id, order_id),
  foreign key (client_id, order_id) references orders
);
create index production_orders_by_batch on production_orders (batch_id, client_id, order_id) where batch_id is not null;
create index production_orders_by_code on production_orders (code);
comment on table production_orders is 'Orders that are or were in production.';
comment on column production_orders.client_id is 'The client of the order.';
comment on column production_orders.order_id is 'The order.';
comment on column production_orders.code is 'R and a number, as it is scanned; stays the same when the order is changed and accepted again.';
comment on column production_orders.run is 'Counts its acceptances: what it was changed to after an error is another run, with new pieces.';
comment on column production_orders.batch_id is 'The batch of this run. Null: accepted by itself.';
comment on column production_orders.begun is 'When this run was accepted.';

create table pieces (
  client_id text,
  order_id text collate "C",
  run integer,
  position integer,
  copy integer,
  attempt integer,
  code text collate "C" not null,
  item_id text not null,
  quantity integer not null check (quantity > 0),
  sku text collate "C" not null,
  steps text not null,
  steps_done integer not null default 0,
  state text not null check (state in ('TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'REPLACED', 'SCRAPPED', 'CANCELLED')),
  state_since timestamptz(3) not null,
  technology text collate "C" not null,
  batch_id bigint,
  has_blank boolean not null default true,
  parcel integer,
  reason text,
  replaced_by text collate "C",
  batch_place integer,
  primary key (client_id, order_id, run, position, copy, attempt),
  foreign key (client_id, order_id) references orders
);
create index pieces_by_batch on pieces (batch_id, client_id, order_id) where batch_id is not null;
create index pieces_by_code on pieces (code);
create index pieces_in_picking_order on pieces (batch_id, sku, code) where batch_id is not null;
create index pieces_on_floor on pieces (sku, code) where state in ('TO_MAKE', 'MADE', 'CHECKED');
create index pieces_to_make on pieces (batch_id) where state = 'TO_MAKE' and batch_id is not null;
create index pieces_unfinished on pieces (technology, state_since, code) where state in ('TO_MAKE', 'MADE');
create index pieces_without_blank on pieces (state_since, code) where not has_blank and state = 'TO_MAKE';
comment on table pieces is 'The physical pieces of custom items. One that fails has a successor, the same copy with the next attempt.';
comment on column pieces.client_id is 'The client of the order.';
comment on column pieces.order_id is 'The order.';
comment on column pieces.run is 'Of its order, see production_orders.run.';
comment on column pieces.position is 'Place of the item in the order, from 1.';
comment on column pieces.copy is 'Which of the pieces of the item, from 1.';
comment on column pieces.attempt is '0 the first, 1 its successor R1, and so on.';
comment on column pieces.code is 'P and a number, as it is scanned.';
comment on column pieces.item_id is 'Id of the item within the order.';
comment on column pieces.quantity is '1; of an item of too many pieces all of them, in one lot with one code.';
comment on column pieces.sku is 'The blank.';
comment on column pieces.steps is 'JSON: what is to be done with it, in this order: each with kind, technology, location and the place of the file or part in the item.';
comment on column pieces.steps_done is 'How many of the steps are done, the first ones.';
comment on column pieces.state is 'TO_MAKE, MADE, CHECKED, PACKED; REPLACED by its successor; SCRAPPED or CANCELLED.';
comment on column pieces.state_since is 'Since when.';
comment on column pieces.technology is 'Of its first step.';
comment on column pieces.batch_id is 'The batch it is made in. Null: none, or it was taken out of it.';
comment on column pieces.has_blank is 'Whether a blank is reserved for it: a successor may find none on the shelf.';
comment on column pieces.parcel is 'Number of the parcel that it is in, within its order.';
comment on column pieces.reason is 'Why it was replaced, scrapped or cancelled.';
comment on column pieces.replaced_by is 'Code of its successor.';
comment on column pieces.batch_place is 'Its place in the batch, from 1, in the order in which blanks are picked; its successor has the same. Null: in no batch.';

create table production_due (
  client_id text,
  order_id text collate "C",
  accepted timestamptz(3) not null,
  primary key (client_id, order_id)
);
comment on table production_due is 'Orders that were accepted, and whose pieces are still to be made rows of. Written with the acceptance.';
comment on column production_due.client_id is 'The client of the order.';
comment on column production_due.order_id is 'The order.';
comment on column production_due.accepted is 'When it was accepted.';

create table piece_events (
  client_id text,
  order_id text collate "C",
  event_id uuid,
  code text collate "C" not null,
  type text not null,
  occurred timestamptz(3) not null,
  station text,
  actor_id text,
  actor_name text,
  reason text,
  station_id text,
  primary key (client_id, order_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index piece_events_by_time on piece_events (occurred);
comment on table piece_events is 'What happened to pieces, and who did it. Rows never change.';
comment on column piece_events.client_id is 'The client of the order.';
comment on column piece_events.order_id is 'The order.';
comment on column piece_events.event_id is 'UUIDv7.';
comment on column piece_events.code is 'Of the piece.';
comment on column piece_events.type is 'What: src/production/piece-states.ts.';
comment on column piece_events.occurred is 'When.';
comment on column piece_events.station is 'Where.';
comment on column piece_events.actor_id is 'operator_id of a person, client_id of a program.';
comment on column piece_events.actor_name is 'The name they had then.';
comment on column piece_events.reason is 'Why it was rejected.';
comment on column piece_events.station_id is 'The station, where it is one that staff have made; station has the name it had then.';

create table bins (
  bin integer primary key,
  client_id text,
  order_id text collate "C",
  taken timestamptz(3),
  check ((client_id is null) = (order_id is null) and (client_id is null) = (taken is null))
);
create unique index bins_by_order on bins (client_id, order_id) where order_id is not null;
comment on table bins is 'Numbered places where the pieces of an order gather until all of them are there.';
comment on column bins.bin is 'Its number; its code is K and the number.';
comment on column bins.client_id is 'Client of the order that has it. Null: it is free.';
comment on column bins.order_id is 'The order that has it.';
comment on column bins.taken is 'Since when.';

create table scans (
  scan_id text collate "C" primary key,
  asked_hash bytea not null,
  occurred timestamptz(3) not null,
  answer text not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index scans_by_time on scans (occurred);
comment on table scans is 'Scans that were answered, so that one which is sent again counts once. Deleted after some days.';
comment on column scans.scan_id is 'Made at the station.';
comment on column scans.asked_hash is 'SHA-256 of what was asked: the same id means the same scan.';
comment on column scans.occurred is 'When.';
comment on column scans.answer is 'JSON: what was answered.';

create table parcels (
  client_id text,
  order_id text collate "C",
  parcel integer,
  code text collate "C" not null,
  state text not null check (state in ('OPEN', 'PACKED', 'SHIPPED', 'DROPPED')),
  opened timestamptz(3) not null,
  station text not null,
  opened_by_id text,
  opened_by_name text,
  tracking_number text collate "C",
  closed timestamptz(3),
  station_id text,
  packed timestamptz(3),
  problem text,
  problem_details text[],
  carrier_id text collate "C" not null default '',
  hand_over_id bigint,
  handed_over timestamptz(3),
  problem_sentences text,
  primary key (client_id, order_id, parcel),
  foreign key (client_id, order_id) references orders
);
create index parcels_by_code on parcels (code);
create index parcels_by_hand_over on parcels (hand_over_id, handed_over, code) where hand_over_id is not null;
create index parcels_by_station on parcels (station, closed) where closed is not null;
create index parcels_by_tracking on parcels (tracking_number) where tracking_number is not null;
create unique index parcels_open on parcels (client_id, order_id) where state = 'OPEN';
create index parcels_packed on parcels (packed, code) where state = 'PACKED';
create index parcels_to_hand_over on parcels (carrier_id, opened) where hand_over_id is null and state <> 'OPEN';
comment on table parcels is 'Parcels as they are packed.';
comment on column parcels.client_id is 'The client of the order.';
comment on column parcels.order_id is 'The order.';
comment on column parcels.parcel is 'Its number within the order, from 1.';
comment on column parcels.code is 'T and a number, as it is scanned.';
comment on column parcels.state is 'OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it is one of the shipments of its order. DROPPED: its order ended, or was changed, without it.';
comment on column parcels.opened is 'When.';
comment on column parcels.station is 'Where it is being packed.';
comment on column parcels.opened_by_id is 'Who packs it: operator_id of a person, client_id of a program.';
comment on column parcels.opened_by_name is 'The name they had then.';
comment on column parcels.tracking_number is 'As it was scanned. Null: none.';
comment on column parcels.closed is 'When it was shipped.';
comment on column parcels.station_id is 'The station, where it is one that staff have made; station has the name it had then.';
comment on column parcels.packed is 'Since when it is PACKED. Null: it is not.';
comment on column parcels.problem is 'Why it has no label. Null: nothing keeps it from one.';
comment on column parcels.problem_details is 'What is missing, as sentences without anything personal.';
comment on column parcels.carrier_id is 'Who carries it, as its order said when it was opened. Empty: not known.';
comment on column parcels.hand_over_id is 'The hand-over list that it is on. Null: on none yet.';
comment on column parcels.handed_over is 'When it was scanned into that list.';
comment on column parcels.problem_sentences is 'JSON: the same with codes and what is filled in. Null: nothing is missing, or it was written before there were codes.';

create table parcel_lines (
  client_id text,
  order_id text collate "C",
  parcel integer,
  item_id text,
  quantity integer not null check (quantity > 0),
  primary key (client_id, order_id, parcel, item_id)
);
comment on table parcel_lines is 'What parcels hold of items that are counted: existing products.';
comment on column parcel_lines.client_id is 'The client of the order.';
comment on column parcel_lines.order_id is 'The order.';
comment on column parcel_lines.parcel is 'The parcel.';
comment on column parcel_lines.item_id is 'The item.';
comment on column parcel_lines.quantity is 'Pieces.';

create table printers (
  printer_id text primary key,
  name text not null,
  kind text not null check (kind in ('raw', 'ipp', 'browser')),
  address text,
  media_types text[] not null,
  media_width_mm double precision not null,
  media_height_mm double precision not null,
  dots_per_inch integer not null,
  created timestamptz(3) not null,
  failures integer not null default 0,
  failing_since timestamptz(3),
  last_error text,
  next_attempt timestamptz(3)
);
create unique index printers_by_name on printers (lower(name));
comment on table printers is 'Printers of the center: the only private addresses that the server speaks to.';
comment on column printers.printer_id is 'UUIDv7.';
comment on column printers.name is 'What people call it; unique whatever the case.';
comment on column printers.kind is 'raw: bytes over TCP. ipp: Internet Printing Protocol. browser: the page at a station prints.';
comment on column printers.address is 'host:port of raw, a URI of ipp; null for a browser.';
comment on column printers.media_types is 'What documents it takes.';
comment on column printers.media_width_mm is 'Width of its paper in millimeters.';
comment on column printers.media_height_mm is 'Height of its paper in millimeters.';
comment on column printers.dots_per_inch is 'How fine it prints.';
comment on column printers.created is 'When it was named.';
comment on column printers.failures is 'Attempts in a row that brought it nothing; 0 when the last one did.';
comment on column printers.failing_since is 'When the first of those was.';
comment on column printers.last_error is 'What the last of those failed of.';
comment on column printers.next_attempt is 'When the next one is due. Null: at once.';

create table print_jobs (
  job_id text primary key,
  printer_id text not null,
  kind text not null,
  job_key text collate "C" not null,
  title text not null,
  station_id text,
  content_type text not null,
  document bytea,
  document_bytes integer not null,
  copies integer not null,
  state text not null check (state in ('queued', 'sending', 'printed', 'failed', 'unknown', 'cancelled')),
  attempts integer not null default 0,
  created timestamptz(3) not null,
  created_by_kind text not null,
  created_by_id text,
  created_by_name text,
  queued timestamptz(3) not null,
  changed timestamptz(3) not null,
  taken_by text,
  printed timestamptz(3),
  last_error text,
  reprint_of text,
  reason text,
  client_id text,
  order_id text collate "C",
  unique (kind, job_key)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index print_jobs_by_changed on print_jobs (changed);
create index print_jobs_by_order on print_jobs (client_id, order_id) where order_id is not null;
create index print_jobs_by_printer on print_jobs (printer_id, job_id);
create index print_jobs_by_state on print_jobs (state, job_id);
create index print_jobs_open on print_jobs (printer_id, job_id) where state in ('queued', 'sending');
create index print_jobs_with_document on print_jobs (changed) where document is not null;
comment on table print_jobs is 'What is printed: a row for each document that somebody or something has printed.';
comment on column print_jobs.job_id is 'UUIDv7.';
comment on column print_jobs.printer_id is 'On which printer.';
comment on column print_jobs.kind is 'What it is, as label.';
comment on column print_jobs.job_key is 'Which one of its kind, such as the parcel: it is printed once.';
comment on column print_jobs.title is 'What people call it; nothing personal.';
comment on column print_jobs.station_id is 'Where it was asked for. Null: at no station.';
comment on column print_jobs.content_type is 'Of the document.';
comment on column print_jobs.document is 'Its bytes, which may hold an address. Null: deleted some time after printing.';
comment on column print_jobs.document_bytes is 'How many bytes it has, or had.';
comment on column print_jobs.copies is 'How many are printed.';
comment on column print_jobs.state is 'queued, sending, printed, failed, unknown (nobody knows whether it was printed: a person says) or cancelled.';
comment on column print_jobs.attempts is 'How often it was tried to send it.';
comment on column print_jobs.created is 'When it was asked for.';
comment on column print_jobs.created_by_kind is 'By whom: client, operator or system.';
comment on column print_jobs.created_by_id is 'Their id.';
comment on column print_jobs.created_by_name is 'Their name then.';
comment on column print_jobs.queued is 'When it was last put into the queue by somebody.';
comment on column print_jobs.changed is 'Since when it is in its state.';
comment on column print_jobs.taken_by is 'Who prints it in a browser.';
comment on column print_jobs.printed is 'When the printer had taken it, or a person saw it.';
comment on column print_jobs.last_error is 'What the last attempt failed of.';
comment on column print_jobs.reprint_of is 'The job that it repeats.';
comment on column print_jobs.reason is 'Why it was printed again.';
comment on column print_jobs.client_id is 'Client of the order that the document is of. Null: of none.';
comment on column print_jobs.order_id is 'The order that the document is of.';

create table parcel_papers (
  client_id text,
  order_id text collate "C",
  parcel integer,
  kind text check (kind in ('SLIP', 'LABEL', 'CUSTOMS', 'RETURN_LABEL')),
  copy integer,
  code text collate "C" not null,
  source text not null check (source in ('CLIENT', 'OURS')),
  sha256 text,
  content_type text not null,
  made_of bytea not null,
  printer_id text not null,
  station text not null,
  state text not null check (state in ('drawing', 'enqueued', 'not_made')),
  job_id text not null,
  asked timestamptz(3) not null,
  asked_by_kind text not null,
  asked_by_id text,
  asked_by_name text,
  attempts integer not null default 0,
  problem text,
  reason text,
  repeats text,
  primary key (client_id, order_id, parcel, kind, copy),
  foreign key (client_id, order_id, parcel) references parcels
);
create index parcel_papers_drawing on parcel_papers (code) where state = 'drawing';
create index parcel_papers_not_made on parcel_papers (asked, code) where state = 'not_made';
comment on table parcel_papers is 'The papers of parcels: what is to be printed of each, and became a print job.';
comment on column parcel_papers.client_id is 'The client of the order.';
comment on column parcel_papers.order_id is 'The order.';
comment on column parcel_papers.parcel is 'The parcel.';
comment on column parcel_papers.kind is 'SLIP, LABEL, CUSTOMS (CN22 or CN23) or RETURN_LABEL.';
comment on column parcel_papers.copy is '1: the first. 2 and so on: printed again, for the reason given.';
comment on column parcel_papers.code is 'Code of the parcel.';
comment on column parcel_papers.source is 'CLIENT: a file that the client sent. OURS: drawn here.';
comment on column parcel_papers.sha256 is 'Of CLIENT: which file.';
comment on column parcel_papers.content_type is 'As what it is printed.';
comment on column parcel_papers.made_of is 'SHA-256 of what it is made of: made of something else it is printed anew.';
comment on column parcel_papers.printer_id is 'Where it is printed.';
comment on column parcel_papers.station is 'Where it was asked for.';
comment on column parcel_papers.state is 'drawing: to be drawn. enqueued: it is a print job. not_made: it could not be drawn.';
comment on column parcel_papers.job_id is 'The print job that it becomes.';
comment on column parcel_papers.asked is 'When.';
comment on column parcel_papers.asked_by_kind is 'By whom: client, operator or system.';
comment on column parcel_papers.asked_by_id is 'Their id.';
comment on column parcel_papers.asked_by_name is 'Their name then.';
comment on column parcel_papers.attempts is 'How often drawing it failed of what may pass.';
comment on column parcel_papers.problem is 'Why it could not be drawn.';
comment on column parcel_papers.reason is 'Why it is printed again.';
comment on column parcel_papers.repeats is 'The print job that it repeats.';

create table station_printers (
  station_id text references stations,
  printer_id text references printers on delete cascade,
  primary key (station_id, printer_id)
);
create index station_printers_by_printer on station_printers (printer_id);
comment on table station_printers is 'Which printers stand at which station.';
comment on column station_printers.station_id is 'The station.';
comment on column station_printers.printer_id is 'The printer.';

create table paper_runs (
  run_id text primary key,
  kind text not null check (kind in ('TICKETS', 'PICK_LIST', 'COVER', 'TICKET')),
  batch_id bigint,
  client_id text,
  order_id text collate "C",
  piece text collate "C",
  form text not null check (form in ('STICKER', 'SHEET')),
  printer_id text not null,
  station text not null,
  state text not null check (state in ('drawing', 'enqueued', 'not_made')),
  parts integer not null default 0,
  after_sku text,
  after_code text collate "C",
  attempts integer not null default 0,
  asked timestamptz(3) not null,
  asked_by_kind text not null,
  asked_by_id text,
  asked_by_name text,
  reason text
);
create index paper_runs_by_batch on paper_runs (batch_id, run_id) where batch_id is not null;
create index paper_runs_by_order on paper_runs (client_id, order_id) where order_id is not null;
create index paper_runs_drawing on paper_runs (run_id) where state = 'drawing';
create unique index paper_runs_first_of_batch on paper_runs (batch_id, kind) where reason is null and batch_id is not null;
create unique index paper_runs_first_of_piece on paper_runs (piece) where reason is null and piece is not null;
comment on table paper_runs is 'Papers of batches and tickets of pieces that were asked for: each becomes one print job or several.';
comment on column paper_runs.run_id is 'UUIDv7.';
comment on column paper_runs.kind is 'TICKETS, PICK_LIST or COVER of a batch, or the TICKET of one piece.';
comment on column paper_runs.batch_id is 'The batch. Null of a TICKET.';
comment on column paper_runs.client_id is 'Of a TICKET: the client of the order.';
comment on column paper_runs.order_id is 'Of a TICKET: the order.';
comment on column paper_runs.piece is 'Of a TICKET: code of the piece.';
comment on column paper_runs.form is 'Of tickets: STICKER of 100 x 50 mm, or SHEET of A4 with eight.';
comment on column paper_runs.printer_id is 'Where it is printed.';
comment on column paper_runs.station is 'Where it was asked for; empty: at none.';
comment on column paper_runs.state is 'drawing: to be drawn. enqueued: all of it are print jobs. not_made: it could not be drawn, or has nothing on it.';
comment on column paper_runs.parts is 'How many print jobs it has become.';
comment on column paper_runs.after_sku is 'Of TICKETS: the blank of the last piece of the last part.';
comment on column paper_runs.after_code is 'Of TICKETS: the code of that piece.';
comment on column paper_runs.attempts is 'How often drawing failed of what may pass.';
comment on column paper_runs.asked is 'When.';
comment on column paper_runs.asked_by_kind is 'By whom: client, operator or system.';
comment on column paper_runs.asked_by_id is 'Their id.';
comment on column paper_runs.asked_by_name is 'Their name then.';
comment on column paper_runs.reason is 'Why it was printed again. Null: it is the first.';

create table hand_overs (
  hand_over_id bigint primary key,
  carrier_id text collate "C" not null,
  opened timestamptz(3) not null,
  opened_by_id text,
  opened_by_name text,
  parcels integer not null default 0,
  closed timestamptz(3),
  closed_by_id text,
  closed_by_name text,
  missing integer,
  check (closed is not null or missing is null)
);
create index hand_overs_by_carrier on hand_overs (carrier_id, opened, hand_over_id);
create index hand_overs_by_time on hand_overs (opened, hand_over_id);
create unique index hand_overs_open on hand_overs (carrier_id) where closed is null;
comment on table hand_overs is 'Lists of the parcels that a driver takes along.';
comment on column hand_overs.hand_over_id is 'Its number.';
comment on column hand_overs.carrier_id is 'Whose driver. Empty: of parcels whose carrier is not known, as where clients send labels of their own.';
comment on column hand_overs.opened is 'When.';
comment on column hand_overs.opened_by_id is 'operator_id of a person, client_id of a program.';
comment on column hand_overs.opened_by_name is 'The name they had then.';
comment on column hand_overs.parcels is 'How many are on it.';
comment on column hand_overs.closed is 'When the driver had all. Null: parcels are still scanned into it.';
comment on column hand_overs.closed_by_id is 'operator_id of a person, client_id of a program.';
comment on column hand_overs.closed_by_name is 'The name they had then.';
comment on column hand_overs.missing is 'Parcels of the carrier that stayed behind when it was closed.';

create table returns (
  client_id text,
  order_id text collate "C",
  return_id uuid,
  received timestamptz(3) not null,
  order_version integer not null,
  actor_id text,
  actor_name text,
  primary key (client_id, order_id, return_id),
  foreign key (client_id, order_id) references orders
);
create index returns_by_client on returns (client_id, received, return_id);
create index returns_by_time on returns (received, return_id);
comment on table returns is 'What came back of an order at once. Rows never change.';
comment on column returns.client_id is 'The client of the order.';
comment on column returns.order_id is 'The order.';
comment on column returns.return_id is 'UUIDv7.';
comment on column returns.received is 'When it was booked.';
comment on column returns.order_version is 'Version of the order then: where the return stands in its history.';
comment on column returns.actor_id is 'Who booked it: operator_id of a person, client_id of a program.';
comment on column returns.actor_name is 'The name they had then.';

create table return_lines (
  client_id text,
  order_id text collate "C",
  return_id uuid,
  line integer,
  item_id text not null,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  piece text collate "C",
  quantity integer not null check (quantity > 0),
  condition text not null check (condition in ('RESELL', 'REUSE', 'WASTE')),
  reason text not null,
  note text,
  primary key (client_id, order_id, return_id, line)
);
comment on table return_lines is 'What returns have in them, by item and condition. Rows never change.';
comment on column return_lines.client_id is 'The client of the order.';
comment on column return_lines.order_id is 'The order.';
comment on column return_lines.return_id is 'The return.';
comment on column return_lines.line is 'Counts from 1.';
comment on column return_lines.item_id is 'The item of the order.';
comment on column return_lines.kind is 'ARTICLE: code is the SKU of the blank. PRODUCT: code is an EAN-13.';
comment on column return_lines.code is 'What was sold.';
comment on column return_lines.piece is 'Code of the piece. Null: counted, or its code could not be read.';
comment on column return_lines.quantity is 'Pieces.';
comment on column return_lines.condition is 'RESELL: a product, back on the shelf. REUSE: a blank, back on the shelf. WASTE: written off.';
comment on column return_lines.reason is 'Why it came back: src/production/returns/return-rules.ts.';
comment on column return_lines.note is 'In the words of staff.';

create table production_days (
  day date,
  station text,
  actor_id text,
  actor_name text,
  type text,
  reason text,
  pieces integer not null,
  quarters integer not null,
  primary key (day, station, actor_id, type, reason, actor_name)
);
comment on table production_days is 'What was done with pieces, by day, station and person; of days that are over.';
comment on column production_days.day is 'In the time zone of the center.';
comment on column production_days.station is 'Where. Empty: at none.';
comment on column production_days.actor_id is 'Who: operator_id of a person, client_id of a program. Empty: nobody.';
comment on column production_days.actor_name is 'The name they had then.';
comment on column production_days.type is 'What: the type of the events.';
comment on column production_days.reason is 'Of rejects. Empty: none.';
comment on column production_days.pieces is 'How many events.';
comment on column production_days.quarters is 'Quarters of an hour in which there was one.';

create table production_summed_days (
  day date primary key,
  summed timestamptz(3) not null
);
comment on table production_summed_days is 'The days that are in production_days.';
comment on column production_summed_days.day is 'The day.';
comment on column production_summed_days.summed is 'When it was summed.';

create unlogged table quota_counts (
  client_id text,
  quota text,
  used integer not null,
  ends timestamptz(3) not null,
  primary key (client_id, quota)
);
comment on table quota_counts is 'How much of its quotas each client has used in the window that goes on, at all processes.';
comment on column quota_counts.client_id is 'The client, or the account of one of the staff.';
comment on column quota_counts.quota is 'Name of the quota, as in the header field RateLimit-Policy.';
comment on column quota_counts.used is 'Requests, weighed, that were let through in this window.';
comment on column quota_counts.ends is 'When the window ends; after that the row means nothing until it is used again.';

create unlogged table serving_processes (
  process_id uuid primary key,
  seen timestamptz(3) not null
);
comment on table serving_processes is 'Processes that answer requests of this database: among them quotas are shared.';
comment on column serving_processes.process_id is 'Made at its start.';
comment on column serving_processes.seen is 'When it last said that it is there.';

create table postponed_keys (
  table_name text collate "C",
  key_name text collate "C",
  referenced_name text collate "C" not null,
  definition text not null,
  primary key (table_name, key_name)
);
comment on table postponed_keys is 'Foreign keys that "platen db distribute" took away and is still to make again. Empty when it has come to its end.';
comment on column postponed_keys.table_name is 'The table that has the key.';
comment on column postponed_keys.key_name is 'Its name.';
comment on column postponed_keys.referenced_name is 'The table that it points at.';
comment on column postponed_keys.definition is 'The key in SQL, as in alter table … add constraint.';

create table stock_balances (
  kind text check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C",
  month date,
  last_movement_id uuid not null,
  on_hand_change bigint not null,
  reserved_change bigint not null,
  movements bigint not null,
  primary key (kind, code, month)
);
comment on table stock_balances is 'What movements of the stock that are no longer kept one by one came to, by the month.';
comment on column stock_balances.kind is 'ARTICLE: code is the SKU of an article variant. PRODUCT: code is the EAN-13 of a product variant.';
comment on column stock_balances.code is 'Of what.';
comment on column stock_balances.month is 'Its first day, in UTC.';
comment on column stock_balances.last_movement_id is 'The last of those movements: the place of all of them in the ledger.';
comment on column stock_balances.on_hand_change is 'The sum of their on_hand_change.';
comment on column stock_balances.reserved_change is 'The sum of their reserved_change.';
comment on column stock_balances.movements is 'How many they were.';

create table order_sums (
  mode text check (mode in ('live', 'sandbox')),
  subject text collate "C",
  key text collate "C",
  amount bigint not null,
  primary key (mode, subject, key)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 1000);
comment on table order_sums is 'Sums of the counts of all clients of a mode; not kept where the database is on several nodes.';
comment on column order_sums.mode is 'live or sandbox.';
comment on column order_sums.subject is 'What is summed: orders (by status and reason), created, shipped, cancelled and open (by day), duration (by day and bucket), backlog orders and backlog pieces (by technology).';
comment on column order_sums.key is 'Of which status and reason, day, day and bucket, or technology; the parts with a space between them.';
comment on column order_sums.amount is 'How many. What is still in the changes of counts comes on top.';

create table backup_state (
  singleton boolean primary key default true check (singleton),
  folder_id text,
  folder_path text,
  problem text,
  problem_message text,
  problem_since timestamptz,
  verified timestamptz,
  verify_problems integer,
  verify_message text
);
comment on table backup_state is 'One row: what the server knows of its backups.';
comment on column backup_state.singleton is 'Always true, so that there is one row at most.';
comment on column backup_state.folder_id is 'The id in the marker file of the backup folder. Null: no folder was written to yet.';
comment on column backup_state.folder_path is 'Where the folder was when the server last wrote to it.';
comment on column backup_state.problem is 'Code of what keeps backups from being made. Null: nothing does.';
comment on column backup_state.problem_message is 'The same as a sentence.';
comment on column backup_state.problem_since is 'When it began.';
comment on column backup_state.verified is 'When the backups were last checked. Null: not yet.';
comment on column backup_state.verify_problems is 'How many faults that check found.';
comment on column backup_state.verify_message is 'The first of them as a sentence.';

create table restore_pause (
  singleton boolean primary key default true check (singleton),
  since timestamptz(3) not null,
  restored_to timestamptz(3)
);
comment on table restore_pause is 'At most one row: the database was restored from a backup, and nobody has resumed what it sends by itself.';
comment on column restore_pause.singleton is 'Always true: allows one row.';
comment on column restore_pause.since is 'When it was restored.';
comment on column restore_pause.restored_to is 'Time of the last transaction in the restored database. Null: unknown, since the database was restored by its own tools.';

-- Rows that the program expects. `now()` is the time of the last run of a periodic job.
insert into catalog_version (version) values (1);
insert into stock_announcer (looked) values (now());
insert into blob_sweep (next) values (now());
insert into scan_numbers (kind, next_number) values ('piece', 1), ('order', 1), ('batch', 1), ('parcel', 1), ('handover', 1);
insert into backup_state default values;
