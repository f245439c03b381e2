-- Lists of the parcels that a carrier's driver takes along.
create table hand_overs (
  hand_over_id bigint primary key,
  carrier_id text collate "C" not null,
  opened timestamptz(3) not null,
  opened_by_id text,
  opened_by_name text,
  parcels integer not null default 0,
  closed timestamptz(3),
  closed_by_id text,
  closed_by_name text,
  missing integer,
  check (closed is not null or missing is null)
);
comment on table hand_overs is 'Lists of the parcels that a driver takes along.';
comment on column hand_overs.hand_over_id is 'Its number.';
comment on column hand_overs.carrier_id is 'Whose driver. Empty: of parcels whose carrier is not known, as where clients send labels of their own.';
comment on column hand_overs.opened is 'When.';
comment on column hand_overs.opened_by_id is 'operator_id of a person, client_id of a program.';
comment on column hand_overs.opened_by_name is 'The name they had then.';
comment on column hand_overs.parcels is 'How many are on it.';
comment on column hand_overs.closed is 'When the driver had all. Null: parcels are still scanned into it.';
comment on column hand_overs.closed_by_id is 'operator_id of a person, client_id of a program.';
comment on column hand_overs.closed_by_name is 'The name they had then.';
comment on column hand_overs.missing is 'Parcels of the carrier that stayed behind when it was closed.';
create unique index hand_overs_open on hand_overs (carrier_id) where closed is null;
create index hand_overs_by_time on hand_overs (opened, hand_over_id);
create index hand_overs_by_carrier on hand_overs (carrier_id, opened, hand_over_id);

alter table parcels
  add column carrier_id text collate "C" not null default '',
  add column hand_over_id bigint,
  add column handed_over timestamptz(3);
comment on column parcels.carrier_id is 'Who carries it, as its order said when it was opened. Empty: not known.';
comment on column parcels.hand_over_id is 'The hand-over list that it is on. Null: on none yet.';
comment on column parcels.handed_over is 'When it was scanned into that list.';
create index parcels_to_hand_over on parcels (carrier_id, opened) where hand_over_id is null and state <> 'OPEN';
create index parcels_by_hand_over on parcels (hand_over_id, handed_over, code) where hand_over_id is not null;
create index parcels_by_tracking on parcels (tracking_number) where tracking_number is not null;

insert into scan_numbers (kind, next_number) values ('handover', 1);
