-- Shared devices in the shop, and by what people sign on there.
create table stations (
  station_id text primary key,
  name text not null,
  name_key text collate "C" not null unique,
  kinds text[] not null,
  status text not null check (status in ('active', 'disabled')),
  created timestamptz(3) not null
);
comment on table stations is 'Places in the shop with a device that several people use.';
comment on column stations.station_id is 'UUIDv7.';
comment on column stations.name is 'What people call it.';
comment on column stations.name_key is 'The same in lower case and one form of Unicode: two stations never have one.';
comment on column stations.kinds is 'What is done there: make, check, pack, hand_over.';
comment on column stations.status is 'At a disabled station nobody signs on.';
comment on column stations.created is 'When it was made.';

create table station_sessions (
  session_hash bytea primary key,
  session_id text not null unique,
  station_id text not null references stations,
  opened_by text not null,
  created timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  user_agent text,
  operator_id text references operators,
  signed_on timestamptz(3),
  active timestamptz(3)
);
create index station_sessions_by_station on station_sessions (station_id, created);
create index station_sessions_by_operator on station_sessions (operator_id) where operator_id is not null;
create index station_sessions_by_last_seen on station_sessions (last_seen);
create index station_sessions_by_created on station_sessions (created);
comment on table station_sessions is 'Browsers that are a station, and who is signed on there.';
comment on column station_sessions.session_hash is 'SHA-256 of the 256 random bits in the cookie.';
comment on column station_sessions.session_id is 'UUIDv7, to name it by.';
comment on column station_sessions.station_id is 'Which station the browser is.';
comment on column station_sessions.opened_by is 'operator_id of whoever made it that.';
comment on column station_sessions.created is 'When.';
comment on column station_sessions.last_seen is 'When it was last used, to the hour.';
comment on column station_sessions.user_agent is 'What the browser says of itself, cut. Null: nothing.';
comment on column station_sessions.operator_id is 'Who is signed on. Null: nobody.';
comment on column station_sessions.signed_on is 'When they signed on.';
comment on column station_sessions.active is 'When they last did something, to a quarter of a minute; a time after that nobody is signed on.';

alter table operators
  add column badge_code text collate "C" unique,
  add column badge_given timestamptz(3),
  add column pin_hash text,
  add column pin_given timestamptz(3);
comment on column operators.badge_code is 'What is printed on their badge, to sign on at stations. Null: they have none.';
comment on column operators.badge_given is 'When they got it.';
comment on column operators.pin_hash is 'Of their PIN for stations: argon2id in the PHC string format. Null: they have none.';
comment on column operators.pin_given is 'When they got it.';
