-- Which clients are sandboxes, apart from all others: so statements about live clients leave them out without a look at each client.
drop index concurrently if exists clients_sandboxes;
create index concurrently clients_sandboxes on clients (client_id) where mode = 'sandbox';
