-- Parcels as they are packed.
create table parcels (
  client_id text not null,
  order_id text collate "C" not null,
  parcel integer not null,
  code text collate "C" not null,
  state text not null check (state in ('OPEN', 'SHIPPED')),
  opened timestamptz(3) not null,
  station text not null,
  opened_by_id text,
  opened_by_name text,
  tracking_number text collate "C",
  closed timestamptz(3),
  primary key (client_id, order_id, parcel),
  foreign key (client_id, order_id) references orders (client_id, order_id)
);
comment on table parcels is 'Parcels as they are packed.';
comment on column parcels.client_id is 'The client of the order.';
comment on column parcels.order_id is 'The order.';
comment on column parcels.parcel is 'Its number within the order, from 1.';
comment on column parcels.code is 'T and a number, as it is scanned.';
comment on column parcels.state is 'OPEN: being packed. SHIPPED: it is one of the shipments of its order.';
comment on column parcels.opened is 'When.';
comment on column parcels.station is 'Where it is being packed.';
comment on column parcels.opened_by_id is 'Who packs it: operator_id of a person, client_id of a program.';
comment on column parcels.opened_by_name is 'The name they had then.';
comment on column parcels.tracking_number is 'As it was scanned. Null: none.';
comment on column parcels.closed is 'When it was shipped.';
create index parcels_by_code on parcels (code);
create unique index parcels_open on parcels (client_id, order_id) where state = 'OPEN';

create table parcel_lines (
  client_id text not null,
  order_id text collate "C" not null,
  parcel integer not null,
  item_id text not null,
  quantity integer not null check (quantity > 0),
  primary key (client_id, order_id, parcel, item_id)
);
comment on table parcel_lines is 'What parcels hold of items that are counted: existing products.';
comment on column parcel_lines.client_id is 'The client of the order.';
comment on column parcel_lines.order_id is 'The order.';
comment on column parcel_lines.parcel is 'The parcel.';
comment on column parcel_lines.item_id is 'The item.';
comment on column parcel_lines.quantity is 'Pieces.';
insert into scan_numbers (kind, next_number) values ('parcel', 1);
