create table orders (
  client_id text not null references clients,
  order_id text collate "C" not null,
  status text not null check (status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR')),
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  -- Raised by every change; the ETag.
  version integer not null default 1,
  -- SHA-256 of the normalised request: the same order sent again is recognised by it.
  request_hash bytea not null,
  -- The order's JSON text exactly as it is answered, and its element of the list.
  document text not null,
  summary text not null,
  primary key (client_id, order_id)
);
create index orders_by_created on orders (client_id, created desc, order_id);
create index orders_by_status on orders (client_id, status, created desc, order_id);
create index orders_by_updated on orders (client_id, updated);

create table order_events (
  client_id text not null,
  order_id text collate "C" not null,
  -- UUIDv7: its order is the order of recording.
  event_id uuid not null,
  type text not null,
  occurred timestamptz(3) not null,
  status text not null,
  previous_status text,
  version integer not null,
  actor text not null check (actor in ('client', 'operator', 'system')),
  reason text,
  primary key (client_id, order_id, event_id),
  foreign key (client_id, order_id) references orders
);
