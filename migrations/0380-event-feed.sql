-- The feed of events in the order of their transactions, and the news about stock in it.
alter table order_events add column tx xid8;
alter table order_events alter column tx set default pg_current_xact_id();
comment on column order_events.tx is 'Transaction that recorded the event, for the order of the feed. Null: from before the feed.';
create table stock_news (
  event_id uuid not null,
  ean13 text collate "C" not null,
  product_id text not null,
  quantity integer not null,
  occurred timestamp(3) with time zone not null,
  tx xid8 not null default pg_current_xact_id(),
  constraint stock_news_pkey primary key (event_id)
);
create index stock_news_in_turn on stock_news (tx, event_id);
comment on table stock_news is 'Announced changes of stock, for the feed of events. Kept for 35 days.';
comment on column stock_news.event_id is 'UUIDv7. Also the webhook-id of its deliveries.';
comment on column stock_news.ean13 is 'The variant.';
comment on column stock_news.product_id is 'The product of the variant.';
comment on column stock_news.quantity is 'Available pieces.';
comment on column stock_news.occurred is 'When the change was announced.';
comment on column stock_news.tx is 'Transaction that recorded the news.';
