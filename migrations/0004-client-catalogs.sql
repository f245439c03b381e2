-- What is assigned to a client, with what its lists are ordered by, so that a page costs the same at any size.
create table client_products (
  client_id text not null references clients,
  product_id text collate "C" not null references products,
  name text collate "C" not null,
  primary key (client_id, product_id)
);
create index client_products_by_name on client_products (client_id, name, product_id);
create index client_products_by_product on client_products (product_id);

create table client_product_variants (
  client_id text not null references clients,
  ean13 text collate "C" not null references product_variants,
  product_id text collate "C" not null,
  primary key (client_id, ean13)
);
create index client_product_variants_by_product on client_product_variants (client_id, product_id, ean13);
create index client_product_variants_by_ean13 on client_product_variants (ean13);

-- How many rows the two tables hold per client: totals are kept, never counted per request.
create table client_catalogs (
  client_id text primary key references clients,
  products integer not null,
  product_variants integer not null
);
