-- The floor: each physical piece of the orders in production, with its own code, and where it is.

-- Codes are numbers that count on. A block of them is taken at once, in a transaction of its own, so nobody waits for whoever uses them.
create table scan_numbers (
  kind text primary key,
  next_number bigint not null
);
comment on table scan_numbers is 'The next number of each kind of code that is scanned.';
comment on column scan_numbers.kind is 'piece, order, batch, and so on.';
comment on column scan_numbers.next_number is 'What nobody has yet.';
insert into scan_numbers (kind, next_number) values ('piece', 1), ('order', 1), ('batch', 1);

create table batches (
  batch_id bigint primary key,
  code text collate "C" not null,
  created timestamptz(3) not null,
  created_by_id text,
  created_by_name text,
  choice text not null,
  due timestamptz(3),
  orders integer not null,
  pieces integer not null,
  ended timestamptz(3)
);
comment on table batches is 'Orders that were released into production together.';
comment on column batches.batch_id is 'Its number.';
comment on column batches.code is 'B and its number, as it is scanned.';
comment on column batches.created is 'When it was released.';
comment on column batches.created_by_id is 'operator_id of a person, client_id of a program.';
comment on column batches.created_by_name is 'The name they had then.';
comment on column batches.choice is 'JSON: what was chosen by: technology, article, client, due, single- or multi-piece.';
comment on column batches.due is 'When its most urgent order is due.';
comment on column batches.orders is 'Orders, when it was released.';
comment on column batches.pieces is 'Pieces and counted products, when it was released.';
comment on column batches.ended is 'Since when nothing of it is left to make. Null: something is.';
create index batches_open on batches (created desc, batch_id desc) where ended is null;

create table production_orders (
  client_id text not null,
  order_id text collate "C" not null,
  code text collate "C" not null,
  run integer not null,
  batch_id bigint,
  begun timestamptz(3) not null,
  primary key (client_id, order_id),
  foreign key (client_id, order_id) references orders (client_id, order_id)
);
comment on table production_orders is 'Orders that are or were in production.';
comment on column production_orders.client_id is 'The client of the order.';
comment on column production_orders.order_id is 'The order.';
comment on column production_orders.code is 'R and a number, as it is scanned; stays the same when the order is changed and accepted again.';
comment on column production_orders.run is 'Counts its acceptances: what it was changed to after an error is another run, with new pieces.';
comment on column production_orders.batch_id is 'The batch of this run. Null: accepted by itself.';
comment on column production_orders.begun is 'When this run was accepted.';
create index production_orders_by_code on production_orders (code);
create index production_orders_by_batch on production_orders (batch_id, client_id, order_id) where batch_id is not null;

create table pieces (
  client_id text not null,
  order_id text collate "C" not null,
  run integer not null,
  position integer not null,
  copy integer not null,
  attempt integer not null,
  code text collate "C" not null,
  item_id text not null,
  quantity integer not null check (quantity > 0),
  sku text collate "C" not null,
  steps text not null,
  steps_done integer not null default 0,
  state text not null check (state in ('TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'REPLACED', 'SCRAPPED', 'CANCELLED')),
  state_since timestamptz(3) not null,
  technology text collate "C" not null,
  batch_id bigint,
  has_blank boolean not null default true,
  parcel integer,
  reason text,
  replaced_by text collate "C",
  primary key (client_id, order_id, run, position, copy, attempt),
  foreign key (client_id, order_id) references orders (client_id, order_id)
);
comment on table pieces is 'The physical pieces of custom items. One that fails has a successor, the same copy with the next attempt.';
comment on column pieces.client_id is 'The client of the order.';
comment on column pieces.order_id is 'The order.';
comment on column pieces.run is 'Of its order, see production_orders.run.';
comment on column pieces.position is 'Place of the item in the order, from 1.';
comment on column pieces.copy is 'Which of the pieces of the item, from 1.';
comment on column pieces.attempt is '0 the first, 1 its successor R1, and so on.';
comment on column pieces.code is 'P and a number, as it is scanned.';
comment on column pieces.item_id is 'Id of the item within the order.';
comment on column pieces.quantity is '1; of an item of too many pieces all of them, in one lot with one code.';
comment on column pieces.sku is 'The blank.';
comment on column pieces.steps is 'JSON: what is to be done with it, in this order: each with kind, technology, location and the place of the file or part in the item.';
comment on column pieces.steps_done is 'How many of the steps are done, the first ones.';
comment on column pieces.state is 'TO_MAKE, MADE, CHECKED, PACKED; REPLACED by its successor; SCRAPPED or CANCELLED.';
comment on column pieces.state_since is 'Since when.';
comment on column pieces.technology is 'Of its first step.';
comment on column pieces.batch_id is 'The batch it is made in. Null: none, or it was taken out of it.';
comment on column pieces.has_blank is 'Whether a blank is reserved for it: a successor may find none on the shelf.';
comment on column pieces.parcel is 'Number of the parcel that it is in, within its order.';
comment on column pieces.reason is 'Why it was replaced, scrapped or cancelled.';
comment on column pieces.replaced_by is 'Code of its successor.';
create index pieces_by_code on pieces (code);
create index pieces_by_batch on pieces (batch_id, client_id, order_id) where batch_id is not null;
create index pieces_unfinished on pieces (technology, state_since, code) where state in ('TO_MAKE', 'MADE');

create table production_due (
  client_id text not null,
  order_id text collate "C" not null,
  accepted timestamptz(3) not null,
  primary key (client_id, order_id)
);
comment on table production_due is 'Orders that were accepted, and whose pieces are still to be made rows of. Written with the acceptance.';
comment on column production_due.client_id is 'The client of the order.';
comment on column production_due.order_id is 'The order.';
comment on column production_due.accepted is 'When it was accepted.';

-- What a release chooses from, the oldest first, over all clients.
create index orders_assigned on orders (created, client_id, order_id) where status = 'ASSIGNED';
alter table order_items add column technology text collate "C";
comment on column order_items.technology is 'Of a custom product: its first print, else customization. Null: an existing product, or an order from before this column.';
