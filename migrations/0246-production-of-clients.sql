-- Reports count pieces by client and technology. Quarters of an hour in production_days cannot be split by client.
create table production_day_pieces (
  client_id text not null,
  day date not null,
  technology text not null,
  type text not null,
  reason text not null,
  pieces integer not null,
  constraint production_day_pieces_pkey primary key (client_id, day, technology, type, reason)
);
comment on table production_day_pieces is 'Numbers of piece events of past days, by client and technology.';
comment on column production_day_pieces.client_id is 'The client of the orders.';
comment on column production_day_pieces.day is 'Day in the time zone of the center.';
comment on column production_day_pieces.technology is 'Technology of the first step. Empty: none.';
comment on column production_day_pieces.type is 'Event type, as in piece_events.type.';
comment on column production_day_pieces.reason is 'Reason for a rejection. Empty: no reason.';
comment on column production_day_pieces.pieces is 'Number of events.';
alter table production_summed_days add column by_client boolean not null default false;
comment on column production_summed_days.by_client is 'Whether production_day_pieces has the day.';
