-- What changed of a client since a moment, by its status too, so that few of many are found without a look at the others. It takes the place of the index of changes alone.
drop index concurrently if exists orders_changed_by_status;
create index concurrently orders_changed_by_status on orders (client_id, status, updated);
drop index concurrently if exists orders_by_updated;
