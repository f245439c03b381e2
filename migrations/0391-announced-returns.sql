-- Returns that clients announce, and the log of attempts to deliver webhooks.
create table announced_returns (
  client_id text not null,
  order_id text collate "C" not null,
  return_id uuid not null,
  announced timestamp(3) with time zone not null,
  reference text,
  note text,
  parcel_code text collate "C",
  booked_id uuid,
  constraint announced_returns_pkey primary key (client_id, order_id, return_id)
);
create index announced_returns_by_client on announced_returns (client_id, announced, return_id);
comment on table announced_returns is 'Returns that clients have announced.';
comment on column announced_returns.client_id is 'The client of the order.';
comment on column announced_returns.order_id is 'The order.';
comment on column announced_returns.return_id is 'UUIDv7.';
comment on column announced_returns.announced is 'When the client announced it.';
comment on column announced_returns.reference is 'Number of the return in the system of the client. Null: none.';
comment on column announced_returns.note is 'Note of the client. Null: none.';
comment on column announced_returns.parcel_code is 'The parcel whose return label belongs to it. Null: none was asked for.';
comment on column announced_returns.booked_id is 'The return that staff booked for it. Null: not arrived.';
create table announced_return_lines (
  client_id text not null,
  order_id text collate "C" not null,
  return_id uuid not null,
  line integer not null,
  item_id text not null,
  quantity integer not null,
  reason text not null,
  constraint announced_return_lines_pkey primary key (client_id, order_id, return_id, line)
);
comment on table announced_return_lines is 'Pieces of announced returns.';
comment on column announced_return_lines.client_id is 'The client of the order.';
comment on column announced_return_lines.order_id is 'The order.';
comment on column announced_return_lines.return_id is 'The announced return.';
comment on column announced_return_lines.line is 'Number of the line, from 1.';
comment on column announced_return_lines.item_id is 'Id of the item within the order.';
comment on column announced_return_lines.quantity is 'Number of pieces.';
comment on column announced_return_lines.reason is 'Reason for the return, see src/packing/return-rules.ts.';

alter table webhook_deliveries add column attempt_log jsonb;
comment on column webhook_deliveries.attempt_log is 'The last attempts, oldest first, with time, status and error. Resending keeps them. Null: none since this column was added.';
