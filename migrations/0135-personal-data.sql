-- When an order is over for long enough, what it tells of people is erased.
alter table orders add column personal_data_erased timestamptz(3);
comment on column orders.personal_data_erased is 'When what it told of people was erased. Null: it was not.';
create index orders_retained on orders (client_id, (coalesce(status_since, updated)), order_id)
  where status in ('SHIPPED', 'CANCELLED') and personal_data_erased is null;

alter table print_jobs add column client_id text, add column order_id text collate "C";
comment on column print_jobs.client_id is 'Client of the order that the document is of. Null: of none.';
comment on column print_jobs.order_id is 'The order that the document is of.';
create index print_jobs_by_order on print_jobs (client_id, order_id) where order_id is not null;

create index stock_movements_noted on stock_movements (client_id, order_id) where note is not null and order_id is not null;
