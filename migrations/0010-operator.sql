-- What staff find an order by, beside the order and not in it: most changes of an order leave this as it is.
create table order_search (
  client_id text not null,
  order_id text collate "C" not null,
  created timestamptz(3) not null,
  -- Its lexemes are made by the application (src/orders/search-terms.ts).
  terms tsvector not null,
  primary key (client_id, order_id)
);
create index order_search_terms on order_search using gin (terms);
create index order_search_by_created on order_search (created desc, client_id collate "C", order_id);

insert into order_search (client_id, order_id, created, terms)
select client_id, order_id, created,
       array_to_tsvector(array_remove(
         lower(order_id)
           || string_to_array(lower(document::json #>> '{shipping,address,personName}'), ' ')
           || string_to_array(lower(document::json #>> '{shipping,address,company}'), ' ')
           || array(select lower(code #>> '{}') from jsonb_path_query(document::jsonb, '$.items[*].existingProduct.ean13') as code)
           || array(select lower(code #>> '{}') from jsonb_path_query(document::jsonb, '$.items[*].customProduct.sku') as code),
         ''))
from orders;

-- The orders whose cancellation staff have to decide. Quotes inside of a JSON string are escaped, so nothing else looks like this.
create index orders_cancellation_requested on orders (client_id, created desc, order_id)
  where status = 'ACCEPTED' and document like '%"cancellation":{"status":"REQUESTED"%';

-- Why staff changed the stock, in their words.
alter table stock_movements add column note text;

-- The ledger begins with what lay on the shelf before it was kept. These ids sort before every UUIDv7 of our time.
insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, occurred)
select overlay(gen_random_uuid()::text placing '00000000-0000-7' from 1 for 15)::uuid, kind, code, quantity, 0, 'imported', now()
from (
  select 'ARTICLE' as kind, sku as code, stock_level_quantity as quantity from article_variants
  union all
  select 'PRODUCT', ean13, stock_level_quantity from product_variants
) as shelf
where quantity > 0;
