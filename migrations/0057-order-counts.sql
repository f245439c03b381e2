-- How many orders there are by status and reason. Whoever makes or changes orders only adds rows to the changes, so that nobody waits for
-- a counter; the background adds them up.
create table order_counts (
  client_id text not null,
  status text not null,
  reason_code text not null,
  orders bigint not null,
  primary key (client_id, status, reason_code)
);
comment on table order_counts is 'How many orders there are by status and reason: together with order_count_changes.';
comment on column order_counts.client_id is 'The client of the orders.';
comment on column order_counts.status is 'Their status.';
comment on column order_counts.reason_code is 'The code of their statusReason; empty: they have none.';
comment on column order_counts.orders is 'How many.';

create table order_count_changes (
  client_id text not null,
  change_id uuid not null,
  status text not null,
  reason_code text not null,
  orders integer not null,
  primary key (client_id, change_id, status, reason_code)
);
comment on table order_count_changes is 'What is to be added to order_counts.';
comment on column order_count_changes.client_id is 'The client of the orders.';
comment on column order_count_changes.change_id is 'UUIDv7 of the statement that made or changed the orders.';
comment on column order_count_changes.status is 'Their status.';
comment on column order_count_changes.reason_code is 'The code of their statusReason; empty: they have none.';
comment on column order_count_changes.orders is 'How many more, or fewer when negative.';

create index orders_by_reason on orders (client_id, reason_code, created desc, order_id) where reason_code is not null;
create index orders_open_since on orders (client_id, status, status_since, order_id)
  where status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR');
