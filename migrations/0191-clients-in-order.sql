-- Clients in the order of staff's list, so that a page looks at those it shows.
drop index concurrently if exists clients_in_order;
create index concurrently clients_in_order on clients (created, client_id collate "C");
