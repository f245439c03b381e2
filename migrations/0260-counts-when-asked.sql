-- Pages count open orders when they are read, and reports sum the orders of a finished day once.
-- Processes of the release before still write the tables of the maintained counts, so these stay until the next release.
alter table orders add column if not exists technology_pieces text collate "C";
comment on column orders.technology_pieces is 'Technologies of an order in ASSIGNED or ACCEPTED: a line with the number of pieces, a tab and the technology for each. No technology: existing products. Empty: the document is unreadable. Null: another status, or not filled in yet.';
create table order_day_sums (
  client_id text not null,
  day date not null,
  status text not null,
  bucket integer not null,
  orders integer not null,
  constraint order_day_sums_pkey primary key (client_id, day, status, bucket)
);
comment on table order_day_sums is 'Numbers of orders of finished days.';
comment on column order_day_sums.client_id is 'The client of the orders. Empty: all live clients. A stored day has a row with an empty client_id, status NEW and bucket -1.';
comment on column order_day_sums.day is 'Day in the time zone of the center.';
comment on column order_day_sums.status is 'NEW: orders that were created on the day. SHIPPED, CANCELLED: orders that ended on the day.';
comment on column order_day_sums.bucket is 'Time from creation to shipping: 8 * log2(seconds), rounded down. -1: not SHIPPED.';
comment on column order_day_sums.orders is 'Number of orders.';
comment on table order_count_changes is 'Unused. The release before writes it.';
comment on table order_counts is 'Unused. The release before writes it.';
comment on table order_days is 'Unused. The release before writes it.';
comment on table order_day_durations is 'Unused. The release before writes it.';
comment on table order_sums is 'Unused. The release before writes it.';
comment on table backlog_technologies is 'Unused. The release before writes it.';
comment on table backlog_technology_changes is 'Unused. The release before writes it.';
