-- A variant that an import no longer names may be retired: it stays, since orders name it, and new ones cannot.
alter table article_variants add column retired timestamptz(3);
comment on column article_variants.retired is 'Since when it is retired: not shown to customers, and refused in new orders. Null: it is not.';

alter table product_variants add column retired timestamptz(3);
comment on column product_variants.retired is 'Since when it is retired: not shown to customers, and refused in new orders. Null: it is not.';

alter table products add column retired timestamptz(3);
comment on column products.variants is 'Number of its variants that are not retired, so that lists need not count.';
comment on column products.retired is 'Since when all of its variants are retired. Null: it has others, or none at all.';

alter table client_products add column is_retired boolean not null default false;
comment on column client_products.is_retired is 'Whether all variants of the product are retired, repeated here for the list, which leaves it out.';
drop index client_products_by_name;
create index client_products_by_name on client_products (client_id, name, product_id) where not is_retired;
comment on column client_catalogs.products is 'Products that it has, without those that are retired.';
comment on column client_catalogs.product_variants is 'Their variants, without those that are retired.';
comment on table client_product_variants is 'Variants of the products that are assigned to a client, without those that are retired.';

create table stock_waits_untold (
  client_id text not null,
  order_id text collate "C" not null,
  mark_id uuid not null,
  primary key (client_id, order_id)
);
comment on table stock_waits_untold is 'Orders that wait for a variant that was retired, or came back, and have not been told yet. A row goes when they have.';
comment on column stock_waits_untold.client_id is 'The client of the order.';
comment on column stock_waits_untold.order_id is 'The order.';
comment on column stock_waits_untold.mark_id is 'Another one when there is something else to tell since.';
