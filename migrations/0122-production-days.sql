-- What was done on the floor on days that are over, summed once, so that reports read no single events.
create table production_days (
  day date not null,
  station text not null,
  actor_id text not null,
  actor_name text not null,
  type text not null,
  reason text not null,
  pieces integer not null,
  quarters integer not null,
  primary key (day, station, actor_id, type, reason, actor_name)
);
comment on table production_days is 'What was done with pieces, by day, station and person; of days that are over.';
comment on column production_days.day is 'In the time zone of the center.';
comment on column production_days.station is 'Where. Empty: at none.';
comment on column production_days.actor_id is 'Who: operator_id of a person, client_id of a program. Empty: nobody.';
comment on column production_days.actor_name is 'The name they had then.';
comment on column production_days.type is 'What: the type of the events.';
comment on column production_days.reason is 'Of rejects. Empty: none.';
comment on column production_days.pieces is 'How many events.';
comment on column production_days.quarters is 'Quarters of an hour in which there was one.';

create table production_summed_days (
  day date primary key,
  summed timestamptz(3) not null
);
comment on table production_summed_days is 'The days that are in production_days.';
comment on column production_summed_days.day is 'The day.';
comment on column production_summed_days.summed is 'When it was summed.';
