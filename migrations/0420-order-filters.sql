-- The reference of an order, to find it by.
alter table orders add column customer_reference text collate "C";
comment on column orders.customer_reference is 'customerReference of the order. Null: none, or erased.';
