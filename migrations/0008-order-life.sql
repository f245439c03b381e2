alter table orders
  -- From when on the background has something to do for it: to take it in, or in the sandbox to walk it on. Null: nothing.
  add column work_due timestamptz(3),
  -- Attempts at the intake of this content that failed for now.
  add column intake_attempts integer not null default 0;
create index orders_due on orders (client_id, work_due, order_id) where work_due is not null;

-- Orders from before are taken in as well, the oldest first.
update orders set work_due = created where status = 'NEW';

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
  -- What an image says of itself.
  dpi double precision,
  has_alpha boolean,
  fetched timestamptz(3) not null,
  primary key (client_id, order_id, pointer),
  foreign key (client_id, order_id) references orders
);
