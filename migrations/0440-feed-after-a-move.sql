-- A moved or restored database counts its transactions anew. An offset keeps the order of the feed.
create table event_feed (
  is_only boolean not null default true,
  history text not null,
  tx_offset bigint not null default 0,
  constraint event_feed_pkey primary key (is_only),
  constraint event_feed_one_row check (is_only)
);
comment on table event_feed is 'One row: how the feed of events counts transactions.';
comment on column event_feed.is_only is 'Always true, so that there is one row.';
comment on column event_feed.history is 'Database cluster and timeline that count the transactions.';
comment on column event_feed.tx_offset is 'Added to each transaction number. The defaults of order_events.tx and stock_news.tx have it too.';
insert into event_feed (history)
select concat(system_identifier, '/', left(pg_walfile_name(pg_current_wal_lsn()), 8)) from pg_control_system();
alter table order_events alter column tx set default ((pg_current_xact_id()::text::bigint + 0::bigint)::text::xid8);
alter table stock_news alter column tx set default ((pg_current_xact_id()::text::bigint + 0::bigint)::text::xid8);
