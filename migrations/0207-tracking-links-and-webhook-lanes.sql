alter table carriers add column if not exists tracking_url_pattern text;
comment on column carriers.tracking_url_pattern is 'The page of a parcel, with {trackingNumber}. Empty: none. Null: the public page of a known carrier.';

drop index concurrently if exists webhook_deliveries_pending_orders;
create index concurrently webhook_deliveries_pending_orders on webhook_deliveries (client_id, endpoint_id, position)
  where state = 'pending' and type <> 'product.stock_changed';
drop index concurrently if exists webhook_deliveries_pending_stock;
create index concurrently webhook_deliveries_pending_stock on webhook_deliveries (client_id, endpoint_id, position)
  where state = 'pending' and type = 'product.stock_changed';
