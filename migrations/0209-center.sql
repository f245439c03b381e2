-- The time zone that the first start took, so that a start on another machine counts the same days.
create table center (
  singleton boolean not null default true check (singleton),
  time_zone text not null,
  primary key (singleton)
);
comment on table center is 'Facts that all processes of this center share. One row, which the first start writes.';
comment on column center.singleton is 'Always true: allows one row.';
comment on column center.time_zone is 'IANA name of the time zone in which days are counted.';
