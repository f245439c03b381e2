alter table orders
  add column mode text not null default 'live' check (mode in ('live', 'sandbox')),
  -- What the background has to do for the order next, and from when on; null when nothing.
  add column work text check (work in ('intake', 'walk')),
  add column work_due timestamptz(3);
alter table orders alter column mode drop default;
create index orders_due on orders (work, work_due, client_id) where work is not null;
create index orders_due_of_client on orders (client_id, work, created, order_id) where work is not null;
alter table orders add column intake_attempts integer not null default 0;

-- The files of an order that are kept, by the place in the order that names them.
create table order_files (
  client_id text not null,
  order_id text collate "C" not null,
  pointer text not null,
  role text not null check (role in ('artwork', 'quality_control_image', 'packing_slip', 'label')),
  url text not null,
  -- Names the content in the blob store.
  sha256 text not null,
  media_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  fetched timestamptz(3) not null,
  primary key (client_id, order_id, pointer),
  foreign key (client_id, order_id) references orders
);
