-- What the overview and the counts of orders tell of all clients: sums that are kept, so that they are read from some rows however many clients there are.
create table order_sums (
  mode text not null check (mode in ('live', 'sandbox')),
  subject text collate "C" not null,
  key text collate "C" not null,
  amount bigint not null,
  primary key (mode, subject, key)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 1000);
comment on table order_sums is 'Sums of the counts of all clients of a mode; not kept where the database is on several nodes.';
comment on column order_sums.mode is 'live or sandbox.';
comment on column order_sums.subject is 'What is summed: orders (by status and reason), created, shipped, cancelled and open (by day), duration (by day and bucket), backlog orders and backlog pieces (by technology).';
comment on column order_sums.key is 'Of which status and reason, day, day and bucket, or technology; the parts with a space between them.';
comment on column order_sums.amount is 'How many. What is still in the changes of counts comes on top.';
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'orders', k.status || ' ' || k.reason_code, sum(k.orders) from order_counts k join clients c on c.client_id = k.client_id group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'created', k.day::text, sum(k.created) from order_days k join clients c on c.client_id = k.client_id
  where k.day > current_date - 62 group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'shipped', k.day::text, sum(k.shipped) from order_days k join clients c on c.client_id = k.client_id
  where k.day > current_date - 62 group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'cancelled', k.day::text, sum(k.cancelled) from order_days k join clients c on c.client_id = k.client_id
  where k.day > current_date - 62 group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'open', k.day::text, sum(k.open) from order_days k join clients c on c.client_id = k.client_id where k.open <> 0 group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'duration', k.day::text || ' ' || k.bucket, sum(k.orders) from order_day_durations k join clients c on c.client_id = k.client_id
  where k.day > current_date - 62 group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'backlog orders', k.technology, sum(k.orders) from backlog_technologies k join clients c on c.client_id = k.client_id group by 1, 3;
insert into order_sums (mode, subject, key, amount)
  select c.mode, 'backlog pieces', k.technology, sum(k.pieces) from backlog_technologies k join clients c on c.client_id = k.client_id group by 1, 3;
