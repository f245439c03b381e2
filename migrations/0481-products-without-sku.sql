alter table shop_connections add column without_sku integer not null default 0;

comment on column shop_connections.without_sku is 'Products that the shop lists without a SKU.';
comment on column shop_products.shop_variant is 'Identifiers for its stock in the API of the shop, separated by spaces. Null: known from an order only.';
