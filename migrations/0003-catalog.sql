-- One row. Every change of the catalogue raises it; what processes hold in memory is valid for one version.
create table catalog_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into catalog_version (version) values (1);

create table articles (
  manufacturer_code text collate "C" primary key,
  title text not null,
  type text not null check (type in ('BLANK', 'CUSTOMIZATION', 'UNPRODUCIBLE'))
);

create table article_variants (
  sku text collate "C" primary key,
  manufacturer_code text collate "C" not null references articles,
  color text not null,
  size text not null,
  stock_level_quantity integer not null check (stock_level_quantity >= 0),
  dtg_type text check (dtg_type in ('WHITE_UNDERBASE', 'NO_UNDERBASE')),
  -- JSON text as answered: [{"location": …, "printTechnologies": […]}]
  allowed_locations text not null,
  is_allowed_on_locations text not null
);
create index article_variants_by_article on article_variants (manufacturer_code, sku);

create table products (
  product_id text collate "C" primary key,
  name text collate "C" not null,
  preview_image_urls text[] not null,
  variants integer not null check (variants >= 0)
);

create table product_variants (
  ean13 text collate "C" primary key,
  product_id text collate "C" not null references products,
  name text not null,
  color text not null,
  size text not null,
  stock_level_quantity integer not null check (stock_level_quantity >= 0)
);
create index product_variants_by_product on product_variants (product_id, ean13);
