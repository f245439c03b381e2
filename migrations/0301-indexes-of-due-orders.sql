drop index concurrently if exists orders_in_turn;
create index concurrently orders_in_turn on orders (status, rush desc, due, client_id, order_id) where status in ('ASSIGNED', 'ACCEPTED');
drop index concurrently if exists orders_of_all_by_due;
create index concurrently orders_of_all_by_due on orders (status, due, client_id collate "C", order_id) where status in ('NEW', 'ASSIGNED', 'ACCEPTED');
drop index concurrently if exists orders_of_client_by_due;
create index concurrently orders_of_client_by_due on orders (client_id, status, due, order_id) where status in ('NEW', 'ASSIGNED', 'ACCEPTED');
