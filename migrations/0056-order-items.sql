-- The items of orders as rows, written when the intake begins, as what an order is found by is.
create table order_items (
  client_id text not null,
  order_id text collate "C" not null,
  position integer not null,
  item_id text not null,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  quantity integer not null,
  created timestamptz(3) not null,
  primary key (client_id, order_id, position)
);
create index order_items_by_code on order_items (client_id, code, created desc, order_id);
comment on table order_items is 'The items of orders. Written when the intake of an order begins, and again when what it asks for changes.';
comment on column order_items.client_id is 'The client of the order.';
comment on column order_items.order_id is 'The order.';
comment on column order_items.position is 'Place in the order, from 1.';
comment on column order_items.item_id is 'Id of the item within the order.';
comment on column order_items.kind is 'PRODUCT: an existing product, code is its EAN-13. ARTICLE: a custom product, code is the SKU of its blank.';
comment on column order_items.code is 'The variant.';
comment on column order_items.quantity is 'Pieces.';
comment on column order_items.created is 'When the order was made: orders that are found by an item are listed by it.';

alter table orders
  add column recipient text,
  add column country text,
  add column carrier text,
  add column reason_message text,
  add column status_since timestamptz(3);
comment on column orders.recipient is 'Name or company of the recipient. Null: it has its own label, or is not filled in yet.';
comment on column orders.country is 'Country of the recipient, ISO 3166-1 alpha-2 or an alias. Null: it has its own label, or is not filled in yet.';
comment on column orders.carrier is 'Who carries it: the carrier it names, else the default of its client when it was made, changed or assigned; once it is shipped with another, that one, by its id or as staff named it. Null: nobody yet.';
comment on column orders.reason_message is 'The message of its statusReason. Null: it has none.';
comment on column orders.status_since is 'Since when it is in its status. Null: it has ended before this column came, and then since it last changed.';
comment on column orders.item_count is 'How many items it has. Null: not filled in yet.';

alter table order_search
  add column country text,
  add column carrier text;
comment on column order_search.country is 'Country of the recipient, as in orders.';
comment on column order_search.carrier is 'Who carries it, as in orders.';
create index order_search_by_country on order_search (client_id, country, created desc, order_id) where country is not null;
create index order_search_by_carrier on order_search (client_id, carrier, created desc, order_id) where carrier is not null;

-- Whose orders the background fills in: those of all clients that are there when these columns come.
create table order_fills (
  client_id text primary key,
  filled_to text collate "C"
);
comment on table order_fills is 'Clients whose orders are older than some columns, which the background fills in. A row goes when that is done.';
comment on column order_fills.client_id is 'The client.';
comment on column order_fills.filled_to is 'The last order that was filled in, by order_id. Null: none yet.';
insert into order_fills (client_id) select client_id from clients;
