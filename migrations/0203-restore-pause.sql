-- Marks a restored database. While the row exists, webhooks, print jobs and sandbox steps wait.
-- `platen restore` runs this file on a backup of an earlier release, and the next start runs it again.
create table if not exists restore_pause (
  singleton boolean primary key default true check (singleton),
  since timestamptz(3) not null,
  restored_to timestamptz(3)
);
comment on table restore_pause is 'At most one row: the database was restored from a backup, and nobody has resumed what it sends by itself.';
comment on column restore_pause.singleton is 'Always true: allows one row.';
comment on column restore_pause.since is 'When it was restored.';
comment on column restore_pause.restored_to is 'Time of the last transaction in the restored database. Null: unknown, since the database was restored by its own tools.';
