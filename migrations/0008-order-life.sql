alter table orders
  add column mode text not null default 'live' check (mode in ('live', 'sandbox')),
  -- What the background has to do for the order next, and from when on; null when nothing.
  add column work text check (work in ('intake', 'walk')),
  add column work_due timestamptz(3);
alter table orders alter column mode drop default;
create index orders_due on orders (work, work_due, client_id) where work is not null;
create index orders_due_of_client on orders (client_id, work, created, order_id) where work is not null;
