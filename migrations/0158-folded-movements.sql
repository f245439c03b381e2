-- Movements of the stock that are older than they are kept become one row for each month and code.
create table stock_balances (
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  month date not null,
  last_movement_id uuid not null,
  on_hand_change bigint not null,
  reserved_change bigint not null,
  movements bigint not null,
  primary key (kind, code, month)
);
comment on table stock_balances is 'What movements of the stock that are no longer kept one by one came to, by the month.';
comment on column stock_balances.kind is 'ARTICLE: code is the SKU of an article variant. PRODUCT: code is the EAN-13 of a product variant.';
comment on column stock_balances.code is 'Of what.';
comment on column stock_balances.month is 'Its first day, in UTC.';
comment on column stock_balances.last_movement_id is 'The last of those movements: the place of all of them in the ledger.';
comment on column stock_balances.on_hand_change is 'The sum of their on_hand_change.';
comment on column stock_balances.reserved_change is 'The sum of their reserved_change.';
comment on column stock_balances.movements is 'How many they were.';
-- Of a large table that loses its oldest rows each day, PostgreSQL's own share of a fifth would be the work of a year at once.
alter table stock_movements set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table piece_events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table audit set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table scans set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table print_jobs set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
