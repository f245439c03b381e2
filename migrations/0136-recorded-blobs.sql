-- Backups bring what came since they last looked.
alter table blobs add column recorded timestamptz(3) not null default now();
comment on column blobs.recorded is 'When it was first recorded; of those from before this column, when that came.';
create index blobs_by_recorded on blobs (recorded, sha256);
