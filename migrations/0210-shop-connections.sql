-- The state of `platen connect`: one row for each connected shop, and two for each of its orders.
create table shop_connections (
  client_id text not null,
  connection text not null,
  shop text not null,
  shop_url text,
  run_id uuid not null,
  seen timestamptz not null,
  shop_compared timestamptz,
  orders_compared timestamptz,
  alert text,
  alerted timestamptz,
  primary key (client_id, connection)
);
comment on table shop_connections is 'Shops that are connected by platen connect.';
comment on column shop_connections.client_id is 'The client whose orders they are.';
comment on column shop_connections.connection is 'The orderIdPrefix of the mapping file.';
comment on column shop_connections.shop is 'The shop system: shopify, woocommerce or orderdesk.';
comment on column shop_connections.shop_url is 'Address of the shop. Null: orders arrive by webhook only.';
comment on column shop_connections.run_id is 'The process that works for this connection. An earlier process stops.';
comment on column shop_connections.seen is 'When that process last looked for work.';
comment on column shop_connections.shop_compared is 'Changes in the shop before this time are in shop_messages.';
comment on column shop_connections.orders_compared is 'Changes of orders before this time are in shop_messages.';
comment on column shop_connections.alert is 'The last problem that someone should look into.';
comment on column shop_connections.alerted is 'When that happened.';

create table shop_messages (
  client_id text not null,
  connection text not null,
  order_id text not null,
  direction text not null,
  asked integer not null default 1,
  version text,
  content text,
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_at timestamptz not null,
  received timestamptz not null,
  changed timestamptz not null,
  outcome text,
  last_error text,
  known jsonb not null default '{}',
  primary key (client_id, connection, order_id, direction),
  check (direction in ('from_shop', 'to_shop')),
  check (state in ('waiting', 'done', 'refused'))
);
create index shop_messages_open on shop_messages (client_id, connection, next_at) where state <> 'done';
create index shop_messages_by_change on shop_messages (client_id, connection, changed);
comment on table shop_messages is 'Messages from and to shops. All messages about one order in one direction share a row, because only the newest state counts.';
comment on column shop_messages.client_id is 'The client of the order.';
comment on column shop_messages.connection is 'The connection of the shop.';
comment on column shop_messages.direction is 'from_shop: Platen gets the order. to_shop: the shop gets parcels and notes.';
comment on column shop_messages.state is 'waiting: an attempt is or will be due. done. refused: someone must correct something.';
comment on column shop_messages.order_id is 'The orderId at Platen: the prefix and the id in the shop.';
comment on column shop_messages.asked is 'Rises with each message. An attempt ends the row only if no message came meanwhile.';
comment on column shop_messages.version is 'The version of the order that the last message or attempt had.';
comment on column shop_messages.content is 'The order of the shop, until it is taken. Null: it is read from the API of the shop.';
comment on column shop_messages.attempts is 'Failed attempts since the last message.';
comment on column shop_messages.next_at is 'When the next attempt is due.';
comment on column shop_messages.received is 'When the last message came.';
comment on column shop_messages.changed is 'When the state last changed.';
comment on column shop_messages.outcome is 'Result of the last completed attempt.';
comment on column shop_messages.last_error is 'Why the last attempt failed, or why the message is refused.';
comment on column shop_messages.known is 'The news that the other side has: parcels by shipmentId with a hash and the id in the shop, notes by kind, cancellations.';
