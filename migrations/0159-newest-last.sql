-- The newest rows come at the end of an index now, or of their part of it: where they came first, each page was split into halves that nothing filled any
-- more. The lists read them from the end. Staff's lists by country, carrier and code are found by indexes that span the clients.
drop index concurrently if exists orders_by_created_new;
create index concurrently orders_by_created_new on orders (client_id, created, order_id desc);
drop index concurrently if exists orders_by_created;
alter index orders_by_created_new rename to orders_by_created;
drop index concurrently if exists orders_by_status_new;
create index concurrently orders_by_status_new on orders (client_id, status, created, order_id desc);
drop index concurrently if exists orders_by_status;
alter index orders_by_status_new rename to orders_by_status;
drop index concurrently if exists orders_of_all_by_status_new;
create index concurrently orders_of_all_by_status_new on orders (status, created, client_id collate "C" desc, order_id desc);
drop index concurrently if exists orders_of_all_by_status;
alter index orders_of_all_by_status_new rename to orders_of_all_by_status;
drop index concurrently if exists order_search_by_created_new;
create index concurrently order_search_by_created_new on order_search (created, client_id collate "C" desc, order_id desc);
drop index concurrently if exists order_search_by_created;
alter index order_search_by_created_new rename to order_search_by_created;
drop index concurrently if exists order_search_of_all_by_country;
create index concurrently order_search_of_all_by_country on order_search (country, created, client_id collate "C" desc, order_id desc)
  where country is not null;
drop index concurrently if exists order_search_of_all_by_carrier;
create index concurrently order_search_of_all_by_carrier on order_search (carrier, created, client_id collate "C" desc, order_id desc)
  where carrier is not null;
drop index concurrently if exists order_items_of_all_by_code;
create index concurrently order_items_of_all_by_code on order_items (code, created, client_id collate "C" desc, order_id desc, position);
drop index concurrently if exists order_search_by_country;
drop index concurrently if exists order_search_by_carrier;
drop index concurrently if exists order_items_by_code;
