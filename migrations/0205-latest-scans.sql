-- The question on a station's screen is part of its state: it survives a reload, a second window and another
-- person. So each station knows the scan that its screen shows.
create table latest_scans (
  station text collate "C" not null,
  work text not null,
  scan_id text collate "C" not null references scans on delete cascade,
  primary key (station, work)
);
create index latest_scans_by_scan on latest_scans (scan_id);
comment on table latest_scans is 'The latest accepted scan of each station, whose answer its screen shows.';
comment on column latest_scans.station is 'station_id, or the name of a station that staff have not set up.';
comment on column latest_scans.work is 'MAKE, CHECK, PACK, HAND_OVER or FIND.';
comment on column latest_scans.scan_id is 'The scan. It is deleted after seven days, and this row with it.';
