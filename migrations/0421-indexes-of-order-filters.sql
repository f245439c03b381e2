drop index concurrently if exists orders_by_reference;
create index concurrently orders_by_reference on orders (client_id, customer_reference, created, order_id desc) where customer_reference is not null;
drop index concurrently if exists orders_with_reason;
create index concurrently orders_with_reason on orders (client_id, created, order_id desc) where reason_code is not null;
