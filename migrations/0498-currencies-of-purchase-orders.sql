alter table purchase_orders add column currency text collate "C";
comment on column purchase_orders.currency is 'ISO 4217 code of the prices. Null: the currency of the center.';
