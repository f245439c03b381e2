-- What happens to pieces, where those of one order gather, and the scans that were answered.
create table piece_events (
  client_id text not null,
  order_id text collate "C" not null,
  event_id uuid not null,
  code text collate "C" not null,
  type text not null,
  occurred timestamptz(3) not null,
  station text,
  actor_id text,
  actor_name text,
  reason text,
  primary key (client_id, order_id, event_id)
);
comment on table piece_events is 'What happened to pieces, and who did it. Rows never change.';
comment on column piece_events.client_id is 'The client of the order.';
comment on column piece_events.order_id is 'The order.';
comment on column piece_events.event_id is 'UUIDv7.';
comment on column piece_events.code is 'Of the piece.';
comment on column piece_events.type is 'What: src/production/piece-states.ts.';
comment on column piece_events.occurred is 'When.';
comment on column piece_events.station is 'Where.';
comment on column piece_events.actor_id is 'operator_id of a person, client_id of a program.';
comment on column piece_events.actor_name is 'The name they had then.';
comment on column piece_events.reason is 'Why it was rejected.';
create index piece_events_by_time on piece_events (occurred);

create table bins (
  bin integer primary key,
  client_id text,
  order_id text collate "C",
  taken timestamptz(3),
  check ((client_id is null) = (order_id is null) and (client_id is null) = (taken is null))
);
comment on table bins is 'Numbered places where the pieces of an order gather until all of them are there.';
comment on column bins.bin is 'Its number; its code is K and the number.';
comment on column bins.client_id is 'Client of the order that has it. Null: it is free.';
comment on column bins.order_id is 'The order that has it.';
comment on column bins.taken is 'Since when.';
create unique index bins_by_order on bins (client_id, order_id) where order_id is not null;

create table scans (
  scan_id text collate "C" primary key,
  asked_hash bytea not null,
  occurred timestamptz(3) not null,
  answer text not null
);
comment on table scans is 'Scans that were answered, so that one which is sent again counts once. Deleted after some days.';
comment on column scans.scan_id is 'Made at the station.';
comment on column scans.asked_hash is 'SHA-256 of what was asked: the same id means the same scan.';
comment on column scans.occurred is 'When.';
comment on column scans.answer is 'JSON: what was answered.';
create index scans_by_time on scans (occurred);

-- Whether something of a batch is still to be made.
create index pieces_to_make on pieces (batch_id) where state = 'TO_MAKE' and batch_id is not null;
