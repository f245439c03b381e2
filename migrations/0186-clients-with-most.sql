-- The clients with the most orders of a status and reason, however many clients there are.
drop index concurrently if exists order_counts_by_most;
create index concurrently order_counts_by_most on order_counts (status, reason_code, orders desc, client_id);
