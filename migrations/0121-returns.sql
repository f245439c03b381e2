-- What came back from the customers of clients, and what became of it.
create table returns (
  client_id text not null,
  order_id text collate "C" not null,
  return_id uuid not null,
  received timestamptz(3) not null,
  order_version integer not null,
  actor_id text,
  actor_name text,
  primary key (client_id, order_id, return_id),
  foreign key (client_id, order_id) references orders (client_id, order_id)
);
comment on table returns is 'What came back of an order at once. Rows never change.';
comment on column returns.client_id is 'The client of the order.';
comment on column returns.order_id is 'The order.';
comment on column returns.return_id is 'UUIDv7.';
comment on column returns.received is 'When it was booked.';
comment on column returns.order_version is 'Version of the order then: where the return stands in its history.';
comment on column returns.actor_id is 'Who booked it: operator_id of a person, client_id of a program.';
comment on column returns.actor_name is 'The name they had then.';
create index returns_by_time on returns (received, return_id);
create index returns_by_client on returns (client_id, received, return_id);

create table return_lines (
  client_id text not null,
  order_id text collate "C" not null,
  return_id uuid not null,
  line integer not null,
  item_id text not null,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  piece text collate "C",
  quantity integer not null check (quantity > 0),
  condition text not null check (condition in ('RESELL', 'REUSE', 'WASTE')),
  reason text not null,
  note text,
  primary key (client_id, order_id, return_id, line)
);
comment on table return_lines is 'What returns have in them, by item and condition. Rows never change.';
comment on column return_lines.client_id is 'The client of the order.';
comment on column return_lines.order_id is 'The order.';
comment on column return_lines.return_id is 'The return.';
comment on column return_lines.line is 'Counts from 1.';
comment on column return_lines.item_id is 'The item of the order.';
comment on column return_lines.kind is 'ARTICLE: code is the SKU of the blank. PRODUCT: code is an EAN-13.';
comment on column return_lines.code is 'What was sold.';
comment on column return_lines.piece is 'Code of the piece. Null: counted, or its code could not be read.';
comment on column return_lines.quantity is 'Pieces.';
comment on column return_lines.condition is 'RESELL: a product, back on the shelf. REUSE: a blank, back on the shelf. WASTE: written off.';
comment on column return_lines.reason is 'Why it came back: src/production/returns/return-rules.ts.';
comment on column return_lines.note is 'In the words of staff.';

-- What comes back is a movement of its own.
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check
  check (reason in ('reserved', 'released', 'shipped', 'scrapped', 'returned', 'set', 'adjusted', 'imported')) not valid;
alter table stock_movements validate constraint stock_movements_reason_check;
comment on column stock_movements.reason is 'Why: reserved, released, shipped, scrapped, returned, set, adjusted, imported.';
