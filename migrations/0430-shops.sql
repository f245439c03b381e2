-- Shops that are connected in the console. Rows without a state belong to `platen connect`.
alter table shop_connections
  add column state text,
  add column credentials_encrypted bytea,
  add column settings jsonb not null default '{}',
  add column created timestamptz,
  add column look_at timestamptz,
  add column full_at timestamptz,
  add column products_at timestamptz,
  add column stock_at timestamptz,
  add column failures integer not null default 0,
  add column problem text,
  add column problem_words text,
  add column contacted timestamptz,
  add column events_tx xid8,
  add column events_id uuid,
  add constraint shop_connections_state_check check (state in ('ACTIVE', 'STOPPED'));
create index shop_connections_active on shop_connections (look_at) where state = 'ACTIVE';
comment on table shop_connections is 'Connected shops: those of the console, and those of platen connect.';
comment on column shop_connections.connection is 'The prefix of its orderIds.';
comment on column shop_connections.shop is 'The shop system: shopify, woocommerce, shopware or orderdesk.';
comment on column shop_connections.run_id is 'The process or run that works for this connection. An earlier one stops.';
comment on column shop_connections.state is 'ACTIVE: Platen works for it. STOPPED: it waits for staff. Null: platen connect works for it, with a mapping file.';
comment on column shop_connections.credentials_encrypted is 'JSON of the credentials for the API of the shop, encrypted. Null: platen connect has them.';
comment on column shop_connections.settings is 'What staff chose: whether stock is sent, whether customers are informed, whether test orders are taken.';
comment on column shop_connections.created is 'When staff added it. Null: platen connect.';
comment on column shop_connections.look_at is 'When Platen next asks the shop for changed orders.';
comment on column shop_connections.full_at is 'When Platen next compares all open orders.';
comment on column shop_connections.products_at is 'When Platen next reads the products of the shop.';
comment on column shop_connections.stock_at is 'When Platen next compares the stock.';
comment on column shop_connections.failures is 'Failed looks since the last one that succeeded.';
comment on column shop_connections.problem is 'Code of the problem of the last look. Null: it succeeded.';
comment on column shop_connections.problem_words is 'Words of the shop about the problem. Null: none.';
comment on column shop_connections.contacted is 'When the shop last answered.';
comment on column shop_connections.events_tx is 'Events of orders up to this place of the feed are in shop_messages.';
comment on column shop_connections.events_id is 'The event at that place.';

-- What the products of shops are in Platen.
create table shop_products (
  client_id text not null,
  connection text not null,
  sku text collate "C" not null,
  name text not null,
  shop_variant text,
  barcode text,
  picture_url text,
  target jsonb,
  told_stock integer,
  seen timestamptz not null,
  primary key (client_id, connection, sku)
);
create index shop_products_open on shop_products (client_id, connection, sku) where target is null;
comment on table shop_products is 'Products of shops that are connected in the console, and what they are in Platen.';
comment on column shop_products.client_id is 'The client of the shop.';
comment on column shop_products.connection is 'The connection of the shop.';
comment on column shop_products.sku is 'The SKU in the shop.';
comment on column shop_products.name is 'Name of the product and its variant in the shop.';
comment on column shop_products.shop_variant is 'Identifier for its stock in the API of the shop. Null: known from an order only.';
comment on column shop_products.barcode is 'EAN in the shop. Null: none.';
comment on column shop_products.picture_url is 'Picture in the shop. Null: none.';
comment on column shop_products.target is 'The product, the blank with its prints, or that it is not made here. Null: not mapped yet.';
comment on column shop_products.told_stock is 'The stock that the shop has got. Null: none yet.';
comment on column shop_products.seen is 'When the shop last listed it, or an order had it.';
