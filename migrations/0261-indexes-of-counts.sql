drop index concurrently if exists orders_backlog;
create index concurrently orders_backlog on orders (technology_pieces, client_id) where status in ('ASSIGNED', 'ACCEPTED');
drop index concurrently if exists orders_ended_by_time;
create index concurrently orders_ended_by_time on orders (coalesce(status_since, updated)) where status in ('SHIPPED', 'CANCELLED');
drop index concurrently if exists orders_of_all_by_reason_new;
create index concurrently orders_of_all_by_reason_new on orders (reason_code, created desc, client_id collate "C", order_id) include (status)
  where reason_code is not null;
drop index concurrently if exists orders_of_all_by_reason;
alter index orders_of_all_by_reason_new rename to orders_of_all_by_reason;
