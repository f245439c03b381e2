-- Staff list the orders of all clients together: what a page costs must not grow with the number of clients.
create index orders_of_all_by_status on orders (status, created desc, client_id collate "C", order_id);
create index orders_of_all_by_reason on orders (reason_code, created desc, client_id collate "C", order_id) where reason_code is not null;
create index orders_of_all_open_since on orders (status, status_since, client_id collate "C", order_id)
  where status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR');
create index orders_of_all_asked_to_cancel on orders (created desc, client_id collate "C", order_id)
  where status = 'ACCEPTED' and cancellation = 'REQUESTED';
create index orders_by_id on orders using hash (order_id);
