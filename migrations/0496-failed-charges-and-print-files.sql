alter table charges_due
  add column failures integer not null default 0,
  add column retry_at timestamp(3) with time zone;
comment on column charges_due.failures is 'Number of failed attempts since the parcels last changed.';
comment on column charges_due.retry_at is 'Time of the next attempt. Null: at once.';
alter table print_files_due
  add column failures integer not null default 0,
  add column retry_at timestamp(3) with time zone;
comment on column print_files_due.failures is 'Number of failed attempts since the change.';
comment on column print_files_due.retry_at is 'Time of the next attempt. Null: at once.';
